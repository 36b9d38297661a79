// A game is over: it is heard once, and nobody is to move any more, however it ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, join, make, seated, skip, type, until } from './company.mjs';
import { gameIds, matchOf } from './core.mjs';
import { address, desktop, gestureOf, keptGame, mouse, played, press, say, visit } from './kit.mjs';
import { ends, listen, toMove } from './over.mjs';
import { keptGame as game, storage } from './rooms.mjs';

async function sit(page, id) {
    await page.goto(address(`#/table/${id}`));
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
}
async function resign(page) {
    await press(page, 'table.resign');
    await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('table.resign.yes') })
        .click();
}
const over = (page) => page.locator('.now.over').waitFor();
const at = (kept) => ({ [`game.${kept.id}`]: kept });

/** The games that are over, one move before that. */
const last = Object.entries(storage).flatMap(([name, kept]) => {
    if (!kept.result || kept.game === 'niout') return [];
    const { result: _, ...going } = kept;
    return [[name, { ...going, moves: kept.moves.slice(0, -1) }, kept.moves.at(-1)]];
});

assert.deepEqual(
    last.map(([, { game: id }]) => id),
    gameIds.filter((id) => id !== 'niout'),
);

for (const reducedMotion of ['reduce', 'no-preference'])
    for (const [name, kept, word] of last)
        test(`${kept.game}: the last move is heard to end the game once (motion: ${reducedMotion})`, () =>
            visit({ ...desktop, storage: { [name]: kept }, reducedMotion }, async (page) => {
                await listen(page);
                await sit(page, kept.id);
                const match = matchOf(kept);
                await mouse(page, gestureOf(match, word), match, kept);
                await played(page, kept);
                await over(page);
                assert.equal(await ends(page), 1);
                assert.deepEqual(await toMove(page), []);
                // To look at it again is not to end it again.
                await page.getByRole('button', { name: say('moves.before') }).click();
                await page.getByRole('button', { name: say('moves.after') }).click();
                assert.equal(await ends(page), 1);
                assert.deepEqual(await toMove(page), []);
            }));

test('who has resigned, agreed, or run out of time is not to move', () =>
    visit(
        {
            ...desktop,
            storage: {
                ...storage,
                ...at(game('given', 'trilha', { clock: { initial: 6e5, increment: 0, left: [6e5, 6e5] } })),
                ...at(game('hurry', 'trilha', { clock: { initial: 400, increment: 0, left: [400, 400] } })),
            },
        },
        async (page) => {
            await listen(page);
            for (const id of ['given', 'midtrench', 'midabalone']) {
                await sit(page, id);
                assert.notDeepEqual(await toMove(page), [], 'before the end somebody is to move');
                await resign(page);
                await over(page);
                assert.deepEqual(await toMove(page), [], id);
                assert.equal(await ends(page), 1);
                await page.reload();
                await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
                assert.deepEqual(await toMove(page), [], `${id}, loaded again`);
                assert.equal(await page.evaluate(() => window.ends), 0);
            }
            await sit(page, 'midpretoa');
            await press(page, 'table.draw');
            await press(page, 'offer.accept');
            await over(page);
            assert.deepEqual(await toMove(page), []);
            assert.equal(await ends(page), 1);
            await sit(page, 'hurry');
            await over(page);
            assert.deepEqual(await toMove(page), []);
            assert.equal((await keptGame(page)).result.why, 'time');
            // Studied, the end of the game is as it was at the table; before it, somebody is to move.
            await page.goto(address('#/study?game=given'));
            await seated(page);
            assert.deepEqual(await toMove(page), []);
            await page.goto(address('#/study?game=midtrilha'));
            await page.locator('.tray.turn').waitFor();
        },
    ));

test('in a room a resignation is heard once, and nobody is to move', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        for (const page of [ana, rui, eva]) await listen(page);
        const link = await make(ana, 'pretoa');
        await join(rui, link);
        await eva.goto(link);
        await seated(eva);
        await type(ana, 'c1-d1');
        await until(rui, 1);
        await until(eva, 1);
        await eva.locator('.tray.turn').waitFor();
        // Nobody hears anything before they have touched the page.
        await eva.locator('.turn').first().click();
        await resign(rui);
        for (const page of [ana, rui, eva]) {
            await over(page);
            assert.deepEqual(await toMove(page), []);
            assert.equal(await ends(page), 1);
        }
        await eva.reload();
        await over(eva);
        assert.deepEqual(await toMove(eva), []);
    }),
);
