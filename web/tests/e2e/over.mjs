// What is heard and seen of the end of a game.

/** Counts how often the sound of the end is made: only it has a tone as high as this that rings as long. */
export const listen = (page) =>
    page.addInitScript(() => {
        window.ends = 0;
        const stop = OscillatorNode.prototype.stop;
        OscillatorNode.prototype.stop = function (when) {
            const { value } = this.frequency;
            if (value > 4100 && value < 4370 && when - this.context.currentTime > 0.5) window.ends++;
            return stop.call(this, when);
        };
    });
/** How often it was heard, once it was and whatever else there is to hear has been. */
export async function ends(page) {
    await page.waitForFunction(() => window.ends > 0);
    await page.waitForFunction(() => !document.querySelector('.moving > g'));
    await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
    return page.evaluate(() => window.ends);
}
/** Where somebody is still shown as being to move. */
export const toMove = (page) =>
    page.evaluate(() => [
        ...[...document.querySelectorAll('.tray.turn, li.running')].map((one) => one.textContent.trim()),
        ...[...document.querySelectorAll('.tray text')]
            .map((one) => one.textContent)
            .filter((text) => text.includes('▸')),
    ]);
