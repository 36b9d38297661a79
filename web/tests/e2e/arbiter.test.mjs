// When the arbiter ends a game: agreed on before, announced, offered with what it would mean, and explained; at the
// table and through the house.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { matchOf } from './core.mjs';
import { company, join, make, seated, skip, type, until } from './company.mjs';
import {
    address,
    begin,
    desktop,
    keptGame,
    meFirst,
    middleOf,
    phone,
    played,
    press,
    say,
    visit,
} from './kit.mjs';
import { keptGame as game } from './rooms.mjs';

const at = (...games) => Object.fromEntries(games.map((kept) => [`game.${kept.id}`, kept]));
async function sit(page, id) {
    await page.goto(address(`#/table/${id}`));
    await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
}
const told = (page, text) => page.locator('.now').getByText(text, { exact: true }).first().waitFor();
const english = { settings: { language: 'en' } };

/** Black has taken a sergeant. */
const ahead = '....rclg/....s.cl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 2 0';
/** Four moves that lead back to where they began. */
const round = {
    abalone: ['a1-b1', 'g5-f4', 'c1-b1', 'f4-g5'],
    trench: ['a4-a5', 'e5-d5', 'a5-a4', 'd5-e5'],
};

// ---- offers ------------------------------------------------------------------------------------------------------

test('on one screen an armistice is put to the other player with what it comes to, declined, and accepted', () =>
    visit({ ...phone, storage: at(game('duel', 'trench', { start: ahead })) }, async (page) => {
        await sit(page, 'duel');
        const question = page.getByRole('alertdialog', {
            name: 'As pretas propõem armistício: os pontos são contados agora. Pretas 2, brancas 0: vitória das pretas. As brancas aceitam?',
        });
        await press(page, 'table.armistice');
        await question.waitFor();
        assert.deepEqual(await barriers(page), []);
        await press(page, 'offer.decline');
        await question.waitFor({ state: 'detached' });
        await told(page, 'As brancas recusaram.');
        assert.equal((await keptGame(page)).result, undefined);

        // A question about one position is not left standing over another.
        await press(page, 'table.armistice');
        await question.waitFor();
        await type(page, 'a4-a5');
        await question.waitFor({ state: 'detached' });
        await press(page, 'table.undo');

        await press(page, 'table.armistice');
        await press(page, 'offer.accept');
        await told(page, 'Vitória: pretas (armistício; contam-se os pontos: 2 a 0).');
        assert.deepEqual((await keptGame(page)).result.score, [2, 0]);
    }));

test('an armistice is offered in English too; other games offer a draw', () =>
    visit(
        {
            ...desktop,
            storage: { ...english, ...at(game('duel', 'trench', { start: ahead }), game('peace', 'pretoa')) },
        },
        async (page) => {
            await sit(page, 'duel');
            await page.getByRole('button', { name: say('table.armistice', {}, 'en'), exact: true }).click();
            await page
                .getByRole('alertdialog', {
                    name: 'Black offers an armistice: points are counted now. Black 2, White 0: Black wins. Does white accept?',
                })
                .waitFor();
            await sit(page, 'peace');
            await page.getByRole('button', { name: say('table.draw', {}, 'en'), exact: true }).click();
            await page.getByRole('alertdialog', { name: 'Yellow offers a draw. Does red accept?' }).waitFor();
            await page.getByRole('button', { name: say('offer.accept', {}, 'en'), exact: true }).click();
            await told(page, 'Draw (by agreement).');
        },
    ));

test(
    'through the house both read what an armistice comes to; it is declined, dies with a move, is accepted',
    { skip },
    () =>
        company(async ({ ana, rui, eva }) => {
            const link = await make(ana, 'trench');
            await join(rui, link);
            await eva.goto(link);
            await seated(eva);
            const pages = [ana, rui];
            const moves = ['a4-a6', 'e8-c8', 'a6xc8'];
            for (const [ply, word] of moves.entries()) {
                await type(pages[ply % 2], word);
                for (const page of pages) await until(page, ply + 1);
            }
            const meaning = 'os pontos são contados agora. Pretas 2, brancas 0: vitória das pretas.';
            const offer = async () => {
                await press(ana, 'table.armistice');
                await ana
                    .getByRole('alertdialog', { name: `Propor armistício? O${meaning.slice(1)}` })
                    .waitFor();
                await press(ana, 'table.draw.yes');
                await rui.getByText(`Ana propõe armistício: ${meaning}`).waitFor();
                await ana.getByText(`Você propôs armistício: ${meaning}`).waitFor();
            };
            await offer();
            assert.deepEqual(await barriers(rui), []);
            await press(rui, 'room.decline');
            await told(ana, 'Rui não aceitou o armistício.');
            await offer();
            await type(rui, 'e5-d5');
            for (const page of pages) await until(page, moves.length + 1);
            for (const page of pages) await page.getByText(meaning).waitFor({ state: 'detached' });
            await offer();
            await press(rui, 'room.accept');
            for (const page of [ana, rui, eva])
                await told(page, 'Vitória: pretas (armistício; contam-se os pontos: 2 a 0).');
        }),
);

