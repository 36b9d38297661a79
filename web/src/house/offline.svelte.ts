// Installs the service worker, once the page has nothing better to do, and knows when a newer house is ready.

const news = $state<{ waiting: ServiceWorker | undefined }>({ waiting: undefined });
export const newer = (): boolean => news.waiting !== undefined;

/** Takes the newer version, and shows it. */
export function renew(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    news.waiting?.postMessage('take over');
}

async function install(): Promise<void> {
    const registration = await navigator.serviceWorker.register('./sw.js');
    const ready = () => {
        if (registration.waiting && navigator.serviceWorker.controller) news.waiting = registration.waiting;
    };
    ready();
    registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', ready),
    );
}

export function keepOffline(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const later = () => setTimeout(() => void install().catch(() => {}), 1500);
    if (document.readyState === 'complete') later();
    else addEventListener('load', later, { once: true });
}
