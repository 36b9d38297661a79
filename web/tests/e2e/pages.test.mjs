// Every page holds: no barrier that axe-core knows of, nothing that scrolls sideways, boards whole in sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { desktop, enter, phone, visit } from './kit.mjs';
import { rooms, storage } from './rooms.mjs';

for (const [name, device] of Object.entries({ desktop, phone }))
    test(`no barriers, light and dark: ${name}`, () =>
        visit({ ...device, storage }, async (page) => {
            const found = [];
            for (const room of rooms) {
                await page.emulateMedia({ colorScheme: 'light' });
                await enter(page, room);
                const note = (theme, lines) =>
                    found.push(...lines.map((line) => `${room.hash}, ${theme}: ${line}`));
                note('light', await barriers(page));
                // Between the themes nothing but colours differs.
                await page.emulateMedia({ colorScheme: 'dark' });
                await page.locator('[data-theme=dark]').waitFor();
                note('dark', await barriers(page, ['color-contrast', 'link-in-text-block']));
            }
            assert.deepEqual(found, []);
        }));

test('nothing scrolls sideways on the narrowest screens', () =>
    visit({ viewport: { width: 320, height: 568 }, storage }, async (page) => {
        const found = [];
        for (const room of rooms) {
            await enter(page, room);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            if (width > 320) found.push(`${room.hash}: ${width}`);
        }
        assert.deepEqual(found, []);
    }));

// A window of 1280 by 800 at 200 % has room for 640 by 400; a phone on its side for about as much.
for (const [width, height] of [
    [640, 400],
    [740, 360],
    [320, 568],
    [1440, 900],
])
    test(`boards are whole in sight at ${width} by ${height}`, () =>
        visit({ viewport: { width, height }, storage }, async (page) => {
            for (const room of rooms.filter(({ shows }) => shows === '[data-cell]')) {
                await enter(page, room);
                const box = await page.locator('[data-cell]').evaluateAll((cells) => {
                    const boxes = cells.map((cell) => cell.getBoundingClientRect());
                    const [least, most] = [Math.min, Math.max];
                    return {
                        left: least(...boxes.map(({ left }) => left)),
                        right: most(...boxes.map(({ right }) => right)),
                        height:
                            most(...boxes.map(({ bottom }) => bottom)) -
                            least(...boxes.map(({ top }) => top)),
                    };
                });
                assert.ok(
                    box.left >= 0 && box.right <= width && box.height <= height,
                    `${room.hash}: ${JSON.stringify(box)}`,
                );
            }
        }));
