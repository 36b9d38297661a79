// What makes a drawing look made by hand: grain, brush strokes, stones. Irregular, yet the same every time.
import { circleOf, type Layout, type Point } from '../layout';
import type { Topology } from '../../core/types';

/** Numbers in [0, 1), always the same for a seed. */
export function numbers(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state + 0x9e3779b9) | 0;
        let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
        return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
    };
}

export const polygon = (points: Point[]): string =>
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** A board's lines as one path. A closed line is a circle. */
export function linesPath(board: Topology, { at }: Layout): string {
    return board.lines
        .map(({ cells, closed }) => {
            const points = cells.map(at);
            if (!closed) return polygon(points).slice(0, -1);
            const { x, y, r } = circleOf(points);
            return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`;
        })
        .join('');
}

/** The grain of a plank around the middle: lines that part around an eye. `half` is the plank's half width at a height. */
export function grain(seed: number, gap: number, height: number, half: (y: number) => number): string {
    const next = numbers(seed);
    const [eyeX, eyeY] = [(next() - 0.5) * height, (next() - 0.5) * height * 0.5];
    const [phase, sway] = [next() * 6, height * 0.02];
    let path = '';
    for (let y = -height / 2; y < height / 2; y += gap * (0.35 + 1.3 * next())) {
        const width = half(y);
        const away = y - eyeY;
        const start = next() < 0.3 ? (next() * 2 - 1) * width : -width;
        const step = Math.max(height / 9, 40);
        for (let x = start; ; x = Math.min(x + step, width)) {
            const open = height * 0.035 * Math.exp(-(((x - eyeX) / height / 0.28) ** 2));
            const bent =
                eyeY + Math.sign(away) * Math.hypot(away, open) + sway * Math.sin(x / 170 + phase + y / 260);
            const to = `${x.toFixed(0)} ${Math.max(-height / 2, Math.min(height / 2, bent)).toFixed(1)}`;
            path += x === start ? `M${to}` : `S${(x - step / 2).toFixed(0)} ${to.split(' ')[1]} ${to}`;
            if (x >= width) break;
        }
    }
    return path;
}

/** A brush stroke through points, thick and thin. */
export function brush(points: Point[], width: number, seed: number, closed = false): string {
    const next = numbers(seed);
    const [a, b] = [next() * 6, next() * 6];
    const count = points.length;
    const side = (sign: number) =>
        points.map(({ x, y }, i) => {
            const before = points[closed ? (i + count - 1) % count : Math.max(0, i - 1)]!;
            const after = points[closed ? (i + 1) % count : Math.min(count - 1, i + 1)]!;
            const [dx, dy] = [after.x - before.x, after.y - before.y];
            const length = Math.hypot(dx, dy) || 1;
            const turn = (i / count) * 2 * Math.PI;
            const pressed =
                1 + 0.3 * Math.sin(turn * 2 + a) + 0.15 * Math.sin(turn * 7 + b) + 0.25 * (next() - 0.5);
            const half = (width / 2) * pressed * sign;
            return { x: x - (dy / length) * half, y: y + (dx / length) * half };
        });
    return closed
        ? polygon(side(1)) + polygon(side(-1).reverse())
        : polygon([...side(1), ...side(-1).reverse()]);
}

/** `count` points from one to another, ends included. */
export const between = (from: Point, to: Point, count: number): Point[] =>
    Array.from({ length: count }, (_, i) => {
        const part = i / (count - 1);
        return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    });

/** Points round a circle. */
export const round = ({ x, y, r }: Point & { r: number }, count: number): Point[] =>
    Array.from({ length: count }, (_, i) => {
        const angle = (i / count) * 2 * Math.PI;
        return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
    });

/** A square tile paved with count x count uneven stones, sorted into `tones` paths. Its edges fit each other. */
export function stones(size: number, count: number, tones: number, seed: number): string[] {
    const next = numbers(seed);
    const step = size / count;
    const shift = Array.from({ length: count * count }, () => ({
        x: (next() - 0.5) * step * 0.42,
        y: (next() - 0.5) * step * 0.42,
    }));
    const corner = (column: number, row: number) => {
        const { x, y } = shift[(row % count) * count + (column % count)]!;
        return { x: column * step + x, y: row * step + y };
    };
    const paths = new Array<string>(tones).fill('');
    for (let row = 0; row < count; ++row)
        for (let column = 0; column < count; ++column) {
            const corners = [
                corner(column, row),
                corner(column + 1, row),
                corner(column + 1, row + 1),
                corner(column, row + 1),
            ];
            const middle = circleOf(corners);
            const stone = polygon(
                corners.map(({ x, y }) => ({
                    x: middle.x + (x - middle.x) * 0.9,
                    y: middle.y + (y - middle.y) * 0.9,
                })),
            );
            paths[Math.floor(next() * tones)] += stone;
        }
    return paths;
}
