// People who meet in the house's rooms: one makes a room, another joins by its link, a third looks on.
import { address, desktop, meFirst, phone, press, say, visit } from './kit.mjs';

export const skip = process.env.TAVOLA ? false : 'the pages alone have no rooms';

/** What the page shows of the game so far. */
export const wordsOn = (page) =>
    page
        .locator('[data-ply]')
        .evaluateAll((buttons) => buttons.map((button) => button.lastChild.textContent.trim()));
export const until = (page, count) =>
    page.waitForFunction((wanted) => document.querySelectorAll('[data-ply]').length >= wanted, count);
export const seated = (page) => page.locator('[data-cell]').first().waitFor({ state: 'attached' });

/** Opens a room and waits in it; its link. Who has entered needs no name. `choose` chooses who begins, and more. */
export async function make(page, game, { name = 'Ana', chat = 'phrases', choose = meFirst } = {}) {
    await page.goto(address(`#/new/${game}?online=1`));
    await page.locator(`[name=chat][value=${chat}]`).check();
    if (name) await page.locator('#name').fill(name);
    await choose(page, game);
    await press(page, 'new.play');
    await page.waitForURL(/#\/room\//);
    await page.getByText(say('room.send-link')).waitFor();
    return page.url();
}
export async function join(page, link, name = 'Rui') {
    await page.goto(link);
    if (name) await page.locator('#name').fill(name);
    await press(page, 'room.join');
    await seated(page);
}
/** Plays a move by typing it, and waits until it is shown. */
export async function type(page, word) {
    const before = (await wordsOn(page)).length;
    await page.locator('#typed').fill(word);
    await page.locator('.typing button').click();
    await until(page, before + 1);
}

/** Three visitors: two who play, one who looks on. */
export const company = (work) =>
    visit(desktop, (ana, _, heardByAna) =>
        visit(phone, (rui, context, heardByRui) =>
            visit(desktop, (eva) => work({ ana, rui, eva, context, heardByAna, heardByRui })),
        ),
    );
