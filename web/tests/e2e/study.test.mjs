// The study room in a real browser: records in and out, variations, thoughts, the graph, positions set up by hand.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { barriers } from './barriers.mjs';
import { openBrowser, openHouse } from './house.mjs';

const record = `[Game "trilha"]
[Rules "preset=recomendada"]
[Event "Torneio"]
[X "Inês"]
[O "Rui"]

{Curta.} 1. d2 $1 f4 2. d6 (2. d7 b4) b4 3. a1 g1 *
`;

let house, browser;
before(async () => {
    house = await openHouse();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await house?.close();
});

/** A new reader's page; whatever goes wrong in it fails its test. */
async function open(address, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'pt-BR',
        serviceWorkers: 'block',
        ...options,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.wrong = [];
    page.on('pageerror', (error) => page.wrong.push(error.message));
    // The clipboard serves every browser alike.
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.goto(new URL(address, house.url).href);
    return page;
}
async function done(page) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
}
async function read(page, text) {
    await page.fill('#brought', text);
    await page.click('.import button.primary');
}
const shows = (page, word) =>
    page.waitForFunction(
        (wanted) => document.querySelector('[aria-current=step]')?.textContent.includes(wanted),
        word,
    );
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const isAccessible = async (page) => assert.deepEqual(await barriers(page), []);

test('a record is read, walked through, varied, and comes back whole by a link', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    await isAccessible(page);
    await read(page, record);
    await shows(page, 'g1');
    await isAccessible(page);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !document.querySelector('[aria-current=step]'));
    await page.keyboard.press(']');
    await page.keyboard.press('ArrowRight');
    await shows(page, 'f4');
    // A touch counts once the board knows what may be played here.
    await page.locator('[data-cell="g7"][aria-label*="pode ser escolhida"]').focus();
    await page.keyboard.press('Enter');
    await shows(page, 'g7');
    await page.click('text=Tornar principal');
    await page.click('summary:has-text("Guardar ou enviar")');
    await page.click('text=Copiar registro');
    await page.waitForSelector('text=Registro: copiado.');
    const text = await clipboard(page);
    assert.match(text, /\{Curta\.\} 1\. d2 \$1 f4 2\. g7 \(2\. d6 b4 3\. a1 g1\) \(2\. d7 b4\) \*/);
    await page.click('text="Enviar link"');
    await page.waitForSelector('text=Link: copiado.');
    const link = await clipboard(page);
    await done(page);

    const other = await open(link);
    await shows(other, 'g7');
    await other.click('summary:has-text("Guardar ou enviar")');
    await other.click('text=Copiar registro');
    await other.waitForSelector('text=Registro: copiado.');
    assert.equal(await clipboard(other), text);
    await done(other);

    const cut = await open(link.slice(0, -9));
    assert.match(await cut.locator('[role=alert]').first().innerText(), /incompleto/);
    await done(cut);
});

test('what is wrong with a record is told where it is, and nothing is lost', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    const broken = record.replace('a1 g1', 'a1 zz');
    await read(page, broken);
    await page.waitForSelector('.trouble:not(:empty)');
    assert.match(await page.locator('.trouble').innerText(), /linha 7, caractere 48.*'zz'/);
    assert.equal(await page.locator('#brought').inputValue(), broken);
    await done(page);
});

test('thousands of games are a list to choose from', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    let text = '';
    for (let n = 1; text.length < 1 << 20; ++n) text += record.replace('Torneio', `Torneio ${n}`) + '\n';
    await page.setInputFiles('input[type=file]', {
        name: 'games.tavola',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
    });
    await page.waitForSelector('.import li');
    assert.equal(await page.locator('.import li').count(), 50);
    await page.fill('input[type=search]', 'torneio 4321');
    await page.click('.import li:only-child button');
    await shows(page, 'g1');
    await done(page);
});

test('the computer thinks and stops; the whole game becomes a graph', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    await read(page, record);
    await shows(page, 'g1');
    await page.click('text="Analisar"');
    await page.waitForSelector('section[aria-label="O que o computador vê"] li:nth-child(3)');
    await page.waitForSelector('.arrows .best');
    assert.match(await page.locator('.bar').getAttribute('aria-label'), /%|equilíbrio|vitória|empate/);
    await page.locator('section[aria-label="O que o computador vê"] li button').first().click();
    await page.waitForFunction(() => document.querySelectorAll('[data-node]').length === 9);
    await page.click('text="Parar"');
    await page.keyboard.press('Home');
    await page.click('text=/Analisar (a partida toda|o resto)/');
    await page.waitForSelector('svg[role=slider]');
    await page.waitForSelector('progress', { state: 'detached' });
    await page.locator('svg[role=slider]').focus();
    await page.keyboard.press('ArrowRight');
    await shows(page, 'd2');
    assert.match(await page.locator('svg[role=slider]').getAttribute('aria-valuetext'), /^Lance 1: \S/);
    await isAccessible(page);
    await done(page);
});

