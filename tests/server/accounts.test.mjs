// Accounts over real sockets and HTTP: opened, entered, used on several devices, exported, erased; and free chat.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { engines } from './engines.mjs';
import { ask, folder, open } from './house.mjs';
import { follow } from './http.mjs';
import { Player } from './socket.mjs';

const pages = folder('pages');
const password = 'uma frase longa';

/** Somebody's browser: keeps the cookie, and says who asks. */
class Browser {
    cookie = '';
    constructor(house, headers = {}) {
        this.house = house;
        this.headers = headers;
    }
    async ask(method, path, body, headers = {}) {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const answer = await ask(this.house, path, {
            method,
            body: text,
            headers: {
                ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
                ...(this.cookie ? { Cookie: `other=1; tavola=${this.cookie}` } : {}),
                ...this.headers,
                ...headers,
            },
        });
        const set = answer.headers['set-cookie']?.[0];
        if (set) this.cookie = set.match(/^(?:__Host-)?tavola=([^;]*)/)[1];
        return { status: answer.status, set, headers: answer.headers, ...JSON.parse(answer.bytes) };
    }
    open(name, more = {}) {
        return this.ask('POST', '/api/account', { name, password, ...more });
    }
    enter(name, more = {}) {
        return this.ask('POST', '/api/session', { name, password, ...more });
    }
    socket(headers = {}) {
        return Player.enter(this.house, this.cookie ? { Cookie: `tavola=${this.cookie}`, ...headers } : headers);
    }
}

const status = ({ status: code, error }) => [code, error?.key];
const events = (player, kind) => player.heard.flatMap((told) => told.events ?? []).filter((event) => event.kind === kind);

/** Makes a room for two and takes its first seat. */
async function make(player, rules = {}) {
    const { room } = await player.ask({ kind: 'make', game: 'trilha', ...rules });
    const seated = await player.hears((told) => told.kind === 'seated' && told.room === room);
    await player.hears((told) => told.kind === 'room' && told.room === room);
    return seated;
}

