// Requests to a worker: cancelled at any moment, failed when the worker breaks, asked again of a fresh one.
import { describe, expect, it } from 'vitest';
import { Broken, Line, Refused, Stopped, type LineOptions } from '../../src/core/line';

/** A worker that answers when the test says so. */
class Fake {
    sent: { id: number; request: string }[] = [];
    dead = false;
    onmessage!: (event: { data: object }) => void;
    onerror!: (event: object) => void;
    onmessageerror!: (event: object) => void;
    postMessage(message: { id: number; request: string }) {
        if ('request' in message) this.sent.push(message);
    }
    terminate() {
        this.dead = true;
    }
    answer(value: object, at = 0) {
        this.onmessage({ data: { id: this.sent.splice(at, 1)[0]!.id, answer: JSON.stringify(value) } });
    }
    get asked() {
        return this.sent.map(({ request }) => JSON.parse(request).q);
    }
}
function open(options: Partial<LineOptions> = {}) {
    const workers: Fake[] = [];
    const line = new Line({
        module: () => Promise.resolve({} as WebAssembly.Module),
        worker: () => {
            workers.push(new Fake());
            return workers.at(-1) as unknown as Worker;
        },
        width: 1,
        ...options,
    });
    return { line, workers };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a request', () => {
    it('is answered, or refused, in its order', async () => {
        const { line, workers } = open({ width: 2 });
        const answers = Promise.allSettled([1, 2, 3].map((q) => line.ask({ q })));
        await settled();
        expect(workers[0]!.asked).toEqual([1, 2]);
        workers[0]!.answer({ a: 1 });
        expect(workers[0]!.asked).toEqual([2, 3]);
        workers[0]!.answer({ error: { key: 'error.no', field: 'x', found: 'y' } });
        workers[0]!.answer({ a: 3 });
        const [first, second, third] = await answers;
        expect(first).toMatchObject({ value: { a: 1 } });
        expect((second as PromiseRejectedResult).reason).toBeInstanceOf(Refused);
        expect(third).toMatchObject({ value: { a: 3 } });
    });

    it('is cancelled while the module is still being compiled, and never reaches a worker', async () => {
        let compiled!: (module: WebAssembly.Module) => void;
        const { line, workers } = open({ module: () => new Promise((resolve) => (compiled = resolve)) });
        const stop = new AbortController();
        const asked = line.ask({ q: 1 }, { signal: stop.signal });
        stop.abort();
        await expect(asked).rejects.toBeInstanceOf(Stopped);
        compiled({} as WebAssembly.Module);
        await settled();
        expect(workers).toHaveLength(0);
        await expect(line.ask({ q: 2 }, { signal: stop.signal })).rejects.toBeInstanceOf(Stopped);
    });

    it('that waits is cancelled without disturbing the one that is worked on', async () => {
        const { line, workers } = open({ interruptible: true });
        const stop = new AbortController();
        const first = line.ask({ q: 1 });
        const second = line.ask({ q: 2 }, { signal: stop.signal });
        await settled();
        stop.abort();
        await expect(second).rejects.toBeInstanceOf(Stopped);
        workers[0]!.answer({ a: 1 });
        await expect(first).resolves.toEqual({ a: 1 });
        expect(workers).toHaveLength(1);
        expect(workers[0]!.asked).toEqual([]);
    });

    it('that is thought about is cancelled by replacing the worker; others go on with the new one', async () => {
        const { line, workers } = open({ interruptible: true });
        const stop = new AbortController();
        const first = line.ask({ q: 1 }, { signal: stop.signal });
        const second = line.ask({ q: 2 });
        await settled();
        stop.abort();
        await expect(first).rejects.toBeInstanceOf(Stopped);
        await settled();
        expect(workers[0]!.dead).toBe(true);
        expect(workers[1]!.asked).toEqual([2]);
        workers[1]!.answer({ a: 2 });
        await expect(second).resolves.toEqual({ a: 2 });
    });

    it('cancelled where answers are quick leaves the worker; the late answer is nobody else’s', async () => {
        const { line, workers } = open();
        const stop = new AbortController();
        const first = line.ask({ q: 1 }, { signal: stop.signal });
        await settled();
        stop.abort();
        await expect(first).rejects.toBeInstanceOf(Stopped);
        const second = line.ask({ q: 2 });
        await settled();
        workers[0]!.answer({ a: 1 });
        workers[0]!.answer({ a: 2 });
        await expect(second).resolves.toEqual({ a: 2 });
        expect(workers).toHaveLength(1);
    });
});

describe('a broken worker', () => {
    const ways: [string, (worker: Fake) => void][] = [
        ['says that a call trapped', (worker) => worker.onmessage({ data: { failed: 'unreachable' } })],
        ['throws', (worker) => worker.onerror({ message: 'boom' })],
        ['cannot be loaded', (worker) => worker.onerror({})],
        ['sends what cannot be read', (worker) => worker.onmessageerror({})],
        ['answers nonsense', (worker) => worker.onmessage({ data: { id: 1, answer: '{' } })],
    ];
    it.each(ways)(
        'that %s fails all that wait, and the next request gets a fresh one',
        async (_, breakIt) => {
            const { line, workers } = open();
            const waiting = Promise.allSettled([line.ask({ q: 1 }), line.ask({ q: 2 })]);
            await settled();
            breakIt(workers[0]!);
            for (const one of await waiting)
                expect((one as PromiseRejectedResult).reason).toBeInstanceOf(Broken);
            expect(workers[0]!.dead).toBe(true);
            const again = line.ask({ q: 3 });
            await settled();
            expect(workers[1]!.asked).toEqual([3]);
            // What the old one still says is not listened to.
            workers[0]!.onerror({ message: 'late' });
            workers[1]!.answer({ a: 3 });
            await expect(again).resolves.toEqual({ a: 3 });
        },
    );

    it('that never started fails those that wait; a module that comes later serves the next', async () => {
        let fails = true;
        const { line, workers } = open({
            module: () =>
                fails ? Promise.reject(new Error('404')) : Promise.resolve({} as WebAssembly.Module),
        });
        await expect(line.ask({ q: 1 })).rejects.toBeInstanceOf(Broken);
        fails = false;
        const again = line.ask({ q: 2 });
        await settled();
        workers[0]!.answer({ a: 2 });
        await expect(again).resolves.toEqual({ a: 2 });
    });
});
