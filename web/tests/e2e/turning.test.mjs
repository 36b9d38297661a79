// A device is turned, a window made larger or smaller, a page zoomed: the board and its trays are whole in sight at
// once, in every place where there is a board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, join, make, seated, skip } from './company.mjs';
import { friendly, gameIds, matchOf } from './core.mjs';
import { address, gestureOf, keptGame, middleOf, mouse, played, visit } from './kit.mjs';
import { storage } from './rooms.mjs';

const touch = { hasTouch: true, isMobile: true };
const phones = [
    [390, 844],
    [360, 640],
    [320, 568],
];
const tablet = [768, 1024];
const across = ([width, height]) => [height, width];

/** Two frames after the window has its new size: what is amiss with the board, in words. */
const amiss = (page, [width, height]) =>
    page
        .waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height])
        .then(() =>
            page.evaluate(async () => {
                const frame = () => new Promise((next) => requestAnimationFrame(next));
                await frame();
                await frame();
                const [wide, high] = [innerWidth, innerHeight];
                const svg = document.querySelector('.board > svg[role=group]');
                const { width: w, height: h } = svg.viewBox.baseVal;
                const box = svg.getBoundingClientRect();
                const scale = Math.min(box.width / w, box.height / h);
                const [x, y] = [box.x + (box.width - w * scale) / 2, box.y + (box.height - h * scale) / 2];
                const drawn = new DOMRect(x, y, w * scale, h * scale);
                const found = [];
                const say = ({ left, top, right, bottom }) =>
                    [left, top, right, bottom].map(Math.round).join(' ');
                const inside = (name, r) => {
                    if (r.left < -1 || r.top < -1 || r.right > wide + 1 || r.bottom > high + 1)
                        found.push(`${name} at ${say(r)} is not in ${wide} by ${high}`);
                };
                inside('the board', drawn);
                const trays = [...document.querySelectorAll('.board .tray > rect')];
                if (trays.length < 2) found.push(`${trays.length} trays`);
                for (const tray of trays) inside('a tray', tray.getBoundingClientRect());
                for (const cell of document.querySelectorAll('[data-cell] .ring'))
                    inside(cell.parentElement.dataset.cell, cell.getBoundingClientRect());
                const least = Math.min(200, wide - 16, high - 50);
                if (!(Math.min(drawn.width, drawn.height) >= least - 1))
                    found.push(`the board is ${Math.round(drawn.width)} by ${Math.round(drawn.height)}`);
                for (const other of document.querySelectorAll('header, aside, .text, .lesson > nav, .bar')) {
                    const r = other.getBoundingClientRect();
                    const [dx, dy] = [
                        Math.min(r.right, drawn.right) - Math.max(r.left, drawn.left),
                        Math.min(r.bottom, drawn.bottom) - Math.max(r.top, drawn.top),
                    ];
                    if (r.width > 0 && dx > 1 && dy > 1)
                        found.push(
                            `${other.tagName}.${other.className} at ${say(r)} lies over ${say(drawn)}`,
                        );
                }
                if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
                return found;
            }),
        );
