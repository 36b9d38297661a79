// A game that is kept on this device: its rules, who sits where, and the words played.
import type { Arbiter, GameId, MatchEnding, Settings } from '../core/types';
import { names, read, remove, write } from '../house/device';
import type { Colours } from './colours';

/** A person, or the computer at a level. */
export type SeatKind = 'person' | `level:${number}`;

export interface Clock {
    /** Milliseconds at the start and for every move. */
    initial: number;
    increment: number;
    left: number[];
}

export type Result = MatchEnding;

export interface KeptGame {
    id: string;
    game: GameId;
    settings: Settings;
    /** What differs from the game's conventions about its end. */
    arbiter?: Arbiter | false;
    /** Which colour each player has, if not the game's own order. */
    colours?: Colours;
    start?: string;
    moves: string[];
    seats: SeatKind[];
    clock?: Clock;
    result?: Result;
    /** The player that lots made of whoever set the game up. */
    lot?: number;
    /** Throws that were taken back: they come again in the same order. */
    throws?: string[];
    begun: number;
    changed: number;
}

const name = (id: string) => `game.${id}`;
const most = 200;

export const newId = (): string =>
    [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

export function keep(game: KeptGame): void {
    game.changed = Date.now();
    write(name(game.id), game);
}

export const find = (id: string): KeptGame | undefined => read<KeptGame>(name(id));
export const forget = (id: string): void => remove(name(id));

/** All games here, the latest first. Of finished ones only so many are kept. */
export function all(): KeptGame[] {
    const games = names('game.')
        .map((key) => read<KeptGame>(key))
        .filter((game): game is KeptGame => !!game && Array.isArray(game.moves))
        .sort((a, b) => b.changed - a.changed);
    for (const old of games.filter((game) => game.result).slice(most)) forget(old.id);
    return games;
}

export const levelOf = (seat: SeatKind | undefined): number =>
    seat?.startsWith('level:') ? Number(seat.slice(6)) : 0;

/** How many sit at this table. */
export const seatsOf = (game: GameId, settings: Settings): number =>
    game === 'niout' ? Number(settings.players ?? 2) : 2;

/** Which players have won, of a status; none in a draw. */
export function winners(status: string): number[] {
    if (status === 'x') return [0];
    if (status === 'o') return [1];
    if (/^[1-4]+$/.test(status)) return [...status].map((digit) => Number(digit) - 1);
    return [];
}
