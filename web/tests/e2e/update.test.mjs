// A newer version comes while pages are open: it is looked for, every tab says so, one touch renews all but those in the
// middle of a game, and older tabs keep their files. The newer version is the built one with its files under other names.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './house.mjs';
import { say } from './kit.mjs';
import { keptGame } from './rooms.mjs';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const types = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
};
let folder, server, browser, url, shown;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tavola-update-'));
    await cp(dist, join(folder, 'old'), { recursive: true });
    await cp(dist, join(folder, 'new'), { recursive: true });
    // Every script gets another name, as if it had been built from something else.
    const assets = join(folder, 'new/assets');
    const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.js$/.test(name));
    const renamed = names.map((name) => [name, name.replace(/-[\w-]{8}\.js$/, '-NEWNEW11.js')]);
    // Some share all but their hashes.
    const taken = new Map();
    for (const pair of renamed) {
        const count = taken.get(pair[1]) ?? 0;
        taken.set(pair[1], count + 1);
        pair[1] = pair[1].replace('NEWNEW11', `NEWNEW${10 + count}`);
    }
    const edit = async (path) => {
        let text = await readFile(path, 'utf8');
        for (const [from, to] of renamed) text = text.replaceAll(from, to);
        await writeFile(path, text);
    };
    for (const name of names) await edit(join(assets, name));
    for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to));
    for (const name of ['index.html', 'sw.js']) await edit(join(folder, 'new', name));
    const worker = join(folder, 'new/sw.js');
    const text = await readFile(worker, 'utf8');
    const version = /tavola-([0-9a-f]{12})/.exec(text)?.[1] ?? /["'`]([0-9a-f]{12})["'`]/.exec(text)[1];
    await writeFile(worker, text.replaceAll(version, 'newnewnewnew'));

    server = createServer(async (request, response) => {
        const path = new URL(request.url, 'http://x').pathname;
        if (path === '/tables/') return response.end('{"tables":[]}');
        try {
            const name = path === '/' ? 'index.html' : path.slice(1);
            const body = await readFile(join(folder, shown, name));
            response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
            response.setHeader('cache-control', 'no-cache');
            response.end(body);
        } catch {
            response.statusCode = 404;
            response.end();
        }
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${server.address().port}/`;
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    if (folder) await rm(folder, { recursive: true });
});

async function visitor(work, options = {}) {
    shown = 'old';
    const context = await browser.newContext({ locale: 'pt-BR', ...options });
    context.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000));
    const kept = keptGame('going', 'pretoa', { moves: [] });
    await context.addInitScript((game) => {
        if (localStorage.getItem('tavola.game.going') === null)
            localStorage.setItem('tavola.game.going', JSON.stringify(game));
    }, kept);
    try {
        await work(context);
    } finally {
        await context.close();
    }
}
async function open(context, hash, shows) {
    const page = await context.newPage();
    page.loads = 0;
    page.on('domcontentloaded', () => page.loads++);
    await page.goto(url + hash);
    await page.locator(shows).first().waitFor({ state: 'attached' });
    return page;
}
const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);
const isNew = (page) =>
    page.waitForFunction(() => document.querySelector('script[type=module][src*=NEWNEW]'));
const notice = (page) => page.locator('.bar', { hasText: say('house.newer') }).waitFor();
const versions = (page) => page.evaluate(() => caches.keys());

test('newer versions are looked for; all tabs say so; one touch renews them, but no game in the middle', () =>
    visitor(async (context) => {
        const home = await open(context, '', '.games');
        await controlled(home);
        await home.clock.install();
        await home.reload();
        const table = await open(context, '#/table/going', '[data-cell]');
        const old = await table.evaluate(() =>
            fetch('./sw.js')
                .then((answer) => answer.text())
                .then((text) => /assets\/Settings-[\w-]+\.js/.exec(text)[0]),
        );
        // The registration is there a moment after the page is.
        await home.clock.runFor(5000);
        await home.waitForFunction(() => navigator.serviceWorker.getRegistration());
        shown = 'new';
        await home.clock.runFor(3_700_000);
        await notice(home);
        await notice(table);
        const loads = table.loads;
        // Another calm tab is renewed with the one that is touched.
        const games = await open(context, '#/games', '.rows');
        await notice(games);
        await home.getByRole('button', { name: say('house.renew') }).click();
        await isNew(home);
        await isNew(games);
        assert.equal(table.loads, loads, 'nobody loads a game again without asking');
        await notice(table);
        // The server has the older files no more; the tab has them still.
        assert.equal((await fetch(url + old)).status, 404);
        assert.equal(await table.evaluate((path) => fetch(path).then(({ status }) => status), old), 200);
        assert.equal((await versions(table)).length, 2);
        // Going elsewhere is a good moment.
        await table.evaluate(() => (location.hash = '#/settings'));
        await isNew(table);
        await table.locator('#language').waitFor();
        await home.reload();
        await home.waitForFunction(async () => (await caches.keys()).length === 1);
        assert.deepEqual(await versions(home), ['tavola-newnewnewnew']);
    }));

test('a tab that is looked at again after a while looks for a newer version', () =>
    visitor(async (context) => {
        const page = await open(context, '#/table/going', '[data-cell]');
        await controlled(page);
        await page.clock.install();
        await page.reload();
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
        await page.clock.runFor(5000);
        await page.waitForFunction(() => navigator.serviceWorker.getRegistration());
        shown = 'new';
        await page.clock.setSystemTime(Date.now() + 1_200_000);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await notice(page);
        // Whoever is in the middle of a game may still say so.
        await page.getByRole('button', { name: say('house.renew') }).click();
        await isNew(page);
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
    }));

test('a page whose file is gone with the older version is loaded again, once', () =>
    visitor(
        async (context) => {
            const page = await open(context, '', '.games');
            shown = 'new';
            await page.evaluate(() => (location.hash = '#/settings'));
            await page.locator('#language').waitFor();
            await isNew(page);
            assert.equal(page.loads, 2);
            // One that is gone for good is said to be so, and the page is not loaded again and again.
            await page.route('**/assets/Games-*.js', (route) => route.fulfill({ status: 404 }));
            await page.evaluate(() => (location.hash = '#/games'));
            await page
                .getByRole('alert')
                .filter({ hasText: say('house.trouble') })
                .waitFor();
            assert.equal(page.loads, 2);
            // Nor where the server says every time that there is another version.
            await page.route(`${url}?version`, (route) =>
                route.fulfill({
                    contentType: 'text/html',
                    body: '<script type="module" src="./assets/index-another.js"></script>',
                }),
            );
            await page.evaluate(() => (location.hash = '#/'));
            await page.locator('.games').waitFor();
            await page.evaluate(() => (location.hash = '#/games'));
            await page.waitForFunction(() => sessionStorage.getItem('tavola.reloaded')?.includes('another'));
            await page
                .getByRole('alert')
                .filter({ hasText: say('house.trouble') })
                .waitFor();
            await page.getByRole('button', { name: say('house.again') }).waitFor();
            assert.equal(page.loads, 3);
        },
        { serviceWorkers: 'block' },
    ));
