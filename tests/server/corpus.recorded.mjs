// Stores written by earlier programs (tests/data/stores): today's program opens them, shows every room and account as it was,
// keeps every byte of every event, and plays on. They are never made anew; see make_corpus.mjs. With TAVOLA_UPDATE=1 what
// is shown of them is recorded anew.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { differences, updating } from '../transcripts.mjs';
import { isRoom, logs, pin, pinned, seen, shown, shownAccount, token, unpacked } from './corpus.mjs';
import { engines, postgres } from './engines.mjs';
import { folder, open } from './house.mjs';
import { call } from './http.mjs';

const stores = fileURLToPath(new URL('../data/stores', import.meta.url));
const names = readdirSync(stores).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5)).sort();
const pages = folder('pages');
const tavola = (words, input) => execFileSync(process.env.TAVOLA, words, { encoding: 'utf8', input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] });
const exported = (place) => tavola(['export', '-', ...place]);

/** The store as it was, in a place of its own. */
function restored(name) {
    const data = folder('data');
    if (existsSync(join(stores, `${name}.sqlite.gz`))) {
        writeFileSync(join(data, 'tavola.sqlite'), unpacked(`${name}.sqlite`), { mode: 0o600 });
        return ['--data', data];
    }
    const database = postgres.database();
    const { status, stderr } = spawnSync('psql', ['--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', database], { input: unpacked(`${name}.sql`), encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return ['--data', data, '--database', database];
}

/** What differs between two values, part by part; the parts of an object have no order. */
const sorted = (_, value) => (value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value);
const told = (value) => JSON.stringify(value ?? null, sorted, 1).split('\n');
const compare = (before, after, what, faults) => {
    const found = differences(told(before), told(after));
    if (found) faults.push(`${what} (-: recorded, +: now)\n${found}`);
};
const without = (faults) => assert.equal(faults.length, 0, `${faults.length} differ\n${faults.slice(0, 6).join('\n')}`);

/** Nothing of a store is lost, and no byte of an event is another; `more` may have been added behind. */
function kept(text, now, more = false) {
    const after = new Map(logs(now).map((log) => [log.game, log])), faults = [];
    for (const log of logs(text)) {
        const events = after.get(log.game)?.events ?? [];
        compare(log.events, more ? events.slice(0, log.events.length) : events, log.game, faults);
        if (!more) compare(log.over, after.get(log.game)?.over, `${log.game} is over`, faults);
    }
    if (!more) compare(logs(text).map(({ game }) => game), [...after.keys()], 'the logs', faults);
    without(faults);
}

// Clocks do not wait for this test: what may have happened in a room with a clock since the server was opened.
const byItself = new Set(['paused', 'resumed', 'left', 'over']);

/** Every room and account is shown as it was. */
async function serves(house, name, text, update = false) {
    const before = pinned(name), faults = [];
    const now = { rooms: {}, accounts: {} };
    for (const { game, events } of logs(text).filter(isRoom)) {
        const { tag, ...was } = before.rooms[game];
        const { events: all, ...is } = await shown(house, game);
        now.rooms[game] = { ...(tag && { tag }), ...is };
        if (was.refused ?? is.refused) {
            compare(was, is, game, faults);
            continue;
        }
        compare(events.map(seen), all.slice(0, events.length), `events of ${game}`, faults);
        const fresh = all.slice(events.length);
        if (is.state.number === was.state.number) {
            // A clock that was cut off stood still from when the server was last known to be there.
            const [a, b] = [was, is].map((one) => (fresh.length && one.state.clock ? { ...one, state: { ...one.state, clock: Object.keys(one.state.clock) } } : one));
            compare(a, b, game, faults);
        } else {
            assert.ok(was.state.clock && fresh.every(({ kind }) => byItself.has(kind)), `${game} went on: ${JSON.stringify(fresh)}`);
            compare(was.state.position, is.state.position, `${game} position`, faults);
        }
        // The same tokens open the same seats.
        const sat = events.map(([, , body]) => JSON.parse(body)).filter(({ kind, private: hidden }) => kind === 'sat' && hidden?.key);
        for (const { seat } of tag ? sat : [])
            compare(seat, (await call(house, 'GET', `/api/rooms/${game}?after=${events.length}`, { token: token(tag, seat) })).said.seat, `${game}: a token's seat`, faults);
    }
    for (const [who, was] of Object.entries(before.accounts)) compare(was, (now.accounts[who] = await shownAccount(house, who)), who, faults);
    if (update) return pin(name, now);
    without(faults);
}

/** Whoever is to move in a room without a clock does so. */
async function goesOn(house, name) {
    const { rooms } = pinned(name);
    let played = 0;
    for (const [room, { tag, state, moves }] of Object.entries(rooms)) {
        if (!tag || state?.phase !== 'playing' || state.clock || !moves || !/^rules|^takeback/.test(tag)) continue;
        const { moves: [move], number, turn } = (await call(house, 'GET', `/api/rooms/${room}/moves`)).said;
        const { status, said } = await call(house, 'POST', `/api/rooms/${room}/move`, { token: token(tag, turn), body: { move, number } });
        assert.deepEqual([status, said.kind], [200, 'done'], `${room}: ${JSON.stringify(said)}`);
        ++played;
    }
    return played;
}

assert.ok(names.length >= 3, 'there are stores');
for (const name of names) {
    const text = unpacked(`${name}.ndjson`).toString();

    test(`${name}: opened as it was written, with every byte of every event, shown as it was, and played on`, async () => {
        const place = restored(name);
        kept(text, exported(place));
        const house = await open(['--pages', pages, ...place]);
        await serves(house, name, text, updating);
        const played = await goesOn(house, name);
        assert.ok(played > (name.includes('damaged') ? 0 : 15), `${played}`);
        assert.deepEqual(await house.stop(), { code: 0, signal: null });
        kept(text, exported(place), true);
    });

    if (name.includes('damaged')) continue;
    for (const [engine, place] of Object.entries(engines))
        test(`${name}: imported into ${engine} and exported again`, async () => {
            const here = place();
            tavola(['import', '-', ...here], text);
            kept(text, exported(here));
            // The other way round than the store came about.
            if (!existsSync(join(stores, `${name}.${engine === 'sqlite' ? 'sqlite' : 'sql'}.gz`))) {
                const house = await open(['--pages', pages, ...here]);
                await serves(house, name, text);
                await house.stop();
            }
        });
}
