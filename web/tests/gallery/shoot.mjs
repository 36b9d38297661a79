// Takes pictures of the gallery: node tests/gallery/shoot.mjs FOLDER. Needs Chromium (CHROMIUM names another one).
import { chromium } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const folder = process.argv[2] ?? '.';
const only = process.argv[3];
const server = await createServer({ configFile: fileURLToPath(new URL('vite.config.mjs', import.meta.url)) });
await server.listen();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
try {
    for (const width of [1440, 360])
        for (const theme of ['light', 'dark']) {
            const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
            page.on('pageerror', (error) => console.error(String(error)));
            page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
            await page.goto(`${server.resolvedUrls.local[0]}?theme=${theme}`);
            await page.waitForSelector('#board-5');
            await page.screenshot({ path: `${folder}/gallery-${width}-${theme}.png`, fullPage: true });
            if (width === 1440 && only !== 'pages') {
                await page.setViewportSize({ width: 900, height: 900 });
                await page.addStyleTag({ content: '.boards { grid-template-columns: 1fr !important }' });
                for (const board of await page.locator('.boards svg').all())
                    await board.screenshot({
                        path: `${folder}/${await board.getAttribute('id')}-${theme}.png`,
                    });
                for (const part of ['men', 'sticks', 'minis'])
                    await page.locator(`#${part}`).screenshot({ path: `${folder}/${part}-${theme}.png` });
            }
            await page.close();
        }
} finally {
    await browser.close();
    await server.close();
}
