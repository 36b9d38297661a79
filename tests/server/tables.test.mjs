// Tables of perfect play over HTTP: the list, whole files, and pieces of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { ask, folder, open } from './house.mjs';

const data = folder('data');
const tables = join(data, 'tables');
execFileSync(process.env.TAVOLA, ['solve', 'pretoa', '--sectors', '4', '--tables', tables]);
const house = await open(['--data', data, '--pages', folder('pages')], { TAVOLA_TABLES: '' });
const { tables: list } = JSON.parse((await ask(house, '/tables/')).bytes);

test('the list names every table', () => {
    assert.ok(list.length > 3);
    for (const { file, bytes } of list) assert.equal(readFileSync(join(tables, file)).length, bytes);
    const names = list.map(({ file }) => file);
    assert.deepEqual(names, [...names].sort());
});

test('a table as a whole, and by pieces', async () => {
    const { file } = list.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const contents = readFileSync(join(tables, file));
    const get = (range, more = {}) => ask(house, `/tables/${file}`, { headers: { ...(range && { range }), ...more } });
    const whole = await get();
    assert.deepEqual([whole.status, whole.headers['accept-ranges']], [200, 'bytes']);
    assert.ok(whole.bytes.equals(contents));
    const size = contents.length;
    for (const [range, from, to] of [
        ['bytes=0-0', 0, 1],
        ['bytes=10-99', 10, 100],
        [`bytes=${size - 5}-`, size - 5, size],
        [`bytes=${size - 5}-${size + 100}`, size - 5, size],
        ['bytes=-7', size - 7, size],
        [`bytes=-${size + 7}`, 0, size],
    ]) {
        const { status, headers, bytes } = await get(range);
        assert.equal(status, 206, range);
        assert.equal(headers['content-range'], `bytes ${from}-${to - 1}/${size}`);
        assert.ok(bytes.equals(contents.subarray(from, to)), range);
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
        const { status, headers } = await get(range);
        assert.deepEqual([status, headers['content-range']], [416, `bytes */${size}`], range);
    }
    for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=0-1,4-5', 'lines=1-2', 'bytes'])
        assert.equal((await get(range)).status, 200, range);
    const tag = whole.headers.etag;
    assert.equal((await get('bytes=0-0', { 'if-range': tag })).status, 206);
    assert.equal((await get('bytes=0-0', { 'if-range': '"older"' })).status, 200);
    assert.equal((await get(undefined, { 'if-none-match': tag })).status, 304);
});

test('a table that comes later is there', async () => {
    const { file } = list[0];
    const other = file.replace(/\/.*/, '/9-9.tvt');
    assert.equal((await ask(house, `/tables/${other}`)).status, 404);
    writeFileSync(join(tables, other), readFileSync(join(tables, file)));
    assert.equal((await ask(house, `/tables/${other}`)).status, 200);
});
