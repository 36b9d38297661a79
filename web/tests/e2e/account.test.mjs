// Accounts, as people use them: one game on two devices, a guest who becomes somebody, and a door to leave by.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { join, make, seated, skip, type, until } from './company.mjs';
import { address, desktop, phone, press, say, visit, words } from './kit.mjs';

const secret = 'uma frase comprida';

/** Fills in what stands on the account page, and sends it. */
async function fill(page, form, fields) {
    for (const [name, value] of Object.entries(fields)) await page.locator(`#${form}-${name}`).fill(value);
    await page
        .locator('form', { has: page.locator(`#${form}-password`) })
        .locator('button.primary')
        .click();
}
/** Goes to the account page; whoever opens an account asks for that first. */
async function knock(page, way = 'enter') {
    await page.goto('about:blank');
    await page.goto(address('#/account'));
    if (way === 'open') await press(page, 'account.enter.instead');
    await page.locator(`#${way}-name`).waitFor();
}
async function come(page, way, name, password = secret) {
    await knock(page, way);
    await fill(page, way, { name, password });
    await page.getByRole('button', { name: say('account.leave'), exact: true }).waitFor();
}
/** Leaves the account, and is outside once the page says so. */
async function go(page) {
    await press(page, 'account.leave');
    await page.getByText(say('account.left')).waitFor();
}
const unfold = (page, key) => page.locator('summary', { hasText: say(key) }).click();
const row = (page, game) => page.locator('.rows li', { hasText: say(`game.${game}`) });
const seatsOn = (page) =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('tavola.seat.')));

test('files alone have no accounts, and say so', { skip: !skip && 'here is a house' }, () =>
    visit(phone, async (page) => {
        await page.goto(address('#/account'));
        await page.getByRole('heading', { name: say('account.no-house') }).waitFor();
    }),
);

test('one game on two devices', { skip }, () =>
    visit(desktop, (ana) =>
        visit(phone, async (rui) => {
            await come(ana, 'open', 'Ana Luísa');
            await ana.goto(address('#/new/trilha?online=1'));
            await ana.getByText(say('new.as', { name: 'Ana Luísa' })).waitFor();
            assert.equal(await ana.locator('#name').count(), 0);
            const link = await make(ana, 'trilha', { name: '' });
            await join(rui, link);
            await rui.getByTitle(say('room.member')).waitFor();
            await type(ana, 'd2');
            await until(rui, 1);
            assert.deepEqual(await seatsOn(ana), [], 'no token lies about');

            // Another device, with the name as one types it in a hurry.
            await visit(phone, async (other) => {
                await come(other, 'enter', 'ana luisa');
                await other
                    .getByRole('link', { name: say('house.games') })
                    .last()
                    .click();
                await row(other, 'trilha')
                    .getByText(say('games.turn-of', { name: 'Rui' }))
                    .waitFor();
                await type(rui, 'f4');
                await other.reload();
                await row(other, 'trilha').getByText(say('games.your-turn')).waitFor();
                assert.deepEqual(await barriers(other), []);
                await row(other, 'trilha').getByRole('link').first().click();
                await seated(other);
                await until(other, 2);
                await type(other, 'd6');
                for (const page of [ana, rui]) await until(page, 3);
                assert.deepEqual(await seatsOn(other), []);
            });
            // And again on the first one, which was open all the time.
            await type(rui, 'b4');
            await type(ana, 'a1');
            await until(rui, 5);
        }),
    ),
);

test("a guest's game is carried over, and is nobody's on the device that is left", { skip }, () =>
    visit(desktop, (ana) =>
        visit(phone, async (rui) => {
            const link = await make(ana, 'abalone', { name: 'Ana' });
            await join(rui, link);
            await ana.goto(address('#/account'));
            await ana.getByText(say('account.carry.one')).waitFor();
            await come(ana, 'open', 'Carla');
            await ana.getByText(say('account.carried.one')).waitFor();
            assert.deepEqual(await seatsOn(ana), []);
            // Rui has an account already, and enters it.
            await visit(phone, (elsewhere) => come(elsewhere, 'open', 'Rui'));
            await come(rui, 'enter', 'Rui');
            await rui.getByText(say('account.carried.one')).waitFor();

            await visit(desktop, async (other) => {
                await come(other, 'enter', 'Carla');
                await other.goto(address('#/games'));
                await row(other, 'abalone').getByRole('link').first().click();
                await other
                    .locator('.now')
                    .getByText(say('table.your-turn', { side: say('colour.abalone.0') }))
                    .waitFor();
            });

            await ana.goto(link);
            await ana.getByRole('button', { name: say('table.resign') }).waitFor();
            await ana.goto(address('#/account'));
            await go(ana);
            await ana.goto(address('#/games'));
            await ana.getByText(say('games.none')).waitFor();
            await ana.goto(link);
            await seated(ana);
            assert.equal(await ana.getByRole('button', { name: say('table.resign') }).count(), 0);
        }),
    ),
);

