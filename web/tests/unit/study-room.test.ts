// Studies and positions set up by hand, with the core itself behind them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tables } from '../../src/core/tables';
import { core } from '../../src/core/core';
import { gameIds, type GameId, type Match, type Position, type Rules } from '../../src/core/types';
import { valuesOf } from '../../src/study/exact';
import { Setup, beside, touched } from '../../src/study/setup.svelte';
import { Study, draft, emptyStudy, ofGame, ofRecord, readRecord } from '../../src/study/study.svelte';

vi.mock('../../src/core/core', async () => {
    const { Module } = await import('../../src/core/module');
    class Refused extends Error {
        constructor(readonly error: { key: string }) {
            super(error.key);
        }
    }
    const wasm = process.env.TAVOLA_WASM ?? resolve(import.meta.dirname, '../../../build/wasm/tavola.wasm');
    const module = Module.start(await WebAssembly.compile(readFileSync(wasm)));
    const ask = async (question: object) => {
        const answer = JSON.parse((await module).answer(JSON.stringify(question)));
        if (answer.error) throw new Refused(answer.error);
        return answer;
    };
    return {
        Refused,
        core: {
            ask,
            board: (rules: Rules) => ask({ verb: 'board', ...rules }),
            position: (rules: Rules, position?: string) =>
                ask({ verb: 'show', ...rules, ...(position ? { position } : {}) }),
        },
    };
});

const trilha: Rules = { game: 'trilha', settings: { preset: 'internacional' } };

describe('a study', () => {
    const words = (study: Study) => study.tree.line().map((node) => node.word);
    let study: Study;
    beforeEach(async () => {
        study = new Study(emptyStudy(trilha));
        await study.load();
        await study.play(['d2', 'f4', 'd6']);
    });

    it('plays on, and another move earlier makes a variation', async () => {
        expect(study.position!.position).toMatch(/ o 7 8 0$/);
        await study.back();
        await study.play('b4');
        expect(words(study)).toEqual(['d2', 'f4', 'd6']);
        expect(study.tree.words(study.current)).toEqual(['d2', 'f4', 'b4']);
        study.promote();
        expect(words(study)).toEqual(['d2', 'f4', 'b4']);
        expect(study.stepAt(study.current)).toMatchObject({ move: 'b4', mover: 0 });
        expect(study.animated).toMatchObject([{ kind: 'place' }]);
    });

    it('keeps nothing of what cannot be played', async () => {
        await expect(study.play(['a1', 'a1'])).rejects.toThrow('error.move.illegal');
        expect(words(study)).toEqual(['d2', 'f4', 'd6']);
        expect(study.current.word).toBe('d6');
    });

    it('is written as a record and read again, notes and all', async () => {
        study.comment('  a } comment \\ ');
        study.mark(3);
        await study.back();
        await study.play(['b4', 'f6']);
        const text = await study.text();
        expect(text).toContain('[Rules "preset=internacional"]');
        expect(text).toContain('2. d6 $3 {a \\} comment \\\\} (2. b4 f6)');
        const again = new Study(ofRecord(await readRecord(text)));
        await again.load();
        expect(await again.text()).toBe(text);
        expect(again.current.word).toBe('d6');
        expect(draft()).toMatchObject({ source: '' });
        expect((await readRecord(draft()!.text)).text).toBe(text);
    });

    it('brings back what was removed', async () => {
        await study.back();
        await study.remove();
        expect(words(study)).toEqual(['d2']);
        await study.restore();
        expect(words(study)).toEqual(['d2', 'f4', 'd6']);
        expect(study.current.word).toBe('f4');
        expect(study.removed).toBeUndefined();
    });

    it('takes one judgement of a move', () => {
        study.mark(1);
        study.mark(4);
        expect(study.current.glyphs).toEqual([4]);
        study.mark(0);
        expect(study.current.glyphs).toEqual([]);
    });

    it('keeps colours and what was agreed on, and tells its end with that count', async () => {
        const kept = {
            id: 'c',
            ...trilha,
            arbiter: { repetitions: 4 },
            colours: [1, 0],
            moves: ['d2', 'f4'],
            seats: ['person' as const, 'person' as const],
            result: { status: 'draw', why: 'repetition', count: 4 },
            begun: 0,
            changed: 0,
        };
        const game = new Study(await ofGame(kept, []));
        await game.load();
        expect(game.colours).toEqual([1, 0]);
        expect(game.result).toEqual(kept.result);
        const text = await game.text();
        expect(text).toContain('[Arbiter "repetitions=4"]');
        expect(text).toContain('[Colours "2 1"]');
        const again = ofRecord(await readRecord(text));
        expect(again.colours).toEqual([1, 0]);
        expect(again.arbiter).toMatchObject({ repetitions: 4 });
    });

    it('tells the result of a kept game while its line is as it was', async () => {
        const kept = {
            id: 'k',
            ...trilha,
            moves: ['d2', 'f4'],
            seats: ['person' as const, 'level:3' as const],
            result: { status: 'x', why: 'resignation' },
            begun: Date.UTC(2026, 10, 15, 12),
            changed: 0,
        };
        const game = new Study(await ofGame(kept, ['Inês', 'computador']));
        await game.load();
        expect(game.result).toEqual(kept.result);
        const text = await game.text();
        expect(text).toContain('[X "Inês"]');
        expect(text).toContain('[Date "2026.11.15"]');
        expect(text).toContain('[Ending "resignation"]');
        expect(text.trimEnd()).toMatch(/1\. d2 f4 x$/);
        await game.back();
        expect(game.result).toBeUndefined();
        await game.show(game.tree.end());
        await game.play('d6');
        expect(game.result).toBeUndefined();
        expect((await game.text()).trimEnd()).toMatch(/2\. d6 \*$/);
        // What was tried is there when the game is opened again.
        const again = await ofGame(kept, []);
        expect(again.tree.words(again.tree.end())).toEqual(['d2', 'f4', 'd6']);
        expect((await ofGame({ ...kept, moves: ['a1'] }, [])).tree.line()).toHaveLength(1);
    });
});

