// The study room, by keyboard alone: records in, walked through, analysed, set up by hand, out again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, planned } from './core.mjs';
import { address, desktop, say, visit, walk } from './kit.mjs';

const { moves, match } = planned({ game: 'pretoa', settings: {} });
const record = ask({
    verb: 'write',
    game: 'pretoa',
    settings: {},
    played: moves,
    tags: { Event: 'Torneio', X: 'Ana', O: 'Bia' },
    result: match.ending.status,
    ending: match.ending.why,
}).text;

/** By the tabulator to whatever this is. */
async function tabTo(page, target) {
    for (let tabs = 0; tabs < 200; ++tabs) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`the tabulator leads to ${target}`);
}
async function enterOn(page, target) {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
}
const button = (page, key) => page.getByRole('button', { name: say(key), exact: true });
const summary = (page, key) => page.locator('summary', { hasText: say(key) });

async function bring(page, text) {
    await tabTo(page, page.locator('#brought'));
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    await enterOn(page, button(page, 'study.import.open'));
}
/** The moves in the tree, without their numbers. */
const moveWords = (page) =>
    page.locator('[data-node]').evaluateAll((nodes) =>
        nodes.map((node) =>
            [...node.childNodes]
                .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
                .map(({ data }) => data.trim())
                .join(''),
        ),
    );

test('a broken record is refused by line and character, and nothing is lost', () =>
    visit(desktop, async (page) => {
        const lines = record.split('\n');
        const line = lines.findIndex((text) => text.startsWith('1.') || text.includes(moves[2]));
        const at = lines[line].indexOf(moves[2]);
        const broken = [
            ...lines.slice(0, line),
            lines[line].replace(moves[2], 'zz9'),
            ...lines.slice(line + 1),
        ].join('\n');
        await page.goto(address('#/study'));
        await bring(page, broken);
        const trouble = page.locator('#brought-trouble', { hasText: 'zz9' });
        await trouble.waitFor();
        const text = await trouble.textContent();
        const place = say('error.line', { line: line + 1, at: at + 1, text: '' }).trim();
        assert.ok(text.includes(place), `${text}\n${place}\n${broken}`);
        assert.equal(await page.locator('#brought').inputValue(), broken);
        // With a study open, that stays too.
        await bring(page, record);
        await page.locator('[data-node]').first().waitFor();
        await enterOn(page, summary(page, 'study.import'));
        await bring(page, broken);
        await trouble.waitFor();
        assert.deepEqual(await moveWords(page), moves);
    }));

test('a record comes in, is walked through, analysed, and goes out as it came', () =>
    visit({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await page.goto(address('#/study'));
        await bring(page, record);
        await page.locator('[data-node]').first().waitFor();
        assert.deepEqual(await moveWords(page), moves);

        const shown = () => page.locator('[data-node][aria-current=step]');
        await enterOn(page, button(page, 'moves.first'));
        await page.waitForFunction(() => !document.querySelector('[data-node][aria-current=step]'));
        for (let ply = 0; ply < 4; ++ply) await page.keyboard.press(']');
        await page.locator('[data-node][aria-current=step]', { hasText: moves[3] }).waitFor();
        await page.keyboard.press('[');
        await page.locator('[data-node][aria-current=step]', { hasText: moves[2] }).waitFor();
        assert.equal(await shown().count(), 1);

        await page.keyboard.press('a');
        const lines = page.getByRole('region', { name: say('study.analysis') });
        await lines.locator('li').first().waitFor();
        await page.locator('.arrows path.best').first().waitFor({ state: 'attached' });
        assert.ok((await lines.locator('li').first().textContent()).trim().length > 0);
        await page.keyboard.press('a');

        await enterOn(page, summary(page, 'study.export'));
        await enterOn(page, button(page, 'study.export.copy'));
        await page.locator('.worth', { hasText: say('study.export.record') }).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), record);

        // A link that somebody else opens.
        await enterOn(page, button(page, 'study.export.share'));
        await page.locator('.worth', { hasText: say('study.export.link') }).waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await visit(desktop, async (other) => {
            await other.goto(link);
            await other.locator('[data-node]').first().waitFor();
            assert.deepEqual(await moveWords(other), moves);
            await other.locator('.seats', { hasText: 'Ana' }).waitFor();
        });
    }));

test('a broken link says so', () =>
    visit(desktop, async (page) => {
        await page.goto(address('#/study?record=abcdef'));
        await page.getByText(say('study.link.broken')).waitFor();
    }));

test('a position is set up by hand and studied', () =>
    visit({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await page.goto(address('#/study'));
        await enterOn(page, page.getByRole('link', { name: say('game.pretoa'), exact: true }));
        await page.locator('[data-cell]').first().waitFor({ state: 'attached' });
        await enterOn(page, button(page, 'study.setup.start'));
        await enterOn(page, button(page, 'study.setup.clear'));
        // Nobody is on the board: there is no such position.
        assert.ok(await button(page, 'study.setup.use').isDisabled());
        const put = async (tool, cell) => {
            await tabTo(page, page.locator('input[name=tool]:checked'));
            for (
                let radio = 0;
                radio < 3 && !(await page.locator('input[name=tool]').nth(tool).isChecked());
                ++radio
            )
                await page.keyboard.press('ArrowDown');
            await tabTo(page, page.locator('[data-cell][tabindex="0"]'));
            await walk(page, `[data-cell="${cell}"]`);
            await page.keyboard.press('Enter');
        };
        await put(0, 'a1');
        await put(1, 'c6');
        const position = 'x...../....../.....o/. x';
        await page.waitForFunction(
            (wanted) => document.querySelector('aside .text input').value === wanted,
            position,
        );
        await enterOn(page, button(page, 'study.setup.use'));
        await enterOn(page, summary(page, 'study.export'));
        await enterOn(page, button(page, 'study.export.copy-position'));
        await page.locator('.worth', { hasText: say('study.export.position') }).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), position);
    }));
