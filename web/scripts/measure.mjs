// How heavy and how quick the pages are: node scripts/measure.mjs [--write]; with --write the figures go into
// docs/pages.md. Needs the program (build/release/tavola, or TAVOLA), the core (build/wasm) and the pages as built and
// compressed (web/dist). Figures are only worth something on a machine that does nothing else.
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gameIds, matchOf } from '../tests/e2e/core.mjs';
import { openBrowser, openHouse } from '../tests/e2e/house.mjs';
import { keptGame } from '../tests/e2e/rooms.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = here('../../build/release/tavola');
if (!process.env.TAVOLA && existsSync(program)) process.env.TAVOLA = program;
const taps = 30;

const loadBefore = loadavg()[0];
const [house, browser] = await Promise.all([openHouse(), openBrowser()]);
const lines = [];
const print = (line = '') => {
    lines.push(line);
    console.log(line);
};
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (time) => `${Math.round(time)} ms`;

async function visit(storage, options, work) {
    const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
        ...options,
    });
    await context.addInitScript((kept) => {
        window.longTasks = [];
        new PerformanceObserver((list) => {
            for (const { startTime, duration } of list.getEntries())
                window.longTasks.push({ startTime, duration });
        }).observe({ type: 'longtask', buffered: true });
        for (const [name, value] of Object.entries(kept))
            if (localStorage.getItem(`tavola.${name}`) === null)
                localStorage.setItem(`tavola.${name}`, JSON.stringify(value));
    }, storage);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    try {
        return await work(page, context);
    } finally {
        await context.close();
    }
}

// ---- the first load ----------------------------------------------------------------------------------------------

/** What the network brings to the home on a cold cache, by kind; and when there is something to do. */
const firstLoad = () =>
    visit({}, {}, async (page, context) => {
        const session = await context.newCDPSession(page);
        const [kinds, came] = [new Map(), new Map()];
        await session.send('Network.enable');
        session.on('Network.responseReceived', ({ requestId, type, response }) =>
            kinds.set(requestId, { type: response.url.endsWith('.wasm') ? 'Wasm' : type, url: response.url }),
        );
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
            came.set(requestId, encodedDataLength),
        );
        await page.goto(house.url);
        await page.locator('.games .primary').nth(5).waitFor();
        const usable = await page.evaluate(() => performance.now());
        await page.locator('li:nth-child(6) .board svg').waitFor();
        const whole = await page.evaluate(() => performance.now());
        await page.waitForLoadState('networkidle');
        const [painted, long] = await page.evaluate(() => [
            performance.getEntriesByName('first-contentful-paint')[0].startTime,
            Math.max(0, ...window.longTasks.map(({ duration }) => duration)),
        ]);
        const bytes = {};
        for (const [id, length] of came) {
            const { type } = kinds.get(id);
            bytes[type] = (bytes[type] ?? 0) + length;
        }
        return {
            bytes,
            urls: new Set([...kinds.values()].map(({ url }) => url)),
            painted,
            usable,
            whole,
            long,
        };
    });

/** What the service worker asks for afterwards and the page has not asked for already. */
async function afterwards(known) {
    const worker = await (await fetch(`${house.url}sw.js`)).text();
    const files = JSON.parse(/\[\s*["'`]\.\/["'`][^\]]*\]/.exec(worker)[0].replace(/['`]/g, '"'));
    let total = 0;
    for (const file of files) {
        const url = new URL(file, house.url).href;
        if (known.has(url)) continue;
        // Node unpacks what it gets; the length on the way is in the headers.
        const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
        const body = await answer.arrayBuffer();
        total += Number(answer.headers.get('content-length') ?? body.byteLength);
    }
    return total;
}

// ---- at the table ------------------------------------------------------------------------------------------------

const open = async (page, id) => {
    await page.goto(`${house.url}#/table/${id}`);
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
    // Nobody touches what he does not see yet: the board is painted, and the page has come to rest.
    await page.evaluate(
        () =>
            new Promise((done) =>
                requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done), 500)),
            ),
    );
};
const kept = (page, id) =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name)), `tavola.game.${id}`);
const more = (page, { id, moves }) =>
    page.waitForFunction(
        ([name, count]) => JSON.parse(localStorage.getItem(name)).moves.length > count,
        [`tavola.game.${id}`, moves.length],
    );
async function touch(page, gesture) {
    for (const cell of gesture) {
        const { x, y, width, height } = await page.locator(`[data-cell="${cell}"]`).boundingBox();
        await page.mouse.click(x + width / 2, y + height / 2);
    }
}

