// Every kind of message, by socket and by HTTP, with parts missing, changed or broken: always an answer, never harm. The
// same seed gives the same messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beside } from './beside.mjs';
import { folder, open } from './house.mjs';
import * as http from './http.mjs';
import { Player, frame } from './socket.mjs';

const count = +(process.env.TAVOLA_FUZZ_MESSAGES ?? 2000), seed = +(process.env.TAVOLA_FUZZ_SEED ?? 1);
const house = await open(['--pages', folder('pages')]);

/** Numbers from 0 to below n, the same every time. */
function dice(seed) {
    return (n) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        x ^= x + Math.imul(x ^ (x >>> 7), 61 | x);
        return ((x ^ (x >>> 14)) >>> 0) % n;
    };
}

const nested = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const odd = [null, true, false, -1, 0, 3.5, 1e300, -1e300, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), '', ' ', 'x', 'x'.repeat(9000), '\u0000', 'a\u0000b',
    '\u202e', '\ud800', '\u{1f600}'.repeat(30), 'Z\u0351\u0358'.repeat(40), '\ufeff', '{room}', '../..', '%s%n', "';--", [], [[]], [null], {}, { kind: 'make' },
    { '': '' }, { __proto__: null, constructor: 1 }, Array(500).fill(0), nested(60), nested(3000), Array(50).fill('computer:10')];

/** One message of each kind, as they should be. */
const kinds = ({ room, token }) => [
    { kind: 'make', game: 'pretoa', settings: { huff: 'yes' }, clock: '60', listed: false, chat: 'free', name: 'Eva', seats: ['me', 'free'], word: 'a' },
    { kind: 'join', room, name: 'Eva', seat: 1, token: 'y'.repeat(30), word: 'a' },
    { kind: 'watch', room, token, after: 2 },
    { kind: 'leave', room },
    { kind: 'lobby' },
    { kind: 'ping' },
    { kind: 'moves', room },
    { kind: 'record', room },
    { kind: 'move', room, move: 'zz', number: 4, token },
    { kind: 'resign', room },
    { kind: 'claim', room },
    { kind: 'agree', room, matter: 'rematch', token },
    { kind: 'decline', room, matter: 'draw', token },
    { kind: 'say', room, phrase: 'hello!', token },
    { kind: 'say', room, text: 'Olá', token },
    { kind: 'sign', room, token },
    { kind: 'mine', games: [{ room, token }] },
    { kind: 'account', name: 'Eva', password: 'uma frase longa', games: [{ room, token }] },
];

/** Something is left out, odd, of another kind, or broken as a text. */
function mutate(message, all, roll) {
    let text;
    const parts = Object.keys(message);
    for (let changes = 1 + roll(3); changes > 0; --changes) {
        const part = parts[roll(parts.length)];
        const { [part]: _, ...without } = message;
        const other = all[roll(all.length)];
        switch (roll(6)) {
            case 0: message = without; break;
            case 1: case 2: message = { ...message, [part]: odd[roll(odd.length)] }; break;
            case 3: message = { ...message, ...other, kind: message.kind }; break;
            case 4: message = { ...message, [part]: [message[part]] }; break;
            default: message = { ...message, id: odd[roll(odd.length)] };
        }
    }
    text = JSON.stringify(message);
    if (roll(8) === 0) text = text.slice(0, roll(text.length));
    if (roll(8) === 0) text = text.replace('{', '{"kind":"ping","kind":[],');
    if (roll(8) === 0) {
        const at = roll(text.length + 1);
        text = text.slice(0, at) + '"\\{}[]:,\u0000\u0001\u00e9'[roll(11)] + text.slice(at);
    }
    return text;
}

/** A game that nobody may disturb: both seats are taken, and nobody knows their tokens. */
async function victim() {
    const make = await http.call(house, 'POST', '/api/rooms', { body: { game: 'trilha', name: 'Ana' } });
    const { room, token } = make.said;
    await http.call(house, 'POST', `/api/rooms/${room}/join`, { body: { name: 'Rui' } });
    return { room, token };
}
const events = async (room) => (await http.call(house, 'GET', `/api/rooms/${room}`)).said.events;

