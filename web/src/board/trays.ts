// The men beside the board: a tray for each player, left and right of it, or under it where the room is narrow.
import type { GameId, Standing } from '../core/types';
import type { Layout, Point } from './layout';
import { keeper, keyOf } from './picture';

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

export interface Table {
    /** All that is drawn. */
    view: Box;
    /** One for each player. */
    trays: Box[];
    /** The height of a tray's heading. */
    title: number;
    /** Where Niout's sticks lie. */
    sticks: Box | null;
}

export interface Seating {
    players: number;
    /** The trays stand below the board. */
    narrow: boolean;
    /** The board is seen from the other side. */
    turned: boolean;
    title: number;
}

/** How many lines of men a tray has room for: at the side, and in the strip below. */
const lines: Record<GameId, { side: number; below: number }> = {
    trilha: { side: 6, below: 2 },
    abalone: { side: 2, below: 1 },
    trench: { side: 6, below: 2 },
    niout: { side: 2, below: 2 },
    policiais: { side: 4, below: 1 },
    pretoa: { side: 3, below: 1 },
};
/** Men beside the board are a little smaller. */
const smaller = 0.8;
const gap = 16;

/** Board, trays and sticks put together: trays at the sides, or below in a narrow room. Two sides sit across the
 *  table: the first below on the left, the second above on the right, as the board is first seen; more go round
 *  clockwise from the top left, so that partners face each other. */
export function tableOf(game: GameId, layout: Layout, { players, narrow, turned, title }: Seating): Table {
    const { x, y, width, height } = layout.bounds;
    const sticks = game === 'niout';
    const around = sticks || players > 2;
    const right = (player: number) => player === 1 || player === 2;
    const line = layout.man * smaller * lineHeight;
    const all = Array.from({ length: players }, (_, player) => player);
    if (narrow) {
        const rows = players > 2 ? 2 : 1;
        const tall = (title + (lines[game].below / rows) * line + 8) * rows + gap * (rows - 1);
        const middle = sticks ? width * 0.34 : 0;
        const side = (width - middle) / 2 - (sticks ? gap : gap / 2);
        const strip = y + height + gap;
        const each = (tall + gap) / rows - gap;
        return {
            title,
            view: { x, y, width, height: height + gap + tall + 4 },
            trays: all.map((player) => ({
                x: right(player) ? x + width - side : x,
                y: strip + (player > 1 ? each + gap : 0),
                width: side,
                height: each,
            })),
            sticks: sticks ? { x: x + side + gap, y: strip, width: middle, height: tall } : null,
        };
    }
    const side = Math.max(layout.man * 5.8, width * (sticks ? 0.26 : 0.2));
    const tall = around
        ? (height - 4 * gap) / 3
        : Math.min(height - 2 * gap, title + lines[game].side * line + 8);
    const upper = y + gap;
    const lower = y + height - gap - tall;
    const column = (onTheRight: boolean) => (onTheRight ? x + width + gap : x - side - gap);
    return {
        title,
        view: { x: x - side - gap - 4, y, width: width + 2 * (side + gap + 4), height },
        trays: all.map((player) => ({
            x: column(right(player)),
            y: (around ? player > 1 : (player === 0) !== turned) ? lower : upper,
            width: side,
            height: tall,
        })),
        sticks: sticks ? { x: column(true), y: (upper + lower) / 2, width: side, height: tall } : null,
    };
}

/** Men of one kind in a tray: where each lies, and where their number is written. */
export interface Heap {
    key: string;
    man: Standing;
    radius: number;
    places: Point[];
    number: Point;
}

/** More men than this are a number. */
const most = 12;

/** The heaps of one player's tray, below its title. They shrink until all fit. */
export function heapsOf(
    men: readonly Standing[],
    player: number,
    box: Box,
    radius: number,
    title: number,
): Heap[] {
    const own = men.filter((man) => man.beside && keeper(man) === player).sort((a, b) => order(a) - order(b));
    for (let scale = smaller; ; scale *= 0.9) {
        const heaps = lay(own, { ...box, y: box.y + title, height: box.height - title }, radius * scale);
        const low = heaps.every((heap) =>
            heap.places.every((place) => place.y + heap.radius <= box.y + box.height),
        );
        if (low || scale < 0.2) return heaps;
    }
}

// What is still to come first, then what has arrived, then the captured by rank.
const order = (man: Standing) => ['hand', 'home', 'taken'].indexOf(man.beside ?? '') * 10 - man.rank;

const lineHeight = 2.3;

function lay(men: readonly Standing[], box: Box, radius: number): Heap[] {
    const step = radius * 1.05;
    const numberWidth = radius * 1.7;
    const [left, right] = [box.x + radius * 1.4, box.x + box.width - radius * 1.2];
    let x = left;
    let y = box.y + radius;
    const newLine = () => {
        x = left;
        y += radius * lineHeight;
    };
    let kind: string | undefined;
    return men.map((man) => {
        const count = Math.min(man.count, most);
        const needed = (count - 1) * step + numberWidth;
        // A new kind, or a heap that would be cut and need not, starts a line of its own.
        if (x > left && (man.beside !== kind || (x + needed > right && left + needed <= right))) newLine();
        kind = man.beside;
        const places: Point[] = [];
        for (let i = 0; i < count; ++i) {
            if (i > 0) x += step;
            if (i > 0 && x + (i === count - 1 ? numberWidth : 0) > right) newLine();
            places.push({ x, y });
        }
        const number = { x: x + numberWidth, y };
        x = number.x + numberWidth;
        if (x > right) newLine();
        return { key: keyOf(man, man.player, man.rank), man, radius, places, number };
    });
}
