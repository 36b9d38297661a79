// Opening a room of the house.
import type { GameId } from '../core/types';
import type { Habit } from '../house/settings.svelte';
import { seated } from '../table/begin';
import { levelOf, seatsOf } from '../table/game';
import type { Chat } from './room.svelte';
import { hold, newToken } from './seats';
import { house } from './socket.svelte';

/** '5+3' in minutes and seconds, or '3d' in days a move, as the house writes it. */
export function houseClock(clock: string): string {
    if (clock.endsWith('d')) return `${Number(clock.slice(0, -1)) * 86_400}/turn`;
    const [minutes, seconds] = clock.split('+');
    return clock ? `${Number(minutes) * 60}+${seconds}` : '-';
}

/** Who may come, and what may be said. */
export interface Manner {
    listed: boolean;
    chat: Chat;
}

/** A new room with the reader in it; its id. */
export async function makeRoom(game: GameId, habit: Habit, name: string, manner: Manner): Promise<string> {
    const count = seatsOf(game, habit.rules);
    const others = Array.from({ length: count - 1 }, (_, i) => {
        const level = count > 2 ? levelOf(habit.seats?.[i + 1]) : 0;
        return level ? `computer:${level}` : 'free';
    });
    const token = newToken();
    const { seats, colours, lot } = seated(['me', ...others], habit);
    house.open();
    const message = {
        kind: 'make',
        game,
        settings: habit.rules,
        ...(habit.arbiter ? { arbiter: habit.arbiter } : {}),
        ...(colours ? { colours } : {}),
        clock: houseClock(habit.clock),
        ...manner,
        seats,
        name,
        token,
    };
    // The server makes one room of this, however often it is asked with the same token and id.
    const told = await house.ask(message, ['seated'], { again: true });
    const room = String(told.room);
    hold({ room, token, seat: Number(told.seat), name, game, changed: Date.now(), ...(lot ? { lot } : {}) });
    return room;
}
