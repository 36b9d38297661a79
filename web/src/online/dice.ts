// Throws that can be checked (docs/protocol.md): once the seed is shown, every throw can be computed again.
import type { Move } from '../core/types';

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const hexOf = (bytes: ArrayBuffer): string =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Is this the seed that was committed to? */
export const commits = async (seed: string, commitment: string): Promise<boolean> =>
    hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed))) === commitment;

/** What falls, of these throws, after so many steps. */
export async function tossed(seed: string, words: string[], steps: number, throws: Move[]): Promise<string> {
    const key = await crypto.subtle.importKey(
        'raw',
        bytesOf(seed),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
    );
    const message = words.map((word) => `${word}\n`).join('') + String(steps);
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)));
    let left = mac[0]! >> 4;
    const sorted = [...throws].sort((a, b) => (a.move < b.move ? -1 : 1));
    for (const one of sorted) if ((left -= one.sixteenths ?? 0) < 0) return one.move;
    return sorted.at(-1)!.move;
}
