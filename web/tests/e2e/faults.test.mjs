// What goes wrong in the middle of things: pages that come late, workers that trap, files that do not load. Every fault
// is put in from outside, by the browser's own ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { matchOf } from './core.mjs';
import { address, desktop, gestureOf, keptGame, mouse, phone, played, press, say, visit } from './kit.mjs';
import { keptGame as game, storage } from './rooms.mjs';

// Files are asked for where a test can refuse them.
const alone = { ...desktop, serviceWorkers: 'block' };
const board = (page) => page.locator('[data-cell]').first().waitFor({ state: 'attached' });
const at = (kept) => ({ [`game.${kept.id}`]: kept });
const duel = at(game('duel', 'pretoa', { seats: ['person', 'level:1'] }));
const trouble = (page, text) => page.getByRole('alert').filter({ hasText: text }).waitFor();

/** Holds back what fits until it is released; `asked` says when somebody wants it. */
async function held(page, pattern) {
    let release, wanted;
    const open = new Promise((resolve) => (release = resolve));
    const asked = new Promise((resolve) => (wanted = resolve));
    await page.route(pattern, async (route) => {
        wanted();
        await open;
        await route.continue();
    });
    return { release, asked };
}
/** Notes every question that the page asks of a worker; those that fit `kept` are kept from it. */
const listen = (context) =>
    context.addInitScript(() => {
        const asked = (window.asked = []);
        const workers = [];
        const post = Worker.prototype.postMessage;
        window.hold = undefined;
        window.release = () => {
            window.hold = undefined;
            for (const { worker, message } of asked.filter((one) => one.held))
                post.call(workers[worker], message);
        };
        Worker.prototype.postMessage = function (message, ...more) {
            if (!workers.includes(this)) workers.push(this);
            if (!message.request) return post.call(this, message, ...more);
            const held = !!window.hold && message.request.includes(window.hold);
            const worker = workers.indexOf(this);
            asked.push({ worker, message, held, question: JSON.parse(message.request) });
            if (!held) post.call(this, message, ...more);
        };
    });

/** Puts these lines before the worker's own, in the first so many workers. */
async function worsen(page, lines, first = Infinity) {
    let count = 0;
    await page.route('**/assets/worker-*.js', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({
            response,
            headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
            body: count++ < first ? lines + body : body,
        });
    });
}
/** The computer's move traps, as WebAssembly does. */
const trap = `
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...all) => {
    const { exports } = await instantiate(...all);
    const answer = (text, length) => {
        const asked = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, text, length));
        if (asked.includes('"choose"')) throw new WebAssembly.RuntimeError('unreachable');
        return exports.tavola_answer(text, length);
    };
    return { exports: { ...exports, tavola_answer: answer } };
};`;
/** The computer's move is lost in a promise that nobody waits for. */
const rejection = `
addEventListener('message', (event) => {
    if (!event.data.request?.includes('"choose"')) return;
    event.stopImmediatePropagation();
    Promise.reject(new Error('lost'));
});`;

// ---- addresses -------------------------------------------------------------------------------------------------

test('a page that is left never shows the address of the page that is coming', () =>
    visit({ ...alone, storage }, async (page) => {
        await page.goto(address('#/table/midtrilha'));
        await board(page);
        await page.evaluate(() => {
            window.seen = [];
            const note = () => {
                for (const one of document.querySelectorAll('main [role=alert]'))
                    window.seen.push(one.textContent);
            };
            new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
        });
        const chunk = await held(page, '**/assets/Settings-*.js');
        await page.evaluate(() => (location.hash = '#/settings'));
        await chunk.asked;
        await board(page);
        chunk.release();
        await page.locator('#language').waitFor();
        assert.deepEqual(await page.evaluate(() => window.seen), []);
    }));

test('a home that is left asks the core nothing more', () =>
    visit(alone, async (page, context) => {
        await listen(context);
        await page.goto(address());
        await page.locator('li:nth-child(6) .board svg').waitFor();
        await page.waitForFunction(() => document.querySelectorAll('.games .board svg').length === 6);
        const before = await page.evaluate(() => window.asked.length);
        const chunk = await held(page, '**/assets/Games-*.js');
        await page.evaluate(() => (location.hash = '#/games'));
        await chunk.asked;
        chunk.release();
        await page.getByRole('heading', { name: say('house.games') }).waitFor();
        assert.equal(await page.evaluate(() => window.asked.length), before);
    }));

