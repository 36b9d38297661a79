// Installs the service worker, once the page has nothing better to do, looks for newer versions and takes them over.
// Every tab says that there is one; a touch in any of them renews all, but never in the middle of something: such a tab
// goes on with its own files and is loaded again when its reader says so, or goes to another page.
import { ownEntry } from './load';

const state = $state<{ waiting: ServiceWorker | undefined; superseded: boolean }>({
    waiting: undefined,
    superseded: false,
});
/** A newer version is ready, or has been taken over by another tab. */
export const newer = (): boolean => state.waiting !== undefined || state.superseded;
/** A newer version serves this tab, which still shows the older one. */
export const superseded = (): boolean => state.superseded;

let asked = false;
/** Takes the newer version, and shows it. */
export function renew(): void {
    if (state.superseded || !state.waiting) return location.reload();
    asked = true;
    state.waiting.postMessage('take over');
}

const hour = 3_600_000;
/** Not more often than this, however often the tab is looked at. */
const least = hour / 6;

async function install(): Promise<void> {
    const workers = navigator.serviceWorker;
    let controlled = !!workers.controller;
    const registration = await workers.register('./sw.js');
    const look = () => (state.waiting = (workers.controller && registration.waiting) ?? undefined);
    look();
    registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', look),
    );
    workers.addEventListener('controllerchange', () => {
        look();
        if (asked) location.reload();
        // The first one to serve this tab is of its own version.
        else if (controlled) state.superseded = true;
        controlled = true;
    });

    let last = Date.now();
    const update = () => {
        last = Date.now();
        registration.update().catch(() => {}); // Without a network there is nothing newer.
    };
    const awake = () => {
        if (document.visibilityState === 'visible' && Date.now() - last >= least) update();
    };
    setInterval(update, hour);
    document.addEventListener('visibilitychange', awake);
    addEventListener('online', awake);
}

/** While this tab is open, the service worker keeps the files of its version. */
function holdVersion(): void {
    void navigator.locks?.request(`tavola-page ${ownEntry()}`, { mode: 'shared' }, () => {
        navigator.serviceWorker.controller?.postMessage('tidy');
        return new Promise<void>(() => {});
    });
}

export function keepOffline(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    holdVersion();
    const later = () => setTimeout(() => void install().catch(() => {}), 1500);
    if (document.readyState === 'complete') later();
    else addEventListener('load', later, { once: true });
}
