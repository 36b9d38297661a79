// What players read, from the message catalogues: the program's own (words/) and the pages' (src/words/), in the
// language of the reader. No sentence stands in the code.
import type { CoreError } from '../core/types';
import { load } from '../house/load';
import firstEn from './en/first.json';
import firstPt from './pt/first.json';

export type Language = 'pt' | 'en';
export const languages: readonly Language[] = ['pt', 'en'];

type Catalogue = Record<string, string>;
const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
    pt: () => import('./pt'),
    en: () => import('./en'),
};

/** What can be said before any catalogue is there, and when none can be loaded. */
const first: Record<Language, Catalogue> = { pt: firstPt, en: firstEn };
const state = $state<{ language: Language; catalogue: Catalogue; loaded: boolean }>({
    language: 'pt',
    catalogue: firstPt,
    loaded: false,
});

/** The first of the reader's languages that we speak; Portuguese if there is none. */
export function preferred(wanted: readonly string[]): Language {
    for (const tag of wanted) {
        const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
        if (known) return known;
    }
    return 'pt';
}

/** Where sentences come from: the house's own, and those of rooms that have been entered (the courses). */
type Source = (language: Language) => Promise<Catalogue>;
const sources = new Map<string, Source>([['house', async (language) => (await loaders[language]()).default]]);
let asked = 0;
let latest = Promise.resolve();

export function speak(language: Language): Promise<void> {
    const spoken = (latest = gather(language));
    // What could not be loaded may be asked for again.
    spoken.catch(() => {
        if (spoken === latest) latest = Promise.resolve();
    });
    return spoken;
}

function take(language: Language, catalogue: Catalogue): void {
    Object.assign(state, { language, catalogue });
    document.documentElement.lang = language === 'pt' ? 'pt' : 'en';
}

async function gather(language: Language): Promise<void> {
    const ask = ++asked;
    if (!state.loaded) take(language, first[language]);
    const catalogues = await Promise.all([...sources.values()].map((source) => load(() => source(language))));
    if (ask !== asked) return latest; // More has been asked for meanwhile.
    take(language, Object.assign({}, first[language], ...catalogues) as Catalogue);
    state.loaded = true;
}

/** More sentences, of a part of the house that is not always there: in this language, and in any spoken later. */
export async function learn(name: string, source: Source): Promise<void> {
    if (sources.has(name)) return latest;
    sources.set(name, source);
    try {
        await speak(state.language);
    } catch (error) {
        sources.delete(name); // It may be asked for again.
        throw error;
    }
}

export const language = (): Language => state.language;

export type Parts = Record<string, string | number>;

/** The sentence with its {names} filled in. With a `count` of one, the sentence `key.one` is taken if there is one. */
export function say(key: string, parts: Parts = {}): string {
    const one = parts.count === 1 ? state.catalogue[`${key}.one`] : undefined;
    const sentence = one ?? state.catalogue[key] ?? key;
    return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

export const has = (key: string): boolean => key in state.catalogue;

/** An error of the core in one line: which text, where, and what would be right. */
export function sentence(error: CoreError): string {
    const field = has(`field.${error.field}`) ? say(`field.${error.field}`) : error.field;
    const what = say(`what.${error.what}`);
    const text = say(error.key, { ...error, fieldname: field });
    if (error.line) return `${what}, ${say('error.line', { line: error.line, at: error.at, text })}`;
    if (!error.field || error.what === 'move') return say('error.of', { what, text });
    return error.at > 0
        ? say('error.at', { what, field, at: error.at, text })
        : say('error.in', { what, field, text });
}
