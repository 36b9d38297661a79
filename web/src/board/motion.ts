// Motion tells what happened. The stage holds the men that stand still and those under way; it plays effects beat by
// beat, and whatever interrupts it, the men end where they belong.
import type { Effect, EffectKind, GameId, Standing, Topology } from '../core/types';
import { applied, changed, moves, sameMen, startsWith, type Moving } from './picture';
import type { Point } from './layout';

/** How long a beat is, in milliseconds; a throw of the sticks takes longer. */
export const beatTime = 200;
export const throwTime = 650;

/** Effects that happen together. */
export type Beat = { effect: Effect; carried: boolean }[];

const samePlace = (a: Effect['from'], b: Effect['from']) => !!a?.cell && a.cell === b?.cell;

/** What goes together: a row of marbles; a tandem; the captor and the captured, the jumper and the man below. */
function together(game: GameId, before: Effect, next: Effect): boolean {
    if (game === 'abalone') return true;
    if (!moves(before) || !moves(next)) return false;
    const alongside =
        samePlace(before.from, next.from) && (before.kind === next.kind || samePlace(before.to, next.to));
    const replaced = before.kind === 'capture' && samePlace(before.from, next.to);
    const jumped = before.kind === 'jump' && next.kind === 'capture';
    const sentBack = next.kind === 'capture' && samePlace(before.to, next.from);
    return alongside || replaced || jumped || sentBack;
}

export function beatsOf(
    game: GameId,
    effects: readonly Effect[],
    carried: ReadonlySet<number> = new Set(),
): Beat[] {
    const beats: Beat[] = [];
    for (const [i, effect] of effects.entries()) {
        const part = { effect, carried: carried.has(i) };
        const before = effects[i - 1];
        if (before && together(game, before, effect)) beats.at(-1)!.push(part);
        else beats.push([part]);
    }
    return beats;
}

export const ease = (t: number) => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);

/** Where a man is on his way. Sliders keep to the line, round a circle if `middle` is its middle; all others rise
 *  in an arc. */
export function onTheWay(
    kind: Effect['kind'],
    from: Point,
    to: Point,
    t: number,
    man: number,
    middle?: Point,
): Point {
    const s = ease(t);
    const between = (a: number, b: number) => a + (b - a) * s;
    if (kind === 'slide' || kind === 'push' || kind === 'home') {
        if (!middle) return { x: between(from.x, to.x), y: between(from.y, to.y) };
        const [a, b] = [polar(from, middle), polar(to, middle)];
        const turn = Math.atan2(Math.sin(b.angle - a.angle), Math.cos(b.angle - a.angle));
        const [radius, angle] = [between(a.radius, b.radius), a.angle + turn * s];
        return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
    }
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const lift = 4 * s * (1 - s) * Math.min(man * 1.3, far / 3);
    return { x: between(from.x, to.x), y: between(from.y, to.y) - lift };
}

const polar = (point: Point, middle: Point) => ({
    radius: Math.hypot(point.x - middle.x, point.y - middle.y),
    angle: Math.atan2(point.y - middle.y, point.x - middle.x),
});

/** The middle of the closed line on which two cells are neighbours. */
export function circleBetween(
    board: Topology,
    at: (cell: string) => Point,
    from?: string,
    to?: string,
): Point | undefined {
    if (from === undefined || to === undefined) return undefined;
    for (const { cells, closed } of board.lines) {
        if (!closed) continue;
        const apart = Math.abs(cells.indexOf(from) - cells.indexOf(to));
        if (!cells.includes(from) || !cells.includes(to) || (apart !== 1 && apart !== cells.length - 1))
            continue;
        const points = cells.map(at);
        const mean = (of: (point: Point) => number) =>
            points.reduce((sum, point) => sum + of(point), 0) / points.length;
        return { x: mean((point) => point.x), y: mean((point) => point.y) };
    }
    return undefined;
}

/** Men under way in the current beat: what the stand was before and will be after, for trays to say where from and
 *  where to. */
export interface Scene {
    men: readonly Standing[];
    movers: readonly Moving[];
    before: readonly Standing[];
    after: readonly Standing[];
    /** The sticks tumble, and will show this. */
    tumbling: number | null;
}

export interface Director {
    game(): GameId;
    /** Something else is to be seen. */
    scene(scene: Scene): void;
    /** The movers are so far on their way, 0 to 1. */
    frame(progress: number): void;
    sound(kind: EffectKind): void;
    /** No motion at all. */
    still(): boolean;
}

