// The clocks of a game on this device, on a time of their own: whose runs, what is paid, and what a take-back does.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptGame } from '../../src/table/game';

const chosen = vi.hoisted(() => ({ times: [] as number[] }));

vi.mock('../../src/core/core', async () => {
    const { Module } = await import('../../src/core/module');
    const wasm = process.env.TAVOLA_WASM ?? resolve(import.meta.dirname, '../../../build/wasm/tavola.wasm');
    const module = await Module.start(await WebAssembly.compile(readFileSync(wasm)));
    const ask = async (question: object) => JSON.parse(module.answer(JSON.stringify(question)));
    type Words = { game: string; settings: object; moves: string[] };
    const match = ({ game, settings, moves }: Words, end?: { why: string; player?: number }) =>
        ask({ verb: 'match', game, settings, played: moves, ...(end ? { end } : {}) });
    return {
        Broken: class extends Error {},
        Stopped: class extends Error {},
        core: {
            ask,
            board: (rules: object) => ask({ verb: 'board', ...rules }),
            position: (rules: object, position?: string) =>
                ask({ verb: 'show', ...rules, ...(position ? { position } : {}) }),
            match,
            choose: async (game: Words, _level: number, time: number) => {
                chosen.times.push(time);
                return (await match(game)).moves[0].move as string;
            },
        },
    };
});
vi.mock('../../src/house/lead', () => ({
    lead: (_name: string, change: (leads: boolean) => void) => {
        change(true);
        return { take: () => {}, close: () => {} };
    },
}));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
        return stored.size;
    },
});
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('removeEventListener', () => {});

const { Table } = await import('../../src/table/table.svelte');
const { find, keep } = await import('../../src/table/game');

const opened: InstanceType<typeof Table>[] = [];
async function open(more: Partial<KeptGame> = {}) {
    const game: KeptGame = {
        id: 'a',
        game: 'trilha',
        settings: {},
        moves: [],
        seats: ['person', 'person'],
        clock: { initial: 60_000, increment: 0, left: [60_000, 60_000] },
        begun: 1,
        changed: 1,
        ...more,
    };
    keep(game);
    const table = new Table(game);
    opened.push(table);
    // The page has been open for a while.
    await vi.advanceTimersByTimeAsync(100_000);
    const loading = table.load();
    await vi.advanceTimersByTimeAsync(0);
    await loading;
    return table;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);
const left = (table: InstanceType<typeof Table>) => table.left.map((time) => Math.round(time / 1000));

beforeEach(() => {
    stored.clear();
    chosen.times = [];
    vi.useFakeTimers();
});
afterEach(() => {
    for (const table of opened.splice(0)) table.close();
    vi.useRealTimers();
});

describe('the clocks of a table', () => {
    it('run for the player to move alone', async () => {
        const table = await open();
        await pass(10);
        expect(left(table)).toEqual([50, 60]);
        await table.play('d2');
        await pass(5);
        expect(left(table)).toEqual([50, 55]);
        await table.play('f4');
        await pass(20);
        expect(left(table)).toEqual([30, 55]);
    });
    it('give the increment for a whole move, and store what is left with it', async () => {
        const table = await open({ clock: { initial: 60_000, increment: 3_000, left: [60_000, 60_000] } });
        await pass(10);
        await table.play('d2');
        expect(find('a')!.clock!.left).toEqual([53_000, 60_000]);
        expect(find('a')!.moves).toEqual(['d2']);
    });
    it('go on after a take-back for whoever is to move again, and nothing is given back', async () => {
        const table = await open();
        await pass(10);
        await table.play('d2');
        await pass(7);
        await table.undo();
        expect(table.turn).toBe(0);
        expect(find('a')!.moves).toEqual([]);
        expect(find('a')!.clock!.left).toEqual([50_000, 53_000]);
        await pass(20);
        expect(left(table)).toEqual([30, 53]);
        await pass(29);
        expect(table.result).toBeUndefined();
        await pass(2);
        expect(table.result).toMatchObject({ why: 'time', status: 'o' });
    });
    it('end the game when they run out, and stand still from then on', async () => {
        const table = await open();
        await pass(10);
        await table.play('d2');
        await pass(59);
        expect(table.result).toBeUndefined();
        await pass(2);
        expect(find('a')!.result).toMatchObject({ why: 'time', status: 'x' });
        expect(left(table)).toEqual([50, 0]);
        await pass(30);
        expect(left(table)).toEqual([50, 0]);
        expect(table.canUndo).toBe(false);
    });
    it('stand still once the game is over', async () => {
        const table = await open();
        await pass(10);
        await table.resign(0);
        const before = left(table);
        await pass(300);
        expect(left(table)).toEqual(before);
        expect(table.result).toMatchObject({ why: 'resignation' });
    });
    it('are paid for when the page is closed, without an increment', async () => {
        const table = await open({ clock: { initial: 60_000, increment: 3_000, left: [60_000, 60_000] } });
        await pass(25);
        table.close();
        expect(find('a')!.clock!.left).toEqual([35_000, 60_000]);
        await pass(25);
        expect(find('a')!.clock!.left).toEqual([35_000, 60_000]);
    });
    it('leave the computer a thirtieth of its time, and a moment at least', async () => {
        await open({
            seats: ['level:1', 'person'],
            clock: { initial: 9_000, increment: 0, left: [9_000, 9_000] },
        });
        await pass(2);
        expect(chosen.times).toEqual([300]);
        await open({
            id: 'b',
            seats: ['level:1', 'person'],
            clock: { initial: 900, increment: 0, left: [900, 900] },
        });
        await pass(0.1);
        expect(chosen.times.at(-1)).toBe(50);
        await open({ id: 'c', seats: ['level:9', 'person'] });
        await pass(0.1);
        expect(chosen.times.at(-1)).toBe(1500);
    });
});
