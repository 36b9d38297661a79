// Where a game turned: what each move lost against the best that was possible.
import { describe, expect, it } from 'vitest';
import type { Rules } from '../../src/core/types';
import { review, swings, type Place } from '../../src/study/review';
import { ofExact, seenBy, type Worth } from '../../src/study/worth';

const trilha: Rules = { game: 'trilha', settings: {} };
const niout: Rules = { game: 'niout', settings: {} };
const three: Rules = { game: 'niout', settings: { players: '3' } };

const worth = (player: number, share: number): Worth => ({ player, share, plies: 0, exact: false });
const first = (value: number | Worth): Worth => (typeof value === 'number' ? worth(0, value) : value);
/** Values as the first player sees them, the players in turn. */
const turns = (...values: (number | Worth | undefined)[]): Place[] =>
    values.map((value, ply) => ({
        worth: value === undefined ? undefined : first(value),
        step: ply ? { mover: (ply - 1) % 2, kind: 'move' } : undefined,
    }));
const step = (mover: number, value: number | Worth, kind: 'move' | 'throw' | 'leave' = 'move'): Place => ({
    worth: first(value),
    step: { mover, kind },
});
const points = (rules: Rules, line: Place[]) =>
    review(rules, line).points.map(
        ({ ply, since, mover, dice, before, after }) =>
            `${since ? `${since}-` : ''}${ply} ${dice ? 'throw' : 'move'} of ${mover}: ` +
            `${Math.round(before.share * 100)} to ${Math.round(after.share * 100)}`,
    );
const shares = (rules: Rules, line: Place[]) =>
    review(rules, line).worths.map((one) => one && Math.round(seenBy(rules, one, 0)!.share * 100));

describe('a curve that jumps from 15 % to 100 %', () => {
    it('is the other player’s mistake, where their move made it', () => {
        expect(points(trilha, turns(0.15, 0.15, 1, 1))).toEqual(['2 move of 1: 85 to 0']);
    });
    it('is the same mistake, where only the reply showed it', () => {
        // After the mistake a short search still sees 15 %; the next move proves that it was 100 %.
        const line = turns(0.15, 0.15, 0.15, 1, 1);
        expect(points(trilha, line)).toEqual(['2 move of 1: 85 to 0']);
        expect(shares(trilha, line)).toEqual([15, 15, 100, 100, 100]);
    });
    it('is found by whichever side it was made', () => {
        expect(points(trilha, turns(0.85, 0.1, 0.1))).toEqual(['1 move of 0: 85 to 10']);
    });
    it('is shown late by two moves, and still found', () => {
        expect(points(trilha, turns(0.15, 0.15, 0.15, 0.15, 0.15, 1))).toEqual(['4 move of 1: 85 to 0']);
    });
});

describe('small losses', () => {
    it('add up where one player makes them in a row', () => {
        const line = turns(0.6, 0.53, 0.53, 0.46, 0.46, 0.38, 0.38);
        expect(points(trilha, line)).toEqual(['1-5 move of 0: 60 to 38']);
    });
    it('add up for the second player as well', () => {
        expect(points(trilha, turns(0.4, 0.4, 0.48, 0.48, 0.56, 0.56, 0.64))).toEqual([
            '2-6 move of 1: 60 to 36',
        ]);
    });
    it('that are given back turn nothing', () => {
        expect(points(trilha, turns(0.5, 0.42, 0.5, 0.42, 0.5, 0.42, 0.5))).toEqual([]);
    });
    it('do not add up across a good move', () => {
        expect(points(trilha, turns(0.5, 0.4, 0.4, 0.4, 0.4, 0.3, 0.3))).toEqual([]);
    });
    it('do not add up across what nobody has looked at', () => {
        expect(points(trilha, turns(0.5, 0.4, undefined, 0.4, 0.4, 0.32, 0.32))).toEqual([]);
    });
    it('within what a short search is wrong by are none', () => {
        const line = turns(...Array.from({ length: 60 }, (_, ply) => 0.5 - Math.ceil(ply / 2) * 0.006));
        expect(points(trilha, line)).toEqual([]);
    });
    it('beside a mistake leave the mistake alone', () => {
        expect(points(trilha, turns(0.6, 0.55, 0.55, 0.2, 0.2))).toEqual(['3 move of 0: 55 to 20']);
    });
    it('that change nothing are told apart from a curve that moved', () => {
        const slowly = turns(0.2, 0.2, 0.3, 0.22, 0.34, 0.34, 0.34, 0.34, 0.46, 0.46, 0.46, 0.46, 0.58);
        expect(points(trilha, slowly)).toEqual([]);
        expect(swings(trilha, review(trilha, slowly).worths)).toBe(true);
        expect(swings(trilha, review(trilha, turns(0.5, 0.45, 0.5)).worths)).toBe(false);
        expect(swings(trilha, [undefined])).toBe(false);
    });
});

