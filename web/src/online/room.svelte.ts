// A room of the house, as this device knows it: the events told so far, and the game that they make.
import { core } from '../core/core';
import type { Arbiter, GameId, Match, Position, Settings } from '../core/types';
import type { Colours } from '../table/colours';
import type { Result } from '../table/game';
import { PlayedGame, type Step } from '../table/played.svelte';
import { commits, tossed } from './dice';
import { absentees, type Absent, type Presence } from './absence';
import { delayAfter } from './retry';
import { heldIn, hold, moveOf, release, sendMove, type SentMove } from './seats';
import { house, Lost, newId, NotDone, type House, type Told } from './socket.svelte';

export type Matter = 'draw' | 'takeback' | 'rematch';
/** What may be said in a room: the house's phrases, or anything. */
export type Chat = 'phrases' | 'free';

interface Event {
    kind: string;
    number: number;
    at: number;
    [part: string]: unknown;
}
interface State {
    phase: 'gathering' | 'playing' | 'over';
    number: number;
    clock?: { left: number[]; running: number | null };
    agreed: Partial<Record<Matter, number[]>>;
}

export interface Seat {
    name: string;
    level?: number;
    word?: string;
    /** Sat down with an account: the name is nobody else's. */
    member?: boolean;
}
/** What somebody has said: one of the house's phrases, or a text of his own. */
export interface Said {
    number: number;
    seat: number;
    phrase?: string;
    text?: string;
}

/** The game has changed before the move came: it was not played. */
export class Late extends Error {}

/** A move that was made here, and has not been confirmed yet. */
interface Pending extends SentMove {
    /** When it was made, by `performance.now()`. */
    at: number;
    /** So many steps were played before it; how it looks, and what it leads to. */
    ply?: number;
    step?: Step;
    match?: Match;
}

/** A request whose answer may be lost: whether its event has been seen. */
interface Awaited {
    is(event: Event): boolean;
    seen: boolean;
}

/** Refusals that say nothing about what was asked for: the server has trouble of its own, or is asked too much. */
const passing = (error: unknown): boolean =>
    error instanceof NotDone &&
    (error.error.key.startsWith('error.store.') ||
        error.error.key.startsWith('error.limit.') ||
        error.error.key === 'error.room.too-fast');

/** An answer that takes longer than this is worth a word. */
const noticed = 1_000;

export class Room extends PlayedGame {
    game = $state.raw<{ game: GameId; settings: Settings; arbiter?: Arbiter | false; colours?: Colours }>();
    phase = $state<State['phase'] | ''>('');
    seats = $state.raw<Seat[]>([]);
    agreed = $state.raw<State['agreed']>({});
    /** The reader's last offer that was declined, and by whom. */
    declined = $state.raw<{ seat: number; matter: Matter }>();
    watchers = $state(0);
    chat = $state<Chat>('phrases');
    said = $state.raw<Said[]>([]);
    /** Where the game went on, and whether that happened just now. */
    next = $state('');
    moving = $state(false);
    /** The reader's seat, if he has one. */
    mine = $state<number | undefined>();
    commitment = $state('');
    seed = $state('');
    /** The move made here is on its way for so long that the player wants to know. */
    waiting = $state(false);

    private pending = $state.raw<Pending>();
    private pushing = false;
    /** The server has answered `watch` on this connection, and knows whose seat this is. */
    private here = false;
    private arrivals = new Set<{ resolve(): void; reject(error: Error): void }>();
    private awaited = new Set<Awaited>();
    private closed = false;
    private failures = 0;
    /** The move that was on its way is among the words. */
    private played = false;
    /** What was played cannot be shown now; it is tried again. */
    trouble = $state(false);
    private outcome = $state.raw<Result>();
    /** How the game ended, before its last move is shown. */
    private ending: Result | undefined;
    private number = 0;
    private words: string[] = [];
    private presence = $state.raw<Presence>();
    private gone = $state.raw<number[]>([]);
    private clockBase: { left: number[]; running: number | null; at: number } | undefined;
    private timer: ReturnType<typeof setInterval> | undefined;
    private leave: (() => void)[] = [];
    private queue: Promise<void> = Promise.resolve();

