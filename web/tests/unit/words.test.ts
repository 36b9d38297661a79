// The pages' catalogues: both languages say the same things, and everything that the pages ask for is there.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const files = (folder: string, ending: RegExp): string[] =>
    readdirSync(here(folder), { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name));
const read = (path: string) => JSON.parse(readFileSync(here(path), 'utf8')) as Record<string, string>;

const catalogues = files('../../src/words/pt', /\.json$/);
const all: Record<string, string> = Object.assign(
    read('../../../words/pt.json'),
    ...catalogues.map((name) => read(`../../src/words/pt/${name}`)),
);
const holes = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort();

describe('catalogues', () => {
    it('are there in both languages', () => {
        expect(catalogues.length).toBeGreaterThan(3);
        expect(files('../../src/words/en', /\.json$/).sort()).toEqual([...catalogues].sort());
    });

    it.each(catalogues)('%s says the same in both', (name) => {
        const [pt, en] = [read(`../../src/words/pt/${name}`), read(`../../src/words/en/${name}`)];
        expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
        for (const key of Object.keys(pt)) {
            expect(pt[key], key).not.toBe('');
            expect(en[key], key).not.toBe('');
            // A sentence about one thing need not count it.
            if (!key.endsWith('.one')) expect(holes(en[key]!), key).toEqual(holes(pt[key]!));
        }
    });

    it('leave no sentence untranslated', () => {
        // Names, the dice of Niout, keys of the keyboard; and words that both languages have.
        const alike =
            /^(board\.man\.trench\.5|board\.throw\.[1-5]|language\..*|keys\.(enter|escape|f|t)|study\.export\.link|lesson\.(niout\.tandem|trench\.general)\.title)$/;
        const untranslated = catalogues.flatMap((name) => {
            const [pt, en] = [read(`../../src/words/pt/${name}`), read(`../../src/words/en/${name}`)];
            return Object.keys(pt).filter(
                (key) => pt[key] === en[key] && /\p{L}/u.test(pt[key]!.replace(/\{\w+\}/g, '')),
            );
        });
        expect(untranslated.filter((key) => !alike.test(key))).toEqual([]);
    });

    it('have every sentence that the pages name', () => {
        const sources = files('../../src', /\.(ts|svelte)$/).map((name) =>
            readFileSync(here(`../../src/${name}`), 'utf8'),
        );
        const named = sources.flatMap((text) =>
            [...text.matchAll(/\bsay\(\s*'([\w.-]+)'/g)].map((match) => match[1]!),
        );
        expect(named.length).toBeGreaterThan(100);
        expect(named.filter((key) => !(key in all))).toEqual([]);
    });
});
