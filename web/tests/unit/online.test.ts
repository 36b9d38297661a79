// Playing through the house, without a screen: who is away, what is said, whose seat it is.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { absentees, changes, type Presence } from '../../src/online/absence';
import { Late, Room } from '../../src/online/room.svelte';
import { heldIn, hold, moveOf, release } from '../../src/online/seats';
import { Lost, NotDone, type House, type Told } from '../../src/online/socket.svelte';
import { face } from '../../src/table/clock';

/** The core fails so many times. */
const failing = vi.hoisted(() => ({ times: 0 }));

vi.mock('../../src/core/core', async () => {
    const { Module } = await import('../../src/core/module');
    const wasm = process.env.TAVOLA_WASM ?? resolve(import.meta.dirname, '../../../build/wasm/tavola.wasm');
    const module = Module.start(await WebAssembly.compile(readFileSync(wasm)));
    const ask = async (question: object) => {
        if (failing.times > 0 && failing.times--) throw new Error('the worker is gone');
        return JSON.parse((await module).answer(JSON.stringify(question)));
    };
    return {
        core: {
            ask,
            board: (rules: object) => ask({ verb: 'board', ...rules }),
            position: (rules: object, position?: string) =>
                ask({ verb: 'show', ...rules, ...(position ? { position } : {}) }),
            match: ({ moves, ...rules }: { moves: string[] }) =>
                ask({ verb: 'match', ...rules, played: moves }),
        },
    };
});

const id = 'k3v9x2p7q4m8n5zt';

/** The house's end of the line: hears what is asked, tells what it likes. */
class Line {
    asked: Record<string, unknown>[] = [];
    answer: (message: Record<string, unknown>) => Told | Promise<Told> = () => ({ kind: 'done' });
    private listener: (told: Told) => void = () => {};
    private opener = () => {};
    line = 'open';
    listen = (listener: (told: Told) => void) => {
        this.listener = listener;
        return () => {};
    };
    onopen = (opener: () => void) => ((this.opener = opener)(), () => {});
    ask = async (message: Record<string, unknown>, _kinds: string[], how: { id?: string } = {}) => {
        if (this.line !== 'open') throw new Lost();
        this.asked.push({ ...message, ...(how.id ? { id: how.id } : {}) });
        return this.answer(message);
    };
    /** Comes back, and hears what is asked from now on. */
    back() {
        this.line = 'open';
        this.asked = [];
        this.opener();
    }
    /** Done once the room has taken it in. */
    tell(told: Record<string, unknown>, to = room): Promise<void> {
        this.listener({ room: id, ...told } as Told);
        return to['queue'];
    }
}

