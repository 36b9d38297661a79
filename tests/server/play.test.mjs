// Playing over real sockets: rooms, moves, agreement, clocks, coming back, what is refused.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { engines } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';
import { last, legal, play, reaches, sit, tavola } from './table.mjs';

const pages = folder('pages');
const data = folder('data');
const house = await open(['--pages', pages, '--data', data]);
const enter = (headers) => Player.enter(house, headers);

/** A room in this house in which all sit. */
const table = (rules, at = house, count = 2) => sit(rules, [at], count);

test('two make a game, move, and see the same', async () => {
    const { room, players: [ana, rui] } = await table({ game: 'trilha', clock: '300+5' });
    const done = await play(ana, room, 'd2');
    assert.equal(done.kind, 'done');
    await reaches(rui, done.number);
    assert.deepEqual(last(rui).position, last(ana).position);
    assert.equal(last(rui).turn, 1);
    assert.equal(last(rui).clock.running, 1);
    const wrong = await play(rui, room, 'd2');
    assert.deepEqual([wrong.kind, wrong.error.key], ['refused', 'error.move.illegal']);
    assert.equal((await play(ana, room, 'f4')).error.key, 'error.room.turn');
    assert.equal((await play(rui, room, 'f4')).kind, 'done');
    const names = rui.heard.find(({ kind }) => kind === 'room').events.filter(({ kind }) => kind === 'sat').map(({ name }) => name);
    assert.deepEqual(names, ['Ana', 'Rui 1']);
});

test('a room that is asked for again, because the answer was lost, is the same room', async () => {
    const ana = await enter(), token = 't'.repeat(26);
    const make = { kind: 'make', id: 'm1', game: 'pretoa', name: 'Ana', token, listed: true };
    const seated = async (player, message) => {
        const before = player.heard.length;
        player.say(message);
        return player.hears(({ kind, id }) => kind === 'seated' && id === message.id, before);
    };
    const { room } = await seated(ana, make);
    const [again, other] = [await enter(), await enter()];
    assert.deepEqual([await seated(again, make), await seated(ana, make)].map((answer) => [answer.room, answer.seat]), [[room, 0], [room, 0]]);
    // Another message, or another player's, is another room.
    assert.notEqual((await seated(ana, { ...make, id: 'm2' })).room, room);
    assert.notEqual((await seated(other, { ...make, token: 'u'.repeat(26) })).room, room);
    assert.equal((await again.ask({ kind: 'watch', room, token })).events.filter(({ kind }) => kind === 'sat').length, 1);
});

for (const rules of [
    { game: 'trilha' }, { game: 'abalone' }, { game: 'trench' }, { game: 'policiais' }, { game: 'pretoa' }, { game: 'niout' },
    { game: 'niout', settings: { players: '4', pairs: 'yes' } },
])
    test(`${rules.game} ${JSON.stringify(rules.settings ?? '')}: a computer against a person to the end, watched`, async () => {
        const { settings = {} } = rules;
        const count = +(settings.players ?? 2);
        const ana = await enter();
        const seats = ['me', ...Array(count - 1).fill('computer:1')];
        ana.say({ kind: 'make', name: 'Ana', ...rules, seats, word: 'sorte7' });
        const { room } = await ana.hears(({ kind }) => kind === 'seated');
        const watcher = await enter();
        assert.equal((await watcher.ask({ kind: 'watch', room })).seat, null);
        let heard = 0;
        for (let moves = 0; ; ++moves) {
            const { state } = await ana.hears(({ state: s }) => s && (s.phase === 'over' || (s.phase === 'playing' && s.turn === 0)), heard);
            if (state.phase === 'over') break;
            heard = ana.heard.length;
            if (moves === 12) {
                await ana.ask({ kind: 'resign', room });
                continue;
            }
            const words = legal(rules, state.position);
            const { kind, number } = await play(ana, room, words[moves % words.length], state.number);
            assert.ok(kind === 'done' || kind === 'room', kind);
            if (kind === 'done') heard = 0;
            ana.heard = ana.heard.filter(({ state: s }) => s && s.number > (number ?? 0));
        }
        const { state } = await watcher.hears(({ state: s }) => s?.phase === 'over');
        assert.notEqual(state.status, 'ongoing');
        const { text } = await watcher.ask({ kind: 'record', room });
        assert.match(text, /\[Player1 "Ana"\]/);
        ana.leave(), watcher.leave();
    });

