// The API for programs, held against its own description: every route, every answer, every status.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { folder, open, raw } from './house.mjs';
import * as http from './http.mjs';
import { faults, resolve } from './schema.mjs';
import { Player } from './socket.mjs';

const docs = (name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const file = JSON.parse(readFileSync(docs('openapi.json'), 'utf8'));
const house = await open(['--pages', folder('pages'), '--behind-proxy']);
const seen = new Set();
const password = 'uma frase longa';

const fits = (schema, value, what) => assert.deepEqual(faults(file, schema, value), [], what);

/** Asks by the description: the answer must be one of those that stand there. */
async function call(method, form, { room = '', query = '', ...options } = {}) {
    const answer = await http.call(house, method, form.replace('{room}', room) + query, options);
    const operation = file.paths[form][method.toLowerCase()];
    const what = `${method} ${form} ${answer.status}`;
    const described = operation.responses[answer.status];
    assert.ok(described, `${what} is not described: ${JSON.stringify(answer.said)}`);
    const content = resolve(file, described).content[answer.type];
    assert.ok(content, `${what} has the type ${answer.type}`);
    fits(content.schema, answer.said, what);
    if (answer.status < 300 && options.body) fits(operation.requestBody.content['application/json'].schema, options.body, what);
    seen.add(what);
    return answer;
}
const post = (form, room, body, token) => call('POST', `/api/rooms/{room}/${form}`, { room, body, token });
const show = async (room, token, query) => (await call('GET', '/api/rooms/{room}', { room, token, query })).said;

/** Two players at a board. */
async function table(rules) {
    const { said: ana } = await call('POST', '/api/rooms', { body: { game: 'trilha', name: 'Ana', ...rules } });
    const { said: rui } = await post('join', ana.room, { name: 'Rui' });
    return { room: ana.room, ana: ana.token, rui: rui.token };
}
const play = async (room, token, move, more = {}) =>
    post('move', room, { move, number: (await show(room)).state.number, ...more }, token);

test('the house has the routes that are described, and no others', async () => {
    const { said } = await call('GET', '/api/');
    const described = Object.entries(file.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
    assert.deepEqual(said.routes.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
    assert.deepEqual((await call('GET', '/api/openapi.json')).said, file);
    for (const [path, operations] of Object.entries(file.paths))
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
            if (operations[method.toLowerCase()]) continue;
            const { status, headers, said: refused } = await http.call(house, method, path.replace('{room}', 'x'));
            const allowed = Object.keys(operations).flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()]));
            assert.deepEqual([status, headers.allow, refused.error.key], [405, allowed.join(', '), 'error.api.method'], `${method} ${path}`);
        }
    for (const path of ['/api/nothing', '/api/rooms/', '/api/rooms/a/b', '/api/rooms/a/move/', '/api/..', '/api//games', '/api/%']) {
        const { status, said: refused } = await http.call(house, 'GET', path);
        assert.deepEqual([status, refused.error.key], [404, 'error.api.path'], path);
    }
});

test('games and lobby', async () => {
    const { said: { games } } = await call('GET', '/api/games');
    assert.deepEqual(games.map(({ id }) => id).sort(), ['abalone', 'niout', 'policiais', 'pretoa', 'trench', 'trilha']);
    assert.ok(games.every(({ options }) => options.length > 0));
    const { said: made } = await call('POST', '/api/rooms', { body: { game: 'abalone', name: 'Ana', listed: true, clock: '300+5' } });
    const { said: { rooms } } = await call('GET', '/api/lobby');
    assert.deepEqual(rooms.find(({ room }) => room === made.room)?.seats, ['Ana', '']);
});