test(`${count} messages by socket`, () => beside(house, async () => {
    const roll = dice(seed);
    const game = await victim(), safe = await victim();
    const all = kinds({ room: game.room, token: game.token });
    const strangers = kinds({ room: safe.room, token: 'z'.repeat(26) });
    const before = await events(safe.room);
    const heard = new Map();
    let player, said = Infinity;
    for (let i = 0; i < count; ++i) {
        // Not so many that it would be taken for a flood.
        if (said >= 60 || player.closed) {
            player?.leave();
            player = await Player.enter(house);
            said = 0;
            if (roll(2)) ++said, await player.ask({ kind: 'watch', room: game.room, token: game.token });
        }
        const set = roll(3) ? all : strangers;
        const text = mutate(set[i % set.length], set, roll);
        const from = player.heard.length;
        player.socket.write(frame(text)), ++said;
        if (Buffer.byteLength(text) > 16 * 1024) {
            await player.ends();
            continue;
        }
        const answer = await player.hears(({ kind }) => kind !== 'presence' && kind !== 'events', from)
            .catch((fault) => assert.fail(`${fault.message} after ${text.slice(0, 300)}`));
        heard.set(answer.kind, (heard.get(answer.kind) ?? 0) + 1);
        assert.ok(answer.kind !== 'refused' || answer.error.key.startsWith('error.'), JSON.stringify(answer));
    }
    player.leave();
    // Not everything was refused, so it was more than the door that was tried.
    for (const kind of ['refused', 'made', 'room', 'lobby', 'pong', 'moves', 'record', 'done'])
        assert.ok(heard.get(kind) > 0, `${kind}: ${JSON.stringify([...heard])}`);
    assert.deepEqual(await events(safe.room), before, 'who has no token changes nothing');
}));

test(`${count} requests by HTTP`, () => beside(house, async () => {
    const roll = dice(seed + 1);
    const game = await victim(), safe = await victim();
    const before = await events(safe.room);
    const { said: { routes } } = await http.call(house, 'GET', '/api/');
    const statuses = new Map();
    const all = kinds(game);
    for (let i = 0; i < count; ++i) {
        const { method, path } = routes[i % routes.length];
        if (path.endsWith('/stream')) continue;
        const room = [game.room, game.room, safe.room, 'x', '%00', '%2e%2e', '%F0%9F%98%80', encodeURIComponent('á'.repeat(500))][roll(8)];
        const token = room === game.room && roll(2) ? game.token : ['', 'z'.repeat(26), 'x'.repeat(9000), 'é'][roll(4)];
        const kind = path.split('/').at(-1);
        const good = all.find((message) => message.kind === (kind === 'rooms' ? 'make' : kind)) ?? all[0];
        const query = ['', '', '?after=1', '?after=99999999999999999999', '?after=-1', '?after=%31', '?&&==&after'][roll(7)];
        const target = path.replace('{room}', room) + query;
        const { status, said, type } = await http.call(house, method, target, {
            ...(method === 'POST' && { body: mutate(good, all, roll) }),
            headers: token && { authorization: Buffer.from(`Bearer ${token}`).toString('latin1') },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        assert.ok([200, 201, 400, 401, 404, 409, 413].includes(status), `${method} ${target}: ${status}`);
        if (status >= 400 && said.kind !== 'room') assert.match(said.error.key, /^error\./);
        assert.ok(status >= 400 || type === 'application/json' || type === 'text/plain');
    }
    for (const status of [200, 201, 400, 401, 404]) assert.ok(statuses.get(status) > 0, JSON.stringify([...statuses]));
    assert.deepEqual(await events(safe.room), before, 'who has no token changes nothing');
}));

test('the house closes as always, and has nothing to complain of', async () => {
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
    assert.doesNotMatch(house.err, /\[error\]|task failed|terminate/);
});
