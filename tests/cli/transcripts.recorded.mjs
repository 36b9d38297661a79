// Recorded answers of the command line and of the engine's protocol: whatever is changed inside, these stay as they are.
// The files are told of in tests/transcripts.mjs; TAVOLA_UPDATE=1 records anew. Run by `./test`; needs TAVOLA (the program)
// and TAVOLA_SOURCE (the project's folder).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { lines, replay, words } from '../transcripts.mjs';

const program = process.env.TAVOLA;
const data = join(process.env.TAVOLA_SOURCE, 'tests/data');

/** The program in a place where it finds nothing of the user's. */
function start(args, folder) {
    const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'C', TAVOLA_LANG: '', TERM: 'dumb', TAVOLA_TABLES: folder, XDG_DATA_HOME: folder };
    const child = spawn(program, args, { cwd: data, env, stdio: ['pipe', 'pipe', 'pipe'], timeout: 120_000, killSignal: 'SIGKILL' });
    child.stdin.on('error', () => {});
    return child;
}

/** What differs from run to run, from machine to machine, or with the library that compresses. */
function masked(text, folder) {
    return text
        .replaceAll(folder, '<folder>')
        .replace(/\bin [\d.]+ s \([\d,]+ a second\)/g, 'in * s (* a second)')
        .replace(/\bin [\d.]+ s\b/g, 'in * s')
        .replace(/ [\d.]+ s {2}right/g, ' * s  right')
        .replace(/"(seconds|classesPerSecond|bytes|bytesPerSlot|version)":("[^"]*"|[\d.e+-]+)/g, '"$1":"*"')
        .replace(/\b\d+\.\d{9,}\b/g, '*')
        .replace(/"found":"[^"]*","key":"error\.cli\.usage"/g, '"found":"*","key":"error.cli.usage"')
        .replace(/^tavola \d\S*$|(id name Távola) \S+$/gm, '$1 *');
}

async function answer({ command, body }, folder) {
    const [name, ...args] = words(command);
    assert.equal(name, 'tavola');
    const input = body.filter((line) => line.startsWith('<'));
    const child = start(args, folder);
    const result = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => (result[stream] += text));
    child.stdin.end(input.map((line) => line.slice(2) + '\n').join(''));
    const [status, signal] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
    for (const stream of ['stdout', 'stderr']) result[stream] = masked(result[stream], folder);
    return [...input, ...lines({ ...result, status: signal ?? status })];
}

const timed = ['movetime', 'wtime', 'btime', 'infinite'];
const limits = ['depth', 'nodes', 'mate'];
const masked_engine = (line, folder) => masked(line, folder).replace(/ nps \d+/, ' nps *').replace(/ time \d+/, ' time *');

/** A session with the engine, line by line: each line of input, then what was answered to it. What a search says stands
 *  below the line that it ends by. Of a search that a clock or `stop` ends only the move is told. */
async function converse({ command, body }, folder) {
    const child = start(words(command).slice(1), folder);
    const heard = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const told = [];
    let search = [];  // what the search under way has said
    let held = false, free = false;
    const next = async () => {
        const { value, done } = await heard.next();
        return done ? undefined : value;
    };
    const keep = (line) => {
        if (/^(info depth|bestmove)/.test(line)) search.push(line);
        else told.push(`| ${masked_engine(line, folder)}`.trimEnd());
    };
    const flush = () => {
        const lines = free ? search.filter((line) => line.startsWith('bestmove')).map((line) => line.replace(/ ponder .*/, '')) : search;
        told.push(...lines.map((line) => `| ${masked_engine(line, folder)}`));
        search = [];
    };
    const ends = async () => {
        while (!search.some((line) => line.startsWith('bestmove'))) {
            const line = await next();
            assert.ok(line !== undefined, `the engine ended; it said ${search.join(', ')}`);
            keep(line);
        }
        flush();
    };
    for (const input of body.filter((line) => line.startsWith('<'))) {
        const line = input.slice(2), [word, ...rest] = line.trim().split(/\s+/);
        told.push(input);
        child.stdin.write(line + '\n');
        if (word === 'quit') break;
        // Another search that still runs ends first.
        if (held && ['go', 'stop', 'ucinewgame', 'ponderhit'].includes(word)) {
            await ends();
            held = false;
        }
        if (word === 'go') {
            free = rest.some((one) => timed.includes(one)) || !rest.some((one) => limits.includes(one));
            held = rest.includes('infinite') || rest.includes('ponder') || (free && !rest.some((one) => timed.includes(one)));
            if (!held) await ends();
        }
        child.stdin.write('isready\n');
        for (let line = await next(), due = word === 'isready' ? 2 : 1; ; line = await next()) {
            assert.ok(line !== undefined, 'the engine ended');
            if (line === 'readyok' && --due === 0) break;
            keep(line);
        }
        // `go` where there is nothing to search is answered at once.
        if (!held || search.some((one) => one.startsWith('bestmove'))) flush();
    }
    child.stdin.end();
    const [status, signal] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
    return [...told, ...lines({ status: signal ?? status })];
}

const files = readdirSync(join(data, 'transcripts'));
for (const [kind, answered] of [['cli', answer], ['uci', converse]])
    for (const name of files.filter((one) => one.startsWith(`${kind}-`)))
        test(`${name}: answered as recorded`, async (t) => {
            // What one command of a file leaves behind, its tables, say, the next one finds.
            const folder = mkdtempSync(join(tmpdir(), 'tavola transcripts '));
            t.after(() => rmSync(folder, { recursive: true }));
            await replay(join(data, 'transcripts', name), (session) => answered(session, folder));
        });