test('an answer to an offer that is gone proposes nothing', async () => {
    const { room, players: [ana, rui] } = await sit({ game: 'trench' }, [house]);
    const agree = (player, more = {}) => player.ask({ kind: 'agree', room, matter: 'draw', ...more });
    const proposed = async (player) => (await player.ask({ kind: 'watch', room })).state.agreed.draw ?? [];
    await agree(ana);
    // She moves, and so takes her offer back, before his answer comes.
    await reaches(rui, (await play(ana, room, 'a4-a6')).number);
    const late = await agree(rui, { accept: true });
    assert.deepEqual([late.kind, late.error?.key], ['refused', 'error.room.nothing-offered']);
    assert.deepEqual(await proposed(ana), []);
    assert.equal((await agree(rui, { accept: false })).kind, 'done', 'who proposes may still do so');
    assert.deepEqual(await proposed(ana), [1]);
    assert.equal((await agree(rui, { accept: true })).kind, 'refused', 'nobody accepts what he has proposed himself');
    assert.equal((await agree(ana, { accept: true })).kind, 'done');
    await ana.hears(({ state }) => state?.phase === 'over');
    ana.leave(), rui.leave();
});

test('a computer is asked for a draw, on the thinking threads, and answers by its seat', async () => {
    const ana = await enter();
    ana.say({ kind: 'make', name: 'Ana', game: 'trench', seats: ['me', 'computer:4'] });
    const { room } = await ana.hears(({ kind }) => kind === 'seated');
    await ana.hears(({ state }) => state?.phase === 'playing');
    const answer = async () => {
        const events = ana.heard.flatMap(({ events = [] }) => events);
        const from = events.at(-1)?.number ?? 0;
        const asked = await ana.ask({ kind: 'agree', room, matter: 'draw' });
        if (asked.kind === 'refused') return asked.error.key;
        const told = await ana.hears(({ events = [] }) => events.some(({ number, kind, seat }) => number > from && seat === 1 && (kind === 'agreed' || kind === 'declined')));
        return told.events.find(({ number, seat, kind }) => number > from && seat === 1 && kind !== 'moved').kind;
    };
    // Nothing is won yet, and nobody agrees to a draw in the opening; nor is it asked again before a move.
    assert.equal(await answer(), 'declined');
    assert.equal(await answer(), 'error.room.declined');
    const mine = async () => {
        for (let state = last(ana); ; state = last(ana)) {
            if (state.phase === 'over' || state.turn === 0) return state;
            await ana.hears(({ state: then }) => then?.number > state.number);
        }
    };
    let agreed = false;
    for (let moves = 0; moves < 40 && !agreed; ++moves) {
        const { position } = await mine();
        const words = legal({ game: 'trench' }, position);
        await play(ana, room, words[(moves * 7) % words.length]);
        agreed = (await mine()).phase === 'playing' && (await answer()) === 'agreed';
    }
    // Who moves about without a plan loses men to a computer that looks: an armistice is then its win, and it takes it.
    assert.ok(agreed);
    await ana.hears(({ state }) => state?.phase === 'over');
    const over = ana.heard.flatMap(({ events = [] }) => events).find(({ kind }) => kind === 'over');
    assert.equal(over.status, 'o', 'not to its loss');
    assert.equal(over.why, 'agreement');
    assert.ok(over.score[1] > over.score[0]);
});

test('a move that is sent again is played once; an old one gets the whole room', async () => {
    const { room, players: [ana, rui] } = await table({ game: 'trilha' });
    const { number } = last(ana);
    const first = await ana.ask({ kind: 'move', room, move: 'd2', number, id: 'same' });
    const again = await ana.ask({ kind: 'move', room, move: 'd2', number, id: 'same' });
    assert.deepEqual(again, first);
    const stale = await rui.ask({ kind: 'move', room, move: 'f4', number: 1 });
    assert.equal(stale.kind, 'room');
    assert.equal(stale.events.length, stale.state.number);
    // Also from another socket, after coming back.
    ana.leave();
    const back = await enter();
    assert.equal((await back.ask({ kind: 'watch', room, token: ana.token, after: number })).seat, 0);
    assert.deepEqual((await back.ask({ kind: 'move', room, move: 'd2', number, id: 'same' })).number, first.number);
});

