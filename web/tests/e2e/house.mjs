// The house for tests in a real browser: the pages as built (web/dist), by Vite's preview; by the program itself when
// TAVOLA names it; or wherever PAGES_URL says that they are.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const web = fileURLToPath(new URL('../..', import.meta.url));

/** What to spawn so that a program ends with these tests, even if they are killed. */
export const bound = (program, words) => ['setpriv', ['--pdeathsig', 'KILL', program, ...words]];

/** With these words more for the program.
 *  @returns {Promise<{url: string, close: () => Promise<void>}>} */
export async function openHouse(...flags) {
    if (process.env.PAGES_URL) return { url: process.env.PAGES_URL, close: async () => {} };
    return process.env.TAVOLA ? served(process.env.TAVOLA, flags) : previewed();
}

/** The machine's own Chromium, or the one that CHROMIUM names. */
export const openBrowser = () =>
    chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox'],
    });

async function previewed() {
    // As the program does where there are no tables.
    const tables = {
        name: 'no-tables',
        configurePreviewServer: ({ middlewares }) =>
            void middlewares.use('/tables/', (_request, response) => response.end('{"tables":[]}')),
    };
    const server = await preview({
        root: web,
        logLevel: 'error',
        plugins: [tables],
        preview: { port: 0, host: '127.0.0.1' },
    });
    return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

/** Starts the program, which prints where it serves. */
async function served(program, flags) {
    const data = await mkdtemp(join(tmpdir(), 'tavola-house-'));
    const words = ['serve', '--port', '0', '--no-open', '--pages', `${web}dist`, '--data', data, ...flags];
    const child = spawn(...bound(program, words), {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const close = async () => {
        child.kill();
        await gone;
        await rm(data, { recursive: true, force: true });
    };
    let printed = '';
    const url = await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
        child.stdout.on('data', (chunk) => {
            printed += chunk;
            const address = /https?:\/\/\S+/.exec(printed.slice(0, printed.lastIndexOf('\n') + 1));
            if (address) resolve(address[0]);
        });
    });
    return { url, close };
}
