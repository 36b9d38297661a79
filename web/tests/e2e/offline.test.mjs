// The house installed on a device, and without a network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { friendly } from './core.mjs';
import { address, begin, closeHouse, finger, phone, playToTheEnd, visit } from './kit.mjs';

test('the manifest is whole', () =>
    visit(phone, async (page) => {
        await page.goto(address());
        const manifest = await page.evaluate(async () => {
            const link = document.querySelector('link[rel=manifest]').href;
            const told = await (await fetch(link)).json();
            const icons = await Promise.all(
                told.icons.map(async ({ src, sizes, type }) => {
                    const image = new Image();
                    image.src = new URL(src, link);
                    await image.decode();
                    const answered = await fetch(image.src);
                    const size = `${image.naturalWidth}x${image.naturalHeight}`;
                    return { sizes, size, type, answered: answered.headers.get('content-type') };
                }),
            );
            return { ...told, start: new URL(told.start_url, link).href, icons };
        });
        assert.equal(manifest.name, 'Távola');
        assert.equal(manifest.display, 'standalone');
        assert.equal(manifest.start, address());
        assert.ok(manifest.icons.some(({ sizes }) => sizes === '512x512'));
        for (const { sizes, size, type, answered } of manifest.icons) {
            if (sizes !== 'any') assert.equal(size, sizes);
            assert.equal(answered.split(';')[0], type);
        }
    }));

test('without a network one plays a whole game against the computer, and learns another', () =>
    visit(phone, async (page, context) => {
        await page.goto(address());
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        // A browser's offline switch is not proof that nothing comes through.
        await context.setOffline(true);
        await closeHouse();
        await assert.rejects(fetch(address()), 'nobody answers');
        await page.reload();
        await begin(page, 'pretoa');
        const kept = await playToTheEnd(page, [finger], friendly);
        assert.ok(kept.seats.includes('level:1') && kept.moves.length > 4, kept.moves.join(' '));
        // A page that was never open before.
        await page.goto(address('#/learn/trench'));
        await page.locator('ol a').first().click();
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
    }));
