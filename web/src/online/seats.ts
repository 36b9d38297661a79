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
