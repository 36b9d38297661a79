// The real core in Node, for tests: its answers, or what it refused.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Module } from '../../src/core/module';
import type { GameId, Move, Position, Rules, Topology } from '../../src/core/types';

const wasm =
    process.env.TAVOLA_WASM ?? fileURLToPath(new URL('../../../build/wasm/tavola.wasm', import.meta.url));
const module = await Module.start(await WebAssembly.compile(await readFile(wasm)));

export function ask<T>(question: object): T {
    const answer = JSON.parse(module.answer(JSON.stringify(question)));
    if (answer.error) throw new Error(`${JSON.stringify(question)}: ${JSON.stringify(answer.error)}`);
    return answer as T;
}
export const boardOf = (of: Rules) => ask<Topology>({ verb: 'board', ...of });
export const positionOf = (of: Rules, position?: string) =>
    ask<Position>({ verb: 'show', ...of, ...(position ? { position } : {}) });
export const movesOf = (of: Rules, position: string) =>
    ask<{ moves: Move[] }>({ verb: 'moves', ...of, position }).moves;
export const after = (of: Rules, position: string, move: string) =>
    ask<Position>({ verb: 'apply', ...of, position, moves: [move] });

/** Every game, under the rules that make its gestures longest. */
export const tables: Rules[] = (
    [
        ['trilha', { preset: 'recomendada', removal: 'may' }],
        ['trilha', { rings: '5' }],
        ['abalone', { start: 'belgian-daisy' }],
        ['trench', {}],
        ['niout', {}],
        ['niout', { players: '3', 'capture-throws': 'yes' }],
        ['niout', { players: '4', pairs: 'yes' }],
        ['policiais', { huff: 'yes' }],
        ['pretoa', { huff: 'yes' }],
        ['pretoa', {}],
    ] as [GameId, Record<string, string>][]
).map(([game, settings]) => ({ game, settings }));

/** Positions met in random games, each once. */
export function positionsOf(of: Rules, games: number, plies: number): string[] {
    const found = new Set<string>();
    for (let seed = 1; seed <= games; ++seed)
        for (const { position } of ask<{ steps: { position: string }[] }>({
            verb: 'random',
            ...of,
            seed,
            plies,
        }).steps)
            found.add(position);
    return [...found];
}

/** So many of a list, from all over it. */
export const spread = <T>(list: readonly T[], count: number): T[] =>
    list.filter(
        (_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i - 1) * count) / list.length),
    );
