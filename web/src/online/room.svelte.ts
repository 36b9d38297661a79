// A room of the house, as this device knows it: the events told so far, and the game that they make.
import { core } from '../core/core';
import type { GameId, Settings } from '../core/types';
import type { Result } from '../table/game';
import { PlayedGame } from '../table/played.svelte';
import { commits, tossed } from './dice';
import { absentees, type Absent, type Presence } from './absence';
import { heldIn, hold, release } from './seats';
import { house, NotDone, type House, type Told } from './socket.svelte';

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

export class Room extends PlayedGame {
    game = $state.raw<{ game: GameId; settings: Settings }>();
    phase = $state<State['phase'] | ''>('');
    seats = $state.raw<Seat[]>([]);
    agreed = $state.raw<State['agreed']>({});
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
    /** A move on its way to the house. */
    sending = $state(false);

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
    }

    override get rules() {
        return this.game ?? { game: 'trilha' as const, settings: {} };
    }
    override get result(): Result | undefined {
        return this.outcome;
    }
    override get open(): boolean {
        return (
            this.phase === 'playing' &&
            !this.result &&
            this.live &&
            !this.sending &&
            this.mine === this.turn &&
            !!this.match
        );
    }

    /** Enters: hears of everything from now on, and of what was before. */
    enter(): void {
        this.leave.push(this.line.listen((told) => this.hear(told)));
        this.leave.push(this.line.onopen(() => this.watch()));
        this.timer = setInterval(() => this.tick(), 100);
    }
    exit(): void {
        for (const leave of this.leave) leave();
        clearInterval(this.timer);
        if (this.line.line === 'open')
            this.line.ask({ kind: 'leave', room: this.id }, 'done').catch(() => {});
    }

    private watch(): void {
        const token = heldIn(this.id)?.token;
        const after = this.number > 0 ? { after: this.number } : {};
        void this.line
            .ask({ kind: 'watch', room: this.id, ...(token ? { token } : {}), ...after }, 'room')
            .catch((error) => this.failed(error));
    }
    /** The house does not know this room, or this seat. */
    fault = $state.raw<NotDone>();
    private failed(error: unknown): void {
        if (error instanceof NotDone) this.fault = error;
    }

    // ---- what players do ------------------------------------------------------------------------------------------

    override async play(word: string): Promise<void> {
        if (!this.open) return;
        this.sending = true;
        try {
            await this.line.ask(
                { kind: 'move', room: this.id, move: word, number: this.number },
                'done',
                'room',
            );
        } catch (error) {
            // It was not played: the board shows again what stands.
            if (this.match) this.match = { ...this.match };
            this.refuse(error);
        } finally {
            this.sending = false;
        }
    }
    async join(name: string, token: string): Promise<void> {
        const told = await this.line.ask({ kind: 'join', room: this.id, name, token }, 'seated');
        const seat = Number(told.seat);
        this.mine = seat;
        if (!this.seats[seat]?.member)
            hold({ room: this.id, token, seat, name, game: this.rules.game, changed: Date.now() });
    }
    resign = () => this.line.ask({ kind: 'resign', room: this.id }, 'done');
    agree = (matter: Matter) => this.line.ask({ kind: 'agree', room: this.id, matter }, 'done');
    decline = (matter: Matter) => this.line.ask({ kind: 'decline', room: this.id, matter }, 'done');
    say = (said: { phrase: string } | { text: string }) =>
        this.line.ask({ kind: 'say', room: this.id, ...said }, 'done');
    claim = () => this.line.ask({ kind: 'claim', room: this.id }, 'done');
    record = async () => String((await this.line.ask({ kind: 'record', room: this.id }, 'record')).text);

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
            this.queue = this.queue
                .then(() => this.take(told.events as Event[], told.state as State, at))
                .catch(() => {});
        }
    }

    private async take(events: Event[], state: State, at: number): Promise<void> {
        const fresh = events.filter((event) => event.number > this.number);
        if (fresh[0] && fresh[0].number !== this.number + 1) {
            // Something was missed on the way.
            this.watch();
            return;
        }
        const before = this.words;
        for (const event of fresh) this.apply(event);
        this.number = Math.max(this.number, state.number);
        await this.follow(before);
        this.outcome = this.ending;
        this.phase = state.phase;
        this.agreed = state.agreed;
        this.clockBase = state.clock && { ...state.clock, at };
        this.tick();
    }

    private apply(event: Event): void {
        this.number = event.number;
        switch (event.kind) {
            case 'made':
                this.game = { game: event.game as GameId, settings: (event.settings ?? {}) as Settings };
                this.seats = Array.from({ length: Number(event.seats) }, () => ({ name: '' }));
                this.commitment = String(event.commitment ?? '');
                this.chat = event.chat === 'free' ? 'free' : 'phrases';
                break;
            case 'sat': {
                const { seat, ...who } = event as unknown as Seat & { seat: number };
                this.seats = this.seats.map((now, i) => (i === seat ? who : now));
                if (who.member) this.known(seat);
                break;
            }
            case 'signed':
                this.known(Number(event.seat));
                break;
            case 'moved':
                this.words = [...this.words, String(event.move)];
                break;
            case 'left':
                // The others go on while there are two sides of them.
                this.gone = [...this.gone, Number(event.seat)];
                if (this.rules.settings.pairs !== 'yes' && this.seats.length - this.gone.length >= 2)
                    this.words = [...this.words, `out:${Number(event.seat) + 1}`];
                break;
            case 'tookback':
                this.words = this.words.slice(0, Number(event.to));
                break;
            case 'said':
                this.said = [...this.said, event as unknown as Said];
                break;
            case 'over': {
                this.ending = { status: String(event.status), why: String(event.why) };
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

    // Shows what was played: step by step what is new, everything anew if something was taken back.
    private async follow(before: string[]): Promise<void> {
        const { words } = this;
        const grows =
            this.match && before.every((word, i) => words[i] === word) && words.length - before.length < 8;
        if (!grows || before.length !== this.steps.length) {
            await this.read({ ...this.rules, moves: words });
            return;
        }
        for (let ply = before.length; ply < words.length; ++ply)
            this.extend(words[ply]!, await core.match({ ...this.rules, moves: words.slice(0, ply + 1) }));
    }

    private tick(): void {
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
