// The seats that this device has in the house's rooms: whoever has a seat's token may play for it.
import type { GameId } from '../core/types';
import { names, read, remove, write } from '../house/device';

export interface HeldSeat {
    room: string;
    token: string;
    seat: number;
    name: string;
    game: GameId;
    changed: number;
    over?: boolean;
    /** Lots decided who begins, or with which colour. */
    lot?: boolean;
}

const key = (room: string) => `seat.${room}`;

export const heldIn = (room: string): HeldSeat | undefined => read<HeldSeat>(key(room));
export const hold = (seat: HeldSeat): void => write(key(seat.room), seat);
export const release = (room: string): void => remove(key(room));
export const held = (): HeldSeat[] =>
    names('seat.')
        .map((name) => read<HeldSeat>(name))
        .filter((seat): seat is HeldSeat => !!seat?.token)
        .sort((a, b) => b.changed - a.changed);

/** A token of one's own, so that joining can be asked again when its answer was lost. */
export const newToken = (): string =>
    [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => (byte % 36).toString(36)).join('');

/** A move that was made and perhaps not played yet. */
export interface SentMove {
    word: string;
    id: string;
    /** The last event that the player had seen. */
    number: number;
}

// Kept as long as this tab is open, so that loading the page again does not lose a move on its way.
const moveKey = (room: string) => `tavola.move.${room}`;

export function moveOf(room: string): SentMove | undefined {
    try {
        const { word, id, number } = JSON.parse(sessionStorage.getItem(moveKey(room)) ?? '{}') as SentMove;
        return word && id ? { word, id, number } : undefined;
    } catch {
        return undefined; // The browser keeps nothing, or somebody else wrote it.
    }
}
export function sendMove(room: string, move: SentMove | undefined): void {
    try {
        if (!move) sessionStorage.removeItem(moveKey(room));
        else {
            const { word, id, number } = move;
            sessionStorage.setItem(moveKey(room), JSON.stringify({ word, id, number }));
        }
    } catch {
        // Then it lives as long as the page.
    }
}
