// Sentences about games: who plays, when, and how it ended.
import type { GameId } from '../core/types';
import { language, say } from '../words/words.svelte';
import { levelOf, winners, type KeptGame, type Result } from './game';

export const sideName = (game: GameId, player: number): string => say(`colour.${game}.${player}`);

export function seatName(kept: KeptGame, player: number): string {
    const level = levelOf(kept.seats[player]);
    return level ? say('seat.computer', { level }) : say('seat.person');
}

/** "contra o computador, nível 3", or "na mesma tela". */
export function describeSeats(kept: KeptGame): string {
    const levels = kept.seats.map(levelOf).filter((level) => level > 0);
    if (levels.length === 0) return say('seats.friends');
    return say('seats.computer', { level: Math.max(...levels) });
}

export function whenChanged({ changed }: { changed: number }): string {
    // The house's clock may be a little ahead.
    const minutes = Math.min(0, Math.round((changed - Date.now()) / 60_000));
    const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
    if (minutes > -60) return format.format(minutes, 'minute');
    if (minutes > -24 * 60) return format.format(Math.round(minutes / 60), 'hour');
    return format.format(Math.round(minutes / 1440), 'day');
}

/** "Vitória das amarelas: bloqueio." */
export function describeResult(game: GameId, result: Result): string {
    const why = say(`why.${result.why}`);
    const won = winners(result.status);
    if (won.length === 0) return say('result.draw', { why });
    const names = won.map((player) => say(`colour.${game}.${player}`));
    return say('result.won', { side: names.join(say('result.and')), why });
}
