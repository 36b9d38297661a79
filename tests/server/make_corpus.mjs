// Makes a store with every kind of game and event, by a real server:
//
//   TAVOLA=PROGRAM node tests/server/make_corpus.mjs NAME [sqlite|postgres] [damaged]
//
// The files go to tests/data/stores. What is there is never made anew, since it shows what a program of that day wrote. An
// earlier program is asked for as much as it understands.
//
//   NAME.ndjson.gz   `tavola export` by that program
//   NAME.sqlite.gz   the store itself, or NAME.sql.gz: the database as SQL
//   NAME.json        what that program's server shows of each room and account
//   NAME-damaged.*   if wanted, a store in which some logs have been damaged by hand
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { exists, isRoom, logs, pack, password, pin, survey, token } from './corpus.mjs';
import { folder, open } from './house.mjs';
import * as http from './http.mjs';

const [name, engine = 'sqlite', damage] = process.argv.slice(2);
if (!name || exists(name)) throw new Error('name a new store');
const data = folder('data'), pages = folder('pages');
const postgres = engine === 'postgres' ? await (await import('./cluster.mjs')).cluster() : undefined;
const database = postgres?.database();
const place = ['--data', data, ...(database ? ['--database', database] : [])];
const serve = () => open(['--pages', pages, '--claim-after', '1', ...place]);
let house = await serve();

/** Numbers that are the same each time. */
let state = 20261119;
const roll = (below) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % below;

