// Recorded sessions with the server, on sockets and by HTTP: what is answered, and what is sent to everybody else in the
// room, stays as it is. tests/data/transcripts/server-*.txt hold steps and answers (see tests/transcripts.mjs):
//
//   $ ana enters [as ana]             opens a socket, with the session of that name
//   $ ana {"kind": "ping"}            says something on it
//   $ ana waits <room 1> 7            until that room has come to that event
//   $ ana presence <room 1> [true,false] 1   until that presence of seats and watchers is sent
//   $ ana leaves                      or is closed by the server: $ ana ends
//   $ POST /api/rooms [as ana] [token <token 1>] {"game": "trilha"}
//   $ restart                         closes the server, opens it again with the same store
//   | ana {"kind": "pong"}            what was sent to that socket
//   | 200 application/json {...}      what was answered by HTTP
//
// Whatever is random or tells the time has a name instead: <room 1>, <token 1>, <at>, <ms>. Presence comes when it comes, and is
// shown only where it is waited for.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { replay } from '../transcripts.mjs';
import { ask, folder, open } from './house.mjs';
import { Player } from './socket.mjs';

const transcripts = fileURLToPath(new URL('../data/transcripts', import.meta.url));
const pages = folder('pages');

class Conversation {
    data = folder('data');
    players = new Map();
    cookies = new Map();
    names = new Map();  // what is random, by its value
    random = new Set();  // rooms in which moves cannot be foreseen
    reached = new Map();  // the events of each room that have been answered or waited for

    async open() {
        this.house = await open(['--pages', pages, '--data', this.data]);
    }