    constructor(
        readonly id: string,
        /** Hears why a move was not played. */
        private readonly refuse: (error: unknown) => void = () => {},
        private readonly line: House = house,
    ) {
        super();
        this.mine = heldIn(id)?.seat;
        const sent = moveOf(id);
        if (sent) this.pending = { ...sent, at: performance.now() };
    }

    override get rules() {
        const { game, settings, arbiter } = this.game ?? { game: 'trilha' as const, settings: {} };
        return { game, settings, ...(arbiter === undefined ? {} : { arbiter }) };
    }
    override get colours() {
        return this.game?.colours;
    }
    override get result(): Result | undefined {
        return this.outcome;
    }
    override get open(): boolean {
        return (
            this.phase === 'playing' &&
            !this.result &&
            this.live &&
            !this.pending &&
            this.mine === this.turn &&
            !!this.match
        );
    }
    // A move stands where the player put it, until the server says otherwise.
    private get ahead(): Step | undefined {
        const { pending } = this;
        return pending?.ply === this.steps.length && this.live ? pending?.step : undefined;
    }
    override get position(): Position | undefined {
        return this.ahead?.after ?? super.position;
    }
    override get last(): Step | undefined {
        return this.ahead ?? super.last;
    }

    /** Enters: hears of everything from now on, and of what was before. */
    enter(): void {
        this.leave.push(this.line.listen((told) => this.hear(told)));
        this.leave.push(this.line.onopen(() => this.watch()));
        this.timer = setInterval(() => this.tick(), 100);
    }
    exit(): void {
        this.closed = true;
        for (const leave of this.leave) leave();
        clearInterval(this.timer);
        for (const { reject } of this.arrivals) reject(new Lost());
        this.arrivals.clear();
        // Nobody waits for the answer; without a connection the server knows already.
        this.line.ask({ kind: 'leave', room: this.id }, ['done']).catch(() => {});
    }

    private watch(): void {
        this.here = false;
        const token = heldIn(this.id)?.token;
        const after = this.number > 0 ? { after: this.number } : {};
        this.line
            .ask({ kind: 'watch', room: this.id, ...(token ? { token } : {}), ...after }, ['room'])
            .then(() => this.queue)
            .then(
                () => this.arrive(),
                (error) => this.failed(error),
            );
    }
    /** The server has told all that was missed, and knows this seat. Now what needs the seat may be said. */
    private arrive(): void {
        if (this.closed) return;
        this.here = true;
        this.fault = undefined;
        this.failures = 0;
        for (const { resolve } of this.arrivals) resolve();
        this.arrivals.clear();
        void this.push();
    }
    private arrival(): Promise<void> {
        if (this.closed) return Promise.reject(new Lost());
        if (this.here) return Promise.resolve();
        return new Promise((resolve, reject) => this.arrivals.add({ resolve, reject }));
    }
    /** An answer has not come. On another connection the room is entered again anyway. */
    private lose(): void {
        if (!this.here) return;
        this.here = false;
        if (this.line.line === 'open') this.watch();
    }
    /** The house does not know this room, or this seat. */
    fault = $state.raw<NotDone>();
    private failed(error: unknown): void {
        if (this.closed || this.line.line !== 'open') return;
        if (error instanceof Lost) this.watch();
        else if (passing(error)) this.later(() => this.watch());
        else if (error instanceof NotDone) this.fault = error;
    }
    /** After a moment, unless the connection has changed by then: that begins anew by itself. */
    private later(work: () => void): void {
        const { line } = this;
        setTimeout(() => {
            if (!this.closed && !this.here && line.line === 'open') work();
        }, delayAfter(this.failures++));
    }

    // ---- what players do ------------------------------------------------------------------------------------------

    override async play(word: string): Promise<void> {
        if (!this.open) return;
        this.pending = { word, id: newId(), number: this.number, at: performance.now() };
        sendMove(this.id, this.pending);
        void this.push();
        await this.preview().catch(() => {});
    }

