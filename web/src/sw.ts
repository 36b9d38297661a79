// The pages without a network: all their files are kept at the first visit, and served from here. A new version is kept
// beside the old one and takes over when no tab shows the old one any more, or when somebody asks for it. The files of an
// older version stay as long as a tab shows it.
/** All files of this version, and its name; the build fills them in. */
declare const __FILES__: string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `tavola-${__VERSION__}`;

const isHashed = (path: string): boolean => path.includes('/assets/');

worker.addEventListener('install', (event) => {
    // Files with a hash in their names never change; the others are as the server has them now.
    const requests = __FILES__.map((file) => new Request(file, isHashed(file) ? {} : { cache: 'no-cache' }));
    event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
    event.waitUntil(tidy().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
    if (event.data === 'take over') void worker.skipWaiting();
    if (event.data === 'tidy') event.waitUntil(tidy());
});

/** Removes the files of versions that no tab shows. Every tab holds a lock with the name of the script that started it
 *  (house/offline.svelte.ts). */
async function tidy(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith('tavola-') && name !== cacheName);
    // What is being installed is newer, and nobody shows it yet.
    if (others.length === 0 || worker.registration.installing || worker.registration.waiting) return;
    const prefix = 'tavola-page ';
    const held = (await navigator.locks?.query())?.held ?? [];
    const shown = held.flatMap(({ name }) => (name?.startsWith(prefix) ? name.slice(prefix.length) : []));
    const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (!navigator.locks && tabs.length > 0) return;
    for (const name of others) {
        const cache = await caches.open(name);
        const found = await Promise.all(shown.map((entry) => cache.match(entry)));
        if (!found.some(Boolean)) await caches.delete(name);
    }
}

worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== 'GET' || address.origin !== location.origin) return;
    // Tables are read by pieces, and what the server says of itself is never old: neither is kept.
    const home = request.mode === 'navigate' && address.pathname === new URL('./', location.href).pathname;
    const answer = async () =>
        (await caches.match(home ? './' : request, { cacheName, ignoreSearch: home })) ??
        // A tab that still shows an older version.
        (isHashed(address.pathname) ? await caches.match(request) : undefined) ??
        fetch(request);
    event.respondWith(answer());
});

export {};
