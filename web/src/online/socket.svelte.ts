// The connection to the server (docs/protocol.md). It notices when nothing comes any more, and comes back by itself.
// Every request ends: with its answer, with a refusal, or with `Lost`.
import type { CoreError } from '../core/types';
import { delayAfter, onWake } from './retry';

export type Line = 'closed' | 'connecting' | 'open' | 'lost';

/** A message of the house; its kinds are told in docs/protocol.md. */
export interface Told {
    kind: string;
    id?: string;
    room?: string;
    [part: string]: unknown;
}

/** The house said no, and why. */
export class NotDone extends Error {
    constructor(readonly error: CoreError) {
        super(error.key);
    }
}

/** No answer came, and none will. What was asked for may have been done or not. */
export class Lost extends Error {
    constructor() {
        super('the connection was lost');
    }
}

export interface Asking {
    /** The message's own id, where it must be the same each time that it is sent. */
    id?: string;
    /** The server does the same thing once, however often it is asked with this id: it is sent again after a cut. */
    again?: boolean;
}

interface Asked {
    message: object;
    /** The kinds that answer it. */
    kinds: string[];
    again: boolean;
    resolve(told: Told): void;
    reject(error: Error): void;
    overdue?: ReturnType<typeof setTimeout>;
    last: ReturnType<typeof setTimeout>;
}

/** After so long without a message, a ping. */
const quiet = 15_000;
/** A ping that nobody answers within this time means that the line is dead. */
const patience = 5_000;
/** An attempt to connect that takes longer is given up. */
const opening = 10_000;
/** A request that is answered later is a reason to ping. */
const slow = 4_000;
/** No request waits longer. */
const longest = 30_000;

const address = (): string => {
    const url = new URL('./socket', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    return url.href;
};

export const newId = (): string =>
    [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join('');

export class House {
    line = $state<Line>('closed');
    /** When the line will be tried again, in milliseconds since 1970. */
    again = $state(0);

    private socket: WebSocket | undefined;
    private asked = new Map<string, Asked>();
    private listeners = new Set<(told: Told) => void>();
    private openers = new Set<() => void>();
    /** The next attempt, or the end of this one. */
    private timer: ReturnType<typeof setTimeout> | undefined;
    private idle: ReturnType<typeof setTimeout> | undefined;
    private checking: ReturnType<typeof setTimeout> | undefined;
    private failures = 0;
    private began = 0;
    private wanted = false;
    private asleep = () => {};

    open(): void {
        if (this.wanted) return;
        this.wanted = true;
        this.asleep = onWake(() => this.wake());
        this.connect('connecting');
    }

    close(): void {
        this.wanted = false;
        this.asleep();
        this.cut('closed');
    }

    /** A new line in place of this one, if there is one. */
    renew(): void {
        if (!this.wanted) return;
        this.cut('connecting');
        this.connect('connecting');
    }

    /** Hears everything that the house tells; the answer takes the listener away again. */
    listen(listener: (told: Told) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }
    /** Called whenever the line has (come) back. */
    onopen(opener: () => void): () => void {
        this.openers.add(opener);
        if (this.line === 'open') opener();
        return () => this.openers.delete(opener);
    }

    /** Asks, until there is an answer of one of these kinds, or a refusal. What must not be sent twice is not sent at all
     *  while the line is down, and lost with it. */
    ask(message: object, kinds: string[], { id = newId(), again = false }: Asking = {}): Promise<Told> {
        return new Promise((resolve, reject) => {
            if (!again && this.line !== 'open') return reject(new Lost());
            const last = setTimeout(() => this.take(id)?.reject(new Lost()), longest);
            const asked = { message: { ...message, id }, kinds, again, resolve, reject, last };
            this.asked.set(id, asked);
            this.send(asked);
        });
    }

    private send(asked: Asked): void {
        if (this.line !== 'open') return;
        this.socket!.send(JSON.stringify(asked.message));
        clearTimeout(asked.overdue);
        asked.overdue = setTimeout(() => this.check(), slow);
    }

    /** No longer waits for the answer to this. */
    private take(id: string): Asked | undefined {
        const asked = this.asked.get(id);
        clearTimeout(asked?.overdue);
        clearTimeout(asked?.last);
        this.asked.delete(id);
        return asked;
    }

    // ---- the line ---------------------------------------------------------------------------------------------

    private connect(line: Line): void {
        clearTimeout(this.timer);
        this.line = line;
        this.began = Date.now();
        const socket = new WebSocket(address());
        this.socket = socket;
        socket.onopen = () => {
            clearTimeout(this.timer);
            this.line = 'open';
            this.listenOn();
            for (const opener of this.openers) opener();
            for (const asked of this.asked.values()) if (asked.again) this.send(asked);
        };
        socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as Told);
        socket.onclose = () => this.lose();
        this.timer = setTimeout(() => this.lose(), opening);
    }

    /** The line is dead: another one, after a moment. */
    private lose(): void {
        this.cut('lost');
        const delay = delayAfter(this.failures++);
        this.again = Date.now() + delay;
        this.timer = setTimeout(() => this.connect('lost'), delay);
    }

    private cut(line: Line): void {
        for (const timer of [this.timer, this.idle, this.checking]) clearTimeout(timer);
        this.checking = undefined;
        const { socket } = this;
        this.socket = undefined;
        if (socket) {
            // Whatever it still says is of no interest: a socket that nobody answers takes minutes to close.
            socket.onopen = socket.onmessage = socket.onclose = null;
            socket.close();
        }
        this.line = line;
        for (const [id, { again }] of [...this.asked]) if (!again) this.take(id)!.reject(new Lost());
    }

    /** The device or its network may have slept: whatever was is to be looked at now. */
    private wake(): void {
        if (this.line === 'open') this.check(true);
        else if (!this.socket || Date.now() - this.began > patience) {
            this.cut(this.line);
            this.connect(this.line);
        }
    }

    private listenOn(): void {
        clearTimeout(this.idle);
        clearTimeout(this.checking);
        this.checking = undefined;
        this.idle = setTimeout(() => this.check(), quiet);
    }

    /** Is anybody there? `anew`: a ping that was sent before the page slept does not count. */
    private check(anew = false): void {
        if (this.line !== 'open' || (this.checking !== undefined && !anew)) return;
        clearTimeout(this.checking);
        this.socket!.send(JSON.stringify({ kind: 'ping', id: newId() }));
        const asked = Date.now();
        this.checking = setTimeout(() => {
            // A page that slept meanwhile has not heard what came.
            if (Date.now() - asked > 2 * patience) this.check(true);
            else this.lose();
        }, patience);
    }

    private hear(told: Told): void {
        this.failures = 0;
        this.listenOn();
        const asked = told.id === undefined ? undefined : this.asked.get(told.id);
        if (asked && told.kind === 'refused')
            this.take(told.id!)!.reject(new NotDone(told.error as CoreError));
        else if (asked?.kinds.includes(told.kind)) this.take(told.id!)!.resolve(told);
        for (const listener of this.listeners) listener(told);
    }
}

export const house = new House();
