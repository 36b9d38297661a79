// One game in several tabs: one leads, the others follow; nothing that was stored is lost. Stored games that cannot be
// read harm no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { matchOf } from './core.mjs';
import { address, desktop, gestureOf, keptGame, mouse, phone, played, press, say, visit } from './kit.mjs';
import { keptGame as game } from './rooms.mjs';

const at = (...games) => Object.fromEntries(games.map((kept) => [`game.${kept.id}`, kept]));
const friends = at(game('shared', 'pretoa'));
const open = async (page, id = 'shared') => {
    await page.goto(address(`#/table/${id}`));
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
};
const follows = (page) => page.locator('.follows', { hasText: say('table.follows') }).waitFor();
const leads = (page) => page.locator('.signs .start').first().waitFor({ state: 'attached' });
const shows = (page, count) =>
    page.waitForFunction((plies) => document.querySelectorAll('[data-ply]').length === plies, count);
async function make(page, nth = 0) {
    const kept = await keptGame(page);
    const match = matchOf(kept);
    await mouse(page, gestureOf(match, match.moves[nth].move), match, kept);
    await played(page, kept);
}

const without = {
    'by locks': () => {},
    // A browser without the Web Locks API.
    'by messages': () => delete Navigator.prototype.locks,
};
for (const [how, remove] of Object.entries(without)) {
    test(`the second tab of a game follows the first one live, and can take over, ${how}`, () =>
        visit({ ...desktop, storage: friends }, async (first, context) => {
            await context.addInitScript(remove);
            await open(first);
            await leads(first);
            const second = await context.newPage();
            await open(second);
            await follows(second);
            assert.deepEqual(await barriers(second), []);
            assert.equal(await second.locator('.signs .start').count(), 0, 'nobody can move here');
            await make(first);
            await make(first);
            await shows(second, 2);
            await press(first, 'table.undo');
            await shows(second, 1);
            await press(second, 'table.take');
            await leads(second);
            await follows(first);
            await make(second);
            await shows(first, 2);
            assert.equal((await keptGame(first)).moves.length, 2);
        }));

    test(`when the leading tab is closed the next one leads, ${how}`, () =>
        visit({ ...desktop, storage: friends }, async (first, context) => {
            await context.addInitScript(remove);
            await open(first);
            const second = await context.newPage();
            await open(second);
            await follows(second);
            await make(first);
            await first.close({ runBeforeUnload: true });
            await leads(second);
            assert.equal(await second.locator('.follows').count(), 0);
            await make(second);
            assert.equal((await keptGame(second)).moves.length, 2);
        }));

    test(`leaving the game for another page lets the next tab lead, ${how}`, () =>
        visit({ ...phone, storage: friends }, async (first, context) => {
            await context.addInitScript(remove);
            await open(first);
            const second = await context.newPage();
            await open(second);
            await follows(second);
            await first.evaluate(() => (location.hash = '#/settings'));
            await leads(second);
            await first.goBack();
            await follows(first);
        }));
}

test('the computer answers once, in the leading tab', () =>
    visit(
        { ...desktop, storage: at(game('duel', 'pretoa', { seats: ['person', 'level:1'] })) },
        async (first, context) => {
            await open(first, 'duel');
            const second = await context.newPage();
            await open(second, 'duel');
            await follows(second);
            await make(first);
            await shows(first, 2);
            await shows(second, 2);
            assert.equal((await keptGame(second)).moves.length, 2);
            // Half a turn: whoever takes over lets the computer answer.
            await second.bringToFront();
            await press(second, 'table.take');
            await make(second);
            await shows(first, 4);
            await shows(second, 4);
        },
    ));

test('a tab that has heard of nothing does not write over what another one has stored', () =>
    visit({ ...desktop, storage: friends }, async (first, context) => {
        // Every tab leads, and none hears of the others.
        await context.addInitScript(() => {
            delete Navigator.prototype.locks;
            delete window.BroadcastChannel;
            window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
        });
        await open(first);
        const second = await context.newPage();
        await open(second);
        await leads(second);
        await make(first);
        await make(first);
        const stored = await keptGame(first);
        const match = matchOf({ ...stored, moves: [] });
        await mouse(second, gestureOf(match, match.moves.at(-1).move), match, stored);
        // What is stored counts, and is shown.
        await shows(second, 2);
        assert.deepEqual(await keptGame(second), stored);
        await make(second);
        assert.deepEqual((await keptGame(second)).moves.slice(0, 2), stored.moves);
        await press(first, 'table.undo');
        await shows(first, 3);
        assert.equal((await keptGame(first)).moves.length, 3);
    }));

test('stored games that cannot be read harm no other, and newer ones stay as they are', () =>
    visit(
        {
            ...phone,
            storage: {
                ...at(game('good', 'trilha', { moves: ['d2'] })),
                'game.newer': { ...game('newer', 'trilha'), version: 99, moves: { packed: '' } },
                'game.broken': { ...game('broken', 'trilha'), seats: null, moves: [1] },
            },
        },
        async (page) => {
            await page.goto(address());
            await page.locator('.unfinished a').waitFor();
            await page.goto(address('#/games'));
            await page.locator('.rows li').waitFor();
            assert.equal(await page.locator('.rows li').count(), 1);
            const newer = say('games.newer.one', { count: 1 });
            await page.getByText(newer).waitFor();
            await page.getByText(say('games.damaged.one', { count: 1 })).waitFor();
            assert.deepEqual(await barriers(page), []);
            for (const [id, fault] of [
                ['newer', 'newer'],
                ['broken', 'damaged'],
                ['nowhere', 'missing'],
            ]) {
                await page.goto(address(`#/table/${id}`));
                await page
                    .getByRole('alert')
                    .filter({ hasText: say(`table.${fault}`) })
                    .waitFor();
            }
            const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('tavola.game.newer')));
            assert.deepEqual(kept.moves, { packed: '' });
            assert.equal(kept.version, 99);
        },
    ));
