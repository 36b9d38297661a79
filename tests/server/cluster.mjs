// A PostgreSQL of the tests' own; see cluster.sh, which cleans up however these tests end.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Starts one; `database()` makes a new database in it and returns its address; `order()` stops, crashes, starts, freezes and thaws it. */
export async function cluster() {
    const child = spawn(fileURLToPath(new URL('cluster.sh', import.meta.url)), { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ended = once(child, 'exit');
    after(async () => {
        child.stdin.end();
        await ended;
    });
    const { value: folder, done } = await lines.next();
    if (done) throw new Error('PostgreSQL did not start');
    let made = 0;
    const ask = (name, ...statements) => {
        const words = ['-h', folder, '-U', 'tavola', '-At', ...statements.flatMap((text) => ['-c', text]), name];
        const { status, stdout, stderr } = spawnSync('psql', words, { encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
        return stdout;
    };
    return {
        /** What these statements answer in the database of this address, one after another. */
        query: (url, ...statements) => ask(url.match(/@\/(\w+)/)[1], ...statements),
        async order(word) {
            child.stdin.write(`${word}\n`);
            if ((await lines.next()).value !== 'done') throw new Error(`PostgreSQL did not ${word}`);
        },
        database() {
            const name = `house${++made}`;
            ask('postgres', `CREATE DATABASE ${name}`);
            return `postgres://tavola@/${name}?host=${folder}`;
        },
    };
}
