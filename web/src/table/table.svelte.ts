// A game at the table: what has been played, what may be played now, and who is to do it. The rules are the core's;
// this only keeps the order of things: a move is played, kept on the device, shown; then it is the next one's turn.
import { Broken, core, Stopped } from '../core/core';
import type { Move } from '../core/types';
import { lead, type Lead } from '../house/lead';
import { find, keep, levelOf, look, onStored, type KeptGame, type Result } from './game';
import { isThrow, PlayedGame } from './played.svelte';

/** The computer takes at least so long, so that its move is seen as one. */
const pause = 500;
/** A tab that does not lead the game within this time follows another one. */
const patience = 300;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Table extends PlayedGame {
    /** The game as it is kept. Replaced, never changed in place. */
    kept = $state.raw<KeptGame>()!;
    thinking = $state(false);
    /** A hint, as a move of the position. */
    hint = $state.raw<Move>();
    /** Several tabs may show one game. The leading tab plays it, the others follow. */
    leads = $state(false);
    follows = $state(false);
    /** The core broke down; `retry` begins again from what is kept. */
    failed = $state(false);
    /** A newer version of the pages has stored the game: this one cannot go on with it. */
    outdated = $state(false);

    private closed = false;
    private lead: Lead | undefined;
    private unhear: (() => void) | undefined;
    /** Cancels what the computer is about. */
    private thought = new AbortController();
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
        const { game, settings, arbiter } = this.kept;
        return { game, settings, ...(arbiter ? { arbiter } : {}) };
    }
    override get colours() {
        return this.kept.colours;
    }
    override get result(): Result | undefined {
        return this.kept.result;
    }
    get level(): number {
        return levelOf(this.kept.seats[this.turn]);
    }
    override get open(): boolean {
        return !!this.match && !this.result && this.level === 0 && this.live && this.leads && !this.failed;
    }
    get people(): number[] {
        return this.kept.seats.flatMap((seat, player) => (seat === 'person' ? [player] : []));
    }

    /** Sets everything up from what is kept. Plays as soon as this tab leads the game. */
    async load(): Promise<void> {
        await this.read(this.kept);
        if (this.closed) return;
        this.unhear = onStored(this.kept.id, () => void this.inOrder(() => this.sync()));
        await new Promise<void>((known) => {
            this.lead = lead(
                `tavola.game.${this.kept.id}`,
                (leads) => void this.inOrder(() => this.change(leads)).finally(known),
            );
            setTimeout(() => {
                if (!this.leads && !this.closed) {
                    this.follows = true;
                    this.beginTurn();
                }
                known();
            }, patience);
        });
    }
    /** Plays here, where another tab did until now. */
    take(): void {
        this.lead?.take();
    }
    /** Begins again from what is kept, after the core broke down. */
    retry(): Promise<void> {
        this.failed = false;
        return this.inOrder(async () => {
            await this.read(this.kept);
            this.settle();
            this.beginTurn();
        });
    }

    close(): void {
        this.closed = true;
        this.round++;
        clearInterval(this.timer);
        this.thought.abort();
        if (this.leads) this.chargeClock(false);
        this.unhear?.();
        this.lead?.close();
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
            if (ply === undefined || !this.leads) return;
            this.drop();
            // What has been used of this turn is paid for, as at a table of the house.
            this.chargeClock(false);
            const gone = this.steps.slice(ply);
            const throws = gone.filter((step) => isThrow(step)).map((step) => step.word);
            const game = {
                ...this.kept,
                moves: this.kept.moves.slice(0, ply),
                throws: [...throws, ...(this.kept.throws ?? [])],
            };
            delete game.result;
            const match = await core.match(game);
            if (!this.commit(game)) return;
            this.failed = false;
            this.steps = this.steps.slice(0, ply);
            this.match = match;
            this.shown = ply;
            this.animated = null;
            this.beginTurn();
        });
    }
    get canUndo(): boolean {
        return this.leads && this.undoTo() !== undefined;
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
        const { signal } = this.thought;
        this.thinking = true;
        try {
            const report = await core.think(this.kept, { time: 1000 }, { signal });
            const word = report.lines[0]?.moves[0];
            if (round === this.round) this.hint = this.match?.moves.find((move) => move.move === word);
        } catch (error) {
            this.broke(error);
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
            if (this.result || !this.match || !this.leads) return;
            const match = await core.match(this.kept, { why, player });
            if (match.ending) this.finish(match.ending);
            else await this.make(`out:${player + 1}`);
        });
    }

    /** The players agree on a draw (Trench: an armistice, where points decide; the core knows). */
    agree(): Promise<void> {
        return this.inOrder(async () => {
            if (this.result || !this.match || !this.leads) return;
            const match = await core.match(this.kept, { why: 'agreement' });
            if (match.ending) this.finish(match.ending);
        });
    }

    /** Offers the computer to end the game as it stands. Its answer; nothing if the game went on meanwhile. */
    async offer(): Promise<boolean | undefined> {
        const computer = this.kept.seats.findIndex((seat) => levelOf(seat) > 0);
        if (computer < 0 || !this.open) return undefined;
        const round = this.round;
        this.thinking = true;
        try {
            const level = levelOf(this.kept.seats[computer]);
            const { accept } = await core.consider(this.kept, computer, level, {
                signal: this.thought.signal,
            });
            if (round !== this.round) return undefined;
            if (accept) await this.agree();
            return accept;
        } catch (error) {
            this.broke(error);
            return undefined;
        } finally {
            if (round === this.round) this.thinking = false;
        }
    }

    // ---- the order of things ------------------------------------------------------------------------------------

    // What people ask for happens one after the other.
    private inOrder(work: () => Promise<void>): Promise<void> {
        const done = this.queue.then(async () => {
            try {
                if (!this.closed) await work();
            } catch (error) {
                this.broke(error);
            }
        });
        this.queue = done.catch(() => {});
        return done;
    }

    // Whatever the computer is about is out of date.
    private drop(): void {
        this.round++;
        this.hint = undefined;
        this.thought.abort();
        this.thought = new AbortController();
        this.thinking = false;
    }

    // A core that broke down is replaced for the next request; the players say when. Clocks stand still until then.
    private broke(error: unknown): void {
        if (error instanceof Stopped) return;
        if (!(error instanceof Broken)) throw error;
        this.drop();
        clearInterval(this.timer);
        this.failed = true;
    }

    // This tab leads the game from now on, or follows another one.
    private async change(leads: boolean): Promise<void> {
        this.drop();
        this.leads = leads;
        this.follows = !leads;
        if (leads) {
            await this.sync();
            this.settle();
        }
        this.beginTurn();
    }

    // What another tab has stored is how the game stands.
    private async sync(): Promise<void> {
        const { game, fault } = look(this.kept.id);
        if (fault === 'newer') this.outdated = true;
        if (!game || game.changed === this.kept.changed) return;
        this.drop();
        const count = this.steps.length;
        const next = game.moves[count];
        const same = this.steps.every((step, ply) => step.word === game.moves[ply]);
        if (same && next !== undefined && game.moves.length === count + 1) {
            const match = await core.match(game);
            this.kept = game;
            this.extend(next, match);
        } else if (same && next === undefined) this.kept = game;
        else {
            await this.read(game);
            this.kept = game;
            this.seen++;
        }
        this.beginTurn();
    }

    // Stores a state of the game and takes it over, unless another tab has stored a different one: then that counts.
    private commit(game: KeptGame): boolean {
        if (keep(game)) {
            this.kept = game;
            return true;
        }
        void this.inOrder(() => this.sync());
        return false;
    }

    private async make(word: string): Promise<void> {
        this.drop();
        const moves = [...this.kept.moves, word];
        const match = await core.match({ ...this.kept, moves });
        this.chargeClock(true);
        const throws = this.kept.throws ?? [];
        const stored = this.commit({
            ...this.kept,
            moves,
            throws: this.dice && throws[0] === word ? throws.slice(1) : throws,
            ...(match.ending ? { result: match.ending } : {}),
        });
        if (!stored) return;
        this.extend(word, match);
        this.beginTurn();
    }

    // The arbiter's word, if he has one.
    private settle(): void {
        if (this.match?.ending && !this.kept.result) this.finish(this.match.ending);
    }

    private finish(result: Result): void {
        this.drop();
        clearInterval(this.timer);
        this.commit({ ...this.kept, result });
    }

    private beginTurn(): void {
        this.turnBegan = performance.now();
        this.left = this.kept.clock?.left ?? [];
        clearInterval(this.timer);
        if (this.result || this.closed) return;
        if (this.kept.clock) this.timer = setInterval(() => this.tick(), 100);
        if (!this.leads || this.failed) return;
        if (this.dice ? this.level > 0 || this.throws() : this.level > 0) void this.act(this.round);
        // The only thing to do is to pass: that needs no decision.
        else if (this.moves.length === 1 && this.moves[0]!.effects[0]?.kind === 'pass')
            void this.passOn(this.round, this.moves[0]!.move);
    }

    // The computer's turn, or a throw that nobody need ask for.
    private async act(round: number, again = true): Promise<void> {
        const { signal } = this.thought;
        const began = performance.now();
        try {
            let word: string;
            if (this.dice) word = this.drawThrow();
            else {
                this.thinking = true;
                word = await core.choose(this.kept, this.level, this.thinkingTime(), signal);
            }
            await wait(Math.max(0, pause - (performance.now() - began)));
            await this.inOrder(async () => {
                if (round === this.round) await this.make(word);
            });
        } catch (error) {
            if (round !== this.round) return;
            // Another worker may do what this one could not.
            if (error instanceof Broken && again) return this.act(round, false);
            this.broke(error);
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
        if (left[this.turn] === 0 && this.leads) void this.leave(this.turn, 'time');
    }

    // Time used is paid for; a whole move earns its increment.
    private chargeClock(moved: boolean): void {
        const { clock } = this.kept;
        if (!clock || this.result || !this.match) return;
        const left = [...clock.left];
        const used = performance.now() - this.turnBegan;
        left[this.turn] = Math.max(0, left[this.turn]! - used) + (moved ? clock.increment : 0);
        this.turnBegan = performance.now();
        const game = { ...this.kept, clock: { ...clock, left } };
        // A game that was removed meanwhile stays so.
        if (moved || (find(game.id) && keep(game))) this.kept = game;
    }
}