test('whoever accepts an offer that is gone reads so, and proposes nothing', { skip }, () =>
    company(async ({ ana, rui }) => {
        // He does not hear in time that she takes her offer back.
        let deaf = false;
        await rui.routeWebSocket(/\/socket$/, (line) => {
            const server = line.connectToServer();
            server.onMessage((message) => {
                if (!deaf || !message.includes('"declined"')) line.send(message);
            });
        });
        const link = await make(ana, 'trench');
        await join(rui, link);
        await press(ana, 'table.armistice');
        await press(ana, 'table.draw.yes');
        const accept = rui.getByRole('button', { name: say('room.accept'), exact: true });
        await accept.waitFor();
        deaf = true;
        await press(ana, 'room.withdraw');
        await ana
            .getByRole('button', { name: say('room.withdraw'), exact: true })
            .waitFor({ state: 'detached' });
        await accept.click();
        await told(rui, say('room.offer.gone'));
        assert.equal(await ana.getByRole('button', { name: say('room.accept'), exact: true }).count(), 0);
    }),
);

for (const [name, start, answer] of [
    // Black, who asks, has taken so much that points would lose it the game.
    [
        'declines an armistice that it would lose by far',
        '....r..g/....sr../....s.../....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 20 0',
        'offer.declined',
    ],
    [
        'accepts one that it would win',
        '....rclg/....srcl/....ssrc/....sssr/RSSS..../.RSS..../..R...../G....... x 0 20',
        'offer.accepted',
    ],
])
    test(`the computer ${name}, and says so`, () =>
        visit(
            { ...desktop, storage: at(game('duel', 'trench', { start, seats: ['person', 'level:5'] })) },
            async (page) => {
                await sit(page, 'duel');
                await press(page, 'table.armistice');
                await press(page, 'table.draw.yes');
                await told(page, say(answer));
                const { result } = await keptGame(page);
                if (answer === 'offer.declined') assert.equal(result, undefined);
                else assert.deepEqual(result, { status: 'o', why: 'agreement', score: [0, 20] });
            },
        ));

// ---- what draws near, and how it ended ----------------------------------------------------------------------------

test('a repetition is announced, shown at the move that ends the game, and explained', () =>
    visit({ ...desktop, storage: at(game('duel', 'abalone')) }, async (page) => {
        await sit(page, 'duel');
        for (const word of round.abalone) await type(page, word);
        await told(page, 'Esta posição já ocorreu duas vezes: na terceira, empate.');
        // Whoever does not see it hears it.
        await page
            .locator('[aria-live]', { hasText: 'Esta posição já ocorreu duas vezes: na terceira, empate.' })
            .waitFor({ state: 'attached' });
        for (const word of round.abalone.slice(0, 3)) await type(page, word);
        const match = matchOf(await keptGame(page));
        const move = match.moves.find(({ move }) => move === round.abalone[3]);
        const [from, to] = move.gestures.at(-1);
        const { x, y } = await middleOf(page, `[data-cell="${from}"]`);
        await page.mouse.click(x, y);
        await page
            .locator('.expected', {
                hasText: `Encerra a partida: ${to} (a mesma posição pela terceira vez).`,
            })
            .waitFor();
        await page.keyboard.press('Escape');
        await type(page, round.abalone[3]);
        await told(page, 'Empate (a mesma posição pela terceira vez).');
        await page.goto(address('#/games'));
        await page.locator('.rows', { hasText: 'Empate (a mesma posição pela terceira vez).' }).waitFor();
    }));

test('where points decide, a repetition says that they are counted, before and after', () =>
    visit({ ...desktop, storage: at(game('duel', 'trench', { start: ahead })) }, async (page) => {
        await sit(page, 'duel');
        for (const word of round.trench) await type(page, word);
        await told(page, 'Esta posição já ocorreu duas vezes: na terceira, contam-se os pontos.');
        for (const word of round.trench) await type(page, word);
        await told(page, 'Vitória: pretas (a mesma posição pela terceira vez; contam-se os pontos: 2 a 0).');
    }));

test('moves in which nothing happens are counted down, and counted at the end', () =>
    visit(
        { ...phone, storage: at(game('duel', 'abalone', { arbiter: { repetitions: 0, quietPlies: 8 } })) },
        async (page) => {
            await sit(page, 'duel');
            const eight = [...round.abalone, ...round.abalone];
            for (const [i, word] of eight.entries()) {
                assert.equal(await page.locator('.soon').count(), i < 4 ? 0 : 1, `after ${i} moves`);
                if (i >= 4) {
                    const left = 8 - i;
                    await told(
                        page,
                        left > 1
                            ? `Empate em ${left} lances, se nenhuma bola cair fora.`
                            : 'Empate no próximo lance, se nenhuma bola cair fora.',
                    );
                }
                await type(page, word);
            }
            await told(page, 'Empate (8 lances sem bola fora).');
            assert.equal(await page.locator('.soon').count(), 0);
        },
    ));

