// Single questions to the house (docs/api.md): JSON there, JSON back.
import type { CoreError } from '../core/types';
import { NotDone } from './socket.svelte';

/** Nobody answered, or somebody who is no house. */
export class Unreached extends Error {}

export async function request<T>(method: string, path: string, body?: object): Promise<T> {
    const told = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    let answer: Response;
    let parts: { error?: CoreError } | null;
    try {
        answer = await fetch(`./api/${path}`, { method, ...told });
        parts = (await answer.json()) as typeof parts;
    } catch {
        throw new Unreached();
    }
    if (answer.ok) return parts as T;
    throw parts?.error?.key ? new NotDone(parts.error) : new Unreached();
}
