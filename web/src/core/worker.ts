// The core in a worker of its own: a request in JSON comes in, its answer goes out. What the computer player finds
// on its way is told while it thinks.
import { Module } from './module';

/** From the page: the compiled module first, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: string };
/** To the page: an answer, or a word on the way to it. */
export type FromWorker = { id: number; answer: string } | { id: number; told: string };

let core: Promise<Module> | undefined;
let current = 0;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if ('module' in data) {
        core = Module.start(data.module, (told) =>
            self.postMessage({ id: current, told } satisfies FromWorker),
        );
        return;
    }
    const module = await core;
    if (!module) return;
    current = data.id;
    const answer = module.answer(data.request);
    self.postMessage({ id: data.id, answer } satisfies FromWorker);
};
