// Two people and one link: every game through the house, with one of them cut off, and a third looking on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { friendly, gameIds, matchOf } from './core.mjs';
import { address, desktop, gestureOf, mouse, phone, press, say, visit } from './kit.mjs';

const skip = process.env.TAVOLA ? false : 'the pages alone have no rooms';

/** What the page shows of the game so far. */
const wordsOn = (page) =>
    page
        .locator('[data-ply]')
        .evaluateAll((buttons) => buttons.map((button) => button.lastChild.textContent.trim()));
const until = (page, count) =>
    page.waitForFunction((wanted) => document.querySelectorAll('[data-ply]').length >= wanted, count);

async function make(page, game) {
    await page.goto(address(`#/new/${game}?online=1`));
    await page.locator('#name').fill('Ana');
    await page.locator('[name=first][value=me]').check();
    await press(page, 'new.play');
    await page.waitForURL(/#\/room\//);
    await page.getByText(say('room.send-link')).waitFor();
    assert.deepEqual(await barriers(page), []);
    return page.url();
}
async function join(page, link) {
    await page.goto(link);
    await page.locator('#name').fill('Rui');
    await press(page, 'room.join');
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
}

/** Three visitors: two who play, one who looks on. */
const company = (work) =>
    visit(desktop, (ana, _, heardByAna) =>
        visit(phone, (rui, context, heardByRui) =>
            visit(desktop, (eva) => work({ ana, rui, eva, context, heardByAna, heardByRui })),
        ),
    );

for (const game of gameIds)
    test(`${game}: to its end through the house`, { skip }, () =>
        company(async ({ ana, rui, eva, context, heardByRui }) => {
            const settings = game === 'trilha' ? { preset: 'recomendada' } : {};
            const link = await make(ana, game);
            await join(rui, link);
            await eva.goto(link);
            await eva.locator('[data-cell]').first().waitFor({ state: 'attached' });

            const pages = [ana, rui];
            let cut = false;
            for (;;) {
                const moves = await wordsOn(ana);
                const kept = { game, settings, moves };
                const match = matchOf(kept);
                if (match.ending) break;
                assert.ok(moves.length < 400, 'the game ends');
                // The house throws by itself.
                if (match.dice) {
                    await until(ana, moves.length + 1);
                    continue;
                }
                const page = pages[match.turn];
                await until(page, moves.length);
                if (moves.length >= 6 && !cut) {
                    // The other one loses the network, and comes back to what was played meanwhile.
                    cut = true;
                    if (match.turn === 0) {
                        await context.setOffline(true);
                        await mouse(ana, gestureOf(match, friendly(kept, match)), match, kept);
                        await until(ana, moves.length + 1);
                        await context.setOffline(false);
                        await until(rui, moves.length + 1);
                    } else {
                        await rui.reload();
                        await until(rui, moves.length);
                    }
                    heardByRui.length = 0;
                    continue;
                }
                await mouse(page, gestureOf(match, friendly(kept, match)), match, kept);
                await until(page, moves.length + 1);
                await until(ana, moves.length + 1);
            }
            const moves = await wordsOn(ana);
            const why = say(`why.${matchOf({ game, settings, moves }).ending.why}`);
            for (const page of [ana, rui, eva]) {
                await until(page, moves.length);
                await page.locator('.turn', { hasText: why }).first().waitFor();
                assert.deepEqual(await wordsOn(page), moves);
            }
            if (game === 'niout') {
                await press(eva, 'room.dice');
                const throws = moves.filter((word) => /^(to|kai|kul|niout|mo)$/.test(word)).length;
                await eva.getByText(say('room.dice.right', { count: throws })).waitFor();
            }
        }),
    );

test('agreement, a move taken back, a phrase, a rematch', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        const link = await make(ana, 'pretoa');
        await join(rui, link);
        await eva.goto(link);
        await eva.locator('[data-cell]').first().waitFor({ state: 'attached' });
        await ana.locator('#typed').fill('c1-d1');
        await ana.locator('.typing button').click();
        await until(rui, 1);
        await press(ana, 'room.takeback');
        await rui.getByText(say('room.offer.takeback', { name: 'Ana' })).waitFor();
        assert.deepEqual(await barriers(rui), []);
        await press(rui, 'room.accept');
        await rui.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 0);
        await rui.locator('select').last().selectOption('good-luck');
        await ana.getByText(`Rui: ${say('phrase.good-luck')}`).waitFor();
        await press(rui, 'table.draw');
        await ana.getByText(say('room.offer.draw', { name: 'Rui' })).waitFor();
        await press(ana, 'room.accept');
        for (const page of [ana, rui, eva])
            await page
                .getByText(say('result.draw', { why: say('why.agreement') }))
                .first()
                .waitFor();
        await press(ana, 'table.again');
        await rui.getByText(say('room.offer.rematch', { name: 'Ana' })).waitFor();
        await press(rui, 'room.accept');
        for (const page of [ana, rui]) await page.waitForURL((url) => url.href !== link);
        // Now the other one begins.
        await rui
            .locator('.now')
            .getByText(say('table.your-turn', { side: say('colour.pretoa.0') }))
            .waitFor();
    }),
);

test('a room that is not there, and the hall', { skip }, () =>
    visit(phone, async (page) => {
        await page.goto(address('#/room/aaaaaaaaaaaaaaaa'));
        await page.getByRole('alert').waitFor();
        await page.goto(address('#/new/abalone?online=1'));
        await page.locator('#name').fill('Ana');
        await page.getByLabel(say('new.listed')).check();
        await press(page, 'new.play');
        await page.getByText(say('room.send-link')).waitFor();
        await visit(desktop, async (other) => {
            await other.goto(address('#/lobby'));
            await other.getByText('Ana').waitFor();
            assert.deepEqual(await barriers(other), []);
            await other.getByRole('link', { name: say('room.join') }).click();
            await other.locator('#name').waitFor();
        });
    }),
);
