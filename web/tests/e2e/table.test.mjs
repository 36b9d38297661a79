// What can be done at the table besides playing: taking back, hints, turning the board, giving up, agreeing, clocks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, friendly, matchOf } from './core.mjs';
import {
    address,
    desktop,
    keptGame,
    meFirst,
    middleOf,
    mouse,
    gestureOf,
    phone,
    played,
    playToTheEnd,
    press,
    say,
    visit,
} from './kit.mjs';
import { keptGame as game, storage } from './rooms.mjs';

const at = (kept) => ({ [`game.${kept.id}`]: kept });
async function sit(page, id) {
    await page.goto(address(`#/table/${id}`));
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
}
/** What every point says of itself. */
const points = (page) =>
    page
        .locator('[data-cell]')
        .evaluateAll((cells) =>
            cells.map((cell) => `${cell.dataset.cell}: ${cell.getAttribute('aria-label')}`).sort(),
        );
async function make(page, word) {
    const kept = await keptGame(page);
    const match = matchOf(kept);
    await mouse(page, gestureOf(match, word ?? friendly(kept, match)), match, kept);
    await played(page, kept);
}
const told = (page, text) => page.locator('.now', { hasText: text }).waitFor();

test('moves are taken back, one after the other, and another way is gone', () =>
    visit({ ...desktop, storage }, async (page) => {
        await sit(page, 'midpretoa');
        const [before, kept] = [await points(page), await keptGame(page)];
        await make(page);
        await make(page);
        await press(page, 'table.undo');
        await press(page, 'table.undo');
        await page.waitForFunction(
            ([count]) => document.querySelectorAll('[data-ply]').length === count,
            [kept.moves.length],
        );
        assert.deepEqual((await keptGame(page)).moves, kept.moves);
        assert.deepEqual(await points(page), before);
        await make(page);
    }));

test('against the computer its answer is taken back too; throws that were taken back come again', () =>
    visit(
        { ...desktop, storage: at(game('duel', 'niout', { seats: ['person', 'level:1'] })) },
        async (page) => {
            await sit(page, 'duel');
            for (let moved = 0; moved < 2;) {
                const kept = await keptGame(page);
                const match = matchOf(kept);
                if (kept.seats[match.turn] === 'person') {
                    if (match.dice) await mouse(page, ['throw'], match, kept);
                    else {
                        await mouse(page, gestureOf(match, friendly(kept, match)), match, kept);
                        ++moved;
                    }
                }
                await played(page, kept);
            }
            const before = await keptGame(page);
            await press(page, 'table.undo');
            await page.waitForFunction(
                ([name, count]) => JSON.parse(localStorage.getItem(name)).moves.length < count,
                ['tavola.game.duel', before.moves.length],
            );
            const after = await keptGame(page);
            assert.deepEqual(after.moves, before.moves.slice(0, after.moves.length));
            const match = matchOf(after);
            assert.ok(match.turn === 0 && !match.dice, 'the throw stands, its move is made anew');
        },
    ));

test('a hint is drawn on the board', () =>
    visit({ ...desktop, storage }, async (page) => {
        await sit(page, 'midtrilha');
        await press(page, 'table.hint');
        await page.locator('.arrows .hint').first().waitFor({ state: 'attached' });
        await make(page);
        await page.locator('.arrows').waitFor({ state: 'detached' });
    }));

test('the board turns and comes round again', () =>
    visit({ ...desktop, storage }, async (page) => {
        for (const [id, cell, turns] of [
            ['midtrilha', 'a1', 4],
            ['midabalone', 'a1', 6],
        ]) {
            await sit(page, id);
            const place = () => middleOf(page, `[data-cell="${cell}"]`);
            const first = await place();
            for (let turn = 1; turn <= turns; ++turn) {
                await press(page, 'table.rotate');
                const now = await place();
                const far = Math.hypot(now.x - first.x, now.y - first.y);
                assert.equal(far < 1, turn === turns, `${id}: turned ${turn} times, ${far} pixels away`);
            }
            await press(page, 'table.flip');
            assert.notDeepEqual(await place(), first);
            await page.keyboard.press('f');
            assert.deepEqual(await place(), first);
            await make(page);
        }
    }));

