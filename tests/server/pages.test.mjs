// The house's pages over real sockets: files, encodings, caches, safety, limits, opening and closing.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { ask, bound, folder, open, raw } from './house.mjs';

const pages = folder('pages');
const script = 'export const answer = 42; // '.padEnd(2000, 'a long line ');
const large = Buffer.alloc(5_000_000, 'tavola ');
mkdirSync(join(pages, 'assets'));
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Távola</title>');
writeFileSync(join(pages, 'assets/index-ab12.js'), script);
writeFileSync(join(pages, 'assets/index-ab12.js.gz'), gzipSync(script));
writeFileSync(join(pages, 'assets/index-ab12.js.br'), brotliCompressSync(script));
writeFileSync(join(pages, 'assets/core-cd34.wasm'), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
writeFileSync(join(pages, 'large.bin'), large);
writeFileSync(join(pages, '.secret'), 'not a page');
const data = folder('data');
writeFileSync(join(data, 'beside.txt'), 'not to be served');
const house = await open(['--pages', pages, '--data', data]);

test('the first page, its type, and that it must be asked for again', async () => {
    const { status, headers, bytes } = await ask(house, '/');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(+headers['content-length'], bytes.length);
    assert.match(bytes.toString(), /Távola/);
    assert.deepEqual((await ask(house, '/index.html?from=test')).bytes, bytes);
});

test('types, and hashed names kept for good', async () => {
    const core = await ask(house, '/assets/core-cd34.wasm');
    assert.equal(core.headers['content-type'], 'application/wasm');
    assert.equal(core.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(core.bytes.length, 8);
    assert.match((await ask(house, '/assets/index-ab12.js')).headers['content-type'], /^text\/javascript/);
});

test('the client chooses the encoding', async () => {
    const get = (accept) => ask(house, '/assets/index-ab12.js', { headers: { 'accept-encoding': accept } });
    for (const [accept, encoding, decode] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0.5, gzip;q=0.9', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0', undefined, (bytes) => bytes],
        ['', undefined, (bytes) => bytes],
        ['*', 'br', brotliDecompressSync],
    ]) {
        const { headers, bytes } = await get(accept);
        assert.equal(headers['content-encoding'], encoding, accept);
        assert.equal(headers.vary, 'Accept-Encoding');
        assert.equal(decode(bytes).toString(), script);
    }
    const tags = await Promise.all(['br', 'gzip', ''].map(async (accept) => (await get(accept)).headers.etag));
    assert.equal(new Set(tags).size, 3, 'a tag for each form');
});

test('what has not changed is not sent again', async () => {
    const first = await ask(house, '/');
    const again = await ask(house, '/', { headers: { 'if-none-match': `"other", ${first.headers.etag}` } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal((await ask(house, '/', { headers: { 'if-none-match': '"other"' } })).status, 200);
});

test('HEAD tells everything but the contents', async () => {
    const [get, head] = [await ask(house, '/large.bin'), await ask(house, '/large.bin', { method: 'HEAD' })];
    assert.ok(get.bytes.equals(large));
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    delete get.headers.date, delete head.headers.date;
    assert.deepEqual(head.headers, get.headers);
});

test('every answer is guarded', async () => {
    for (const path of ['/', '/nothing', '/healthz', '/assets/index-ab12.js', '/%', '/tables/']) {
        const { headers } = await ask(house, path);
        const policy = headers['content-security-policy'];
        assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
        assert.doesNotMatch(policy.match(/script-src[^;]*/)[0], /unsafe-inline|'unsafe-eval'|\*/);
        assert.match(policy, /frame-ancestors 'none'/);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['referrer-policy'], 'same-origin');
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    }
});

test('nothing but the pages can be reached', async () => {
    for (const path of ['/../beside.txt', '/assets/../../beside.txt', '/%2e%2e/beside.txt', '/..%2fbeside.txt',
        '/assets/..\\..\\beside.txt', '//etc/passwd', '/.secret', '/assets/', '/assets', '/index.html/', '/%00',
        '/index.html%00.js', '/large.bin%', '/tables/../beside.txt', '/tables/%2e%2e/beside.txt',
        '/tables/..%2fbeside.txt', '/tables/a/b.tvt', '/tables/a/.b.tvt', '/tables/x']) {
        const { status, bytes } = await ask(house, path);
        assert.ok(status === 404 || status === 400, `${path}: ${status}`);
        assert.doesNotMatch(bytes.toString(), /not to be served|not a page|root:/);
    }
});

test('what is not there is told in the language of the reader', async () => {
    const page = async (language) =>
        (await ask(house, '/nothing', { headers: language ? { 'accept-language': language } : {} })).bytes.toString();
    assert.match(await page(''), /<html lang="pt">.*Não há nada neste endereço/s);
    assert.match(await page('pt-BR,pt;q=0.9,en;q=0.8'), /lang="pt"/);
    assert.match(await page('en-GB,en;q=0.9,pt;q=0.1'), /<html lang="en">.*There is nothing/s);
    assert.match(await page('de'), /lang="en"/);
});

test('the house is well, and takes no orders', async () => {
    assert.equal((await ask(house, '/healthz')).bytes.toString(), 'ok\n');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
        const { status, headers } = await ask(house, '/', { method });
        assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method);
    }
});