for (const [engine, place] of Object.entries(engines)) {
    const args = ['--pages', pages, ...place()];
    const house = await open(args);
    const browser = () => new Browser(house);

    test(`${engine}: an account is opened, left and entered again`, async () => {
        const ana = browser();
        assert.deepEqual(status(await ana.ask('GET', '/api/account')), [401, 'error.account.none']);
        const opened = await ana.open('Ana Luísa');
        assert.equal(opened.status, 201);
        assert.deepEqual([opened.name, opened.sessions, opened.games, opened.signed], ['Ana Luísa', 1, 0, 0]);
        assert.match(opened.set, /^tavola=ana-luisa\.[a-z2-9]{8}\.[a-z2-9]{26}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
        assert.equal((await ana.ask('GET', '/api/account')).name, 'Ana Luísa');

        const elsewhere = browser();
        assert.equal((await elsewhere.enter('ANA LUISA')).sessions, 2);
        const left = await ana.ask('DELETE', '/api/session');
        assert.equal(left.status, 200);
        assert.match(left.set, /^tavola=; Max-Age=0; Path=\//);
        assert.deepEqual(status(await ana.ask('GET', '/api/account')), [401, 'error.account.none']);
        assert.equal((await elsewhere.ask('GET', '/api/account')).sessions, 1);
        assert.equal((await browser().ask('DELETE', '/api/session')).status, 200, 'nobody may leave, too');
        // The cookie of a session that has ended opens nothing.
        ana.cookie = opened.set.match(/^(?:__Host-)?tavola=([^;]*)/)[1];
        assert.deepEqual(status(await ana.ask('GET', '/api/account')), [401, 'error.account.none']);
    });

    test(`${engine}: what is refused is refused with a reason`, async () => {
        const rui = browser();
        assert.equal((await rui.open('Rui')).status, 201);
        for (const [method, path, body, expected] of [
            ['POST', '/api/account', { name: 'rúi', password }, [409, 'error.account.taken']],
            ['POST', '/api/account', { name: 'Рui', password }, [400, 'error.account.name']],
            ['POST', '/api/account', { name: 'a.b', password }, [400, 'error.account.name']],
            ['POST', '/api/account', { name: 'x'.repeat(25), password }, [400, 'error.account.name']],
            ['POST', '/api/account', { name: 'Short', password: '123456789' }, [400, 'error.account.length']],
            ['POST', '/api/account', { name: 'Long', password: 'x'.repeat(257) }, [400, 'error.account.length']],
            ['POST', '/api/account', { name: 'Odd' }, [400, 'error.request']],
            ['POST', '/api/account', { name: 7, password }, [400, 'error.request']],
            ['POST', '/api/account', { name: 'Odd', password, games: [{ room: 1 }] }, [400, 'error.request']],
            ['POST', '/api/account', { name: 'Odd', password, games: Array(101).fill({ room: 'a', token: 'b' }) }, [400, 'error.request']],
            ['POST', '/api/session', { name: 'Rui', password: 'uma outra frase' }, [401, 'error.account.wrong']],
            ['POST', '/api/session', { name: 'Ruy', password }, [401, 'error.account.wrong']],
            ['POST', '/api/session', { name: '☃', password }, [401, 'error.account.wrong']],
            ['POST', '/api/session', { name: 'Rui', password: 'x'.repeat(5000) }, [401, 'error.account.wrong']],
            ['GET', '/api/account/games', undefined, [401, 'error.account.none']],
            ['GET', '/api/account/export', undefined, [401, 'error.account.none']],
            ['POST', '/api/account/password', { password, new: password }, [401, 'error.account.none']],
            ['DELETE', '/api/account', { password }, [401, 'error.account.none']],
            ['POST', '/api/games/mine', { games: 7 }, [400, 'error.request']],
        ])
            assert.deepEqual(status(await browser().ask(method, path, body)), expected, `${method} ${path} ${JSON.stringify(body)?.slice(0, 80)}`);
        const origin = { Origin: 'https://elsewhere.example' };
        for (const [method, path, body] of [['POST', '/api/account', { name: 'Eva', password }], ['DELETE', '/api/session'], ['DELETE', '/api/account', { password }]])
            assert.equal((await rui.ask(method, path, body, origin)).status, 403, 'a page from elsewhere');
        assert.equal((await rui.ask('POST', '/api/session', { name: 'Rui', password }, { 'Content-Type': 'text/plain' })).status, 415);
        for (const cookie of ['', 'x', 'rui', 'rui.x', 'rui..', '.rui.x', `${rui.cookie}x`, rui.cookie.replace(/\.[^.]*\./, '.aaaaaaaa.'), '%00.x.y', "'; --.x.y"]) {
            const thief = browser();
            thief.cookie = cookie;
            assert.deepEqual(status(await thief.ask('GET', '/api/account')), [401, 'error.account.none'], cookie);
        }
        assert.equal((await rui.ask('GET', '/api/account')).sessions, 1, 'nothing of this has changed anything');
    });

    test(`${engine}: of many who want a name at once one gets it`, async () => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => browser().open('Zé')));
        assert.deepEqual(answers.map(({ status: code }) => code).sort(), [201, 409, 409, 409, 409, 409]);
    });

    test(`${engine}: who has an account sits under its name and has his seat on any device`, async () => {
        const here = browser(), there = browser();
        await here.open('Eva');
        await there.enter('eva');
        const eva = await here.socket();
        const { room, seat, token } = await make(eva, { name: 'Somebody else' });
        assert.equal(seat, 0);
        const guest = await browser().socket();
        await guest.ask({ kind: 'join', room, name: 'Eva' });
        const [own, other] = (await guest.hears(({ kind }) => kind === 'room')).events.filter(({ kind }) => kind === 'sat');
        assert.deepEqual([own.name, own.member], ['Eva', true]);
        assert.deepEqual([other.name, other.member], ['Eva', undefined], 'nobody can pose as a member');

        const far = await there.socket();
        const shown = await far.ask({ kind: 'watch', room });
        assert.equal(shown.seat, 0);
        assert.ok(!JSON.stringify(shown).includes('private'));
        assert.equal((await far.ask({ kind: 'move', room, move: 'd2', number: shown.state.number })).kind, 'done');
        // Without watching first, and by HTTP.
        const direct = await there.socket();
        assert.equal((await direct.ask({ kind: 'agree', room, matter: 'draw' })).kind, 'done');
        assert.equal((await there.ask('POST', `/api/rooms/${room}/say`, { phrase: 'hello' })).status, 200);
        // Joining again is no second seat; the token is known to the first device alone, and goes on working.
        const again = await far.ask({ kind: 'join', room });
        assert.deepEqual([again.kind, again.seat, again.token], ['seated', 0, undefined]);
        const plain = await browser().socket();
        assert.equal((await plain.ask({ kind: 'watch', room, token })).seat, 0);
        assert.equal((await (await browser().socket()).ask({ kind: 'watch', room })).seat, null, 'a guest looks on');
    });

    test(`${engine}: a guest's games come along, and a rematch stays his`, async () => {
        const guest = browser();
        const before = await guest.socket();
        const { room, token } = await make(before, { name: 'Convidado' });
        const opponent = await browser().socket();
        const { token: foreign } = await opponent.ask({ kind: 'join', room, name: 'Outro' });
        const games = [{ room, token }, { room, token: 'x'.repeat(26) }, { room: 'nowhere', token }, { room: 'account:lia', token }];
        const opened = await guest.open('Lia', { games });
        assert.deepEqual([opened.status, opened.signed, opened.games], [201, 1, 1]);

        const elsewhere = browser();
        assert.equal((await elsewhere.enter('Lia', { games })).signed, 1, 'a second time does no harm');
        const list = await elsewhere.ask('GET', '/api/account/games');
        assert.equal(list.games.length, 1);
        const [game] = list.games;
        assert.deepEqual(
            [game.room, game.game, game.names, game.seat, game.phase, game.turn, game.status, game.chat, list.next],
            [room, 'trilha', ['Convidado', 'Outro'], 0, 'playing', 0, 'ongoing', 'phrases', null],
        );
        assert.equal(events(opponent, 'signed').length, 1);
        const far = await elsewhere.socket();
        assert.equal((await far.ask({ kind: 'watch', room })).seat, 0);

        // The opponent's seat is his own: nobody else's account takes it by hearsay, and a signed one stays signed.
        const thief = browser();
        assert.equal((await thief.open('Ladrão', { games: [{ room, token }] })).signed, 0);
        assert.equal((await (await thief.socket()).ask({ kind: 'watch', room })).seat, null);
        assert.equal((await (await thief.socket()).ask({ kind: 'sign', room, token })).error.key, 'error.account.seat');
        assert.equal((await opponent.ask({ kind: 'sign', room, token: foreign })).error.key, 'error.account.none');

        await opponent.ask({ kind: 'resign', room });
        await far.ask({ kind: 'agree', room, matter: 'rematch' });
        await opponent.ask({ kind: 'agree', room, matter: 'rematch' });
        await far.hears((told) => told.events?.some(({ kind }) => kind === 'rematch'));
        const next = events(far, 'rematch')[0].room;
        assert.equal((await far.ask({ kind: 'watch', room: next })).seat, 1);
        const both = (await elsewhere.ask('GET', '/api/account/games')).games;
        assert.deepEqual(both.map(({ room: id, phase }) => [id, phase]), [[next, 'playing'], [room, 'over']], 'what goes on comes first');
    });

    test(`${engine}: a token shown by somebody with an account signs the seat`, async () => {
        const guest = await browser().socket();
        const { room, token } = await make(guest, { name: 'Antes' });
        const bia = browser();
        await bia.open('Bia');
        assert.equal((await (await bia.socket()).ask({ kind: 'watch', room, token })).seat, 0);
        assert.equal((await (await bia.socket()).ask({ kind: 'watch', room })).seat, 0);
        assert.equal((await bia.ask('GET', '/api/account/games')).games[0].room, room);
    });

    test(`${engine}: a guest sees his games by their tokens`, async () => {
        const player = await browser().socket();
        const first = await make(player, { name: 'Nuno', game: 'pretoa', clock: '600' });
        const second = await make(player, { name: 'Nuno', game: 'niout', seats: ['computer:1', 'me'] });
        await player.ask({ kind: 'resign', room: second.room });
        const games = [second, first, { room: first.room, token: 'wrong' }].map(({ room, token }) => ({ room, token }));
        const list = await browser().ask('POST', '/api/games/mine', { games });
        assert.deepEqual(list.games.map(({ room, game, phase, seat, names, levels }) => [room, game, phase, seat, names, levels]), [
            [first.room, 'pretoa', 'gathering', 0, ['Nuno', ''], [0, 0]],
            [second.room, 'niout', 'over', 1, ['computer', 'Nuno'], [1, 0]],
        ]);
        assert.ok(list.games.every(({ at }) => at > 1.6e12));
    });

    test(`${engine}: a new password ends all other sessions and their sockets`, async () => {
        const here = browser(), there = browser();
        await here.open('Teo');
        await there.enter('Teo');
        const mine = await here.socket(), old = await there.socket();
        const { room } = await make(mine);
        await old.ask({ kind: 'ping' });
        const stream = follow(house, `/api/rooms/${room}/stream`, { headers: { Cookie: `tavola=${there.cookie}` } });
        assert.equal((await stream.tells(({ kind }) => kind === 'room')).seat, 0);
        const next = 'outra frase longa';
        assert.deepEqual(status(await here.ask('POST', '/api/account/password', { password: 'not the old one', new: next })), [401, 'error.account.wrong']);
        assert.deepEqual(status(await here.ask('POST', '/api/account/password', { password, new: 'short' })), [400, 'error.account.length']);
        const changed = await here.ask('POST', '/api/account/password', { password, new: next });
        assert.deepEqual([changed.status, changed.sessions], [200, 1]);
        await old.ends();
        assert.equal(old.closeCode, 1001);
        await stream.ends();
        assert.equal((await mine.ask({ kind: 'ping' })).kind, 'pong');
        assert.deepEqual(status(await there.ask('GET', '/api/account')), [401, 'error.account.none']);
        assert.deepEqual(status(await there.enter('Teo')), [401, 'error.account.wrong']);
        assert.equal((await there.enter('Teo', { password: next })).status, 200);
    });

    test(`${engine}: all that is kept about somebody can be had, and nobody's secrets`, async () => {
        const ivo = browser();
        const guest = await browser().socket();
        await ivo.open('Ivo');
        const player = await ivo.socket();
        const { room, token } = await make(player, { chat: 'free' });
        const { token: foreign } = await guest.ask({ kind: 'join', room, name: 'Gil' });
        await player.ask({ kind: 'say', room, text: 'as minhas palavras' });
        await guest.ask({ kind: 'say', room, text: 'as palavras dele' });
        await player.ask({ kind: 'resign', room });
        const told = await ivo.ask('GET', '/api/account/export');
        assert.match(told.headers['content-disposition'], /^attachment/);
        assert.deepEqual([told.name, told.sessions.length, told.games.length], ['Ivo', 1, 1]);
        assert.deepEqual(told.events.map(({ kind }) => kind), ['opened', 'entered', 'signed']);
        const [game] = told.games;
        assert.match(game.record, /\[Player1 "Ivo"\][^]*\[Player2 "Gil"\]/);
        assert.deepEqual(game.said.map(({ text }) => text), ['as minhas palavras']);
        const text = JSON.stringify(told);
        for (const secret of ['argon2', 'private', token, foreign, ivo.cookie.split('.')[2], 'palavras dele']) assert.ok(!text.includes(secret), secret);
        assert.doesNotMatch(text, /[0-9a-f]{64}/, 'no hash of anything');
    });

    test(`${engine}: an account that is erased is gone, its games stay`, async () => {
        const max = browser(), guest = await browser().socket();
        await max.open('Max');
        const player = await max.socket();
        const { room, token } = await make(player);
        const { token: foreign } = await guest.ask({ kind: 'join', room, name: 'Gil' });
        assert.deepEqual(status(await max.ask('DELETE', '/api/account', { password: 'not the password' })), [401, 'error.account.wrong']);
        assert.deepEqual(status(await max.ask('DELETE', '/api/account')), [400, 'error.request']);
        const old = max.cookie;
        const erased = await max.ask('DELETE', '/api/account', { password });
        assert.equal(erased.status, 200);
        assert.match(erased.set, /^tavola=; Max-Age=0/);
        await player.ends();
        max.cookie = old;
        assert.deepEqual(status(await max.ask('GET', '/api/account')), [401, 'error.account.none']);
        assert.deepEqual(status(await max.enter('Max')), [401, 'error.account.wrong']);
        // The game goes on for both, by their tokens, under the names they played by.
        const shown = await guest.ask({ kind: 'watch', room, token: foreign });
        assert.deepEqual(shown.events.filter(({ kind }) => kind === 'sat').map(({ name }) => name), ['Max', 'Gil']);
        assert.equal((await (await browser().socket()).ask({ kind: 'watch', room, token })).seat, 0);
        // Whoever takes the name next is somebody else.
        const newer = browser();
        assert.equal((await newer.open('max')).status, 201);
        assert.equal((await newer.ask('GET', '/api/account/games')).games.length, 0);
        assert.equal((await (await newer.socket()).ask({ kind: 'watch', room })).seat, null);
    });

    test(`${engine}: a long list comes in pages, and outlives the house`, async () => {
        const pia = browser();
        await pia.open('Pia');
        const rooms = [];
        let player;
        for (let i = 0; i < 54; ++i) {
            // A socket may not send too much at once.
            if (i % 20 === 0) player = await pia.socket();
            const { room } = await make(player, { seats: ['me', 'computer:1'] });
            rooms.unshift(room);
            if (i > 0) await player.ask({ kind: 'resign', room });
            await player.ask({ kind: 'leave', room });
        }
        const first = await pia.ask('GET', '/api/account/games');
        assert.equal(first.games[0].room, rooms.at(-1), 'the oldest goes on, and so comes first');
        assert.deepEqual(first.games.slice(1).map(({ room }) => room), rooms.slice(0, 50));
        const second = await pia.ask('GET', `/api/account/games?before=${first.next}`);
        assert.deepEqual(second.games.map(({ room }) => room), rooms.slice(50, 53));
        assert.equal(second.next, null);
        assert.deepEqual(status(await pia.ask('GET', '/api/account/games?before=x')), [400, 'error.request']);
        // And all of it is there after the house was closed.
        assert.deepEqual(await house.stop(), { code: 0, signal: null });
        const again = await open(args);
        pia.house = again;
        assert.equal((await pia.ask('GET', '/api/account')).games, rooms.length);
        assert.equal((await (await pia.socket()).ask({ kind: 'watch', room: rooms[0] })).seat, 0);
        await again.stop();
        if (engine !== 'sqlite') return;
        // Nowhere in the house's data is there a password or a token. Accounts come along in an export.
        const data = args[args.indexOf('--data') + 1];
        for (const file of readdirSync(data)) {
            const bytes = readFileSync(join(data, file), 'latin1');
            assert.ok(!bytes.includes(password) && !bytes.includes(pia.cookie.split('.')[2]), file);
        }
        const text = execFileSync(process.env.TAVOLA, ['export', '-', '--data', data], { encoding: 'utf8' });
        assert.match(text, /"account:pia"/);
    });
}

