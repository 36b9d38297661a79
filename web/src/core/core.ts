// The core as the page uses it: two workers with the same module. One answers questions about the rules, at once; the
// other thinks, and is simply replaced when it must stop.
import wasmUrl from '@wasm?url';
import type { ProbeAnswer } from './tables';
import type { FromWorker, ToWorker } from './worker';
import type { Considered, CoreError, GameInfo, Match, Position, Report, Rules, Topology } from './types';

/** The core refused: its error, to be put into words by `sentence` (words/words.ts). */
export class Refused extends Error {
    constructor(readonly error: CoreError) {
        super(`${error.key}: ${error.field} ${error.found}`);
    }
}

interface Waiting {
    resolve(answer: unknown): void;
    reject(error: Error): void;
    told?: (report: unknown) => void;
}

/** One worker. Requests are answered in their order. */
class Line {
    private worker: Worker | undefined;
    private waiting = new Map<number, Waiting>();
    private next = 0;

    async ask<T>(request: object, told?: (report: unknown) => void): Promise<T> {
        const module = await compiled();
        return new Promise<T>((resolve, reject) => {
            const worker = (this.worker ??= this.open(module));
            const id = ++this.next;
            this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, told });
            worker.postMessage({ id, request: JSON.stringify(request) } satisfies ToWorker);
        });
    }

    /** Whatever is under way is dropped; who waits for it hears of it. */
    stop(): void {
        this.worker?.terminate();
        this.worker = undefined;
        for (const waiting of this.waiting.values()) waiting.reject(new Stopped());
        this.waiting.clear();
    }

    get busy(): boolean {
        return this.waiting.size > 0;
    }

    private open(module: WebAssembly.Module): Worker {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
        worker.postMessage({ module } satisfies ToWorker);
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            const waiting = this.waiting.get(data.id);
            if (!waiting) return;
            if ('told' in data) {
                waiting.told?.(JSON.parse(data.told));
                return;
            }
            this.waiting.delete(data.id);
            const answer = JSON.parse(data.answer);
            if (answer.error) waiting.reject(new Refused(answer.error));
            else waiting.resolve(answer);
        };
        worker.onerror = (event) => {
            for (const waiting of this.waiting.values()) waiting.reject(new Error(event.message));
            this.waiting.clear();
            this.worker?.terminate();
            this.worker = undefined;
        };
        return worker;
    }
}

export class Stopped extends Error {
    constructor() {
        super('stopped');
    }
}

let module: Promise<WebAssembly.Module> | undefined;
function compiled(): Promise<WebAssembly.Module> {
    module ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch((error: Error) => {
        module = undefined;
        throw error;
    });
    return module;
}

const rules = new Line();
const thinker = new Line();
/** Reads tables, where there are any: laying out their index takes a while, and nobody should wait for it. */
const reader = new Line();

/** A match by its start (a text; the usual start if left out) and the words played since. */
export interface Played extends Rules {
    start?: string;
    moves: string[];
}

const request = (verb: string, of: Rules, more: object = {}) => ({
    verb,
    game: of.game,
    settings: of.settings,
    ...more,
});
// What a match is: the arbiter knows it too.
const playedOf = ({ start, moves, arbiter }: Played) => ({
    ...(start ? { start } : {}),
    played: moves,
    ...(arbiter === undefined ? {} : { arbiter }),
});

export const core = {
    ask: <T>(question: object): Promise<T> => rules.ask<T>(question),
    /** A question about a table of perfect play. */
    probe: (question: object): Promise<ProbeAnswer> => reader.ask<ProbeAnswer>(question),
    games: () => rules.ask<{ games: GameInfo[] }>({ verb: 'games' }).then((answer) => answer.games),
    board: (of: Rules) => rules.ask<Topology>(request('board', of)),
    position: (of: Rules, position?: string) =>
        rules.ask<Position>(request('show', of, position ? { position } : {})),
    /** The match after these moves; with `end`, as it stands when a player leaves or all agree. */
    match: (of: Played, end?: { why: 'agreement' } | { why: 'resignation' | 'time'; player: number }) =>
        rules.ask<Match>(request('match', of, { ...playedOf(of), ...(end ? { end } : {}) })),

    /** The computer's move at a level; thinks at most `time` milliseconds. */
    choose: (of: Played, level: number, time = 1000) =>
        thinker
            .ask<{ move: string }>(
                request('choose', of, {
                    ...playedOf(of),
                    level,
                    time,
                    seed: crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
                }),
            )
            .then((answer) => answer.move),
    /** The best lines; `told` hears of every depth. */
    think: (
        of: Played,
        limits: { time?: number; depth?: number; nodes?: number; lines?: number; arbiter?: boolean },
        told?: (report: Report) => void,
    ) =>
        thinker.ask<Report>(
            request('think', of, { ...playedOf(of), ...limits }),
            told as ((report: unknown) => void) | undefined,
        ),
    /** Would the computer, as this player at this level, agree to end the game as it stands? */
    consider: (of: Played, player: number, level: number) =>
        thinker.ask<Considered>(request('consider', of, { ...playedOf(of), player, level })),
    /** Stops the computer player, whatever it does. */
    stop: () => thinker.stop(),
    get thinking(): boolean {
        return thinker.busy;
    },
};
