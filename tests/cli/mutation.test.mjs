// The mutants of tests/mutation can still be made: each one's text is in its file, once. Whether tests notice them is found
// out by tests/mutation/run, which takes longer.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('every mutant can be made', () => {
    const { status, stdout, stderr } = spawnSync(join(process.env.TAVOLA_SOURCE, 'tests/mutation/run'), ['--check'], {
        encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const [, count] = stdout.match(/^(\d+) mutants in \d+ areas can be made$/m) ?? [];
    assert.ok(Number(count) >= 80, stdout);
});
