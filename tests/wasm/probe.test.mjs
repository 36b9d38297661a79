// A page that probes tables: the browser build names the bytes it needs, and what it reads in them agrees with the
// program. The page's own part, unpacking single frames, is done by the command `zstd` here.
// Run by `./test`; needs TAVOLA_WASM (the module) and TAVOLA (the program).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { loadCore } from './core.mjs';

const core = await loadCore(process.env.TAVOLA_WASM);
const folder = mkdtempSync(join(tmpdir(), 'tavola-probe-'));
after(() => rmSync(folder, { recursive: true }));

const tavola = (...words) => execFileSync(process.env.TAVOLA, [...words, '--tables', folder], { encoding: 'utf8' });

let fetched = 0;
const fetchPiece = (file, { at, length }) => {
    const handle = openSync(join(folder, file), 'r');
    const bytes = Buffer.alloc(length);
    const got = readSync(handle, bytes, 0, length, at);
    closeSync(handle);
    fetched += got;
    return bytes.subarray(0, got);
};
const unpack = (bytes) => execFileSync('zstd', ['-dc'], { input: bytes, maxBuffer: 1 << 26 });

/** Asks until the answer is there; `held` keeps what was fetched of each file. */
function probe(question, held) {
    for (let round = 0; round < 5; ++round) {
        const known = Object.values(held).length ? held : { pieces: [], blocks: [] };
        const answer = core.ask({ verb: 'probe', ...question, ...known });
        if (!answer.fetch && !answer.unpack) return answer;
        held.pieces ??= [];
        held.blocks ??= [];
        for (const piece of answer.fetch ?? [])
            held.pieces.push({ at: piece.at, bytes: fetchPiece(answer.file, piece).toString('base64') });
        for (const frame of answer.unpack ?? [])
            held.blocks.push({ frame: frame.frame, bytes: unpack(fetchPiece(answer.file, frame)).toString('base64') });
    }
    throw new Error('never satisfied');
}

test('a page reads single blocks, and the values are those of the program', () => {
    tavola('solve', 'pretoa', '--sectors', '4');
    for (const [position, sector] of [
        ['x...../....../.....o/x o', '1-2'],
        ['xx..../....../....oo/. x', '2-2'],
        ['x.x.../....../....o./x x', '3-1'],
        ['.x..../..o.../....oo/. o', '3-1'],
    ]) {
        const answer = probe({ game: 'pretoa', position }, {});
        assert.ok(answer.file.endsWith(`/${sector}.tvt`), answer.file);
        const native = JSON.parse(tavola('probe', 'pretoa', '--position', position, '--json'));
        const plies = native.value === 'draw' ? 0 : native.value === 'win' ? native.plies : -native.plies;
        assert.equal(answer.endsIn, plies, position);
    }
});

test('the rules of the position count: a counter that runs out makes a draw', () => {
    const settings = { preset: 'quadrados', rings: '1' };
    tavola('solve', 'trilha', '--preset', 'quadrados', '--set', 'rings=1');
    for (const counter of [0, 3, 7, 9]) {
        const position = `xxo.xo.o x 0 0 ${counter}`;
        const answer = probe({ game: 'trilha', settings, position }, {});
        const native = JSON.parse(
            tavola('probe', 'trilha', '--preset', 'quadrados', '--set', 'rings=1', '--position', position, '--json'),
        );
        const plies = native.value === 'draw' ? 0 : native.value === 'win' ? native.plies : -native.plies;
        assert.equal(answer.endsIn, plies, position);
    }
});

test('a probe fetches little of a large table', () => {
    tavola('solve', 'trilha', '--preset', 'internacional', '--sectors', '4-4');
    fetched = 0;
    const position = 'x.o...../.x...o../x..o..xo x 0 0 0';
    const answer = probe({ game: 'trilha', settings: { preset: 'internacional' }, position }, {});
    assert.equal(typeof answer.endsIn, 'number');
    assert.ok(fetched < 20_000, `${fetched} bytes`);
});

test('what is wrong is told', () => {
    const question = { verb: 'probe', game: 'pretoa', position: 'xx..../....../....oo/. x' };
    assert.deepEqual(core.ask({ ...question, position: 'xx..../....../....../. o' }), {});
    assert.equal(core.ask({ ...question, pieces: [{ at: 0, bytes: '!' }] }).error.key, 'error.request');
    assert.equal(core.ask({ ...question, pieces: 7 }).error.key, 'error.request');
    assert.match(core.ask({ ...question, pieces: [{ at: 0, bytes: 'AAAA' }] }).error.key, /^error\.table\./);
    assert.equal(core.ask({ ...question, game: 'abalone', position: undefined }).error.key, 'error.game-not-solved');
    // The table of another sector.
    const other = core.ask({ ...question, position: 'x.x.../....../....o./x x' }).file;
    const header = fetchPiece(other, { at: 0, length: 2048 }).toString('base64');
    assert.equal(core.ask({ ...question, pieces: [{ at: 0, bytes: header }] }).error.key, 'error.table.sector');
});
