// The board's mind against the real rules: whatever is legal can be made by taps and by drags, and nothing else.
import { describe, expect, test } from 'vitest';
import type { Effect, Move } from '../../src/core/types';
import { hand, initial, offers, reduce, type Event, type Settings, type State } from '../../src/board/state';
import { boardOf, movesOf, positionsOf, spread, tables } from './core';

const plain: Settings = { confirm: false, touched: false };

/** Events one after the other: where they lead, what was played, what was refused. */
function run(moves: readonly Move[], events: readonly Event[], settings: Settings = plain) {
    let state: State = reduce(initial, { type: 'position', moves }, settings).state;
    const played: string[] = [];
    const refused: string[] = [];
    for (const event of events) {
        const outcome = reduce(state, event, settings);
        state = outcome.state;
        if (outcome.play !== undefined) played.push(outcome.play);
        if (outcome.refused !== undefined) refused.push(outcome.refused);
    }
    return { state, played, refused, chosen: state.chosen };
}

const touch = (word: string): Event => ({ type: 'touch', word });
const tap = (word: string, pointer = 1): Event[] => [
    { type: 'press', word, pointer },
    { type: 'release', word, pointer },
];
const drag = (from: string, to: string | null, pointer = 1): Event[] => [
    { type: 'press', word: from, pointer },
    { type: 'over', word: null, pointer },
    { type: 'over', word: to, pointer },
    { type: 'release', word: to, pointer },
];

describe.each(tables)('$game $settings', (of) => {
    const cells = new Set(boardOf(of).cells.map(({ name }) => name));
    const isCell = (word: string) => cells.has(word);
    const positions = spread(positionsOf(of, 8, 150), 60).map((position) => movesOf(of, position));

    test('every move can be made by taps, and only its whole gesture plays it', () => {
        let made = 0;
        const wrong: string[][] = [];
        for (const moves of positions)
            for (const { move, gestures } of moves)
                for (const gesture of gestures) {
                    let state = reduce(initial, { type: 'position', moves }, plain).state;
                    for (const [i, word] of gesture.entries()) {
                        const { targets, choices } = offers(state, isCell);
                        const offered = targets.includes(word) || choices.includes(word);
                        const [down, up] = tap(word) as [Event, Event];
                        const pressed = reduce(state, down, plain);
                        const released = reduce(pressed.state, up, plain);
                        const whole = i === gesture.length - 1 ? move : undefined;
                        if (!offered || pressed.play !== undefined || released.play !== whole)
                            wrong.push(gesture);
                        state = released.state;
                    }
                    ++made;
                }
        expect(wrong).toEqual([]);
        expect(made).toBeGreaterThan(100);
    });

    test('every move can be made by drags', () => {
        const wrong: string[][] = [];
        for (const moves of positions)
            for (const { move, gestures, effects } of moves)
                for (const gesture of gestures) {
                    const goes = (from: string, to: string) =>
                        effects.some((effect) => effect.from?.cell === from && effect.to?.cell === to);
                    // The first drag makes two touches. Later ones take on the man where he stands, or lead a row by
                    // its first end. What is no cell is a button; men to be taken off and second touches are taps.
                    const first = gesture[1] !== undefined && isCell(gesture[1]) && gesture[1] !== gesture[0];
                    const events = gesture.flatMap((word, i): Event[] => {
                        const [start, before] = [gesture[0]!, gesture[i - 1]!];
                        if (i === 0) return first ? [] : tap(word);
                        if (i === 1 && first) return drag(start, word);
                        if (!isCell(word) || word === before) return tap(word);
                        return goes(start, word)
                            ? drag(start, word)
                            : goes(before, word)
                              ? drag(before, word)
                              : tap(word);
                    });
                    const { played } = run(moves, events);
                    if (played.length !== 1 || played[0] !== move) wrong.push(gesture);
                }
        expect(wrong).toEqual([]);
    });

    test('with confirmation every move waits, and is played once', () => {
        const settings = { confirm: true, touched: false };
        const wrong: string[][] = [];
        const confirm: Event = { type: 'confirm' };
        for (const moves of positions.slice(0, 40))
            for (const { move, gestures } of moves)
                for (const gesture of gestures) {
                    const taps = gesture.flatMap((word) => tap(word));
                    const waiting = run(moves, taps, settings);
                    const confirmed = run(moves, [...taps, confirm, confirm], settings);
                    const again = run(moves, [...taps, ...tap(gesture.at(-1)!)], settings);
                    const back = run(moves, [...taps, { type: 'back' }], settings);
                    const right =
                        waiting.played.length === 0 &&
                        waiting.state.pending === move &&
                        confirmed.played.join() === move &&
                        again.played.join() === move &&
                        back.state.pending === null &&
                        back.chosen.join() === gesture.slice(0, -1).join();
                    if (!right) wrong.push(gesture);
                }
        expect(wrong).toEqual([]);
    });

    test('touches at random play nothing but legal gestures, and never twice', () => {
        let seed = 7;
        const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
        let made = 0;
        for (const moves of positions) {
            // As often something that leads somewhere as anything at all.
            const useful = [...new Set(moves.flatMap(({ gestures }) => gestures.flat()))];
            const events = Array.from({ length: 60 }, (): Event => {
                const from = random(2) ? useful : [...cells, hand];
                const word = from[random(from.length)]!;
                const pointer = random(2);
                const kinds: Event[] = [
                    { type: 'press', word, pointer },
                    { type: 'release', word: random(4) ? word : null, pointer },
                    { type: 'over', word, pointer },
                    touch(word),
                    { type: 'cancel', pointer },
                    { type: 'back' },
                    { type: 'resize' },
                ];
                return kinds[random(kinds.length)]!;
            });
            const { state, played } = run(moves, events);
            expect(played.length).toBeLessThanOrEqual(1);
            const legal = moves.flatMap(({ gestures }) => gestures.map((gesture) => gesture.join(' ')));
            const chosen = state.chosen.join(' ');
            expect(legal.some((gesture) => `${gesture} `.startsWith(chosen && `${chosen} `))).toBe(true);
            if (played.length > 0) expect(legal).toContain(chosen);
            made += played.length;
        }
        expect(made).toBeGreaterThan(0);
    });
});

