// The line is cut, swallows everything, or leads to a server that is down: nothing that was played is lost, nothing is played
// twice, and nobody has to do anything about it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { matchOf } from './core.mjs';
import { skip, until, wordsOn } from './company.mjs';
import { desktop, middleOf, phone, press, say, visit } from './kit.mjs';
import { openServer, openWire } from './wire.mjs';

let server, wire;
before(async () => {
    if (skip) return;
    server = await openServer();
    wire = await openWire(server);
});
after(async () => {
    await wire?.close();
    await server?.close();
});

const lost = say('online.lost');
const banner = (page) => page.locator('.connection .shown', { hasText: lost });
const room = (page) => /#\/room\/(\w+)/.exec(page.url())[1];

/** Ana, whose line can be cut, and Rui, who sits right at the server. It is Ana's turn. */
const game = (options, work) =>
    visit({ ...desktop, ...options }, (ana, _, heardByAna) =>
        visit(phone, async (rui, __, heardByRui) => {
            const sent = [];
            ana.on('websocket', (socket) => {
                const line = { sent: [], all: [] };
                sent.push(line);
                socket.on('framesent', ({ payload }) => {
                    const message = JSON.parse(payload);
                    if (message.kind !== 'ping') line.all.push(message);
                });
                socket.on('framereceived', ({ payload }) =>
                    line.all.push({ ...JSON.parse(payload), heard: true }),
                );
            });
            await ana.goto(`${wire.url}#/new/pretoa?online=1`);
            await ana.locator('[name=chat][value=free]').check();
            await ana.locator('#name').fill('Ana');
            await ana.locator('[name=first][value=me]').check();
            await press(ana, 'new.play');
            await ana.getByText(say('room.send-link')).waitFor();
            const id = room(ana);
            await rui.goto(`${server.url}#/room/${id}`);
            await rui.locator('#name').fill('Rui');
            await press(rui, 'room.join');
            for (const page of [ana, rui])
                await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
            try {
                await work({ ana, rui, id, sent });
            } finally {
                await wire.reset();
                // A browser complains of lines that are cut.
                heardByAna.length = heardByRui.length = 0;
            }
        }),
    );

/** Ana plays as people do: the man, then where it goes. From now on the page notes what is seen on the cell it left. */
async function put(ana, from = 'c1', to = 'd1') {
    await ana.evaluate((cell) => {
        window.seen = [];
        const look = () => {
            // "c1, empty" or "c1, yellow piece, …"
            const label = document.querySelector(`[data-cell="${cell}"]`)?.getAttribute('aria-label');
            const text = label?.split(', ')[1];
            if (window.seen.at(-1) !== text) window.seen.push(text);
            requestAnimationFrame(look);
        };
        look();
    }, from);
    for (const cell of [from, to]) {
        const { x, y } = await middleOf(ana, `[data-cell="${cell}"]`);
        await ana.mouse.click(x, y);
    }
    await ana.waitForFunction(() => window.seen.length > 1);
}
/** It went away once, and never came back. */
const stood = async (ana) =>
    assert.equal((await ana.evaluate(() => window.seen)).length, 2, 'the piece stays where it was put');

/** Both see these words and no others, and so does the server. */
async function agree({ ana, rui, id }, words) {
    for (const page of [ana, rui]) {
        await until(page, words.length);
        assert.deepEqual(await wordsOn(page), words);
    }
    const { events } = await (await fetch(`${server.url}api/rooms/${id}`)).json();
    assert.deepEqual(
        events.filter(({ kind }) => kind === 'moved').map(({ move }) => move),
        words,
    );
    await ana.locator('.connection .shown').waitFor({ state: 'detached' });
}
const type = async (page, word) => {
    await page.locator('#typed').fill(word);
    await page.locator('.typing button').click();
};
/** Some move in the game that these lead to. */
const reply = (...played) => matchOf({ game: 'pretoa', settings: {}, moves: played }).moves[0];
const moves = (line) => line.all.filter(({ kind, heard }) => kind === 'move' && !heard);

