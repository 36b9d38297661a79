// What an anonymous client has tried on a house, sent again: each is refused, costs the house little, and others are served.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { beside, logs } from './beside.mjs';
import { ask, folder, open, raw } from './house.mjs';
import * as http from './http.mjs';
import { Player, frame, opcodes } from './socket.mjs';

const pages = folder('pages');
const house = await open(['--pages', pages]);
const call = (method, path, options) => http.call(house, method, path, options);
const metric = async (name, where = house) =>
    +(await ask(where, '/metrics')).bytes.toString().match(new RegExp(`^tavola_${name} (\\d+)$`, 'm'))[1];
/** How much memory the house has ever had, in MiB. */
const peak = () => +readFileSync(`/proc/${house.child.pid}/status`, 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)[1] / 1024;

/** Two at a board, by HTTP. */
async function sit(rules = {}) {
    const { said: { room, token } } = await call('POST', '/api/rooms', { body: { game: 'trilha', name: 'Ana', ...rules } });
    const { said: { token: other } } = await call('POST', `/api/rooms/${room}/join`, { body: { name: 'Rui' } });
    return { room, tokens: [token, other] };
}

test('games of computers among themselves are not begun', async () => {
    const seats = ['computer:1', 'computer:2'];
    const before = await metric('rooms_made_total');
    const { status, said } = await call('POST', '/api/rooms', { body: { game: 'trilha', seats } });
    assert.deepEqual([status, said.error.key], [400, 'error.room.people']);
    const player = await Player.enter(house);
    assert.equal((await player.ask({ kind: 'make', game: 'trilha', seats })).error.key, 'error.room.people');
    const six = { game: 'niout', settings: { players: '4' }, seats: Array(4).fill('computer:1') };
    assert.equal((await player.ask({ kind: 'make', ...six })).error.key, 'error.room.people');
    player.leave();
    assert.equal((await call('POST', '/api/rooms', { body: { game: 'trilha', seats: ['free', 'computer:1'] } })).status, 201);
    assert.equal(await metric('rooms_made_total'), before + 1, 'only the last one');
    assert.equal(await metric('searches_total'), 0, 'no computer has been asked for a move');
});

test('a message in pieces without end is not read as fast as it comes', () => beside(house, async () => {
    const player = await Player.enter(house);
    const piece = (bytes, opcode) => {
        const bits = frame(bytes, opcode);
        bits[0] &= 0x7f;
        return bits;
    };
    player.socket.write(piece('x', opcodes.text));
    const nothing = piece('', 0);
    player.socket.write(Buffer.concat(Array(5_000_000).fill(nothing)));
    await pause(5000);
    assert.ok(player.socket.writableLength > 10_000_000, `${player.socket.writableLength} of 30 MB still wait`);
    player.socket.destroy();
}));

test('what has no end is not kept: chunk extensions, sizes, trailers, headers', () => beside(house, async () => {
    const head = 'POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const megabyte = Buffer.alloc(1 << 20, 'x'), zeros = Buffer.alloc(1 << 20, '0');
    const lines = Buffer.from('X-More: abcdefghijklmnopqrstuvwxyz\r\n'.repeat(30_000));
    /** Begins so, and goes on for 100 MB or until the house has had enough. */
    const goesOn = (begin, piece) => new Promise((resolve) => {
        let heard = '', sent = 0;
        const socket = connect(house.port, '127.0.0.1', () => socket.write(begin));
        const more = () => {
            while (sent++ < 100 && !socket.destroyed) if (!socket.write(piece)) return;
            socket.end();
        };
        socket.on('drain', more).on('connect', more);
        socket.setEncoding('latin1').on('data', (text) => (heard += text)).on('error', () => {});
        socket.on('close', () => resolve({ heard, sent }));
    });
    const before = peak();
    for (const [name, begin, piece, status] of [
        ['an extension', `${head}5;`, megabyte, /^$|^HTTP\/1\.1 4(31|13|00) /],
        ['the digits of a size', head, zeros, /^$|^HTTP\/1\.1 4(31|13|00) /],
        ['trailers', `${head}2\r\n{}\r\n0\r\n`, lines, /^$|^HTTP\/1\.1 4(31|13|00) /],
        ['one trailer', `${head}2\r\n{}\r\n0\r\nX: `, megabyte, /^$|^HTTP\/1\.1 4(31|13|00) /],
        ['many chunks with extensions', head, Buffer.from(`1;${'x'.repeat(4000)}\r\n \r\n`.repeat(250)), /^$|^HTTP\/1\.1 413 /],
        ['a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: ', megabyte, /^$|^HTTP\/1\.1 431 /],
        ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', lines, /^$|^HTTP\/1\.1 431 /],
        ['the first line', 'GET /', megabyte, /^$|^HTTP\/1\.1 4(31|00) /],
        ['empty lines', '', Buffer.alloc(1 << 20, '\r\n'), /^$|^HTTP\/1\.1 4\d\d /],
    ]) {
        const { heard, sent } = await goesOn(begin, piece);
        assert.match(heard, status, name);
        assert.ok(sent < 100, `${name}: ${sent} MB were taken`);
        assert.ok(peak() - before < 32, `${name}: ${peak() - before} MiB more`);
    }
    // The same twenty times at once.
    await Promise.all(Array.from({ length: 20 }, () => goesOn(`${head}5;`, megabyte)));
    assert.ok(peak() - before < 48, `${peak() - before} MiB more`);
}));

