// Who begins, and with which colour: lots unless somebody says otherwise; and colours that are seen everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { gameIds } from './core.mjs';
import { company, join, make, skip, type, until } from './company.mjs';
import { address, begin, desktop, keptGame, phone, press, say, visit } from './kit.mjs';

const told = (page, text) => page.locator('.now').getByText(text, { exact: true }).first().waitFor();
const resign = async (page) => {
    await press(page, 'table.resign');
    await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('table.resign.yes') })
        .click();
};

test('lots decide who begins unless somebody says otherwise, in every game and every way', () =>
    visit(desktop, async (page) => {
        for (const game of gameIds)
            for (const way of ['', ...(skip ? [] : ['?online=1'])]) {
                await page.goto('about:blank');
                await page.goto(address(`#/new/${game}${way}`));
                await page.locator('[name=first]').first().waitFor();
                assert.equal(await page.locator('[name=first]:checked').inputValue(), 'lot', game + way);
            }
        await page.goto(address('#/new/trilha'));
        await page.locator('[name=colour]').first().waitFor();
        assert.equal(await page.locator('[name=colour]:checked').inputValue(), 'lot');
        assert.deepEqual(await barriers(page), []);
    }));

for (const [drawn, seats, colours, sentence] of [
    [0, ['person', 'level:3'], undefined, 'Sorteio: você começa, com as amarelas.'],
    [
        1,
        ['level:3', 'person'],
        undefined,
        'Sorteio: o computador começa, com as amarelas; você joga com as vermelhas.',
    ],
])
    test(`what the lot gave is told (${drawn})`, () =>
        visit(phone, async (page) => {
            await page.addInitScript((number) => {
                const random = crypto.getRandomValues.bind(crypto);
                crypto.getRandomValues = (array) =>
                    array instanceof Uint32Array && array.length === 1 ? array.fill(number) : random(array);
            }, drawn);
            await page.goto(address('#/new/trilha'));
            await page.locator('[name=colour]').first().waitFor();
            await press(page, 'new.play');
            await told(page, sentence);
            const kept = await keptGame(page);
            assert.deepEqual(kept.seats, seats);
            assert.deepEqual(kept.colours, colours);
        }));

const redFirst = async (page) => {
    await page.locator('[name=first][value=me]').check();
    await page.locator('[name=colour][value="1"]').check();
};
/** The colour that a man on a cell, or in a tray, is painted with. */
const paints = (page, selector) =>
    page
        .locator(selector)
        .evaluateAll((nodes) => [...new Set(nodes.map((node) => node.getAttribute('fill')))]);

test('in Trilha the first player may be red: men, names, trays, moves, result and study say so', () =>
    visit(desktop, async (page) => {
        await begin(page, 'trilha', { friend: true, choose: redFirst });
        assert.deepEqual((await keptGame(page)).colours, [1, 0]);
        await told(page, 'Vez: vermelhas');
        await type(page, 'd2');
        await told(page, 'Vez: amarelas');
        const label = (cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
        assert.match(await label('d2'), /peça vermelha/);
        await type(page, 'f4');
        assert.match(await label('f4'), /peça amarela/);
        // What is said of the last move, and the list of moves.
        await page.locator('[aria-live]', { hasText: 'Amarelas: põe em f4' }).waitFor({ state: 'attached' });
        const moves = await page.locator('[data-ply]').allTextContents();
        assert.match(moves[0], /1\. vermelhas/);
        assert.match(moves[1], /2\. amarelas/);
        // Trays: whoever is to move has the red one.
        assert.match(
            await page.locator('.tray.turn rect').getAttribute('aria-label'),
            /^Vermelhas: .*8 peças vermelhas/,
        );
        await page.reload();
        await until(page, 2);
        assert.match(await label('d2'), /peça vermelha/);
        await resign(page);
        await told(page, 'Vitória: amarelas (desistência).');
        await page.locator('.seats .won', { hasText: 'amarelas' }).waitFor();
        await page.getByRole('link', { name: say('table.study') }).click();
        await page.locator('[data-node]').first().waitFor();
        assert.match(await label('d2'), /peça vermelha/);
        await told(page, 'Vitória: amarelas (desistência).');
        await page.goto(address('#/games'));
        await page.locator('.rows', { hasText: 'Vitória: amarelas (desistência).' }).waitFor();
    }));

test('a red first player has red men to look at', () =>
    visit(phone, async (page) => {
        const fills = {};
        for (const colour of ['0', '1']) {
            await begin(page, 'trilha', {
                friend: true,
                choose: async () => {
                    await page.locator('[name=first][value=me]').check();
                    await page.locator(`[name=colour][value="${colour}"]`).check();
                },
            });
            await type(page, 'd2');
            await page.locator('.men circle').first().waitFor({ state: 'attached' });
            fills[colour] = (await paints(page, '.men circle')).join();
        }
        assert.match(fills[0], /yellow/);
        assert.match(fills[1], /red/);
        assert.doesNotMatch(fills[1], /yellow/);
    }));

test('once more in Trilha: the other one begins, and red still moves first', () =>
    visit(desktop, async (page) => {
        await begin(page, 'trilha', { choose: redFirst });
        await resign(page);
        const before = page.url();
        await press(page, 'table.again');
        await page.waitForURL((url) => url.href !== before);
        const kept = await keptGame(page);
        assert.deepEqual(kept.seats, ['level:1', 'person']);
        assert.deepEqual(kept.colours, [1, 0]);
        await page.locator('.now', { hasText: 'vermelhas' }).waitFor();
    }));

test('through the house the first player may be red, for all to see', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        const link = await make(ana, 'trilha', { choose: redFirst });
        await rui.goto(link);
        await rui.locator('.seats li', { hasText: 'Ana' }).getByText('vermelhas').waitFor();
        await join(rui, link);
        await eva.goto(link);
        for (const page of [rui, eva]) await told(page, 'Ana começa, com as vermelhas.');
        await told(ana, 'Você começa, com as vermelhas.');
        await told(ana, 'Sua vez (vermelhas)');
        await type(ana, 'd2');
        for (const page of [rui, eva]) {
            await until(page, 1);
            assert.match(await page.locator('[data-cell="d2"]').getAttribute('aria-label'), /peça vermelha/);
        }
        await told(rui, 'Sua vez (amarelas)');
        await resign(rui);
        for (const page of [ana, rui, eva]) await told(page, 'Vitória: vermelhas (desistência).');
        await press(eva, 'table.study');
        await eva.locator('[data-node]').first().waitFor();
        assert.match(await eva.locator('[data-cell="d2"]').getAttribute('aria-label'), /peça vermelha/);
    }),
);

test('through the house the lot is told to whoever had it drawn', { skip }, () =>
    company(async ({ ana, rui }) => {
        await ana.addInitScript(() => {
            const random = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = (array) =>
                array instanceof Uint32Array && array.length === 1 ? array.fill(1) : random(array);
        });
        const link = await make(ana, 'trilha', { choose: async () => {} });
        await join(rui, link);
        await told(ana, 'Sorteio: Rui começa, com as amarelas; você joga com as vermelhas.');
        await told(rui, 'Você começa, com as amarelas.');
    }),
);
