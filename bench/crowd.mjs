// What many cost each other in one house, as docs/speed.md tells it: node bench/crowd.mjs PROGRAM [thinkers|stored|watchers|abuse]...
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Player, frame, opcodes } from '../tests/server/socket.mjs';

const [program, ...asked] = process.argv.slice(2);
if (!program) throw new Error('Say which program: node bench/crowd.mjs build/release/tavola');
const parts = asked.length ? asked : ['thinkers', 'stored', 'watchers', 'abuse'];
const [thinking_rooms, stored_rooms, spectators] = [60, 100_000, 1_600];

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
const spread = (times) =>
    `median ${percentile(times, 0.5).toFixed(1)} ms, 99 % within ${percentile(times, 0.99).toFixed(1)} ms (${times.length} times)`;

const folders = [];
function folder() {
    folders.push(mkdtempSync(join(tmpdir(), 'crowd-')));
    return folders.at(-1);
}
process.on('exit', () => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
async function open(data, args = [], log = 'inherit') {
    const child = spawn(program, ['serve', '--no-open', '--json', '--port', '0', '--data', data, ...args], {
        stdio: ['ignore', 'pipe', log],
    });
    children.add(child.on('exit', () => children.delete(child)));
    let said = '';
    for await (const piece of child.stdout) if ((said += piece).includes('\n')) break;
    return { child, port: +new URL(JSON.parse(said).listening).port };
}
async function close({ child }) {
    child.kill();
    await new Promise((resolve) => child.on('exit', resolve));
}
/** Processor time that a house has taken, in seconds. */
function processor_time({ child }) {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (+fields[11] + +fields[12]) / 100;
}
const memory = ({ child }, what = 'VmRSS') =>
    +new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1] / 1024;

async function against(house, level) {
    const player = await Player.enter(house);
    const { room } = await player.ask({ kind: 'make', game: 'trilha', name: 'Ana', seats: ['me', `computer:${level}`] });
    await player.hears(({ state }) => state?.phase === 'playing');
    return Object.assign(player, { room });
}
/** Moves and waits for the answer; milliseconds from the one to the other. Nothing when the game is over. */
async function exchange(player) {
    const { moves, number } = await player.ask({ kind: 'moves', room: player.room });
    if (moves.length === 0) return;
    const from = player.heard.length;
    player.say({ kind: 'move', room: player.room, move: moves[Math.floor(Math.random() * moves.length)], number });
    const begun = performance.now();
    const { state } = await player.hears(({ state }) => state && (state.turn === 0 || state.phase === 'over') && state.number > number + 1, from);
    player.heard = [];
    return state.phase === 'over' ? undefined : performance.now() - begun;
}

async function thinkers() {
    const house = await open(folder());
    let going = true;
    const times = { 1: [], 10: [] };
    const play = async (level) => {
        let player = await against(house, level);
        while (going) {
            const time = await exchange(player);
            if (time === undefined) {
                player.leave();
                player = await against(house, level);
            } else times[level].push(time);
            await pause(100);  // a socket may send so many messages a second
        }
        player.leave();
    };
    const all = Array.from({ length: thinking_rooms }, () => play(10));
    await pause(5000);
    all.push(play(1));
    await pause(30_000);
    going = false;
    await Promise.all(all);
    console.log(`a computer of level 1 answers while ${thinking_rooms} rooms play against level 10: ${spread(times[1])}`);
    console.log(`the computers of level 10: ${spread(times[10])}`);
    await close(house);
}

const name = (i) => `r${String(i).padStart(15, '0')}`;

