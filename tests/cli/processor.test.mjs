// One program for every processor: it starts on old ones, uses what newer ones can do, and finds the same on all.
// Run by `./test`; needs TAVOLA (the program).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { everything } from './figures.mjs';

const program = process.env.TAVOLA;
const faster = `${program}-x86-64-v3`;
const folder = mkdtempSync(join(tmpdir(), 'távola processor '));
process.on('exit', () => rmSync(folder, { recursive: true }));

const x86 = process.arch === 'x64';
const processor = x86 ? readFileSync('/proc/cpuinfo', 'utf8').match(/^flags.*$/m)[0].split(/\s+/) : [];
const isNew = ['avx2', 'bmi1', 'bmi2', 'fma', 'f16c', 'movbe', 'abm'].every((flag) => processor.includes(flag));

const figures = (command, name, extra) => everything(command, join(folder, name), extra);
const native = x86 ? figures([program], 'native', {}) : {};

test('on a processor of 2008 the program runs, and finds the same', { skip: !x86 }, () => {
    assert.deepEqual(figures(['qemu-x86_64-static', '-cpu', 'Nehalem-v1', program], 'old', {}), native);
});

test('asked for the slower program, it finds the same', { skip: !x86 }, () => {
    assert.deepEqual(figures([program], 'baseline', { TAVOLA_PROCESSOR: 'baseline' }), native);
});

test('the faster program runs where the processor can, and is not needed', { skip: !x86 || !isNew }, async () => {
    assert.ok(existsSync(faster), `${faster} is missing`);
    for (const [asked, expected] of [['', faster], ['baseline', program]]) {
        const engine = spawn(program, ['engine'], { env: { ...process.env, TAVOLA_PROCESSOR: asked } });
        engine.stdin.write('uci\n');
        await once(engine.stdout, 'data');
        const running = basename(readlinkSync(`/proc/${engine.pid}/exe`));
        engine.stdin.end('quit\n');
        await once(engine, 'exit');
        assert.equal(running, basename(expected));
    }
});
