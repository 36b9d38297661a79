import { describe, expect, it } from 'vitest';
import { circleOf, layoutOf, turnsOf } from '../../src/board/layout';
import type { Topology } from '../../src/core/types';

/** A circle of six with its middle, and one cell far out on the right. */
const around = Array.from({ length: 6 }, (_, i) => ({
    name: `a${i}`,
    x: Math.round(1000 * Math.cos((i * Math.PI) / 3)),
    y: Math.round(1000 * Math.sin((i * Math.PI) / 3)),
}));
const board: Topology = {
    cells: [...around, { name: 'm', x: 0, y: 0 }, { name: 'far', x: 3000, y: 0 }],
    lines: [
        { cells: around.map((cell) => cell.name), closed: true },
        { cells: ['m', 'far'], closed: false },
    ],
};

describe('layout', () => {
    it('puts nearest cells 100 apart, with y growing downwards', () => {
        const { at } = layoutOf('pretoa', board);
        expect(at('far').x - at('m').x).toBeCloseTo(300, 0);
        expect(at('a1').y).toBeLessThan(at('m').y);
    });

    it('turns clockwise, and is back after all turns', () => {
        for (const game of ['trilha', 'abalone'] as const) {
            const turns = turnsOf(game);
            const [start, once, whole] = [0, 1, turns].map((turn) => layoutOf(game, board, turn).at('far'));
            expect(Math.atan2(once!.y, once!.x)).toBeCloseTo((2 * Math.PI) / turns, 5);
            expect(whole!.x).toBeCloseTo(start!.x, 5);
            expect(whole!.y).toBeCloseTo(start!.y, 5);
        }
    });

    it('keeps men on every cell, and whole circles, inside its bounds', () => {
        for (let turn = 0; turn < 4; ++turn) {
            const { at, man, bounds } = layoutOf('pretoa', board, turn);
            const { x, y, r } = circleOf(around.map((cell) => at(cell.name)));
            expect(r).toBeCloseTo(100, 0);
            for (const place of [
                ...board.cells.map((cell) => at(cell.name)),
                { x, y: y - r },
                { x: x - r, y },
            ]) {
                expect(place.x - man).toBeGreaterThan(bounds.x);
                expect(place.y - man).toBeGreaterThan(bounds.y);
                expect(place.x + man).toBeLessThan(bounds.x + bounds.width);
                expect(place.y + man).toBeLessThan(bounds.y + bounds.height);
            }
        }
    });
});
