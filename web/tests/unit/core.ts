// The real core in Node, for tests: its answers, or what it refused.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Module } from '../../src/core/module';

const file =
    process.env.TAVOLA_WASM ?? fileURLToPath(new URL('../../../build/wasm/tavola.wasm', import.meta.url));
const module = await Module.start(await WebAssembly.compile(await readFile(file)));

export function ask<T>(request: object): T {
    const answer = JSON.parse(module.answer(JSON.stringify(request)));
    if (answer.error) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer.error)}`);
    return answer as T;
}
