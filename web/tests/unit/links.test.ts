// Addresses that people have shared, written down or kept on their devices: they lead where they have always led, and
// mean the same. The addresses in tests/data/links.json are never made anew; with TAVOLA_UPDATE=1 what they mean is
// recorded anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { GameRecord, Position } from '../../src/core/types';
import { gameIds, type GameId } from '../../src/core/types';
import { lessonOf } from '../../src/lessons';
import { stepsOf } from '../../src/lessons/lesson';
import { readRules, rulesText, split } from '../../src/study/record';
import { pack, unpack } from '../../src/study/share';
import { Tree, type Node } from '../../src/study/tree';
import { ask } from './core';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => {});
const { link, parse } = await import('../../src/house/route.svelte');

const data = resolve(import.meta.dirname, '../../../tests/data');
const file = resolve(data, 'links.json');
interface Pinned {
    links: Record<string, object | null>;
    /** The steps of the courses, which are part of addresses: `#/learn/trilha/place`. */
    steps: Record<GameId, string[]>;
    /** What the games in tests/data/records are read as. */
    records: Record<string, object[] | null>;
}
const pinned = JSON.parse(readFileSync(file, 'utf8')) as Pinned;
const updating = process.env.TAVOLA_UPDATE === '1';

/** A line of moves, the others of each in brackets, with what is said. */
function line(tree: Tree): string {
    const words: string[] = [];
    const say = (node: Node) => {
        words.push(
            ...node.before.map((text) => `{${text}}`),
            node.word,
            ...node.glyphs.map((one) => `$${one}`),
        );
        words.push(...node.comments.map((text) => `{${text}}`));
    };
    const tell = (first: Node | undefined, leads: boolean) => {
        for (let node = first, begins = true; node; node = node.children[0], begins = false) {
            say(node);
            const others = !begins || leads ? node.parent!.children.slice(1) : [];
            for (const other of others) {
                words.push('(');
                tell(other, false);
                words.push(')');
            }
        }
    };
    words.push(...tree.root.comments.map((text) => `{${text}}`));
    tell(tree.root.children[0], true);
    return words.join(' ');
}
const ofRecord = ({
    game,
    settings,
    start,
    tags,
    result,
    ending,
    arbiter,
    colours,
    ...rest
}: GameRecord) => ({
    ...{ game, settings, start, tags, result, ending, arbiter, colours },
    line: line(Tree.read(rest.line)),
});
const read = (text: string) => {
    const { records } = ask<{ records: GameRecord[] }>({ verb: 'record', text });
    return records.map(ofRecord);
};

/** What an address leads to, as the pages read it. */
async function meaning(address: string): Promise<object> {
    const { page, parts, query } = parse(address);
    const asked = Object.fromEntries(query);
    const where = { page, ...(parts.length ? { parts } : {}) };
    if (page === 'study' && asked.record !== undefined)
        return { ...where, record: read(await unpack(asked.record)) };
    if ((page === 'study' || page === 'new') && asked.rules !== undefined) {
        const { rules, ...others } = asked;
        const settings = readRules(rules);
        const game = asked.on ?? parts[0];
        const { position } = ask<Position>({
            verb: 'show',
            game,
            settings,
            ...(asked.position === undefined ? {} : { position: asked.position }),
        });
        return { ...where, asked: others, settings, position };
    }
    return { ...where, ...(query.size ? { asked } : {}) };
}

describe('an address that was shared', () => {
    it.each(Object.keys(pinned.links))('%s', async (address) => {
        const now = await meaning(address);
        if (updating) pinned.links[address] = now;
        else expect(now).toEqual(pinned.links[address]);
    });

    it('is made as it was', async () => {
        for (const address of Object.keys(pinned.links)) {
            const { page, parts, query } = parse(address);
            const asked = Object.fromEntries(query);
            // Addresses typed by hand are read, but not made.
            if (!address.startsWith('#/') || /%zz|^#\/$/.test(address)) continue;
            if (asked.record !== undefined) {
                // How well a text is packed is not agreed on.
                const text = await unpack(asked.record);
                expect(await unpack(await pack(text))).toBe(text);
            }
            if (asked.rules !== undefined) expect(rulesText(readRules(asked.rules))).toBe(asked.rules);
            expect(link(page, parts, asked)).toBe(address);
        }
    });

    it.each(gameIds)('leads to each step of the course of %s', async (game) => {
        const steps = stepsOf(await lessonOf(game)).map(({ id }) => id);
        // There may be more than there were.
        if (updating) pinned.steps[game] = steps;
        else expect(steps).toEqual(expect.arrayContaining(pinned.steps[game]));
    });
});

describe('a game record in tests/data/records', () => {
    const names = readdirSync(resolve(data, 'records'));
    it.each(names)('%s: reads to the same moves', (name) => {
        const text = readFileSync(resolve(data, 'records', name), 'utf8');
        let now: object[], refused: object | undefined;
        try {
            now = read(text);
        } catch (error) {
            refused = JSON.parse((error as Error).message.replace(/^[^]*?\}: (?=\{)/, '')) as object;
            now = [{ refused }];
        }
        // Those that stand in one text are found one by one, too.
        if (!refused) expect(split(text).map((piece) => read(piece.text)[0])).toEqual(now);
        if (updating) pinned.records[name] = now;
        else expect(now).toEqual(pinned.records[name]);
    });
    it('none is missing', () => expect(names).toEqual(expect.arrayContaining(Object.keys(pinned.records))));
});

if (updating)
    it('what they mean is recorded', () => writeFileSync(file, `${JSON.stringify(pinned, null, 1)}\n`));