/** A promise to be kept later. */
function later<T>() {
    let resolve: (value: T) => void = () => {};
    let reject: (error: Error) => void = () => {};
    const promise = new Promise<T>((yes, no) => ((resolve = yes), (reject = no)));
    return { promise, resolve, reject };
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

    it('is nobody who has just sat down, but whoever has left since', async () => {
        hold({ room: id, token: 't'.repeat(22), seat: 0, name: 'Ana', game: 'pretoa', changed: 1 });
        const events = begun();
        const gathering = { phase: 'gathering', number: 2, agreed: {} };
        await line.tell({ kind: 'room', seat: 0, events: events.slice(0, 2), state: gathering });
        // Rui's seat is free, and is taken a moment later.
        const at = 1_790_000_000_000;
        await line.tell({
            kind: 'presence',
            seats: [true, false],
            away: [null, null],
            at: at - 1,
            watchers: 0,
        });
        await line.tell({ kind: 'events', events: events.slice(2), state });
        expect(room.absent(at)).toEqual([]);
        await line.tell({
            kind: 'presence',
            seats: [true, false],
            away: [null, at],
            at: at + 1,
            watchers: 0,
        });
        expect(room.absent(at).map(({ seat }) => seat)).toEqual([1]);
    });
    it('is so also for whoever enters later, in whatever order that is told', async () => {
        await line.tell({
            kind: 'presence',
            seats: [true, false],
            away: [null, 1],
            at: 1_790_000_000_001,
            watchers: 1,
        });
        await line.tell({ kind: 'room', seat: null, events: begun(), state });
        expect(room.absent(Date.now()).map(({ seat }) => seat)).toEqual([1]);
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

describe('a move', () => {
    const cells = () => room.position!.men.map(({ cell }) => cell);
    const refused: unknown[] = [];
    const kept = new Map<string, string>();
    beforeEach(async () => {
        refused.length = 0;
        kept.clear();
        vi.stubGlobal('sessionStorage', {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, value: string) => void kept.set(key, value),
            removeItem: (key: string) => void kept.delete(key),
        });
        hold({ room: id, token: 't'.repeat(22), seat: 0, name: 'Ana', game: 'pretoa', changed: 1 });
        room.exit();
        line = new Line();
        room = new Room(id, (error) => refused.push(error), line as unknown as House);
        room.enter();
        await line.tell({ kind: 'room', seat: 0, events: begun(), state });
        await vi.waitFor(() => expect(room.open).toBe(true));
        line.asked = [];
    });
    const moved = (mark: string, first = 5, word = 'c1-d1') =>
        numbered([{ kind: 'moved', seat: 0, move: word, id: mark }], first);
    const after = { ...state, number: 5 };
    const play = async () => {
        void room.play('c1-d1');
        await vi.waitFor(() => expect(cells()).toContain('d1'));
        return moveOf(id)!.id;
    };

    it('waits until the seat is claimed again, and is sent again under its own id', async () => {
        const lost = later<Told>();
        line.answer = ({ kind }) => (kind === 'move' ? lost.promise : { kind: 'room' });
        const mark = await play();
        expect(line.asked).toEqual([{ kind: 'move', room: id, move: 'c1-d1', number: 4, id: mark }]);
        line.line = 'lost';
        lost.reject(new Lost());
        await vi.waitFor(() => expect(room['here']).toBe(false));
        // Nothing is done about it before the answer to the claim.
        const claim = later<Told>();
        line.answer = ({ kind }) => (kind === 'watch' ? claim.promise : { kind: 'done' });
        line.back();
        await new Promise((done) => setTimeout(done, 20));
        expect(line.asked.map(({ kind, token }) => [kind, !!token])).toEqual([['watch', true]]);
        expect([cells().includes('d1'), room.open]).toEqual([true, false]);
        await line.tell({ kind: 'room', seat: 0, events: [], state });
        claim.resolve({ kind: 'room' });
        await vi.waitFor(() => expect(line.asked.at(-1)!.kind).toBe('move'));
        expect(line.asked.at(-1)).toMatchObject({ id: mark, number: 4 });
        await line.tell({ kind: 'events', events: moved(mark), state: after });
        expect([room.steps.length, room.open, moveOf(id), refused]).toEqual([1, false, undefined, []]);
    });
    it('that was played before the line was cut is not sent again', async () => {
        line.answer = () => Promise.reject(new Lost());
        line.line = 'lost';
        const mark = await play();
        line.answer = () => ({ kind: 'room' });
        line.back();
        await line.tell({ kind: 'room', seat: 0, events: moved(mark), state: after });
        await new Promise((done) => setTimeout(done, 20));
        expect(line.asked.map(({ kind }) => kind)).toEqual(['watch']);
        expect([room.steps.length, moveOf(id), refused]).toEqual([1, undefined, []]);
    });
    it('is never taken back between the answer and the event', async () => {
        const seen = new Set<boolean>();
        const open = new Set<boolean>();
        const done = later<Told>();
        line.answer = () => done.promise;
        const mark = await play();
        // The server tells everybody first.
        const told = line.tell({ kind: 'events', events: moved(mark), state: after });
        done.resolve({ kind: 'done' });
        let over = false;
        void told.then(() => (over = true));
        while (!over) {
            seen.add(cells().includes('d1'));
            open.add(room.open);
            for (let i = 0; i < 5; ++i) await Promise.resolve();
            await new Promise((done) => setTimeout(done));
        }
        expect([[...seen], [...open], room.steps.length]).toEqual([[true], [false], 1]);
    });
    it('goes back when the server refuses it, or the game has gone on without it', async () => {
        const no = new NotDone({ key: 'error.room.over', what: 'room' } as never);
        line.answer = () => Promise.reject(no);
        void room.play('c1-d1');
        await vi.waitFor(() => expect(refused).toEqual([no]));
        expect([cells().includes('d1'), moveOf(id), room.open]).toEqual([false, undefined, true]);
        line.answer = ({ kind }) => {
            if (kind === 'move')
                void line.tell({ kind: 'room', seat: 0, events: moved('other', 5, 'c2-d1'), state: after });
            return { kind: 'room' };
        };
        void room.play('c1-d1');
        await vi.waitFor(() => expect(refused).toHaveLength(2));
        expect(refused[1]).toBeInstanceOf(Late);
        expect([cells().includes('c1'), room.steps.map(({ word }) => word)]).toEqual([true, ['c2-d1']]);
    });
    it('is found again by a page that was loaded anew', async () => {
        line.answer = () => Promise.reject(new Lost());
        line.line = 'lost';
        const mark = await play();
        room.exit();
        line = new Line();
        line.answer = ({ kind }) => ({ kind: kind === 'watch' ? 'room' : 'done' });
        room = new Room(id, () => {}, line as unknown as House);
        room.enter();
        await line.tell({ kind: 'room', seat: 0, events: begun(), state });
        await vi.waitFor(() => expect(line.asked.at(-1)!.kind).toBe('move'));
        expect(line.asked.at(-1)).toMatchObject({ id: mark, number: 4, move: 'c1-d1' });
        expect(cells()).toContain('d1');
    });
});

describe('a room that cannot be shown', () => {
    it('is shown as soon as the core works again', async () => {
        failing.times = 2;
        const told = line.tell({ kind: 'room', seat: 0, events: begun(), state });
        await vi.waitFor(() => expect(room.trouble).toBe(true));
        await told;
        expect([room.trouble, room.phase, room.match?.turn]).toEqual([false, 'playing', 0]);
    });
    it('is what the server says, even if it knows less than before', async () => {
        const events = numbered([{ kind: 'moved', seat: 0, move: 'c1-d1' }], 5);
        await line.tell({
            kind: 'room',
            seat: 1,
            events: [...begun(), ...events],
            state: { ...state, number: 5 },
        });
        expect(room.steps).toHaveLength(1);
        await line.tell({ kind: 'room', seat: 1, events: begun(), state });
        expect([room.steps.length, room.turn]).toEqual([0, 0]);
    });
});

it('what is told twice happens once', async () => {
    await line.tell({ kind: 'room', seat: 0, events: begun(), state });
    line.asked = [];
    const moved = numbered([{ kind: 'moved', seat: 0, move: 'c1-d1' }], 5);
    const after = { ...state, number: 5 };
    await line.tell({ kind: 'events', events: [begun()[3], ...moved], state: after });
    expect([room.steps.length, room.turn, line.asked]).toEqual([1, 1, []]);
    await line.tell({ kind: 'events', events: moved, state: after });
    expect([room.steps.length, room.turn, line.asked]).toEqual([1, 1, []]);
});

it('in a rematch everybody sits one seat further, with the same token', async () => {
    const next = 'm'.repeat(16);
    release(next);
    hold({ room: id, token: 'a'.repeat(26), seat: 1, name: 'Rui', game: 'pretoa', changed: 1, over: true });
    const rematch = numbered([{ kind: 'rematch', room: next }], 5);
    await line.tell({ kind: 'room', seat: 1, events: [...begun(), ...rematch], state });
    expect(heldIn(next)).toMatchObject({ seat: 0, token: 'a'.repeat(26), over: false });
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
