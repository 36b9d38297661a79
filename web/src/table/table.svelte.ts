// A game at the table: what has been played, what may be played now, and who is to do it. The rules are the core's;
// this only keeps the order of things: a move is played, kept on the device, shown; then it is the next one's turn.
import { core, Stopped } from '../core/core';
import type { Move } from '../core/types';
import { keep, levelOf, type KeptGame, type Result } from './game';
import { isThrow, PlayedGame } from './played.svelte';

/** The computer takes at least so long, so that its move is seen as one. */
const pause = 500;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Table extends PlayedGame {
    /** The game as it is kept. Replaced, never changed in place. */
    kept = $state.raw<KeptGame>()!;
    thinking = $state(false);
    /** A hint, as a move of the position. */
    hint = $state.raw<Move>();

    private closed = false;
    private turnBegan = 0;
    private timer: ReturnType<typeof setInterval> | undefined;
    /** Whatever is under way belongs to one state of the table; when that has changed, it is dropped. */
    private round = 0;
    private queue: Promise<unknown> = Promise.resolve();

    /** `throws` says whether sticks are thrown without being asked. */
    constructor(
        game: KeptGame,
        private readonly throws: () => boolean = () => false,
    ) {
        super();
        this.kept = game;
    }

    override get rules() {
        return { game: this.kept.game, settings: this.kept.settings };
    }
    override get result(): Result | undefined {
        return this.kept.result;
    }
    get level(): number {
        return levelOf(this.kept.seats[this.turn]);
    }
    override get open(): boolean {
        return !!this.match && !this.result && this.level === 0 && this.live;
    }
    get people(): number[] {
        return this.kept.seats.flatMap((seat, player) => (seat === 'person' ? [player] : []));
    }

    /** Sets everything up from what is kept. */
    async load(): Promise<void> {
        await this.read(this.kept);
        this.settle();
        this.beginTurn();
    }

    close(): void {
        this.closed = true;
        this.round++;
        clearInterval(this.timer);
        core.stop();
        this.chargeClock(false);
    }

    /** Plays a move that the person at this screen has made. */
    override play(word: string): Promise<void> {
        return this.inOrder(async () => {
            if (this.open && this.match!.moves.some((move) => move.move === word)) await this.make(word);
        });
    }

    /** The person at this screen throws the sticks. */
    throwSticks(): Promise<void> {
        return this.inOrder(async () => {
            if (this.open && this.dice) await this.make(this.drawThrow());
        });
    }

    /** Takes back what was played since the last decision of a person at this screen, that decision included. */
    undo(): Promise<void> {
        return this.inOrder(async () => {
            const ply = this.undoTo();
            if (ply === undefined) return;
            this.drop();
            const gone = this.steps.slice(ply);
            const throws = gone.filter((step) => isThrow(step)).map((step) => step.word);
            const game = {
                ...this.kept,
                moves: this.kept.moves.slice(0, ply),
                throws: [...throws, ...(this.kept.throws ?? [])],
            };
            delete game.result;
            const match = await core.match(game);
            this.kept = game;
            this.steps = this.steps.slice(0, ply);
            this.match = match;
            this.shown = ply;
            this.animated = null;
            keep(this.kept);
            this.beginTurn();
        });
    }
    get canUndo(): boolean {
        return this.undoTo() !== undefined;
    }
    // A decision is a step that had a choice and was a person's; with its throw standing.
    private undoTo(): number | undefined {
        if (this.result?.why === 'time') return undefined;
        for (let ply = this.steps.length - 1; ply >= 0; --ply) {
            const step = this.steps[ply]!;
            if (!isThrow(step) && !step.word.startsWith('out:') && this.kept.seats[step.mover] === 'person')
                return ply;
        }
        return undefined;
    }

    /** Asks the computer player what it would do here. */
    async showHint(): Promise<void> {
        if (!this.open || this.dice || this.thinking) return;
        const round = this.round;
        this.thinking = true;
        try {
            const report = await core.think(this.kept, { time: 1000 });
            const word = report.lines[0]?.moves[0];
            if (round === this.round) this.hint = this.match?.moves.find((move) => move.move === word);
        } catch (error) {
            if (!(error instanceof Stopped)) throw error;
        } finally {
            if (round === this.round) this.thinking = false;
        }
    }

    /** A player gives up. With more than two sides the others go on. */
    resign(player: number): Promise<void> {
        return this.leave(player, 'resignation');
    }

    private leave(player: number, why: 'resignation' | 'time'): Promise<void> {
        return this.inOrder(async () => {
            if (this.result || !this.match) return;
            const match = await core.match(this.kept, { why, player });
            if (match.ending) this.finish(match.ending);
            else await this.make(`out:${player + 1}`);
        });
    }

    /** The players agree on a draw (Trench: an armistice, where points decide; the core knows). */
    agree(): Promise<void> {
        return this.inOrder(async () => {
            if (this.result || !this.match) return;
            const match = await core.match(this.kept, { why: 'agreement' });
            if (match.ending) this.finish(match.ending);
        });
    }

    /** Would the computer agree to a draw? Not while it thinks that it is winning. */
    async wouldAgree(): Promise<boolean> {
        if (this.steps.length < 20) return false;
        const report = await core.think(this.kept, { time: 300 });
        const score = report.lines[0]?.score ?? 0;
        return (this.level > 0 ? score : -score) <= 0;
    }

    // ---- the order of things ------------------------------------------------------------------------------------

    // What people ask for happens one after the other.
    private inOrder(work: () => Promise<void>): Promise<void> {
        const done = this.queue.then(() => (this.closed ? undefined : work()));
        this.queue = done.catch(() => {});
        return done;
    }

    // Whatever the computer is about is out of date.
    private drop(): void {
        this.round++;
        this.hint = undefined;
        if (core.thinking) core.stop();
        this.thinking = false;
    }

    private async make(word: string): Promise<void> {
        this.drop();
        const moves = [...this.kept.moves, word];
        const match = await core.match({ ...this.kept, moves });
        this.chargeClock(true);
        const throws = this.kept.throws ?? [];
        this.kept = {
            ...this.kept,
            moves,
            throws: this.dice && throws[0] === word ? throws.slice(1) : throws,
        };
        this.extend(word, match);
        this.settle();
        keep(this.kept);
        this.beginTurn();
    }

    // The arbiter's word, if he has one.
    private settle(): void {
        if (this.match?.ending && !this.kept.result) this.finish(this.match.ending);
    }

    private finish(result: Result): void {
        this.drop();
        clearInterval(this.timer);
        this.kept = { ...this.kept, result };
        keep(this.kept);
    }

    private beginTurn(): void {
        this.turnBegan = performance.now();
        this.left = this.kept.clock?.left ?? [];
        clearInterval(this.timer);
        if (this.result || this.closed) return;
        if (this.kept.clock) this.timer = setInterval(() => this.tick(), 100);
        if (this.dice ? this.level > 0 || this.throws() : this.level > 0) void this.act(this.round);
        // The only thing to do is to pass: that needs no decision.
        else if (this.moves.length === 1 && this.moves[0]!.effects[0]?.kind === 'pass')
            void this.passOn(this.round, this.moves[0]!.move);
    }

    // The computer's turn, or a throw that nobody need ask for.
    private async act(round: number): Promise<void> {
        const began = performance.now();
        try {
            let word: string;
            if (this.dice) word = this.drawThrow();
            else {
                this.thinking = true;
                word = await core.choose(this.kept, this.level, this.thinkingTime());
            }
            await wait(Math.max(0, pause - (performance.now() - began)));
            await this.inOrder(async () => {
                if (round === this.round) await this.make(word);
            });
        } catch (error) {
            if (!(error instanceof Stopped)) throw error;
        }
    }

    private async passOn(round: number, word: string): Promise<void> {
        await wait(2 * pause);
        await this.inOrder(async () => {
            if (round === this.round) await this.make(word);
        });
    }

    private thinkingTime(): number {
        const { clock } = this.kept;
        const level = this.level;
        const usual = level >= 9 ? 1500 : 1000;
        return clock ? Math.max(50, Math.min(usual, (clock.left[this.turn] ?? usual) / 30)) : usual;
    }

    // Sixteen ways for four sticks to fall, each as likely as the others.
    private drawThrow(): string {
        const throws = this.match!.moves;
        const again = this.kept.throws?.[0];
        if (again && throws.some((one) => one.move === again)) return again;
        let lot = crypto.getRandomValues(new Uint8Array(1))[0]! % 16;
        for (const one of throws) if ((lot -= one.sixteenths ?? 0) < 0) return one.move;
        return throws[0]!.move;
    }

    // ---- clocks -------------------------------------------------------------------------------------------------

    private tick(): void {
        const { clock } = this.kept;
        if (!clock || this.result) return;
        const left = [...clock.left];
        left[this.turn] = Math.max(0, left[this.turn]! - (performance.now() - this.turnBegan));
        this.left = left;
        if (left[this.turn] === 0) void this.leave(this.turn, 'time');
    }

    // Time used is paid for; a whole move earns its increment.
    private chargeClock(moved: boolean): void {
        const { clock } = this.kept;
        if (!clock || this.result || !this.match) return;
        const left = [...clock.left];
        const used = performance.now() - this.turnBegan;
        left[this.turn] = Math.max(0, left[this.turn]! - used) + (moved ? clock.increment : 0);
        this.turnBegan = performance.now();
        this.kept = { ...this.kept, clock: { ...clock, left } };
        if (!moved) keep(this.kept);
    }
}
