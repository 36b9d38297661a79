// Both languages and both themes, everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, desktop, enter, say, visit, words } from './kit.mjs';
import { rooms, storage } from './rooms.mjs';

/** All that a page says: to be seen, to be heard, in its title. */
const saidBy = (page) =>
    page.evaluate(() => {
        const said = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) said.push(walker.currentNode.textContent);
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
            for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
        return said.map((text) => text.trim()).filter(Boolean);
    });

const first = new Set([...Object.keys(words.pt), ...Object.keys(words.en)].map((key) => key.split('.')[0]));
/** A name of a sentence where the sentence should be, or a part of one that was not filled in. */
const unsaid = (text) =>
    /\{\w+\}/.test(text) ||
    [...text.matchAll(/(?<![\w.])([a-z][a-z-]*)\.[a-z0-9][\w.-]*/g)].some(([, start]) => first.has(start));

for (const [language, other] of [
    ['pt', 'en'],
    ['en', 'pt'],
])
    test(`every page speaks ${language}, and nothing else`, () =>
        visit({ ...desktop, storage: { ...storage, settings: { language } } }, async (page) => {
            const ours = new Set(Object.values(words[language]));
            const foreign = new Set(
                Object.values(words[other]).filter((text) => !ours.has(text) && /\p{L}{3}/u.test(text)),
            );
            const found = [];
            for (const room of rooms) {
                await enter(page, room);
                assert.equal(await page.evaluate(() => document.documentElement.lang), language);
                for (const text of await saidBy(page))
                    if (unsaid(text) || foreign.has(text)) found.push(`${room.hash}: ${text}`);
            }
            assert.deepEqual(found, []);
        }));

for (const [locale, language] of [
    ['en-GB', 'en'],
    ['pt-PT', 'pt'],
    ['de-DE', 'pt'],
])
    test(`a browser that asks for ${locale} is spoken to in ${language}`, () =>
        visit({ ...desktop, locale }, async (page) => {
            await page.goto(address());
            await page.getByRole('heading', { name: say('home.title', {}, language) }).waitFor();
        }));

test('the language and the theme are switched at once, and kept', () =>
    visit({ ...desktop, colorScheme: 'light' }, async (page) => {
        await page.goto(address('#/settings'));
        await page.locator('[data-theme=light]').waitFor();
        await page.getByLabel(say('settings.language')).selectOption('en');
        await page.getByRole('heading', { name: say('house.settings', {}, 'en') }).waitFor();
        await page.getByLabel(say('settings.theme', {}, 'en')).selectOption('dark');
        await page.locator('[data-theme=dark]').waitFor();
        await page.reload();
        await page.getByRole('heading', { name: say('house.settings', {}, 'en') }).waitFor();
        await page.locator('[data-theme=dark]').waitFor();
        const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        assert.ok(
            paper
                .match(/\d+/g)
                .slice(0, 3)
                .every((part) => Number(part) < 64),
            paper,
        );
        await page.getByLabel(say('settings.language', {}, 'en')).selectOption('pt');
        await page.getByRole('heading', { name: say('house.settings') }).waitFor();
    }));

test('the theme follows the system until another is chosen', () =>
    visit({ ...desktop, colorScheme: 'dark' }, async (page) => {
        await page.goto(address());
        await page.locator('[data-theme=dark]').waitFor();
        await page.emulateMedia({ colorScheme: 'light' });
        await page.locator('[data-theme=light]').waitFor();
    }));
