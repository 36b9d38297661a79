// The disk does not take what the system had promised to write: a sync fails, once or for ever. What was being stored is in
// doubt, nobody is told a plain no for what may be there afterwards, and the server ends, since nothing that it could still
// see would prove anything.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { folder, open } from './house.mjs';
import * as http from './http.mjs';
import { Player } from './socket.mjs';
import { last, legal, reaches, sit, told } from './table.mjs';

const pages = folder('pages');
const rules = { game: 'trilha' };
// In a folder without spaces, which LD_PRELOAD would take for the end of a name.
const beside = mkdtempSync(join(tmpdir(), 'tavola-sync-'));
after(() => rmSync(beside, { recursive: true, force: true }));
const library = join(beside, 'sync_fault.so');
copyFileSync(join(dirname(process.env.TAVOLA), 'tests', 'sync_fault.so'), library);

/** A house whose syncs can be made to fail: of all files whose names end so, until they are let succeed again. */
async function fragile(data) {
    const order = join(folder('fault'), 'order');
    const house = await open(['--pages', pages, '--data', data], {
        LD_PRELOAD: library,
        TAVOLA_SYNC_FAULT: order,
        // A library that comes before the sanitizer's own is none of its business.
        ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`,
    });
    return Object.assign(house, { fail: (ending) => writeFileSync(order, ending), heal: () => rmSync(order) });
}
/** The answer, or nothing if the socket closes instead. */
const answer = (player, message) => player.ask(message).catch(() => undefined);

/** Plays, lets a sync fail at the next move, does `then`, and compares what players were told with what is there after it. */
async function failing(then) {
    const data = folder('data');
    const house = await fragile(data);
    const { room, players } = await sit(rules, [house]);
    const sent = [];
    const move = async (player) => {
        const state = last(players[0]);
        const id = `m${sent.length}`, word = legal(rules, state.position)[sent.length % 3];
        const got = await answer(player ?? players[state.turn], { kind: 'move', room, move: word, number: state.number, id });
        sent.push({ id, word, kind: got?.kind, key: got?.error?.key });
        if (got?.kind === 'done') for (const one of players) await reaches(one, got.number);
        return got;
    };
    for (let i = 0; i < 4; ++i) assert.equal((await move()).kind, 'done');
    const before = last(players[0]).number;
    const wal = join(data, 'tavola.sqlite-wal'), synced = join(folder('synced'), 'wal');
    copyFileSync(wal, synced);
    house.fail('-wal');
    const refused = await move();
    assert.deepEqual([refused?.kind, refused?.error?.key], ['refused', 'error.store.doubt']);
    await then({ house, room, players, sent, move, wal, synced, before });

    const again = await open(['--pages', pages, '--data', data]);
    const watcher = await Player.enter(again);
    const { state } = await watcher.ask({ kind: 'watch', room });
    const stored = told(watcher, room).filter(({ kind }) => kind === 'moved').map(({ id, move: word }) => `${id} ${word}`);
    for (const { id, word, kind, key } of sent) {
        const there = stored.includes(`${id} ${word}`);
        if (kind === 'done') assert.ok(there, `${id} was told to be stored`);
        if (kind === 'refused' && key !== 'error.store.doubt') assert.ok(!there, `${id} was told not to have happened`);
    }
    assert.equal(new Set(stored).size, stored.length);
    // And the game goes on.
    const back = await Player.enter(again);
    await back.ask({ kind: 'watch', room, token: players[state.turn].token });
    const [word] = legal(rules, state.position);
    assert.equal((await back.ask({ kind: 'move', room, move: word, number: state.number, id: 'after' })).kind, 'done');
    assert.deepEqual(await again.stop(), { code: 0, signal: null });
    return stored.length;
}

test('a sync fails, and the house is killed: what was in doubt is there, and nobody was told that it is not', async () => {
    assert.equal(await failing(({ house }) => house.stop('SIGKILL')), 5);
});

test('a sync fails, and the machine loses its power: what was in doubt is not there', async () => {
    const stored = await failing(async ({ house, wal, synced }) => {
        await house.stop('SIGKILL');
        copyFileSync(synced, wal);
    });
    assert.equal(stored, 4);
});

test('after a sync has failed nothing is answered with yes or no, though the next one would succeed, and the house ends', async () => {
    await failing(async ({ house, room, players, sent, before }) => {
        house.heal();
        const [{ id, word }] = sent.slice(-1);
        // The same move again, the room, and the end of the game: whoever still gets an answer is told that nobody knows.
        const asked = [
            { kind: 'move', room, move: word, number: before, id },
            { kind: 'watch', room },
            { kind: 'resign', room },
            { kind: 'make', ...rules, name: 'Eva' },
        ];
        for (const got of await Promise.all(players.flatMap((player) => asked.map((message) => answer(player, message)))))
            if (got) assert.deepEqual([got.kind, got.error?.key], ['refused', 'error.store.doubt'], JSON.stringify(got));
        for (const player of players) await player.ends();
        const ended = await new Promise((resolve) => {
            if (house.child.exitCode !== null) resolve(house.child.exitCode);
            house.child.on('exit', resolve);
        });
        assert.equal(ended, 1);
        assert.match(house.err, /could not be synced/);
    });
});

test('a sync that fails where nobody waits for it, in a checkpoint, ends the house, too', async () => {
    const data = folder('data');
    const house = await fragile(data);
    const account = { name: 'Ana', password: 'uma frase longa' };
    const { headers } = await http.call(house, 'POST', '/api/account', { body: account });
    const ended = new Promise((resolve) => house.child.on('exit', resolve));
    house.fail('.sqlite');
    const cookie = headers['set-cookie'][0].split(';')[0];
    const { status, said } = await http.call(house, 'DELETE', '/api/account', { body: { password: account.password }, headers: { cookie } });
    assert.deepEqual([status, said.error?.key], [503, 'error.store.doubt']);
    assert.equal(await ended, 1);
    assert.match(house.err, /could not be synced/);
    const again = await open(['--pages', pages, '--data', data]);
    await again.stop();
});

test('a house that cannot sync what it finds does not open', async () => {
    const data = folder('data');
    const house = await fragile(data);
    await sit(rules, [house]);
    await house.stop('SIGKILL');
    const order = join(folder('fault'), 'order');
    writeFileSync(order, '.sqlite');
    await assert.rejects(open(['--pages', pages, '--data', data], {
        LD_PRELOAD: library, TAVOLA_SYNC_FAULT: order, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`,
    }), /error\.store\.sync/);
});
