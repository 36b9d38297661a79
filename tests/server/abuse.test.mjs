// Clients who mean harm, or might as well: each is stopped and leaves a line in the log, and everybody else plays on. The
// proxy in front of this house is the tests themselves, so that they can come from anywhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { beside, logs } from './beside.mjs';
import { ask, folder, open, raw } from './house.mjs';
import * as http from './http.mjs';
import { Player, frame, opcodes } from './socket.mjs';

const pages = folder('pages');
const house = await open(['--pages', pages, '--behind-proxy']);
const from = (address) => ({ 'X-Forwarded-For': `10.9.8.7, ${address}` });
const enter = (address, headers = {}) => Player.enter(house, { ...from(address), ...headers });
const call = (method, path, options = {}) => http.call(house, method, path, options);
const make = async (body) => (await call('POST', '/api/rooms', { body: { game: 'trilha', name: 'Ana', ...body } })).said;
const metric = async (what) =>
    +(await ask(house, '/metrics')).bytes.toString().match(new RegExp(`^tavola_limited_total\\{what="${what}"\\} (\\d+)$`, 'm'))[1];

test('floods', () => beside(house, async () => {
    const flood = await enter('203.0.113.1');
    for (let i = 0; i < 5000; ++i) flood.say({ kind: 'ping' });
    await flood.ends();
    assert.equal(flood.heard.at(-1).error.key, 'error.room.too-fast');
    await logs(house, /203\.0\.113\.1: a socket that floods/);
    // More requests than an address has, all at once over one line; pages and API are told in their own words.
    const one = (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.2\r\n`;
    const many = (times) => raw(house, `${one('/healthz')}\r\n`.repeat(times), `${one('/api/lobby')}Connection: close\r\n\r\n`);
    let heard = await many(30_000);
    const statuses = heard.match(/^HTTP\/1\.1 \d+/gm).map((line) => +line.slice(9));
    assert.ok(statuses.indexOf(429) >= 20_000, `${statuses.indexOf(429)}`);
    // A slow house gives some of the allowance back meanwhile, so that the last request may be answered.
    const last = () => heard.slice(heard.lastIndexOf('HTTP/1.1'));
    for (let i = 0; i < 20 && last().startsWith('HTTP/1.1 200'); ++i) heard = await many(2000);
    assert.match(last(), /^HTTP\/1\.1 429 [^]*Retry-After: \d+[^]*"error\.limit\.request"/);
    await logs(house, /203\.0\.113\.2: error\.limit\.request/);
    assert.ok((await metric('request')) > 0);
    assert.equal((await ask(house, '/healthz', { headers: from('203.0.113.3') })).status, 200);
}));

test('too many rooms, too many sockets', () => beside(house, async () => {
    let made = 0, last;
    while (last?.status !== 429 && ++made < 2000)
        last = await call('POST', '/api/rooms', { body: { game: 'pretoa', seats: ['free', 'free'] }, headers: from('2001:db8::1') });
    assert.ok(made > 300, `${made}`);
    assert.deepEqual([last.said.error.key, +last.headers['retry-after'] > 0], ['error.limit.room', true]);
    // The same network, by socket; another one may.
    const near = await enter('2001:db8::ffff'), far = await enter('2001:db8:0:1::1');
    assert.equal((await near.ask({ kind: 'make', game: 'pretoa', name: 'Eva' })).error.key, 'error.limit.room');
    assert.equal((await far.ask({ kind: 'make', game: 'pretoa', name: 'Eva' })).kind, 'made');
    let opened = 0, player;
    do {
        player?.leave();
        player = await enter('203.0.113.4');
    } while (player.status === 101 && ++opened < 5000);
    assert.equal(player.status, 429);
    assert.ok(opened >= 1000, `${opened}`);
    assert.equal((await enter('203.0.113.5')).status, 101);
    for (const key of ['room', 'socket']) await logs(house, new RegExp(`: error\\.limit\\.${key}`));
}));

test('giants', () => beside(house, async () => {
    const ten = Buffer.alloc(10_000_000, 'x');
    const giant = await enter('203.0.113.6');
    giant.socket.write(frame(ten));
    await giant.ends();
    // What it sent was never read, so the line may be reset before the reason arrives.
    assert.ok([1009, undefined].includes(giant.closeCode));
    await logs(house, /203\.0\.113\.6: /);
    // The same in many small pieces, none of them the last.
    const pieces = await enter('203.0.113.7');
    for (let i = 0; i < 10_000 && !pieces.closed; ++i) {
        const piece = frame(ten.subarray(0, 1000), i === 0 ? opcodes.text : 0);
        piece[0] &= 0x7f;
        pieces.socket.write(piece);
    }
    await pieces.ends();
    await logs(house, /203\.0\.113\.7: /);
    const head = 'POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const told = await raw(house, `${head}Content-Length: ${ten.length}\r\n\r\n`, ten).catch(() => '');
    assert.ok(told === '' || /^HTTP\/1\.1 413 [^]*error\.api\.size/.test(told), told.slice(0, 200));
    const chunked = await raw(house, `${head}Transfer-Encoding: chunked\r\n\r\n${ten.length.toString(16)}\r\n`, ten).catch(() => '');
    assert.ok(chunked === '' || /^HTTP\/1\.1 413 /.test(chunked), chunked.slice(0, 200));
    const header = await raw(house, `GET / HTTP/1.1\r\nHost: a\r\nX: `, ten).catch(() => '');
    assert.ok(header === '' || /^HTTP\/1\.1 431 /.test(header), header.slice(0, 200));
    await logs(house, /127\.0\.0\.1: body limit/);
}));

test('broken frames', () => beside(house, async () => {
    const naked = await enter('203.0.113.8');
    naked.socket.write(Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]));  // no mask
    await naked.ends();
    const binary = await enter('203.0.113.8');
    binary.socket.write(frame(Buffer.from([0xff, 0xfe]), opcodes.binary));
    assert.equal((await binary.hears(({ kind }) => kind === 'refused')).error.key, 'error.request');
    const latin = await enter('203.0.113.8');
    latin.socket.write(frame(Buffer.from([0x22, 0xe9, 0x22])));  // no UTF-8
    await latin.ends();
    assert.equal(latin.closeCode, 1007);
}));

test('who lies about his seat', () => beside(house, async () => {
    const { room, token } = await make();
    const { said: { token: second } } = await call('POST', `/api/rooms/${room}/join`, { body: { name: 'Rui' } });
    const { room: other, token: foreign } = await make();
    const act = (kind, body, shown) => call('POST', `/api/rooms/${room}/${kind}`, { body, token: shown, headers: from('203.0.113.9') });
    const number = 4;
    // In words, with the opponent's token, with that of another room, with none.
    assert.equal((await act('move', { move: 'd2', number, seat: 0 }, second)).said.error.key, 'error.room.turn');
    for (const [shown, key] of [[foreign, 'error.room.token'], ['x'.repeat(26), 'error.room.token'], [undefined, 'error.room.seated']])
        for (const [kind, body] of [['move', { move: 'd2', number, seat: 0 }], ['resign', { seat: 0 }], ['say', { phrase: 'hello', seat: 0 }]]) {
            const { status, said } = await act(kind, body, shown);
            assert.deepEqual([status, said.error.key], [401, key]);
        }
    await logs(house, new RegExp(`203\\.0\\.113\\.9: a token that opens no seat in room ${room}`));
    const stranger = await enter('203.0.113.9');
    for (const message of [{ kind: 'resign', room, seat: 0 }, { kind: 'move', room, move: 'd2', number, seat: 0 }])
        assert.equal((await stranger.ask(message)).error.key, 'error.room.seated');
    assert.equal((await stranger.ask({ kind: 'watch', room, seat: 0 })).seat, null);
    assert.equal((await stranger.ask({ kind: 'join', room, name: 'Ana', seat: 0 })).error.key, 'error.room.playing');
    assert.equal((await stranger.ask({ kind: 'join', room: other, name: 'Ana', seat: 0 })).error.key, 'error.room.seat');
    assert.equal((await act('move', { move: 'd2', number }, token)).status, 200);
    assert.deepEqual((await call('GET', `/api/rooms/${room}`)).said.events.slice(number).map(({ seat, move }) => [seat, move]), [[0, 'd2']]);
}));

test('old moves, sent again', () => beside(house, async () => {
    const { room, token } = await make();
    const { said: { token: second } } = await call('POST', `/api/rooms/${room}/join`, { body: { name: 'Rui' } });
    const move = (body, shown) => call('POST', `/api/rooms/${room}/move`, { body, token: shown });
    const first = { move: 'd2', number: 4, id: 'a' };
    const { said: done } = await move(first, token);
    await move({ move: 'f4', number: done.number }, second);
    for (let i = 0; i < 20; ++i) assert.deepEqual((await move(first, token)).said, done, 'the same answer');
    assert.equal((await move({ ...first, id: 'b' }, token)).status, 409, 'another id, an old board');
    assert.equal((await move(first, second)).status, 409, 'in the name of somebody else');
    assert.equal((await move({ move: 'd2', number: 6, id: 'c' }, token)).status, 400, 'a cell that is taken');
    const { said: { events } } = await call('GET', `/api/rooms/${room}?after=4`);
    assert.deepEqual(events.map(({ move: word }) => word), ['d2', 'f4']);
}));

test('who guesses tokens', () => beside(house, async () => {
    const { room, token } = await make();
    const wrong = (i) => `${i}`.padStart(26, 'x');
    const before = await metric('guess');
    const guesser = await enter('203.0.113.10');
    let answer, tries = 0;
    do answer = await guesser.ask({ kind: 'watch', room, token: wrong(tries++) });
    while (answer.error.key === 'error.room.token');
    assert.ok(answer.error.key === 'error.limit.guess' && tries > 20 && tries < 30, `${tries} ${answer.error.key}`);
    await guesser.ends();
    await logs(house, /203\.0\.113\.10: error\.limit\.guess/);
    // The same by HTTP, for reading and for playing; and from elsewhere it is only wrong.
    const show = (shown, address) => call('GET', `/api/rooms/${room}`, { token: shown, headers: from(address) });
    const { status, headers } = await show(wrong(tries), '203.0.113.10');
    assert.deepEqual([status, +headers['retry-after'] > 0], [429, true]);
    assert.equal((await call('POST', `/api/rooms/${room}/resign`, { body: {}, token: wrong(0), headers: from('203.0.113.10') })).status, 429);
    assert.equal((await show(wrong(tries), '203.0.113.11')).status, 401);
    assert.ok((await metric('guess')) > before);
    // Nobody escapes under a name that is no address.
    let last;
    for (let i = 0; i < 30 && last !== 429; ++i) last = (await show(wrong(i), ['unknown', '[2001:db8::1]:80', '1.2.3.4:5', '_'][i % 4])).status;
    assert.equal(last, 429);
    // A right token is never refused: nobody can lock his neighbours out.
    assert.equal((await show(token, '203.0.113.10')).said.seat, 0);
}));

test('pages from elsewhere', () => beside(house, async () => {
    const elsewhere = { Origin: 'https://elsewhere.example' };
    assert.equal((await enter('203.0.113.12', elsewhere)).status, 403);
    assert.equal((await enter('203.0.113.12', { Origin: `http://127.0.0.1:${house.port}` })).status, 101);
    const body = { game: 'trilha', name: 'Eva' };
    for (const origin of ['https://elsewhere.example', 'null', `http://127.0.0.1:${house.port}.example`, `http://127.0.0.1:${house.port + 1}`]) {
        const { status, said } = await call('POST', '/api/rooms', { body, headers: { ...from('203.0.113.12'), origin } });
        assert.deepEqual([status, said.error.key], [403, 'error.api.origin'], origin);
    }
    // What a form of theirs could send without asking is not understood.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        assert.equal((await call('POST', '/api/rooms', { body, headers: { 'content-type': type } })).status, 415);
    await logs(house, /203\.0\.113\.12: a page from elsewhere asks: https:\/\/elsewhere\.example/);
}));

/** Sends half a message, and answers no ping. */
async function sendHalf(house) {
    const half = await Player.enter(house);
    half.socket.removeAllListeners('data').resume();
    half.socket.write(frame('{"kind": "ping"}').subarray(0, 12));
    return half;
}

test('clients who stall, or take nothing', async () => {
    const large = folder('large');
    writeFileSync(join(large, 'index.html'), Buffer.alloc(30_000_000, 'x'));
    // A room in which much has been said, over the years.
    const room = 'muchsaidmuchsaid', data = folder('data');
    const events = Array.from({ length: 900 }, (_, i) => [i + 1, i * 60_000,
        JSON.stringify(i === 0 ? { kind: 'made', game: 'trilha' } : { kind: 'said', seat: 0, text: 'x'.repeat(100) })]);
    const lines = [{ tavola: 'games', version: 1 }, { game: room, over: true, events }].map((line) => JSON.stringify(line) + '\n').join('');
    const sha256 = createHash('sha256').update(lines).digest('hex');
    execFileSync(process.env.TAVOLA, ['import', '-', '--data', data],
        { input: `${lines}${JSON.stringify({ games: 1, events: events.length, sha256 })}\n` });
    const own = await open(['--pages', large, '--data', data]);
    await beside(own, async () => {
        /** Says so much, and then only `drip`, until the house has had enough. */
        const stalls = (text, drip) => new Promise((resolve) => {
            const socket = connect(own.port, '127.0.0.1', () => socket.write(text));
            const timer = drip && setInterval(() => socket.write(drip), 1000);
            socket.on('error', () => {}).on('close', () => resolve(clearInterval(timer))).resume();
        });
        const half = await sendHalf(own);
        // A page of which only the beginning is taken.
        const reader = connect(own.port, '127.0.0.1', () => reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
        reader.on('error', () => {}).pause();
        // A long room asked for again and again, and never read. So slowly that it stays within the limit on messages even if
        // the server reads nothing for twenty seconds.
        const deaf = async () => {
            const player = await Player.enter(own);
            player.socket.pause();
            for (let i = 0; !player.closed; ++i) {
                player.say({ kind: 'watch', room });
                if (i >= 80) await pause(250);
            }
        };
        await Promise.all([
            deaf(),
            stalls('GET / HTTP/1.1\r\nHo'),
            stalls('POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'),
            stalls('GET / HTTP/1.1\r\nHost: a\r\n', 'X-More: a\r\n'),
            half.ends(),
        ]);
        await logs(own, /(127\.0\.0\.1: .*timeout[^]*){4}/);
        await logs(own, /127\.0\.0\.1: a socket that takes nothing/);
        await logs(own, /127\.0\.0\.1: an answer that nobody takes/);
        reader.destroy();
    });
    assert.doesNotMatch(own.err, /floods/);
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
});

// The timer that ends a silent socket and the one for its next ping run out together: the reader, which knows that half a
// message was read, may be told that it was aborted instead of the timeout.
test('half a message is logged also when the server did not run for a while', async () => {
    const own = await open(['--pages', pages]);
    const half = await sendHalf(own);
    assert.equal((await ask(own, '/healthz')).status, 200);
    // Between the pings after 20 and 40 seconds.
    await pause(30_000);
    own.child.kill('SIGSTOP');
    // The timeout comes after 50.
    await pause(30_000);
    own.child.kill('SIGCONT');
    await half.ends();
    await logs(own, /127\.0\.0\.1: .*timeout/);
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
});

const outside = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test('too many connections at once', { skip: !outside && 'this machine has no address but its own' }, async () => {
    const own = await open(['--pages', pages, '--host', '0.0.0.0']);
    await beside(own, async () => {
        const sockets = [];
        // On a slow machine the first have been idle for too long before the last are open.
        const refused = /: too many connections at once/;
        while (!refused.test(own.err) && sockets.length < 20_000)
            await new Promise((resolve) => {
                const socket = connect(own.port, outside, resolve);
                socket.on('close', resolve).on('error', () => {}).resume();
                sockets.push(socket);
            });
        await logs(own, refused);
        assert.ok(sockets.length > 2000, `${sockets.length}`);
        sockets.forEach((socket) => socket.destroy());
    });
    // A proxy that the house has not been told of is noticed.
    await ask(own, '/healthz', { headers: from('203.0.113.20') });
    await logs(own, /--behind-proxy/);
    await own.stop();
});