test('several houses on one database know the same accounts', async () => {
    const args = ['--pages', pages, ...engines.postgres()];
    const one = await open(args), other = await open(args);
    const ana = new Browser(one), same = new Browser(other), elsewhere = new Browser(other);
    await ana.open('Ana');
    same.cookie = ana.cookie;
    assert.equal((await same.ask('GET', '/api/account')).name, 'Ana');
    assert.deepEqual(status(await elsewhere.open('ana')), [409, 'error.account.taken']);
    // A seat taken in one is his in the other, and on the list in both.
    const { room } = await make(await ana.socket());
    const there = await same.socket();
    assert.equal((await there.ask({ kind: 'watch', room })).seat, 0);
    assert.equal((await same.ask('GET', '/api/account/games')).games[0].room, room);
    // Many entries at once, in both: each gets its own number in the log.
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => new Browser(i % 2 ? one : other).enter('Ana')));
    assert.deepEqual(answers.map(({ status: code }) => code), Array(8).fill(200));
    assert.equal((await ana.ask('GET', '/api/account')).sessions, 9);
    // What ends in one ends in the other.
    await elsewhere.enter('Ana');
    const old = await elsewhere.socket();
    await old.ask({ kind: 'ping' });
    assert.equal((await ana.ask('POST', '/api/account/password', { password, new: 'outra frase longa' })).sessions, 1);
    await old.ends();
    assert.equal((await there.ask({ kind: 'ping' })).kind, 'pong', 'the session that changed it goes on');
    assert.equal((await ana.ask('DELETE', '/api/account', { password: 'outra frase longa' })).status, 200);
    await there.ends();
    assert.deepEqual(status(await same.ask('GET', '/api/account')), [401, 'error.account.none']);
    await one.stop();
    await other.stop();
});

