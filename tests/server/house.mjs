// Starts the real program as a house of its own, for the tests of the server. Needs TAVOLA (the program).
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder that is gone when the tests are over. */
export function folder(name) {
    const path = mkdtempSync(join(tmpdir(), `távola ${name} `));
    after(() => rmSync(path, { recursive: true, force: true }));
    return path;
}

/** What is started with these words before its own ends with these tests, even if they are killed. */
export const bound = ['setpriv', '--pdeathsig', 'KILL'];

/** A house, on a free port unless `env` says otherwise, started through a
 *  `wrapper` if there is one; `stop` asks it to close and tells how it ended. The promise itself has the `house` that is
 *  being opened, with what it has said so far. */
export function open(args = [], env = {}, wrapper = []) {
    const data = args.includes('--data') ? {} : { TAVOLA_DATA: folder('house') };
    const [program, ...words] = [...bound, ...wrapper, process.env.TAVOLA, 'serve', '--no-open', '--json', ...args];
    const child = spawn(program, words, {
        env: { ...process.env, LC_ALL: 'C', TAVOLA_LANG: 'en', TAVOLA_PORT: '0', ...data, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    const house = { child, out: '', err: '' };
    child.stderr.setEncoding('utf8').on('data', (text) => (house.err += text));
    child.stdout.setEncoding('utf8');
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    after(() => child.kill('SIGKILL'));
    house.stop = (signal = 'SIGTERM') => {
        child.kill(signal);
        return ended;
    };
    const opened = new Promise((resolve, reject) => {
        ended.then(() => reject(new Error(`the house did not open: ${house.err}`)));
        child.stdout.on('data', (text) => {
            house.out += text;
            if (house.out.includes('\n')) resolve();
        });
    }).then(() => {
        Object.assign(house, JSON.parse(house.out.split('\n')[0]));
        house.port = +new URL(house.listening).port;
        return house;
    });
    return Object.assign(opened, { house });
}

/** One request; the path goes out as it is, and nothing is added to the headers. */
export function ask(house, path, { method = 'GET', headers = {}, body, agent } = {}) {
    return new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port: house.port, path, method, headers, agent }, (answer) => {
            const pieces = [];
            answer.on('data', (piece) => pieces.push(piece));
            answer.on('end', () =>
                resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) }),
            );
            answer.on('error', reject);
        });
        asked.on('error', reject);
        asked.end(body);
    });
}

/** Sends bytes as they are, and collects all that comes until the house closes the connection. */
export function raw(house, ...pieces) {
    return new Promise((resolve, reject) => {
        let heard = '';
        const socket = connect(house.port, '127.0.0.1', () => pieces.forEach((piece) => socket.write(piece)));
        socket.setEncoding('latin1').on('data', (text) => (heard += text));
        socket.on('close', () => resolve(heard));
        socket.on('error', (fault) => (heard ? resolve(heard) : reject(fault)));
    });
}
