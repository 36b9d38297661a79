// When the arbiter ends a game, in sentences; who begins, with which colour, by lot or not; and men, turns and effects
// by colour. What the core itself says of a match is asked of the real core.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Match, MatchStanding, Move } from '../../src/core/types';
import {
    approaching,
    choicesOf,
    differing,
    endsNext,
    inForce,
    meaning,
    partsOf,
    sentencesInForce,
    tellsAgain,
    warning,
    whyOf,
} from '../../src/table/arbiter';
import { coloured, colouredEffects, colouredMoves, colourOf, coloursWith } from '../../src/table/colours';
import type { KeptGame } from '../../src/table/game';
import { speak } from '../../src/words/words.svelte';
import { ask, positionOf } from './core';

vi.hoisted(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
});
const { again, begin, habitOf, seated } = await import('../../src/table/begin');
const { describeLot, describeOpening, describeResult, sideName } = await import('../../src/table/say');

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));

const standing = (more: Partial<MatchStanding> = {}): MatchStanding => ({
    repeated: 1,
    repetitions: 3,
    quiet: 0,
    quietPlies: 100,
    byAgreement: true,
    settled: 'draw',
    ...more,
});
const usual = { repetitions: 3, quietPlies: 60, byAgreement: true, insufficient: true };

describe('what draws near', () => {
    beforeEach(() => speak('pt'));

    it('is silent while nothing does', () => {
        expect(approaching('pretoa', undefined)).toBe('');
        expect(approaching('pretoa', standing({ repeated: 1, quiet: 79 }))).toBe('');
        // A second time is nothing where the fifth one counts; nor is anything where repetition is off.
        expect(approaching('pretoa', standing({ repeated: 2, repetitions: 5 }))).toBe('');
        expect(approaching('pretoa', standing({ repeated: 7, repetitions: undefined }))).toBe('');
        expect(approaching('pretoa', standing({ quiet: 500, quietPlies: undefined }))).toBe('');
    });

    it('is counted down where the rules themselves count, with three men each', async () => {
        const three = (count: number) =>
            standing({ quiet: count, countdown: { why: 'three-each', count, limit: 10 } });
        expect(approaching('trilha', three(4))).toBe('');
        expect(approaching('trilha', three(5))).toBe(
            'Três peças cada um: empate em 5 lances, se ninguém vencer antes.',
        );
        expect(tellsAgain(three(6))).toBe(true);
        expect(approaching('trilha', three(9))).toBe(
            'Três peças cada um: empate no próximo lance, se ele não vencer.',
        );
        expect(whyOf('trilha', { why: 'three-each', count: 10 })).toBe('10 lances com três peças cada um');
        // Games that ended before that was counted.
        expect(whyOf('trilha', { why: 'three-each' })).toBe('três peças cada um por tempo demais');
        await speak('en');
        expect(approaching('trilha', three(6))).toBe(
            'Three men each: draw in 4 moves unless somebody wins first.',
        );
    });

    it('is counted down, in the words of the game', async () => {
        expect(approaching('pretoa', standing({ quiet: 90 }))).toBe(
            'Empate em 10 lances, se nada for capturado.',
        );
        expect(approaching('abalone', standing({ quiet: 180, quietPlies: 200 }))).toBe(
            'Empate em 20 lances, se nenhuma bola cair fora.',
        );
        expect(approaching('trilha', standing({ quiet: 99 }))).toBe(
            'Empate no próximo lance, se nenhuma peça for posta ou retirada.',
        );
        expect(approaching('trench', standing({ quiet: 90, score: [2, 0], settled: 'x' }))).toBe(
            'Os pontos são contados em 10 lances, se nada for capturado.',
        );
        await speak('en');
        expect(approaching('pretoa', standing({ quiet: 90 }))).toBe(
            'Draw in 10 moves unless something is captured.',
        );
        expect(approaching('trench', standing({ quiet: 99, score: [2, 0], settled: 'x' }))).toBe(
            'Points are counted after the next move unless something is captured.',
        );
    });

    it('is told before the last repetition', async () => {
        expect(approaching('pretoa', standing({ repeated: 2 }))).toBe(
            'Esta posição já ocorreu duas vezes: na terceira, empate.',
        );
        expect(approaching('trench', standing({ repeated: 3, repetitions: 4, score: [0, 0] }))).toBe(
            'Esta posição já ocorreu três vezes: na quarta, contam-se os pontos.',
        );
        await speak('en');
        expect(approaching('pretoa', standing({ repeated: 2, quiet: 98 }))).toBe(
            'This position has occurred twice: the third time is a draw. Draw in 2 moves unless something is captured.',
        );
    });

    it('is heard now and then, not at every ply', () => {
        const heard = Array.from({ length: 20 }, (_, i) => i + 80).filter((quiet) =>
            tellsAgain(standing({ quiet })),
        );
        expect(heard).toEqual([80, 85, 90, 95, 96, 97, 98, 99]);
        expect(tellsAgain(standing({ repeated: 2, quiet: 81 }))).toBe(true);
    });

    const move = (from: string, to: string, ends?: Move['ends']): Move => ({
        move: `${from}-${to}`,
        gestures: [[from, to]],
        effects: [],
        ...(ends ? { ends } : {}),
    });
    const moves = [move('a1', 'a2', 'repetition'), move('a1', 'b1'), move('c1', 'c2', 'repetition')];

    it('is shown for the moves of the piece that is picked up', () => {
        const now = standing({ repeated: 1 });
        expect(warning('pretoa', moves, { chosen: [], pending: null }, now)).toBe('');
        expect(warning('pretoa', moves, { chosen: ['a1'], pending: null }, now)).toBe(
            'Encerra a partida: a2 (a mesma posição pela terceira vez).',
        );
        expect(warning('pretoa', moves, { chosen: ['a1', 'b1'], pending: 'a1-b1' }, now)).toBe('');
        expect(endsNext(moves, { chosen: ['a1', 'a2'], pending: 'a1-a2' })).toEqual([
            { why: 'repetition', next: ['a2'] },
        ]);
    });
});

