// The six games, played to their end: from the real start by pointer, and from near the end in every other way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, friendly, gameIds, planned } from './core.mjs';
import {
    address,
    begin,
    desktop,
    drag,
    finger,
    keptGame,
    keys,
    mouse,
    phone,
    playToTheEnd,
    reasonOf,
    say,
    typing,
    visit,
} from './kit.mjs';
import { settingsOf } from './rooms.mjs';

/** A position so many moves before the end. */
function nearTheEnd(game, plies) {
    const settings = settingsOf(game);
    const { moves } = planned({ game, settings });
    const { trace } = ask({ verb: 'match', game, settings, played: moves, trace: true });
    // A throw is a step too; nobody stands between a throw and its move.
    const steps = trace.filter(
        ({ position }, i) => i < trace.length - plies && !position.dice === (game !== 'niout'),
    );
    return steps.at(-1).position.position;
}
const sayResult = (game, { status, ...ending }) =>
    status === 'draw'
        ? say('result.draw', { why: reasonOf(game, ending) })
        : say('result.won', {
              side: say(`colour.${game}.${status === 'x' ? 0 : status === 'o' ? 1 : Number(status) - 1}`),
              why: reasonOf(game, ending),
          });

/** The end is told in words, every move is in the list, and the game is kept and can be studied. */
async function ended(page, kept) {
    const result = sayResult(kept.game, kept.result);
    await page.locator('.turn', { hasText: result }).waitFor();
    const listed = await page
        .locator('[data-ply]')
        .evaluateAll((buttons) => buttons.map((button) => button.lastChild.textContent.trim()));
    assert.deepEqual(listed, kept.moves);
    await page.getByRole('link', { name: say('house.games') }).click();
    const row = page.locator('li', { has: page.locator(`a[href="#/table/${kept.id}"]`) });
    await row.getByText(result).waitFor();
    await row.getByRole('link', { name: say('table.study') }).click();
    await page.locator('.turn', { hasText: result }).waitFor();
    assert.equal(await page.locator('[data-node]').count(), kept.moves.length);
}

for (const game of gameIds)
    test(`${game}: a whole game from the start, two friends, mouse`, () =>
        visit({ ...desktop, reducedMotion: 'no-preference' }, async (page) => {
            await begin(page, game, { friend: true });
            await ended(page, await playToTheEnd(page, [mouse, drag], friendly));
        }));

// By pointer and by keyboard, on a desktop and on a phone, with a friend and against the computer.
for (const [hand, device, friend] of [
    [mouse, desktop, false],
    [finger, phone, false],
    [finger, phone, true],
    [keys, desktop, false],
    [keys, desktop, true],
    [keys, phone, false],
    [keys, phone, true],
    [typing, phone, false],
])
    test(`to the end ${friend ? 'with a friend' : 'against the computer'}: ${hand.name}, ${device === phone ? 'phone' : 'desktop'}`, (t) =>
        visit(device, async (page) => {
            for (const game of gameIds)
                await t.test(game, async () => {
                    await begin(page, game, { friend, start: nearTheEnd(game, game === 'niout' ? 1 : 3) });
                    await ended(page, await playToTheEnd(page, [hand], friendly));
                });
        }));

test('home leads to a first move with one tap', () =>
    visit({ ...phone, storage: { settings: { habits: { pretoa: { first: 'me' } } } } }, async (page) => {
        await page.goto(address());
        await page.getByRole('button', { name: say('home.play-game', { game: say('game.pretoa') }) }).tap();
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
        assert.equal((await keptGame(page)).seats[0], 'person');
    }));