test('a rematch keeps its players, with an account and without', { skip }, () =>
    visit(desktop, (ana) =>
        visit(phone, async (rui) => {
            await come(ana, 'open', 'Ivo');
            const link = await make(ana, 'pretoa', { name: '' });
            await join(rui, link);
            await press(rui, 'table.draw');
            await press(ana, 'room.accept');
            await press(ana, 'table.again');
            await press(rui, 'room.accept');
            for (const page of [ana, rui]) {
                await page.waitForURL((url) => url.href !== link);
                await page.reload();
            }
            await type(rui, 'c1-d1');
            await until(ana, 1);
            await ana
                .locator('.now')
                .getByText(say('table.your-turn', { side: say('colour.pretoa.1') }))
                .waitFor();
            // The first game is still to be found, and stays where it is.
            await ana.goto(address('#/games'));
            await row(ana, 'pretoa').getByText(say('games.your-turn')).waitFor();
            await row(ana, 'pretoa').getByText(say('games.drawn')).click();
            await ana.getByRole('link', { name: say('room.next') }).waitFor();
            assert.equal(ana.url(), link);
        }),
    ),
);

test('what is wrong stands beside its field', { skip }, () =>
    visit(desktop, async (page, _, heard) => {
        await come(page, 'open', 'Dora');
        await go(page);
        const wrong = async (way, fields, field, key, parts) => {
            await knock(page, way);
            await fill(page, way, fields);
            const input = page.locator(`#${way}-${field}`);
            await page.locator(`#${way}-${field}-wrong`, { hasText: say(key, parts) }).waitFor();
            assert.equal(await input.getAttribute('aria-invalid'), 'true');
            assert.ok((await input.getAttribute('aria-describedby')).includes(`${way}-${field}-wrong`));
            assert.ok(await input.evaluate((one) => one === document.activeElement), 'the focus is on it');
            assert.deepEqual(await barriers(page), []);
        };
        await wrong('open', { name: 'dóra', password: secret }, 'name', 'error.account.taken');
        await wrong('open', { name: '☃', password: secret }, 'name', 'error.account.name', { expected: 24 });
        await wrong('open', { name: 'Eva', password: 'curta' }, 'password', 'error.account.length', {
            expected: '10–256',
        });
        await wrong(
            'enter',
            { name: 'Dora', password: 'outra frase qualquer' },
            'password',
            'error.account.wrong',
        );
        await wrong('enter', { name: 'Ninguém', password: secret }, 'password', 'error.account.wrong');
        heard.length = 0;

        // What a browser's keeper of passwords needs, and eyes.
        await knock(page, 'enter');
        const input = page.locator('#enter-password');
        assert.equal(await page.locator('#enter-name').getAttribute('autocomplete'), 'username');
        assert.equal(await input.getAttribute('autocomplete'), 'current-password');
        assert.equal(await input.getAttribute('type'), 'password');
        await press(page, 'account.show');
        assert.equal(await input.getAttribute('type'), 'text');
        await press(page, 'account.hide');
        assert.equal(await input.getAttribute('type'), 'password');
        await press(page, 'account.enter.instead');
        assert.equal(await page.locator('#open-password').getAttribute('autocomplete'), 'new-password');
    }),
);

