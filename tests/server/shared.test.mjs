// Several houses on one database: any of them serves any player of any room, and any of them may die.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';

import { engines, postgres } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';
import { last, legal, play, reaches, sit, tavola, told } from './table.mjs';

const pages = folder('pages');
/** As many houses as asked for, on a database of their own. */
async function houses(count, ...more) {
    const place = engines.postgres();
    const one = () => open(['--pages', pages, ...place, ...more]);
    const all = [];
    while (all.length < count) all.push(await one());
    return Object.assign(all, { one, place });
}
const closed = async (all) => {
    for (const house of all) assert.deepEqual(await house.stop(), { code: 0, signal: null }, house.err);
};
const metric = async (house, name) =>
    +(await ask(house, '/metrics')).bytes.toString().match(new RegExp(`^tavola_${name} (\\d+)$`, 'm'))[1];
const over = ({ state }) => state?.phase === 'over';

/** Lets those who sit there play, each as he is told, until the game is over. `between` comes before every move. */
async function playOut(rules, room, players, between = async () => {}) {
    let number = 0;
    for (let moves = 0; ; ++moves) {
        await between(moves);
        // A computer's turn: until there is something for us.
        const { state } = await players[0].hears(
            ({ room: where, state: s }) =>
                where === room && s?.number > number &&
                (s.phase === 'over' || (s.phase === 'playing' && players.some(({ seat }) => seat === s.turn))),
        );
        if (state.phase === 'over') return;
        const mover = players.find(({ seat }) => seat === state.turn);
        const words = legal(rules, state.position);
        const done = await mover.ask({ kind: 'move', room, move: words[(moves * 7) % words.length], number: state.number, id: `m${moves}` });
        assert.equal(done.kind, 'done', JSON.stringify(done));
        number = state.number;
    }
}

const both = await houses(2, '--claim-after', '1');
const [east, west] = both;

for (const [rules, seats] of [
    [{ game: 'pretoa', clock: '600' }, ['me', 'free']],
    [{ game: 'policiais' }, ['me', 'free']],
    [{ game: 'niout' }, ['me', 'free']],
    [{ game: 'niout', settings: { players: '3' } }, ['me', 'free', 'computer:1']],
])
    test(`${rules.game}, ${seats.join(' ')}: to its end in two houses, watched from both`, async () => {
        const { room, players } = await sit({ ...rules, seats }, both);
        const watchers = [await Player.enter(east), await Player.enter(west)];
        for (const watcher of watchers) assert.equal((await watcher.ask({ kind: 'watch', room })).kind, 'room');
        await playOut(rules, room, players);
        const all = [...players, ...watchers];
        for (const one of all) await one.hears(over);
        const lists = all.map((one) => told(one, room));
        for (const list of lists) assert.deepEqual(list, lists[0]);
        assert.deepEqual((await watchers[1].ask({ kind: 'watch', room })).events, lists[0], 'as it is stored');
        if (seats.includes('computer:1')) assert.ok(lists[0].some(({ kind, seat, dice }) => kind === 'moved' && seat === 2 && !dice));
        for (const one of all) one.leave();
    });

test('a room that is open in one house is in the lobby of the other, until it has begun', async () => {
    const ana = await Player.enter(east), rui = await Player.enter(west);
    const { room } = await ana.ask({ kind: 'make', game: 'abalone', name: 'Ana', listed: true });
    const listed = async () => (await rui.ask({ kind: 'lobby' })).rooms.find(({ room: id }) => id === room);
    while (!(await listed())) await pause(50);
    assert.equal((await rui.ask({ kind: 'join', room, name: 'Rui' })).seat, 1);
    await ana.hears(({ state }) => state?.phase === 'playing');
    assert.ok(!(await listed()));
    ana.leave(), rui.leave();
});

test('what is wanted in both houses at once is done once each, in one order', async () => {
    // As much as one seat may say at once, in several rooms.
    const each = 5;
    const conflicts = async () => (await metric(east, 'conflicts_total')) + (await metric(west, 'conflicts_total'));
    const before = await conflicts();
    // Until both wanted a number at the same moment.
    for (let i = 0; i < 5 || (i < 100 && (await conflicts()) === before); ++i) {
        const { room, players } = await sit({ game: 'trilha' }, both);
        const answers = await Promise.all(players.flatMap((player) =>
            Array.from({ length: each }, () => player.ask({ kind: 'say', room, phrase: 'hello' }))));
        assert.ok(answers.every(({ kind }) => kind === 'done'));
        for (const player of players) await player.hears(() => last(player).number >= 4 + 2 * each);
        const lists = players.map((player) => told(player, room));
        assert.deepEqual(lists[0], lists[1]);
        for (const seat of [0, 1]) assert.equal(lists[0].filter((event) => event.kind === 'said' && event.seat === seat).length, each);
        players.forEach((player) => player.leave());
    }
    assert.ok((await conflicts()) > before);
});

