// Games played by hand in a real browser, with mouse, finger and keys, on every board, wide and narrow:
// node tests/table/hands.mjs ADDRESS [PLIES] (a running `npx vite`). Fails when a legal move cannot be made, and says
// how long after the last touch the move is seen.
import { chromium } from 'playwright-core';

const [address = 'http://localhost:5173', wanted = '8'] = process.argv.slice(2);
const plies = Number(wanted);
const tables = [
    'game=trilha&plies=10&seed=4',
    'game=trilha&plies=40&seed=4&set=removal:may,jump:yes,fly:yes',
    'game=abalone&plies=40&seed=3',
    'game=trench&plies=50&seed=2',
    'game=niout&plies=31&seed=5',
    'game=niout&set=players:4,pairs:yes&plies=60&seed=7',
    'game=policiais&set=huff:yes&plies=9&seed=2',
    'game=pretoa&set=huff:yes&plies=5&seed=2',
];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let failed = 0;
const times = [];

/** Ways to touch a list of words. */
const hands = {
    async mouse(page, words) {
        for (const word of words) {
            const { x, y } = await placeOf(page, word);
            await page.mouse.click(x, y);
        }
    },
    async drag(page, words) {
        const [first, second, ...rest] = words;
        if (second === undefined || second === first || !(await isPlace(page, second)))
            return hands.mouse(page, words);
        const [a, b] = [await placeOf(page, first), await placeOf(page, second)];
        await page.mouse.move(a.x, a.y);
        await page.mouse.down();
        await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
        await page.mouse.move(b.x, b.y, { steps: 3 });
        await page.mouse.up();
        await hands.mouse(page, rest);
    },
    async touch(page, words) {
        for (const word of words) {
            const { x, y } = await placeOf(page, word);
            await page.touchscreen.tap(x, y);
        }
    },
    async keys(page, words) {
        for (const word of words) {
            const button = page.locator(await selectorOf(page, word));
            if (await isPlace(page, word)) await walk(page, word);
            else await button.focus();
            await page.keyboard.press('Enter');
        }
    },
};
async function selectorOf(page, word) {
    if (await page.locator('button:not(footer *)').count()) {
        const index = await page.evaluate((wanted) => window.choices.indexOf(wanted), word);
        return `button:not(footer *) >> nth=${index}`;
    }
    return word === 'hand' ? '.plate.target' : `[data-cell="${word}"]`;
}
const isPlace = async (page, word) =>
    word !== 'hand' && !(await page.locator('button:not(footer *)').count()) && /^[a-z]?\d*$/.test(word);
async function placeOf(page, word) {
    const box = await page.locator(await selectorOf(page, word)).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
/** By arrow keys from wherever the focus is, the nearest way that they lead. */
async function walk(page, word) {
    if (!(await page.evaluate(() => document.activeElement?.matches('[data-cell]'))))
        await page.locator('[data-cell][tabindex="0"]').focus();
    const seen = new Map([[await focused(page), '']]);
    for (const key of ['Home', 'End']) {
        if (seen.has(word)) break;
        await page.keyboard.press(key);
    }
    for (let steps = 0; steps < 60 && (await focused(page)) !== word; ++steps) {
        const key = await page.evaluate((target) => {
            const middle = (cell) => {
                const box = cell.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            };
            const [x, y] = middle(document.activeElement);
            const [tx, ty] = middle(document.querySelector(`[data-cell="${target}"]`));
            const level = Math.abs(tx - x) > Math.abs(ty - y);
            return level ? (tx > x ? 'ArrowRight' : 'ArrowLeft') : ty > y ? 'ArrowDown' : 'ArrowUp';
        }, word);
        const before = await focused(page);
        await page.keyboard.press(key);
        if ((await focused(page)) === before || steps > 30) break;
    }
    // Arrow keys need not lead everywhere in a straight line.
    if ((await focused(page)) !== word) await page.locator(`[data-cell="${word}"]`).focus();
}
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));

for (const [width, height] of [
    [1440, 900],
    [360, 740],
])
    for (const [hand, make] of Object.entries(hands))
        for (const table of tables) {
            const context = await browser.newContext({
                viewport: { width, height },
                hasTouch: hand === 'touch',
            });
            const page = await context.newPage();
            page.on('pageerror', (error) => {
                ++failed;
                console.log(table, error.message);
            });
            await page.goto(`${address}/tests/table/index.html?${table}&choose`);
            await page.waitForSelector('.cell', { state: 'attached' });
            for (let ply = 0; ply < plies; ++ply) {
                const chosen = await page.evaluate((n) => {
                    const moves = window.legal();
                    const move = moves[(n * 7919 + 13) % moves.length];
                    if (!move) return null;
                    window.before = window.now();
                    // From the last release of a finger or key to the first change of the picture.
                    window.shown = null;
                    const down = (event) => (window.released = event.timeStamp);
                    for (const kind of ['pointerup', 'keydown']) addEventListener(kind, down, true);
                    new MutationObserver((_, observer) => {
                        if (window.now() === window.before) return;
                        observer.disconnect();
                        requestAnimationFrame(() => (window.shown = performance.now() - window.released));
                    }).observe(document.querySelector('.board'), {
                        subtree: true,
                        childList: true,
                        attributes: true,
                    });
                    return { word: move.move, gesture: move.gestures.at(-1) };
                }, ply);
                if (!chosen) break;
                await make(page, chosen.gesture);
                const [now, before, shown] = await page.evaluate(async () => {
                    await new Promise((done) => setTimeout(done, 40));
                    return [window.now(), window.before, window.shown];
                });
                if (now === before) {
                    ++failed;
                    console.log(
                        `${width} ${hand} ${table}: ${chosen.word} (${chosen.gesture.join(' ')}) at ${before}`,
                    );
                    break;
                }
                if (shown !== null) times.push(shown);
            }
            await context.close();
        }
await browser.close();
times.sort((a, b) => a - b);
console.log(
    `${times.length} moves, ${failed} failed; seen after ${times[times.length >> 1]?.toFixed(0)} ms (median), ` +
        `${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms (95 of 100), ${times.at(-1)?.toFixed(0)} ms (slowest)`,
);
process.exit(failed ? 1 : 0);