async function stored() {
    // One game with a clock of days, as often as needed.
    const first = folder(), many = folder();
    const house = await open(first);
    const ana = await Player.enter(house), rui = await Player.enter(house);
    const { room } = await ana.ask({ kind: 'make', game: 'trilha', name: 'Ana', clock: '604800/turn' });
    await rui.ask({ kind: 'join', room, name: 'Rui' });
    await rui.hears(({ state }) => state?.phase === 'playing');
    [ana, rui].forEach((player) => player.leave());
    await pause(500);
    await close(house);
    const file = join(first, 'games.ndjson');
    execFileSync(program, ['export', file, '--data', first]);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const game = lines.find((line) => line.includes(room));
    const copies = [lines[0]];
    for (let i = 0; i < stored_rooms; ++i) copies.push(game.replace(room, name(i)));
    const text = copies.join('\n') + '\n';
    const end = { ...JSON.parse(lines.at(-1)), games: stored_rooms, events: stored_rooms * JSON.parse(game).events.length };
    end.sha256 = createHash('sha256').update(text).digest('hex');
    writeFileSync(file, text + JSON.stringify(end) + '\n');
    execFileSync(program, ['import', file, '--data', many]);
    const full = await open(many);
    const at_once = memory(full);
    // What is due is looked at; then it is quiet.
    let looked = 0;
    for (let time = -1; time !== processor_time(full); ++looked) {
        time = processor_time(full);
        await pause(6000);
    }
    console.log(`${stored_rooms} stored rooms with clocks: ${at_once.toFixed(0)} MB at once, ${memory(full).toFixed(0)} MB ` +
        `after ${looked * 6} s, ${memory(full, 'VmHWM').toFixed(0)} MB at most`);
    const player = await Player.enter(full);
    for (let i = 0; i < 150; ++i) {
        const maker = await Player.enter(full);
        await maker.ask({ kind: 'make', game: 'trilha', name: 'Ana', listed: true });
    }
    const lobby = [], pings = [];
    const measure = async (kind, times) => {
        const begun = performance.now();
        await player.ask({ kind });
        times.push(performance.now() - begun);
        player.heard = [];
    };
    // A socket may send so many messages a second.
    for (let i = 0; i < 300; ++i) await measure('lobby', lobby), await pause(45);
    console.log(`the lobby, with 150 rooms in it: ${spread(lobby)}`);
    let going = true, gone = 0;
    const comings = (async () => {
        for (; going; ++gone) {
            const guest = await Player.enter(full);
            await guest.ask({ kind: 'watch', room: name((gone * 7) % stored_rooms) });
            guest.leave();
            await pause(35);
        }
    })();
    const begun = performance.now();
    for (let i = 0; i < 300; ++i) await measure('ping', pings), await pause(45);
    going = false;
    await comings;
    const rate = (gone / (performance.now() - begun)) * 1000;
    console.log(`a ping, while ${rate.toFixed(0)} a second come, watch a room and go: ${spread(pings)}`);
    player.leave();
    await close(full);
}

async function watchers() {
    const house = await open(folder());
    const ana = await Player.enter(house), rui = await Player.enter(house);
    const { room } = await ana.ask({ kind: 'make', game: 'trilha', name: 'Ana' });
    await rui.ask({ kind: 'join', room, name: 'Rui' });
    const before = processor_time(house), begun = performance.now();
    const crowd = [];
    while (crowd.length < spectators) {
        const some = await Promise.all(Array.from({ length: 50 }, () => Player.enter(house)));
        await Promise.all(some.map((one) => one.ask({ kind: 'watch', room })));
        crowd.push(...some);
    }
    await ana.hears(({ kind, watchers }) => kind === 'presence' && watchers === spectators);
    const come = processor_time(house), seconds = (performance.now() - begun) / 1000;
    crowd.forEach((one) => one.leave());
    await ana.hears(({ kind, watchers }) => kind === 'presence' && watchers === 0, ana.heard.length - 1);
    console.log(`${spectators} come to watch one room, in ${seconds.toFixed(1)} s: ${(come - before).toFixed(2)} s of processor time; ` +
        `they go: ${(processor_time(house) - come).toFixed(2)} s`);
    await close(house);
}

// ---- abuse ----------------------------------------------------------------------------------------------------

const attacker_address = '203.0.113.66';
const head = `POST /api/rooms HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${attacker_address}\r\nContent-Type: application/json\r\n`;
const upgrade = `GET /socket HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${attacker_address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n';
const post = (path, body) => `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${attacker_address}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const repeated = (piece, size) => Buffer.concat(Array(Math.ceil(size / Buffer.from(piece).length)).fill(Buffer.from(piece)));
const unfinished = (bytes, opcode) => {
    const piece = frame(bytes, opcode);
    piece[0] &= 0x7f;
    return piece;
};