test('who comes back gets what he missed, and the others see him go and come', async () => {
    const { room, players: [ana, rui] } = await table({ game: 'pretoa', clock: '600' });
    ana.leave();
    const { away } = await rui.hears(({ kind, seats }) => kind === 'presence' && seats[0] === false);
    assert.ok(away[0] > 0 && away[1] === null);
    // A player who has only just left cannot be given up yet.
    assert.equal((await rui.ask({ kind: 'claim', room })).error.key, 'error.room.claim');
    const { number } = await rui.ask({ kind: 'say', room, phrase: 'hello' });
    assert.equal(number, 5);
    const from = rui.heard.length;
    const back = await enter();
    const shown = await back.ask({ kind: 'watch', room, token: ana.token, after: 2 });
    assert.deepEqual(shown.events.map(({ number: one, kind }) => [one, kind]), [[3, 'sat'], [4, 'began'], [5, 'said']]);
    assert.deepEqual((await back.ask({ kind: 'watch', room, after: number })).events, [], 'nothing was missed');
    assert.ok(shown.state.clock.left[0] > 0);
    await rui.hears(({ kind, seats }) => kind === 'presence' && seats[0] === true, from);
    assert.equal((await back.ask({ kind: 'watch', room, token: 'x'.repeat(26) })).error.key, 'error.room.token');
});

test('agreement: draw, take-back, rematch with the seats exchanged', async () => {
    const { room, players: [ana, rui] } = await table({ game: 'trilha' });
    await play(ana, room, 'd2');
    await reaches(rui, last(ana).number);
    assert.equal((await ana.ask({ kind: 'agree', room, matter: 'takeback' })).kind, 'done');
    await rui.hears(({ state }) => state?.agreed.takeback?.includes(0));
    const { number } = await rui.ask({ kind: 'agree', room, matter: 'takeback' });
    await reaches(ana, number);
    assert.equal(last(ana).turn, 0);
    await rui.ask({ kind: 'agree', room, matter: 'draw' });
    assert.equal((await ana.ask({ kind: 'decline', room, matter: 'draw' })).kind, 'done');
    await rui.ask({ kind: 'agree', room, matter: 'draw' });
    await ana.ask({ kind: 'agree', room, matter: 'draw' });
    assert.deepEqual([last(ana).status, last(ana).phase], ['draw', 'over']);
    await ana.ask({ kind: 'agree', room, matter: 'rematch' });
    await rui.ask({ kind: 'agree', room, matter: 'rematch' });
    const { events } = await ana.hears(({ events: list }) => list?.some(({ kind }) => kind === 'rematch'));
    const next = events.find(({ kind }) => kind === 'rematch').room;
    assert.equal((await ana.ask({ kind: 'watch', room: next, token: ana.token })).seat, 1);
    assert.equal((await rui.ask({ kind: 'watch', room: next, token: rui.token })).seat, 0);
});

test('a clock that runs out ends the game', async () => {
    const { players: [ana, rui] } = await table({ game: 'trilha', clock: '1' });
    for (const player of [ana, rui]) {
        const { state } = await player.hears(({ state: s }) => s?.phase === 'over');
        assert.equal(state.status, 'o');
    }
    const over = ana.heard.flatMap(({ events }) => events ?? []).find(({ kind }) => kind === 'over');
    assert.equal(over.why, 'time');
});

test('the lobby shows open games that want to be found', async () => {
    const ana = await enter();
    const { room } = await ana.ask({ kind: 'make', game: 'abalone', name: 'Ana', listed: true });
    const hidden = await ana.ask({ kind: 'make', game: 'abalone', name: 'Ana' });
    await ana.hears(({ kind, room: where }) => kind === 'seated' && where === hidden.room);
    const rooms = async () => (await ana.ask({ kind: 'lobby' })).rooms.map(({ room: id }) => id);
    assert.ok((await rooms()).includes(room));
    assert.ok(!(await rooms()).includes(hidden.room));
    const rui = await enter();
    assert.equal((await rui.ask({ kind: 'join', room, name: 'Rui' })).seat, 1);
    assert.ok(!(await rooms()).includes(room), 'it has begun');
});