test('a new password, all data in a file, and the account erased', { skip }, () =>
    visit(desktop, (fabio, _, heard) =>
        visit(phone, (rui) =>
            visit(desktop, async (old, __, heardByOld) => {
                await come(fabio, 'open', 'Fábio');
                const link = await make(fabio, 'policiais', { name: '' });
                await join(rui, link);
                await come(old, 'enter', 'Fábio');

                await fabio.goto(address('#/account'));
                await unfold(fabio, 'account.password.change');
                await fill(fabio, 'password', { password: 'não é esta aqui', next: 'outra frase comprida' });
                await fabio.locator('#password-password-wrong').waitFor();
                await fill(fabio, 'password', { password: secret, next: 'curta' });
                await fabio.locator('#password-next-wrong').waitFor();
                heard.length = 0;
                await fill(fabio, 'password', { password: secret, next: 'outra frase comprida' });
                await fabio.getByText(say('account.password.done')).waitFor();
                // Elsewhere one has to enter again.
                await old.reload();
                await old.locator('#enter-name').waitFor();
                heardByOld.length = 0;

                await unfold(fabio, 'account.data');
                const [file] = await Promise.all([
                    fabio.waitForEvent('download'),
                    press(fabio, 'account.data.download'),
                ]);
                assert.equal(file.suggestedFilename(), 'tavola-Fábio.json');
                const text = await readFile(await file.path(), 'utf8');
                const data = JSON.parse(text);
                assert.equal(data.name, 'Fábio');
                assert.equal(data.games.length, 1);
                assert.match(data.games[0].record, /\[Game "policiais"\]/);

                await unfold(fabio, 'account.erase');
                await fabio.getByText(say('account.erase.stays')).waitFor();
                await fill(fabio, 'erase', { password: secret });
                await fabio.locator('#erase-password-wrong').waitFor();
                await fill(fabio, 'erase', { password: 'outra frase comprida' });
                await fabio.getByText(say('account.erased')).waitFor();
                await fill(fabio, 'enter', { name: 'Fábio', password: 'outra frase comprida' });
                await fabio.locator('#enter-password-wrong').waitFor();
                heard.length = 0;
                // The game stays for the other one.
                await rui.reload();
                await seated(rui);
            }),
        ),
    ),
);

/** All of the page for who has entered, fold after fold. */
const folds = ['account.password.change', 'account.data', 'account.erase'];
for (const [name, device] of Object.entries({
    desktop,
    phone,
    narrow: { viewport: { width: 320, height: 568 } },
}))
    test(`the account page has no barriers: ${name}`, { skip }, () =>
        visit(device, async (page) => {
            const found = [];
            const look = async (where) => {
                for (const colorScheme of ['light', 'dark']) {
                    await page.emulateMedia({ colorScheme });
                    await page.locator(`[data-theme=${colorScheme}]`).waitFor();
                    found.push(...(await barriers(page)).map((line) => `${where}, ${colorScheme}: ${line}`));
                }
                const { scroll, width } = await page.evaluate(() => ({
                    scroll: document.documentElement.scrollWidth,
                    width: innerWidth,
                }));
                if (scroll > width) found.push(`${where}: ${scroll} wide`);
            };
            for (const way of ['enter', 'open']) {
                await knock(page, way);
                await look(way);
            }
            await come(page, 'open', `Gabriela Wilhelmina ${name.slice(0, 4)}`);
            await look('entered');
            for (const key of folds) {
                await unfold(page, key);
                await look(key);
            }
            for (const hash of ['#/games', '#/settings', '#/new/trilha?online=1']) {
                await page.goto(address(hash));
                await page.locator('h1').waitFor();
                await look(hash);
            }
            assert.deepEqual(found, []);
        }),
    );

for (const language of ['pt', 'en'])
    test(`who has entered is spoken to in ${language}`, { skip }, () =>
        visit({ ...desktop, storage: { settings: { language } } }, async (page) => {
            const other = language === 'pt' ? 'en' : 'pt';
            await page.goto(address('#/account'));
            await page
                .getByRole('button', { name: say('account.enter.instead', {}, language), exact: true })
                .click();
            await fill(page, 'open', { name: `Hugo ${language}`, password: secret });
            await page
                .getByRole('button', { name: say('account.leave', {}, language), exact: true })
                .waitFor();
            await page.evaluate(() =>
                document.querySelectorAll('details').forEach((one) => one.removeAttribute('name')),
            );
            await page.evaluate(() =>
                document.querySelectorAll('details').forEach((one) => (one.open = true)),
            );
            const text = await page.locator('main').innerText();
            const foreign = Object.entries(words[other]).filter(
                ([key, sentence]) =>
                    key.startsWith('account.') &&
                    sentence !== words[language][key] &&
                    text.split('\n').includes(sentence),
            );
            assert.deepEqual(foreign, []);
            assert.doesNotMatch(text, /account\.|\{\w+\}/);
            for (const key of ['account.erase.stays', 'account.data.what', 'account.password.sessions'])
                assert.ok(text.includes(say(key, {}, language)), key);
        }),
    );
