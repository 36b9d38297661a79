// Is there a server behind these pages? Asked again until it answers.
import { delayAfter, onWake } from './retry';

/** `away`: nothing answers, or a proxy says that the server is down. `none`: something else answers, so these are files alone. */
export type Reach = 'asked' | 'open' | 'away' | 'none';

/** An answer that takes longer is none. */
const patience = 6_000;

export async function reach(): Promise<Exclude<Reach, 'asked'>> {
    if (!navigator.onLine) return 'away';
    try {
        const answer = await fetch('./healthz', { signal: AbortSignal.timeout(patience), cache: 'no-store' });
        if (answer.status >= 500) return 'away';
        return answer.ok && (await answer.text()).trim() === 'ok' ? 'open' : 'none';
    } catch {
        return 'away';
    }
}
export const offered = async (): Promise<boolean> => (await reach()) === 'open';

export class Server {
    reach = $state<Reach>('asked');

    private users = 0;
    private failures = 0;
    private round = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private leave = () => {};

    /** Keeps asking as long as somebody wants to know; the answer ends that. */
    watch(): () => void {
        if (this.users++ === 0) {
            this.leave = onWake(() => {
                if (this.reach !== 'open') void this.ask();
            });
            if (this.reach !== 'open') void this.ask();
        }
        let watching = true;
        return () => {
            if (!watching) return;
            watching = false;
            if (--this.users > 0) return;
            this.leave();
            clearTimeout(this.timer);
            this.round++;
        };
    }

    /** Asks now: something did not answer, or the player does not want to wait. */
    async ask(): Promise<void> {
        clearTimeout(this.timer);
        const round = ++this.round;
        const now = await reach();
        if (round !== this.round) return;
        this.reach = now;
        this.failures = now === 'away' ? this.failures + 1 : 0;
        if (now === 'away' && this.users > 0)
            this.timer = setTimeout(() => void this.ask(), delayAfter(this.failures));
    }
}

export const server = new Server();
