// Nothing is lost: houses are killed under load, as `kill -9` does, at any moment. TAVOLA_KILLS says how often (2 times if
// it does not). After each time every acknowledged move must be there, in order, once, and every game can be played on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';

import { engines } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';
import { legal } from './table.mjs';

const pages = folder('pages');
const kills = +(process.env.TAVOLA_KILLS ?? 2);

/** What the load tool was told is stored: for each room its seats' tokens, and the moves by number. */
function acknowledged(file) {
    const rooms = new Map();
    if (!existsSync(file)) return rooms;
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
        const [room, what, ...rest] = line.split(' ');
        if (what === 'seats') rooms.set(room, { tokens: rest, moves: new Map() });
        else rooms.get(room).moves.set(+what, rest[0]);
    }
    return rooms;
}

/** All that was acknowledged is in this house; then one more move in each game that is not over. */
async function check(house, rooms, count) {
    let player, visited = 0;
    for (const [room, { tokens, moves }] of rooms) {
        // A new socket now and then: none may say too much.
        if (visited++ % 10 === 0) player?.leave(), (player = await Player.enter(house));
        // Whoever has seen so much is shown no less.
        const shown = await player.ask({ kind: 'watch', room, after: Math.max(0, ...moves.keys()) });
        assert.equal(shown.kind, 'room', `${room}: ${JSON.stringify(shown)}`);
        const { events, state } = await player.ask({ kind: 'watch', room });
        assert.deepEqual(events.map(({ number }) => number), events.map((_, i) => i + 1), 'in order, once');
        for (const [number, move] of moves) {
            assert.deepEqual([events[number - 1]?.kind, events[number - 1]?.move], ['moved', move], `${room} ${number}`);
            ++count.moves;
        }
        const ids = events.filter(({ kind }) => kind === 'moved').map(({ seat, id }) => `${seat} ${id}`);
        assert.equal(new Set(ids).size, ids.length, 'each once');
        if (state.phase === 'playing') {
            const [move] = legal({ game: 'pretoa' }, state.position);
            const { seat } = await player.ask({ kind: 'watch', room, token: tokens[state.turn] });
            assert.equal(seat, state.turn);
            // Its clock may run again at any moment.
            let done = { kind: 'room', state };
            while (done.kind === 'room')
                done = await player.ask({ kind: 'move', room, move, number: done.state.number, id: `after ${count.kills}` });
            assert.equal(done.kind, 'done', JSON.stringify(done));
            ++count.played;
        }
        await player.ask({ kind: 'leave', room });
        ++count.games;
    }
    player?.leave();
}

/** Kills one of the houses again and again while all are played in. */
async function disturb(t, place, houses) {
    const args = ['--pages', pages, ...place()];
    const count = { kills: 0, games: 0, moves: 0, played: 0 };
    const log = join(folder('log'), 'moves');
    const open_one = () => open(args);
    const all = [];
    while (all.length < houses) all.push(await open_one());
    while (count.kills < kills) {
        rmSync(log, { force: true });
        const load = spawn(process.env.TAVOLA, ['load', '--port', `${all[0].port}`, '--other-port', `${all.at(-1).port}`, '--games', '30',
            '--rate', '600', '--seconds', '3600', '--log', log, '--json']);
        const done = once(load, 'exit');
        while (![...acknowledged(log).values()].some(({ moves }) => moves.size > 0)) {
            assert.equal(load.exitCode, null, 'the load goes on');
            await pause(20);
        }
        await pause(Math.random() * 1200);
        const victim = Math.floor(Math.random() * houses);
        await all[victim].stop('SIGKILL');
        await done;
        ++count.kills;
        const rooms = acknowledged(log);
        if (houses > 1) await check(all[1 - victim], rooms, count);
        all[victim] = await open_one();
        if (houses === 1) await check(all[0], rooms, count);
    }
    for (const house of all) {
        assert.match((await ask(house, '/metrics')).bytes.toString(), /tavola_store_failures_total 0\n/);
        assert.deepEqual(await house.stop(), { code: 0, signal: null });
    }
    assert.ok(count.moves > 0 && count.played > 0);
    t.diagnostic(`killed ${count.kills} times: ${count.games} games, ${count.moves} acknowledged moves, none lost or doubled; ` +
        `${count.played} unfinished games, all played on`);
}

for (const [engine, place] of Object.entries(engines))
    test(`${engine}: the house is killed under load`, (t) => disturb(t, place, 1));
test('postgres: one of two houses is killed under load, and the other has everything', (t) => disturb(t, engines.postgres, 2));