for (const reducedMotion of ['reduce', 'no-preference']) {
    const motion = reducedMotion === 'reduce' ? 'no motion' : 'motion';

    test(
        `a move that never reached the server is played once, and stands meanwhile (${motion})`,
        { skip },
        () =>
            game({ reducedMotion }, async (all) => {
                const { ana, rui } = all;
                wire.lose('up');
                await put(ana);
                await ana.locator('.turn', { hasText: say('room.sending') }).waitFor();
                await wire.refuse();
                await banner(ana).waitFor();
                await stood(ana);
                assert.deepEqual(await wordsOn(rui), []);
                wire.mend();
                await wire.accept();
                await agree(all, ['c1-d1']);
                await stood(ana);
                const { move } = reply('c1-d1');
                await type(rui, move);
                await agree(all, ['c1-d1', move]);
            }),
    );

    test(`a move whose answer was lost is played once, and stands meanwhile (${motion})`, { skip }, () =>
        game({ reducedMotion }, async (all) => {
            const { ana, rui } = all;
            wire.lose('down');
            await put(ana);
            await until(rui, 1);
            wire.mend();
            wire.cut();
            await agree(all, ['c1-d1']);
            await stood(ana);
        }),
    );

    test(`a server killed in the middle of a move plays it when it is back (${motion})`, { skip }, () =>
        game({ reducedMotion }, async (all) => {
            const { ana } = all;
            server.pause();
            await put(ana);
            await server.kill();
            await banner(ana).waitFor();
            await stood(ana);
            await server.start();
            await agree(all, ['c1-d1']);
            await stood(ana);
        }),
    );
}

test('the seat is claimed before a move is sent again under its own id', { skip }, () =>
    game({}, async (all) => {
        const { ana, sent } = all;
        wire.lose('up');
        await put(ana);
        await ana.locator('.turn', { hasText: say('room.sending') }).waitFor();
        // Twice in a row: the second line is cut before it has said anything.
        wire.cut();
        wire.mend();
        await agree(all, ['c1-d1']);
        const asked = sent.flatMap(moves);
        assert.equal(new Set(asked.map((message) => message.id)).size, 1, 'one id');
        const line = sent.at(-1).all;
        const claim = line.findIndex(({ kind, token }) => kind === 'watch' && token);
        const answer = line.findIndex(({ kind, heard, seat }) => heard && kind === 'room' && seat === 0);
        const again = line.findIndex(({ kind }) => kind === 'move');
        assert.ok(claim >= 0 && claim < answer && answer < again, `${claim} ${answer} ${again}`);
        assert.equal(moves(sent.at(-1)).length, 1);
        assert.equal(line.filter(({ kind }) => kind === 'refused').length, 0);
    }),
);

test('two cuts in a row, and a page that is hidden meanwhile', { skip }, () =>
    game({}, async (all) => {
        const { ana } = all;
        wire.lose('up');
        await put(ana);
        await wire.refuse();
        await banner(ana).waitFor();
        // The next line is cut as soon as the seat is claimed on it; then the page is hidden for a while.
        wire.mend();
        const claimed = new Promise((resolve) =>
            ana.once('websocket', (socket) =>
                socket.once('framesent', () => {
                    wire.cut();
                    resolve();
                }),
            ),
        );
        await wire.accept();
        await claimed;
        await ana.evaluate(() => {
            Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        });
        await ana.evaluate(() => {
            delete document.visibilityState;
            document.dispatchEvent(new Event('visibilitychange'));
        });
        await agree(all, ['c1-d1']);
        await stood(ana);
    }),
);

test('a move that was on its way when the page was loaded anew is played once', { skip }, () =>
    game({}, async (all) => {
        const { ana } = all;
        wire.freeze();
        await put(ana);
        await ana.reload();
        await agree(all, ['c1-d1']);
        assert.equal(await ana.evaluate(() => sessionStorage.length), 0);
    }),
);

test(
    'a typed move stands on the board while the line is down, also for who looks back meanwhile',
    { skip },
    () =>
        game({}, async (all) => {
            const { ana, rui } = all;
            await type(ana, 'c1-d1');
            await until(rui, 1);
            const answer = reply('c1-d1').move;
            await type(rui, answer);
            await until(ana, 2);
            const own = reply('c1-d1', answer);
            const cell = own.effects[0].from.cell;
            const manOn = (name) => document.querySelector(`[data-cell="${name}"]`).ariaLabel.split(', ')[1];
            const full = await ana.evaluate(manOn, cell);
            const left = () =>
                ana.waitForFunction(
                    ([name, man]) =>
                        document.querySelector(`[data-cell="${name}"]`).ariaLabel.split(', ')[1] !== man,
                    [cell, full],
                );
            await wire.refuse();
            await type(ana, own.move);
            await left();
            await ana.locator('#main').focus();
            await ana.keyboard.press('[');
            assert.equal(await ana.evaluate(manOn, cell), full);
            await ana.keyboard.press(']');
            await left();
            await wire.accept();
            await agree(all, ['c1-d1', answer, own.move]);
        }),
);