test('who resigns is asked first, and loses', () =>
    visit({ ...phone, storage }, async (page) => {
        await sit(page, 'midabalone');
        await press(page, 'table.resign');
        await press(page, 'table.no');
        assert.equal((await keptGame(page)).result, undefined);
        await press(page, 'table.resign');
        await page
            .getByRole('alertdialog')
            .getByRole('button', { name: say('table.resign.yes') })
            .click();
        const { turn } = matchOf(await keptGame(page));
        await told(
            page,
            say('result.won', { side: say(`colour.abalone.${1 - turn}`), why: say('why.resignation') }),
        );
    }));

test('friends agree on a draw, and in Trench on an armistice', () =>
    visit({ ...desktop, storage }, async (page) => {
        for (const [id, key, result] of [
            ['midtrilha', 'table.draw', 'draw'],
            ['midtrench', 'table.armistice', 'x'],
        ]) {
            await sit(page, id);
            await press(page, key);
            await press(page, 'offer.accept');
            await page.getByRole('button', { name: say('table.again') }).waitFor();
            assert.equal((await keptGame(page)).result.status, result);
        }
    }));

test('the computer refuses a draw at the beginning', () =>
    visit(
        { ...desktop, storage: at(game('duel', 'pretoa', { seats: ['person', 'level:1'] })) },
        async (page) => {
            await sit(page, 'duel');
            await press(page, 'table.draw');
            await press(page, 'table.draw.yes');
            await told(page, say('offer.declined'));
            assert.equal((await keptGame(page)).result, undefined);
        },
    ));

test('with confirmation a move counts after a second touch only', () =>
    visit({ ...desktop, storage: { ...storage, settings: { confirm: true } } }, async (page) => {
        await sit(page, 'midpretoa');
        const kept = await keptGame(page);
        const match = matchOf(kept);
        const gesture = gestureOf(match, friendly(kept, match));
        await mouse(page, gesture, match, kept);
        await told(page, say('expect.confirm'));
        assert.deepEqual((await keptGame(page)).moves, kept.moves);
        await mouse(page, [gesture.at(-1)], { moves: [{ gestures: [[gesture.at(-1)]] }] }, kept);
        await played(page, kept);
        // By the button as well.
        const now = await keptGame(page);
        const next = matchOf(now);
        await mouse(page, gestureOf(next, next.moves[0].move), next, now);
        await press(page, 'table.confirm');
        await played(page, now);
    }));

test('in Trench a piece once touched must move, if the players want it so', () =>
    visit({ ...desktop, storage: { ...storage, settings: { touched: true } } }, async (page) => {
        await sit(page, 'midtrench');
        const kept = await keptGame(page);
        const match = matchOf(kept);
        const [first, other] = [...new Set(match.moves.map(({ gestures }) => gestures[0][0]))];
        for (const cell of [first, other]) {
            const { x, y } = await middleOf(page, `[data-cell="${cell}"]`);
            await page.mouse.click(x, y);
        }
        await told(page, say('board.refused.touched'));
        assert.equal(await page.locator('[aria-pressed=true][data-cell]').getAttribute('data-cell'), first);
    }));

test('whose clock has run out has lost', () =>
    visit(
        {
            ...desktop,
            storage: at(game('hurry', 'trilha', { clock: { initial: 400, increment: 0, left: [400, 400] } })),
        },
        async (page) => {
            await sit(page, 'hurry');
            await told(page, say('result.won', { side: say('colour.trilha.1'), why: say('why.time') }));
            assert.ok(await page.getByRole('button', { name: say('table.undo') }).isDisabled());
        },
    ));

test('a game is where it was when the page is loaded again', () =>
    visit({ ...phone, storage }, async (page) => {
        for (const id of ['midtrilha', 'midniout', 'midtrench']) {
            await sit(page, id);
            const before = await points(page);
            await page.reload();
            await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
            assert.deepEqual(await points(page), before);
        }
        // Half a game on, too.
        await make(page);
        const before = await points(page);
        await page.reload();
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
        assert.deepEqual(await points(page), before);
    }));