    /** Shows the move that is on its way, on the board as it stands. */
    private async preview(): Promise<void> {
        const { id, word } = this.pending!;
        const ply = this.steps.length;
        const move = this.match?.moves.find((one) => one.move === word);
        if (!move || this.mine !== this.turn) return;
        const match = await core.match({ ...this.rules, moves: [...this.words.slice(0, ply), word] });
        if (this.pending?.id !== id || this.steps.length !== ply) return;
        const step = { word, mover: this.turn, effects: move.effects, after: match };
        this.pending = { ...this.pending, ply, step, match };
        if (!this.live) return;
        this.animated = move.effects;
        this.seen++;
    }

    /** Sends the move that is on its way. The server plays it once, however often it is sent. */
    private async push(): Promise<void> {
        if (!this.pending || !this.here || this.pushing) return;
        const { id, word, number } = this.pending;
        this.pushing = true;
        try {
            const told = await this.line.ask(
                { kind: 'move', room: this.id, move: word, number },
                ['done', 'room'],
                { id },
            );
            await this.queue;
            if (this.pending?.id !== id) return;
            if (told.kind === 'room') this.giveUp(new Late());
            else {
                // Played, but not told of.
                this.here = false;
                this.later(() => this.watch());
            }
        } catch (error) {
            if (this.pending?.id !== id) return;
            if (error instanceof Lost) this.lose();
            else if (this.inDoubt(error)) {
                // It may have been played: the room knows.
                this.here = false;
                this.later(() => this.watch());
            } else this.giveUp(error);
        } finally {
            this.pushing = false;
        }
    }
    /** Not a word about the move itself. That it could not be stored is one: the player may want to wait, or not. */
    private inDoubt(error: unknown): boolean {
        const key = error instanceof NotDone ? error.error.key : '';
        const seat = key === 'error.room.seated' && this.mine !== undefined;
        return seat || (passing(error) && key !== 'error.store.write');
    }

    /** The move was not played: the board shows again what stands. */
    private giveUp(why: unknown): void {
        this.settle();
        this.animated = null;
        // The board looks again only at what is new to it.
        const last = this.steps.at(-1);
        if (last) this.steps = [...this.steps.slice(0, -1), { ...last, after: { ...last.after } }];
        else if (this.start) this.start = { ...this.start };
        this.refuse(why);
    }
    private settle(): void {
        this.pending = undefined;
        this.waiting = false;
        sendMove(this.id, undefined);
    }

    async join(name: string, token: string): Promise<void> {
        // The token makes it the same seat, however often it is asked for.
        const told = await this.line.ask({ kind: 'join', room: this.id, name, token }, ['seated'], {
            again: true,
        });
        const seat = Number(told.seat);
        this.mine = seat;
        if (!this.seats[seat]?.member)
            hold({ room: this.id, token, seat, name, game: this.rules.game, changed: Date.now() });
    }
    /** Final, and the same however often it is said: it is said until there is an answer. */
    async resign(): Promise<void> {
        for (;;) {
            await this.arrival();
            if (this.phase === 'over' || this.gone.includes(this.mine!)) return;
            try {
                await this.line.ask({ kind: 'resign', room: this.id }, ['done']);
                return;
            } catch (error) {
                if (!(error instanceof Lost)) throw error;
                this.lose();
            }
        }
    }
    // These mean something else once the game has gone on, or would be said twice: they are never sent again. Whether they
    // came in time, the room's events tell.
    agree = (matter: Matter) =>
        this.once({ kind: 'agree', matter }, (event) => event.kind === 'agreed' && event.matter === matter);
    /** Agrees to what somebody else proposes, and proposes nothing if that offer is gone. */
    accept = (matter: Matter) =>
        this.once(
            { kind: 'agree', matter, accept: true },
            (event) => event.kind === 'agreed' && event.matter === matter,
        );
    decline = (matter: Matter) =>
        this.once(
            { kind: 'decline', matter },
            (event) => event.kind === 'declined' && event.matter === matter,
        );
    say = (said: { phrase: string } | { text: string }) =>
        this.once({ kind: 'say', ...said }, (event) => event.kind === 'said');
    claim = () => this.once({ kind: 'claim' }, (event) => event.kind === 'left' && event.why === 'absence');