describe('a position set up by hand', () => {
    const settle = () => new Promise((done) => setTimeout(done));
    const open = async (game: GameId, settings = {}) => {
        const rules = { game, settings };
        const start = await core.position(rules);
        const setup = new Setup(rules, await core.board(rules), start, start);
        await settle();
        return { setup, start };
    };

    it.each(gameIds)('%s: the start, man by man, is the start', async (game) => {
        const { setup, start } = await open(game);
        expect(setup.error).toBeUndefined();
        expect(setup.composed!.position).toBe(start.position);
        setup.clear();
        for (const man of start.men) {
            if (man.beside === 'hand') setup.set('hand', man.player, man.count);
            if (!man.cell) continue;
            setup.tool = { player: man.player, rank: man.rank };
            setup.touch(man.cell);
        }
        await settle();
        expect(setup.composed?.position).toBe(start.position);
    });

    it('says why there cannot be such a position', async () => {
        const { setup } = await open('pretoa');
        setup.clear();
        await settle();
        expect(setup.composed).toBeUndefined();
        expect(setup.error!.key).toMatch(/^error\./);
        await setup.read('nonsense');
        expect(setup.error!.what).toBe('position');
        await setup.read(' xx..../....../....oo/. o ');
        await settle();
        expect(setup.error).toBeUndefined();
        expect(setup.composed!.position).toBe('xx..../....../....oo/. o');
        expect(setup.turn).toBe(1);
    });

    it('Niout: horses that are nowhere else have not set out; a throw may lie', async () => {
        const { setup } = await open('niout');
        setup.tool = { player: 0, rank: 0 };
        setup.touch('5');
        setup.touch('5');
        setup.set('home', 1, 1);
        setup.dice = 'kul';
        await setup.judge();
        expect(setup.composed).toMatchObject({ dice: false, turn: 0 });
        expect(setup.composed!.position).toMatch(/3$/);
        expect(setup.men).toContainEqual({ beside: 'hand', player: 0, rank: 0, count: 2 });
        expect(setup.men).toContainEqual({ beside: 'hand', player: 1, rank: 0, count: 3 });
        const other = new Setup(setup.rules, setup.board, await core.position(setup.rules), setup.composed!);
        expect(other.dice).toBe('kul');
    });

    it('a touch puts, adds and takes away', () => {
        const yellow = { player: 0, rank: 0 };
        const one = touched([], 'a1', yellow, 1);
        expect(one).toEqual([{ cell: 'a1', ...yellow, count: 1 }]);
        expect(touched(one, 'a1', yellow, 1)).toEqual([]);
        expect(touched(one, 'a1', yellow, 4)).toEqual([{ cell: 'a1', ...yellow, count: 2 }]);
        expect(touched(one, 'a1', { player: 1, rank: 0 }, 4)).toMatchObject([{ player: 1, count: 1 }]);
        expect(touched(one, 'a1', null, 1)).toEqual([]);
        expect(beside(one, 'hand', 1, 0)).toEqual(one);
    });
});

describe('exact values of moves', () => {
    const rules: Rules = { game: 'pretoa', settings: {} };
    const apply = (position: string, word: string) =>
        core.ask<Position>({ verb: 'apply', ...rules, position, moves: [word] });
    const at = (of: Rules, start: string) =>
        core.ask<Match>({ verb: 'match', ...of, start, played: [], arbiter: false });

    it('are told to the one who moves; a win on the spot needs no table', async () => {
        const match = await at(rules, 'x.o.../....../....../. x');
        const winning = match.moves.filter((move) => move.effects.some(({ kind }) => kind === 'capture'));
        const tables = { any: async () => true, probe: async () => ({ endsIn: 7 }) } as unknown as Tables;
        const { own, moves } = await valuesOf(tables, apply, rules, match);
        expect(own).toMatchObject({ player: 0, outcome: 'win', plies: 7 });
        expect(moves.size).toBe(match.moves.length);
        for (const { move } of match.moves)
            expect(moves.get(move)).toMatchObject(
                winning.some((one) => one.move === move)
                    ? { outcome: 'win', plies: 1 }
                    : { outcome: 'loss', plies: 8 },
            );
    });

    it('are nothing without tables', async () => {
        const tables = { any: async () => false } as unknown as Tables;
        const { own, moves } = await valuesOf(
            tables,
            apply,
            rules,
            await at(rules, 'xx..../....../....oo/. x'),
        );
        expect(own).toBeUndefined();
        expect(moves.size).toBe(0);
    });

    it('Niout: after a throw the best move tells what the position is worth', async () => {
        const niout: Rules = { game: 'niout', settings: {} };
        const match = await at(niout, '0*2,3,5|0*4 1 2');
        expect(match.moves.length).toBeGreaterThan(1);
        let asked = 0;
        const tables = {
            any: async () => true,
            probe: async (_: Rules, position: string) =>
                position === match.position ? undefined : { chance: 0.4 + 0.01 * ++asked },
        } as unknown as Tables;
        const throwing = (position: string, word: string) =>
            core.ask<Position>({ verb: 'apply', ...niout, position, moves: [word] });
        const { own, moves } = await valuesOf(tables, throwing, niout, match);
        const shares = [...moves.values()].map(({ share }) => share);
        expect(own!.share).toBe(Math.max(...shares));
        // The other one throws next: his chance is what is left.
        expect(own!.share).toBeCloseTo(1 - 0.41);
    });
});
