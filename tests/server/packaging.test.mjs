// The unit for systemd: it is understood, what it starts can be started so, and it is exposed as little as can be.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { folder, open } from './house.mjs';

const unit = readFileSync(fileURLToPath(new URL('../../packaging/tavola.service', import.meta.url)), 'utf8');
const missing = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

test('the unit is understood, and exposed below 2 of 10', { skip: missing }, () => {
    const path = join(folder('unit'), 'tavola.service');
    // The program under test stands where the installed one would.
    writeFileSync(path, unit.replace('/usr/local/bin/tavola', '/bin/true'));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    assert.deepEqual([verified.status, verified.stderr], [0, '']);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', path], { encoding: 'utf8' });
    assert.equal(judged.status, 0, judged.stdout.split('\n').slice(-3).join('\n') + judged.stderr);
    assert.ok(+judged.stdout.match(/exposure level.*: ([\d.]+)/)[1] < 2);
});

test('what the unit starts is understood by the program', async () => {
    const words = unit.match(/^ExecStart=\S+ serve (.*)$/m)[1].split(' ');
    for (const [flag, value] of [['--port', '0'], ['--data', folder('data')]]) words[words.indexOf(flag) + 1] = value;
    const house = await open([...words, '--pages', folder('pages')]);
    assert.equal(house.address, 'https://tavola.example');
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
});