    private async once(message: object, is: (event: Event) => boolean): Promise<void> {
        if (!this.here) throw new Lost();
        const own = (event: Event) => is(event) && (event.kind === 'left' || event.seat === this.mine);
        const awaited = { is: own, seen: false };
        this.awaited.add(awaited);
        try {
            await this.line.ask({ ...message, room: this.id }, ['done']);
        } catch (error) {
            if (!(error instanceof Lost)) throw error;
            this.lose();
            await this.arrival();
            if (!awaited.seen) throw error;
        } finally {
            this.awaited.delete(awaited);
        }
    }
    record = async () =>
        String((await this.line.ask({ kind: 'record', room: this.id }, ['record'], { again: true })).text);

    /** The opponents who are away from the table now. */
    absent(now: number): Absent[] {
        if (this.phase !== 'playing' || !this.presence) return [];
        const partners = this.rules.settings.pairs === 'yes';
        const others = this.seats.flatMap((seat, i) =>
            i === this.mine || seat.level || this.gone.includes(i) ? [] : [i],
        );
        const against = (seat: number) =>
            this.mine !== undefined &&
            !this.gone.includes(this.mine) &&
            !(partners && seat % 2 === this.mine % 2);
        return absentees(this.presence, others, against, now);
    }

    // ---- what is told ---------------------------------------------------------------------------------------------

    private hear(told: Told): void {
        if (told.room !== this.id) return;
        if (told.kind === 'presence') {
            this.watchers = Number(told.watchers);
            this.presence = { ...(told as unknown as Presence), heard: Date.now() };
        } else if (told.kind === 'room' || told.kind === 'events') {
            const at = performance.now();
            // The house knows whose seat is whose, by the token or by the account.
            if (told.kind === 'room') this.mine = (told.seat as number | null) ?? undefined;
            this.queue = this.queue.then(() => this.take(told, at));
        }
    }

    /** Never fails: what cannot be shown is tried again until it can. */
    private async take(told: Told, at: number): Promise<void> {
        const [events, state] = [told.events as Event[], told.state as State];
        // The server knows less than this page, as after the return of an older copy of its data: what it knows counts.
        if (told.kind === 'room' && state.number < this.number && events[0]?.number === 1) this.forget();
        const fresh = events.filter((event) => event.number > this.number);
        if (fresh[0] && fresh[0].number !== this.number + 1) {
            // Something was missed on the way.
            if (this.line.line === 'open') this.watch();
            return;
        }
        const before = this.words;
        for (const event of fresh) this.apply(event);
        if (told.more === true) {
            // A long room comes page by page; the state is that after the last one.
            this.watch();
            return;
        }
        this.number = Math.max(this.number, state.number);
        await this.follow(before);
        this.outcome = this.ending;
        this.phase = state.phase;
        this.agreed = state.agreed;
        this.clockBase = state.clock && { ...state.clock, at };
        this.tick();
        if (this.pending && !this.pending.step) await this.preview().catch(() => {});
    }
    private forget(): void {
        this.number = 0;
        this.words = [];
        this.gone = [];
        this.said = [];
        this.phase = '';
        this.outcome = this.ending = undefined;
        this.next = '';
    }

