// Requests to a worker that runs the core. A request can be cancelled from the moment it is made. A worker that breaks
// (the module does not start, a call traps, a message cannot be read) fails every request that waits for it with
// `Broken`; the next request gets a fresh worker.
import type { FromWorker, ToWorker } from './worker';
import type { CoreError } from './types';

/** The core refused: its error, to be put into words by `sentence` (words/words.ts). */
export class Refused extends Error {
    constructor(readonly error: CoreError) {
        super(`${error.key}: ${error.field} ${error.found}`);
    }
}
/** Cancelled by whoever asked. */
export class Stopped extends Error {
    constructor() {
        super('stopped');
    }
}
/** The worker is gone, or never started. Asking again starts another one. */
export class Broken extends Error {
    constructor(cause: unknown) {
        super(`core: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
}

interface Request {
    text: string;
    sent: boolean;
    told?: (report: unknown) => void;
    resolve(answer: unknown): void;
    reject(error: Error): void;
}
export interface Asking {
    /** Hears what a long request finds on its way. */
    told?: (report: unknown) => void;
    signal?: AbortSignal;
}
export interface LineOptions {
    module(): Promise<WebAssembly.Module>;
    worker(): Worker;
    /** So many requests are with the worker at once; the others wait here, where they can be cancelled for nothing. */
    width: number;
    /** A request that is being worked on is cancelled by replacing the worker; otherwise its answer is ignored. */
    interruptible?: boolean;
}

/** One worker. Requests are answered in their order. */
export class Line {
    private worker: Worker | undefined;
    private opening = false;
    private readonly requests = new Map<number, Request>();
    private next = 0;

    constructor(private readonly options: LineOptions) {}

    ask<T>(question: object, { told, signal }: Asking = {}): Promise<T> {
        if (signal?.aborted) return Promise.reject(new Stopped());
        return new Promise<T>((resolve, reject) => {
            const id = ++this.next;
            const cancel = () => this.cancel(id);
            const done = () => {
                this.requests.delete(id);
                signal?.removeEventListener('abort', cancel);
            };
            this.requests.set(id, {
                text: JSON.stringify(question),
                sent: false,
                told,
                resolve: (answer) => (done(), resolve(answer as T)),
                reject: (error) => (done(), reject(error)),
            });
            signal?.addEventListener('abort', cancel);
            void this.send();
        });
    }

    private cancel(id: number): void {
        const request = this.requests.get(id);
        request?.reject(new Stopped());
        if (!request?.sent || !this.options.interruptible) return;
        this.replace();
        void this.send();
    }

    /** Sends what waits, as far as there is room. */
    private async send(): Promise<void> {
        if (this.opening || this.requests.size === 0) return;
        if (!this.worker) {
            this.opening = true;
            try {
                const module = await this.options.module();
                if (this.requests.size > 0) this.worker = this.open(module);
            } catch (error) {
                this.fail(error);
            } finally {
                this.opening = false;
            }
        }
        let room = this.options.width - [...this.requests.values()].filter(({ sent }) => sent).length;
        for (const [id, request] of this.requests) {
            if (!this.worker || room <= 0) return;
            if (request.sent) continue;
            request.sent = true;
            --room;
            this.worker.postMessage({ id, request: request.text } satisfies ToWorker);
        }
    }

    private open(module: WebAssembly.Module): Worker {
        const worker = this.options.worker();
        // A worker that has been replaced has nothing to say any more.
        const heard =
            <E>(hear: (event: E) => void) =>
            (event: E) => {
                if (worker === this.worker) hear(event);
            };
        worker.onmessage = heard(({ data }: MessageEvent<FromWorker>) => this.hear(data));
        worker.onmessageerror = heard(() => this.fail('unreadable message'));
        worker.onerror = heard((event: ErrorEvent) => {
            event.preventDefault?.();
            this.fail(event.message || 'worker not loaded');
        });
        worker.postMessage({ module } satisfies ToWorker);
        return worker;
    }

    private hear(data: FromWorker): void {
        if ('failed' in data) return this.fail(data.failed);
        const request = this.requests.get(data.id);
        let said;
        try {
            said = JSON.parse('told' in data ? data.told : data.answer);
        } catch (error) {
            return this.fail(error);
        }
        if ('told' in data) {
            request?.told?.(said);
            return;
        }
        if (said.error) request?.reject(new Refused(said.error));
        else request?.resolve(said);
        void this.send();
    }

    /** What was with the worker waits again. */
    private replace(): void {
        this.worker?.terminate();
        this.worker = undefined;
        for (const request of this.requests.values()) request.sent = false;
    }

    private fail(cause: unknown): void {
        this.replace();
        for (const request of [...this.requests.values()]) request.reject(new Broken(cause));
    }
}
