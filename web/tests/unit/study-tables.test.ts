// Tables made by the program, behind a small server with ranges, read as a page reads them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '../../src/core/module';
import { Tables, type ProbeAnswer } from '../../src/core/tables';
import type { GameId } from '../../src/core/types';

const root = resolve(import.meta.dirname, '../../..');
const program = process.env.TAVOLA ?? join(root, 'build/release/tavola');
const wasm = process.env.TAVOLA_WASM ?? join(root, 'build/wasm/tavola.wasm');

describe.runIf(existsSync(program) && existsSync(wasm))('tables', () => {
    let folder = '';
    let server: Server;
    let address = '';
    let core: Module;
    let asked: { url: string; range?: string }[] = [];
    let ranges = true;

    const run = (...words: string[]) =>
        execFileSync(program, [...words, '--tables', folder], { encoding: 'utf8' });
    const rules = (game: GameId, settings = {}) => ({ game, settings });
    const open = () =>
        new Tables(address, async (question) => {
            const answer = JSON.parse(core.answer(JSON.stringify(question)));
            if (answer.error) throw new Error(answer.error.key);
            return answer as ProbeAnswer;
        });

    beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'tavola-tables-'));
        run('solve', 'pretoa', '--sectors', '4');
        core = await Module.start(await WebAssembly.compile(readFileSync(wasm)));
        server = createServer((request, response) => {
            asked.push({ url: request.url!, range: request.headers.range });
            if (request.url === '/tables/') {
                const tables = readdirSync(folder, { recursive: true, encoding: 'utf8' })
                    .filter((file) => file.endsWith('.tvt'))
                    .map((file) => ({ file, bytes: statSync(join(folder, file)).size }));
                response.end(JSON.stringify({ tables }));
                return;
            }
            const bytes = readFileSync(join(folder, request.url!.replace('/tables/', '')));
            const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
            if (!ranges || first === undefined) return response.end(bytes);
            response.statusCode = 206;
            response.end(bytes.subarray(Number(first), Number(last) + 1));
        });
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tables/`;
    }, 300_000);
    afterAll(() => {
        server?.close();
        if (folder) rmSync(folder, { recursive: true });
    });

    it.each([
        'x...../....../.....o/x o',
        'xx..../....../....oo/. x',
        'x.x.../....../....o./x x',
        '.x..../..o.../....oo/. o',
    ])('says what the program says of %s', async (position) => {
        const native = JSON.parse(run('probe', 'pretoa', '--position', position, '--json'));
        const endsIn = native.value === 'draw' ? 0 : native.value === 'win' ? native.plies : -native.plies;
        expect(await open().probe(rules('pretoa'), position)).toEqual({ endsIn });
    });

    it('asks for a piece once, and for the list once', async () => {
        asked = [];
        const tables = open();
        const position = 'xx..../....../....oo/. x';
        const first = await tables.probe(rules('pretoa'), position);
        const before = asked.length;
        expect(await tables.probe(rules('pretoa'), position)).toEqual(first);
        expect(asked.length).toBe(before);
        expect(asked.filter(({ url }) => url === '/tables/')).toHaveLength(1);
        expect(asked.filter(({ url, range }) => url !== '/tables/' && !range)).toEqual([]);
    });

    it('knows nothing, quietly, where there is nothing to know', async () => {
        const tables = open();
        // No table of so many men; no table of this game; a game that is over; no position at all.
        expect(await tables.probe(rules('pretoa'), 'xxxooo/xxxooo/xxxooo/. x')).toBeUndefined();
        expect(await tables.probe(rules('abalone'), '')).toBeUndefined();
        expect(await tables.probe(rules('pretoa'), 'xx..../....../....../. o')).toBeUndefined();
        expect(await tables.probe(rules('pretoa'), 'nonsense')).toBeUndefined();
        expect(await tables.any('pretoa')).toBe(true);
        expect(await tables.any('trilha')).toBe(false);
        const nowhere = new Tables('http://127.0.0.1:1/tables/', () => Promise.reject(new Error('never')));
        expect(await nowhere.probe(rules('pretoa'), 'xx..../....../....oo/. x')).toBeUndefined();
    });

    it('takes no whole table for a piece', async () => {
        ranges = false;
        expect(await open().probe(rules('pretoa'), 'xx..../....../....oo/. x')).toBeUndefined();
        ranges = true;
    });
});