async function turn(page, size) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    return amiss(page, size);
}
/** Goes through the sizes, and says after which of them the board is not as it should be. */
async function through(page, name, sizes) {
    const found = [];
    for (const [i, size] of sizes.entries()) {
        const before = i > 0 ? sizes[i - 1].join('x') : 'the beginning';
        for (const line of await turn(page, size))
            found.push(`${name}, from ${before} to ${size.join('x')}: ${line}`);
    }
    return found;
}
async function open(page, hash) {
    await page.goto('about:blank');
    await page.goto(address(hash));
    await seated(page);
    // That measuring leads to measuring again is an error that only the window hears of.
    await page.evaluate(() => addEventListener('error', ({ message }) => console.error(message)));
}
/** In a lesson the text comes first; whoever looks at the board has it in sight. */
async function look(page) {
    await page.locator('.board > svg[role=group]').scrollIntoViewIfNeeded();
    await page.locator('.board:has(> svg)').evaluate((board) => board.scrollIntoView({ block: 'nearest' }));
    // What watches the board hears of it with the next frame.
    await page.evaluate(
        () =>
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
}
const viewport = ([width, height]) => ({ viewport: { width, height } });

const places = [
    ...gameIds.map((game) => `#/table/mid${game}`),
    '#/table/endniout',
    '#/study?game=midtrench',
    '#/study?game=endpretoa',
    '#/learn/trilha/place',
];

for (const reducedMotion of ['reduce', 'no-preference'])
    test(`a phone and a tablet are turned to and fro, opened upright (motion: ${reducedMotion})`, () =>
        visit({ ...touch, ...viewport(phones[0]), storage, reducedMotion }, async (page) => {
            const found = [];
            for (const hash of places) {
                await page.setViewportSize({ width: 390, height: 844 });
                await open(page, hash);
                await look(page);
                const sizes = [...phones, tablet].flatMap((size) => [size, across(size), size]);
                found.push(...(await through(page, hash, sizes)));
            }
            assert.deepEqual(found, []);
        }));

test('a phone and a tablet are opened lying and turned upright', () =>
    visit({ ...touch, ...viewport(across(phones[0])), storage }, async (page) => {
        const found = [];
        for (const hash of places)
            for (const size of [...phones, tablet]) {
                await page.setViewportSize({ width: size[1], height: size[0] });
                await open(page, hash);
                await look(page);
                const from = `${hash}, opened lying`;
                found.push(...(await through(page, from, [across(size), size, across(size)])));
            }
        assert.deepEqual(found, []);
    }));

test('on a phone that lies, a notch hides nothing of the board', () =>
    visit({ ...touch, ...viewport([844, 390]), storage }, async (page, context) => {
        const session = await context.newCDPSession(page);
        const [left, right] = [47, 47];
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left, right } });
        for (const hash of places) {
            await open(page, hash);
            const [from, to] = await page.evaluate(() => {
                const { left, right } = document.querySelector('.board:has(> svg)').getBoundingClientRect();
                return [
                    left,
                    Math.max(right, document.querySelector('header nav').getBoundingClientRect().right),
                ];
            });
            assert.ok(from >= left && to <= 844 - right, `${hash}: from ${from} to ${to}`);
        }
    }));

test('a lesson opened on a tablet or a large phone shows its text and its whole board without scrolling', () =>
    visit({ ...touch, ...viewport(tablet), storage }, async (page) => {
        const found = [];
        for (const size of [tablet, phones[0], [412, 915], [820, 1180]]) {
            await page.setViewportSize({ width: size[0], height: size[1] });
            await open(page, '#/learn/trilha/place');
            for (const line of await amiss(page, size)) found.push(`${size.join('x')}: ${line}`);
            if (await page.evaluate(() => scrollY > 0)) found.push(`${size.join('x')}: scrolled`);
        }
        assert.deepEqual(found, []);
    }));

test('a window is made narrow, low, and large again', () =>
    visit({ ...viewport([1440, 900]), storage }, async (page) => {
        const found = [];
        for (const hash of places) {
            await page.setViewportSize({ width: 1440, height: 900 });
            await open(page, hash);
            await look(page);
            const sizes = [
                [1440, 900],
                [500, 800],
                [1440, 900],
                [640, 320],
                [800, 600],
                [899, 700],
                [900, 1200],
                [540, 400],
                [600, 600],
                [1440, 900],
            ];
            found.push(...(await through(page, hash, sizes)));
        }
        assert.deepEqual(found, []);
    }));

test('a page is zoomed from half to four times its size, and back', () =>
    visit({ ...viewport([1280, 960]), storage }, async (page, context) => {
        const found = [];
        const session = await context.newCDPSession(page);
        for (const hash of places) {
            await open(page, hash);
            await look(page);
            for (const zoom of [1, 1.25, 1.5, 2, 3, 4, 2, 1, 0.5, 1]) {
                const size = [Math.round(1280 / zoom), Math.round(960 / zoom)];
                await session.send('Emulation.setDeviceMetricsOverride', {
                    width: size[0],
                    height: size[1],
                    deviceScaleFactor: zoom,
                    mobile: false,
                });
                for (const line of await amiss(page, size)) found.push(`${hash} at ${100 * zoom} %: ${line}`);
            }
        }
        assert.deepEqual(found, []);
    }));