// ---- the nasty cases, on a small made-up table -----------------------------------------------------------------

const slide = (from: string, to: string): Effect => ({
    kind: 'slide',
    player: 0,
    rank: 0,
    becomes: 0,
    count: 1,
    from: { cell: from },
    to: { cell: to },
});
const move = (word: string, gesture: string, ...others: string[]): Move => ({
    move: word,
    gestures: [gesture, ...others].map((one) => one.split(' ')),
    effects: [slide(gesture.split(' ')[0]!, gesture.split(' ')[1] ?? '')],
});
const table = [
    move('a-b', 'a b'),
    move('a-c', 'a c'),
    move('a-d-x', 'a d x'),
    move('a-d-y', 'a d y'),
    move('e-c', 'e c'),
];

describe('choosing', () => {
    test('touching another own man changes the choice', () => {
        expect(run(table, [...tap('a'), ...tap('e')]).chosen).toEqual(['e']);
    });
    test('touching the chosen man again puts him down', () => {
        expect(run(table, [...tap('a'), ...tap('a')]).chosen).toEqual([]);
        expect(run(table, [...tap('a'), ...tap('a'), ...tap('a')]).chosen).toEqual(['a']);
    });
    test('unless touching him again continues a gesture', () => {
        const stop = [move('stop', 'a b b'), move('on', 'a b c')];
        expect(run(stop, [...tap('a'), ...tap('b'), ...tap('b')]).played).toEqual(['stop']);
    });
    test('touching what was chosen earlier goes back to it', () => {
        expect(run(table, [...tap('a'), ...tap('d'), ...tap('d')]).chosen).toEqual(['a']);
        expect(run(table, [...tap('a'), ...tap('d'), ...tap('a')]).chosen).toEqual(['a']);
    });
    test('a changed mind never plays at once', () => {
        const slip = run(table, [...tap('a'), ...tap('d'), ...tap('c')]);
        expect([slip.played, slip.chosen, slip.refused]).toEqual([[], ['a', 'd'], ['target']]);
    });
    test('but changes what waits for a confirmation', () => {
        const changed = run(table, [...tap('a'), ...tap('b'), ...tap('c')], {
            confirm: true,
            touched: false,
        });
        expect([changed.played, changed.state.pending]).toEqual([[], 'a-c']);
    });
    test('back goes one touch back', () => {
        expect(run(table, [...tap('a'), ...tap('d'), { type: 'back' }]).chosen).toEqual(['a']);
        expect(run(table, [{ type: 'back' }]).refused).toEqual([]);
    });
    test('what leads nowhere is refused and changes nothing', () => {
        expect(run(table, tap('z')).refused).toEqual(['start']);
        const lost = run(table, [...tap('a'), ...tap('z')]);
        expect([lost.refused, lost.chosen]).toEqual([['target'], ['a']]);
    });
});

describe('out of turn', () => {
    test('a premature touch is refused, not remembered', () => {
        const early = run([], tap('a'));
        expect([early.refused, early.chosen, early.played]).toEqual([['turn'], [], []]);
        const then = run([], [...tap('a'), { type: 'position', moves: table }]);
        expect(then.chosen).toEqual([]);
    });
    test('a finger that goes down to scroll is refused nothing', () => {
        const scroll = run(
            [],
            [
                { type: 'press', word: 'a', pointer: 1 },
                { type: 'cancel', pointer: 1 },
            ],
        );
        expect(scroll.refused).toEqual([]);
    });
    test('after a move nothing is played until the next position', () => {
        const twice = run(table, [...tap('a'), ...tap('b'), ...tap('b'), ...tap('e'), ...tap('c')]);
        expect(twice.played).toEqual(['a-b']);
        const next = run(table, [
            ...tap('a'),
            ...tap('b'),
            { type: 'position', moves: table },
            ...tap('e'),
            ...tap('c'),
        ]);
        expect(next.played).toEqual(['a-b', 'e-c']);
    });
    test('a new position in mid-drag drops the drag', () => {
        const { state, played } = run(table, [
            { type: 'press', word: 'a', pointer: 1 },
            { type: 'over', word: 'b', pointer: 1 },
            { type: 'position', moves: [] },
            { type: 'release', word: 'b', pointer: 1 },
        ]);
        expect([played, state.press, state.chosen]).toEqual([[], null, []]);
    });
});

