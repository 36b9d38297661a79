// The core as the page uses it: workers with the same module. One answers questions about the rules, at once; another
// thinks, and is replaced when it must stop; a third reads tables of perfect play.
import wasmUrl from '@wasm?url';
import { Line, type Asking } from './line';
import type { Considered, GameInfo, Match, Position, Report, Rules, Topology } from './types';

export { Broken, Refused, Stopped } from './line';

let module: Promise<WebAssembly.Module> | undefined;
function compiled(): Promise<WebAssembly.Module> {
    module ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch((error: Error) => {
        module = undefined;
        throw error;
    });
    return module;
}

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const rules = new Line({ module: compiled, worker, width: 16 });
const thinker = new Line({ module: compiled, worker, width: 1, interruptible: true });
/** Reads tables, where there are any: laying out their index takes a while, and nobody should wait for it. */
const reader = new Line({ module: compiled, worker, width: 4 });

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
    ask: <T>(question: object, asking?: Asking): Promise<T> => rules.ask<T>(question, asking),
    /** The same, of the worker that reads tables: many questions there keep no board waiting. */
    read: <T>(question: object, asking?: Asking): Promise<T> => reader.ask<T>(question, asking),
    games: () => rules.ask<{ games: GameInfo[] }>({ verb: 'games' }).then((answer) => answer.games),
    board: (of: Rules) => rules.ask<Topology>(request('board', of)),
    position: (of: Rules, position?: string) =>
        rules.ask<Position>(request('show', of, position ? { position } : {})),
    /** The match after these moves; with `end`, as it stands when a player leaves or all agree. */
    match: (of: Played, end?: { why: 'agreement' } | { why: 'resignation' | 'time'; player: number }) =>
        rules.ask<Match>(request('match', of, { ...playedOf(of), ...(end ? { end } : {}) })),

    /** The computer's move at a level; thinks at most `time` milliseconds. */
    choose: (of: Played, level: number, time = 1000, signal?: AbortSignal) =>
        thinker
            .ask<{ move: string }>(
                request('choose', of, {
                    ...playedOf(of),
                    level,
                    time,
                    seed: crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
                }),
                { signal },
            )
            .then((answer) => answer.move),
    /** The best lines; `told` hears of every depth. */
    think: (
        of: Played,
        limits: { time?: number; depth?: number; nodes?: number; lines?: number; arbiter?: boolean },
        { told, signal }: { told?: (report: Report) => void; signal?: AbortSignal } = {},
    ) =>
        thinker.ask<Report>(request('think', of, { ...playedOf(of), ...limits }), {
            told: told as Asking['told'],
            signal,
        }),
    /** Would the computer, as this player at this level, agree to end the game as it stands? */
    consider: (of: Played, player: number, level: number, asking?: Asking) =>
        thinker.ask<Considered>(request('consider', of, { ...playedOf(of), player, level }), asking),
};