test('guessing is slow: for an account and for an address; others are let in', async () => {
    const house = await open(['--pages', pages, '--behind-proxy']);
    const from = (address) => new Browser(house, { 'X-Forwarded-For': address });
    await from('192.0.2.1').open('Alvo');
    const wrong = { password: 'not the password' };
    let refused;
    for (let i = 0; i < 20 && !refused; ++i) {
        // Each from another address, at one account.
        const answer = await from(`198.51.100.${i}`).enter('Alvo', wrong);
        if (answer.status === 429) refused = answer;
        else assert.deepEqual(status(answer), [401, 'error.account.wrong']);
    }
    assert.equal(refused.error.key, 'error.limit.password');
    assert.ok(+refused.headers['retry-after'] > 0);
    assert.equal((await from('192.0.2.1').enter('Alvo')).status, 429, 'nor with the right one, or guessing would pay');
    assert.equal((await from('192.0.2.1').enter('Outro', wrong)).status, 401, 'another account is not affected');
    // Tokens are guesses, too; but a right one opens its seat after any number of wrong ones.
    const seat = await make(await from('192.0.2.9').socket(from('192.0.2.9').headers), { name: 'Eva' });
    const games = [...Array(60).fill({ room: seat.room, token: 'wrong' }), { room: seat.room, token: seat.token }];
    assert.equal((await from('192.0.2.9').open('Eva', { games })).signed, 1);
    // One address, many accounts.
    refused = undefined;
    for (let i = 0; i < 60 && !refused; ++i) {
        const answer = await from('203.0.113.7').enter(`Nome ${i}`, wrong);
        if (answer.status === 429) refused = answer;
    }
    assert.equal(refused.error.key, 'error.limit.login');
    await from('192.0.2.2').open('Livre');
    assert.equal((await from('203.0.113.7').enter('Livre')).status, 429);
    // To hash a password is work, whoever asks for it: who knows it may have as much as a class of pupils, and no more. Others
    // are let in meanwhile.
    let entered = 0;
    for (refused = undefined; entered < 200 && !refused; ) {
        const answer = await from('192.0.2.3').enter(entered % 2 ? 'Livre' : 'Eva');
        if (answer.status === 200) ++entered;
        else refused = answer;
    }
    assert.ok(entered >= 60, `${entered}`);
    assert.deepEqual(status(refused), [429, 'error.limit.hash']);
    assert.equal((await from('192.0.2.4').enter('Livre')).status, 200);
    // Nor can one account be entered without end, from wherever: each session stays in its log.
    for (refused = undefined, entered = 0; entered < 200 && !refused; ++entered) {
        const answer = await from(`192.0.2.${50 + (entered % 100)}`).enter('Livre');
        if (answer.status !== 200) refused = answer;
    }
    assert.deepEqual(status(refused), [429, 'error.limit.entry']);
    assert.equal((await from('192.0.2.4').enter('Eva')).status, 200);
    await house.stop();
});

