// Motion ends where the rules say, whatever interrupts it.
import { describe, expect, test } from 'vitest';
import type { Effect, Standing } from '../../src/core/types';
import { layoutOf } from '../../src/board/layout';
import { beatTime, circleBetween, onTheWay, Stage, throwTime, type Scene } from '../../src/board/motion';
import { applied, carriedBy, playersOf, sameMen, scoreOf, throwOf, underway } from '../../src/board/picture';
import { matching } from '../../src/board/state';
import { heapsOf, tableOf } from '../../src/board/trays';
import { after, boardOf, movesOf, positionOf, positionsOf, spread, tables } from './core';

/** A stage whose time goes only when told to. */
function stageOf(game: (typeof tables)[number]['game'], still = false) {
    let now = 0;
    let ticks = new Map<number, () => void>();
    let ids = 0;
    const heard: Effect['kind'][] = [];
    const seen: { scene: Scene; progress: number } = {
        scene: { men: [], movers: [], before: [], after: [], tumbling: null },
        progress: 0,
    };
    const stage = new Stage(
        {
            game: () => game,
            scene: (scene) => (seen.scene = scene),
            frame: (progress) => (seen.progress = progress),
            sound: (kind) => heard.push(kind),
            still: () => still,
        },
        {
            now: () => now,
            ask: (tick) => {
                ticks.set(++ids, tick);
                return ids;
            },
            drop: (id) => ticks.delete(id),
        },
    );
    const pass = (time: number) => {
        for (const end = now + time; now < end;) {
            now = Math.min(end, now + 16);
            const due = ticks;
            ticks = new Map();
            for (const tick of due.values()) tick();
        }
    };
    const count = (men: readonly Standing[]) => men.reduce((sum, man) => sum + man.count, 0);
    /** How many men are to be seen, still or under way. */
    const total = () =>
        count(seen.scene.men) + seen.scene.movers.reduce((sum, mover) => sum + mover.count, 0);
    return { stage, seen, heard, pass, total, count };
}
const long = 32 * beatTime + throwTime;

describe.each(tables)('$game $settings', (of) => {
    const positions = spread(positionsOf(of, 6, 150), 25).map((text) => positionOf(of, text));
    const all = positions.flatMap((position) =>
        spread(movesOf(of, position.position), 12).map((move) => ({
            position,
            move,
            next: after(of, position.position, move.move),
        })),
    );

    test('effects lead from one picture to the next', () => {
        expect(all.length).toBeGreaterThan(50);
        for (const { position, move, next } of all)
            expect(sameMen(applied(position.men, move.effects) ?? [], next.men)).toBe(true);
    });

    test('a move is seen to its end, and every man all the time', () => {
        for (const { position, move, next } of all) {
            const { stage, seen, heard, pass, total, count } = stageOf(of.game);
            stage.stand(position.men);
            stage.next(next.men, move.effects);
            while (stage.moving) {
                expect(total()).toBe(count(position.men));
                pass(70);
            }
            expect(sameMen(seen.scene.men, next.men)).toBe(true);
            expect(new Set(heard)).toEqual(new Set(move.effects.map(({ kind }) => kind)));
        }
    });

    test('interrupted by another position, it stands there', () => {
        for (const [i, { position, move, next }] of all.entries()) {
            const { stage, seen, pass } = stageOf(of.game);
            stage.stand(position.men);
            stage.next(next.men, move.effects);
            pass((i * 37) % 900);
            const further = movesOf(of, next.position)[0];
            if (further && i % 2) {
                const then = after(of, next.position, further.move);
                stage.next(then.men, further.effects);
                pass(long);
                expect(sameMen(seen.scene.men, then.men)).toBe(true);
            } else {
                stage.next(position.men, null);
                expect(seen.scene.men).toEqual(position.men);
            }
            expect(stage.moving).toBe(false);
        }
    });

    test('a move being made shows as far as it is sure, can be taken back, and is not seen twice', () => {
        for (const { position, move, next } of all) {
            const { stage, seen, heard, pass } = stageOf(of.game);
            stage.stand(position.men);
            const moves = movesOf(of, position.position);
            for (const gesture of move.gestures) {
                for (let touches = 1; touches < gesture.length; ++touches) {
                    const chosen = gesture.slice(0, touches);
                    stage.act(
                        underway(
                            matching(moves, chosen).map((left) => left.move),
                            chosen,
                        ),
                    );
                    pass(50);
                }
                if (gesture !== move.gestures.at(-1)) {
                    stage.act([]);
                    expect(seen.scene.men).toEqual(position.men);
                }
            }
            heard.length = 0;
            stage.act(move.effects);
            pass(30);
            stage.next(next.men, move.effects);
            pass(long);
            expect(sameMen(seen.scene.men, next.men)).toBe(true);
            expect(heard.length).toBeLessThanOrEqual(move.effects.length);
        }
    });

    test('with motion reduced it stands at once', () => {
        for (const { position, move, next } of all) {
            const { stage, seen } = stageOf(of.game, true);
            stage.stand(position.men);
            stage.next(next.men, move.effects);
            expect(stage.moving).toBe(false);
            expect(seen.scene.men).toEqual(next.men);
        }
    });

    test('effects of another position are not played', () => {
        const { position, move } = all[0]!;
        const { stage, seen } = stageOf(of.game);
        const last = positions.at(-1)!;
        stage.stand(position.men);
        stage.next(last.men, move.effects);
        expect([stage.moving, seen.scene.men]).toEqual([false, last.men]);
    });

    test('men beside the board lie in their trays, and no tray on another or on the board', () => {
        const board = boardOf(of);
        const layout = layoutOf(of.game, board);
        for (const narrow of [false, true]) {
            const players = playersOf(positions[0]!);
            const title = 60;
            const { view, trays, sticks } = tableOf(of.game, layout, {
                players,
                narrow,
                turned: false,
                title,
            });
            const boxes = [...trays, layout.bounds, ...(sticks ? [sticks] : [])];
            for (const [i, a] of boxes.entries()) {
                expect(a.x).toBeGreaterThanOrEqual(view.x);
                expect(a.y).toBeGreaterThanOrEqual(view.y);
                expect(a.x + a.width).toBeLessThanOrEqual(view.x + view.width);
                expect(a.y + a.height).toBeLessThanOrEqual(view.y + view.height);
                for (const b of boxes.slice(0, i))
                    expect(
                        a.x >= b.x + b.width ||
                            b.x >= a.x + a.width ||
                            a.y >= b.y + b.height ||
                            b.y >= a.y + a.height,
                    ).toBe(true);
            }
            for (const { men } of positions)
                for (const [player, box] of trays.entries())
                    for (const heap of heapsOf(men, player, box, layout.man, title))
                        for (const { x, y } of heap.places) {
                            expect(x - heap.radius).toBeGreaterThanOrEqual(box.x);
                            expect(x + heap.radius).toBeLessThanOrEqual(box.x + box.width);
                            expect(y - heap.radius).toBeGreaterThanOrEqual(box.y);
                            expect(y + heap.radius).toBeLessThanOrEqual(box.y + box.height);
                        }
        }
    });

    test('score and throw are those of the text', () => {
        for (const position of positions) {
            const fields = position.position.split(' ');
            if (of.game === 'trench')
                expect([scoreOf(position, 0), scoreOf(position, 1)]).toEqual(fields.slice(2).map(Number));
            // Abalone's text counts each side's own balls out.
            if (of.game === 'abalone')
                expect([scoreOf(position, 1), scoreOf(position, 0)]).toEqual(fields.slice(2).map(Number));
            if (of.game === 'niout')
                expect(throwOf(position)).toBe(position.dice ? null : Number(fields.at(-1)));
        }
    });
});