test('dice: committed to before, shown after, and the same for whoever computes them again', async () => {
    const { room, players } = await table({ game: 'niout', word: 'minhasorte' });
    const [ana] = players;
    const { commitment } = (await ana.ask({ kind: 'watch', room })).events[0];
    assert.match(commitment, /^[0-9a-f]{64}$/);
    await ana.ask({ kind: 'resign', room });
    const { events } = await ana.ask({ kind: 'watch', room });
    const { seed } = events.find(({ kind }) => kind === 'over');
    assert.equal(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'), commitment);
    // The first throw, by the definition in docs/protocol.md.
    const sixteenth = createHmac('sha256', Buffer.from(seed, 'hex')).update('minhasorte\n\n0').digest()[0] >> 4;
    const { moves } = JSON.parse(tavola('moves', 'niout', '--json'));
    let left = sixteenth;
    const expected = [...moves].sort((a, b) => (a.move < b.move ? -1 : 1)).find(({ sixteenths }) => (left -= sixteenths) < 0);
    assert.equal(events.find(({ dice }) => dice).move, expected.move);
    const file = join(data, 'record.txt');
    const { text } = await ana.ask({ kind: 'record', room });
    writeFileSync(file, text);
    assert.match(tavola('dice', 'verify', file, '--lang', 'en'), /^1 throws, all right/);
    const otherThrow = moves.find(({ move }) => move !== expected.move).move;
    writeFileSync(file, text.replace(`1. ${expected.move}`, `1. ${otherThrow}`));
    assert.equal(spawnSync(process.env.TAVOLA, ['dice', 'verify', file]).status, 1);
    writeFileSync(file, text.replace(/\[Seed "./, (start) => start.slice(0, -1) + (start.endsWith('0') ? '1' : '0')));
    assert.equal(spawnSync(process.env.TAVOLA, ['dice', 'verify', file]).status, 1);
});

for (const [engine, place] of Object.entries(engines))
    test(`${engine}: a house that closes stops the clocks; when it opens again the games go on`, async () => {
        const args = ['--pages', pages, ...place()];
        let own = await open(args);
        const { room, players: [ana, rui] } = await table({ game: 'trilha', clock: '6000' }, own);
        const { number } = await play(ana, room, 'd2');
        await reaches(rui, number);
        assert.deepEqual(await own.stop(), { code: 0, signal: null });
        await rui.ends();
        assert.equal(rui.closeCode, 1001);
        const paused = last(rui);
        assert.equal(paused.clock.running, null);
        own = await open(args);
        const back = await Player.enter(own);
        const shown = await back.ask({ kind: 'watch', room, token: rui.token, after: number });
        assert.equal(shown.seat, 1);
        assert.equal(shown.state.clock.left[1], paused.clock.left[1], 'not a millisecond was lost');
        const { state } = await back.hears(({ state: s }) => s?.clock.running === 1);
        assert.equal((await play(back, room, 'f4', state.number)).kind, 'done');
        await own.stop();
    });

test('what makes no sense is refused with a reason, and play goes on', async () => {
    const { room, players: [ana] } = await table({ game: 'trilha' });
    const stranger = await enter();
    for (const [message, key] of [
        ['nonsense', 'error.request'],
        ['[]', 'error.request'],
        ['null', 'error.request'],
        ['{"kind": 7}', 'error.request'],
        [{ kind: 'dance', room }, 'error.room.seated'],
        [{ kind: 'move', room, move: 'd2', number: 4 }, 'error.room.seated'],
        [{ kind: 'watch', room: 'nowhere' }, 'error.room.unknown'],
        [{ kind: 'watch' }, 'error.request'],
        [{ kind: 'join', room, name: 'Eva' }, 'error.room.playing'],
        [{ kind: 'make', game: 'chess', name: 'Eva' }, 'error.game.unknown'],
        [{ kind: 'make', game: 'trilha', settings: { rings: '99' }, name: 'Eva' }, 'error.option.value'],
        [{ kind: 'make', game: 'trilha', settings: 7, name: 'Eva' }, 'error.request'],
        [{ kind: 'make', game: 'trilha', clock: 'soon', name: 'Eva' }, 'error.clock'],
        [{ kind: 'make', game: 'trilha', seats: ['me', 'me'], name: 'Eva' }, 'error.request'],
        [{ kind: 'make', game: 'trilha', seats: ['me', 7], name: 'Eva' }, 'error.request'],
    ]) {
        const from = stranger.heard.length;
        stranger.say(message);
        const { error } = await stranger.hears(({ kind }) => kind === 'refused', from);
        assert.equal(error.key, key, JSON.stringify(message));
    }
    const nameless = await enter();
    nameless.say({ kind: 'make', game: 'trilha', name: '\u200b ' });
    assert.equal((await nameless.hears(({ kind }) => kind === 'refused')).error.key, 'error.room.name');
    assert.equal((await ana.ask({ kind: 'dance', room })).error.key, 'error.room.kind');
    assert.equal((await ana.ask({ kind: 'say', room, phrase: 'rude words' })).error.key, 'error.room.phrase');
    assert.equal((await play(ana, room, 'd2')).kind, 'done');
});

test('how the house is doing', async () => {
    const text = (await ask(house, '/metrics')).bytes.toString();
    const value = (name) => +text.match(new RegExp(`^tavola_${name} (\\d+)$`, 'm'))[1];
    assert.ok(value('events_total') > 20);
    assert.ok(value('rooms_made_total') >= 10);
    assert.equal(value('store_failures_total'), 0);
});

test('a folder has one house', () => {
    const { status, stderr } = spawnSync(process.env.TAVOLA, ['serve', '--port', '0', '--no-open', '--data', data, '--lang', 'en'],
        { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /another house/);
});
