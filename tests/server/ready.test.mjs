// A store that is away, late or stuck: said to whoever asks whether the house is ready, waited for at the start, and no
// reason to hang at the end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { logs } from './beside.mjs';
import { engines, postgres } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';

const pages = folder('pages');
const status = async (house, path) => (await ask(house, path)).status;
/** Asks until the answer is this. */
async function becomes(house, wanted) {
    for (let i = 0; i < 3000; ++i) {
        if ((await status(house, '/readyz')) === wanted) return;
        await pause(100);
    }
    assert.fail(`/readyz does not become ${wanted}; ${house.err}`);
}

for (const [engine, place] of Object.entries(engines))
    test(`${engine}: a house that can store and read is ready`, async () => {
        const house = await open(['--pages', pages, ...place()]);
        const { status: code, bytes, headers } = await ask(house, '/readyz');
        assert.deepEqual([code, bytes.toString(), headers['cache-control']], [200, 'ready\n', 'no-cache']);
        await Promise.all(Array.from({ length: 50 }, async () => assert.equal(await status(house, '/readyz'), 200)));
        await house.stop();
    });

test('sqlite: a disk that takes nothing makes the house not ready, until it does', async () => {
    const house = await open(['--pages', pages, '--data', folder('data')], {}, ['bash', '-c', 'trap "" XFSZ; exec "$@"', 'house']);
    const limit = (bytes) => assert.equal(spawnSync('prlimit', ['--pid', `${house.child.pid}`, `--fsize=${bytes}:`]).status, 0);
    await becomes(house, 200);
    limit(4096);
    // What fits into the log that is there is still taken.
    await becomes(house, 503);
    assert.equal(await status(house, '/healthz'), 200, 'but it is alive');
    limit('unlimited');
    await becomes(house, 200);
    assert.equal((await (await Player.enter(house)).ask({ kind: 'make', game: 'trilha', name: 'Ana' })).kind, 'made');
    await house.stop();
});

test('postgres: while the database is away the house is alive and not ready', async () => {
    const house = await open(['--pages', pages, ...engines.postgres()]);
    await becomes(house, 200);
    await postgres.order('stop');
    await becomes(house, 503);
    assert.equal(await status(house, '/healthz'), 200);
    await postgres.order('start');
    await becomes(house, 200);
    await house.stop();
});

test('postgres: a house that is started before its database waits for it, and says so', async () => {
    const place = engines.postgres();
    await postgres.order('stop');
    const opening = open(['--pages', pages, '--database-wait', '600', ...place]);
    await logs(opening.house, /the database does not answer \(.*\); waiting for it, \d+ s more at most/);
    await postgres.order('start');
    const house = await opening;
    await becomes(house, 200);
    await house.stop();
    // Not longer than it was told to.
    const { status: code, stderr } = spawnSync(process.env.TAVOLA, ['serve', '--port', '0', '--no-open', '--lang', 'en', '--pages', pages,
        '--data', folder('data'), '--database', 'postgres:///x?host=/nonexistent', '--database-wait', '1'], { encoding: 'utf8' });
    assert.equal(code, 1);
    assert.match(stderr, /waiting for it[^]*does not answer/);
});

test('postgres: a database that is there and says nothing more does not keep the house from closing', async () => {
    // Between the two, somebody who stops passing anything on.
    const url = engines.postgres().at(-1), name = '.s.PGSQL.5432';
    const real = join(decodeURIComponent(url.match(/host=(.*)$/)[1]), name), here = folder('pg');
    let stuck = false;
    const sockets = new Set();
    const between = createServer((client) => {
        const server = connect(real);
        for (const [from, to] of [[client, server], [server, client]]) {
            sockets.add(from);
            from.on('data', (bytes) => stuck || to.write(bytes)).on('error', () => {}).on('close', () => to.destroy());
        }
    });
    after(() => (sockets.forEach((socket) => socket.destroy()), between.close()));
    await new Promise((resolve) => between.listen(join(here, name), resolve));
    const house = await open(['--pages', pages, '--data', folder('data'), '--database', url.replace(/host=.*$/, `host=${encodeURIComponent(here)}`)]);
    const ana = await Player.enter(house);
    assert.equal((await ana.ask({ kind: 'make', game: 'trilha', name: 'Ana' })).kind, 'made');
    stuck = true;
    ana.say({ kind: 'make', game: 'trilha', name: 'Ana' });
    await becomes(house, 503);
    const ended = await house.stop();
    // It may say that it could not wait; that it ends at all is what counts.
    assert.equal(ended.signal, null);
    assert.ok([0, 1].includes(ended.code));
});

for (const [engine, place] of Object.entries(engines))
    test(`${engine}: a house that closes while rooms are being made closes at once`, async () => {
        for (let i = 0; i < 3; ++i) {
            const house = await open(['--pages', pages, ...place()]);
            // One after another, so that some are just being stored, whenever it is.
            const makers = await Promise.all(Array.from({ length: 5 }, () => Player.enter(house)));
            let n = 0;
            const making = setInterval(() => makers[++n % 5].say({ kind: 'make', game: 'trilha', name: 'Ana' }), 1);
            await makers[0].hears(({ kind }) => kind === 'made');
            const ended = await house.stop();
            clearInterval(making);
            assert.deepEqual(ended, { code: 0, signal: null });
            assert.doesNotMatch(house.err, /could not be closed|cutting off/);
        }
    });
