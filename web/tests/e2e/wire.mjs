// A line that can be cut. Open WebSockets survive a browser's own offline switch; here the bytes themselves are lost, in a
// small proxy between a page and a server that can be killed and started again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bound } from './house.mjs';

const pages = fileURLToPath(new URL('../../dist', import.meta.url));

/** A server on a port of its own that keeps its games however it ends. */
export async function openServer(...flags) {
    const data = await mkdtemp(join(tmpdir(), 'tavola-line-'));
    const server = { port: 0, start, kill, pause, close };
    let child;
    async function start() {
        const words = ['serve', '--no-open', '--pages', pages, '--data', data, ...flags];
        child = spawn(...bound(process.env.TAVOLA, [...words, '--port', String(server.port)]), {
            stdio: ['ignore', 'pipe', 'ignore'],
        });
        let printed = '';
        const port = await new Promise((resolve, reject) => {
            child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
            child.stdout.on('data', (chunk) => {
                printed += chunk;
                const address = /https?:\/\/\S+:(\d+).*\n/.exec(printed);
                if (address) resolve(Number(address[1]));
            });
        });
        server.port = port;
        server.url = `http://127.0.0.1:${port}/`;
    }
    async function end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
    }
    /** At once, without a word to anybody. */
    async function kill() {
        await end('SIGKILL');
    }
    /** Hears nothing and says nothing any more; only to be killed. */
    function pause() {
        child.kill('SIGSTOP');
    }
    async function close() {
        await end('SIGKILL');
        await rm(data, { recursive: true, force: true });
    }
    await start();
    return server;
}

/** The line to it. */
export async function openWire(server) {
    const pairs = new Set();
    const lost = { up: false, down: false };
    let port = 0;
    const pass = (from, to, dead) => {
        from.on('data', (bytes) => {
            if (!dead()) to.write(bytes);
        });
        from.on('error', () => {});
        from.on('close', () => {
            if (!dead()) to.destroy();
        });
    };
    const front = createServer((page) => {
        const back = connect(server.port, '127.0.0.1');
        const pair = { page, back, frozen: false, socket: false };
        pairs.add(pair);
        page.on('data', (bytes) => (pair.socket ||= bytes.includes('GET /socket ')));
        page.on('close', () => pairs.delete(pair));
        pass(page, back, () => pair.frozen || lost.up);
        pass(back, page, () => pair.frozen || lost.down);
        back.on('error', () => page.destroy());
    });
    const listen = async () => {
        front.listen(port, '127.0.0.1');
        await once(front, 'listening');
        port = front.address().port;
    };
    await listen();
    const wire = {
        url: `http://127.0.0.1:${port}/`,
        /** What goes `up` to the server, or `down` to the page, is lost from now on; nobody is told. */
        lose: (direction) => void (lost[direction] = true),
        /** All goes through again. */
        mend: () => Object.assign(lost, { up: false, down: false }),
        /** The WebSockets that are open now carry nothing any more, in neither direction, and stay open. */
        freeze: () => pairs.forEach((pair) => (pair.frozen ||= pair.socket)),
        /** The lines that are open now break. */
        cut() {
            for (const { page, back } of pairs) {
                page.resetAndDestroy();
                back.destroy();
            }
        },
        /** Nobody gets through, until `accept`. */
        async refuse() {
            const closed = once(front, 'close');
            front.close();
            wire.cut();
            await closed;
        },
        accept: listen,
        /** As it was at first. */
        async reset() {
            wire.mend();
            if (!front.listening) await listen();
        },
        async close() {
            front.close();
            wire.cut();
        },
    };
    return wire;
}
