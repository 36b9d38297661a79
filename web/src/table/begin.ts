// Beginning a game: as a player last did, or as he chooses now.
import type { GameId } from '../core/types';
import { settings, type Habit } from '../house/settings.svelte';
import { keep, newId, seatsOf, type Clock, type KeptGame, type SeatKind } from './game';

export function habitOf(game: GameId): Habit {
    const usual: Habit = {
        opponent: 'computer',
        level: 3,
        rules: game === 'trilha' ? { preset: 'recomendada' } : {},
        first: game === 'niout' ? 'lot' : 'me',
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

const lot = (below: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % below;

/** A new game, kept on the device. */
export function begin(game: GameId, habit: Habit, start?: string): KeptGame {
    const count = seatsOf(game, habit.rules);
    let seats: SeatKind[] = habit.seats?.slice(0, count) ?? ['person'];
    const other: SeatKind = habit.opponent === 'computer' ? `level:${habit.level}` : 'person';
    while (seats.length < count) seats.push(other);
    // Whoever sits first begins. The lot, or the reader, turns the table; partners stay across from each other.
    const turns = habit.first === 'lot' ? lot(count) : habit.first === 'other' ? 1 : 0;
    seats = [...seats.slice(count - turns), ...seats.slice(0, count - turns)];
    const kept: KeptGame = {
        id: newId(),
        game,
        settings: habit.rules,
        ...(start ? { start } : {}),
        moves: [],
        seats,
        clock: clockOf(habit.clock, count),
        begun: Date.now(),
        changed: Date.now(),
    };
    keep(kept);
    return kept;
}