test('a game between two programs, with all that players do', async () => {
    const made = await call('POST', '/api/rooms', { body: { game: 'trilha', settings: { preset: 'internacional' }, clock: '300+5', name: 'Ana', seats: ['me', 'free'], word: 'a1', token: 'x'.repeat(30) } });
    const { room, token: ana } = made.said;
    assert.deepEqual([made.status, made.headers.location, made.said.seat, ana], [201, `/api/rooms/${room}`, 0, 'x'.repeat(30)]);
    const { said: { token: rui } } = await post('join', room, { name: 'Rui', seat: 1, word: 'b2' });
    assert.equal((await post('join', room, { name: 'Eva' })).status, 409);
    const { state, seat } = await show(room, rui);
    assert.deepEqual([state.phase, seat, (await show(room)).seat], ['playing', 1, null]);

    const { said: { moves, number, turn } } = await call('GET', '/api/rooms/{room}/moves', { room });
    assert.deepEqual([moves.length, number, turn], [24, state.number, 0]);
    assert.equal((await post('move', room, { move: 'd2', number }, rui)).said.error.key, 'error.room.turn');
    assert.equal((await post('move', room, { move: 'x9', number }, ana)).status, 400);
    const first = await post('move', room, { move: 'd2', number, id: 'one' }, ana);
    const again = await post('move', room, { move: 'd2', number, id: 'one' }, ana);
    assert.deepEqual([again.status, again.said], [200, first.said], 'played once');
    const late = await post('move', room, { move: 'f4', number: 1 }, rui);
    assert.deepEqual([late.status, late.said.kind, late.said.state.number], [409, 'room', first.said.number]);
    const { events } = await show(room, rui, `?after=${number}`);
    assert.deepEqual(events.map(({ kind, move, id }) => [kind, move, id]), [['moved', 'd2', 'one']]);
    assert.equal((await play(room, rui, 'f4')).status, 200, 'without an id, too');

    assert.equal((await post('decline', room, { matter: 'draw' }, ana)).status, 409);
    await post('agree', room, { matter: 'takeback' }, ana);
    await post('agree', room, { matter: 'takeback' }, rui);
    assert.equal((await show(room)).state.turn, 0);
    await post('agree', room, { matter: 'draw' }, rui);
    await post('decline', room, { matter: 'draw' }, ana);
    await post('say', room, { phrase: 'hello' }, ana);
    await post('resign', room, {}, ana);
    assert.equal((await post('resign', room, {}, ana)).status, 409);
    assert.equal((await post('agree', room, { matter: 'draw' }, ana)).status, 409);
    const text = await call('GET', '/api/rooms/{room}/record', { room });
    const record = await call('GET', '/api/rooms/{room}/record', { room, headers: { accept: 'text/plain;q=0.1, application/json' } });
    assert.deepEqual([text.type, record.type, record.said.text], ['text/plain', 'application/json', text.said]);
    assert.match(text.said, /\[Player2 "Rui"\]/);
    assert.deepEqual((await call('GET', '/api/rooms/{room}/moves', { room })).said.moves, []);

    await post('agree', room, { matter: 'rematch' }, ana);
    await post('agree', room, { matter: 'rematch' }, rui);
    const next = await stream(room);
    const { events: all } = await next.tells(({ events: list }) => list?.at(-1).kind === 'rematch');
    next.leave();
    assert.equal((await show(all.at(-1).room, ana)).seat, 1);
});

/** A stream whose every line is checked when it is looked at. */
async function stream(room, token, query = '') {
    const followed = http.follow(house, `/api/rooms/${room}/stream${query}`, { token });
    const { tells } = followed;
    followed.tells = async (wanted) => {
        const found = await tells(wanted);
        followed.lines.forEach((line) => fits(file.components.schemas.Line, line, line.kind));
        return found;
    };
    await followed.tells(({ kind }) => kind === 'room');
    assert.deepEqual([followed.status, followed.headers['content-type']], [200, 'application/x-ndjson']);
    seen.add('GET /api/rooms/{room}/stream 200');
    return followed;
}

test('streams tell what happens, and who is there', async () => {
    const { room, ana, rui } = await table({ clock: '600' });
    const watcher = await Player.enter(house);
    await watcher.ask({ kind: 'watch', room });
    const followed = await stream(room, rui, '?after=2');
    assert.equal(followed.lines.find(({ kind }) => kind === 'room').seat, 1);
    assert.equal(followed.lines.find(({ kind }) => kind === 'room').events[0].number, 3);
    await watcher.hears(({ kind, seats }) => kind === 'presence' && seats[1]);
    const { said: { number } } = await play(room, ana, 'd2');
    const told = await followed.tells(({ kind }) => kind === 'events');
    assert.deepEqual([told.events[0].move, told.state.number], ['d2', number]);
    // Requests that only ask make nobody come and go.
    const from = watcher.heard.length;
    await show(room, ana);
    await play(room, rui, 'f4');
    await watcher.hears(({ state }) => state?.number > number);
    assert.deepEqual(watcher.heard.slice(from).map(({ kind }) => kind), ['events']);
    followed.leave();
    await watcher.hears(({ kind, seats }) => kind === 'presence' && !seats[1], from);
    const head = await http.call(house, 'HEAD', `/api/rooms/${room}/stream`);
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
});