test('the same move in both houses is played once, with one answer; two different ones are not both played', async () => {
    const { room, players: [ana] } = await sit({ game: 'trilha' }, both);
    const other = await Player.enter(west);
    assert.equal((await other.ask({ kind: 'watch', room, token: ana.token })).seat, 0);
    const { number } = last(ana);
    const same = { kind: 'move', room, move: 'd2', number, id: 'same' };
    const [here, there] = await Promise.all([ana.ask(same), other.ask(same)]);
    assert.equal(here.kind, 'done');
    assert.deepEqual(here, there);
    assert.equal(told(ana, room).filter(({ kind }) => kind === 'moved').length, 1);

    const second = await sit({ game: 'trilha' }, both);
    const [eva] = second.players, twin = await Player.enter(west);
    await twin.ask({ kind: 'watch', room: second.room, token: eva.token });
    const from = { kind: 'move', room: second.room, number: last(eva).number };
    const kinds = (await Promise.all([eva.ask({ ...from, move: 'd2' }), twin.ask({ ...from, move: 'f4' })])).map(({ kind }) => kind);
    assert.deepEqual(kinds.sort(), ['done', 'room'], 'the later one gets the room');
});

test('who has a socket in another house is here; who has left may lose the game by it', async () => {
    const { room, players: [ana, rui] } = await sit({ game: 'trilha' }, both);
    const here = await rui.hears(({ kind, seats }) => kind === 'presence' && seats[0] && seats[1]);
    assert.deepEqual([here.away, here.claim_after], [[null, null], 1000]);
    assert.equal((await rui.ask({ kind: 'claim', room })).error.key, 'error.room.claim');
    ana.leave();
    const gone = await rui.hears(({ kind, seats }) => kind === 'presence' && !seats[0], rui.heard.length);
    assert.ok(gone.away[0] > 0 && gone.away[1] === null);
    while ((await rui.ask({ kind: 'claim', room })).kind !== 'done') await pause(100);
    const end = told(rui, room).slice(-2);
    assert.deepEqual(end.map(({ kind, seat, why }) => [kind, seat, why]), [['left', 0, 'absence'], ['over', undefined, 'absence']]);
    assert.equal(last(rui).status, 'o');
});

test('both agree on a rematch, each in his house: there is one', async () => {
    const { room, players } = await sit({ game: 'pretoa' }, both);
    await players[0].ask({ kind: 'resign', room });
    await players[1].hears(over);
    await Promise.all(players.map((player) => player.ask({ kind: 'agree', room, matter: 'rematch' })));
    const again = ({ events }) => events?.some(({ kind }) => kind === 'rematch');
    for (const player of players) await player.hears(again);
    const rooms = players.map((player) => told(player, room).filter(({ kind }) => kind === 'rematch').map((event) => event.room));
    assert.equal(rooms[0].length, 1);
    assert.deepEqual(rooms[0], rooms[1]);
    for (const [seat, player] of players.entries())
        assert.equal((await player.ask({ kind: 'watch', room: rooms[0][0], token: player.token })).seat, 1 - seat);
});

test('a house that closes leaves the clock to whoever plays elsewhere', async () => {
    const all = await houses(2);
    const { room, players: [ana, rui] } = await sit({ game: 'trilha', clock: '6000' }, all);
    const { number } = await play(ana, room, 'd2');
    await reaches(rui, number);
    // It is the turn of him who stays.
    assert.deepEqual(await all[0].stop(), { code: 0, signal: null });
    await ana.ends();
    assert.equal(ana.closeCode, 1001);
    assert.equal((await play(rui, room, 'f4')).kind, 'done');
    assert.ok(!told(rui, room).some(({ kind }) => kind === 'paused'));
    // And now of one whose house closes: his time stands still until he is back.
    all[0] = await all.one();
    const back = await Player.enter(all[0]);
    let from = rui.heard.length;
    await back.ask({ kind: 'watch', room, token: ana.token });
    await rui.hears(({ kind, seats }) => kind === 'presence' && seats[0], from);
    assert.deepEqual(await all[0].stop(), { code: 0, signal: null });
    await rui.hears(({ state }) => state?.clock.running === null);
    const again = await Player.enter(all[1]);
    from = rui.heard.length;
    await again.ask({ kind: 'watch', room, token: ana.token });
    const { state } = await rui.hears(({ state: s }) => s?.clock.running === 0, from);
    assert.equal((await play(again, room, 'b4', state.number)).kind, 'done');
    await closed(all.slice(1));
});

