// The house without a network: all its files are kept when it is first visited, and served from here. A new version
// is kept beside the old one and takes over when nobody is at the table any more, or when the reader asks for it.
/** All files of this version, and its name; the build fills them in. */
declare const __FILES__: string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `tavola-${__VERSION__}`;

worker.addEventListener('install', (event) => {
    event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(__FILES__)));
});

worker.addEventListener('activate', (event) => {
    const clear = async () => {
        for (const name of await caches.keys())
            if (name.startsWith('tavola-') && name !== cacheName) await caches.delete(name);
        await worker.clients.claim();
    };
    event.waitUntil(clear());
});

worker.addEventListener('message', (event) => {
    if (event.data === 'take over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== 'GET' || address.origin !== location.origin) return;
    // Tables are read by pieces, and what the server says of itself is never old: neither is kept.
    const home = request.mode === 'navigate' && address.pathname === new URL('./', location.href).pathname;
    const answer = async () =>
        (await caches.match(home ? './' : request, { cacheName, ignoreSearch: home })) ?? fetch(request);
    event.respondWith(answer());
});

export {};
