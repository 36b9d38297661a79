// What a reader of a course would do, for tests that read one in a browser: by the lessons and the real core.
import { initial, offers } from '../../src/board/state';
import { gameIds, type GameId, type Move } from '../../src/core/types';
import { lessonOf, wordsOf, wordsOfRoom } from '../../src/lessons';
import { accepts, stepsOf, throwOf } from '../../src/lessons/lesson';
import type { Lesson, Step } from '../../src/lessons/types';
import { ask, boardOf, movesOf, positionOf } from '../unit/core';

export { stepsOf };

async function courseOf(game: GameId) {
    const { arbiter } = ask<{ games: { id: GameId; arbiter: Record<string, unknown> }[] }>({
        verb: 'games',
    }).games.find(({ id }) => id === game)!;
    const words = { ...(await wordsOfRoom('pt')), ...(await wordsOf(game, 'pt')) };
    const say = (key: string) =>
        words[key]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(arbiter[name] ?? whole));
    return { lesson: await lessonOf(game), say };
}

/** All of them at once: what imports this cannot import more later. */
export const courses = Object.fromEntries(
    await Promise.all(gameIds.map(async (game) => [game, await courseOf(game)] as const)),
);

/** A touch: of a cell, of the hand, of a button by its number, or of the sticks. */
export type Touch = { cell: string } | { hand: true } | { choice: number } | { sticks: true };

export interface Deed {
    right: Touch[];
    /** A legal move that is not asked for here, if there is one. */
    wrong?: Touch[];
}

/** All that a reader does in a step, move by move. */
export function deeds({ game }: Lesson, step: Step): Deed[] {
    const rules = { game, settings: step.settings };
    const cells = new Set(boardOf(rules).cells.map(({ name }) => name));
    const lesson: Lesson = { game, chapters: [{ id: '', steps: [step] }] };
    let now = positionOf(rules, step.position);
    const reader = now.turn;
    const play = (word: string) =>
        (now = positionOf(
            rules,
            ask<{ position: string }>({ verb: 'apply', ...rules, position: now.position, moves: [word] })
                .position,
        ));
    const touches = (moves: Move[], move: Move): Touch[] =>
        move.gestures[0]!.map((word, i, gesture) => {
            const state = { ...initial, moves, chosen: gesture.slice(0, i) };
            const choice = offers(state, (name) => cells.has(name)).choices.indexOf(word);
            if (choice >= 0) return { choice };
            return word === 'hand' ? { hand: true } : { cell: word };
        });
    return (step.line ?? []).map((turn, index) => {
        const moves = movesOf(rules, now.position);
        const reading = { step: step.id, played: [], turn: index, done: [] };
        const right = moves.find((move) =>
            now.dice ? move.move === throwOf(lesson, reading) : accepts(turn.accept, move),
        )!;
        const other = now.dice ? undefined : moves.find((move) => !accepts(turn.accept, move));
        const deed: Deed = {
            right: now.dice ? [{ sticks: true }] : touches(moves, right),
            wrong: other && touches(moves, other),
        };
        play(right.move);
        while (now.status === 'ongoing' && now.turn !== reader) {
            const legal = movesOf(rules, now.position).map(({ move }) => move);
            const reply = turn.reply?.find((word) => legal.includes(word));
            if (!reply) break;
            play(reply);
        }
        return deed;
    });
}