test('one house is killed: its player comes to the other, and nothing is lost or doubled', async () => {
    const all = await houses(2);
    const rules = { game: 'pretoa', clock: '600' };
    const { room, players } = await sit(rules, all);
    const watcher = await Player.enter(all[1]);
    await watcher.ask({ kind: 'watch', room });
    await playOut(rules, room, players, async (moves) => {
        if (moves !== 5) return;
        await all[0].stop('SIGKILL');
        const [{ token, seat, heard }] = players;
        const back = (players[0] = Object.assign(await Player.enter(all[1]), { token, seat, heard }));
        const { number } = last(back);
        const shown = await back.ask({ kind: 'watch', room, token, after: number });
        assert.equal(shown.seat, 0);
        assert.equal(shown.state.number, number, 'all that was told is there');
    });
    await watcher.hears(over);
    await players[1].hears(over);
    assert.deepEqual(told(players[1], room), told(watcher, room));
    assert.deepEqual(told(players[0], room), told(watcher, room));
    await closed(all.slice(1));
});

test('a flag falls, and a computer moves, though the house that had to see to it was killed', async () => {
    const all = await houses(2);
    const timed = await sit({ game: 'trilha', clock: '3' }, all);
    const computer = await sit({ game: 'trilha', seats: ['me', 'computer:10'] }, all, 1);
    const watcher = await Player.enter(all[1]);
    await watcher.ask({ kind: 'watch', room: computer.room });
    const ana = computer.players[0];
    ana.say({ kind: 'move', room: computer.room, move: 'd2', number: last(ana).number, id: 'm' });
    await ana.hears(({ id }) => id === 'm');
    await all[0].stop('SIGKILL');
    await timed.players[1].hears(over);
    assert.equal(told(timed.players[1], timed.room).at(-1).why, 'time');
    await watcher.hears(({ state, room }) => room === computer.room && state?.turn === 0 && state.number > last(ana).number - 1);
    assert.equal(told(watcher, computer.room).filter(({ kind, seat }) => kind === 'moved' && seat === 1).length, 1);
    await closed(all.slice(1));
});

/** Whatever happens to a house, another one looks after the clocks of its games, though nobody follows them any more. */
async function takenOver(signal) {
    const all = await houses(2);
    const { room, players } = await sit({ game: 'trilha', clock: '4' }, [all[0]]);
    const watcher = await Player.enter(all[0]);
    await watcher.ask({ kind: 'watch', room });
    for (const player of players) player.leave();
    await watcher.hears(({ kind, seats }) => kind === 'presence' && !seats[0] && !seats[1]);
    const events = () => JSON.parse(tavola('export', '-', '--database', all.place.at(-1)).split('\n').find((line) => line.includes(room)))
        .events.map(([, , body]) => JSON.parse(body));
    await all[0].stop(signal);
    while (events().at(-1).kind !== 'over') await pause(500);
    assert.equal(events().at(-1).why, 'time');
    await closed(all.slice(1));
}
test('a house takes over the games that nobody follows when another closes or dies', () =>
    Promise.all([takenOver('SIGTERM'), takenOver('SIGKILL')]));

test('the database restarts in the middle of a game: refused clearly, and then it goes on', async () => {
    const all = await houses(2);
    const { room, players: [ana, rui] } = await sit({ game: 'trilha' }, all);
    const move = { kind: 'move', room, move: 'd2', number: last(ana).number };
    await postgres.order('stop');
    const refused = await ana.ask({ ...move, id: 'one' });
    assert.deepEqual([refused.kind, refused.error?.key], ['refused', 'error.store.unreachable']);
    assert.equal((await rui.ask({ kind: 'watch', room, after: 4 })).state.number, move.number, 'nobody was told');
    await postgres.order('start');
    const done = await ana.ask({ ...move, id: 'one' });
    assert.equal(done.kind, 'done');
    await reaches(rui, done.number);
    // And crashed while a move waits for it.
    await postgres.order('crash');
    const waiting = rui.ask({ kind: 'move', room, move: 'f4', number: done.number, id: 'two' });
    await postgres.order('start');
    let answer = await waiting;
    if (answer.kind === 'refused') answer = await rui.ask({ kind: 'move', room, move: 'f4', number: done.number, id: 'two' });
    assert.equal(answer.kind, 'done');
    await reaches(ana, answer.number);
    assert.deepEqual(told(ana, room), told(rui, room));
    assert.deepEqual(told(ana, room).filter(({ kind }) => kind === 'moved').map(({ move: word }) => word), ['d2', 'f4']);
    await closed(all);
});

test('where there is no database there is no house', () => {
    const { status, stderr } = spawnSync(process.env.TAVOLA, ['serve', '--port', '0', '--no-open', '--lang', 'en', '--pages', pages,
        '--data', folder('data'), '--database', 'postgres:///x?host=/nonexistent', '--database-wait', '0'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /does not answer/);
});

test('houses that close one after another all end well', () => closed(both));
