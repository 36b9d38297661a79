// Playing through the house, without a screen: who is away, what is said, whose seat it is.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { absentees, changes, type Presence } from '../../src/online/absence';
import { Room } from '../../src/online/room.svelte';
import { heldIn, hold, release } from '../../src/online/seats';
import type { House, Told } from '../../src/online/socket.svelte';
import { face } from '../../src/table/clock';

vi.mock('../../src/core/core', async () => {
    const { Module } = await import('../../src/core/module');
    const wasm = process.env.TAVOLA_WASM ?? resolve(import.meta.dirname, '../../../build/wasm/tavola.wasm');
    const module = Module.start(await WebAssembly.compile(readFileSync(wasm)));
    const ask = async (question: object) => JSON.parse((await module).answer(JSON.stringify(question)));
    return {
        core: {
            ask,
            board: (rules: object) => ask({ verb: 'board', ...rules }),
            position: (rules: object, position?: string) =>
                ask({ verb: 'show', ...rules, ...(position ? { position } : {}) }),
            match: (played: object) => ask({ verb: 'match', ...played }),
        },
    };
});

const id = 'k3v9x2p7q4m8n5zt';

/** The house's end of the line: hears what is asked, tells what it likes. */
class Line {
    asked: Record<string, unknown>[] = [];
    answer: (message: Record<string, unknown>) => Told = () => ({ kind: 'done' });
    private listener: (told: Told) => void = () => {};
    readonly line = 'open';
    listen = (listener: (told: Told) => void) => {
        this.listener = listener;
        return () => {};
    };
    onopen = (opener: () => void) => (opener(), () => {});
    ask = async (message: Record<string, unknown>) => {
        this.asked.push(message);
        return this.answer(message);
    };
    /** Done once the room has taken it in. */
    tell(told: Record<string, unknown>, to = room): Promise<void> {
        this.listener({ room: id, ...told } as Told);
        return to['queue'];
    }
}

const state = { phase: 'playing', number: 4, agreed: {} };
const numbered = (events: object[], first = 1) =>
    events.map((event, i) => ({ number: first + i, at: 1_790_000_000_000, ...event }));
const begun = (more: { made?: object; ana?: object } = {}) =>
    numbered([
        { kind: 'made', game: 'pretoa', settings: {}, seats: 2, ...more.made },
        { kind: 'sat', seat: 0, name: 'Ana', ...more.ana },
        { kind: 'sat', seat: 1, name: 'Rui' },
        { kind: 'began' },
    ]);

let line: Line, room: Room;
beforeEach(() => {
    vi.stubGlobal('setInterval', () => 0);
    release(id);
    line = new Line();
    room = new Room(id, () => {}, line as unknown as House);
    room.enter();
});

describe('who is away', () => {
    const presence: Presence = {
        seats: [true, false],
        away: [null, 5_000],
        at: 6_000,
        claim_after: 180_000,
        heard: 1_000_000,
    };
    const anybody = () => true;

    it('is waited for by the house’s clock, whatever this device shows', () => {
        expect(absentees(presence, [1], anybody, 1_000_000)).toEqual([{ seat: 1, wait: 179_000 }]);
        expect(absentees(presence, [1], anybody, 1_178_999)).toEqual([{ seat: 1, wait: 1 }]);
        expect(absentees(presence, [1], anybody, 1_300_000)).toEqual([{ seat: 1, wait: 0 }]);
    });
    it('is not waited for where nothing can be claimed', () => {
        const { claim_after: _, ...days } = presence;
        expect(absentees(days, [1], anybody, 1_000_000)).toEqual([{ seat: 1 }]);
        expect(absentees(presence, [1], () => false, 1_000_000)).toEqual([{ seat: 1 }]);
    });
    it('is nobody who is here, and nobody who is not asked for', () => {
        expect(absentees(presence, [0], anybody, 1_000_000)).toEqual([]);
    });
    it('is told of three times at most', () => {
        const heard: string[] = [];
        let before: ReturnType<typeof absentees> = [];
        const look = (now: typeof before) => {
            heard.push(...changes(before, now).map(({ kind, seat }) => `${kind} ${seat}`));
            before = now;
        };
        for (const wait of [900, 600, 300, 0, 0, 0]) look([{ seat: 1, wait }]);
        look([]);
        look([]);
        expect(heard).toEqual(['left 1', 'claim 1', 'back 1']);
    });

    it('is an opponent at this table, and no computer', async () => {
        hold({ room: id, token: 't'.repeat(22), seat: 0, name: 'Ana', game: 'pretoa', changed: 1 });
        await line.tell({ kind: 'room', seat: 0, events: begun(), state });
        await line.tell({ kind: 'presence', ...presence, at: Date.now(), away: [null, Date.now() - 1_000] });
        const [away] = room.absent(Date.now());
        expect(away!.seat).toBe(1);
        expect(away!.wait).toBeGreaterThan(170_000);
        expect(away!.wait).toBeLessThanOrEqual(179_000);
        await room.claim();
        expect(line.asked.at(-1)).toEqual({ kind: 'claim', room: id });
        const over = [
            { kind: 'left', seat: 1, why: 'absence' },
            { kind: 'over', status: 'x', why: 'absence' },
        ];
        await line.tell({
            kind: 'events',
            events: numbered(over, 5),
            state: { ...state, phase: 'over', number: 6 },
        });
        expect(room.result).toEqual({ status: 'x', why: 'absence' });
        expect(room.absent(Date.now())).toEqual([]);
    });
    it('is nobody’s to claim for who looks on', async () => {
        await line.tell({ kind: 'room', seat: null, events: begun(), state });
        await line.tell({ kind: 'presence', ...presence });
        expect(room.absent(Date.now())).toEqual([{ seat: 1 }]);
    });
});