    name(kind, value) {
        if (!this.names.has(value)) {
            const known = [...this.names.values()].filter((name) => name.startsWith(`<${kind} `)).length;
            this.names.set(value, `<${kind} ${known + 1}>`);
        }
        return this.names.get(value);
    }
    /** The values for the names in a step. */
    filled(text) {
        for (const [value, name] of this.names) text = text.replaceAll(name, value);
        assert.doesNotMatch(text, /<(room|token) \d+>/, 'a name that stands for nothing yet');
        return text;
    }
    masked(value, key = '', hidden = false) {
        const number = typeof value === 'number';
        if ((key === 'room' || key === 'id') && typeof value === 'string' && /^[a-z0-9]{16}$/.test(value)) return this.name(key, value);
        if (key === 'token' && typeof value === 'string' && value.length === 26) return this.name('token', value);
        if (number && value > 1e12) return '<at>';
        if (['seed', 'commitment'].includes(key)) return `<${key}>`;
        if (key === 'account' && typeof value === 'string') return value.replace(/\.[a-z2-9]{8}$/, '.*');
        if (key === 'left' && Array.isArray(value)) return value.map(() => '<ms>');
        if (key === 'away' && Array.isArray(value)) return value.map((one) => (one === null ? null : '<at>'));
        if (key === 'text' && typeof value === 'string') return hidden ? this.told(value).replace(/\n\n[^]*/, '\n\n<moves>\n') : this.told(value);
        if (hidden && key === 'move') return '<move>';
        if (hidden && key === 'moves' && Array.isArray(value)) return ['<move>'];
        if (hidden && key === 'position') return '<position>';
        if (Array.isArray(value)) return value.map((one) => this.masked(one, '', hidden));
        if (value?.constructor !== Object) return value;
        const inside = hidden || this.random.has(value.room) || value.events?.some((event) => event.commitment || event.level);
        if (inside && value.room) this.random.add(value.room);
        // Time that a move lost on its way is told only where there was any.
        const parts = Object.entries(value).filter(([part]) => part !== 'lag');
        return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([part, one]) => [part, this.masked(one, part, inside)]));
    }
    /** A text, such as a record, in which random words may stand. */
    told(text) {
        for (const [value, name] of this.names) text = text.replaceAll(value, name);
        return text.replace(/\[(Commitment|Seed) "[0-9a-f]+"\]/g, '[$1 "*"]');
    }
    print(value) {
        return JSON.stringify(this.masked(value));
    }

    /** What everybody has been told since the last step, once all of it has arrived. */
    async heard() {
        const lines = [];
        for (const player of this.players.values()) {
            if (player.closed) continue;
            const from = player.heard.length;
            player.say({ kind: 'ping', id: '-' });
            // It may be closed at this moment; that is a step of its own.
            await player.hears(({ id }) => id === '-', from).catch(() => {});
        }
        // A room tells all who are in it before it answers, but each by a way of its own. What happens there by itself waits.
        for (const player of this.players.values())
            for (const room of player.rooms)
                if (!player.closed) await player.hears(({ room: where, state }) => where === room && state?.number >= this.reached.get(room));
        for (const [name, player] of this.players) {
            const early = player.heard.findIndex(({ kind, room, state }, i) => i >= player.told && kind === 'events' && state.number > this.reached.get(room));
            const end = early < 0 ? player.heard.length : early;
            for (const message of player.heard.slice(player.told, end))
                if (message.kind !== 'presence' && message.id !== '-') lines.push(`| ${name} ${this.print(message)}`);
            player.told = end;
        }
        return lines;
    }
    reach(room, number) {
        if (room && number) this.reached.set(room, Math.max(this.reached.get(room) ?? 0, number));
    }

    /** The server closes a socket. */
    async ends(name) {
        const player = this.players.get(name);
        await player.ends();
        this.players.delete(name);
        return `| ${name} closed ${player.closeCode}`;
    }

    async say(player, message) {
        const id = message.id ?? 'q';
        const from = player.heard.length;
        player.say({ id, ...message });
        let answer = await player.hears((one) => one.id === id && one.kind !== 'made', from);
        if (answer.kind === 'seated') answer = await player.hears(({ kind, room }) => kind === 'room' && room === answer.room, from);
        if (answer.kind === 'room') player.rooms.add(answer.room);
        this.reach(answer.room, answer.number ?? answer.state?.number);
        if (message.kind === 'leave') player.rooms.delete(message.room);
    }

    async call(method, path, rest) {
        const [, who] = rest.match(/\bas (\w+)/) ?? [], [, token] = rest.match(/\btoken (\S+)/) ?? [];
        const body = rest.match(/\{.*$/s)?.[0];
        const cookie = this.cookies.get(who);
        const answer = await ask(this.house, path, {
            method, body,
            headers: {
                ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
                ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }),
            },
        });
        const set = answer.headers['set-cookie']?.[0], lines = [];
        if (set) this.cookies.set(who, set.split(';')[0]);
        const type = answer.headers['content-type'], text = answer.bytes.toString();
        const found = type?.startsWith('application/json') ? JSON.parse(text) : undefined;
        if (found) this.reach(found.room, found.number ?? found.state?.number);
        const said = found ? this.print(found) : JSON.stringify(this.told(text));
        lines.push(`| ${answer.status} ${type} ${said}`);
        for (const name of ['location', 'allow'])
            if (answer.headers[name]) lines.push(`| ${name}: ${this.told(answer.headers[name])}`);
        if (set) lines.push(`| set-cookie: ${set.replace(/^([\w-]+=)([\w-]+)\.[a-z2-9]{8}\.[a-z2-9]{26};/, '$1$2.*.*;')}`);
        return lines;
    }

    async step(command) {
        const [first, ...words] = this.filled(command).split(' ');
        if (first === 'restart') {
            const { code } = await this.house.stop();
            assert.equal(code, 0);
            const lines = [];
            for (const name of [...this.players.keys()]) lines.push(await this.ends(name));
            await this.open();
            return lines;
        }
        if (/^[A-Z]+$/.test(first)) return [...(await this.call(first, words[0], words.slice(1).join(' '))), ...(await this.heard())];
        if (words[0] === 'enters') {
            const cookie = this.cookies.get(words[2]);
            this.players.set(first, Object.assign(await Player.enter(this.house, cookie ? { Cookie: cookie } : {}), { told: 0, rooms: new Set() }));
            return [];
        }
        const player = this.players.get(first);
        assert.ok(player, `${first} is not here`);
        if (words[0] === 'ends') return [await this.ends(first)];
        if (words[0] === 'leaves') {
            player.leave();
            this.players.delete(first);
            return this.heard();
        }
        if (words[0] === 'waits') {
            await player.hears(({ room, state }) => room === words[1] && state?.number >= +words[2]);
            this.reach(words[1], +words[2]);
            return this.heard();
        }
        if (words[0] === 'presence') {
            const found = await player.hears(({ kind, room, seats, watchers }) => kind === 'presence' && room === words[1] && JSON.stringify(seats) === words[2] && watchers === +words[3]);
            return [`| ${first} ${this.print(found)}`, ...(await this.heard())];
        }
        await this.say(player, JSON.parse(words.join(' ')));
        return this.heard();
    }
}

/** What never comes is not waited for without end. */
const limited = (promise) => {
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('no answer for a minute')), 60_000)));
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

for (const name of readdirSync(transcripts).filter((one) => one.startsWith('server-')))
    test(`${name}: answered as recorded`, async () => {
        const talk = new Conversation();
        await talk.open();
        await replay(join(transcripts, name), ({ command }) => limited(talk.step(command)));
        assert.deepEqual(await talk.house.stop(), { code: 0, signal: null });
    });
