// Beginning a game: as a player last did, or as they choose now.
import type { GameId } from '../core/types';
import { settings, type Habit } from '../house/settings.svelte';
import { coloursWith, type Colours } from './colours';
import { keep, newId, seatsOf, type Clock, type KeptGame, type SeatKind } from './game';

export function habitOf(game: GameId): Habit {
    const usual: Habit = {
        opponent: 'computer',
        level: 3,
        rules: game === 'trilha' ? { preset: 'recomendada' } : {},
        // The books draw lots.
        first: 'lot',
        ...(game === 'trilha' ? { colour: 'lot' as const } : {}),
        clock: '',
    };
    return { ...usual, ...settings.habits[game] };
}

/** '5+3' is five minutes and three seconds a move; nothing is no clock. */
export function clockOf(text: string, seats: number): Clock | undefined {
    const [minutes, seconds] = text.split('+').map(Number);
    if (!text || !minutes || seconds === undefined || Number.isNaN(seconds)) return undefined;
    const initial = minutes * 60_000;
    return { initial, increment: seconds * 1000, left: Array.from({ length: seats }, () => initial) };
}

/** A number below another, each as likely as the others. */
export type Lot = (below: number) => number;
const drawn: Lot = (below) => crypto.getRandomValues(new Uint32Array(1))[0]! % below;

export interface Seating<T> {
    /** In the order in which they play. */
    seats: T[];
    /** Whoever came first: which player that is now. */
    mine: number;
    colours?: Colours;
    /** Lots decided something. */
    lot: boolean;
}

/** Who plays first, and with which colour. The lot, or the reader, turns the table, so that partners stay across from
 *  each other; a colour is chosen only where it does not follow from that. `seats` has the reader's first. */
export function seated<T>(
    seats: T[],
    { first, colour }: Pick<Habit, 'first' | 'colour'>,
    lot: Lot = drawn,
): Seating<T> {
    const count = seats.length;
    const mine = first === 'lot' ? lot(count) : first === 'other' ? 1 : 0;
    const colours =
        colour === undefined || count !== 2
            ? undefined
            : coloursWith(mine, colour === 'lot' ? lot(2) : colour);
    return {
        seats: [...seats.slice(count - mine), ...seats.slice(0, count - mine)],
        mine,
        ...(colours ? { colours } : {}),
        lot: first === 'lot' || colour === 'lot',
    };
}

/** A new game, kept on the device. */
export function begin(game: GameId, habit: Habit, start?: string): KeptGame {
    const count = seatsOf(game, habit.rules);
    const others: SeatKind[] = habit.seats?.slice(0, count) ?? ['person'];
    const other: SeatKind = habit.opponent === 'computer' ? `level:${habit.level}` : 'person';
    while (others.length < count) others.push(other);
    const { seats, mine, colours, lot } = seated(others, habit);
    return kept({
        game,
        settings: habit.rules,
        ...(habit.arbiter ? { arbiter: habit.arbiter } : {}),
        ...(colours ? { colours } : {}),
        ...(lot ? { lot: mine } : {}),
        ...(start ? { start } : {}),
        seats,
        clock: clockOf(habit.clock, count),
    });
}

/** The same again: now the other one begins. Like everything else of a side, its colour stays with the seat, as it
 *  does in a room. */
export function again({ game, settings: rules, arbiter, colours, clock, seats }: KeptGame): KeptGame {
    return kept({
        game,
        settings: rules,
        ...(arbiter ? { arbiter } : {}),
        ...(colours ? { colours } : {}),
        seats: [...seats.slice(1), seats[0]!],
        clock: clock && { ...clock, left: seats.map(() => clock.initial) },
    });
}

function kept(game: Omit<KeptGame, 'id' | 'moves' | 'begun' | 'changed'>): KeptGame {
    const whole = { ...game, id: newId(), moves: [], begun: Date.now(), changed: Date.now() };
    keep(whole);
    return whole;
}
