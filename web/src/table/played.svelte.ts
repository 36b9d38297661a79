// A game as far as it has been played, and which of its positions is shown. Whose screen it is, and where the moves
// come from, whoever builds on this knows: a table on this device, or a room of the house.
import { core, type Played as Words } from '../core/core';
import type { Arbiter, Effect, GameId, Match, Move, Position, Settings, Topology } from '../core/types';
import type { Colours } from './colours';
import type { Result } from './game';

/** A step of the game as it is shown: its word, what it did, and the position after it. */
export interface Step {
    word: string;
    mover: number;
    effects: Effect[];
    after: Position;
}

interface Traced extends Match {
    trace: { move: string; mover: number; effects: Effect[]; position: Position }[];
}

export const isThrow = (step: { effects: Effect[] }): boolean => step.effects[0]?.kind === 'dice';

export abstract class PlayedGame {
    board = $state.raw<Topology>();
    start = $state.raw<Position>();
    steps = $state.raw<Step[]>([]);
    match = $state.raw<Match>();
    /** How many steps are shown: all of them in a live game. */
    shown = $state(0);
    /** Counts the steps seen, so that each is animated once. */
    seen = $state(0);
    animated = $state.raw<Effect[] | null>(null);
    /** Milliseconds left on the clocks, as they run. */
    left = $state.raw<number[]>([]);

    abstract get rules(): { game: GameId; settings: Settings; arbiter?: Arbiter | false };
    /** Which colour each player has, if not the game's own order. */
    abstract get colours(): Colours | undefined;
    abstract get result(): Result | undefined;
    /** May somebody at this screen act now? */
    abstract get open(): boolean;
    abstract play(word: string): Promise<void>;

    get live(): boolean {
        return this.shown === this.steps.length;
    }
    get position(): Position | undefined {
        return this.shown === 0 ? this.start : this.steps[this.shown - 1]?.after;
    }
    get last(): Step | undefined {
        return this.steps[this.shown - 1];
    }
    /** Whose turn it is at the end of the game so far. */
    get turn(): number {
        return this.match?.turn ?? 0;
    }
    get dice(): boolean {
        return !!this.match?.dice && !this.result;
    }
    /** The moves that the board offers. */
    get moves(): Move[] {
        return this.open && !this.dice ? this.match!.moves : [];
    }

    /** Shows the position after so many steps; a single step forward is animated. */
    show(ply: number): void {
        const to = Math.max(0, Math.min(this.steps.length, ply));
        this.animated = to === this.shown + 1 ? this.steps[to - 1]!.effects : null;
        this.shown = to;
        this.seen++;
    }

    /** Everything anew from these words. */
    protected async read(words: Words): Promise<void> {
        const { start, moves } = words;
        const [board, match, first] = await Promise.all([
            core.board(this.rules),
            core.ask<Traced>({
                verb: 'match',
                ...this.rules,
                ...(start ? { start } : {}),
                played: moves,
                trace: true,
            }),
            core.position(this.rules, start),
        ]);
        this.board = board;
        this.start = first;
        this.steps = match.trace.map(({ move, mover, effects, position }) => ({
            word: move,
            mover,
            effects,
            after: position,
        }));
        this.match = match;
        this.animated = null;
        this.shown = this.steps.length;
    }

    /** One word more, of which the core has said what it leads to. Who watches the end of the game sees it; `seen`: it is
     *  on the screen already. */
    protected extend(word: string, match: Match, seen = false): void {
        const move = this.match?.moves.find((one) => one.move === word);
        const mover = this.match?.turn ?? 0;
        const watching = this.live;
        this.match = match;
        this.steps = [...this.steps, { word, mover, effects: move?.effects ?? [], after: match }];
        if (watching && seen) this.shown = this.steps.length;
        else if (watching) this.show(this.steps.length);
    }
}