test('quick steps, back and forward, end at the last address', () =>
    visit({ ...alone, storage }, async (page) => {
        await page.goto(address());
        await page.locator('.games').waitFor();
        const marks = {
            '#/': '.games',
            '#/settings': '#language',
            '#/games': '.list-shape .rows',
            '#/learn': 'main a[href="#/learn/trilha"]:not(.button)',
            '#/table/midtrilha': '[data-cell]',
        };
        // Whatever is shown belongs to an address that was asked for after the one before it.
        const [settings, list] = [
            await held(page, '**/assets/Settings-*.js'),
            await held(page, '**/assets/Games-*.js'),
        ];
        await page.evaluate(() => (location.hash = '#/settings'));
        await settings.asked;
        await page.evaluate(() => (location.hash = '#/games'));
        await list.asked;
        await page.evaluate(() => (location.hash = '#/table/midtrilha'));
        await board(page);
        list.release();
        settings.release();
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
        assert.equal(await page.locator(marks['#/settings']).count(), 0);
        assert.equal(await page.locator(marks['#/games']).count(), 0);
        await page.evaluate(() => (history.back(), history.back(), history.forward()));
        await page.evaluate(() => {
            history.back();
            location.hash = '#/learn';
        });
        await page.waitForFunction((all) => {
            const mark = all[location.hash || '#/'];
            return mark && document.querySelector(mark);
        }, marks);
        // Only that one.
        const last = new URL(page.url()).hash || '#/';
        for (const [hash, mark] of Object.entries(marks))
            if (hash !== last) assert.equal(await page.locator(mark).count(), 0, `${hash} at ${last}`);
    }));

test('study shows the game of the last address, however late an earlier one is answered', () =>
    visit(alone, async (page, context) => {
        await listen(context);
        await page.goto(address('#/study'));
        await page.locator('#brought').waitFor();
        const position = 'x.....xx/......oo/.o...... x 0 0 0';
        await page.evaluate(() => (window.hold = '"show"'));
        await page.evaluate(
            (hash) => (location.hash = hash),
            `#/study?on=trilha&rules=preset%3Drecomendada&position=${encodeURIComponent(position)}`,
        );
        await page.waitForFunction(() => window.asked.some(({ held }) => held));
        await page.evaluate(() => (window.hold = undefined));
        await page.evaluate(() => (location.hash = '#/study?on=abalone'));
        await page.locator('[data-cell="i9"]').waitFor({ state: 'attached' });
        const late = await page.evaluate(() => (window.release(), window.asked.length));
        // The worker answers in order: what was asked last is answered after what was held.
        await press(page, 'study.setup.start');
        await press(page, 'study.setup.leave');
        await page.waitForFunction((count) => window.asked.length > count, late);
        await press(page, 'study.analysis.start');
        await page.locator('[data-cell="i9"]').waitFor({ state: 'attached' });
        assert.equal(await page.title(), `${say('study.title', { game: say('game.abalone') })} · Távola`);
    }));

test('exact values keep no board waiting, and are asked no more once the position has changed', () =>
    visit({ ...alone, storage }, async (page, context) => {
        await listen(context);
        await page.route('**/tables/', (route) =>
            route.fulfill({ json: { tables: [{ file: 'trilha-classica-3-3.tvt' }] } }),
        );
        await page.goto(address());
        await page.evaluate(() => (window.hold = '"apply"'));
        await page.evaluate(() => (location.hash = '#/study?on=trilha&rules=preset%3Drecomendada'));
        await page.waitForFunction(() => window.asked.some(({ held }) => held));
        await page.locator('[data-cell="d2"]').focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            () =>
                new Set(window.asked.filter(({ held }) => held).map((one) => one.question.position)).size > 1,
        );
        const asked = await page.evaluate(() =>
            window.asked.map(({ worker, held, question }) => ({
                worker,
                held,
                verb: question.verb,
                at: question.position,
            })),
        );
        const exact = asked.filter(({ held }) => held);
        const boards = new Set(asked.filter(({ verb }) => verb === 'board').map(({ worker }) => worker));
        assert.ok(
            exact.every(({ worker }) => !boards.has(worker)),
            'the board has a worker of its own',
        );
        assert.ok(exact.filter((one) => one.at === exact[0].at).length <= 4, `${exact.length} questions`);
    }));

// ---- the core --------------------------------------------------------------------------------------------------

async function makeMove(page) {
    const kept = await keptGame(page);
    const match = matchOf(kept);
    await mouse(page, gestureOf(match, match.moves[0].move), match, kept);
    await played(page, kept);
    return keptGame(page);
}
for (const [name, lines] of Object.entries({ 'a trap': trap, 'a lost promise': rejection })) {
    test(`${name} while the computer thinks: its move is tried again by itself`, () =>
        visit({ ...alone, storage: duel }, async (page) => {
            // The worker for the rules, and the one that thinks.
            await worsen(page, lines, 2);
            await page.goto(address('#/table/duel'));
            await board(page);
            await played(page, await makeMove(page));
            assert.equal((await keptGame(page)).moves.length, 2);
            assert.equal(await page.getByText(say('table.failed')).count(), 0);
        }));

    test(`${name} that comes again: the page says so, and one touch goes on`, () =>
        visit({ ...alone, ...phone, storage: duel }, async (page) => {
            await worsen(page, lines);
            await page.goto(address('#/table/duel'));
            await board(page);
            await makeMove(page);
            await page.locator('.now', { hasText: say('table.failed') }).waitFor();
            assert.deepEqual(await barriers(page), []);
            await press(page, 'house.again');
            await page.locator('.now', { hasText: say('table.failed') }).waitFor();
            await page.unroute('**/assets/worker-*.js');
            const kept = await keptGame(page);
            await press(page, 'house.again');
            await played(page, kept);
            assert.equal(await page.getByText(say('table.failed')).count(), 0);
        }));
}

