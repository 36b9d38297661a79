// Stores of today's and of earlier programs (tests/data/stores), and what a server shows of them. make_corpus.mjs makes
// them; corpus.recorded.mjs opens them again.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { ask } from './house.mjs';
import { call } from './http.mjs';

const path = (name) => fileURLToPath(new URL(`../data/stores/${name}`, import.meta.url));
export const exists = (name) => existsSync(path(`${name}.json`));
export const unpacked = (name) => gunzipSync(readFileSync(path(`${name}.gz`)));
export const pack = (name, bytes) => writeFileSync(path(`${name}.gz`), gzipSync(bytes, { level: 9 }));
export const pinned = (name) => JSON.parse(readFileSync(path(`${name}.json`), 'utf8'));
/** A line for each room and account, so that a change is seen in a diff. */
export const pin = (name, survey) => {
    const list = (entries) => Object.entries(entries).map(([id, entry]) => `  ${JSON.stringify(id)}: ${JSON.stringify(entry)}`).join(',\n');
    writeFileSync(path(`${name}.json`), `{"rooms": {\n${list(survey.rooms)}\n}, "accounts": {\n${list(survey.accounts)}\n}}\n`);
};

/** The logs of an export: rooms, accounts, and whatever else there is. */
export const logs = (text) => text.trimEnd().split('\n').map((line) => JSON.parse(line)).filter(({ game }) => game !== undefined);
export const isRoom = ({ game }) => /^[a-z0-9]+$/.test(game);

/** The password of all accounts in these stores. */
export const password = 'uma frase longa';
export const token = (tag, seat) => `${tag}-${seat}-`.padEnd(26, 'x');

/** An event as everybody may see it. */
export const seen = ([number, at, body]) => {
    const { private: hidden, ...event } = JSON.parse(body);
    return { ...event, number, at };
};

/** What a server shows of a room: its events, and all that follows from them. */
export async function shown(house, room) {
    const { status, said } = await call(house, 'GET', `/api/rooms/${room}`);
    if (status !== 200) return { refused: said.error.key };
    assert.equal(said.more, undefined, `${room} has too many events for one answer`);
    const record = await call(house, 'GET', `/api/rooms/${room}/record`);
    const { moves } = (await call(house, 'GET', `/api/rooms/${room}/moves`)).said;
    return { events: said.events, state: said.state, moves: moves.length, record: record.said };
}

/** What it shows of an account to who enters it. */
export async function shownAccount(house, name) {
    const body = JSON.stringify({ name, password });
    const entered = await ask(house, '/api/session', { method: 'POST', body, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } });
    if (entered.status !== 200) return { refused: JSON.parse(entered.bytes).error.key };
    const cookie = entered.headers['set-cookie'][0].split(';')[0];
    const get = async (where) => JSON.parse((await ask(house, where, { headers: { cookie } })).bytes);
    const account = await get('/api/account'), { games } = await get('/api/account/games');
    return {
        name: account.name, opened: account.opened, count: account.games,
        games: games.map(({ room, seat, names, levels, phase, turn, status }) => ({ room, seat, names, levels, phase, turn, status })),
    };
}

/** All rooms and accounts of a store as a server shows them. The events stand in the store itself. */
export async function survey(house, text, names) {
    const found = { rooms: {}, accounts: {} };
    for (const log of logs(text).filter(isRoom)) {
        const { events, ...rest } = await shown(house, log.game);
        found.rooms[log.game] = rest;
    }
    for (const name of names) found.accounts[name] = await shownAccount(house, name);
    return found;
}
