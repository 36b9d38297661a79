// What the tests in a browser have in common: one house and one browser a file, visitors whose browser must have
// nothing to complain of, and hands that play as people do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { ask, matchOf } from './core.mjs';
import { openBrowser, openHouse } from './house.mjs';

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** No test fails by the clock; these end a wait for something that never comes. */
const patience = Number(process.env.PATIENCE ?? 60_000);

let house, browser;
before(async () => {
    // Nobody is waited for as long as people would wait.
    [house, browser] = await Promise.all([openHouse('--claim-after', '2'), openBrowser()]);
});
after(async () => {
    await browser?.close();
    await house?.close();
});

export const address = (hash = '') => `${house.url}${hash}`;

/** The house is gone from now on: whatever a page shows, it has kept. */
export async function closeHouse() {
    await house.close();
    house.close = async () => {};
}

/** Goes to a room (rooms.mjs) as if for the first time, and unfolds what it folds up. */
export async function enter(page, { hash, shows }) {
    await page.goto('about:blank');
    await page.goto(address(hash));
    await page.locator(shows).first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
}

/** A visitor with a browser of his own. `storage` is what his device keeps already. */
export async function visit(options, work) {
    const { storage = {}, ...device } = options;
    const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...device });
    context.setDefaultTimeout(patience);
    await context.addInitScript((kept) => {
        if (location.protocol === 'about:') return;
        for (const [name, value] of Object.entries(kept))
            if (localStorage.getItem(`tavola.${name}`) === null)
                localStorage.setItem(`tavola.${name}`, JSON.stringify(value));
    }, storage);
    const heard = [];
    const watch = (page) => {
        page.on('console', (message) => {
            // A test may do without the service worker.
            if (message.text() === 'Service Worker registration blocked by Playwright') return;
            if (['error', 'warning'].includes(message.type()))
                heard.push(`${page.url()}: ${message.type()}: ${message.text()}`);
        });
        page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.stack}`));
    };
    context.on('page', watch);
    context.on('requestfailed', (request) => {
        // Who leaves a page leaves what it was still asking for.
        const { errorText } = request.failure();
        if (errorText !== 'net::ERR_ABORTED') heard.push(`${request.url()}: ${errorText}`);
    });
    context.on('response', (response) => {
        if (response.status() >= 400) heard.push(`${response.url()}: ${response.status()}`);
    });
    const page = await context.newPage();
    try {
        const result = await work(page, context, heard);
        assert.deepEqual(heard, [], 'the browser has nothing to complain of');
        return result;
    } catch (error) {
        if (heard.length) error.message += `\nThe browser: ${heard.join('\n')}`;
        throw error;
    } finally {
        await context.close();
    }
}

// ---- words -----------------------------------------------------------------------------------------------------

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url)));
const catalogue = (language) =>
    Object.assign(
        read(`../../../words/${language}.json`),
        ...['first', 'pages', 'match', 'board', 'study', 'lessons', 'online'].map((part) =>
            read(`../../src/words/${language}/${part}.json`),
        ),
    );
export const words = { pt: catalogue('pt'), en: catalogue('en') };

/** What the house says, in Portuguese if no other language is named. */
export function say(key, parts = {}, language = 'pt') {
    const sentence = words[language][key];
    assert.ok(sentence, `no sentence ${key}`);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole));
}
/** Why a game ended, as the pages say it: with what was counted, where something was. */
export function reasonOf(game, { why, count }) {
    const keys = [`why.${why}.of.${game}`, `why.${why}.of`, `why.${why}`];
    return say(
        keys.find((key) => words.pt[key]),
        { count, nth: say('nth.3') },
    );
}
export const press = (page, key, parts) =>
    page.getByRole('button', { name: say(key, parts), exact: true }).click();

// ---- games -----------------------------------------------------------------------------------------------------

/** On the page of new games: whoever sits here begins, with the game's first colour. Left alone, lots are drawn. */
export async function meFirst(page, game) {
    await page.locator('[name=first][value=me]').check();
    if (game === 'trilha') await page.locator('[name=colour][value="0"]').check();
}

/** Begins a game as the page of new games offers it, and leads to its table. `choose` chooses who begins, and more. */
export async function begin(page, game, { start, rules, friend = false, choose = meFirst } = {}) {
    const query = new URLSearchParams({
        ...(start ? { position: start } : {}),
        ...(rules ? { rules } : {}),
    });
    await page.goto(address(`#/new/${game}?${query}`));
    await page.locator(`[name=opponent][value=${friend ? 'friend' : 'computer'}]`).check();
    if (!friend) await page.locator('#level').fill('1');
    await choose(page, game);
    await press(page, 'new.play');
    await page.waitForURL(/#\/table\//);
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
    return keptGame(page);
}

/** The game on the table, as the device keeps it. */
export async function keptGame(page) {
    const id = /#\/table\/(\w+)/.exec(page.url())[1];
    return page.evaluate((name) => JSON.parse(localStorage.getItem(name)), `tavola.game.${id}`);
}

/** Plays the game on the table to its end: `choose` names the move of whoever sits here, `hands` make it, one after
 *  the other. */