test('streams end in good order with the house; older programs get them, too', async () => {
    const own = await open(['--pages', folder('pages')]);
    const { said: { room } } = await http.call(own, 'POST', '/api/rooms', { body: { game: 'pretoa', name: 'Ana', clock: '60', seats: ['me', 'computer:1'] } });
    const followed = http.follow(own, `/api/rooms/${room}/stream`);
    await followed.tells(({ kind }) => kind === 'room');
    const old = raw(own, `GET /api/rooms/${room}/stream HTTP/1.0\r\n\r\n`);
    await followed.tells(({ kind, watchers }) => kind === 'presence' && watchers === 2);
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    await followed.ends();
    assert.ok(followed.whole, 'the last chunk came');
    const [head, ...lines] = (await old).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.0 200 /);
    assert.doesNotMatch(head, /chunked/i);
    const kinds = lines.join('').split('\n').filter(Boolean).map((line) => JSON.parse(line).kind);
    assert.ok(kinds.includes('room'), `${kinds}`);
    const clock = followed.lines.flatMap(({ events }) => events ?? []).at(-1);
    assert.equal(clock.kind, 'paused', 'the house has told that it stops the clocks');
});

test('what is wrong is refused with a fitting status', async () => {
    const { room, ana } = await table({});
    const good = { make: { game: 'trilha', name: 'Eva' }, join: { name: 'Eva' }, move: { move: 'd2', number: 4 }, resign: {},
        agree: { matter: 'draw' }, decline: { matter: 'draw' }, say: { phrase: 'hello' }, claim: {},
        sign: {}, mine: { games: [] }, open: { name: 'Eva', password }, enter: { name: 'Eva', password }, password: { password, new: password } };
    for (const [form, operations] of Object.entries(file.paths))
        for (const [name, { operationId, security }] of Object.entries(operations)) {
            const method = name.toUpperCase();
            const body = method === 'POST' ? good[operationId] : undefined;
            const refused = async (status, options) => {
                const answer = await call(method, form, { room, body, ...options });
                assert.equal(answer.status, status, `${method} ${form} ${JSON.stringify(answer.said)}`);
                return answer;
            };
            await refused(403, { headers: { origin: 'https://elsewhere.example' } });
            if (form.includes('{room}')) await refused(404, { room: 'nowhere', token: ana });
            if (security) assert.equal((await refused(401, { token: 'y'.repeat(26) })).headers['www-authenticate'], 'Bearer');
            if (method !== 'POST') continue;
            if (security) await refused(401);
            else if (form.startsWith('/api/rooms')) await refused(401, { body: { ...body, token: 'short' } });
            await refused(415, { headers: { 'content-type': 'text/plain' } });
            await refused(415, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
            await refused(413, { body: { ...body, more: 'x'.repeat(17_000) } });
            await refused(413, { body: { ...body, more: 'x'.repeat(200_000) } });
            for (const nonsense of ['{', '[]', '7', 'null', '"x"', '\u0000', '{"id": 7}']) await refused(400, { body: nonsense, token: ana });
            await refused(400, { headers: { authorization: 'Basic eA==' } });
        }
    for (const query of ['?after=x', '?after=-1', '?after=', '?after=1e3'])
        for (const form of ['/api/rooms/{room}', '/api/rooms/{room}/stream'])
            assert.equal((await call('GET', form, { room, query })).status, 400, query);
    assert.equal((await show(room)).state.number, 4, 'nothing has happened');
    const { port } = house;
    assert.equal((await call('GET', '/api/games', { headers: { origin: `http://127.0.0.1:${port}` } })).status, 200);
});

test('accounts, from the first day to the last', async () => {
    const { room, ana, rui } = await table({ chat: 'free' });
    const me = { name: 'Lia', password };
    const opened = await call('POST', '/api/account', { body: { ...me, games: [{ room, token: ana }] } });
    assert.deepEqual([opened.status, opened.said.signed], [201, 1]);
    assert.equal((await call('POST', '/api/account', { body: me })).status, 409);
    assert.equal((await call('POST', '/api/session', { body: { ...me, password: 'not this one' } })).status, 401);
    const entered = await call('POST', '/api/session', { body: me });
    const [one, other] = [opened, entered].map(({ headers }) => ({ cookie: headers['set-cookie'][0].split(';')[0] }));
    assert.equal((await call('GET', '/api/account', { headers: one })).said.sessions, 2);
    assert.equal((await call('POST', '/api/rooms/{room}/sign', { room, body: {}, token: rui, headers: one })).status, 409, 'one seat is enough');
    assert.equal((await call('POST', '/api/rooms/{room}/sign', { room, body: {}, token: ana, headers: one })).status, 200);
    assert.equal((await call('POST', '/api/rooms/{room}/say', { room, body: { text: 'Olá' }, headers: other })).status, 200, 'by the account');
    const plain = await table({});
    assert.equal((await post('say', plain.room, { text: 'Olá' }, plain.ana)).status, 409);
    await post('resign', room, {}, rui);
    const { said: { games } } = await call('GET', '/api/account/games', { headers: one });
    assert.deepEqual(games.map((game) => [game.room, game.seat, game.phase]), [[room, 0, 'over']]);
    assert.equal((await call('GET', '/api/account/games', { headers: one, query: '?before=x' })).status, 400);
    const { said: mine } = await call('POST', '/api/games/mine', { body: { games: [{ room, token: rui }, plain].map((one) => ({ room: one.room, token: one.token ?? one.rui })) } });
    assert.deepEqual(mine.games.map(({ room: id, seat }) => [id, seat]), [[plain.room, 1], [room, 1]]);
    assert.equal((await call('POST', '/api/account/password', { body: { password, new: `${password}!` }, headers: one })).said.sessions, 1);
    assert.equal((await call('GET', '/api/account', { headers: other })).status, 401);
    const { said } = await call('GET', '/api/account/export', { headers: one });
    assert.deepEqual(said.games.map(({ said: words }) => words.map(({ text }) => text)), [['Olá']]);
    const erase = (body, headers = {}) => call('DELETE', '/api/account', { body, headers: { ...one, ...headers } });
    for (const [status, body, headers] of [
        [400, {}], [400, '['], [401, { password }], [413, { password, more: 'x'.repeat(17_000) }], [415, { password }, { 'content-type': 'text/plain' }], [200, { password: `${password}!` }],
    ])
        assert.equal((await erase(body, headers)).status, status);
    assert.equal((await call('DELETE', '/api/session', { headers: one })).status, 200, 'there is nothing left to leave');
});

test('a maker who looks on; a computer to play against; dice', async () => {
    const { status, said } = await call('POST', '/api/rooms', { body: { game: 'niout', seats: ['computer:1', 'free'] } });
    assert.deepEqual([status, said.kind, said.seat], [201, 'room', null]);
    const { said: { token } } = await post('join', said.room, { name: 'Ana' });
    const followed = await stream(said.room, token);
    await followed.tells(({ state }) => state?.turn === 1);
    await post('resign', said.room, {}, token);
    const { events } = await show(said.room);
    const dice = events.find(({ dice: thrown }) => thrown);
    assert.ok(dice && events[0].commitment && events.at(-1).seed);
    followed.leave();
});

for (const game of ['pretoa', 'niout'])
    test(`the player of docs/player.mjs plays ${game} to the end`, async () => {
        const child = spawn(process.execPath, [docs('player.mjs'), `http://127.0.0.1:${house.port}`, game, '1']);
        let out = '', err = '';
        child.stdout.on('data', (text) => (out += text));
        child.stderr.on('data', (text) => (err += text));
        assert.deepEqual([await once(child, 'close'), err], [[0, null], '']);
        assert.match(out, /\[Player1 "Acaso"\][^]*\[Player2 "computer"\]/);
        assert.match(out, /\[Result "(?!ongoing)[^"]+"\]/);
    });

test('every answer that is described has been seen', () => {
    const described = Object.entries(file.paths).flatMap(([path, operations]) => Object.entries(operations).flatMap(
        ([method, { responses }]) => Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`)));
    // Limits and failures have tests of their own; nobody was away long enough for a claim.
    const elsewhere = / (429|503)$|\/claim (200|409)$/;
    assert.deepEqual(described.filter((what) => !seen.has(what) && !elsewhere.test(what)), []);
});
