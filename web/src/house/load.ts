// Parts of the pages that are loaded when they are needed. One that cannot be loaded is usually one of an older
// version, of which the server has no files any more: then the page is loaded again, once for each version.

export class NotLoaded extends Error {
    constructor(cause: unknown) {
        super(`not loaded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
}

export async function load<T>(part: () => Promise<T>): Promise<T> {
    try {
        return await part();
    } catch (cause) {
        const served = await newerEntry();
        if (served && !seen(served)) {
            location.reload();
            return new Promise<never>(() => {});
        }
        throw new NotLoaded(cause);
    }
}

/** The script that this page was started by. */
export const ownEntry = (): string | undefined =>
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;

/** The script by which the server starts pages now, if it is another one. */
async function newerEntry(): Promise<string | undefined> {
    try {
        // A question of its own, so that no cache answers.
        const response = await fetch('./?version', { cache: 'no-store' });
        if (!response.ok) return undefined;
        const served = new DOMParser()
            .parseFromString(await response.text(), 'text/html')
            .querySelector('script[type=module][src]')
            ?.getAttribute('src');
        const entry = served && new URL(served, document.baseURI).href;
        return entry && entry !== ownEntry() ? entry : undefined;
    } catch {
        return undefined;
    }
}

/** Has the page been loaded again for this version already? Where that cannot be noted, it counts as done. */
function seen(entry: string): boolean {
    const name = 'tavola.reloaded';
    try {
        if (sessionStorage.getItem(name) === entry) return true;
        sessionStorage.setItem(name, entry);
        return false;
    } catch {
        return true;
    }
}