    private apply(event: Event): void {
        this.number = event.number;
        for (const awaited of this.awaited) if (awaited.is(event)) awaited.seen = true;
        switch (event.kind) {
            case 'made':
                this.game = {
                    game: event.game as GameId,
                    settings: (event.settings ?? {}) as Settings,
                    arbiter: event.arbiter as Arbiter | false | undefined,
                    colours: event.colours as Colours | undefined,
                };
                this.seats = Array.from({ length: Number(event.seats) }, () => ({ name: '' }));
                this.commitment = String(event.commitment ?? '');
                this.chat = event.chat === 'free' ? 'free' : 'phrases';
                break;
            case 'sat': {
                const { seat, ...who } = event as unknown as Seat & { seat: number };
                this.seats = this.seats.map((now, i) => (i === seat ? who : now));
                // What was told before of who is there says nothing of a seat that was free then.
                if (this.presence && event.at >= (this.presence.at ?? Infinity)) {
                    const seats = this.presence.seats.map((here, i) => here || i === seat);
                    this.presence = { ...this.presence, seats };
                }
                if (who.member) this.known(seat);
                break;
            }
            case 'signed':
                this.known(Number(event.seat));
                break;
            case 'moved':
                this.words = [...this.words, String(event.move)];
                if (event.id !== undefined && event.id === this.pending?.id) this.played = true;
                break;
            case 'left':
                // The others go on while there are two sides of them.
                this.gone = [...this.gone, Number(event.seat)];
                if (this.rules.settings.pairs !== 'yes' && this.seats.length - this.gone.length >= 2)
                    this.words = [...this.words, `out:${Number(event.seat) + 1}`];
                break;
            case 'declined': {
                const { seat, matter } = event as unknown as { seat: number; matter: Matter };
                const mine = this.mine !== undefined && this.agreed[matter]?.includes(this.mine);
                if (mine && seat !== this.mine) this.declined = { seat, matter };
                break;
            }
            case 'tookback':
                this.words = this.words.slice(0, Number(event.to));
                break;
            case 'said':
                this.said = [...this.said, event as unknown as Said];
                break;
            case 'over': {
                this.ending = {
                    status: String(event.status),
                    why: String(event.why),
                    count: event.count as number | undefined,
                    score: event.score as number[] | undefined,
                };
                this.seed = String(event.seed ?? '');
                const seat = heldIn(this.id);
                if (seat && !seat.over) hold({ ...seat, over: true, changed: event.at });
                break;
            }
            case 'rematch': {
                this.next = String(event.room);
                this.moving = this.phase !== '';
                // Everybody sits one seat further, with the same token.
                const seat = heldIn(this.id);
                if (seat && !heldIn(this.next))
                    hold({
                        ...seat,
                        room: this.next,
                        seat: (seat.seat + 1) % this.seats.length,
                        over: false,
                        changed: event.at,
                    });
                break;
            }
        }
    }

    // The house finds this seat by its account: its token need not lie on the device.
    private known(seat: number): void {
        if (heldIn(this.id)?.seat === seat) release(this.id);
    }

    // Shows what was played: step by step what is new, everything anew if something was taken back. The core's worker may
    // fail, when it cannot be loaded or is out of memory.
    private async follow(before: string[]): Promise<void> {
        for (let failures = 0; !this.closed; ++failures) {
            try {
                await this.draw(before);
                this.trouble = false;
                break;
            } catch {
                this.trouble = true;
                await new Promise((resolve) => setTimeout(resolve, delayAfter(failures)));
            }
        }
        if (this.played) this.settle();
        this.played = false;
    }
    private async draw(before: string[]): Promise<void> {
        const { words } = this;
        const grows =
            this.match && before.every((word, i) => words[i] === word) && words.length - before.length < 8;
        if (!grows || before.length !== this.steps.length) {
            await this.read({ ...this.rules, moves: words });
            return;
        }
        for (let ply = before.length; ply < words.length; ++ply) {
            const { pending } = this;
            const shown = this.played && pending?.ply === ply ? pending.match : undefined;
            const match = shown ?? (await core.match({ ...this.rules, moves: words.slice(0, ply + 1) }));
            const seen = shown !== undefined && this.ahead !== undefined;
            if (shown) this.settle();
            this.extend(words[ply]!, match, seen);
        }
    }

    private tick(): void {
        const { pending } = this;
        this.waiting = !!pending && (this.line.line !== 'open' || performance.now() - pending.at > noticed);
        const base = this.clockBase;
        if (!base) {
            if (this.left.length > 0) this.left = [];
            return;
        }
        const passed = performance.now() - base.at;
        this.left = base.left.map((left, seat) => Math.max(0, seat === base.running ? left - passed : left));
    }

    // ---- the dice -------------------------------------------------------------------------------------------------

    /** Recomputes every throw: how many there were, and the first that is not as it should be. */
    async checkDice(): Promise<{ throws: number; committed: boolean; wrong?: number }> {
        const words = this.seats.map((seat) => seat.word ?? '');
        let throws = 0;
        for (const [ply, step] of this.steps.entries()) {
            if (step.effects[0]?.kind !== 'dice') continue;
            throws++;
            const before = await core.match({ ...this.rules, moves: this.words.slice(0, ply) });
            if ((await tossed(this.seed, words, ply, before.moves)) !== step.word)
                return { throws, committed: await commits(this.seed, this.commitment), wrong: ply + 1 };
        }
        return { throws, committed: await commits(this.seed, this.commitment) };
    }
}
