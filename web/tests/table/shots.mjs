// Screenshots of all boards: node tests/table/shots.mjs ADDRESS FOLDER (a running `npx vite`).
import { chromium } from 'playwright-core';

const [address = 'http://localhost:5173', folder = '/tmp'] = process.argv.slice(2);
const boards = [
    ['trilha', 'plies=13&seed=4'],
    ['abalone', 'plies=40&seed=3'],
    ['trench', 'plies=50&seed=2'],
    ['niout', 'plies=31&seed=5'],
    ['niout4', 'game=niout&set=players:4,pairs:yes&plies=30&seed=7'],
    ['policiais', 'plies=9&seed=2'],
    ['pretoa', 'plies=5&seed=2'],
];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [width, height] of [
    [1440, 900],
    [360, 740],
])
    for (const [name, query] of boards) {
        const page = await browser.newPage({
            viewport: { width, height },
            deviceScaleFactor: width < 500 ? 2 : 1,
        });
        page.on('pageerror', (error) => console.log(name, error.message));
        await page.goto(`${address}/tests/table/index.html?${query}&game=${name}`);
        await page.waitForSelector('.cell');
        await page.screenshot({ path: `${folder}/${name}-${width}.png` });
        await page.close();
    }
await browser.close();
