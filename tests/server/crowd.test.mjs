// Many at once: what they cost each other. Told by counts and by order, since machines are busy. bench/crowd.mjs measures.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { ask, open } from './house.mjs';
import { Player } from './socket.mjs';
import { sit } from './table.mjs';

const house = await open();
const metrics = async () =>
    Object.fromEntries([...(await ask(house, '/metrics')).bytes.toString().matchAll(/^(tavola_[^ ]+) (\S+)$/gm)]
        .map(([, name, value]) => [name, +value]));

/** A game against a computer; the player has the first move. */
async function against(level) {
    const player = await Player.enter(house);
    const { room } = await player.ask({ kind: 'make', game: 'trilha', name: 'Ana', seats: ['me', `computer:${level}`] });
    await player.hears(({ state }) => state?.phase === 'playing');
    return Object.assign(player, { room, level });
}
/** Moves; when the server got the move and when the computer answered, by the server's clock. */
async function move(player) {
    const { moves, number } = await player.ask({ kind: 'moves', room: player.room });
    const from = player.heard.length;
    await player.ask({ kind: 'move', room: player.room, move: moves[0], number });
    const at = {};
    for (const seat of [0, 1]) {
        const moved = (event) => event.kind === 'moved' && event.seat === seat;
        at[seat] = (await player.hears(({ events }) => events?.some(moved), from)).events.find(moved).at;
    }
    return { asked: at[0], answered: at[1] };
}

test('a weak computer answers while strong ones think, and the strong ones answer too', async () => {
    // As many again as can think at once are always waiting.
    const threads = Math.max(1, availableParallelism() - 1), count = 12 * threads;
    const strong = await Promise.all(Array.from({ length: count }, () => against(10)));
    const weak = await against(1);
    const all = Promise.all(strong.map(move));
    const quick = [];
    for (let i = 0; i < 3; ++i) quick.push(await move(weak));
    const slow = await all;
    for (const { asked, answered } of quick) {
        const first = slow.filter((one) => one.answered > asked && one.answered < answered).length;
        assert.ok(first <= count / 2, `${first} of ${count} strong ones were first`);
    }
    const told = await metrics();
    assert.ok(told.tavola_searches_total >= count + 3);
    assert.equal(told.tavola_search_wait_seconds_count, told.tavola_searches_total);
    [...strong, weak].forEach((player) => player.leave());
});

test('who is there is told once a second, however many come', async () => {
    const { room, players } = await sit({ game: 'pretoa' }, [house]);
    const begun = performance.now();
    const crowd = await Promise.all(Array.from({ length: 200 }, () => Player.enter(house)));
    await Promise.all(crowd.map((one) => one.ask({ kind: 'watch', room })));
    await players[0].hears(({ kind, watchers }) => kind === 'presence' && watchers === 200);
    const seconds = (performance.now() - begun) / 1000;
    for (const one of [...crowd, ...players]) {
        const times = one.heard.filter(({ kind }) => kind === 'presence').length;
        assert.ok(times >= 1 && times <= seconds + 5, `${times} times in ${seconds} s`);
    }
    const from = players[1].heard.length;
    crowd.forEach((one) => one.leave());
    await players[1].hears(({ kind, watchers }) => kind === 'presence' && watchers === 0, from);
    const told = players[1].heard.slice(from).filter(({ kind }) => kind === 'presence').length;
    assert.ok(told <= 100, `${told} times for 200 who left`);
    players.forEach((one) => one.leave());
});

test('the metrics tell of commits, of the event loop and of who is connected', async () => {
    const before = await metrics();
    const { players } = await sit({ game: 'pretoa', listed: true }, [house]);
    const waiting = await Player.enter(house);
    await waiting.ask({ kind: 'make', game: 'pretoa', name: 'Eva', listed: true });
    await waiting.hears(({ kind }) => kind === 'seated');
    const after = await metrics();
    assert.equal(after.tavola_sockets, before.tavola_sockets + 3);
    assert.ok(after.tavola_connections > after.tavola_sockets);
    assert.equal(after.tavola_rooms_waiting, before.tavola_rooms_waiting + 1);
    assert.ok(after.tavola_commit_seconds_count > before.tavola_commit_seconds_count);
    assert.equal(after['tavola_commit_seconds_bucket{le="+Inf"}'], after.tavola_commit_seconds_count);
    assert.ok(after.tavola_loop_lag_seconds_count > 0);
    assert.ok(after.tavola_loop_lag_seconds_sum < after.tavola_loop_lag_seconds_count * 5);
    for (let rest; (rest = await metrics()).tavola_store_queue + rest.tavola_search_queue > 0; ) await pause(20);
    [...players, waiting].forEach((one) => one.leave());
});
