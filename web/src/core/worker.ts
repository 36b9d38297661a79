// The core in a worker of its own: a request in JSON comes in, its answer goes out. What the computer player finds
// on its way is told while it thinks.
import { Module } from './module';

/** From the page: the compiled module first, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: string };
/** To the page: an answer, or a word on the way to it; or that this worker is of no more use. */
export type FromWorker = { id: number; answer: string } | { id: number; told: string } | { failed: string };

let core: Promise<Module> | undefined;
let current = 0;

const send = (message: FromWorker) => self.postMessage(message);
// Errors in an async function or a promise do not reach the page's `onerror`. After a trap the module's memory may be
// half written, so the page replaces the worker.
const fail = (error: unknown) => send({ failed: String(error) });

self.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    fail(event.reason);
});
self.addEventListener('messageerror', () => fail('unreadable message'));
self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    try {
        if ('module' in data) {
            core = Module.start(data.module, (told) => send({ id: current, told }));
            await core;
            return;
        }
        const module = await core;
        if (!module) throw new Error('no module');
        current = data.id;
        send({ id: data.id, answer: module.answer(data.request) });
    } catch (error) {
        fail(error);
    }
};