test('what is too much is told: fields, target, trailers', async () => {
    const many = (count) => Array.from({ length: count }, (_, i) => `X-${i}: a\r\n`).join('');
    const get = (target, fields = '') => raw(house, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${fields}\r\n`);
    assert.match(await get('/healthz', many(90)), /^HTTP\/1\.1 200 /);
    assert.match(await get('/healthz', many(200)), /^HTTP\/1\.1 431 /);
    assert.match(await get(`/api/lobby?${'x'.repeat(4000)}`), /^HTTP\/1\.1 200 /);
    assert.match(await get(`/api/lobby?${'x'.repeat(5000)}`), /^HTTP\/1\.1 414 /);
    const post = (rest) => raw(house, 'POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n' +
        `Transfer-Encoding: chunked\r\n\r\n${rest}`);
    const body = '{"game": "trilha", "name": "Ana"}', chunk = `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n`;
    assert.match(await post(`${chunk}X-Sum: 1\r\n\r\n`), /^HTTP\/1\.1 201 /);
    assert.match(await post(`${chunk}${many(200)}\r\n`), /^HTTP\/1\.1 431 /);
});

test('who says nothing, or a little at a time, is not waited for', () => beside(house, async () => {
    const stalls = (text, drip) => new Promise((resolve) => {
        const socket = connect(house.port, '127.0.0.1', () => text && socket.write(text));
        const timer = drip && setInterval(() => socket.write(drip), 500);
        socket.on('error', () => {}).on('close', () => resolve(clearInterval(timer))).resume();
    });
    const head = 'POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    await Promise.all([
        stalls(''),
        stalls('G', 'E'),
        stalls(`${head}Content-Length: 60000\r\n\r\n`, ' '),
        stalls(`${head}Transfer-Encoding: chunked\r\n\r\n5;`, 'x'),
        stalls(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, 'X: a\r\n'),
    ]);
}));

test('a socket that floods with pings, pongs or pieces is cut off', () => beside(house, async () => {
    for (const opcode of [opcodes.ping, opcodes.pong]) {
        const flood = await Player.enter(house);
        flood.socket.write(Buffer.concat(Array.from({ length: 3000 }, () => frame('x'.repeat(100), opcode))));
        await flood.ends();
    }
    await logs(house, /127\.0\.0\.1: a socket that floods[^]*a socket that floods/);
    // A control frame must be short.
    const long = await Player.enter(house);
    long.socket.write(frame('x'.repeat(200), opcodes.ping));
    await long.ends();
}));

test('a pong that nobody asked for makes no lag', async () => {
    const { room, tokens: [token] } = await sit({ clock: '600' });
    // A client that never answers the server's own pings has no lag, however slow the machine.
    const ana = await Player.enter(house, {}, { pongs: false });
    await ana.ask({ kind: 'ping' });
    await ana.ask({ kind: 'watch', room, token });
    await pause(700);
    for (const payload of ['', 'x', '0123456789abcdef']) ana.socket.write(frame(payload, opcodes.pong));
    await ana.ask({ kind: 'ping' });
    const { number } = await ana.ask({ kind: 'moves', room });
    assert.equal((await ana.ask({ kind: 'move', room, move: 'd2', number })).kind, 'done');
    const { said: { events } } = await call('GET', `/api/rooms/${room}?after=${number}`);
    assert.deepEqual([events[0].move, events[0].lag ?? 0], ['d2', 0]);
    assert.ok(ana.pings > 0, 'it was asked');
    ana.leave();
});

test('offers and phrases in a hurry are refused, and moves are not', () => beside(house, async () => {
    const { room, tokens } = await sit();
    const act = (kind, body, seat) => call('POST', `/api/rooms/${room}/${kind}`, { body, token: tokens[seat] });
    const tally = { done: 0, refused: 0 };
    for (let i = 0; i < 45; ++i)
        for (const [kind, seat] of [['agree', 0], ['decline', 1]]) {
            const { said } = await act(kind, { matter: 'draw' }, seat);
            ++tally[said.kind];
            if (said.kind === 'refused') assert.ok(['error.room.too-fast', 'error.room.nothing-offered'].includes(said.error.key), said.error.key);
        }
    assert.ok(tally.refused > 0 && tally.done >= 10, JSON.stringify(tally));
    const said = await Promise.all(Array.from({ length: 50 }, () => act('say', { phrase: 'hello' }, 0)));
    const heard = said.filter(({ status }) => status === 200).length;
    assert.ok(heard >= 5 && heard <= 15, `${heard} of 50 phrases`);
    assert.ok(said.some(({ status, said: { error } }) => status === 429 && error.key === 'error.room.too-fast'));
    const { said: { number } } = await call('GET', `/api/rooms/${room}/moves`);
    assert.equal((await act('move', { move: 'd2', number }, 0)).status, 200);
}));

test('a room that is named a hundred times is read once and shown once', () => beside(house, async () => {
    const { room, tokens } = await sit();
    const games = Array.from({ length: 100 }, (_, i) => ({ room, token: i % 3 ? tokens[i % 2] : `wrong ${i}` }));
    const { said } = await call('POST', '/api/games/mine', { body: { games } });
    assert.deepEqual(said.games.map(({ room: id, seat }) => [id, seat]).sort(), [[room, 0], [room, 1]]);
    const opened = await call('POST', '/api/account', { body: { name: 'Cem', password: 'uma frase longa', games } });
    assert.deepEqual([opened.status, opened.said.signed], [201, 1]);
}));

test('a stream from a room that is not there leaves nothing behind', async () => {
    const { headers } = await call('POST', '/api/account', { body: { name: 'Fio', password: 'uma frase longa' } });
    const cookie = headers['set-cookie'][0].split(';')[0];
    assert.equal(await metric('members_here'), 0);
    for (let i = 0; i < 50; ++i) assert.equal((await call('GET', `/api/rooms/nowhere${i}/stream`, { headers: { cookie } })).status, 404);
    assert.equal(await metric('members_here'), 0);
    const { room } = await sit();
    const stream = http.follow(house, `/api/rooms/${room}/stream`, { headers: { cookie } });
    await stream.tells(({ kind }) => kind === 'room');
    assert.equal(await metric('members_here'), 1);
    stream.leave();
    while ((await metric('members_here')) > 0) await pause(20);
});

test('JSON as deep as a well is not JSON', () => beside(house, async () => {
    const deep = (depth) => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal((await call('GET', `/api/rooms/x?after=${deep(1500)}`)).said.error.field, 'after');
    const body = (inner) => `{"game": "trilha", "name": "Ana", "more": ${inner}}`;
    assert.equal((await call('POST', '/api/rooms', { body: body(deep(20)) })).status, 201);
    for (const depth of [100, 8000]) {
        const { status, said } = await call('POST', '/api/rooms', { body: body(deep(depth)) });
        assert.deepEqual([status, said.error.key], [400, 'error.request']);
    }
    const player = await Player.enter(house);
    player.say(`{"kind": "watch", "room": "x", "more": ${deep(8000)}}`);
    assert.equal((await player.hears(({ kind }) => kind === 'refused')).error.key, 'error.request');
    player.leave();
}));

test('names that nobody can see are refused', async () => {
    for (const name of ['\u2800', '\u115f', '\u1160', '\uffa0', '\u17b4', '\u17b5', '\u180b', '\u{e0041}\u{e007f}', '\ufe0f', '\u{e0100}', '\u3164 \u2800']) {
        const { status, said } = await call('POST', '/api/rooms', { body: { game: 'trilha', name } });
        assert.deepEqual([status, said.error?.key], [400, 'error.room.name'], name.codePointAt(0).toString(16));
    }
});

test('the house says no more of itself than it must', async () => {
    const own = await open(['--pages', pages, '--public-url', 'https://tavola.example/']);
    const get = (path, host, more = {}) => ask(own, path, { headers: { host, ...more } });
    for (const host of ['tavola.example', 'tavola.example:443', 'TAVOLA.example', `127.0.0.1:${own.port}`, 'localhost', '[::1]:80'])
        assert.equal((await get('/api/lobby', host)).status, 200, host);
    for (const host of ['elsewhere.example', 'tavola.example.elsewhere.example', 'xtavola.example', 'tavola.example:8080', '127.0.0.1.elsewhere.example', '0'])
        assert.equal((await get('/api/lobby', host)).status, 421, host);
    for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await get(path, '10.0.0.7:6464')).status, 200, path);
    const rebound = await Player.enter(own, { Host: 'elsewhere.example', Origin: 'http://elsewhere.example' });
    assert.equal(rebound.status, 421);
    for (const path of ['/', '/api/lobby', '/api/rooms/x', '/nothing', '/healthz', '/readyz']) {
        const { headers } = await get(path, 'tavola.example');
        assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
        assert.match(headers['permissions-policy'], /camera=\(\)/, path);
        assert.equal(headers.server, undefined, path);
    }
    assert.equal((await ask(house, '/')).headers['strict-transport-security'], undefined, 'not without TLS');
    const key = 'GET /socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
    const heard = await new Promise((resolve) => {
        const socket = connect(house.port, '127.0.0.1', () => socket.write(key));
        socket.once('data', (bytes) => (socket.destroy(), resolve(bytes.toString('latin1'))));
    });
    assert.match(heard, /^HTTP\/1\.1 101 /);
    assert.doesNotMatch(heard, /Beast|Boost/i);
    await own.stop();
});

test('after all that the house closes as always', async () => {
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
    assert.doesNotMatch(house.err, /\[error\]|task failed|terminate/);
});
