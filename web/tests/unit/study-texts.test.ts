import { describe, expect, it } from 'vitest';
import { placed, printed, readRules, rulesText, split } from '../../src/study/record';
import { pack, unpack } from '../../src/study/share';

const game = (name: string, moves: string) => `[Game "trilha"]\n[Event "${name}"]\n\n${moves}\n`;

describe('records in a text', () => {
    it('finds every game, with its tags and its place', () => {
        const text = game('one', '1. d2 f4 *') + '\n' + game('two \\"x\\"', '1. a1 {[no tag] \\} [x} g7 *');
        const pieces = split(text);
        expect(pieces.map((piece) => piece.tags.Event)).toEqual(['one', 'two "x"']);
        expect(pieces.map(({ line, column }) => [line, column])).toEqual([
            [0, 0],
            [5, 0],
        ]);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    });

    it('is not led astray by what is broken', () => {
        expect(split('')).toEqual([]);
        expect(split(' \n ')).toEqual([]);
        expect(split('hello')).toMatchObject([{ tags: {}, text: 'hello' }]);
        expect(split('[Game "x"] {never closed [Game "y"]')).toHaveLength(1);
        expect(
            split('[[[')
                .map((piece) => piece.text)
                .join(''),
        ).toBe('[[[');
        expect(split('[Game "x')).toHaveLength(1);
        expect(split('* ; a word [Game "z"]\n[Game "y"] *')).toHaveLength(2);
    });

    it('takes a text of thousands of games', () => {
        const text = Array.from({ length: 8000 }, (_, n) =>
            game(`game ${n}`, '1. d2 f4 {a comment} 2. d6 $1 (2. d7 b4) b4 *'),
        ).join('\n');
        expect(text.length).toBeGreaterThan(600_000);
        const pieces = split(text);
        expect(pieces).toHaveLength(8000);
        expect(pieces[7999]!.tags.Event).toBe('game 7999');
        expect(pieces[7999]!.line).toBe(7999 * 5);
    });

    it('takes a long text without any end', () => {
        expect(split('{'.repeat(300_000))).toHaveLength(1);
        expect(split('a'.repeat(1_000_000))).toHaveLength(1);
    });

    it('tells a fault at its place in the whole', () => {
        const error = { key: 'error.record.end', what: 'record', field: '', at: 3, found: '', expected: '' };
        const piece = { tags: {}, text: '', line: 10, column: 4 };
        expect(placed({ ...error, line: 1 }, piece)).toMatchObject({ line: 11, at: 7 });
        expect(placed({ ...error, line: 2 }, piece)).toMatchObject({ line: 12, at: 3 });
        expect(placed(error, piece)).toEqual(error);
    });

    it('prints rules as records have them', () => {
        expect(rulesText({})).toBe('-');
        expect(rulesText({ rings: '2', preset: 'quadrados' })).toBe('preset=quadrados,rings=2');
        expect(readRules('preset=quadrados,rings=2')).toEqual({ rings: '2', preset: 'quadrados' });
        expect(readRules('-')).toEqual({});
    });

    it('prints comments, glyphs and variations so that they can be read', () => {
        const text = printed({
            game: 'trilha',
            settings: {},
            start: 's',
            tags: { Event: 'a "b" \\' },
            result: '*',
            ending: '',
            line: {
                comments: ['first'],
                moves: [
                    {
                        move: 'd2',
                        glyphs: [1, 14],
                        comments: ['close }'],
                        variations: [
                            {
                                comments: ['or'],
                                moves: [{ move: 'd6', glyphs: [], comments: [], variations: [] }],
                            },
                        ],
                    },
                ],
            },
        });
        expect(text).toBe(
            '[Game "trilha"]\n[Rules "-"]\n[Start "s"]\n[Event "a \\"b\\" \\\\"]\n[Result "*"]\n\n' +
                '{first} d2 $1 $14 {close \\}} ( {or} d6 ) *\n',
        );
    });
});

describe('texts in an address', () => {
    it('come back as they were', async () => {
        const text = game('partida com acentos: ç ã é', '1. d2 f4 *'.repeat(50));
        const packed = await pack(text);
        expect(packed).toMatch(/^[\w-]+$/);
        expect(packed.length).toBeLessThan(text.length / 2);
        expect(await unpack(packed)).toBe(text);
        expect(await unpack(await pack(''))).toBe('');
    });
    it('refuse what was never packed, and what unpacks without end', async () => {
        await expect(unpack('no address')).rejects.toThrow();
        await expect(unpack('AAAA')).rejects.toThrow();
        await expect(pack('x'.repeat(3_000_000)).then(unpack)).rejects.toThrow('too long');
    });
});
