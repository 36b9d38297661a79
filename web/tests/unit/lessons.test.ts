// The courses against the real core: every position is one, every right move is legal, every claim holds, and every
// sentence is there in both languages.
import { describe, expect, it } from 'vitest';
import {
    type GameInfo,
    type Move,
    type Position,
    type Settings,
    type Topology,
    gameIds,
} from '../../src/core/types';
import { lessonOf, wordsOf, wordsOfRoom } from '../../src/lessons';
import { accepts, stepsOf } from '../../src/lessons/lesson';
import type { Lesson, Step, Turn } from '../../src/lessons/types';
import { ask } from './core';

const { games } = ask<{ games: GameInfo[] }>({ verb: 'games' });
const lessons = new Map(await Promise.all(gameIds.map(async (id) => [id, await lessonOf(id)] as const)));

/** The settings in full: the defaults, the preset, and what is said besides. */
function inForce(info: GameInfo, { preset, ...said }: Settings): Settings {
    const defaults = Object.fromEntries(info.options.map((option) => [option.key, option.default]));
    return { ...defaults, ...info.presets.find(({ name }) => name === preset)?.settings, ...said };
}

/** A game that a step is played in. */
class Table {
    constructor(
        private readonly lesson: Lesson,
        private readonly step: Step,
    ) {}
    private ask<T>(verb: string, position?: string, more: object = {}): T {
        const { game } = this.lesson;
        return ask<T>({
            verb,
            game,
            settings: this.step.settings,
            ...(position ? { position } : {}),
            ...more,
        });
    }
    show = (position?: string) => this.ask<Position>('show', position);
    moves = (position: string) => this.ask<{ moves: Move[] }>('moves', position).moves;
    apply = (position: string, word: string) =>
        this.ask<Position>('apply', position, { moves: [word] }).position;
    board = () => this.ask<Topology>('board');

    /** Where the reader goes on, for every right move and the answers to it. */
    after(turn: Turn, position: string): string[] {
        const reader = this.show(position).turn;
        return this.moves(position)
            .filter((move) => accepts(turn.accept, move))
            .map((move) => {
                let now = this.show(this.apply(position, move.move));
                if (!turn.reply) return now.position;
                expect(now.turn, `${move.move}: somebody else answers`).not.toBe(reader);
                while (now.status === 'ongoing' && now.turn !== reader) {
                    const legal = this.moves(now.position).map(({ move }) => move);
                    const word = turn.reply.find((word) => legal.includes(word));
                    expect(word, `an answer in ${now.position}, among ${legal}`).toBeDefined();
                    now = this.show(this.apply(now.position, word!));
                }
                return now.position;
            });
    }
}

const unique = (words: readonly string[]) => expect(new Set(words).size, words.join(' ')).toBe(words.length);