export async function playToTheEnd(page, hands, choose, most = 400) {
    for (let made = 0; ; ++made) {
        const kept = await keptGame(page);
        if (kept.result) return kept;
        assert.ok(kept.moves.length < most, `no end after ${most} moves: ${kept.moves.join(' ')}`);
        const match = matchOf(kept);
        if (kept.seats[match.turn] === 'person') {
            if (match.dice) await hands[made % hands.length](page, ['throw'], match, kept);
            // The only thing to do is to pass: that happens by itself.
            else if (match.moves[0].effects[0]?.kind !== 'pass')
                await hands[made % hands.length](page, gestureOf(match, choose(kept, match)), match, kept);
        }
        await played(page, kept);
    }
}
/** Waits until something more was played than in the game as it was. */
export const played = (page, { id, moves }) =>
    page.waitForFunction(
        ([name, count]) => {
            const kept = JSON.parse(localStorage.getItem(name));
            return kept.moves.length > count || kept.result;
        },
        [`tavola.game.${id}`, moves.length],
    );
export const gestureOf = (match, word) => match.moves.find(({ move }) => move === word).gestures.at(-1);

/** Where to touch each word of a gesture: a cell, the hand, the sticks, or a button for what is not on the board. */
function places(gesture, { moves }, { game, settings }) {
    if (gesture[0] === 'throw') return ['.sticks.target [role=button]'];
    const cells = new Set(ask({ verb: 'board', game, settings }).cells.map(({ name }) => name));
    return gesture.map((word, i) => {
        const next = [
            ...new Set(
                moves
                    .flatMap((move) => move.gestures)
                    .filter((one) => one.length > i && gesture.slice(0, i).every((w, j) => w === one[j]))
                    .map((one) => one[i]),
            ),
        ];
        if (!next.every((one) => one === 'hand' || cells.has(one)))
            return `.choices button >> nth=${next.indexOf(word)}`;
        return word === 'hand' ? '.tray.target [role=button]' : `[data-cell="${word}"]`;
    });
}
/** The middle of something, in sight. */
export async function middleOf(page, selector) {
    const place = page.locator(selector);
    await place.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await place.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

export async function mouse(page, gesture, match, kept) {
    for (const place of places(gesture, match, kept)) {
        const { x, y } = await middleOf(page, place);
        await page.mouse.click(x, y);
    }
}
export async function finger(page, gesture, match, kept) {
    for (const place of places(gesture, match, kept)) {
        const { x, y } = await middleOf(page, place);
        await page.touchscreen.tap(x, y);
    }
}
/** The first two places by dragging, the others by clicks. */
export async function drag(page, gesture, match, kept) {
    const [first, second] = places(gesture, match, kept);
    if (!second?.startsWith('[data-cell') || first === second) return mouse(page, gesture, match, kept);
    const [a, b] = [await middleOf(page, first), await middleOf(page, second)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 2 });
    await page.mouse.move(b.x, b.y, { steps: 2 });
    await page.mouse.up();
    for (const place of places(gesture, match, kept).slice(2)) {
        const { x, y } = await middleOf(page, place);
        await page.mouse.click(x, y);
    }
}
/** Arrow keys from point to point, and Enter. */
export async function keys(page, gesture, match, kept) {
    for (const place of places(gesture, match, kept)) {
        if (place.startsWith('[data-cell')) await walk(page, place);
        else await page.locator(place).focus();
        await page.keyboard.press('Enter');
    }
}
/** The way by arrow keys, found on the picture: each leads to the nearest point in its direction. */
export async function walk(page, to) {
    if (!(await page.evaluate(() => document.activeElement?.matches('[data-cell]'))))
        await page.locator('[data-cell][tabindex="0"]').focus();
    const way = await page.evaluate((target) => {
        const middles = new Map(
            [...document.querySelectorAll('[data-cell]')].map((cell) => {
                const { cx, cy } = cell.querySelector('circle');
                return [cell, [cx.baseVal.value, cy.baseVal.value]];
            }),
        );
        const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const next = (from, [dx, dy]) => {
            const [x, y] = middles.get(from);
            let best;
            for (const [cell, [cx, cy]] of middles) {
                const ahead = (cx - x) * dx + (cy - y) * dy;
                const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
                if (ahead >= 1 && (!best || ahead + 2 * aside < best.cost))
                    best = { cell, cost: ahead + 2 * aside };
            }
            return best?.cell;
        };
        const goal = document.querySelector(target);
        const ways = new Map([[document.activeElement, []]]);
        for (const [cell, way] of ways) {
            if (cell === goal) return way;
            for (const [arrow, direction] of Object.entries(arrows)) {
                const there = next(cell, direction);
                if (there && !ways.has(there)) ways.set(there, [...way, arrow]);
            }
        }
    }, to);
    assert.ok(way, `arrow keys lead to ${to}`);
    for (const arrow of way) await page.keyboard.press(arrow);
    assert.ok(
        await page.evaluate((target) => document.activeElement.matches(target), to),
        `the focus is on ${to}`,
    );
}
/** Typed into the field under the moves. */
export async function typing(page, gesture, match) {
    const whole = (move) => move.gestures.some((one) => one.join() === gesture.join());
    await page
        .locator('#typed')
        .fill(gesture[0] === 'throw' ? say('board.throw').toLowerCase() : match.moves.find(whole).move);
    await page.locator('#typed').press('Enter');
}