describe('an end', () => {
    it('is explained with its count and its points', async () => {
        await speak('pt');
        expect(whyOf('pretoa', { why: 'repetition', count: 3 })).toBe('a mesma posição pela terceira vez');
        expect(whyOf('pretoa', { why: 'insufficient' })).toBe(
            'nenhum dos lados pode mais capturar todas as peças',
        );
        expect(whyOf('abalone', { why: 'quiet', count: 200 })).toBe('200 lances sem bola fora');
        expect(whyOf('trench', { why: 'agreement', score: [2, 0] })).toBe(
            'armistício; contam-se os pontos: 2 a 0',
        );
        expect(describeResult('trench', { status: 'x', why: 'repetition', count: 3, score: [1, 0] })).toBe(
            'Vitória: pretas (a mesma posição pela terceira vez; contam-se os pontos: 1 a 0).',
        );
        await speak('en');
        expect(describeResult('trench', { status: 'x', why: 'repetition', count: 3, score: [1, 0] })).toBe(
            'Win: black (the same position for the third time; points are counted: 1 to 0).',
        );
        expect(describeResult('pretoa', { status: 'draw', why: 'quiet', count: 60 })).toBe(
            'Draw (60 moves without a capture).',
        );
        expect(whyOf('pretoa', { why: 'repetition', count: 11 })).toBe('the same position for the 11th time');
    });

    it('of a game kept before there were counts reads as before', async () => {
        await speak('pt');
        expect(describeResult('pretoa', { status: 'draw', why: 'repetition' })).toBe(
            'Empate (a mesma posição pela terceira vez).',
        );
        expect(describeResult('pretoa', { status: 'draw', why: 'agreement' })).toBe('Empate (acordo).');
    });
});

describe('an armistice', () => {
    it('says what it comes to', async () => {
        await speak('pt');
        expect(meaning('trench', standing({ score: [2, 0], settled: 'x' }))).toBe(
            'os pontos são contados agora. Pretas 2, brancas 0: vitória das pretas.',
        );
        expect(meaning('trench', standing({ score: [3, 3] }))).toBe(
            'os pontos são contados agora. Pretas 3, brancas 3: empate.',
        );
        expect(meaning('pretoa', standing())).toBe('');
        await speak('en');
        expect(meaning('trench', standing({ score: [1, 4], settled: 'o' }))).toBe(
            'points are counted now. Black 1, White 4: White wins.',
        );
    });
});