const call = async (method, path, body, options = {}) => {
    const answer = await http.call(house, method, path, { body, ...options });
    if (answer.status >= 400) console.error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.said).slice(0, 200)}`);
    return answer.said;
};

const tags = {};
class Table {
    /** A room; the seats of people are taken by these names. */
    static async make(tag, rules, names = ['Ana', 'Rui'], more = {}) {
        const table = Object.assign(new Table(), { tag });
        const words = more.words ?? [];
        const seats = rules.seats ?? names.map((_, i) => (i === 0 ? 'me' : 'free'));
        const mine = seats.indexOf('me');
        const made = await call('POST', '/api/rooms', {
            id: tag, ...rules, ...(mine >= 0 && { name: names[mine], token: token(tag, mine) }), ...(words[mine] && { word: words[mine] }),
        }, { headers: more.headers?.[mine] ?? {} });
        table.room = made.room;
        tags[made.room] = tag;
        table.seats = seats;
        for (const [seat, kind] of seats.entries())
            if (kind === 'free' && names[seat] && table.room)
                await call('POST', `/api/rooms/${table.room}/join`, { name: names[seat], seat, token: token(tag, seat), ...(words[seat] && { word: words[seat] }) },
                    { headers: more.headers?.[seat] ?? {} });
        return table;
    }
    say(seat, kind, body = {}) {
        return call('POST', `/api/rooms/${this.room}/${kind}`, body, { token: token(this.tag, seat) });
    }
    moves() {
        return call('GET', `/api/rooms/${this.room}/moves`);
    }
    /** These moves, or so many that are chosen by numbers; captures first. */
    async play(what) {
        const list = Array.isArray(what) ? what : Array(what).fill(undefined);
        for (const [i, wanted] of list.entries()) {
            let now = await this.moves();
            for (let tries = 0; this.seats[now.turn]?.startsWith('computer') && now.moves.length && tries < 1000; ++tries) {
                await pause(10);
                now = await this.moves();
            }
            if (!now.moves?.length) return;
            const captures = now.moves.filter((move) => move.includes('x'));
            const from = captures.length ? captures : now.moves;
            await this.say(now.turn, 'move', { move: wanted ?? from[roll(from.length)], number: now.number, ...(i % 5 === 2 && { id: `${this.tag}-${i}` }) });
        }
        for (let tries = 0; tries < 1000; ++tries) {
            const now = await this.moves();
            if (!this.seats[now.turn]?.startsWith('computer') || !now.moves?.length) return;
            await pause(10);
        }
    }
    async both(kind, body) {
        for (const seat of this.seats.keys()) await this.say(seat, kind, body);
    }
}
const four = ['Ana', 'Rui', 'Eva', 'Zé'];

// ---- every game under many rules, going on ----------------------------------------------------------------------
for (const [n, [game, settings, arbiter, colours]] of [
    ['trilha', {}], ['trilha', { preset: 'recomendada' }], ['trilha', { preset: 'quadrados', rings: '4' }], ['trilha', { preset: 'internacional' }, undefined, [1, 0]],
    ['trilha', { rings: '8', jump: 'yes', fly: 'yes' }], ['trilha', { rings: '2', protection: 'strict', removal: 'may', 'three-each': '12', blocked: 'draw' }, { quietPlies: 60 }],
    ['abalone', {}], ['abalone', { start: 'belgian-daisy' }, false], ['abalone', { start: 'german-daisy' }, { repetitions: 0 }],
    ['trench', {}], ['trench', { 'equal-turns': 'yes' }, { byAgreement: false }],
    ['policiais', {}, { insufficient: false }], ['policiais', { huff: 'yes' }], ['pretoa', {}], ['pretoa', { huff: 'yes' }],
    ['niout', {}], ['niout', { players: '3' }], ['niout', { players: '4' }], ['niout', { players: '4', pairs: 'yes' }], ['niout', { 'capture-throws': 'yes', players: '3' }],
].entries()) {
    const rules = { game, settings, ...(arbiter !== undefined && { arbiter }), ...(colours && { colours }) };
    const table = await Table.make(`rules${n}`, rules, four.slice(0, +(settings.players ?? 2)), { words: ['sorte7', '', 'x1'] });
    await table.play(8 + (n % 5) * 3);
}

// ---- to the end -------------------------------------------------------------------------------------------------
for (const [n, [game, settings]] of [
    ['trilha', { rings: '1' }], ['trilha', { rings: '1', preset: 'internacional' }], ['policiais', {}], ['policiais', { huff: 'yes' }], ['pretoa', {}], ['pretoa', { huff: 'yes' }],
    ['niout', {}], ['niout', { players: '3', 'capture-throws': 'yes' }],
].entries())
    await (await Table.make(`end${n}`, { game, settings }, four.slice(0, +(settings.players ?? 2)), { words: ['um', 'dois'] })).play(400);

let table = await Table.make('resign', { game: 'trilha', chat: 'free' });
await table.say(0, 'say', { text: 'Olá, boa sorte! ☃ "\\' });
await table.play(5);
await table.say(1, 'say', { phrase: 'good-luck' });
await table.say(1, 'resign');
await table.say(0, 'say', { phrase: 'good-game' });

table = await Table.make('leaver', { game: 'niout', settings: { players: '3' } }, four.slice(0, 3));
await table.play(3);
await table.say(1, 'resign');
await table.play(6);

table = await Table.make('pair', { game: 'niout', settings: { players: '4', pairs: 'yes' } }, four);
await table.play(5);
await table.say(2, 'resign');

table = await Table.make('draw', { game: 'abalone' });
await table.play(6);
await table.say(0, 'agree', { matter: 'draw' });
await table.say(1, 'decline', { matter: 'draw' });
await table.play(2);
await table.both('agree', { matter: 'draw' });

table = await Table.make('armistice', { game: 'trench' });
await table.play(20);
await table.both('agree', { matter: 'draw' });

table = await Table.make('repeated', { game: 'abalone' });
await table.play(Array(3).fill(['a1-b1', 'i9-h9', 'b1-a1', 'h9-i9']).flat());
table = await Table.make('repeated-twice', { game: 'trench', arbiter: { repetitions: 2 } });
await table.play(['d1-e1', 'e8-d8', 'e1-d1', 'd8-e8']);
table = await Table.make('quiet', { game: 'trench', arbiter: { quietPlies: 6, repetitions: 0 } });
await table.play(['d1-e1', 'e8-d8', 'e1-d1', 'd8-e8', 'd1-e1', 'e8-d8']);

table = await Table.make('takeback', { game: 'pretoa' });
await table.play(3);
await table.both('agree', { matter: 'takeback' });
await table.play(2);
await table.say(0, 'agree', { matter: 'takeback' });
await table.say(1, 'decline', { matter: 'takeback' });
await table.play(1);
await table.say(1, 'agree', { matter: 'takeback' });

table = await Table.make('takeback-dice', { game: 'niout' });
await table.play(4);
await table.both('agree', { matter: 'takeback' });
await table.play(3);

table = await Table.make('rematch', { game: 'trilha', settings: { rings: '1' }, colours: [1, 0], clock: '300+5' });
await table.play(60);
await table.both('agree', { matter: 'rematch' });
table = await Table.make('rematch-dice', { game: 'niout', settings: { players: '3' } }, four.slice(0, 3), { words: ['a', 'b', 'c'] });
for (const seat of [0, 1]) await table.say(seat, 'resign');
for (const seat of [0, 1, 2]) await table.say(seat, 'agree', { matter: 'rematch' });
table = await Table.make('rematch-asked', { game: 'policiais' });
await table.say(0, 'resign');
await table.say(1, 'agree', { matter: 'rematch' });

// ---- the computer -----------------------------------------------------------------------------------------------
for (const [game, level, settings = {}] of [['trilha', 1], ['abalone', 2], ['trench', 3], ['niout', 4], ['policiais', 5], ['pretoa', 6], ['trilha', 8, { rings: '1' }], ['pretoa', 10]])
    await (await Table.make(`level${level}`, { game, settings, seats: level % 2 ? ['me', `computer:${level}`] : [`computer:${level}`, 'me'] }, level % 2 ? ['Ana'] : ['', 'Ana'])).play(4);
table = await Table.make('computers', { game: 'niout', settings: { players: '4' }, seats: ['me', 'computer:1', 'free', 'computer:2'] }, ['Ana', '', 'Rui']);
await table.play(5);
table = await Table.make('computer-draw', { game: 'pretoa', seats: ['me', 'computer:2'] }, ['Ana']);
await table.play(2);
await table.say(0, 'agree', { matter: 'draw' });
await pause(1000);
table = await Table.make('computer-armistice', { game: 'trench', seats: ['me', 'computer:3'] }, ['Ana']);
await table.play(2);
await table.say(0, 'agree', { matter: 'draw' });
await pause(1000);

// ---- waiting ----------------------------------------------------------------------------------------------------
await Table.make('waiting', { game: 'trench', listed: true, clock: '600' }, ['Ana']);
await Table.make('waiting-hidden', { game: 'niout', settings: { players: '4', pairs: 'yes' }, seats: ['me', 'free', 'computer:7', 'free'] }, ['Ana', 'Rui']);
await Table.make('waiting-nobody', { game: 'abalone', seats: ['free', 'free'], listed: true, chat: 'free' }, []);
await Table.make('waiting-late', { game: 'policiais', seats: ['free', 'me'] }, ['', 'Inês Ça 🙂']);

// ---- accounts ---------------------------------------------------------------------------------------------------
const cookieOf = ({ headers }) => ({ cookie: headers['set-cookie'][0].split(';')[0] });
const enter = async (path, body) => cookieOf(await http.call(house, 'POST', path, { body }));
const guest = await Table.make('guest', { game: 'pretoa' });
await guest.play(2);
const ana = await enter('/api/account', { name: 'Ana Luísa', password, games: [{ room: guest.room, token: token('guest', 0) }] });
const rui = await enter('/api/account', { name: 'Rui', password: 'another long one' });
table = await Table.make('members', { game: 'trilha', clock: '86400/turn' }, ['Ana', 'Rui'], { headers: [ana, rui] });
await table.play(6);
const later = await Table.make('signed', { game: 'abalone' });
await call('POST', `/api/rooms/${later.room}/sign`, { token: token('signed', 1) }, { headers: rui, token: token('signed', 1) });
await later.say(0, 'resign');
await enter('/api/session', { name: 'ana luisa', password });
const left = await enter('/api/session', { name: 'Ana Luísa', password });
await call('DELETE', '/api/session', undefined, { headers: left });
await call('POST', '/api/account/password', { password: 'another long one', new: password }, { headers: rui });
const eva = await enter('/api/account', { name: 'Eva', password });
table = await Table.make('erased', { game: 'pretoa' }, ['Eva', 'Rui'], { headers: [eva] });
await table.play(3);
await call('DELETE', '/api/account', { password }, { headers: eva });
await enter('/api/account', { name: 'Zé-Pedro', password });

// ---- clocks -----------------------------------------------------------------------------------------------------
for (const [n, clock] of ['300+5', '300d5', '60/turn', '86400/turn', '1209600'].entries())
    await (await Table.make(`clock${n}`, { game: n % 2 ? 'pretoa' : 'trilha', clock })).play(4 + n);
table = await Table.make('flag', { game: 'trench', clock: '1' });
table = await Table.make('flag-race', { game: 'niout', clock: '1', settings: { players: '3' } }, four.slice(0, 3));
table = await Table.make('claim', { game: 'trilha', clock: '600' });
await table.play(3);
await pause(1500);
await table.say(0, 'claim');
await pause(2500);
await house.stop();

// After a pause, and cut off in the middle.
house = await serve();
const again = await Table.make('after', { game: 'trilha', clock: '600+2' });
await again.play(4);
table = await Table.make('cut', { game: 'pretoa' });
await table.play(3);
await house.stop('SIGKILL');

// ---- kept -------------------------------------------------------------------------------------------------------
const tavola = (...words) => execFileSync(process.env.TAVOLA, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
const text = tavola('export', '-', ...place);
pack(`${name}.ndjson`, text);
let copy;
if (database) {
    const dump = spawnSync(join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1), 'bin/pg_dump'),
        ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--dbname', database], { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (dump.status !== 0) throw new Error(dump.stderr);
    // What only the newest clients understand is left out.
    pack(`${name}.sql`, dump.stdout.split('\n').filter((line) => !/^\\(un)?restrict|^SET transaction_timeout/.test(line)).join('\n'));
    copy = place;
} else {
    const file = join(folder('backup'), 'tavola.sqlite');
    tavola('backup', file, ...place);
    pack(`${name}.sqlite`, readFileSync(file));
    const restored = folder('restored');
    copyFileSync(file, join(restored, 'tavola.sqlite'));
    copy = ['--data', restored];
}
house = await open(['--pages', pages, ...copy]);
const pinAll = (as, found) => {
    for (const room of Object.keys(found.rooms)) if (tags[room]) found.rooms[room] = { tag: tags[room], ...found.rooms[room] };
    pin(as, found);
};
pinAll(name, await survey(house, text, ['Ana Luísa', 'Rui', 'Eva', 'Zé-Pedro']));
await house.stop();

// ---- what is damaged --------------------------------------------------------------------------------------------
if (damage) {
    const broken = folder('damaged'), file = join(broken, 'tavola.sqlite');
    const few = logs(text).filter((log) => ['rules0', 'end2', 'waiting'].includes(tags[log.game]) || log.game === 'account:rui');
    const made = '{"kind":"made","game":"pretoa"}', sat = [0, 1].map((seat) => `{"kind":"sat","seat":${seat},"name":"Ana","private":{"key":"k${seat}"}}`);
    const began = '{"kind":"began"}', computers = [0, 1].map((seat) => `{"kind":"sat","seat":${seat},"name":"computer","level":3}`);
    const bodies = {
        nojson: [made, 'no JSON'], number: [made, '7'], empty: [made, ''], unknownkind: [made, '{"kind":"nothing"}'], notmade: [began],
        nogame: ['{"kind":"made","game":"chess"}'], norules: ['{"kind":"made","game":"pretoa","settings":{"walls":"2"}}'], noclock: ['{"kind":"made","game":"pretoa","clock":"x"}'],
        illegal: [made, ...sat, began, '{"kind":"moved","seat":0,"move":"a1-a1"}'], early: [made, '{"kind":"moved","seat":0,"move":"c3-d1"}'],
        level: [made, '{"kind":"sat","seat":0,"name":"Ana","level":99}'], noseed: ['{"kind":"made","game":"niout"}'], seat: [made, '{"kind":"sat","seat":2,"name":"Ana"}'],
        takeback: [made, ...sat, began, '{"kind":"tookback","to":5}'], gap: [made, null, sat[0]], bareroom: [made], computers: [made, ...computers, began],
        'account:odd': ['[]'], 'account:bare': ['{"kind":"opened","account":"bare.x"}'], 'other:log': ['{"kind":"whatever"}'],
    };
    const quoted = (word) => `'${String(word).replaceAll("'", "''")}'`;
    const row = (game, over, events) => [`INSERT INTO games (id, made, over) VALUES (${quoted(game)}, ${events[0][1]}, ${+over});`,
        ...events.map(([number, at, body]) => `INSERT INTO events VALUES (${quoted(game)}, ${number}, ${at}, ${quoted(body)});`)];
    // The form of the file is that of this program: it makes an empty one.
    const empty = await open(['--pages', pages, '--data', broken]);
    await empty.stop();
    execFileSync('sqlite3', [file], { input: ['BEGIN;', ...few.flatMap(({ game, over, events }) => row(game, over, events)),
        ...Object.entries(bodies).flatMap(([game, list]) => row(game, false, list.map((body, i) => [i + 1, 1790000000000 + i, body]).filter(([, , body]) => body !== null))), 'COMMIT;'].join('\n') });
    const kept = tavola('export', '-', '--data', broken);
    const damaged = join(folder('backup'), 'damaged');
    tavola('backup', damaged, '--data', broken);
    pack(`${name}-damaged.sqlite`, readFileSync(damaged));
    pack(`${name}-damaged.ndjson`, kept);
    house = await open(['--pages', pages, '--data', broken]);
    pinAll(`${name}-damaged`, await survey(house, kept, ['Rui', 'odd', 'bare']));
    await house.stop();
}
const all = logs(text);
console.log(`${all.filter(isRoom).length} rooms, ${all.length} logs, ${all.reduce((sum, { events }) => sum + events.length, 0)} events`);
