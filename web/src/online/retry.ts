// When to try again what depends on the network.

/** Milliseconds until the next attempt after so many failures: later and later, and not all pages at once. */
export const delayAfter = (failures: number): number =>
    Math.min(15_000, 500 * 2 ** failures) * (0.75 + Math.random() / 2);

/** Calls whenever the network may have come back, or the page is looked at again; the answer ends that. */
export function onWake(wake: () => void): () => void {
    const seen = () => {
        if (document.visibilityState === 'visible') wake();
    };
    addEventListener('online', wake);
    addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', seen);
    return () => {
        removeEventListener('online', wake);
        removeEventListener('pageshow', wake);
        document.removeEventListener('visibilitychange', seen);
    };
}
