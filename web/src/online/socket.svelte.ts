// The line to the house (docs/protocol.md). It comes back by itself when it is cut, and whatever was asked and not
// answered is asked again: the house plays nothing twice.
import type { CoreError } from '../core/types';

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

interface Asked {
    message: object;
    /** The kinds that answer it. */
    kinds: string[];
    resolve(told: Told): void;
    reject(error: Error): void;
}

const address = (): string => {
    const url = new URL('./socket', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    return url.href;
};

export class House {
    line = $state<Line>('closed');
    /** When the line will be tried again, in milliseconds since 1970. */
    again = $state(0);

    private socket: WebSocket | undefined;
    private asked = new Map<string, Asked>();
    private listeners = new Set<(told: Told) => void>();
    private openers = new Set<() => void>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private failures = 0;
    private wanted = false;
    private readonly wake = () => {
        if (this.wanted && this.line !== 'open') this.connect();
    };

    open(): void {
        if (this.wanted) return;
        this.wanted = true;
        addEventListener('online', this.wake);
        document.addEventListener('visibilitychange', this.wake);
        this.connect();
    }

    close(): void {
        this.wanted = false;
        removeEventListener('online', this.wake);
        document.removeEventListener('visibilitychange', this.wake);
        clearTimeout(this.timer);
        this.socket?.close();
        this.line = 'closed';
    }

    /** A new line in place of this one, if there is one. */
    renew(): void {
        if (this.wanted) this.connect();
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

    /** Asks, and asks again after every cut, until there is an answer of one of these kinds, or a refusal. */
    ask(message: object, ...kinds: string[]): Promise<Told> {
        const id = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join('');
        return new Promise((resolve, reject) => {
            const asked = { message: { ...message, id }, kinds, resolve, reject };
            this.asked.set(id, asked);
            this.send(asked);
        });
    }

    private send({ message }: Asked): void {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    private connect(): void {
        clearTimeout(this.timer);
        this.socket?.close();
        this.line = this.failures > 0 ? 'lost' : 'connecting';
        const socket = new WebSocket(address());
        this.socket = socket;
        socket.onopen = () => {
            this.failures = 0;
            this.line = 'open';
            for (const asked of this.asked.values()) this.send(asked);
            for (const opener of this.openers) opener();
        };
        socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as Told);
        socket.onclose = () => {
            if (this.socket !== socket || !this.wanted) return;
            this.line = 'lost';
            // Later and later, and not all at once after the house was closed.
            const delay = Math.min(15_000, 500 * 2 ** this.failures++) * (0.75 + Math.random() / 2);
            this.again = Date.now() + delay;
            this.timer = setTimeout(() => this.connect(), delay);
        };
    }

    private hear(told: Told): void {
        const asked = told.id === undefined ? undefined : this.asked.get(told.id);
        if (asked && told.kind === 'refused') {
            this.asked.delete(told.id!);
            asked.reject(new NotDone(told.error as CoreError));
        } else if (asked?.kinds.includes(told.kind)) {
            this.asked.delete(told.id!);
            asked.resolve(told);
        }
        for (const listener of this.listeners) listener(told);
    }
}

export const house = new House();

/** Is there a house behind these pages, or only files? */
export async function offered(): Promise<boolean> {
    if (!navigator.onLine) return false;
    try {
        const answer = await fetch('./healthz');
        return answer.ok && (await answer.text()).trim() === 'ok';
    } catch {
        return false;
    }
}