describe('dice', () => {
    it('are luck, never a mistake of the player', () => {
        // A bad throw, then the best move that it leaves.
        const line = [
            { worth: worth(0, 0.6) },
            step(0, 0.35, 'throw'),
            step(0, 0.35),
            step(1, 0.35, 'throw'),
            step(1, 0.36),
        ];
        expect(points(niout, line)).toEqual(['1 throw of 0: 60 to 35']);
    });
    it('that fell well do not hide a move that was not the best', () => {
        // The throw is worth 80 % with the best move; the one that was played leaves 65 %, more than before the throw.
        const line = [{ worth: worth(0, 0.6) }, step(0, 0.8, 'throw'), step(0, 0.65)];
        expect(points(niout, line)).toEqual(['1 throw of 0: 60 to 80', '2 move of 0: 80 to 65']);
    });
    it('do not carry what a move proved back to before the throw', () => {
        const line = [{ worth: worth(0, 0.5) }, step(0, 0.55, 'throw'), step(0, 0.7)];
        expect(shares(niout, line)).toEqual([50, 70, 70]);
    });
    it('may give the same player another turn', () => {
        const line = [
            { worth: worth(1, 0.5) },
            step(1, worth(1, 0.5), 'throw'),
            step(1, worth(1, 0.5)),
            step(1, worth(1, 0.55), 'throw'),
            step(1, worth(1, 0.4)),
        ];
        expect(points(niout, line)).toEqual(['4 move of 1: 55 to 40']);
    });
    it('with exact chances: a move is compared with the best one', () => {
        const chance = (share: number) => ofExact(0, { chance: share });
        const line = [{ worth: chance(0.52) }, step(0, chance(0.4), 'throw'), step(0, chance(0.3))];
        expect(points(niout, line)).toEqual(['1 throw of 0: 52 to 40', '2 move of 0: 40 to 30']);
    });
    it('between more than two sides say nothing yet', () => {
        const line = [{ worth: worth(0, 0.5) }, step(0, worth(1, 0.2), 'throw')];
        expect(review(three, line)).toMatchObject({ points: [], worths: [{ share: 0.5 }, { share: 0.2 }] });
    });
});

describe('exact values', () => {
    const win = (player: number, plies: number) => ofExact(player, { endsIn: plies });
    const draw = ofExact(0, { endsIn: 0 });
    it('count by what they are: a longer way to the same win loses nothing', () => {
        expect(points(trilha, turns(win(0, 9), win(0, 41), win(0, 40)))).toEqual([]);
    });
    it('make a mistake of a win given away, and of a draw', () => {
        const { points: found } = review(trilha, turns(win(0, 9), draw, win(0, 8)));
        expect(found.map(({ ply, from, to }) => `${ply} ${from} ${to}`)).toEqual([
            '1 win draw',
            '2 draw loss',
        ]);
    });
    it('are never corrected by what was thought out', () => {
        const line = turns(draw, 0.5, draw, 1, 0.5);
        expect(review(trilha, line).worths.map((one) => one!.exact)).toEqual([
            true,
            false,
            true,
            false,
            false,
        ]);
        // No move leads from a known draw to a win: the search was wrong.
        expect(shares(trilha, line)).toEqual([50, 50, 50, 50, 50]);
        expect(points(trilha, line)).toEqual([]);
    });
    it('correct what was thought out before them', () => {
        expect(points(trilha, turns(0.5, 0.5, 0.5, win(0, 4), win(0, 3)))).toEqual(['2 move of 1: 50 to 0']);
    });
    it('count the plies on where they correct', () => {
        const [, , before] = review(trilha, turns(0.5, 0.5, 0.5, win(0, 4))).worths;
        expect(before).toMatchObject({ player: 0, outcome: 'win', plies: 5, exact: false });
    });
});

