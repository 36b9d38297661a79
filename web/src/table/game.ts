// A game that is kept on this device: its rules, who sits where, and the words played.
import { gameIds, type Arbiter, type GameId, type MatchEnding, type Settings } from '../core/types';
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
    /** The form in which it is stored; games stored before there were versions have none. */
    version?: number;
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
    /** When it was last stored. No two states of a game have the same, so that a tab notices what another one stored. */
    changed: number;
}

/** The version that is written. Raise it when an older page could not read what a newer one stores. */
export const version = 1;

/** A stored game, or why there is none to be had: nothing is there, a newer page stored it, it cannot be read. */
export type Stored =
    { game: KeptGame; fault?: undefined } | { game?: undefined; fault: 'missing' | 'newer' | 'damaged' };

const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const areAll = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
    Array.isArray(value) && value.every(is);
const isSeat = (value: unknown): value is SeatKind => isText(value) && /^(person|level:\d{1,2})$/.test(value);
const optional = (value: unknown, is: (one: unknown) => boolean): boolean => value === undefined || is(value);

/** What storage holds under a game's id. Parts that this version does not know are left as they are. */
export function parseGame(id: string, stored: unknown): Stored {
    if (stored === undefined) return { fault: 'missing' };
    if (isRecord(stored) && isNumber(stored.version) && stored.version > version) return { fault: 'newer' };
    const sound =
        isRecord(stored) &&
        stored.id === id &&
        gameIds.some((one) => one === stored.game) &&
        isRecord(stored.settings) &&
        Object.values(stored.settings).every(isText) &&
        optional(stored.arbiter, (arbiter) => arbiter === false || isRecord(arbiter)) &&
        optional(stored.colours, (colours) => areAll(colours, isNumber)) &&
        optional(stored.lot, isNumber) &&
        optional(stored.start, isText) &&
        areAll(stored.moves, isText) &&
        areAll(stored.seats, isSeat) &&
        stored.seats.length > 0 &&
        optional(
            stored.clock,
            (clock) =>
                isRecord(clock) &&
                isNumber(clock.initial) &&
                isNumber(clock.increment) &&
                areAll(clock.left, isNumber) &&
                clock.left.length === (stored.seats as unknown[]).length,
        ) &&
        optional(
            stored.result,
            (result) => isRecord(result) && isText(result.status) && isText(result.why),
        ) &&
        optional(stored.throws, (throws) => areAll(throws, isText)) &&
        isNumber(stored.begun) &&
        isNumber(stored.changed);
    return sound ? { game: stored as unknown as KeptGame } : { fault: 'damaged' };
}

const name = (id: string) => `game.${id}`;
const most = 200;

export const newId = (): string =>
    [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** What is no JSON at all is damaged, not missing. */
export const look = (id: string): Stored =>
    parseGame(id, read<unknown>(name(id)) ?? (names(name(id)).includes(name(id)) ? null : undefined));
export const find = (id: string): KeptGame | undefined => look(id).game;
export const forget = (id: string): void => remove(name(id));

/** Stores a game, unless another tab has stored a different state of it since this one was read: then nothing is
 *  written and the answer is false. */
export function keep(game: KeptGame): boolean {
    const { game: stored, fault } = look(game.id);
    if (fault === 'newer' || (stored && stored.changed !== game.changed)) return false;
    game.version = version;
    game.changed = Math.max(Date.now(), game.changed + 1);
    write(name(game.id), game);
    return true;
}

/** Calls back when another tab stores a game, or removes it; the answer ends that. */
export function onStored(id: string, changed: () => void): () => void {
    const hear = ({ key }: StorageEvent) => {
        if (key === null || key === `tavola.${name(id)}`) changed();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
}

/** All games here, the latest first. Of finished ones only so many are kept. */
export function all(): KeptGame[] {
    const games = names('game.')
        .flatMap((key) => look(key.slice('game.'.length)).game ?? [])
        .sort((a, b) => b.changed - a.changed);
    for (const old of games.filter((game) => game.result).slice(most)) forget(old.id);
    return games;
}
/** How many games here cannot be shown, and why. They stay where they are. */
export function unreadable(): { newer: number; damaged: number } {
    const faults = names('game.').map((key) => look(key.slice('game.'.length)).fault);
    const count = (wanted: string) => faults.filter((fault) => fault === wanted).length;
    return { newer: count('newer'), damaged: count('damaged') };
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
