// What the board says, in both languages.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { choice, menInWords, moveInWords, point, refusal, tray } from '../../src/board/describe';
import { scoreOf } from '../../src/board/picture';
import { towards } from '../../src/board/spatial';
import { layoutOf } from '../../src/board/layout';
import { languages, say, speak, type Language } from '../../src/words/words.svelte';
import type { GameId } from '../../src/core/types';
import en from '../../src/words/en/board.json';
import pt from '../../src/words/pt/board.json';
import { boardOf, movesOf, positionOf, positionsOf, spread, tables } from './core';

beforeAll(() => {
    vi.stubGlobal('document', { documentElement: {} });
});

test('both catalogues have the same sentences with the same names in them', () => {
    const names = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();
    expect(Object.keys(en)).toEqual(Object.keys(pt));
    for (const [key, sentence] of Object.entries(pt))
        expect(names(en[key as keyof typeof en])).toEqual(names(sentence));
});

describe.each(languages)('%s', (language: Language) => {
    test('everything that can happen has its words', async () => {
        await speak(language);
        const said: string[] = [];
        for (const of of tables)
            for (const text of spread(positionsOf(of, 6, 150), 40)) {
                const position = positionOf(of, text);
                for (const { effects, gestures } of movesOf(of, text)) {
                    said.push(moveInWords(of.game, effects, position.turn), moveInWords(of.game, effects));
                    for (const word of gestures.flat())
                        if (/\*|^[a-z]{2,}$/.test(word)) said.push(choice(word));
                }
                const signs = { chosen: true, target: true, start: true, last: true };
                for (const { name } of boardOf(of).cells)
                    said.push(
                        point(of.game, name, position.men, signs),
                        say(refusal('start', position, name)),
                    );
                said.push(
                    tray(
                        of.game,
                        0,
                        position.men.filter((man) => man.beside),
                        scoreOf(position, 0),
                    ),
                );
            }
        for (const reason of ['turn', 'target', 'touched']) said.push(say(`board.refused.${reason}`));
        const holes = new Set(
            said.filter((sentence) => /board\.|[{}]|undefined|null|, ,|: $/.test(sentence)),
        );
        expect([...holes]).toEqual([]);
    });
});

describe('in Portuguese', () => {
    beforeAll(() => speak('pt'));
    const told = (game: GameId, position: string, move: string, settings = {}) => {
        const of = { game, settings };
        const found = movesOf(of, position).find((one) => one.move === move);
        return moveInWords(game, found!.effects, positionOf(of, position).turn);
    };
    test.each<[GameId, string, string, string]>([
        ['trilha', '......../......../........ x 9 9 0', 'a1', 'Amarelas: põe em a1'],
        ['trilha', 'o.ox..../oo.....o/xxoo..o. o 0 0 0', 'd6-d7xg4', 'Vermelhas: d6 para d7, retira g4'],
        ['niout', '0*4|0*4 1 -', 'kai', 'Amarelo: lança kai, 2 casas'],
        ['niout', '0*4|0*4 1 2', '0-2', 'Amarelo: entra em 2'],
        [
            'niout',
            '0*2,5*2|0*3,7 1 2',
            '5-7*2',
            'Amarelo: 5 para 7, com 2 cavalos amarelos, cavalo vermelho de volta ao início',
        ],
        ['niout', '0*3,t2|0*4 1 1', 't2-20', 'Amarelo: de t2 à chegada'],
        ['policiais', 'xxxox/.../..././..o/oox/.oo.o x', 'f4xd3', 'Amarelas: f4 para d3, captura e4'],
        [
            'trench',
            '..r..clg/....src./..R.ssr./..S.Sssl/.SRS..../C.S...rc/LCRS..../GLCR.... x 1 0',
            'c4xe6',
            'Pretas: c4 para e6, captura soldado branco',
        ],
        [
            'abalone',
            'ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0',
            'a5-b5',
            'Pretas: de a5 a c5, em linha, até d5',
        ],
    ])('%s %s %s', (game, position, move, sentence) => {
        expect(told(game, position, move)).toBe(sentence);
    });
    test('men', () => {
        expect(menInWords('trilha', 0, 0)).toBe('peça amarela');
        expect(menInWords('trench', 1, 4, 2)).toBe('2 coronéis brancos');
        expect(choice('*2')).toBe('2 cavalos');
    });
    test('points', () => {
        const position = positionOf({ game: 'trilha', settings: {} }, 'o.ox..../oo.....o/xxoo..o. o 0 0 0');
        const none = { chosen: false, target: false, start: false, last: false };
        expect(point('trilha', 'd6', position.men, { ...none, start: true })).toBe(
            'd6, peça vermelha, pode mover',
        );
        expect(point('trilha', 'd7', position.men, none)).toBe('d7, vazia');
    });
});

test('arrow keys reach every cell of every board', () => {
    for (const of of tables) {
        const board = boardOf(of);
        const cells = board.cells.map(({ name }) => name);
        for (let turns = 0; turns < 2; ++turns) {
            const layout = layoutOf(of.game, board, turns);
            const reached = new Set([cells[0]!]);
            for (const cell of reached)
                for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
                    const next = towards(key, cell, cells, layout.at);
                    if (next) reached.add(next);
                }
            expect(cells.filter((cell) => !reached.has(cell))).toEqual([]);
        }
    }
});