/** From the release of the last touch to the first frame in which a man is on his way. */
const fromTapToMove = (game) =>
    visit({ 'game.tap': keptGame('tap', game) }, {}, async (page) => {
        const times = [];
        await open(page, 'tap');
        for (let turn = 1; times.length < taps; ++turn) {
            const now = await kept(page, 'tap');
            const match = matchOf(now);
            if (match.ending) {
                await page.evaluate(
                    (value) => localStorage.setItem('tavola.game.tap', JSON.stringify(value)),
                    keptGame('tap', game),
                );
                await page.reload();
                await open(page, 'tap');
                continue;
            }
            if (match.dice) await page.locator('.sticks.target').click();
            else {
                const onBoard = match.moves.filter(
                    ({ gestures }) =>
                        gestures[0]?.length && gestures[0].every((word) => /^[a-z]?\d+$/.test(word)),
                );
                if (onBoard.length === 0) {
                    // A choice beside the board is typed.
                    await page.locator('#typed').fill(match.moves[0].move);
                    await page.locator('#typed').press('Enter');
                } else {
                    await page.evaluate(() => {
                        window.shown = new Promise((resolve) => {
                            let released = 0;
                            addEventListener('pointerup', (event) => (released = event.timeStamp), true);
                            new MutationObserver((_, observer) => {
                                observer.disconnect();
                                requestAnimationFrame(() => {
                                    const { port1, port2 } = new MessageChannel();
                                    port1.onmessage = () => resolve(performance.now() - released);
                                    port2.postMessage(0);
                                });
                            }).observe(document.querySelector('.board .moving'), { childList: true });
                        });
                    });
                    await touch(page, onBoard[(turn * 7919) % onBoard.length].gestures[0]);
                    times.push(await page.evaluate(() => window.shown));
                }
            }
            await more(page, now);
            // Whatever moves comes to rest.
            await page.waitForFunction(() => !document.querySelector('.board .moving > *'));
        }
        return times;
    });

/** The longest task of the page while the computer thinks at its best. */
const whileThinking = (game) =>
    visit(
        { 'game.think': keptGame('think', game, { seats: ['level:10', 'level:10'] }) },
        {},
        async (page) => {
            await open(page, 'think');
            const began = await page.evaluate(() => performance.now());
            let now = await kept(page, 'think');
            for (let moves = 0; moves < 3; ++moves) {
                await more(page, now);
                now = await kept(page, 'think');
            }
            const tasks = await page.evaluate(
                (from) => window.longTasks.filter(({ startTime }) => startTime >= from),
                began,
            );
            return Math.max(0, ...tasks.map(({ duration }) => duration));
        },
    );

// ---- the page of figures -----------------------------------------------------------------------------------------

const loads = [];
for (let i = 0; i < 5; ++i) loads.push(await firstLoad());
const { bytes, urls } = loads[0];
const all = Object.values(bytes).reduce((sum, one) => sum + one, 0);
const later = await afterwards(urls);

print('# The pages in figures');
print();
const busy = loadBefore; // afterwards the browser itself is in it
print(
    `Made by \`node web/scripts/measure.mjs --write\` on ${cpus().length} cores (${cpus()[0].model.trim()}), Chromium ` +
        `${browser.version()}, over loopback${process.env.TAVOLA ? ', served by the program' : ''}.`,
);
if (busy > 1.5)
    print(
        `**The machine was busy with other work meanwhile (load ${busy.toFixed(1)}): times are upper bounds, not ` +
            'what a reader meets.** Bytes are exact.',
    );
print();
print('## The first visit, nothing kept');
print();
print('| what | comes | at most |');
print('|---|---:|---:|');
for (const [kind, name] of [
    ['Document', 'the page'],
    ['Script', 'scripts'],
    ['Stylesheet', 'styles'],
    ['Wasm', 'the core'],
    ['Font', 'the font'],
])
    print(`| ${name} | ${kB(bytes[kind] ?? 0)} | ${kind === 'Script' ? '100 kB' : ''} |`);
const named = ['Document', 'Script', 'Stylesheet', 'Wasm', 'Font'];
const rest = Object.entries(bytes).reduce((sum, [kind, one]) => (named.includes(kind) ? sum : sum + one), 0);
print(`| icons and other | ${kB(rest)} | |`);
print(`| **all** | **${kB(all)}** | 400 kB |`);
print(`| afterwards, so that the house works offline | ${kB(later)} | |`);
print();
const times = (key) =>
    `${ms(median(loads.map((load) => load[key])))} | ${ms(Math.max(...loads.map((load) => load[key])))}`;
print('| the home, from the address to | median of 5 | worst |');
print('|---|---:|---:|');
print(`| the first picture | ${times('painted')} |`);
print(`| every button | ${times('usable')} |`);
print(`| every board drawn by the core | ${times('whole')} |`);
print(`| longest task on the way | ${times('long')} |`);
print();
print('## At the table');
print();
print(
    `| game | tap to move shown, median of ${taps} | within 50 ms | worst | longest task while level 10 thinks |`,
);
print('|---|---:|---:|---:|---:|');
for (const game of gameIds) {
    const seen = await fromTapToMove(game);
    const longest = await whileThinking(game);
    print(
        `| ${game} | ${ms(median(seen))} | ${seen.filter((time) => time <= 50).length} | ${ms(Math.max(...seen))} | ${longest ? ms(longest) : 'none over 50 ms'} |`,
    );
}
print();
print('Aims: a move shown within 50 ms, no task over 50 ms while the computer thinks.');

if (process.argv.includes('--write')) writeFileSync(here('../../docs/pages.md'), `${lines.join('\n')}\n`);
await browser.close();
await house.close();