describe('a move that the search thought best', () => {
    const seen = (share: number): Worth => ({ ...ofExact(0, { endsIn: share ? 9 : -9 }), exact: false });
    const best = (line: Place[], ...plies: number[]) => {
        for (const ply of plies) {
            line[ply]!.step!.word = 'm';
            line[ply - 1]!.best = 'm';
        }
        return line;
    };
    it('is no mistake, though the position after it looks worse', () => {
        const line = turns(0.7, 0.4, 0.4);
        expect(points(trilha, line)).toEqual(['1 move of 0: 70 to 40']);
        expect(points(trilha, best(line, 1))).toEqual([]);
        expect(shares(trilha, line)).toEqual([40, 40, 40]);
    });
    it('and by which it wins leads to that win, whatever is thought of the position after it', () => {
        const line = turns(seen(1), 0.5, seen(1), 0.5, seen(1));
        expect(points(trilha, best(line, 1, 3))).toEqual([]);
        expect(shares(trilha, line)).toEqual([100, 100, 100, 100, 100]);
        // Another move may have given the win away.
        expect(points(trilha, turns(seen(1), 0.5, 0.5))).toEqual(['1 move of 0: 100 to 50']);
    });
    it('in a position that is lost stays lost, like every other', () => {
        expect(shares(trilha, turns(seen(0), 0.5, 0.4, 0.4))).toEqual([0, 0, 40, 40]);
        expect(points(trilha, turns(seen(0), 0.5, 0.4, 0.4))).toEqual(['2 move of 1: 100 to 60']);
    });
});

describe('the end of the game', () => {
    const over = (player: number, lost: boolean): Worth => ({
        ...ofExact(player, { endsIn: lost ? -1 : 1 }),
        plies: 0,
    });
    it('decides what the last moves were worth', () => {
        // The search saw nothing coming; the second player was mated in their own turn's reply.
        expect(points(trilha, turns(0.5, 0.5, 0.5, over(1, true)))).toEqual(['2 move of 1: 50 to 0']);
    });
    it('by leaving is no mistake of a move', () => {
        const line = [...turns(0.5, 0.5, 0.5), step(0, 0, 'leave')];
        expect(points(trilha, line)).toEqual([]);
    });
    it('reached by the only move there was blames an earlier move', () => {
        const line = turns(0.5, 0.5, 0.9, 0.1, 0.1);
        line[2]!.forced = true;
        expect(points(trilha, line)).toEqual(['1 move of 0: 50 to 10']);
    });
    it('of a game of no moves is nothing', () => {
        expect(review(trilha, [{ worth: worth(0, 0.5) }]).points).toEqual([]);
        expect(review(trilha, []).points).toEqual([]);
    });
});

it('the twelve greatest turns are enough, in their order', () => {
    const line = turns(...Array.from({ length: 41 }, (_, ply) => [0.9, 0.1 + ply / 1000, 0.2][ply % 2]!));
    const found = review(trilha, line, 3).points;
    expect(found).toHaveLength(3);
    expect(found.map(({ ply }) => ply)).toEqual([...found.map(({ ply }) => ply)].sort((a, b) => a - b));
});