test('a move that comes too late goes back, with words', { skip }, () =>
    game({}, async (all) => {
        const { ana, rui, id } = all;
        await wire.refuse();
        await put(ana);
        // The same player at another device is quicker.
        const { token } = await ana.evaluate(
            (room) => JSON.parse(localStorage.getItem(`tavola.seat.${room}`)),
            id,
        );
        const answer = await fetch(`${server.url}api/rooms/${id}/move`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
            body: JSON.stringify({ move: 'c3-d1', number: 4 }),
        });
        assert.equal(answer.status, 200);
        await until(rui, 1);
        await wire.accept();
        await ana.locator('.expected', { hasText: say('room.late') }).waitFor();
        await agree(all, ['c3-d1']);
        assert.equal((await ana.evaluate(() => window.seen)).length, 3, 'the piece is back where it was');
    }),
);

test('a move that is refused because the game is over goes back, with words', { skip }, () =>
    game({}, async (all) => {
        const { ana, rui } = all;
        await wire.refuse();
        await put(ana);
        await press(rui, 'table.resign');
        await rui
            .getByRole('alertdialog')
            .getByRole('button', { name: say('table.resign.yes') })
            .click();
        await rui.locator('.now.over').waitFor();
        await wire.accept();
        await ana.locator('.expected', { hasText: say('error.room.over') }).waitFor();
        await ana.locator('.now.over').waitFor();
        await agree(all, []);
        assert.equal((await ana.evaluate(() => window.seen)).length, 3, 'the piece is back where it was');
    }),
);

test('a line that swallows everything is noticed by a move, and left for another', { skip }, () =>
    game({}, async (all) => {
        const { ana } = all;
        wire.freeze();
        await put(ana);
        await agree(all, ['c1-d1']);
        await stood(ana);
    }),
);

test('a line that swallows everything is noticed without anybody doing anything', { skip }, () =>
    game({}, async (all) => {
        const { ana, rui } = all;
        wire.freeze();
        // Some twenty seconds.
        await banner(ana).waitFor();
        await ana.locator('.connection .shown').waitFor({ state: 'detached' });
        await type(ana, 'c1-d1');
        await until(rui, 1);
        await agree(all, ['c1-d1']);
    }),
);

test('what is said is said once: shown if it came through, kept to be sent again if not', { skip }, () =>
    game({}, async ({ ana, rui }) => {
        const field = ana.getByLabel(say('room.text'));
        const log = (page) => page.getByRole('log').locator('bdi').allInnerTexts();
        wire.lose('down');
        await field.fill('Boa sorte!');
        await press(ana, 'room.send');
        await rui.getByRole('log').getByText('Boa sorte!').waitFor();
        wire.mend();
        wire.cut();
        await ana.getByRole('log').getByText('Boa sorte!').waitFor();
        await ana.waitForFunction(
            (label) => document.querySelector(`[aria-label="${label}"]`).value === '',
            say('room.text'),
        );
        assert.ok(!(await ana.locator('.expected').innerText()).includes(say('online.unsent')));

        wire.lose('up');
        await field.fill('Outra vez?');
        await press(ana, 'room.send');
        wire.cut();
        wire.mend();
        await ana.locator('.expected', { hasText: say('online.unsent') }).waitFor();
        assert.equal(await field.inputValue(), 'Outra vez?');
        await press(ana, 'room.send');
        await rui.getByRole('log').getByText('Outra vez?').waitFor();
        assert.deepEqual(await log(rui), ['Boa sorte!', 'Outra vez?']);
        assert.deepEqual(await log(ana), ['Boa sorte!', 'Outra vez?']);
    }),
);

for (const way of ['up', 'down'])
    test(`who resigns while the line is cut (${way}) has resigned when it is back`, { skip }, () =>
        game({}, async ({ ana, rui, id }) => {
            wire.lose(way);
            await press(ana, 'table.resign');
            await ana
                .getByRole('alertdialog')
                .getByRole('button', { name: say('table.resign.yes') })
                .click();
            if (way === 'down') await rui.locator('.now.over').waitFor();
            await wire.refuse();
            await banner(ana).waitFor();
            wire.mend();
            await wire.accept();
            for (const page of [ana, rui]) await page.locator('.now.over').waitFor();
            assert.equal(await ana.locator('.expected').innerText(), '');
            const { events } = await (await fetch(`${server.url}api/rooms/${id}`)).json();
            assert.equal(events.filter(({ kind }) => kind === 'left').length, 1);
        }),
    );

