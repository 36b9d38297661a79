// Pictures of the house for the documents: node scripts/screens.mjs [FOLDER], docs/screens if none is named. Needs
// the pages as built (web/dist) and the core (build/wasm).
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gameIds } from '../tests/e2e/core.mjs';
import { openBrowser, openHouse } from '../tests/e2e/house.mjs';
import { storage } from '../tests/e2e/rooms.mjs';

const [folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url)), format = 'webp'] =
    process.argv.slice(2);
const sizes = { 360: { width: 360, height: 740 }, 1440: { width: 1440, height: 900 } };
const rooms = {
    ...Object.fromEntries(gameIds.map((game) => [game, `#/table/mid${game}`])),
    home: '#/',
    study: '#/study?game=endtrilha',
    lesson: '#/learn/trilha/mill',
};

mkdirSync(folder, { recursive: true });
const [house, browser] = await Promise.all([openHouse(), openBrowser()]);
for (const colorScheme of ['light', 'dark'])
    for (const [size, viewport] of Object.entries(sizes)) {
        const context = await browser.newContext({
            viewport,
            colorScheme,
            locale: 'pt-BR',
            reducedMotion: 'reduce',
            hasTouch: size === '360',
            isMobile: size === '360',
        });
        await context.addInitScript((kept) => {
            for (const [name, value] of Object.entries(kept))
                localStorage.setItem(`tavola.${name}`, JSON.stringify(value));
        }, storage);
        for (const [name, hash] of Object.entries(rooms)) {
            const page = await context.newPage();
            await page.goto(house.url + hash);
            if (name === 'home') await page.locator('li:nth-child(6) .board svg').waitFor();
            else await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
            if (name === 'study') {
                // In the middle of the game, with what the computer sees.
                for (let ply = 0; ply < 8; ++ply) await page.keyboard.press('[');
                await page.keyboard.press('a');
                await page.locator('.arrows path').first().waitFor({ state: 'attached' });
            }
            await page.evaluate(() => document.fonts.ready);
            const session = await context.newCDPSession(page);
            const { data } = await session.send('Page.captureScreenshot', {
                format,
                ...(format === 'png' ? {} : { quality: 82 }),
            });
            const picture = Buffer.from(data, 'base64');
            writeFileSync(`${folder}/${name}-${size}-${colorScheme}.${format}`, picture);
            console.log(`${name}-${size}-${colorScheme}: ${Math.ceil(picture.length / 1000)} kB`);
            await page.close();
        }
        await context.close();
    }
await browser.close();
await house.close();
