// Reading a course, without a page: where the reader is, whether a move was right, what comes next. All of it is plain
// data and pure functions; what is legal the core says.
import type { Move } from '../core/types';
import type { Accept, Lesson, Step, Turn } from './types';

/** How far a reader has come in a course. Plain data: it may be kept and read again. */
export interface Reading {
    /** The step that lies open. */
    step: string;
    /** The words played in it, the answers among them. */
    played: readonly string[];
    /** How many of the reader's moves were right. */
    turn: number;
    /** The steps that are done. */
    done: readonly string[];
}

export const stepsOf = (lesson: Lesson): readonly Step[] =>
    lesson.chapters.flatMap((chapter) => chapter.steps);

const at = (step: Step, done: readonly string[]): Reading => ({ step: step.id, played: [], turn: 0, done });

/** A reading from what was kept of it: at the beginning of its step. What no longer exists is forgotten. */
export function open(lesson: Lesson, kept?: Partial<Reading>): Reading {
    const steps = stepsOf(lesson);
    const done = steps.map((step) => step.id).filter((id) => kept?.done?.includes(id));
    return at(steps.find((step) => step.id === kept?.step) ?? steps[0]!, done);
}

export const stepOf = (lesson: Lesson, reading: Reading): Step =>
    stepsOf(lesson).find((step) => step.id === reading.step)!;

/** The move that is asked for now; none in a figure, or when all were made. */
export const turnOf = (lesson: Lesson, reading: Reading): Turn | undefined =>
    stepOf(lesson, reading).line?.[reading.turn];

/** Nothing is left to do in this step. */
export const isDone = (lesson: Lesson, reading: Reading): boolean => turnOf(lesson, reading) === undefined;

export function accepts(accept: Accept, { move, effects }: Pick<Move, 'move' | 'effects'>): boolean {
    if (isList(accept)) return accept.includes(move);
    return Object.entries(accept).every(([kind, men]) => {
        const touched = effects.filter((effect) => effect.kind === kind);
        return touched.reduce((sum, effect) => sum + (effect.count ?? 1), 0) === men;
    });
}

/** The reading after a right move; nothing if it was another. */
export function judge(
    lesson: Lesson,
    reading: Reading,
    move: Pick<Move, 'move' | 'effects'>,
): Reading | undefined {
    const turn = turnOf(lesson, reading);
    if (!turn || !accepts(turn.accept, move)) return undefined;
    const next = { ...reading, played: [...reading.played, move.move], turn: reading.turn + 1 };
    return isDone(lesson, next) ? marked(next) : next;
}

/** What the others answer to the reader's last move, while it is their turn. */
export function replyOf(lesson: Lesson, reading: Reading, legal: readonly Move[]): string | undefined {
    const words = stepOf(lesson, reading).line?.[reading.turn - 1]?.reply ?? [];
    return words.find((word) => legal.some((move) => move.move === word));
}

/** The reading after an answer. */
export const answered = (reading: Reading, word: string): Reading => ({
    ...reading,
    played: [...reading.played, word],
});

/** The throw that a lesson wants now, where the sticks are to be thrown. */
export function throwOf(lesson: Lesson, reading: Reading): string | undefined {
    const accept = turnOf(lesson, reading)?.accept;
    return accept && isList(accept) ? accept[0] : undefined;
}

/** The step once more, from its beginning. */
export const again = (lesson: Lesson, reading: Reading): Reading => at(stepOf(lesson, reading), reading.done);

/** The next step, or the one before it. A figure that is left forwards is done. At either end nothing changes. */
export function go(lesson: Lesson, reading: Reading, by: 1 | -1): Reading {
    const steps = stepsOf(lesson);
    const here = steps.findIndex((step) => step.id === reading.step);
    const seen = by > 0 && isDone(lesson, reading) ? marked(reading) : reading;
    const next = steps[here + by];
    return next ? at(next, seen.done) : seen;
}

const isList = (accept: Accept): accept is readonly string[] => Array.isArray(accept);

const marked = (reading: Reading): Reading =>
    reading.done.includes(reading.step) ? reading : { ...reading, done: [...reading.done, reading.step] };
