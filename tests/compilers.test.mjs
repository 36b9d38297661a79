// Programs built by different compilers compute the same: signatures of the search, counts, random games, tables.
// Needs TAVOLA (the program) and TAVOLA_REFERENCE (the one that people run).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { everything } from './cli/figures.mjs';

const { TAVOLA: program, TAVOLA_REFERENCE: reference } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'távola compilers '));
process.on('exit', () => rmSync(folder, { recursive: true }));

test('another compiler computes the same', () => {
    assert.notEqual(program, reference);
    assert.deepEqual(everything([program], join(folder, 'other')), everything([reference], join(folder, 'reference')));
});
