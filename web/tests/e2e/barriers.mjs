// What axe-core finds on a page, in lines.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Given to the page from outside: the house lets no foreign script in.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function barriers(page, rules) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(
        (only) => window.axe.run(document, only ? { runOnly: only } : {}),
        rules,
    );
    return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`),
    );
}
