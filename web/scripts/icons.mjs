// Makes public/icon-192.png and public/icon-512.png from public/icon.svg: node scripts/icons.mjs. Needs Chromium
// (CHROMIUM names another one). They are maskable: the ground fills the square, corners and all.
import { chromium } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../public/${path}`, import.meta.url));
const icon = (await readFile(here('icon.svg'), 'utf8')).replace('rx="96"', '');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${icon}`);
    await page.screenshot({ path: here(`icon-${size}.png`) });
}
await browser.close();