describe.each([...lessons])('%s', (game, lesson) => {
    const info = games.find(({ id }) => id === game)!;
    const steps = stepsOf(lesson);

    it('names everything once', () => {
        expect(lesson.game).toBe(game);
        unique(steps.map((step) => step.id));
        unique(lesson.chapters.map((chapter) => chapter.id));
    });

    it('ends with a game to play', () => {
        expect(steps.filter((step) => step.play)).toEqual(steps.slice(-1));
        for (const settings of steps.at(-1)!.play!) ask({ verb: 'start', game, settings });
    });

    it('explains every option, and each of its words that is not the default', () => {
        for (const { key, values, default: usual } of info.options) {
            const about = steps.filter((step) => step.about?.includes(key));
            const shown = new Set(about.map((step) => inForce(info, step.settings)[key]));
            expect(about.length, key).toBeGreaterThan(0);
            const words = values.filter((value) => value !== usual && !/^\d+$/.test(value));
            expect(
                words.filter((value) => !shown.has(value)),
                key,
            ).toEqual([]);
        }
        const known = info.options.map((option) => option.key);
        for (const step of steps) expect(known).toEqual(expect.arrayContaining([...(step.about ?? [])]));
    });

    it('offers every preset', () => {
        const offered = steps.at(-1)!.play!.map((settings) => settings.preset);
        expect(offered).toEqual(expect.arrayContaining(info.presets.map((preset) => preset.name)));
    });

    it.each(steps.map((step) => [step.id, step] as const))('%s holds', (_, step) => {
        const table = new Table(lesson, step);
        const start = table.show(step.position);
        if (step.position) expect(start.position).toBe(step.position);

        const cells = table.board().cells.map((cell) => cell.name);
        expect(cells).toEqual(expect.arrayContaining([...(step.marks ?? []), ...(step.arrows ?? []).flat()]));

        const legal = table.moves(start.position).map(({ move }) => move);
        expect(legal.filter((word) => step.illegal?.includes(word))).toEqual([]);

        let positions = [start.position];
        for (const turn of step.line ?? []) {
            for (const position of positions) {
                const moves = table.moves(position);
                const right = moves.filter((move) => accepts(turn.accept, move)).map(({ move }) => move);
                expect(right.length, `a right move in ${position}`).toBeGreaterThan(0);
                if (Array.isArray(turn.accept)) expect([...turn.accept].sort()).toEqual([...right].sort());
                // Throws are not chosen, so whatever else could fall is no other way to play.
                const all = right.length === moves.length || moves.some(({ sixteenths }) => sixteenths);
                expect(all, `only ${right} of ${moves.length} in ${position}`).toBe(turn.only ?? false);
            }
            positions = [...new Set(positions.flatMap((position) => table.after(turn, position)))];
        }
        for (const position of positions) expect(table.show(position).status).toBe(step.ends ?? 'ongoing');
    });

    /** The keys that the pages ask for. */
    const keys = [
        ...lesson.chapters.map((chapter) => `chapter.${chapter.id}`),
        ...steps.flatMap((step) => [
            `${step.id}.title`,
            `${step.id}.text`,
            ...(step.line ?? []).map((_, turn) => `${step.id}.task${turn ? `.${turn + 1}` : ''}`),
            ...(step.line ? [`${step.id}.done`] : []),
            ...(step.line?.some((turn) => !turn.only) ? [`${step.id}.else`] : []),
        ]),
    ].map((key) => `lesson.${game}.${key}`);

    it.each(['pt', 'en'] as const)('names its games to play in %s', async (language) => {
        const words = await wordsOfRoom(language);
        for (const { preset, ...settings } of steps.at(-1)!.play!) {
            const options = Object.entries(settings).map(([key, value]) => `.${key}.${value}`);
            if (!preset || options.length > 0)
                for (const option of options.length > 0 ? options : [''])
                    expect(words[`learn.rules.${game}${option}`], option).toBeDefined();
        }
    });

    it.each(['pt', 'en'] as const)('takes the numbers of the arbiter from him, in %s', async (language) => {
        const text = Object.values(await wordsOf(game, language)).join('\n');
        const holes = [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
        const { quietPlies, repetitions } = info.arbiter;
        expect(holes).toEqual(quietPlies && repetitions ? ['{quietPlies}', '{repetitions}'] : []);
        if (quietPlies) expect(text).not.toMatch(new RegExp(`\\b${quietPlies} (lances|moves)`));
    });

    it.each(['pt', 'en'] as const)('has its words in %s, and no others', async (language) => {
        const words = await wordsOf(game, language);
        expect(Object.keys(words).sort()).toEqual([...keys].sort());
        for (const [key, sentence] of Object.entries(words)) expect(sentence.trim(), key).toMatch(/./);
    });
});

describe('what the words claim besides', () => {
    const table = (game: (typeof gameIds)[number], id: string) => {
        const lesson = lessons.get(game)!;
        const step = stepsOf(lesson).find((step) => step.id === id)!;
        return { step, table: new Table(lesson, step), position: step.position! };
    };
    const does = (move: Move, kind: string) => move.effects.some((effect) => effect.kind === kind);
    /** What the other side could play if it were its turn. */
    const others = (game: (typeof gameIds)[number], id: string) => {
        const { table: board, position } = table(game, id);
        return board.moves(position.replace(' x', ' o'));
    };

    it('Trilha: red has one way out before it is blocked', () => {
        for (const id of ['blocked', 'blocked-draw'])
            expect(others('trilha', id).map(({ move }) => move)).toEqual(['a4-a1']);
    });

    it('Trilha: red cannot fill the hole in an opened mill', () => {
        const { table: board, position } = table('trilha', 'slide');
        for (const [word, hole] of [
            ['d7-d6', 'd7'],
            ['g7-g4', 'g7'],
        ] as const) {
            const replies = board.moves(board.apply(position, word)).map(({ move }) => move);
            expect(replies.length, word).toBeGreaterThan(0);
            expect(replies.filter((reply) => reply.includes(`-${hole}`))).toEqual([]);
        }
    });

    it('Abalone: one of the four marked balls can be pushed', () => {
        const { table: board, position } = table('abalone', 'impossible');
        expect(board.moves(position).filter((move) => does(move, 'push'))).toHaveLength(1);
    });

    it('Trench: the last answer makes it 25 to 23; before the armistice nobody can capture', () => {
        const { step, table: board, position } = table('trench', 'equal');
        expect(board.after(step.line![0]!, position).map((end) => end.split(' ').slice(2))).toEqual([
            ['25', '23'],
        ]);
        const rest = table('trench', 'armistice');
        const all = [...rest.table.moves(rest.position), ...others('trench', 'armistice')];
        expect(all.filter((move) => does(move, 'capture'))).toEqual([]);
    });

    it('Policiais and Pretoa: the first man in the centre can be captured; a last way out is a jump', () => {
        for (const game of ['policiais', 'pretoa'] as const) {
            const { table: board } = table(game, 'start');
            const start = board.show().position;
            for (const { move } of board.moves(start))
                expect(board.moves(board.apply(start, move)).some((reply) => does(reply, 'capture'))).toBe(
                    true,
                );
        }
        expect(others('policiais', 'blocked').map(({ move }) => move)).toEqual(['g5xg3xe3']);
        expect(others('pretoa', 'blocked').map(({ move }) => move)).toEqual(['a1xc1xc3']);
    });

    it('Policiais and Pretoa: the figure of a draw is one, whatever anybody plays', () => {
        for (const game of ['policiais', 'pretoa'] as const) {
            const { table: board, position } = table(game, 'draw');
            const next = new Map<string, string[]>();
            for (const queue = [position]; queue.length > 0;) {
                const here = queue.pop()!;
                if (next.has(here)) continue;
                next.set(
                    here,
                    board.moves(here).map(({ move }) => board.apply(here, move)),
                );
                queue.push(...next.get(here)!);
            }
            // Lost: nothing to play, or every move gives the other side a won position; won: some move gives it a
            // lost one. What is neither, when nothing changes any more, is drawn.
            const won = new Set<string>();
            const lost = new Set<string>();
            for (let known = -1; known !== won.size + lost.size;) {
                known = won.size + lost.size;
                for (const [here, there] of next) {
                    if (there.some((position) => lost.has(position))) won.add(here);
                    else if (there.every((position) => won.has(position))) lost.add(here);
                }
            }
            expect(lost.size, 'somebody can lose somewhere').toBeGreaterThan(0);
            expect(won.has(position) || lost.has(position)).toBe(false);
        }
    });
});
