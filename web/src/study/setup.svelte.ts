// A position set up by hand: men on points, men beside the board, whose turn it is, what was thrown. Whether there
// can be such a position the core says.
import { core, Refused } from '../core/core';
import type { CoreError, Move, Position, Rules, Standing, Topology } from '../core/types';

/** What a touch puts down; nothing takes away. */
export type Tool = { player: number; rank: number } | null;

export const throwWords = ['to', 'kai', 'kul', 'niout', 'mo'];

/** The men after a cell was touched with a tool: one more of them, or none where there are as many as can be. */
export function touched(men: readonly Standing[], cell: string, tool: Tool, most: number): Standing[] {
    const others = men.filter((man) => man.cell !== cell);
    if (!tool) return others;
    const same = men.find((man) => man.cell === cell && man.player === tool.player && man.rank === tool.rank);
    const count = (same?.count ?? 0) + 1;
    return count > most ? others : [...others, { cell, ...tool, count }];
}

/** So many men of a player beside the board. */
export function beside(
    men: readonly Standing[],
    place: 'hand' | 'home',
    player: number,
    count: number,
): Standing[] {
    const others = men.filter((man) => man.beside !== place || man.player !== player);
    return count > 0 ? [...others, { beside: place, player, rank: 0, count }] : others;
}

export const countBeside = (men: readonly Standing[], place: 'hand' | 'home', player: number): number =>
    men.find((man) => man.beside === place && man.player === player)?.count ?? 0;

export class Setup {
    tool = $state.raw<Tool>({ player: 0, rank: 0 });
    turn = $state(0);
    /** The word of a throw, or nothing. */
    dice = $state('');
    men = $state.raw<Standing[]>([]);
    /** The position, where there can be such a one; else why not. */
    composed = $state.raw<Position>();
    error = $state.raw<CoreError>();
    private asked = $state(0);

    constructor(
        readonly rules: Rules,
        readonly board: Topology,
        /** The usual start. */
        private readonly start: Position,
        shown: Position,
    ) {
        this.take(shown);
        this.tool = { player: 0, rank: rules.game === 'trench' ? 1 : 0 };
    }

    get most(): number {
        return this.rules.game === 'niout' ? 4 : 1;
    }
    get ranks(): number[] {
        return this.rules.game === 'trench' ? [1, 2, 3, 4, 5] : [0];
    }
    get places(): ('hand' | 'home')[] {
        return this.rules.game === 'niout' ? ['home'] : this.rules.game === 'trilha' ? ['hand'] : [];
    }
    /** How many men a player has in all, where they come out of the hand. */
    total(player: number): number {
        return countBeside(this.start.men, 'hand', player);
    }

    /** What the board shows. Its text is no position: it only differs whenever something has changed. */
    get position(): Position {
        const thrown = throwWords.indexOf(this.dice) + 1;
        return {
            ...this.start,
            ...(this.composed ?? { men: this.men, turn: this.turn, status: 'ongoing', dice: false }),
            position: `${this.asked}${this.composed ? '' : '?'} ${thrown}`,
        };
    }
    /** Every point can be touched. */
    get moves(): Move[] {
        return this.board.cells.map(({ name }) => ({ move: name, gestures: [[name]], effects: [] }));
    }

    take(position: Position): void {
        this.turn = position.turn;
        this.dice = throwWords[Number(position.position.split(' ').at(-1)) - 1] ?? '';
        if (this.rules.game !== 'niout') this.dice = '';
        this.put(position.men.filter((man) => man.beside !== 'taken'));
    }
    /** A position as a text. One that cannot be read changes nothing but what is said. */
    async read(text: string): Promise<void> {
        try {
            this.take(await core.position(this.rules, text.trim()));
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            this.error = error.error;
        }
    }
    touch(cell: string): void {
        this.put(touched(this.men, cell, this.tool, this.most));
    }
    set(place: 'hand' | 'home', player: number, count: number): void {
        this.put(beside(this.men, place, player, count));
    }
    clear(): void {
        this.put([]);
    }
    usual(): void {
        this.take(this.start);
    }

    /** Horses that are nowhere else have not set out. */
    private put(men: Standing[]): void {
        this.men = men;
        if (this.rules.game === 'niout')
            for (const { player } of this.start.men) {
                const placed = this.men
                    .filter((man) => man.player === player && man.beside !== 'hand')
                    .reduce((sum, { count }) => sum + count, 0);
                this.men = beside(this.men, 'hand', player, this.total(player) - placed);
            }
        void this.judge();
    }

    /** Asks the core; only the last answer counts. */
    async judge(): Promise<void> {
        const asked = ++this.asked;
        this.composed = undefined;
        try {
            const composed = await core.ask<Position>({
                verb: 'compose',
                ...this.rules,
                men: this.men,
                turn: this.turn,
                dice: this.dice || null,
            });
            if (asked !== this.asked) return;
            [this.composed, this.error] = [composed, undefined];
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            if (asked !== this.asked) return;
            [this.composed, this.error] = [undefined, error.error];
        }
    }
}
