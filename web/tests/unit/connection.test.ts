// The connection to the server as a state machine, against a socket that does what the test says.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { House, Lost, NotDone } from '../../src/online/socket.svelte';

class Socket {
    static all: Socket[] = [];
    static readonly OPEN = 1;
    readyState = 0;
    sent: Record<string, unknown>[] = [];
    closed = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor(readonly url: string) {
        Socket.all.push(this);
    }
    send = (text: string) => void this.sent.push(JSON.parse(text));
    close() {
        // As in a browser, a socket that nobody answers takes its time: nothing is heard of it now.
        this.closed = true;
    }
    opens() {
        this.readyState = 1;
        this.onopen?.();
    }
    dies() {
        this.readyState = 3;
        this.onclose?.();
    }
    tells = (told: object) => this.onmessage?.({ data: JSON.stringify(told) });
    /** What was said, without pings. */
    get said() {
        return this.sent.filter(({ kind }) => kind !== 'ping');
    }
    get pings() {
        return this.sent.filter(({ kind }) => kind === 'ping');
    }
    answersPing = () => this.tells({ kind: 'pong', id: this.pings.at(-1)!.id });
}
const latest = () => Socket.all.at(-1)!;

let line: House;
let page: Record<string, () => void>;
beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    Socket.all = [];
    page = {};
    const on = (name: string, work: () => void) => void (page[name] = work);
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('location', { href: 'http://server/#/room/x', protocol: 'http:' });
    vi.stubGlobal('addEventListener', on);
    vi.stubGlobal('removeEventListener', () => {});
    vi.stubGlobal('document', {
        visibilityState: 'visible',
        addEventListener: on,
        removeEventListener: () => {},
    });
    line = new House();
    line.open();
});
afterEach(() => {
    line.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

describe('a dead line', () => {
    it('is asked whether it lives when nothing was heard for a while', () => {
        latest().opens();
        vi.advanceTimersByTime(14_000);
        expect(latest().pings).toHaveLength(0);
        latest().tells({ kind: 'presence' });
        vi.advanceTimersByTime(14_000);
        expect(latest().pings).toHaveLength(0);
        vi.advanceTimersByTime(1_000);
        expect(latest().pings).toHaveLength(1);
        latest().answersPing();
        vi.advanceTimersByTime(14_000);
        expect([line.line, Socket.all.length]).toEqual(['open', 1]);
    });
    it('that swallows everything is noticed, and another one is opened', () => {
        const first = latest();
        first.opens();
        vi.advanceTimersByTime(15_000);
        expect(line.line).toBe('open');
        vi.advanceTimersByTime(5_000);
        expect([line.line, first.closed]).toEqual(['lost', true]);
        vi.advanceTimersByTime(1_000);
        expect(Socket.all).toHaveLength(2);
        latest().opens();
        expect(line.line).toBe('open');
        // What the old one says at last is nobody's business.
        const heard: unknown[] = [];
        line.listen((told) => heard.push(told));
        first.tells({ kind: 'presence' });
        first.dies();
        expect([heard, line.line]).toEqual([[], 'open']);
    });
    it.each(['visibilitychange', 'online', 'pageshow'])('is asked at once on %s', (event) => {
        latest().opens();
        page[event]!();
        expect(latest().pings).toHaveLength(1);
        vi.advanceTimersByTime(5_000);
        expect(line.line).toBe('lost');
    });
    it('is not asked while nobody looks', () => {
        latest().opens();
        vi.stubGlobal('document', { ...document, visibilityState: 'hidden' });
        page.visibilitychange!();
        expect(latest().pings).toHaveLength(0);
    });
    it('is not taken for dead because the page slept', () => {
        latest().opens();
        vi.advanceTimersByTime(15_000);
        // The answer waits to be heard; the timer is an hour late.
        vi.setSystemTime(Date.now() + 3_600_000);
        vi.advanceTimersByTime(5_000);
        expect(line.line).toBe('open');
        expect(latest().pings).toHaveLength(2);
        latest().answersPing();
        vi.advanceTimersByTime(6_000);
        expect(line.line).toBe('open');
    });
    it('is noticed by a request that nobody answers', () => {
        latest().opens();
        line.ask({ kind: 'say' }, ['done']).catch(() => {});
        vi.advanceTimersByTime(4_000);
        expect(latest().pings).toHaveLength(1);
        vi.advanceTimersByTime(5_000);
        expect(line.line).toBe('lost');
    });
    it('that never opens is given up', () => {
        vi.advanceTimersByTime(10_000);
        expect([line.line, latest().closed]).toEqual(['lost', true]);
        vi.advanceTimersByTime(1_000);
        expect(Socket.all).toHaveLength(2);
    });
});

describe('another attempt', () => {
    it('comes later and later, until something is heard', () => {
        const waits: number[] = [];
        for (let i = 0; i < 8; ++i) {
            const before = Date.now();
            latest().dies();
            expect(line.line).toBe('lost');
            vi.advanceTimersToNextTimer();
            waits.push(Date.now() - before);
        }
        expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
        // A server that accepts and hangs up is no better than none.
        latest().opens();
        latest().dies();
        const before = Date.now();
        vi.advanceTimersToNextTimer();
        expect(Date.now() - before).toBe(15_000);
        latest().opens();
        latest().tells({ kind: 'pong' });
        latest().dies();
        vi.advanceTimersByTime(500);
        latest().opens();
        expect(line.line).toBe('open');
    });
    it('does not come at the same moment from every page', () => {
        vi.spyOn(Math, 'random').mockReturnValue(0);
        latest().dies();
        expect(line.again - Date.now()).toBe(375);
        vi.advanceTimersByTime(375);
        vi.spyOn(Math, 'random').mockReturnValue(1);
        latest().dies();
        expect(line.again - Date.now()).toBe(1250);
    });
    it('comes at once when the network is back', () => {
        for (let i = 0; i < 6; ++i) {
            latest().dies();
            vi.advanceTimersToNextTimer();
        }
        latest().dies();
        const before = Socket.all.length;
        page.online!();
        expect(Socket.all).toHaveLength(before + 1);
        // One attempt at a time.
        page.online!();
        page.pageshow!();
        expect(Socket.all).toHaveLength(before + 1);
    });
});

describe('a request', () => {
    it('is answered, or refused', async () => {
        latest().opens();
        const done = line.ask({ kind: 'say' }, ['done']);
        const refused = line.ask({ kind: 'say' }, ['done']);
        const [first, second] = latest().said;
        latest().tells({ kind: 'done', id: first!.id });
        latest().tells({ kind: 'refused', id: second!.id, error: { key: 'error.room.seated' } });
        expect((await done).kind).toBe('done');
        await expect(refused).rejects.toThrow(NotDone);
    });
    it('that must not be sent twice is lost with the line, and never sent while there is none', async () => {
        await expect(line.ask({ kind: 'say' }, ['done'])).rejects.toThrow(Lost);
        latest().opens();
        const said = line.ask({ kind: 'say' }, ['done']);
        latest().dies();
        await expect(said).rejects.toThrow(Lost);
        vi.advanceTimersByTime(500);
        latest().opens();
        expect(latest().said).toEqual([]);
    });
    it('that may be sent twice is sent on the next line under the same id, after the seat is claimed', async () => {
        line.onopen(() => line.ask({ kind: 'watch' }, ['room']).catch(() => {}));
        const joined = line.ask({ kind: 'join' }, ['seated'], { again: true });
        latest().opens();
        const { id } = latest().said.at(-1)!;
        for (let cut = 0; cut < 2; ++cut) {
            latest().dies();
            vi.advanceTimersByTime(1_000);
            latest().opens();
            expect(latest().said.map(({ kind }) => kind)).toEqual(['watch', 'join']);
            expect(latest().said.at(-1)!.id).toBe(id);
        }
        latest().tells({ kind: 'seated', id });
        expect((await joined).kind).toBe('seated');
        latest().dies();
        vi.advanceTimersByTime(1_000);
        latest().opens();
        expect(latest().said.map(({ kind }) => kind)).toEqual(['watch']);
    });
    it.each([true, false])('waits for no longer than half a minute (sent again: %s)', async (again) => {
        latest().opens();
        const lost = expect(line.ask({ kind: 'record' }, ['record'], { again })).rejects.toThrow(Lost);
        for (let second = 0; second < 30; ++second) {
            vi.advanceTimersByTime(1_000);
            if (latest().pings.length > 0) latest().answersPing();
        }
        await lost;
        expect(line.line).toBe('open');
    });
    it('ends with the line that is closed for good', async () => {
        latest().opens();
        const said = line.ask({ kind: 'say' }, ['done']);
        line.close();
        await expect(said).rejects.toThrow(Lost);
        vi.advanceTimersByTime(60_000);
        expect([Socket.all.length, line.line]).toEqual([1, 'closed']);
    });
});