type Clock = { now(): number; ask(tick: () => void): number; drop(id: number): void };
const screen: Clock = {
    now: () => performance.now(),
    ask: (tick) => requestAnimationFrame(tick),
    drop: (id) => cancelAnimationFrame(id),
};

export class Stage {
    private base: readonly Standing[] = [];
    /** What has been begun on top of the base. */
    private begun: readonly Effect[] = [];
    private now: readonly Standing[] = [];
    private queue: Beat[] = [];
    private running: number | undefined;

    constructor(
        private readonly director: Director,
        private readonly clock: Clock = screen,
    ) {}

    get moving(): boolean {
        return this.running !== undefined;
    }

    /** The men stand so, at once. */
    stand(men: readonly Standing[]): void {
        this.base = men;
        this.begun = [];
        this.end();
    }

    /** A move under way on this position: what of it is to be seen. `carried` of them a hand has done already. */
    act(effects: readonly Effect[], carried: ReadonlySet<number> = new Set()): void {
        if (effects.length === this.begun.length && startsWith(effects, this.begun)) return;
        if (!startsWith(effects, this.begun)) {
            // Taken back.
            this.begun = effects;
            this.end();
            return;
        }
        const done = this.begun.length;
        if (done === 0) this.end();
        this.begun = effects;
        this.play(effects.slice(done), new Set([...carried].map((i) => i - done)));
    }

    /** The next position, with the effects that led to it; what is already begun of them goes on. */
    next(men: readonly Standing[], effects: readonly Effect[] | null): void {
        const sound = effects !== null && isResult(this.base, effects, men);
        if (!sound) {
            this.stand(men);
            return;
        }
        const done = startsWith(effects, this.begun) ? this.begun.length : 0;
        if (done === 0) {
            this.begun = [];
            this.end();
        }
        this.base = men;
        this.begun = [];
        this.play(effects.slice(done), new Set());
    }

    /** Whatever is under way has arrived. */
    end(): void {
        if (this.running !== undefined) this.clock.drop(this.running);
        this.running = undefined;
        this.queue = [];
        this.now = applied(this.base, this.begun) ?? this.base;
        this.director.scene(standing(this.now));
    }

    private play(effects: readonly Effect[], carried: ReadonlySet<number>): void {
        const beats = beatsOf(this.director.game(), effects, carried);
        if (this.director.still()) {
            this.hear(beats.flat());
            this.end();
            return;
        }
        this.queue.push(...beats);
        if (this.running === undefined) this.beat();
    }

    /** What happens together is heard once of each kind. */
    private hear(beat: Beat): void {
        for (const kind of new Set(beat.map(({ effect }) => effect.kind))) this.director.sound(kind);
    }

    private beat(): void {
        const beat = this.queue.shift();
        if (!beat) {
            this.end();
            return;
        }
        const before = this.now;
        let rest: readonly Standing[] | undefined = before;
        let men: readonly Standing[] | undefined = before;
        const movers: Moving[] = [];
        let tumbling: number | null = null;
        this.hear(beat);
        for (const { effect, carried } of beat) {
            if (effect.kind === 'dice') tumbling = effect.cells ?? null;
            if (!moves(effect)) continue;
            const { player, rank, becomes, count, from, to } = effect;
            rest = rest && changed(rest, from, player, rank, -count);
            men = men && applied(men, [effect]);
            if (carried) rest = rest && changed(rest, to, player, becomes, count);
            else movers.push(effect);
        }
        if (!rest || !men) {
            this.end();
            return;
        }
        this.now = men;
        if (movers.length === 0 && tumbling === null) {
            this.director.scene(standing(men));
            this.beat();
            return;
        }
        this.director.frame(0);
        this.director.scene({ men: rest, movers, before, after: men, tumbling });
        const [start, length] = [this.clock.now(), tumbling === null ? beatTime : throwTime];
        const tick = () => {
            const progress = Math.min(1, (this.clock.now() - start) / length);
            this.director.frame(progress);
            if (progress < 1) this.running = this.clock.ask(tick);
            else this.beat();
        };
        this.running = this.clock.ask(tick);
    }
}

export const standing = (men: readonly Standing[]): Scene => ({
    men,
    movers: [],
    before: men,
    after: men,
    tumbling: null,
});

function isResult(
    men: readonly Standing[],
    effects: readonly Effect[],
    result: readonly Standing[],
): boolean {
    const after = applied(men, effects);
    return after !== undefined && sameMen(after, result);
}
