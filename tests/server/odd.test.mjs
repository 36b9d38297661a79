// Every kind of message with every part of it missing or odd: always an answer, never harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';

const house = await open(['--pages', folder('pages')]);
const odd = [null, true, -1, 0, 3.5, 1e300, 9007199254740993, '', 'x', 'x'.repeat(9000), '\u0000', '\u202e', [], [[]], {},
    { kind: 'make' }, Array(500).fill(0), JSON.parse('['.repeat(3000) + ']'.repeat(3000))];

test('odd messages of every kind', async () => {
    const maker = await Player.enter(house);
    const { room } = await maker.ask({ kind: 'make', game: 'trilha', name: 'Ana', seats: ['free', 'free'] });
    const seat = await Player.enter(house), other = await Player.enter(house);
    const { token } = await seat.ask({ kind: 'join', room, name: 'Ana' });
    await other.ask({ kind: 'join', room, name: 'Rui' });
    const before = (await maker.ask({ kind: 'watch', room })).state;
    const kinds = [
        { kind: 'make', game: 'pretoa', settings: { huff: 'yes' }, clock: '60', listed: false, name: 'Eva', seats: ['me', 'free'], word: 'a' },
        { kind: 'join', room, name: 'Eva', seat: 1, token: 'y'.repeat(30), word: 'a' },
        { kind: 'watch', room, token, after: 2 },
        { kind: 'leave', room },
        { kind: 'lobby' },
        { kind: 'ping' },
        { kind: 'record', room },
        { kind: 'move', room, move: 'zz', number: before.number },
        { kind: 'agree', room, matter: 'rematch' },
        { kind: 'decline', room, matter: 'draw' },
        { kind: 'claim', room },
        { kind: 'say', room, phrase: 'hello!' },
    ];
    const messages = [];
    for (const kind of kinds)
        for (const part of Object.keys(kind)) {
            const { [part]: _, ...without } = kind;
            messages.push(without, ...odd.map((value) => ({ ...kind, [part]: value })));
        }
    // Said by a stranger, and by a player in the name of his seat.
    let player, said = Infinity;
    for (const [i, message] of messages.entries()) {
        if (said >= 60) {
            player?.leave();
            player = await Player.enter(house);
            said = 1;
            if (i % 2) await player.ask({ kind: 'watch', room, token });
        }
        const from = player.heard.length;
        player.say(message), ++said;
        await player.hears(({ kind }) => kind !== 'presence' && kind !== 'events', from);
    }
    assert.ok(messages.length > 600);
    const after = (await maker.ask({ kind: 'watch', room })).state;
    assert.deepEqual([after.position, after.phase], [before.position, before.phase]);
    assert.equal((await seat.ask({ kind: 'move', room, move: 'd2', number: after.number })).kind, 'done');
    assert.equal((await ask(house, '/healthz')).status, 200);
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
});