test('behind https the cookie goes nowhere else', async () => {
    const house = await open(['--pages', pages, '--public-url', 'https://tavola.example/']);
    const headers = { Host: 'tavola.example', Origin: 'https://tavola.example' };
    const ana = new Browser(house, headers);
    const { set } = await ana.open('Ana');
    assert.match(set, /^__Host-tavola=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    // The browser says it by either name: one from before goes on, and the new one goes before it.
    const asks = (cookie) => ask(house, '/api/account', { headers: { ...headers, cookie } }).then(({ status: code }) => code);
    assert.equal(await asks(`tavola=${ana.cookie}`), 200);
    assert.equal(await asks(`__Host-tavola=${ana.cookie}`), 200);
    assert.equal(await asks(`tavola=x; __Host-tavola=${ana.cookie}`), 200);
    assert.equal(await asks(`tavola=${ana.cookie}; __Host-tavola=x`), 401);
    const left = await ask(house, '/api/session', { method: 'DELETE', headers: { ...headers, cookie: `tavola=${ana.cookie}` } });
    assert.deepEqual(left.headers['set-cookie'].map((one) => one.split(';', 2).join(';')), ['__Host-tavola=; Max-Age=0', 'tavola=; Max-Age=0']);
    assert.equal(await asks(`__Host-tavola=${ana.cookie}`), 401);
    await house.stop();
});

test('own words where the maker of a room allows them', async () => {
    const house = await open(['--pages', pages]);
    const ana = await Player.enter(house), rui = await Player.enter(house), watcher = await Player.enter(house);
    const { room } = await make(ana, { name: 'Ana', chat: 'free', listed: true });
    assert.equal((await watcher.ask({ kind: 'lobby' })).rooms[0].chat, 'free');
    await rui.ask({ kind: 'join', room, name: 'Rui' });
    const shown = await watcher.ask({ kind: 'watch', room });
    assert.equal(shown.events[0].chat, 'free');
    assert.equal((await ana.ask({ kind: 'say', room, text: ' Boa\u202e   sorte!\n' })).kind, 'done');
    await rui.hears((told) => told.events?.some(({ text }) => text === 'Boa sorte!'));
    await watcher.hears((told) => told.events?.some(({ text }) => text === 'Boa sorte!'));
    assert.equal((await watcher.ask({ kind: 'say', room, text: 'Olá' })).error.key, 'error.room.seated');
    for (const text of ['', '\u0007', 'x'.repeat(201), 7, null]) assert.equal((await rui.ask({ kind: 'say', room, text })).error.key, 'error.room.text', text);
    let kinds = [];
    for (let i = 0; i < 6; ++i) kinds.push(await rui.ask({ kind: 'say', room, text: `${i}` }));
    assert.deepEqual(kinds.map(({ kind, error }) => error?.key ?? kind), [...Array(5).fill('done'), 'error.room.too-fast']);
    assert.equal((await rui.ask({ kind: 'say', room, phrase: 'hello' })).kind, 'done');

    const { room: strict } = await make(ana, { name: 'Ana' });
    assert.equal((await ana.ask({ kind: 'say', room: strict, text: 'Olá' })).error.key, 'error.room.chat');
    assert.equal((await ana.ask({ kind: 'make', game: 'trilha', name: 'Ana', chat: 'loud' })).error.key, 'error.request');
    await house.stop();
});
