// A database that stands still with its connections open, or has lost its last part after a failover: what players are told
// of it is right, and comes in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { engines, postgres } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';
import { last, legal, reaches, sit, told } from './table.mjs';

const pages = folder('pages');
const rules = { game: 'trilha' };
/** Longer than docs/operations.md allows, on a slow machine. */
const patience = 60_000;

async function begin() {
    const place = engines.postgres();
    const house = await open(['--pages', pages, ...place]);
    return { house, url: place.at(-1), ...(await sit(rules, [house])) };
}
const moves = (player, room) => told(player, room).filter(({ kind }) => kind === 'moved').map(({ move }) => move);
/** The answer to a message, which must come by itself. */
const inTime = (promise) => Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error('not answered in time')), patience).unref()),
]);
/** While this is done all processes of the database stand still. */
async function frozen(work) {
    await postgres.order('freeze');
    try {
        return await work();
    } finally {
        await postgres.order('thaw');
    }
}

test('a database that stands still: a move is refused in time, and has not happened', async () => {
    const { house, room, players: [ana, rui] } = await begin();
    const { number, position } = last(ana);
    const [first, second] = legal(rules, position);
    await frozen(async () => {
        const refused = await inTime(ana.ask({ kind: 'move', room, move: first, number, id: 'one' }));
        assert.deepEqual([refused.kind, refused.error?.key], ['refused', 'error.store.unreachable']);
        // Also a second time, and in a room that is not in memory; and what is in memory is shown.
        const [again, other, shown] = await Promise.all([
            inTime(ana.ask({ kind: 'move', room, move: first, number, id: 'one' })),
            inTime(rui.ask({ kind: 'watch', room: 'nowhere' })),
            inTime(rui.ask({ kind: 'watch', room })),
        ]);
        assert.deepEqual([again.error?.key, other.error?.key], ['error.store.unreachable', 'error.store.unreachable']);
        assert.equal(shown.state.number, number);
        assert.equal((await ask(house, '/healthz')).status, 200);
    });
    // Another move in its place: had the first one happened, this one would have come too late.
    let done;
    do done = await inTime(ana.ask({ kind: 'move', room, move: second, number, id: 'two' }));
    while (done.error?.key === 'error.store.unreachable');
    assert.equal(done.kind, 'done', JSON.stringify(done));
    await reaches(rui, done.number);
    assert.deepEqual(moves(rui, room), [second]);
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
});

test('a database that stands still in the middle of a commit: the move is in doubt, however often it is sent, and then it is there once', async () => {
    const { house, url, room, players: [ana, rui] } = await begin();
    const { number, position } = last(ana);
    const [first] = legal(rules, position);
    const move = { kind: 'move', room, move: first, number, id: 'one' };
    // A commit waits for a copy that there is not: it is written, and nobody says so.
    const standby = (name) => postgres.query(url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`, 'SELECT pg_reload_conf()');
    const waiting = () => +postgres.query(url, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    standby('nobody');
    try {
        const answer = inTime(ana.ask(move));
        while (waiting() === 0);
        await frozen(async () => {
            const doubt = await answer;
            assert.deepEqual([doubt.kind, doubt.error?.key], ['refused', 'error.store.doubt']);
            const again = await inTime(ana.ask(move));
            assert.deepEqual([again.kind, again.error?.key], ['refused', 'error.store.doubt'], 'never a plain no');
            assert.deepEqual(moves(rui, room), [], 'nobody was told that it happened');
        });
    } finally {
        standby('');
    }
    let done;
    do done = await inTime(ana.ask(move));
    while (done.error?.key.startsWith('error.store.'));
    assert.equal(done.kind, 'done', JSON.stringify(done));
    await reaches(rui, done.number);
    assert.deepEqual([moves(ana, room), moves(rui, room)], [[first], [first]]);
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
});

test('a database that has lost its last events: no gap is made, and the game goes on from what is there', async () => {
    const { house, url, room, players } = await begin();
    for (let i = 0; i < 4; ++i) {
        const { number, position, turn } = last(players[0]);
        const done = await players[turn].ask({ kind: 'move', room, move: legal(rules, position)[0], number, id: `m${i}` });
        assert.equal(done.kind, 'done');
        for (const player of players) await reaches(player, done.number);
    }
    const { number, position, turn } = last(players[0]);
    const there = moves(players[0], room).slice(0, 2);
    postgres.query(url, `DELETE FROM events WHERE game = '${room}' AND number > ${number - 2}`);
    const refused = await players[turn].ask({ kind: 'move', room, move: legal(rules, position)[0], number, id: 'gap' });
    assert.deepEqual([refused.kind, refused.error?.key], ['refused', 'error.store.gap']);
    // Everybody has to look again, and then sees the same.
    for (const player of players) await player.ends();
    const back = [];
    for (const { token, seat } of players) {
        const player = Object.assign(await Player.enter(house), { seat });
        const { state } = await player.ask({ kind: 'watch', room, token, after: number });
        assert.equal(state.number, number - 2);
        assert.deepEqual(moves(player, room), there);
        back.push(player);
    }
    const state = last(back[0]);
    const done = await back[state.turn].ask({ kind: 'move', room, move: legal(rules, state.position)[0], number: state.number, id: 'on' });
    assert.deepEqual([done.kind, done.number], ['done', number - 1]);
    for (const player of back) await reaches(player, done.number);
    const numbers = postgres.query(url, `SELECT number FROM events WHERE game = '${room}' ORDER BY number`).trim().split('\n').map(Number);
    assert.deepEqual(numbers, numbers.map((_, i) => i + 1));
    assert.deepEqual(await house.stop(), { code: 0, signal: null });
});