describe('dragging', () => {
    const lost: [string, Event[]][] = [
        ['off the board', drag('a', null)],
        ['to a place it cannot go', drag('a', 'z')],
        ['cut off by the system', [...drag('a', 'b').slice(0, 3), { type: 'cancel', pointer: 1 }]],
        ['over a change of size', [...drag('a', 'b').slice(0, 3), { type: 'resize' }, drag('a', 'b')[3]!]],
        ['away and back home', drag('a', 'a')],
    ];
    test.each(lost)('%s puts the man back and keeps him chosen', (_name, events) => {
        const { played, chosen, state } = run(table, events);
        expect([played, chosen, state.press]).toEqual([[], ['a'], null]);
    });
    test('then a tap can finish it', () => {
        expect(run(table, [...drag('a', null), ...tap('b')]).played).toEqual(['a-b']);
    });
    test('a second pointer changes nothing', () => {
        const [down, ...rest] = drag('a', 'b');
        const { played } = run(table, [
            down!,
            ...tap('e', 2),
            { type: 'cancel', pointer: 2 },
            touch('e'),
            ...rest,
        ]);
        expect(played).toEqual(['a-b']);
    });
    test('a press that slides off a target does not play', () => {
        const slipped = run(table, [...tap('a'), ...drag('b', 'z'), ...drag('b', null)]);
        expect([slipped.played, slipped.chosen]).toEqual([[], ['a']]);
    });
    test('a drop never changes the choice', () => {
        expect(run(table, drag('a', 'e')).chosen).toEqual(['a']);
    });
    test('nothing is dragged from where no man may go', () => {
        expect(run(table, drag('z', 'b')).played).toEqual([]);
    });
    test('a man is placed out of the hand', () => {
        const place: Move = {
            ...move('p', 'p'),
            effects: [{ ...slide('', 'p'), kind: 'place', from: { beside: 'hand' } }],
        };
        expect(run([place], drag(hand, 'p')).played).toEqual(['p']);
        expect(run([place], drag(hand, 'q'))).toMatchObject({ played: [], chosen: [] });
        expect(run(table, drag(hand, 'b')).played).toEqual([]);
    });
    test('a row is led by the end that is dragged', () => {
        // Both ends chosen; each target is meant from the end that was touched first.
        const row = [move('up', 'a b c', 'b a d'), move('down', 'a b d', 'b a e')];
        const chosen = [...tap('a'), ...tap('b')];
        expect(run(row, [...chosen, ...drag('a', 'd')]).played).toEqual(['down']);
        expect(run(row, [...chosen, ...drag('b', 'd')]).played).toEqual(['up']);
    });
});

describe('touched, played', () => {
    const strict = { confirm: false, touched: true };
    test('a touched man stays chosen', () => {
        for (const events of [tap('e'), tap('a'), [{ type: 'back' } as const]]) {
            const { chosen, refused } = run(table, [...tap('a'), ...events], strict);
            expect([chosen, refused]).toEqual([['a'], ['touched']]);
        }
    });
    test('where he goes may still change before he is played', () => {
        expect(run(table, [...tap('a'), ...tap('d'), { type: 'back' }], strict).chosen).toEqual(['a']);
        const waiting = run(table, [...tap('a'), ...tap('b'), ...tap('c')], { confirm: true, touched: true });
        expect(waiting.state.pending).toBe('a-c');
    });
    test('a finger on him is a touch', () => {
        expect(
            run(
                table,
                [{ type: 'press', word: 'a', pointer: 1 }, { type: 'cancel', pointer: 1 }, ...tap('e')],
                strict,
            ).chosen,
        ).toEqual(['a']);
    });
});

test('words that are not cells are choices, with all their kind', () => {
    const split = [move('two', 'a b *2'), move('one', 'a b *1')];
    const station = [move('m', 'm t m'), move('mr', 'm t mr')];
    const isCell = (word: string) => word.length === 1;
    expect(offers(run(split, [...tap('a'), ...tap('b')]).state, isCell)).toEqual({
        targets: [],
        choices: ['*2', '*1'],
    });
    expect(offers(run(station, [...tap('m'), ...tap('t')]).state, isCell)).toEqual({
        targets: [],
        choices: ['m', 'mr'],
    });
    expect(run(station, [...tap('m'), ...tap('t'), touch('m')]).played).toEqual(['m']);
});