test('looking back shows an earlier position; nobody can move there', () =>
    visit({ ...desktop, storage }, async (page) => {
        await sit(page, 'midabalone');
        const now = await points(page);
        await page.getByRole('button', { name: say('moves.first') }).click();
        await told(page, say('table.looking-back'));
        assert.notDeepEqual(await points(page), now);
        assert.equal(await page.locator('.signs .start').count(), 0);
        await page.getByRole('button', { name: say('moves.last') }).click();
        await page.locator('.signs .start').first().waitFor({ state: 'attached' });
        assert.deepEqual(await points(page), now);
    }));

for (const [name, settings, seats] of [
    ['three', { players: '3' }, 3],
    ['four', { players: '4' }, 4],
    ['two pairs', { players: '4', pairs: 'yes' }, 4],
])
    test(`Niout for ${name}: set up, played to the end`, () =>
        visit(phone, async (page) => {
            await page.goto(address('#/new/niout'));
            await page.getByLabel(say(`value.niout.players.${settings.players}`)).check();
            if (settings.pairs) await page.getByLabel(say('value.niout.pairs.yes')).check();
            for (let seat = 1; seat < seats; ++seat)
                await page.locator(`#seat-${seat}`).selectOption('person');
            await meFirst(page, 'niout');
            await press(page, 'new.play');
            await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
            const begun = await keptGame(page);
            assert.equal(begun.seats.length, seats);
            // From here on near the end: the first player, and his partner, need one throw more.
            const near = (horses, player) =>
                player === 0 || (player === 2 && settings.pairs)
                    ? horses.replace(/^0\*(\d)$/, (_, count) => (count > 2 ? `19,20*${count - 1}` : '19,20'))
                    : horses;
            const { position } = ask({ verb: 'start', game: 'niout', settings });
            const start = position.replace(/^\S+/, (all) => all.split('|').map(near).join('|'));
            await page.evaluate(
                ([key, start]) => {
                    const kept = JSON.parse(localStorage.getItem(key));
                    localStorage.setItem(key, JSON.stringify({ ...kept, start, moves: [] }));
                },
                [`tavola.game.${begun.id}`, start],
            );
            await page.reload();
            await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
            const { result } = await playToTheEnd(page, [mouse], friendly);
            assert.match(result.status, settings.pairs ? /^(13|24)$/ : /^[1-4]$/);
            await told(page, say(`why.${result.why}`));
        }));

test('when one of three leaves, the others go on', () =>
    visit(
        {
            ...desktop,
            storage: at(
                game('three', 'niout', { settings: { players: '3' }, seats: ['person', 'person', 'person'] }),
            ),
        },
        async (page) => {
            await sit(page, 'three');
            await press(page, 'table.resign');
            await page
                .getByRole('alertdialog')
                .getByRole('button', { name: say('table.resign.yes') })
                .click();
            await page.locator('[data-ply]', { hasText: 'out:1' }).waitFor();
            assert.equal((await keptGame(page)).result, undefined);
            await press(page, 'table.resign');
            await page
                .getByRole('alertdialog')
                .getByRole('button', { name: say('table.resign.yes') })
                .click();
            await told(page, say('result.won', { side: say('colour.niout.2'), why: say('why.resignation') }));
        },
    ));

test('a rematch lets the other one begin', () =>
    visit(
        { ...desktop, storage: at(game('duel', 'pretoa', { seats: ['person', 'level:1'] })) },
        async (page) => {
            await sit(page, 'duel');
            await press(page, 'table.resign');
            await page
                .getByRole('alertdialog')
                .getByRole('button', { name: say('table.resign.yes') })
                .click();
            await press(page, 'table.again');
            await page.waitForURL((url) => !url.hash.includes('duel'));
            assert.deepEqual((await keptGame(page)).seats, ['level:1', 'person']);
        },
    ));