describe('what is said', () => {
    it('is all kept, in order, as it was written', async () => {
        await line.tell({ kind: 'room', seat: null, events: begun({ made: { chat: 'free' } }), state });
        expect(room.chat).toBe('free');
        const said = [
            { kind: 'said', seat: 0, phrase: 'hello' },
            { kind: 'said', seat: 1, text: '<b>Olá</b>' },
        ];
        await line.tell({ kind: 'events', events: numbered(said, 5), state: { ...state, number: 6 } });
        expect(room.said).toMatchObject(said);
        await room.say({ text: 'Boa ideia!' });
        expect(line.asked.at(-1)).toEqual({ kind: 'say', room: id, text: 'Boa ideia!' });
    });
    it('is the house’s phrases where nothing else was asked for', async () => {
        await line.tell({ kind: 'room', seat: null, events: begun(), state });
        expect(room.chat).toBe('phrases');
    });
});

describe('a long room', () => {
    it('is asked for page by page, and shown when all of it is there', async () => {
        const said = (number: number) => ({
            kind: 'said',
            seat: 0,
            phrase: 'hello',
            number,
            at: 1_790_000_000_000,
        });
        const long = { ...state, number: 7 };
        line.asked = [];
        await line.tell({ kind: 'room', seat: null, events: begun(), state: long, more: true });
        expect(line.asked).toEqual([{ kind: 'watch', room: id, after: 4 }]);
        expect(room.phase).toBe('');
        await line.tell({ kind: 'room', seat: null, events: [said(5), said(6)], state: long, more: true });
        expect(line.asked[1]).toEqual({ kind: 'watch', room: id, after: 6 });
        await line.tell({ kind: 'room', seat: null, events: [said(7)], state: long });
        expect(line.asked).toHaveLength(2);
        expect(room.phase).toBe('playing');
        expect(room.said.map(({ number }) => number)).toEqual([5, 6, 7]);
    });
});

describe('a seat', () => {
    const seat = {
        room: id,
        token: 't'.repeat(22),
        seat: 0,
        name: 'Ana',
        game: 'pretoa' as const,
        changed: 1,
    };

    it('is found by the house, without a token', async () => {
        expect(line.asked[0]).toEqual({ kind: 'watch', room: id });
        await line.tell({ kind: 'room', seat: 1, events: begun(), state });
        expect(room.mine).toBe(1);
        expect(room.open).toBe(false);
    });
    it('is lost when the house no longer knows who sits there', async () => {
        await line.tell({ kind: 'room', seat: 1, events: begun(), state });
        await line.tell({ kind: 'room', seat: null, events: [], state });
        expect(room.mine).toBeUndefined();
    });
    it('of an account leaves no token on the device', async () => {
        hold(seat);
        await line.tell({ kind: 'room', seat: 0, events: begun({ ana: { member: true } }), state });
        expect(heldIn(id)).toBeUndefined();
        expect(room.mine).toBe(0);
        expect(room.seats.map(({ member }) => !!member)).toEqual([true, false]);
    });
    it('that is signed over leaves none either', async () => {
        hold(seat);
        await line.tell({ kind: 'room', seat: 0, events: begun(), state });
        expect(heldIn(id)).toEqual(seat);
        const events = numbered([{ kind: 'signed', seat: 0 }], 5);
        await line.tell({ kind: 'events', events, state: { ...state, number: 5 } });
        expect(heldIn(id)).toBeUndefined();
        // The name was a guest's, and might be anybody's.
        expect(room.seats[0]!.member).toBeFalsy();
    });
    it('that a guest takes is kept by its token, that of an account is not', async () => {
        const gathering = { ...state, phase: 'gathering', number: 2 };
        await line.tell({ kind: 'room', seat: null, events: begun().slice(0, 2), state: gathering });
        line.answer = () => ({ kind: 'seated', seat: 1 });
        await room.join('Rui', 'r'.repeat(22));
        expect(heldIn(id)).toMatchObject({ seat: 1, token: 'r'.repeat(22) });
        const events = numbered([{ kind: 'sat', seat: 1, name: 'Rui', member: true }], 3);
        await line.tell({ kind: 'events', events, state: { ...gathering, number: 3 } });
        expect(heldIn(id)).toBeUndefined();
        // And if the house was quicker to tell than to answer:
        await room.join('Rui', 'r'.repeat(22));
        expect(heldIn(id)).toBeUndefined();
    });
    it('goes along to a rematch that is agreed on now, not to an old one', async () => {
        const rematch = { kind: 'rematch', room: 'n'.repeat(16) };
        await line.tell({ kind: 'room', seat: 0, events: [...begun(), ...numbered([rematch], 5)], state });
        expect([room.next, room.moving]).toEqual(['n'.repeat(16), false]);
        const other = new Room(id, () => {}, line as unknown as House);
        other.enter();
        await line.tell({ kind: 'room', seat: 0, events: begun(), state }, other);
        const events = numbered([rematch], 5);
        await line.tell({ kind: 'events', events, state: { ...state, number: 5 } }, other);
        expect([other.next, other.moving]).toEqual(['n'.repeat(16), true]);
    });
});

it('a clock shows what matters', () => {
    expect([
        face(0),
        face(61_000),
        face(19_940, 20_000),
        face(3_600_000),
        face(3 * 86_400_000 - 1_000),
    ]).toEqual(['0:00', '1:01', '0:20.0', '1:00:00', '71:59:59']);
});