describe('what players agree on', () => {
    it('is kept only where it differs', () => {
        expect(differing(usual, undefined)).toBeUndefined();
        expect(differing(usual, { repetitions: 3, quietPlies: 60 })).toBeUndefined();
        expect(differing(usual, { repetitions: 0, byAgreement: true })).toEqual({ repetitions: 0 });
        expect(inForce(usual, { repetitions: 0 })).toEqual({ ...usual, repetitions: 0 });
        expect(inForce(usual, undefined)).toEqual(usual);
        expect(inForce(usual, false)).toEqual({
            repetitions: 0,
            quietPlies: 0,
            byAgreement: true,
            insufficient: false,
        });
    });

    it('is only what the game has', () => {
        expect(partsOf(usual)).toEqual(['repetitions', 'quietPlies', 'insufficient', 'byAgreement']);
        expect(partsOf({ ...usual, insufficient: false })).not.toContain('insufficient');
        const never = { repetitions: 0, quietPlies: 0, byAgreement: false, insufficient: false };
        expect(partsOf(never)).toEqual([]);
    });

    it('offers what is usual and what is in force, off last', () => {
        expect(choicesOf('quietPlies', 60, 60)).toEqual([50, 60, 100, 200, 0]);
        expect(choicesOf('quietPlies', 60, 33)).toEqual([33, 50, 60, 100, 200, 0]);
        expect(choicesOf('repetitions', 3, 0)).toEqual([3, 4, 5, 0]);
    });

    it('is told in sentences', async () => {
        await speak('pt');
        expect(sentencesInForce('pretoa', usual, { repetitions: 0, byAgreement: false })).toEqual([
            'Uma posição pode se repetir sem limite.',
            'Depois de 60 lances seguidos sem captura, a partida empata.',
            'Quando nenhum dos lados pode mais capturar todas as peças, a partida empata.',
            'Ninguém pode propor empate.',
        ]);
        await speak('en');
        expect(
            sentencesInForce(
                'trench',
                { repetitions: 3, quietPlies: 100, byAgreement: true, insufficient: false },
                undefined,
            ),
        ).toEqual([
            'When the same position occurs for the third time, the game ends and points are counted.',
            'After 100 moves in a row without a capture, the game ends and points are counted.',
            'Both sides may agree on an armistice: points are counted.',
        ]);
    });
});

