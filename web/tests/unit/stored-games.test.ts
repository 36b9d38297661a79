// Games in the browser's storage: which are read, which are left alone, and what may be written over.
import { beforeEach, describe, expect, it, vi } from 'vitest';

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
const { all, find, keep, look, parseGame, unreadable, version } = await import('../../src/table/game');

const game = (more: object = {}) => ({
    id: 'a',
    game: 'trilha',
    settings: { preset: 'recomendada' },
    moves: ['d2', 'f4'],
    seats: ['person', 'level:3'],
    begun: 1,
    changed: 2,
    ...more,
});
const put = (id: string, value: unknown) => stored.set(`tavola.game.${id}`, JSON.stringify(value));
const raw = (id: string) => stored.get(`tavola.game.${id}`);
beforeEach(() => stored.clear());

describe('a stored game', () => {
    it('from before there were versions is read unchanged', () => {
        const old = game({
            start: 'x',
            clock: { initial: 60_000, increment: 0, left: [1, 2] },
            result: { status: 'x', why: 'blocked' },
            throws: ['mo'],
            other: 'something of an earlier page',
        });
        put('a', old);
        expect(find('a')).toEqual(old);
        expect(all()).toEqual([old]);
    });

    it('is written with its version', () => {
        put('a', game());
        expect(keep(find('a')!)).toBe(true);
        expect(JSON.parse(raw('a')!)).toMatchObject({ ...game(), changed: expect.any(Number), version });
    });

    it('of a newer version is refused and stays as it is', () => {
        const newer = { ...game(), version: version + 1, moves: { packed: 'd2f4' } };
        put('a', newer);
        const before = raw('a');
        expect(look('a')).toEqual({ fault: 'newer' });
        expect(find('a')).toBeUndefined();
        expect(all()).toEqual([]);
        expect(unreadable()).toEqual({ newer: 1, damaged: 0 });
        expect(keep(game() as Parameters<typeof keep>[0])).toBe(false);
        expect(raw('a')).toBe(before);
    });

    const damage: [string, unknown][] = [
        ['no object', 7],
        ['nothing', null],
        ['a list', [game()]],
        ['another id', game({ id: 'b' })],
        ['an unknown game', game({ game: 'chess' })],
        ['settings that are no texts', game({ settings: { rings: 3 } })],
        ['no settings', game({ settings: null })],
        ['moves that are no texts', game({ moves: ['d2', 4] })],
        ['moves as a text', game({ moves: 'd2' })],
        ['nobody', game({ seats: [] })],
        ['a seat for nobody known', game({ seats: ['person', 'dog'] })],
        ['a clock without times', game({ clock: { initial: 1, increment: 0 } })],
        ['a clock for others', game({ clock: { initial: 1, increment: 0, left: [1] } })],
        ['a result without a reason', game({ result: { status: 'x' } })],
        ['throws that are no texts', game({ throws: [null] })],
        ['no date', game({ changed: 'today' })],
    ];
    it.each(damage)('with %s is damaged, and harms no other', (_, value) => {
        expect(parseGame('a', value)).toEqual({ fault: 'damaged' });
        put('a', value);
        put('c', game({ id: 'c' }));
        expect(all().map(({ id }) => id)).toEqual(['c']);
        expect(unreadable()).toEqual({ newer: 0, damaged: 1 });
        expect(raw('a')).toBe(JSON.stringify(value));
    });

    it('that is no JSON is damaged, not missing', () => {
        stored.set('tavola.game.a', '{"id":');
        expect(look('a')).toEqual({ fault: 'damaged' });
        expect(look('b')).toEqual({ fault: 'missing' });
        expect(all()).toEqual([]);
    });
});

describe('what another tab has stored', () => {
    it('is not written over, whether with more moves or with fewer', () => {
        put('a', game());
        const [here, there] = [find('a')!, find('a')!];
        expect(keep({ ...there, moves: ['d2', 'f4', 'd6'] })).toBe(true);
        const before = raw('a');
        expect(keep({ ...here, moves: ['d2', 'f4', 'b2', 'b4'] })).toBe(false);
        expect(keep({ ...here, moves: ['d2'] })).toBe(false);
        expect(raw('a')).toBe(before);
        // Whoever has read it goes on.
        const read = find('a')!;
        expect(keep({ ...read, moves: read.moves.slice(0, 1) })).toBe(true);
    });

    it('differs from what was here even within one millisecond', () => {
        vi.useFakeTimers({ now: 1000 });
        try {
            put('a', game());
            const [here, there] = [find('a')!, find('a')!];
            keep(there);
            const first = there.changed;
            keep(there);
            expect(there.changed).toBeGreaterThan(first);
            expect(keep(here)).toBe(false);
        } finally {
            vi.useRealTimers();
        }
    });
});
