// Courses read to their ends in a real browser, by pointer: node --test tests/e2e/learn.test.mjs. COURSES names others
// than the usual ones (or `all`). The pages must be built; house.mjs says where they are taken from.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { barriers } from './barriers.mjs';
import { openBrowser, openHouse } from './house.mjs';

const { module: course } = await runnerImport(fileURLToPath(new URL('course.ts', import.meta.url)));
const named = process.env.COURSES ?? 'niout,pretoa';
const games = named === 'all' ? Object.keys(course.courses) : named.split(',');
/** A busy machine is slow; that is no fault. */
const patience = 60_000;

let house, browser;
before(async () => {
    house = await openHouse();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await house?.close();
});

async function touch(page, one) {
    const found =
        'cell' in one
            ? page.locator(`[data-cell="${one.cell}"]`)
            : 'hand' in one
              ? page.locator('.tray.target [role=button]')
              : 'sticks' in one
                ? page.locator('.sticks.target [role=button]')
                : page.locator('.choices button').nth(one.choice);
    // The bar at the bottom of a small screen lies over what is there.
    await found.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const { x, y, width, height } = await found.boundingBox();
    const [atX, atY] = [x + width / 2, y + height / 2];
    if (await page.evaluate(() => navigator.maxTouchPoints > 0)) await page.touchscreen.tap(atX, atY);
    else await page.mouse.click(atX, atY);
}

/** Waits for a sentence where the page says how it went. */
const hears = (page, sentence) =>
    page.locator('[role=status]', { hasText: sentence }).waitFor({ timeout: patience });

async function read(page, game) {
    const { lesson, say } = course.courses[game];
    const steps = course.stepsOf(lesson);
    const words = (step, part) => say(`lesson.${game}.${step.id}.${part}`);

    await page.goto(`${house.url}#/learn/${game}`);
    await page.getByRole('link', { name: say('learn.begin') }).click();
    let failures = 0;
    for (const [index, step] of steps.entries()) {
        await page.getByRole('heading', { level: 1, name: words(step, 'title'), exact: true }).waitFor();
        assert.ok(page.url().endsWith(`#/learn/${game}/${step.id}`));
        await page.getByText(words(step, 'text')).waitFor();
        for (const [turn, deed] of course.deeds(lesson, step).entries()) {
            await hears(page, words(step, turn ? `task.${turn + 1}` : 'task'));
            if (deed.wrong && failures < 3) {
                ++failures;
                for (const one of deed.wrong) await touch(page, one);
                await hears(page, words(step, 'else'));
                // It can only be pressed when the board has been set back.
                await page.getByRole('button', { name: say('learn.show') }).click();
                await hears(page, say('learn.shown'));
                assert.ok(
                    (await page.locator('.arrows .hint, .arrows .threat').count()) > 0,
                    'an arrow shows the move',
                );
            }
            for (const one of deed.right) await touch(page, one);
        }
        if (step.line) await hears(page, words(step, 'done'));
        if (index + 1 < steps.length) {
            const on = page.getByRole('button', { name: say('learn.go-on') });
            await on.waitFor();
            if (step.line) await page.waitForFunction(() => document.activeElement?.matches('nav button'));
            await on.click();
        }
    }
    // Everything is done, also after the page is opened again; and the course leads to a game.
    await page.getByRole('link', { name: say('learn.contents') }).click();
    await page.getByText(say('learn.finished')).waitFor();
    await page.reload();
    await page.getByText(say('learn.finished')).waitFor();
    await page.goto(`${house.url}#/learn/${game}/${steps.at(-1).id}`);
    await page
        .getByRole('group', { name: say('learn.play') })
        .getByRole('button')
        .first()
        .click();
    await page.waitForURL(/#\/table\//);
    await page.locator('[data-cell]').first().waitFor();
}

for (const [index, game] of games.entries()) {
    const narrow = index % 2 === 1;
    test(`${game} can be read to its end, ${narrow ? 'by finger on a phone' : 'by mouse'}`, async () => {
        const page = await browser.newPage({
            locale: 'pt-BR',
            viewport: narrow ? { width: 360, height: 740 } : { width: 1280, height: 800 },
            hasTouch: narrow,
        });
        const errors = [];
        page.on('pageerror', (error) => errors.push(String(error)));
        page.setDefaultTimeout(patience);
        try {
            await read(page, game);
        } finally {
            await page.close();
        }
        assert.deepEqual(errors, []);
    });
}

const rooms = ['learn', 'learn/policiais', 'learn/niout/throw', 'learn/trilha/play'];

for (const colorScheme of ['light', 'dark'])
    test(`nothing stands in anybody's way, ${colorScheme}`, async () => {
        const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } });
        page.setDefaultTimeout(patience);
        try {
            for (const room of rooms) {
                // A page stays in sight until the next one is there: its heading must not be taken for the new one's.
                await page.goto('about:blank');
                await page.goto(`${house.url}#/${room}`);
                await page.locator('main h1').waitFor();
                assert.deepEqual(await barriers(page), [], room);
                assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, room);
            }
        } finally {
            await page.close();
        }
    });
