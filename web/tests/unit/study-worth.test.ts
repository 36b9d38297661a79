import { describe, expect, it } from 'vitest';
import type { Match, Rules } from '../../src/core/types';
import {
    arrowOf,
    compare,
    lookOf,
    ofEnding,
    ofExact,
    ofLine,
    ofMove,
    ofReport,
    seenBy,
    sidesOf,
    type Worth,
} from '../../src/study/worth';

const trilha: Rules = { game: 'trilha', settings: {} };
const niout: Rules = { game: 'niout', settings: {} };
const three: Rules = { game: 'niout', settings: { players: '3' } };
const pairs: Rules = { game: 'niout', settings: { players: '4', pairs: 'yes' } };
const line = (score: number, endsIn = 0, exact = false) => ({ score, endsIn, exact, moves: ['a'] });
const worth = (player: number, share: number, more: Partial<Worth> = {}): Worth => ({
    player,
    share,
    plies: 0,
    exact: false,
    ...more,
});
const at = (more: object): Match =>
    ({ ...trilha, turn: 0, status: 'ongoing', dice: false, men: [], moves: [], ...more }) as unknown as Match;

describe('what a position is worth', () => {
    it('grows with the score, and an end that is seen decides', () => {
        expect(ofLine(trilha, 0, line(0)).share).toBe(0.5);
        expect(ofLine(trilha, 0, line(100)).share).toBeGreaterThan(0.65);
        expect(ofLine(trilha, 0, line(100)).share + ofLine(trilha, 0, line(-100)).share).toBeCloseTo(1);
        expect(ofLine(trilha, 1, line(29_977, 23))).toMatchObject({ share: 1, outcome: 'win', plies: 23 });
        expect(ofLine(trilha, 1, line(-29_990, -10))).toMatchObject({ share: 0, outcome: 'loss', plies: 10 });
        expect(ofLine(trilha, 1, line(0, 0, true))).toMatchObject({ outcome: 'draw', exact: true });
        expect(ofLine(niout, 0, line(5669)).share).toBeCloseTo(0.5669);
    });

    it('is, before a throw, what the throws are worth together', () => {
        const moves = [
            { move: 'to', sixteenths: 4 },
            { move: 'mo', sixteenths: 12 },
        ];
        const lines = [
            { ...line(8000), moves: ['mo'] },
            { ...line(4000), moves: ['to'] },
        ];
        const report = { depth: 1, nodes: 1, time: 0, lines };
        expect(ofReport(niout, at({ ...niout, dice: true, moves }), report)!.share).toBeCloseTo(0.7);
        expect(ofReport(niout, at(niout), report)!.share).toBeCloseTo(0.8);
        expect(ofReport(trilha, at({}), { ...report, lines: [] })).toBeUndefined();
    });

    it('is seen from the other side, where there are two', () => {
        expect(seenBy(trilha, worth(0, 0.75, { outcome: 'win', plies: 3 }), 1)).toMatchObject({
            player: 1,
            share: 0.25,
            outcome: 'loss',
            plies: 3,
        });
        expect(seenBy(pairs, worth(0, 0.75), 2)).toMatchObject({ player: 2, share: 0.75 });
        expect(seenBy(pairs, worth(0, 0.75), 3)).toMatchObject({ player: 3, share: 0.25 });
        expect(seenBy(three, worth(0, 0.75), 1)).toBeUndefined();
        expect(seenBy(three, worth(0, 0.75), 0)).toMatchObject({ share: 0.75 });
        expect(sidesOf(three)).toEqual([[0], [1], [2]]);
    });

    it('is known where the game is over, or a table says so', () => {
        expect(ofEnding(trilha, at({}))).toBeUndefined();
        expect(ofEnding(trilha, at({ status: 'x', turn: 1 }))).toMatchObject({ outcome: 'loss', plies: 0 });
        expect(ofEnding(trilha, at({ status: 'draw' }))).toMatchObject({ outcome: 'draw', exact: true });
        expect(ofEnding(pairs, at({ ...pairs, status: '13', turn: 2 }))).toMatchObject({ outcome: 'win' });
        expect(ofExact(1, { endsIn: -8 })).toMatchObject({ outcome: 'loss', plies: 8, exact: true });
        expect(ofExact(1, { endsIn: 0 })).toMatchObject({ outcome: 'draw' });
        expect(ofExact(1, { chance: 0.3 })).toMatchObject({ share: 0.3, exact: true });
    });

    it('of a move is a ply further off; the best come first', () => {
        const after = (player: number, endsIn: number) => ofMove(trilha, 0, ofExact(player, { endsIn }))!;
        expect(after(1, -4)).toMatchObject({ player: 0, outcome: 'win', plies: 5 });
        const list = [after(1, 6), after(1, 0), after(1, -8), after(1, 20), after(1, -2)];
        expect(list.sort(compare).map(({ outcome, plies }) => `${outcome} ${plies}`)).toEqual([
            'win 3',
            'win 9',
            'draw 0',
            'loss 21',
            'loss 7',
        ]);
        expect(lookOf(worth(0, 0.9))).toBe('better');
        expect(lookOf(worth(0, 0.5))).toBe('even');
        expect(lookOf(worth(0, 0.1))).toBe('worse');
    });
});

it('an arrow follows the man that moves', () => {
    const slide = (from: string, to: string, kind = 'slide') => ({
        kind,
        player: 0,
        from: { cell: from },
        to: { cell: to },
    });
    const out = (from: string) => ({
        kind: 'capture',
        player: 1,
        from: { cell: from },
        to: { beside: 'taken' },
    });
    const arrow = (effects: object[], gesture: string[] = []) =>
        arrowOf({ move: '', gestures: [gesture], effects } as unknown as Parameters<typeof arrowOf>[0]);
    expect(arrow([slide('a1', 'a4'), out('d6')], ['a1', 'a4', 'd6'])).toEqual({ from: 'a1', to: 'a4' });
    expect(arrow([slide('a1', 'c1', 'jump'), slide('c1', 'c3', 'jump')], ['a1', 'c1', 'c3'])).toEqual({
        from: 'a1',
        to: 'c3',
    });
    expect(
        arrow([{ kind: 'place', player: 0, from: { beside: 'hand' }, to: { cell: 'd2' } }], ['d2']),
    ).toEqual({
        from: 'd2',
    });
    expect(arrow([{ ...out('b2'), kind: 'huff' }], ['b2'])).toEqual({ from: 'b2' });
    expect(arrow([{ kind: 'pass', player: 0 }])).toBeUndefined();
});