test('one connection, many requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set();
    for (let i = 0; i < 20; ++i)
        await new Promise((resolve, reject) => {
            ask(house, '/', { agent }).then(resolve, reject);
            agent.once('free', (socket) => sockets.add(socket));
        });
    agent.destroy();
    assert.equal(sockets.size, 1);
    // Requests that come at once are answered in their order.
    const heard = await raw(house, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3),
        'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.deepEqual([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status), ['200', '200', '200', '404']);
    assert.match(await raw(house, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.0 200 [^]*ok\n$/);
});

test('what is too much or makes no sense is refused, and the house stays open', async () => {
    const status = async (...pieces) => (await raw(house, ...pieces)).match(/^HTTP\/1\.\d (\d+)/)?.[1];
    assert.equal(await status(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`), '431');
    assert.equal(await status(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`), '431');
    assert.equal(await status('GET / HTTP/1.1\r\n\r\n'), '400');
    assert.equal(await status('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'), '400');
    assert.equal(await status('nonsense\r\n\r\n'), '400');
    assert.equal(await status('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'), '400');
    const body = Buffer.alloc(200_000, 'x');
    assert.equal(await status(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`, body), '413');
    assert.equal((await ask(house, '/healthz')).status, 200);
});

test('a client who leaves in the middle harms nobody', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => new Promise((resolve) => {
        const socket = connect(house.port, '127.0.0.1', () => {
            socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'.slice(0, i % 2 ? 20 : undefined));
            setTimeout(() => socket.resetAndDestroy(), 5);
        });
        socket.on('error', () => {}).on('close', resolve);
    })));
    assert.equal((await ask(house, '/healthz')).status, 200);
});

test('closing: what is under way is finished, idle connections end, and the port is free again', async () => {
    const own = await open(['--pages', pages]);
    const idle = connect(own.port, '127.0.0.1');
    await ask(own, '/healthz');
    // A slow reader is in the middle of a large page.
    let heard = 0;
    const slow = connect(own.port, '127.0.0.1', () => slow.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
    const whole = new Promise((resolve) => slow.on('close', resolve));
    const ended = new Promise((resolve) => slow.once('data', (piece) => {
        heard += piece.length;
        slow.pause();
        const result = own.stop();
        setTimeout(() => slow.on('data', (more) => (heard += more.length)).resume(), 200);
        resolve(result);
    }));
    assert.deepEqual(await ended, { code: 0, signal: null });
    await whole;
    assert.ok(heard > large.length, `${heard}`);
    idle.destroy();
    await (await open(['--pages', pages], { TAVOLA_PORT: `${own.port}` })).stop('SIGINT');
});

test('a port that is taken: another one, unless it was asked for', async () => {
    const run = (...args) => spawnSync(process.env.TAVOLA, ['serve', '--no-open', '--lang', 'en', ...args],
        { encoding: 'utf8', env: { ...process.env, TAVOLA_DATA: folder('other') } });
    const { status, stdout, stderr } = run('--pages', pages, '--port', `${house.port}`);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, new RegExp(`port ${house.port} is taken`));
    assert.match(run('--pages', pages, '--host', 'no.such.host.invalid').stderr, /no\.such\.host\.invalid/);
    assert.equal(run('--pages', join(pages, 'missing')).status, 2);
    assert.equal(run('--port', 'x').status, 2);
    assert.equal(run('--port', '70000').status, 2);
    const usual = await open(['--pages', pages], { TAVOLA_PORT: '' });
    const next = await open(['--pages', pages], { TAVOLA_PORT: '' });
    assert.ok(next.port > usual.port && usual.port >= 6464, `${usual.port} ${next.port}`);
    await Promise.all([usual.stop(), next.stop()]);
});

test('without a verb the house opens', async () => {
    const child = spawn(bound[0], [...bound.slice(1), process.env.TAVOLA, '--lang', 'pt'], { env: { ...process.env, TAVOLA_PORT: '0', TAVOLA_PAGES: pages, TAVOLA_DATA: folder('plain') } });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const [, port] = line.match(/^A Távola está aberta em http:\/\/127\.0\.0\.1:(\d+)\//);
    assert.equal((await ask({ port }, '/')).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('pages that are not built are explained', async () => {
    const empty = folder('empty');
    const own = await open(['--pages', empty]);
    assert.match(own.err, /not built/);
    const { status, bytes } = await ask(own, '/');
    assert.equal(status, 503);
    assert.match(bytes.toString(), /\.\/tavola/);
    await own.stop();
});

test('an address that players know', async () => {
    const own = await open(['--pages', pages, '--public-url', 'https://tavola.example/']);
    assert.equal(own.address, 'https://tavola.example/');
    await own.stop();
});