test('a phone is turned while a man is held, and while it moves: nothing is lost', () =>
    visit({ ...touch, ...viewport(phones[0]), storage, reducedMotion: 'no-preference' }, async (page) => {
        const found = [];
        const turnNow = async (name, size) =>
            found.push(...(await turn(page, size)).map((line) => `${name}: ${line}`));
        for (const game of ['trilha', 'abalone', 'pretoa', 'policiais']) {
            await page.setViewportSize({ width: 390, height: 844 });
            await open(page, `#/table/mid${game}`);
            const kept = await keptGame(page);
            const match = matchOf(kept);
            const gesture = gestureOf(match, friendly(kept, match));
            const at = await middleOf(page, `[data-cell="${gesture[0]}"]`);
            await page.mouse.move(at.x, at.y);
            await page.mouse.down();
            await page.mouse.move(at.x + 30, at.y + 30, { steps: 3 });
            await turnNow(`${game}, held`, [844, 390]);
            await page.mouse.up();
            assert.deepEqual((await keptGame(page)).moves, kept.moves, 'what was held was not played');
            await open(page, `#/table/mid${game}`);
            await turnNow(game, [844, 390]);
            await mouse(page, gesture, match, kept);
            await turnNow(`${game}, moving`, [390, 844]);
            await played(page, kept);
            await page.waitForFunction(() => !document.querySelector('.moving > g'));
            // Every man stands on its cell, where the picture is now.
            const astray = await page.evaluate(() => {
                const middles = [...document.querySelectorAll('[data-cell] .hit')].map((hit) => [
                    hit.cx.baseVal.value,
                    hit.cy.baseVal.value,
                ]);
                return [...document.querySelectorAll('.men > g')]
                    .map((man) =>
                        man
                            .getAttribute('transform')
                            .match(/-?[\d.]+/g)
                            .map(Number),
                    )
                    .filter(([x, y]) => !middles.some(([cx, cy]) => Math.hypot(cx - x, cy - y) < 1));
            });
            assert.deepEqual(astray, []);
            // And can be moved again.
            const now = await keptGame(page);
            const next = matchOf(now);
            await mouse(page, gestureOf(next, friendly(now, next)), next, now);
            await played(page, now);
        }
        assert.deepEqual(found, []);
    }));

test('on paper every board of a booklet is one picture, men on their board', () =>
    visit({ ...viewport(phones[0]), storage }, async (page) => {
        await page.goto(address('#/learn/abalone'));
        await page.locator('ol a').first().waitFor();
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: 700, height: 900 });
        // The boards may be on their way still.
        await page.waitForFunction(() => {
            window.dispatchEvent(new Event('beforeprint'));
            return document.querySelector('article .board > svg');
        });
        const astray = await page.locator('article .board:has(> svg)').evaluateAll((boards) =>
            boards.flatMap((board) => {
                const place = (one) => {
                    const { x, y, width, height } = one.getBoundingClientRect();
                    return [x, y, width, height].map(Math.round).join(' ');
                };
                const [whole, ...pictures] = [board, ...board.querySelectorAll(':scope > svg')].map(place);
                return pictures.filter((one) => one !== whole).map((one) => `${one} in ${whole}`);
            }),
        );
        assert.deepEqual(astray, []);
    }));

test('turned in a room of two, and by who looks on', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        const link = await make(ana, 'trilha');
        await join(rui, link);
        await eva.goto(link);
        const found = [];
        for (const page of [ana, rui, eva]) {
            await seated(page);
            const sizes = [...phones, tablet].flatMap((size) => [size, across(size), size]);
            found.push(...(await through(page, 'room', [...sizes, [1440, 900], [500, 800], [1440, 900]])));
        }
        // Entered lying.
        await rui.setViewportSize({ width: 640, height: 360 });
        await rui.reload();
        await seated(rui);
        const sizes = [
            [640, 360],
            [360, 640],
            [640, 360],
        ];
        found.push(...(await through(rui, 'room, entered lying', sizes)));
        assert.deepEqual(found, []);
    }),
);
