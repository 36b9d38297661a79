// Two people and one link: every game through the house, with one of them cut off, and a third looking on.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { barriers } from './barriers.mjs';
import { friendly, gameIds, matchOf } from './core.mjs';
import { company, join, make, seated, skip, type, until, wordsOn } from './company.mjs';
import { ends, listen, toMove } from './over.mjs';
import { address, desktop, gestureOf, mouse, phone, press, reasonOf, say, visit } from './kit.mjs';
import { openWire } from './wire.mjs';

/** A line to the house of these tests that can be cut. */
let wire;
after(() => wire?.close());

/** As long as the house of these tests waits for somebody (kit.mjs), and a little more. */
const wait = 2500;

for (const game of gameIds)
    test(`${game}: to its end through the house`, { skip }, () =>
        company(async ({ ana, rui, eva, heardByRui }) => {
            const settings = game === 'trilha' ? { preset: 'recomendada' } : {};
            wire ??= await openWire({ port: new URL(address()).port });
            await listen(ana);
            const link = await make(ana, game);
            assert.deepEqual(await barriers(ana), []);
            await join(rui, link.replace(address(), wire.url));
            await eva.goto(link);
            await seated(eva);

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
                    // The other one loses the network, and comes back to what was played meanwhile. (An open WebSocket
                    // survives the browser's offline switch.)
                    cut = true;
                    await until(rui, moves.length);
                    if (match.turn === 0) {
                        await wire.refuse();
                        const banner = rui.locator('.connection .shown', { hasText: say('online.lost') });
                        await banner.waitFor();
                        await mouse(ana, gestureOf(match, friendly(kept, match)), match, kept);
                        await until(ana, moves.length + 1);
                        assert.deepEqual(await wordsOn(rui), moves, 'nothing comes through');
                        await wire.accept();
                        await until(rui, moves.length + 1);
                        await banner.waitFor({ state: 'detached' });
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
            assert.ok(cut, 'somebody was cut off');
            const moves = await wordsOn(ana);
            const why = reasonOf(game, matchOf({ game, settings, moves }).ending);
            for (const page of [ana, rui, eva]) {
                await until(page, moves.length);
                await page.locator('.turn', { hasText: why }).first().waitFor();
                assert.deepEqual(await wordsOn(page), moves);
                assert.deepEqual(await toMove(page), []);
            }
            assert.equal(await ends(ana), 1, 'the end is heard once');
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
        await seated(eva);
        await type(ana, 'c1-d1');
        await until(rui, 1);
        await press(ana, 'room.takeback');
        await rui.getByText(say('room.offer.takeback', { name: 'Ana' })).waitFor();
        assert.deepEqual(await barriers(rui), []);
        await press(rui, 'room.accept');
        await rui.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 0);
        await press(rui, 'room.phrases');
        assert.deepEqual(await barriers(rui), []);
        await rui.getByRole('menuitem', { name: say('phrase.good-luck') }).tap();
        await ana
            .getByRole('log')
            .getByText(`Rui: ${say('phrase.good-luck')}`)
            .waitFor();
        assert.equal(await ana.getByLabel(say('room.text')).count(), 0, 'nothing but phrases in this room');
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

test('to look through the phrases sends nothing; Enter, Space or a click sends one', { skip }, () =>
    company(async ({ ana, rui }) => {
        const link = await make(ana, 'pretoa');
        await join(rui, link);
        await seated(ana);
        const opener = ana.getByRole('button', { name: say('room.phrases') });
        const menu = ana.getByRole('menu', { name: say('room.phrases') });
        const inFocus = () => ana.evaluate(() => document.activeElement.textContent.trim());
        const all = [
            'hello',
            'good-luck',
            'well-played',
            'thanks',
            'sorry',
            'one-moment',
            'good-game',
            'goodbye',
        ];

        await opener.focus();
        await ana.keyboard.press('Enter');
        await menu.waitFor();
        assert.deepEqual(
            (await menu.getByRole('menuitem').allInnerTexts()).map((text) => text.trim()),
            all.map((phrase) => say(`phrase.${phrase}`)),
        );
        assert.equal(await inFocus(), say('phrase.hello'));
        const seen = new Set();
        for (const key of [
            'ArrowDown',
            'ArrowDown',
            'ArrowDown',
            'ArrowRight',
            'ArrowUp',
            'ArrowUp',
            'ArrowLeft',
            'End',
        ]) {
            await ana.keyboard.press(key);
            seen.add(await inFocus());
        }
        assert.ok(seen.size > 3, `arrow keys move the focus: ${[...seen].join(', ')}`);
        assert.equal(await inFocus(), say('phrase.goodbye'));
        await ana.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        assert.equal(await inFocus(), say('room.phrases'));
        // Arrow keys on the closed list, the list left by Tab, and one opened and closed by the pointer: nothing again.
        await ana.keyboard.press('ArrowUp');
        assert.equal(await inFocus(), say('phrase.goodbye'));
        await ana.keyboard.press('Tab');
        await menu.waitFor({ state: 'detached' });
        await opener.click();
        await opener.click();
        await menu.waitFor({ state: 'detached' });

        await ana.keyboard.press('ArrowDown');
        await ana.keyboard.press('Enter');
        await ana.keyboard.press('ArrowDown');
        await ana.keyboard.press('End');
        await ana.keyboard.press(' ');
        await opener.click();
        await menu.getByRole('menuitem', { name: say('phrase.thanks') }).click();
        await rui
            .getByRole('log')
            .getByText(`Ana: ${say('phrase.thanks')}`)
            .waitFor();
        assert.deepEqual(
            await rui.getByRole('log').locator('bdi').allInnerTexts(),
            ['hello', 'goodbye', 'thanks'].map((phrase) => say(`phrase.${phrase}`)),
        );
    }),
);

// Counted as the house counts them: a letter with its accent, or a face, is one character.
const longest = 'Ñandú 🐦 Conceição e Silva';
test('a name too long is not cut: the page says so, and sends it when it fits', { skip }, () =>
    company(async ({ ana, rui }) => {
        assert.equal([...longest].length, 25);
        const fits = [...longest].slice(0, 24).join('');
        const field = (page, id) => ({
            input: page.locator(`#${id}`),
            length: page.locator(`#${id}-length`),
        });
        const over = say('house.length.over', { count: 25, longest: 24 });
        const near = say('house.length.near', { count: 24, longest: 24 });
        /** Types it, one too long, into the field; what is sent with it goes nowhere. */
        async function tooLong(page, id, send) {
            const { input, length } = field(page, id);
            await input.fill('Ana');
            assert.equal(await length.innerText(), '');
            await input.fill('');
            await input.pressSequentially(longest);
            assert.equal(await input.inputValue(), longest);
            assert.equal(await length.innerText(), over);
            assert.equal(await input.getAttribute('aria-invalid'), 'true');
            assert.deepEqual(await barriers(page), []);
            const before = page.url();
            await send();
            assert.equal(page.url(), before);
            assert.equal(await input.evaluate((one) => one.validationMessage), over);
            await input.fill(`  ${fits.replace(' ', '   ')} `);
            assert.equal(await length.innerText(), near, 'spaces count as the house counts them');
            assert.equal(await input.getAttribute('aria-invalid'), null);
        }
        await ana.goto(address('#/new/pretoa?online=1'));
        await tooLong(ana, 'name', () => press(ana, 'new.play'));
        await press(ana, 'new.play');
        await ana.waitForURL(/#\/room\//);
        await ana.getByText(fits).waitFor();

        await rui.goto(ana.url());
        await tooLong(rui, 'name', () => press(rui, 'room.join'));
        await press(rui, 'room.join');
        await seated(rui);
        await ana.locator('.seats').getByText(fits).nth(1).waitFor();

        await ana.goto(address('#/account'));
        await ana.locator('#enter-name').fill(longest);
        assert.equal(await ana.locator('#enter-name').inputValue(), longest);
        assert.equal(await ana.locator('#enter-name-length').innerText(), over);
    }),
);

test('a room that is not there, and the hall', { skip }, () =>
    visit(phone, async (page) => {
        await page.goto(address('#/room/aaaaaaaaaaaaaaaa'));
        await page
            .getByRole('alert')
            .filter({ hasText: say('error.room.unknown') })
            .waitFor();
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

test('who is away is waited for, comes back, and is given up', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        await ana.clock.install();
        const link = await make(ana, 'pretoa');
        await join(rui, link);
        await eva.goto(link);
        await seated(eva);
        await seated(ana);
        // What a screen reader hears of it.
        await ana.evaluate(() => {
            window.heard = [];
            const status = document.querySelector('.now [role=status]');
            new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {
                childList: true,
                characterData: true,
                subtree: true,
            });
        });
        const claim = ana.getByRole('button', { name: say('room.claim'), exact: true });
        const left = ana
            .locator('.now')
            .getByText(say('room.away.left', { name: 'Rui' }))
            .first();

        const now = await ana.evaluate(() => Date.now());
        await ana.clock.pauseAt(now + 100);
        await rui.goto('about:blank');
        await left.waitFor();
        const [before, after] = say('room.away.wait').split('{time}');
        const shown = await left.innerText();
        assert.ok(shown.includes(before) && shown.endsWith(after) && /0:0[1-3]/.test(shown), shown);
        assert.equal(await claim.count(), 0);
        await ana.clock.runFor(wait);
        await ana.clock.resume();
        await claim.waitFor();
        assert.deepEqual(await barriers(ana), []);
        await eva
            .getByText(say('room.away.left', { name: 'Rui' }))
            .first()
            .waitFor();
        assert.equal(await eva.getByRole('button', { name: say('room.claim') }).count(), 0);

        await claim.click();
        await ana.getByRole('alertdialog').waitFor();
        await rui.goto(link);
        await seated(rui);
        await ana.getByRole('alertdialog').waitFor({ state: 'detached' });
        await claim.waitFor({ state: 'detached' });
        assert.deepEqual(
            await ana.evaluate(() => window.heard),
            ['left', 'claim', 'back'].map((kind) => say(`room.away.${kind}`, { name: 'Rui' })),
        );

        await rui.goto('about:blank');
        await left.waitFor();
        await claim.click();
        await press(ana, 'room.claim.yes');
        for (const page of [ana, eva]) {
            await page.locator('.turn', { hasText: say('why.absence') }).waitFor();
            assert.deepEqual(await toMove(page), []);
        }
        await rui.goto(link);
        await rui.locator('.turn', { hasText: say('why.absence') }).waitFor();
    }),
);

test('free talk: who plays writes, who looks on reads, and it is all text', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        const link = await make(ana, 'trilha', { chat: 'free' });
        await rui.goto(link);
        await rui.getByText(say('room.free-chat')).waitFor();
        await join(rui, link);
        await eva.goto(link);
        await seated(eva);
        const texts = [
            '<img src=x onerror="document.title=1"> Olá & <b>adeus</b>',
            `é ${'longo'.repeat(38)}`,
        ];
        for (const text of texts) {
            await rui.getByLabel(say('room.text')).fill(text);
            await press(rui, 'room.send');
            await rui.waitForFunction(
                (label) => document.querySelector(`[aria-label="${label}"]`).value === '',
                say('room.text'),
            );
        }
        // Nothing is cut, and nothing too long is sent.
        await ana.getByLabel(say('room.text')).fill('é'.repeat(201));
        await ana.getByText(say('house.length.over', { count: 201, longest: 200 })).waitFor();
        assert.ok(await ana.getByRole('button', { name: say('room.send') }).isDisabled());
        await ana.getByLabel(say('room.text')).press('Enter');
        await ana.getByLabel(say('room.text')).fill('Boa ideia!');
        await ana.getByLabel(say('room.text')).press('Enter');
        for (const page of [ana, rui, eva]) {
            await page.getByRole('log').getByText('Ana: Boa ideia!').waitFor();
            assert.deepEqual(await page.getByRole('log').locator('bdi').allInnerTexts(), [
                ...texts,
                'Boa ideia!',
            ]);
            assert.equal(await page.getByRole('log').locator('img, b').count(), 0);
            assert.deepEqual(await barriers(page), []);
        }
        assert.equal(await eva.getByLabel(say('room.text')).count(), 0);
        assert.ok((await rui.evaluate(() => document.documentElement.scrollWidth)) <= phone.viewport.width);
        // It is all there for who comes back.
        await rui.reload();
        await rui.getByRole('log').getByText('Ana: Boa ideia!').waitFor();
        assert.equal(await rui.getByRole('log').locator('p').count(), 3);
    }),
);

test("a guest's games, and what is known of them without a network", { skip }, () =>
    company(async ({ ana, rui, context, heardByRui }) => {
        const link = await make(ana, 'pretoa');
        await join(rui, link);
        const row = (page) => page.locator('.rows li', { hasText: say('game.pretoa') });
        await rui.goto(address('#/games'));
        await row(rui)
            .getByText(say('games.with', { names: 'Ana' }))
            .waitFor();
        await row(rui)
            .getByText(say('games.turn-of', { name: 'Ana' }))
            .waitFor();
        await type(ana, 'c1-d1');
        await rui.goto(address('#/lobby'));
        await row(rui).getByText(say('games.your-turn')).waitFor();
        await rui.goto(address('#/games'));
        await row(rui).getByText(say('games.your-turn')).waitFor();
        assert.deepEqual(await barriers(rui), []);

        await context.setOffline(true);
        await rui.goto(address('#/settings'));
        // A page that is left and entered again before another one was there is the same page.
        await rui.locator('.rows').waitFor({ state: 'detached' });
        await rui.goto(address('#/games'));
        await rui.getByText(say('games.unreached')).waitFor();
        await row(rui).getByText(say('games.by-link')).waitFor();
        await context.setOffline(false);
        heardByRui.length = 0;
        await press(rui, 'house.again');
        await row(rui).getByText(say('games.your-turn')).waitFor();

        await row(rui).getByRole('link').first().click();
        await until(rui, 1);
        await press(rui, 'table.resign');
        await rui
            .getByRole('alertdialog')
            .getByRole('button', { name: say('table.resign.yes') })
            .click();
        await rui.locator('.now.over').waitFor();
        await rui.goto(address('#/games'));
        await row(rui).getByText(say('games.lost')).waitFor();
        await press(rui, 'games.forget');
        await press(rui, 'games.forget.yes');
        await rui.getByText(say('games.none')).waitFor();
    }),
);
