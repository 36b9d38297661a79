// Where things are drawn: a board's cells in SVG units, the same scale for every game.
import type { GameId, Topology } from '../core/types';

export interface Point {
    x: number;
    y: number;
}

export interface Layout {
    /** The middle of a cell. */
    at(cell: string): Point;
    /** The radius of a man. */
    man: number;
    /** How far around its middle a cell is touched: half the way to its nearest neighbour. */
    reach: number;
    /** The whole board, frame included. */
    bounds: { x: number; y: number; width: number; height: number };
}

/** How many turns bring a board back to where it was. */
export const turnsOf = (game: GameId): number => (game === 'abalone' ? 6 : 4);

/** The radius of a man, and how far the board reaches beyond its outermost cells and circles. */
const sizes: Record<GameId, { man: number; margin: number }> = {
    trilha: { man: 38, margin: 100 },
    abalone: { man: 46, margin: 108 },
    trench: { man: 43, margin: 108 },
    niout: { man: 40, margin: 104 },
    policiais: { man: 38, margin: 102 },
    pretoa: { man: 38, margin: 98 },
};

/** The circle through points that stand round a middle. */
export function circleOf(points: Point[]): Point & { r: number } {
    const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
    const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
    return { x, y, r: Math.hypot(points[0]!.x - x, points[0]!.y - y) };
}

/** The board seen after so many turns, clockwise. Two nearest cells are 100 units apart. */
export function layoutOf(game: GameId, board: Topology, turns = 0): Layout {
    const angle = (turns * 2 * Math.PI) / turnsOf(game);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const points = board.cells.map(({ name, x, y }) => ({
        name,
        x: x * cos + y * sin,
        y: -y * cos + x * sin,
    }));
    let nearest = Infinity;
    for (const [i, a] of points.entries())
        for (const b of points.slice(0, i)) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
    const scale = 100 / nearest;
    const places = new Map(points.map(({ name, x, y }) => [name, { x: x * scale, y: y * scale }]));
    const at = (cell: string) => places.get(cell) ?? { x: 0, y: 0 };
    const xs = [...places.values()].map((point) => point.x);
    const ys = [...places.values()].map((point) => point.y);
    for (const { cells } of board.lines.filter((line) => line.closed)) {
        const { x, y, r } = circleOf(cells.map(at));
        xs.push(x - r, x + r);
        ys.push(y - r, y + r);
    }
    const { man, margin } = sizes[game];
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return {
        at,
        man,
        reach: 50,
        bounds: {
            x: left,
            y: top,
            width: Math.max(...xs) + margin - left,
            height: Math.max(...ys) + margin - top,
        },
    };
}