const at = (x: number, y: number) => ({ x, y });
const step = (kind: Effect['kind'], from: string, to: string): Effect => ({
    kind,
    player: 0,
    rank: 0,
    becomes: 0,
    count: 1,
    from: { cell: from },
    to: { cell: to },
});

describe('on the way', () => {
    test('it starts and ends at the right places', () => {
        for (const kind of ['slide', 'jump', 'fly', 'capture', 'push', 'place'] as const) {
            expect(onTheWay(kind, at(1, 2), at(9, -4), 0, 36)).toEqual(at(1, 2));
            expect(onTheWay(kind, at(1, 2), at(9, -4), 1, 36)).toEqual(at(9, -4));
        }
    });
    test('a jump rises, a slide keeps to the line', () => {
        expect(onTheWay('jump', at(0, 0), at(200, 0), 0.5, 36).y).toBeLessThan(-30);
        expect(onTheWay('slide', at(0, 0), at(200, 0), 0.5, 36)).toEqual(at(100, 0));
    });
    test('round a circle it keeps its distance from the middle', () => {
        const half = onTheWay('slide', at(100, 0), at(0, 100), 0.5, 36, at(0, 0));
        expect(Math.hypot(half.x, half.y)).toBeCloseTo(100);
        const board = boardOf({ game: 'pretoa', settings: {} });
        const layout = layoutOf('pretoa', board);
        expect(circleBetween(board, layout.at, 'a1', 'a2')).toBeDefined();
        expect(circleBetween(board, layout.at, 'a6', 'a1')).toBeDefined();
        expect(circleBetween(board, layout.at, 'a1', 'a3')).toBeUndefined();
        expect(circleBetween(board, layout.at, 'a1', 'b1')).toBeUndefined();
    });
});

describe('carried by hand', () => {
    const series = [step('jump', 'a', 'c'), step('capture', 'b', 'x'), step('jump', 'c', 'e')];
    test('the way to where it was dropped is done', () => {
        expect([...carriedBy(series, 'a', 'c')]).toEqual([0]);
        expect([...carriedBy(series, 'a', 'e')]).toEqual([0, 2]);
        expect([...carriedBy(series, 'c', 'e')]).toEqual([2]);
    });
    test('pointing at a place is not carrying there', () => {
        const row = [step('slide', 'c', 'd'), step('slide', 'b', 'c'), step('slide', 'a', 'b')];
        expect(carriedBy(row, 'a', 'd').size).toBe(0);
    });
    test('what was carried is not seen to move again', () => {
        const { stage, seen, pass } = stageOf('trilha');
        const men: Standing[] = [
            { cell: 'a', player: 0, rank: 0, count: 1 },
            { cell: 'z', player: 1, rank: 0, count: 1 },
        ];
        const effects = [
            step('slide', 'a', 'b'),
            { ...step('capture', 'z', ''), player: 1, to: { beside: 'taken' } as const },
        ];
        stage.stand(men);
        stage.act(effects, carriedBy(effects, 'a', 'b'));
        expect(seen.scene.men).toContainEqual({ cell: 'b', player: 0, rank: 0, count: 1 });
        expect(seen.scene.movers.map(({ kind }) => kind)).toEqual(['capture']);
        pass(beatTime + 20);
        expect(stage.moving).toBe(false);
    });
});