test('a core that does not load is asked for again', () =>
    visit({ ...alone, storage: duel }, async (page, _, heard) => {
        await page.route('**/*.wasm', (route) => route.abort());
        await page.goto(address('#/table/duel'));
        await trouble(page, say('house.trouble'));
        await page.unroute('**/*.wasm');
        await press(page, 'house.again');
        await board(page);
        heard.length = 0;
    }));

test('a core that breaks where a page does not expect it: the page says so and is set up again', () =>
    visit(alone, async (page, _, heard) => {
        await page.route('**/*.wasm', (route) => route.abort());
        await page.goto(address());
        await page.locator('.bar', { hasText: say('house.broken') }).waitFor();
        assert.deepEqual(await barriers(page), []);
        await page.unroute('**/*.wasm');
        await press(page, 'house.again');
        await page.waitForFunction(() => document.querySelectorAll('.games .board svg').length === 6);
        assert.equal(await page.locator('.bar').count(), 0);
        heard.length = 0;
    }));

// ---- files -----------------------------------------------------------------------------------------------------

for (const [name, refuse] of Object.entries({
    'cannot be reached': (route) => route.abort(),
    'is not there': (route) => route.fulfill({ status: 404, body: '' }),
}))
    test(`a page whose file ${name} says so, and comes when it is tried again`, () =>
        visit({ ...alone, ...phone, storage }, async (page, _, heard) => {
            await page.goto(address());
            await page.locator('.games').waitFor();
            await page.route('**/assets/Settings-*.js', refuse);
            await page.evaluate(() => (location.hash = '#/settings'));
            await trouble(page, say('house.trouble'));
            assert.deepEqual(await barriers(page), []);
            // Other pages are there.
            await page.evaluate(() => (location.hash = '#/table/midtrilha'));
            await board(page);
            await page.goBack();
            await trouble(page, say('house.trouble'));
            await page.unroute('**/assets/Settings-*.js');
            // A browser may remember that a file was not there: then the second touch loads everything anew.
            await press(page, 'house.again');
            const come = page.locator('#language').waitFor();
            await Promise.race([come, trouble(page, say('house.trouble'))]);
            if ((await page.locator('#language').count()) === 0) await press(page, 'house.again');
            await come;
            heard.length = 0;
        }));

for (const [locale, language] of [
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
])
    test(`without its catalogue the page says so in ${language}`, () =>
        visit({ ...alone, locale }, async (page, _, heard) => {
            await page.route(`**/assets/${language}-*.js`, (route) => route.abort());
            await page.goto(address());
            await trouble(page, say('house.trouble', {}, language));
            assert.equal(await page.evaluate(() => document.documentElement.lang), language);
            await page.unroute(`**/assets/${language}-*.js`);
            const again = page.getByRole('button', { name: say('house.again', {}, language) });
            await again.click();
            const come = page.getByRole('heading', { name: say('home.title', {}, language) }).waitFor();
            await Promise.race([come, trouble(page, say('house.trouble', {}, language))]);
            if (await again.count()) await again.click();
            await come;
            heard.length = 0;
        }));

test('a language that does not load leaves the page as it is', () =>
    visit(alone, async (page, _, heard) => {
        await page.goto(address('#/settings'));
        await page.route('**/assets/en-*.js', (route) => route.abort());
        await page.getByLabel(say('settings.language')).selectOption('en');
        await trouble(page, say('house.trouble'));
        assert.equal(await page.getByLabel(say('settings.language')).inputValue(), 'pt');
        await page.unroute('**/assets/en-*.js');
        heard.length = 0;
    }));

test('a page that breaks while it is drawn says so, and can be tried again', () =>
    visit({ ...alone, storage }, async (page, context, heard) => {
        await context.addInitScript(() => {
            const Real = Intl.RelativeTimeFormat;
            window.breaks = true;
            Intl.RelativeTimeFormat = function (...all) {
                if (window.breaks) throw new Error('no dates');
                return new Real(...all);
            };
        });
        await page.goto(address('#/games'));
        await trouble(page, say('house.broken'));
        assert.deepEqual(await barriers(page), []);
        // Other pages are there.
        await page.evaluate(() => (location.hash = '#/settings'));
        await page.locator('#language').waitFor();
        await page.goBack();
        await trouble(page, say('house.broken'));
        await page.evaluate(() => (window.breaks = false));
        await press(page, 'house.again');
        await page.locator('.rows').first().waitFor();
        assert.ok(
            heard.some((line) => line.includes('no dates')),
            'the console knows why',
        );
        heard.length = 0;
    }));