/** What each connection of an attacker says first, and then without end; again on a new connection when it is closed. */
const attacks = {
    'chunk extensions': [`${head}Transfer-Encoding: chunked\r\n\r\n5;`, repeated('x', 65536)],
    'tiny chunks': [`${head}Transfer-Encoding: chunked\r\n\r\n`, repeated('1\r\n \r\n', 65536)],
    'headers without end': ['GET / HTTP/1.1\r\n', repeated('X-More: abc\r\n', 65536)],
    'headers, a letter at a time': ['GET / HTTP/1.1\r\nX: ', Buffer.from('x'), 50],
    'requests': ['', repeated(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${attacker_address}\r\n\r\n`, 65536)],
    'deep JSON': ['', repeated(post('/api/rooms', '['.repeat(16_000)), 65536)],
    'rooms': ['', repeated(post('/api/rooms', '{"game": "trilha", "name": "Eva", "seats": ["me", "computer:10"]}'), 65536)],
    'passwords': ['', repeated(post('/api/session', '{"name": "Eva", "password": "not the password"}'), 65536)],
    'accounts': ['', () => Buffer.from(post('/api/account', JSON.stringify({ name: `Eva${Math.random()}`.slice(0, 16), password: `${Math.random()}` }))), 20],
    'messages': [upgrade, repeated(frame('{"kind": "lobby"}'), 65536)],
    'large messages': [upgrade, repeated(frame(`["${'x'.repeat(16_000)}"]`), 65536)],
    'deep messages': [upgrade, repeated(frame('['.repeat(16_000)), 65536)],
    'pings': [upgrade, repeated(frame('', opcodes.ping), 65536)],
    'pieces of messages, all empty': [upgrade, Buffer.concat([unfinished('x', opcodes.text), repeated(unfinished('', 0), 65536)])],
    'connections': ['GET /healthz HTTP/1.1\r\n', Buffer.alloc(0), 0, 1],
    'handshakes': [upgrade, Buffer.alloc(0), 0, 1],
};

/** One attack, in a process of its own so that it is not in the way of what is measured. */
function attack(port, name, connections) {
    const [first, more, interval, hang_up] = attacks[name];
    let opened = 0, open = 0;
    const begin = () => {
        ++opened, ++open;
        const socket = connect(port, '127.0.0.1');
        let timer;
        const go_on = () => {
            if (hang_up) return setTimeout(() => socket.destroy(), hang_up);
            const piece = typeof more === 'function' ? more : () => more;
            if (interval) return (timer = setInterval(() => socket.write(piece()), interval));
            while (!socket.destroyed && socket.write(piece()));
        };
        socket.on('connect', () => (first && socket.write(first), go_on())).on('drain', () => !interval && go_on());
        socket.on('error', () => {}).on('data', () => {});
        socket.on('close', () => (clearInterval(timer), --open, setTimeout(begin, 5)));
    };
    for (let i = 0; i < connections; ++i) begin();
}

async function abuse() {
    const connections = 50, seconds = 6;
    console.log(`${connections} connections of one address attack; what a ping of somebody else takes meanwhile, and what it costs:`);
    for (const name of [undefined, ...Object.keys(attacks)]) {
        const house = await open(folder(), ['--behind-proxy'], 'ignore');
        const players = await Promise.all(Array.from({ length: 10 }, () => Player.enter(house)));
        await pause(500);
        const before = memory(house), used = processor_time(house);
        const attacker = name && spawn('nice', [process.execPath, import.meta.filename, program, 'attack', house.port, name, connections],
            { stdio: 'inherit' });
        await pause(500);
        const times = [], until = performance.now() + seconds * 1000;
        await Promise.all(players.map(async (player) => {
            while (performance.now() < until) {
                const begun = performance.now();
                await player.ask({ kind: 'ping' });
                times.push(performance.now() - begun);
                player.heard = [];
                await pause(45);
            }
        }));
        const share = (processor_time(house) - used) / (seconds + 0.5);
        attacker?.kill('SIGKILL');
        console.log(`${(name ?? 'no attack').padEnd(30)} ${spread(times)}; ` +
            `${(memory(house, 'VmHWM') - before).toFixed(1)} MB; ${(share * 100).toFixed(0)} % of a core`);
        await close(house);
    }
}

if (parts[0] === 'attack') {
    attack(+parts[1], parts[2], +parts[3]);
} else {
    for (const part of parts) await { thinkers, stored, watchers, abuse }[part]();
    process.exit(0);
}