test('the graph names the move that turned the game, though only the reply to it showed that', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    // The computer sees 15 % for the first player up to the fourth move, and nearly all from the fifth on.
    const thoughts = `addEventListener('message', (event) => {
        const asked = event.data.request && JSON.parse(event.data.request);
        if (asked?.verb !== 'think') return;
        event.stopImmediatePropagation();
        const ply = asked.played.length;
        const score = (ply % 2 ? -1 : 1) * (ply < 5 ? -208 : 600);
        const lines = [{ score, endsIn: 0, exact: false, moves: ['none'] }];
        postMessage({ id: event.data.id, answer: JSON.stringify({ depth: 1, nodes: 1, time: 1, lines }) });
    });`;
    await page.route('**/assets/worker-*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: thoughts + (await response.text()) });
    });
    await read(page, record);
    await shows(page, 'g1');
    await page.click('text=/Analisar (a partida toda|o resto)/');
    await page.waitForSelector('progress', { state: 'detached' });
    const turns = page.locator('section:has(svg[role=slider]) li');
    await turns.first().waitFor();
    assert.deepEqual(await turns.allInnerTexts(), ['lance 4, vermelhas, b4: vantagem vira desvantagem']);
    await turns.first().locator('button').click();
    await shows(page, 'b4');
    assert.equal(await page.locator('.worth').innerText(), 'amarelas: 99%');
    await done(page);
});

test('a position is set up by hand, judged, studied and played from', async () => {
    const page = await open('#/study?on=trilha&rules=preset%3Drecomendada', {
        viewport: { width: 360, height: 740 },
    });
    await page.click('text=Montar posição');
    await page.click('text=Esvaziar');
    await page.waitForSelector('.judged.wrong');
    assert.match(await page.locator('.judged').innerText(), /menos de 3 peças/);
    const touch = async (cells) => {
        for (const cell of cells) {
            await page.locator(`[data-cell="${cell}"]`).focus();
            await page.keyboard.press('Enter');
        }
    };
    await touch(['a1', 'a4', 'a7']);
    await page.locator('.tools label').nth(1).click();
    await touch(['b2', 'b4', 'd5']);
    const text = page.locator('.text input');
    await page.waitForFunction(() => document.querySelector('.text input').value.endsWith('x 0 0 0'));
    assert.equal(await text.inputValue(), 'x.....xx/......oo/.o...... x 0 0 0');
    const play = await page.locator('a:has-text("Jogar daqui")').getAttribute('href');
    await isAccessible(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.click('text=Estudar esta posição');
    await page.waitForSelector('.turn:has-text("Vez: amarelas")');
    await page.goto(new URL(play, house.url).href);
    await page.waitForSelector('.new code');
    assert.equal(await page.locator('.new code').innerText(), 'x.....xx/......oo/.o...... x 0 0 0');
    await done(page);
});

test('on paper stand the header, the moves and the last position', async () => {
    const page = await open('#/study');
    await page.waitForSelector('.room');
    await read(page, record);
    await shows(page, 'g1');
    await page.keyboard.press('Home');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.match(await page.locator('[aria-current=step]').textContent(), /g1/);
    assert.match(await page.locator('header.paper').innerText(), /Trilha[^]*Inês[^]*Rui[^]*Evento: Torneio/);
    assert.equal(await page.locator('[data-node]').first().isVisible(), true);
    for (const hidden of ['.bar', '.steps', '.typing'])
        assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    await done(page);
});

test('addresses from pages of earlier days show what they showed', async () => {
    const pinned = JSON.parse(
        await readFile(new URL('../../../tests/data/links.json', import.meta.url), 'utf8'),
    );
    const page = await open('#/study');
    await page.waitForSelector('.room');
    const go = (address) => page.evaluate((hash) => (location.hash = hash), address);
    /** What a button copies comes to be this, once the page shows what it was asked for. */
    async function copies(button, wanted) {
        let copied;
        for (const end = Date.now() + 60_000; copied !== wanted && Date.now() < end;) {
            // The page may be drawn anew at any moment, with this part folded.
            await page.evaluate((text) => {
                for (const one of document.querySelectorAll('details button'))
                    if (one.textContent === text) one.click();
            }, button);
            await page.waitForTimeout(100);
            copied = await clipboard(page);
        }
        assert.equal(copied, wanted);
    }
    for (const [address, { record, position, page: name }] of Object.entries(pinned.links)) {
        // A few of each kind; what all of them mean is a test of its own.
        if (record && ['trilha', 'niout'].includes(record[0].game)) {
            await go(address);
            const packed = new URLSearchParams(address.split('?')[1]).get('record');
            await copies('Copiar registro', inflateRawSync(Buffer.from(packed, 'base64url')).toString());
        } else if (position && name === 'study' && /pretoa|abalone/.test(address)) {
            await go(address);
            await copies('Copiar posição', position);
        } else if (position && name === 'new' && /pretoa|policiais/.test(address)) {
            await go(address);
            await page.waitForFunction(
                (text) => document.querySelector('.new code')?.innerText === text,
                position,
            );
        }
    }
    await done(page);
});
