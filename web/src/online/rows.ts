// Games through the house, as rows of the reader's list.
import { link } from '../house/route.svelte';
import { winners } from '../table/game';
import type { Row } from '../table/rows';
import { whenChanged } from '../table/say';
import { say } from '../words/words.svelte';
import type { OwnGame } from './account.svelte';
import { heldIn, release } from './seats';

/** Whole days a turn, of a clock that counts them. */
export function daysOf(clock: string): number {
    const seconds = /^(\d+)\/turn$/.exec(clock)?.[1];
    return Math.floor(Number(seconds ?? 0) / 86_400);
}

const nameOf = (own: OwnGame, seat: number): string => {
    const level = own.levels[seat];
    return level ? say('seat.computer', { level }) : (own.names[seat] ?? '');
};

function standingOf(own: OwnGame): string {
    if (own.phase === 'gathering') return say('games.waiting');
    if (own.phase === 'playing') {
        if (own.turn === null) return '';
        return own.turn === own.seat
            ? say('games.your-turn')
            : say('games.turn-of', { name: nameOf(own, own.turn) });
    }
    if (!own.status) return '';
    const won = winners(own.status);
    if (won.length === 0) return say('games.drawn');
    return say(won.includes(own.seat) ? 'games.won' : 'games.lost');
}

export function rowOfRoom(own: OwnGame): Row {
    const others = own.names.map((_, seat) => (seat === own.seat ? '' : nameOf(own, seat))).filter(Boolean);
    const days = daysOf(own.clock);
    return {
        id: own.room,
        href: link('room', [own.room]),
        game: own.game,
        going: own.phase !== 'over',
        awaited: own.phase === 'playing' && own.turn === own.seat,
        about: [
            others.length > 0 ? say('games.with', { names: others.join(', ') }) : say('games.by-link'),
            ...(days > 0 ? [say('new.clock.days', { count: days })] : []),
            whenChanged({ changed: own.at }),
        ].join(' · '),
        standing: standingOf(own),
        changed: own.at,
        ...(own.phase === 'over' && heldIn(own.room)
            ? { removal: { name: 'forget' as const, now: () => release(own.room) } }
            : {}),
    };
}