test('an offer that the server never heard of is not made later', { skip }, () =>
    game({}, async ({ ana, rui, id }) => {
        wire.lose('up');
        await press(ana, 'table.draw');
        wire.cut();
        wire.mend();
        await ana.locator('.expected', { hasText: say('online.unsent') }).waitFor();
        await type(ana, 'c1-d1');
        await until(rui, 1);
        const { events } = await (await fetch(`${server.url}api/rooms/${id}`)).json();
        assert.equal(events.filter(({ kind }) => kind === 'agreed').length, 0);
    }),
);

// ---- the server is down ------------------------------------------------------------------------------------------

/** A visitor whose browser keeps the pages, and whose server is down. */
const alone = (options, hash, work) =>
    visit(options, async (page, context, heard) => {
        await page.goto(wire.url);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await wire.refuse();
        try {
            await page.goto(`${wire.url}${hash}`);
            await page.reload();
            await work(page, wire.accept);
        } finally {
            await wire.reset();
            heard.length = 0;
        }
    });

test('a new game by link waits for the server, and never becomes another kind of game', { skip }, () =>
    alone(phone, '#/new/pretoa?online=1', async (page, back) => {
        const play = page.getByRole('button', { name: say('new.play'), exact: true });
        await page.getByText(say('online.away')).waitFor();
        await page.locator('#name').fill('Ana');
        await page.locator('[name=chat][value=free]').check();
        assert.ok(await page.locator('[name=opponent][value=online]').isChecked());
        assert.ok(await play.isDisabled());
        await page.locator('#name').press('Enter');
        assert.match(page.url(), /#\/new\/pretoa/);
        await back();
        await page.locator('button.primary:not(:disabled)', { hasText: say('new.play') }).waitFor();
        assert.equal(await page.getByText(say('online.away')).count(), 0);
        assert.ok(await page.locator('[name=opponent][value=online]').isChecked());
        assert.ok(await page.locator('[name=chat][value=free]').isChecked());
        assert.equal(await page.locator('#name').inputValue(), 'Ana');
        await play.click();
        await page.waitForURL(/#\/room\//);
        await page.getByText(say('room.send-link')).waitFor();
    }),
);

test('a server that goes away when a game is begun gets one room, when it is back', { skip }, () =>
    visit(desktop, async (page, _, heard) => {
        await page.goto(`${wire.url}#/new/pretoa?online=1`);
        await page.locator('#name').fill('Maria das Dores');
        await page.getByLabel(say('new.listed')).check();
        await page.locator('button.primary:not(:disabled)', { hasText: say('new.play') }).waitFor();
        // The room is made, and nobody hears of it.
        wire.lose('down');
        const made = async () =>
            (await (await fetch(`${server.url}api/lobby`)).json()).rooms.filter(({ seats }) =>
                seats.includes('Maria das Dores'),
            );
        wire.mend();
        page.on('websocket', (socket) => socket.once('framesent', () => wire.lose('down')));
        await press(page, 'new.play');
        for (let i = 0; (await made()).length === 0; ++i) {
            assert.ok(i < 500, 'the room is made');
            await new Promise((done) => setTimeout(done, 100));
        }
        await wire.refuse();
        await page.getByText(say('online.away')).waitFor();
        assert.match(page.url(), /#\/new\/pretoa/);
        page.removeAllListeners('websocket');
        wire.mend();
        await wire.accept();
        await page.waitForURL(/#\/room\//);
        await page.getByText(say('room.send-link')).waitFor();
        const rooms = await made();
        assert.deepEqual(
            rooms.map((one) => one.room),
            [room(page)],
        );
        heard.length = 0;
    }),
);

for (const [hash, there] of [
    ['#/lobby', (page) => page.getByRole('heading', { name: say('lobby.make') })],
    ['#/account', (page) => page.getByRole('heading', { name: say('account.enter') })],
    ['#/room/aaaaaaaaaaaaaaaa', (page) => page.getByText(say('error.room.unknown'))],
])
    test(`${hash} opened while the server is down says so, and is there when it is back`, { skip }, () =>
        alone(desktop, hash, async (page, back) => {
            await page.getByRole('heading', { name: say('online.away') }).waitFor();
            await back();
            await there(page).waitFor();
            assert.equal(await page.getByText(say('online.away')).count(), 0);
        }),
    );
