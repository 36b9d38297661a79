// Reading the courses as a page would: every course from its first step to its last, with the real core at the board.
import { describe, expect, it } from 'vitest';
import { type Move, type Position, gameIds } from '../../src/core/types';
import { lessonOf } from '../../src/lessons';
import {
    type Reading,
    accepts,
    again,
    answered,
    go,
    isDone,
    judge,
    open,
    replyOf,
    stepOf,
    stepsOf,
    throwOf,
    turnOf,
} from '../../src/lessons/lesson';
import type { Lesson, Step } from '../../src/lessons/types';
import { ask } from './core';

/** The board before the reader: the step's position after the words played. */
function board(lesson: Lesson, reading: Reading): Position & { moves: Move[] } {
    const { settings, position: start } = stepOf(lesson, reading);
    const rules = { game: lesson.game, settings, ...(start ? { position: start } : {}) };
    const { position } = ask<Position>({ verb: 'apply', ...rules, moves: reading.played });
    const here = { ...rules, position };
    return {
        ...ask<Position>({ verb: 'show', ...here }),
        ...ask<{ moves: Move[] }>({ verb: 'moves', ...here }),
    };
}

/** Plays the step that lies open: throws what the lesson throws, otherwise the first right move. */
function played(lesson: Lesson, reading: Reading): Reading {
    const reader = board(lesson, reading).turn;
    for (;;) {
        const now = board(lesson, reading);
        if (now.status === 'ongoing' && now.turn !== reader && reading.played.length > 0) {
            const reply = replyOf(lesson, reading, now.moves);
            if (reply) {
                reading = answered(reading, reply);
                continue;
            }
        }
        const turn = turnOf(lesson, reading);
        if (!turn) return reading;
        const move = now.dice
            ? now.moves.find(({ move }) => move === throwOf(lesson, reading))
            : now.moves.find((move) => accepts(turn.accept, move));
        const wrong = now.moves.find((move) => !accepts(turn.accept, move));
        if (wrong) expect(judge(lesson, reading, wrong)).toBeUndefined();
        reading = judge(lesson, reading, move!)!;
    }
}

describe.each(gameIds)('%s', (game) => {
    it('can be read from the first step to the last', async () => {
        const lesson = await lessonOf(game);
        const steps = stepsOf(lesson);
        let reading = open(lesson);
        for (const [index, step] of steps.entries()) {
            expect(reading).toEqual({ step: step.id, played: [], turn: 0, done: ids(steps.slice(0, index)) });
            reading = go(lesson, played(lesson, reading), 1);
        }
        expect(reading.done).toEqual(ids(steps));
        expect(reading.step).toBe(steps.at(-1)!.id);
    });
});

const ids = (steps: readonly Step[]) => steps.map((step) => step.id);

const small: Lesson = {
    game: 'niout',
    chapters: [
        { id: 'one', steps: [{ id: 'figure', settings: {} }] },
        {
            id: 'two',
            steps: [
                {
                    id: 'race',
                    settings: {},
                    line: [{ accept: ['kai'], reply: ['to', '0-1'] }, { accept: { capture: 2, slide: 1 } }],
                },
            ],
        },
    ],
};
const move = (word: string, ...effects: Partial<Move['effects'][number]>[]) =>
    ({ move: word, gestures: [], effects }) as unknown as Move;

describe('a reading', () => {
    const race = go(small, open(small), 1);

    it('begins at the first step, which is a figure here', () => {
        expect(open(small)).toEqual({ step: 'figure', played: [], turn: 0, done: [] });
        expect(isDone(small, open(small))).toBe(true);
        expect(turnOf(small, open(small))).toBeUndefined();
    });

    it('goes on and back, and stays at the ends', () => {
        expect(race).toEqual({ step: 'race', played: [], turn: 0, done: ['figure'] });
        expect(go(small, race, -1)).toEqual({ step: 'figure', played: [], turn: 0, done: ['figure'] });
        expect(go(small, race, 1)).toEqual(race);
        expect(go(small, open(small), -1)).toEqual(open(small));
    });

    it('takes right moves only', () => {
        expect(throwOf(small, race)).toBe('kai');
        expect(judge(small, race, move('to'))).toBeUndefined();
        expect(judge(small, race, move('kai'))).toEqual({ ...race, played: ['kai'], turn: 1 });
    });

    it('answers with the first word that is legal', () => {
        const thrown = judge(small, race, move('kai'))!;
        expect(replyOf(small, thrown, [move('0-1'), move('to')])).toBe('to');
        expect(replyOf(small, thrown, [move('0-1')])).toBe('0-1');
        expect(replyOf(small, thrown, [move('0-2')])).toBeUndefined();
        expect(answered(thrown, 'to').played).toEqual(['kai', 'to']);
    });

    it('counts the men that a move touches', () => {
        const thrown = judge(small, race, move('kai'))!;
        const slide = { kind: 'slide', count: 1 } as const;
        expect(throwOf(small, thrown)).toBeUndefined();
        expect(judge(small, thrown, move('0-1', slide))).toBeUndefined();
        expect(judge(small, thrown, move('0-1', slide, { kind: 'capture', count: 1 }))).toBeUndefined();
        const done = judge(small, thrown, move('0-1', slide, { kind: 'capture', count: 2 }))!;
        expect(done).toEqual({ step: 'race', played: ['kai', '0-1'], turn: 2, done: ['figure', 'race'] });
        expect(judge(small, done, move('0-1'))).toBeUndefined();
        expect(again(small, done)).toEqual({ step: 'race', played: [], turn: 0, done: ['figure', 'race'] });
    });

    it('is opened where it was left, without what no longer exists', () => {
        expect(open(small, { step: 'race', turn: 1, played: ['kai'], done: ['gone', 'figure'] })).toEqual(
            race,
        );
        expect(open(small, { step: 'gone', done: [] })).toEqual(open(small));
        expect(open(small, {})).toEqual(open(small));
    });
});
