// What the house keeps on this device: settings and games, as JSON in the browser's own storage. A browser may
// refuse (private windows, full disks): then everything works until the page is closed, and `kept` says so.

const prefix = 'tavola.';
const memory = new Map<string, string>();
let refused = false;

/** False once the browser has refused to keep something. */
export const kept = (): boolean => !refused;

export function read<T>(name: string): T | undefined {
    let text: string | null | undefined;
    try {
        text = localStorage.getItem(prefix + name);
    } catch {
        refused = true;
    }
    text ??= memory.get(name);
    if (text == null) return undefined;
    try {
        return JSON.parse(text) as T;
    } catch {
        return undefined; // Somebody else wrote it; it is not ours to use.
    }
}

export function write(name: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(prefix + name, text);
        memory.delete(name);
    } catch {
        refused = true;
        memory.set(name, text);
    }
}

export function remove(name: string): void {
    memory.delete(name);
    try {
        localStorage.removeItem(prefix + name);
    } catch {
        refused = true;
    }
}

/** The names that begin so. */
export function names(start: string): string[] {
    const found = new Set([...memory.keys()].filter((name) => name.startsWith(start)));
    try {
        for (let i = 0; i < localStorage.length; ++i) {
            const key = localStorage.key(i)!;
            if (key.startsWith(prefix + start)) found.add(key.slice(prefix.length));
        }
    } catch {
        refused = true;
    }
    return [...found];
}