test('a game that neither side can win any more is over, and says so; switched off, it goes on', () =>
    visit(
        {
            ...phone,
            storage: at(
                game('over', 'policiais', { start: 'x..../.../..././.../.../....o x' }),
                game('on', 'policiais', {
                    start: 'x..../.../..././.../.../....o x',
                    arbiter: { insufficient: false },
                }),
            ),
        },
        async (page) => {
            await sit(page, 'over');
            await told(page, 'Empate (nenhum dos lados pode mais capturar todas as peças).');
            await sit(page, 'on');
            await told(page, 'Vez: amarelas');
            assert.equal((await keptGame(page)).result, undefined);
        },
    ));

test('through the house a repetition is announced to both, and explained to all', { skip }, () =>
    company(async ({ ana, rui, eva }) => {
        const link = await make(ana, 'abalone');
        await join(rui, link);
        await eva.goto(link);
        await seated(eva);
        const pages = [ana, rui];
        for (let ply = 0; ply < 8; ++ply) {
            await type(pages[ply % 2], round.abalone[ply % 4]);
            for (const page of pages) await until(page, ply + 1);
            if (ply === 3)
                for (const page of pages)
                    await told(page, 'Esta posição já ocorreu duas vezes: na terceira, empate.');
        }
        for (const page of [ana, rui, eva]) await told(page, 'Empate (a mesma posição pela terceira vez).');
    }),
);

// ---- the switch ---------------------------------------------------------------------------------------------------

const noRepetition = async (page, id) => {
    await meFirst(page, id);
    await page.locator('summary', { hasText: say('new.each-rule') }).click();
    await page.getByLabel(say('arbiter.repetitions')).selectOption('0');
    await page.getByText(say('arbiter.repetitions.off')).waitFor();
};

test('with repetition switched off a game goes on past the third time, and shows its rules', () =>
    visit(desktop, async (page) => {
        await begin(page, 'abalone', { friend: true, choose: noRepetition });
        assert.deepEqual((await keptGame(page)).arbiter, { repetitions: 0 });
        for (const word of [...round.abalone, ...round.abalone, ...round.abalone]) await type(page, word);
        assert.equal((await keptGame(page)).result, undefined);
        assert.equal(await page.locator('.soon').count(), 0);
        await page.locator('summary', { hasText: say('inforce.title') }).click();
        await page.getByText(say('arbiter.repetitions.off')).waitFor();
        await page.getByText('Depois de 200 lances seguidos sem bola fora, a partida empata.').waitFor();
        // Loaded again it is the same game; begun again, too; and the next one is as the last was.
        await page.reload();
        await until(page, 12);
        assert.equal((await keptGame(page)).result, undefined);
        await press(page, 'table.resign');
        await page
            .getByRole('alertdialog')
            .getByRole('button', { name: say('table.resign.yes') })
            .click();
        const before = page.url();
        await press(page, 'table.again');
        await page.waitForURL((url) => url.href !== before);
        assert.deepEqual((await keptGame(page)).arbiter, { repetitions: 0 });
        await page.goto(address('#/new/abalone'));
        await page.locator('summary', { hasText: '1 alterada' }).waitFor();
        assert.equal(await page.getByLabel(say('arbiter.repetitions')).inputValue(), '0');
    }));

test('the computer plays on past the third time, too, where repetition is switched off', () =>
    visit(
        {
            ...desktop,
            storage: at(
                game('duel', 'abalone', {
                    arbiter: { repetitions: 0 },
                    moves: [...round.abalone, ...round.abalone],
                    seats: ['person', 'level:1'],
                }),
            ),
        },
        async (page) => {
            await sit(page, 'duel');
            const kept = await keptGame(page);
            await type(page, round.abalone[0]);
            await played(page, { ...kept, moves: [...kept.moves, ''] });
            assert.equal((await keptGame(page)).result, undefined);
        },
    ));

test('through the house, too, and whoever is invited reads it before they join', { skip }, () =>
    company(async ({ ana, rui }) => {
        const link = await make(ana, 'abalone', { choose: noRepetition });
        await rui.goto(link);
        await rui.locator('summary', { hasText: say('inforce.title') }).click();
        await rui.getByText(say('arbiter.repetitions.off')).waitFor();
        assert.deepEqual(await barriers(rui), []);
        await join(rui, link);
        const pages = [ana, rui];
        for (let ply = 0; ply < 9; ++ply) {
            await type(pages[ply % 2], round.abalone[ply % 4]);
            for (const page of pages) await until(page, ply + 1);
        }
        for (const page of pages) {
            assert.equal(await page.locator('.now.over').count(), 0);
            assert.equal(await page.locator('.soon').count(), 0);
        }
    }),
);

test('an agreement that was ruled out is not offered', () =>
    visit(
        {
            ...desktop,
            storage: at(game('war', 'trench', { arbiter: { byAgreement: false } }), game('peace', 'trench')),
        },
        async (page) => {
            for (const [id, count] of [
                ['peace', 1],
                ['war', 0],
            ]) {
                await sit(page, id);
                await page.getByRole('button', { name: say('table.resign') }).waitFor();
                assert.equal(
                    await page.getByRole('button', { name: say('table.armistice'), exact: true }).count(),
                    count,
                );
            }
        },
    ));
