// What the learning room shows of moves: taken back, they leave the board as it was; as arrows, they lead where they go.
import { describe, expect, it } from 'vitest';
import { applied, moves as moving, sameMen } from '../../src/board/picture';
import { drawnFrom, undone } from '../../src/lessons/drawing';
import { boardOf, movesOf, positionOf, positionsOf, spread, tables } from './core';

describe.each(tables)('$game $settings', (rules) => {
    const cells = boardOf(rules).cells.map(({ name }) => name);
    const seen = spread(positionsOf(rules, 4, 60), 100).map((position) => ({
        men: positionOf(rules, position).men,
        moves: movesOf(rules, position).filter(({ effects }) => effects.some(moving)),
    }));

    it('a move and the same undone change nothing', () => {
        let count = 0;
        for (const { men, moves } of seen)
            for (const { move, effects } of moves) {
                const after = applied(men, effects)!;
                expect(sameMen(after, men), move).toBe(false);
                expect(sameMen(applied(after, undone(effects))!, men), move).toBe(true);
                ++count;
            }
        expect(count).toBeGreaterThan(50);
    });

    it('a move is drawn on the board', () => {
        for (const { moves } of seen)
            for (const move of moves) {
                const drawn = drawnFrom(move);
                expect(drawn.length, move.move).toBeGreaterThan(0);
                for (const { from, to } of drawn) {
                    expect(cells).toContain(from);
                    if (to !== undefined) expect(cells).toContain(to);
                }
            }
    });
});
