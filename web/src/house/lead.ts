// Several tabs, one of which leads: it alone plays and stores. The others wait in line; when the leading tab closes,
// the next one leads. By the Web Locks API, where a closed or crashed tab lets go by itself; else by messages between
// tabs; where there is neither, every tab leads.

export interface Lead {
    /** Leads from now on; whichever tab did so until now follows. */
    take(): void;
    close(): void;
}
type Change = (leads: boolean) => void;

/** `change` hears whenever this tab begins or ceases to lead. */
export function lead(name: string, change: Change): Lead {
    if (navigator.locks) return byLock(name, change);
    if (typeof BroadcastChannel === 'function') return byMessages(name, change);
    change(true);
    return { take: () => {}, close: () => {} };
}

function byLock(name: string, change: Change): Lead {
    let closed = false;
    let release: (() => void) | undefined;
    let waiting = new AbortController();

    async function stand(options: LockOptions): Promise<void> {
        try {
            await navigator.locks.request(name, options, () => {
                if (closed) return;
                change(true);
                return new Promise<void>((resolve) => (release = resolve));
            });
        } catch {
            // Another tab has taken the lock, or this one no longer waits for it because it takes it.
            const led = release !== undefined;
            release = undefined;
            if (closed || !led) return;
            change(false);
            wait();
        }
    }
    function wait(): void {
        waiting = new AbortController();
        void stand({ signal: waiting.signal });
    }
    wait();
    return {
        take() {
            if (closed || release) return;
            waiting.abort();
            void stand({ steal: true });
        },
        close() {
            closed = true;
            waiting.abort();
            release?.();
        },
    };
}

/** So long the leading tab has to answer. */
const patience = 300;

type Message = { kind: 'ask' | 'lead' | 'gone'; from: string };

function byMessages(name: string, change: Change): Lead {
    const own = crypto.randomUUID();
    const channel = new BroadcastChannel(name);
    let leads = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = (kind: Message['kind']) => channel.postMessage({ kind, from: own } satisfies Message);

    function set(to: boolean): void {
        clearTimeout(timer);
        if (to) send('lead');
        if (to !== leads) change((leads = to));
    }
    function ask(after = 0): void {
        clearTimeout(timer);
        timer = setTimeout(() => {
            send('ask');
            timer = setTimeout(() => set(true), patience);
        }, after);
    }
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
        if (data.kind === 'ask' && leads) send('lead');
        // Whoever says so last leads.
        else if (data.kind === 'lead') set(false);
        // Not all at once: the first to ask leads, the others hear of it.
        else if (data.kind === 'gone') ask(Math.random() * patience);
    };
    const leave = () => leads && send('gone');
    addEventListener('pagehide', leave);
    ask();
    return {
        take: () => set(true),
        close() {
            clearTimeout(timer);
            leave();
            removeEventListener('pagehide', leave);
            channel.close();
        },
    };
}
