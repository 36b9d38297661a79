// Where an arrow key leads.
import type { Point } from './layout';

const directions: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
};

/** The nearest cell in the key's direction; going aside counts double. */
export function towards(
    key: string,
    from: string,
    cells: readonly string[],
    at: (cell: string) => Point,
): string | undefined {
    const direction = directions[key];
    if (!direction) return undefined;
    const here = at(from);
    let best: { cell: string; cost: number } | undefined;
    for (const cell of cells) {
        const [dx, dy] = [at(cell).x - here.x, at(cell).y - here.y];
        const ahead = dx * direction.x + dy * direction.y;
        const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
        if (ahead < 1) continue;
        const cost = ahead + 2 * aside;
        if (!best || cost < best.cost) best = { cell, cost };
    }
    return best?.cell;
}
