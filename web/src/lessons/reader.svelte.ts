// A step of a course with a board to play on: the reader's moves are judged, another one is taken back, the others
// answer. What is right is lesson.ts's to say; this keeps the order of things, slow enough to be seen.
import { beatsOf, beatTime, throwTime } from '../board/motion';
import { play as sound } from '../board/sound';
import { core } from '../core/core';
import type { Effect, Match, Move, Topology } from '../core/types';
import { undone } from './drawing';
import { keepProgress, progressOf, type Course } from './course';
import {
    accepts,
    again,
    answered,
    go,
    isDone,
    judge,
    open,
    replyOf,
    stepOf,
    throwOf,
    turnOf,
} from './lesson';
import type { Reading } from './lesson';
import type { Step } from './types';

/** So long a move is looked at before the next thing happens. */
const pause = 600;

export class Reader {
    reading = $state.raw<Reading>()!;
    board = $state.raw<Topology>();
    /** What lies on the board. */
    match = $state.raw<Match>();
    /** The move that led there, to be seen moving. */
    last = $state.raw<Move | null>(null);
    motion = $state.raw<{ key: number; effects: Effect[] } | null>(null);
    /** Something is being shown; nobody may touch the board. */
    busy = $state(false);
    /** The others are answering. */
    answering = $state(false);
    /** The last move was another than the one asked for. */
    failed = $state(false);
    /** A right move, when it is to be shown. */
    shown = $state.raw<Move>();
    /** What was played since the reader last had to decide. */
    played = $state.raw<{ mover: number; effects: Effect[] }[]>([]);

    readonly step: Step;
    private start: Match | undefined;
    /** Whatever is under way belongs to one state of the board; when that has changed, it is dropped. */
    private round = 0;

    constructor(
        readonly course: Course,
        id: string,
    ) {
        this.reading = open(course.lesson, { ...progressOf(course.game), step: id });
        this.step = stepOf(course.lesson, this.reading);
    }

    get done(): boolean {
        return isDone(this.course.lesson, this.reading);
    }
    get moves(): Move[] {
        return this.busy || this.done ? [] : (this.match?.moves ?? []);
    }
    get dice(): boolean {
        return !!this.match?.dice && this.moves.length > 0;
    }
    async load(): Promise<void> {
        const rules = { game: this.course.game, settings: this.step.settings };
        const [board, match] = await Promise.all([core.board(rules), this.after([])]);
        this.board = board;
        this.start = this.match = match;
        // To have seen the last page is to have read it.
        if (this.step.play) this.reading = go(this.course.lesson, this.reading, 1);
        keepProgress(this.course.game, this.reading);
    }
    close(): void {
        ++this.round;
    }

    /** The reader has made a move. */
    async play(word: string): Promise<void> {
        const move = this.moves.find((one) => one.move === word);
        const before = this.match;
        if (!move || !before) return;
        const round = ++this.round;
        const reader = this.start!.turn;
        const right = judge(this.course.lesson, this.reading, move);
        this.busy = true;
        this.failed = false;
        this.shown = undefined;
        this.played = [];
        try {
            await this.make(move, [...this.reading.played, word]);
            if (round !== this.round) return;
            if (!right) {
                this.failed = true;
                sound('refused', this.course.game);
                await this.look(move.effects);
                if (round === this.round) this.lay(before, undone(move.effects));
                return;
            }
            this.reading = right;
            if (this.done) keepProgress(this.course.game, this.reading);
            while (this.match!.status === 'ongoing' && this.match!.turn !== reader) {
                const reply = replyOf(this.course.lesson, this.reading, this.match!.moves);
                const answer = this.match!.moves.find((one) => one.move === reply);
                if (!answer) break;
                this.answering = true;
                await this.look(this.motion!.effects);
                if (round !== this.round) return;
                this.reading = answered(this.reading, answer.move);
                await this.make(answer, this.reading.played);
                if (round !== this.round) return;
            }
        } finally {
            if (round === this.round) this.busy = this.answering = false;
        }
    }

    /** The sticks fall as the course wants. */
    async throwSticks(): Promise<void> {
        const word = this.dice && throwOf(this.course.lesson, this.reading);
        if (word) await this.play(word);
    }

    /** Shows a right move. */
    show(): void {
        const turn = turnOf(this.course.lesson, this.reading);
        this.shown = turn && this.moves.find((move) => accepts(turn.accept, move));
    }

    /** The step once more. */
    again(): void {
        ++this.round;
        this.reading = again(this.course.lesson, this.reading);
        this.busy = this.answering = this.failed = false;
        this.shown = undefined;
        this.played = [];
        this.lay(this.start!, null);
    }

    /** Leaves the step for the next; its name, if there is one. */
    next(): string | undefined {
        const reading = go(this.course.lesson, this.reading, 1);
        keepProgress(this.course.game, reading);
        return reading.step === this.step.id ? undefined : reading.step;
    }

    private after(moves: readonly string[]): Promise<Match> {
        const { settings, position: start } = this.step;
        return core.match({
            game: this.course.game,
            settings,
            ...(start ? { start } : {}),
            moves: [...moves],
        });
    }

    private async make(move: Move, words: readonly string[]): Promise<void> {
        const { round } = this;
        const mover = this.match!.turn;
        const match = await this.after(words);
        if (round !== this.round) return;
        this.lay(match, move.effects, move);
        this.played = [...this.played, { mover, effects: move.effects }];
    }

    private lay(match: Match, effects: Effect[] | null, move: Move | null = null): void {
        this.match = match;
        this.last = move?.effects[0]?.kind === 'dice' ? this.last : move;
        this.motion = { key: (this.motion?.key ?? 0) + 1, effects: effects ?? [] };
    }

    private look(effects: readonly Effect[]): Promise<void> {
        const moving = beatsOf(this.course.game, effects).reduce(
            (sum, beat) => sum + (beat[0]!.effect.kind === 'dice' ? throwTime : beatTime),
            0,
        );
        return new Promise((resolve) => setTimeout(resolve, pause + moving));
    }
}
