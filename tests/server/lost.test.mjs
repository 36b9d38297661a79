// Nothing is lost: the house is killed under load, and the disk fills up.
// TAVOLA_KILLS says how often it is killed (3 times if it does not).
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';

import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';

const pages = folder('pages');

/** What the load tool was told is stored: for each room the moves by number. */
function acknowledged(file) {
    const rooms = new Map();
    if (!existsSync(file)) return rooms;
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
        const [room, number, move] = line.split(' ');
        if (!rooms.has(room)) rooms.set(room, new Map());
        rooms.get(room).set(+number, move);
    }
    return rooms;
}

test('killed at any moment, the house comes back with every acknowledged move, in order, once', async () => {
    const data = folder('killed'), log = join(folder('log'), 'moves');
    const kills = +(process.env.TAVOLA_KILLS ?? 3);
    let total = 0;
    for (let round = 0; round < kills; ++round) {
        const house = await open(['--pages', pages, '--data', data]);
        const file = `${log}-${round}`;
        const load = spawn(process.env.TAVOLA, ['load', '--port', `${house.port}`, '--games', '40', '--seconds', '3600', '--log', file, '--json']);
        const done = once(load, 'exit');
        while (acknowledged(file).size === 0) await pause(20);
        await pause(Math.random() * 1500);
        await house.stop('SIGKILL');
        await done;

        const again = await open(['--pages', pages, '--data', data]);
        let player = await Player.enter(again), asked = 0;
        for (const [room, moves] of acknowledged(file)) {
            if (++asked % 40 === 0) player.leave(), (player = await Player.enter(again));
            const shown = await player.ask({ kind: 'watch', room });
            assert.equal(shown.kind, 'room', room);
            assert.deepEqual(shown.events.map(({ number }) => number), shown.events.map((_, i) => i + 1), 'in order, once');
            for (const [number, move] of moves) {
                assert.deepEqual([shown.events[number - 1].kind, shown.events[number - 1].move], ['moved', move]);
                ++total;
            }
            // No game is stuck: it is over, or somebody can move in it.
            const { phase, position } = shown.state;
            if (phase === 'playing')
                assert.ok(execFileSync(process.env.TAVOLA, ['moves', 'pretoa', '--position', position]).length > 0);
            await player.ask({ kind: 'leave', room });
        }
        assert.match((await ask(again, '/metrics')).bytes.toString(), /tavola_store_failures_total 0\n/);
        await again.stop();
    }
    assert.ok(total > 0, 'some moves were acknowledged');
});

test('a full disk: moves are refused, nothing told is lost, and play goes on when there is room', async () => {
    const data = folder('full');
    const house = await open(['--pages', pages, '--data', data], {}, ['bash', '-c', 'trap "" XFSZ; exec "$@"', 'house']);
    const limit = (bytes) => execFileSync('prlimit', ['--pid', `${house.child.pid}`, `--fsize=${bytes}:`]);
    const [ana, rui] = [await Player.enter(house), await Player.enter(house)];
    const { room } = await ana.ask({ kind: 'make', game: 'trilha', name: 'Ana' });
    await ana.hears(({ kind }) => kind === 'room');
    rui.say({ kind: 'join', room, name: 'Rui' });
    const { state } = await ana.hears(({ state: s }) => s?.phase === 'playing');
    const move = { kind: 'move', room, move: 'd2', number: state.number };
    limit(4096);
    const refused = await ana.ask({ ...move, id: 'm1' });
    assert.deepEqual([refused.kind, refused.error?.key], ['refused', 'error.store.write']);
    assert.equal((await rui.ask({ kind: 'watch', room })).state.number, state.number, 'it has not happened');
    limit('unlimited');
    const done = await ana.ask({ ...move, id: 'm1' });
    assert.equal(done.kind, 'done');
    await rui.hears(({ state: s }) => s?.number >= done.number);
    await house.stop('SIGKILL');
    const again = await open(['--pages', pages, '--data', data]);
    const shown = await (await Player.enter(again)).ask({ kind: 'watch', room });
    assert.equal(shown.events.filter(({ kind }) => kind === 'moved').length, 1);
    await again.stop();
});