describe('lots', () => {
    const never = () => {
        throw new Error('nobody drew lots');
    };
    const gives = (...numbers: number[]) => {
        const rest = [...numbers];
        return (below: number) => {
            const number = rest.shift()!;
            expect(number).toBeLessThan(below);
            return number;
        };
    };

    it('are drawn in every game unless somebody says otherwise', () => {
        for (const game of ['trilha', 'abalone', 'trench', 'niout', 'policiais', 'pretoa'] as const)
            expect(habitOf(game).first).toBe('lot');
        expect(habitOf('trilha').colour).toBe('lot');
        expect(habitOf('pretoa').colour).toBeUndefined();
    });

    it('decide who begins', () => {
        expect(seated(['me', 'you'], { first: 'lot' }, gives(0))).toEqual({
            seats: ['me', 'you'],
            mine: 0,
            lot: true,
        });
        expect(seated(['me', 'you'], { first: 'lot' }, gives(1))).toEqual({
            seats: ['you', 'me'],
            mine: 1,
            lot: true,
        });
        expect(seated(['me', 'b', 'c', 'd'], { first: 'lot' }, gives(3)).seats).toEqual([
            'b',
            'c',
            'd',
            'me',
        ]);
        expect(seated(['me', 'you'], { first: 'other' }, never)).toEqual({
            seats: ['you', 'me'],
            mine: 1,
            lot: false,
        });
    });

    it('decide the colour apart from that', () => {
        const colours = (first: 'me' | 'other' | 'lot', colour: 'lot' | 0 | 1, ...drawn: number[]) =>
            seated(['me', 'you'], { first, colour }, gives(...drawn)).colours;
        expect(colours('me', 0)).toBeUndefined();
        expect(colours('me', 1)).toEqual([1, 0]);
        expect(colours('other', 0)).toEqual([1, 0]);
        expect(colours('other', 1)).toBeUndefined();
        expect(colours('lot', 'lot', 0, 1)).toEqual([1, 0]);
        expect(colours('lot', 'lot', 1, 1)).toBeUndefined();
        expect(coloursWith(0, 0)).toBeUndefined();
    });

    it('both fall either way', () => {
        const seen = new Set(
            Array.from({ length: 200 }, () => {
                const { mine, colours } = seated(['me', 'you'], { first: 'lot', colour: 'lot' });
                return `${mine}${colourOf(colours, mine)}`;
            }),
        );
        expect([...seen].sort()).toEqual(['00', '01', '10', '11']);
    });

    it('are told to whoever had them drawn', async () => {
        const kept = (more: Partial<KeptGame>): KeptGame => ({
            id: 'k',
            game: 'trilha',
            settings: {},
            moves: [],
            seats: ['person', 'level:3'],
            begun: 0,
            changed: 0,
            ...more,
        });
        await speak('pt');
        expect(describeLot(kept({}))).toBe('');
        expect(describeLot(kept({ lot: 0, colours: [1, 0] }))).toBe(
            'Sorteio: você começa, com as vermelhas.',
        );
        expect(describeLot(kept({ lot: 1, seats: ['level:3', 'person'] }))).toBe(
            'Sorteio: o computador começa, com as amarelas; você joga com as vermelhas.',
        );
        expect(describeLot(kept({ lot: 1, seats: ['person', 'person'], colours: [1, 0] }))).toBe(
            'Sorteio: o amigo começa, com as vermelhas; quem segura o aparelho joga com as amarelas.',
        );
        expect(describeLot(kept({ game: 'niout', lot: 2, seats: ['level:1', 'level:1', 'person'] }))).toBe(
            'Sorteio: o amarelo começa; você joga com o verde.',
        );
        await speak('en');
        expect(describeLot(kept({ lot: 0, colours: [1, 0] }))).toBe('The lot: you begin, with red.');
        const ana = { name: 'Ana', colours: [1, 0] };
        expect(describeOpening('trilha', { ...ana, mine: 1, lot: false })).toBe('Ana begins, with red.');
        expect(describeOpening('trilha', { ...ana, mine: 1, lot: true })).toBe(
            'The lot: Ana begins, with red; you play yellow.',
        );
        expect(describeOpening('trilha', { ...ana, mine: 0, lot: false })).toBe('You begin, with red.');
    });

    it('and choices are kept with the game; once more, the other one begins', () => {
        const habit = { ...habitOf('trilha'), first: 'me' as const, colour: 1 as const };
        const game = begin('trilha', { ...habit, arbiter: { repetitions: 0 }, clock: '5+3' });
        expect(game).toMatchObject({
            colours: [1, 0],
            arbiter: { repetitions: 0 },
            seats: ['person', 'level:3'],
        });
        expect(game.lot).toBeUndefined();
        const next = again({ ...game, clock: { ...game.clock!, left: [1, 2] } });
        expect(next).toMatchObject({
            colours: [1, 0],
            arbiter: { repetitions: 0 },
            seats: ['level:3', 'person'],
            clock: { initial: 300_000, increment: 3000, left: [300_000, 300_000] },
        });
        expect(next.id).not.toBe(game.id);
        expect(again({ ...game, colours: undefined }).colours).toBeUndefined();
    });
});

describe('colours', () => {
    const colours = [1, 0];
    const rules = { game: 'trilha' as const, settings: { preset: 'recomendada' } };

    it('give names and results', async () => {
        await speak('pt');
        expect(sideName('trilha', 0, colours)).toBe('vermelhas');
        expect(sideName('trilha', 0)).toBe('amarelas');
        expect(describeResult('trilha', { status: 'x', why: 'blocked' }, colours)).toBe(
            'Vitória: vermelhas (bloqueio).',
        );
    });

    it('turn a position over, with its turn, its men and what is beside it', () => {
        const position = positionOf(rules);
        const seen = coloured(position, colours);
        expect(coloured(position, undefined)).toBe(position);
        expect(seen.turn).toBe(1);
        expect(seen.men.map((man) => man.player)).toEqual(position.men.map((man) => 1 - man.player));
        expect(coloured(seen, colours)).toEqual(position);
    });

    it('turn what moves do over, and nothing else of them', () => {
        const match = ask<Match>({ verb: 'match', ...rules, played: ['d2', 'f4'] });
        const seen = colouredMoves(match.moves, colours);
        expect(seen.map(({ move, gestures }) => [move, gestures])).toEqual(
            match.moves.map(({ move, gestures }) => [move, gestures]),
        );
        expect(seen[0]!.effects[0]!.player).toBe(1);
        expect(colouredEffects(seen[0]!.effects, colours)).toEqual(match.moves[0]!.effects);
        expect(colouredMoves(match.moves, undefined)).toBe(match.moves);
    });
});
