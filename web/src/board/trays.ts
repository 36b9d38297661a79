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
    /** Where Niout's sticks lie. */
    sticks: Box | null;
}

/** Board, trays and sticks put together: trays at the sides, or below in a narrow room. */
export function tableOf(game: GameId, layout: Layout, players: number, narrow: boolean): Table {
    const { x, y, width, height } = layout.bounds;
    const sticks = game === 'niout';
    const gap = 16;
    const row = (n: number, of: number, box: Box): Box => ({
        ...box,
        y: box.y + (n * (box.height + gap)) / of,
        height: (box.height + gap) / of - gap,
    });
    // Clockwise from the top left, so that partners face each other.
    const rows = players > 2 ? 2 : 1;
    const place = (player: number) => ({ right: player === 1 || player === 2, lower: player > 1 });
    if (narrow) {
        const tall =
            layout.man *
            (sticks || game === 'trilha' ? 4.6 : game === 'trench' ? 4.6 : 2.8) *
            (rows > 1 ? 1.3 : 1);
        const middle = sticks ? width * 0.34 : 0;
        const side = (width - middle) / 2 - gap;
        const strip = y + height + gap;
        return {
            view: { x, y, width, height: height + tall + 2 * gap },
            trays: Array.from({ length: players }, (_, player) => {
                const { right, lower } = place(player);
                const box = {
                    x: right ? x + width - side - gap / 2 : x + gap / 2,
                    y: strip,
                    width: side,
                    height: tall,
                };
                return row(lower ? 1 : 0, rows, box);
            }),
            sticks: sticks ? { x: x + (width - middle) / 2, y: strip, width: middle, height: tall } : null,
        };
    }
    const side = Math.max(layout.man * 5.2, width * (sticks ? 0.26 : 0.2));
    const third = sticks ? 3 : rows;
    return {
        view: { x: x - side - gap, y, width: width + 2 * (side + gap), height },
        trays: Array.from({ length: players }, (_, player) => {
            const { right, lower } = place(player);
            const box = {
                x: right ? x + width + gap : x - side - gap,
                y: y + gap,
                width: side,
                height: height - 2 * gap,
            };
            return row(lower ? third - 1 : 0, third, box);
        }),
        sticks: sticks
            ? row(1, 3, { x: x + width + gap, y: y + gap, width: side, height: height - 2 * gap })
            : null,
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

/** The heaps of one player's tray. They shrink until all fit. */
export function heapsOf(men: readonly Standing[], player: number, box: Box, radius: number): Heap[] {
    const own = men.filter((man) => man.beside && keeper(man) === player).sort((a, b) => order(a) - order(b));
    for (let scale = 0.8; ; scale *= 0.9) {
        const heaps = lay(own, box, radius * scale);
        const bottom = Math.max(
            0,
            ...heaps.flatMap((heap) => heap.places.map((place) => place.y + heap.radius)),
        );
        if (bottom <= box.y + box.height || scale < 0.3) return heaps;
    }
}

// What is still to come first, then what has arrived, then the captured by rank.
const order = (man: Standing) => ['hand', 'home', 'taken'].indexOf(man.beside ?? '') * 10 - man.rank;

function lay(men: readonly Standing[], box: Box, radius: number): Heap[] {
    const pad = radius * 0.4;
    const step = radius * 1.05;
    const [left, right] = [box.x + pad + radius, box.x + box.width - pad - radius];
    const line = 2 * radius + pad;
    const numberWidth = radius * 1.7;
    let x = left;
    // Above them the name of the side and the score are written.
    let y = box.y + titleHeight + radius;
    let kind: string | undefined;
    return men.map((man) => {
        const count = Math.min(man.count, most);
        const needed = (count - 1) * step + numberWidth;
        // A new kind, or a heap that would be cut, starts a line of its own.
        if (x > left && (man.beside !== kind || (x + needed > right && left + needed <= right)))
            [x, y] = [left, y + line];
        kind = man.beside;
        const places: Point[] = [];
        for (let i = 0; i < count; ++i) {
            if (i > 0) x += step;
            if (x + (i === count - 1 ? numberWidth - radius : 0) > right && i > 0) [x, y] = [left, y + line];
            places.push({ x, y });
        }
        const number = { x: x + radius + numberWidth / 2, y };
        x = number.x + numberWidth / 2 + radius;
        if (x > right) [x, y] = [left, y + line];
        return { key: keyOf(man, man.player, man.rank), man, radius, places, number };
    });
}

export const titleHeight = 40;
