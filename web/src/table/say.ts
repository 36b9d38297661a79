// Sentences about games: who plays, when, and how it ended.
import type { GameId } from '../core/types';
import { has, language, say } from '../words/words.svelte';
import { whyOf } from './arbiter';
import { colourOf, type Colours } from './colours';
import { levelOf, winners, type KeptGame, type Result } from './game';

/** "amarelas": a side is called by its colour. */
export const sideName = (game: GameId, player: number, colours?: Colours): string =>
    say(`colour.${game}.${colourOf(colours, player)}`);

/** A value of an option: "sim", "sempre protegida", "4". */
export function optionValue(game: GameId, option: string, value: string): string {
    const key = `value.${game}.${option}.${value}`;
    if (has(key)) return say(key);
    return value === 'yes' || value === 'no' ? say(`value.${value}`) : value;
}

/** Who begins, in a room: "Ana começa, com as vermelhas." */
export function describeOpening(
    game: GameId,
    { name, mine, colours, lot }: { name: string; mine?: number; colours?: Colours; lot: boolean },
): string {
    const who = mine === 0 ? 'you' : 'other';
    const key = lot && mine !== undefined ? `lot.${who}` : `lot.room.${who}`;
    return say(has(`${key}.${game}`) ? `${key}.${game}` : key, {
        name,
        first: sideName(game, 0, colours),
        side: sideName(game, lot ? (mine ?? 0) : 0, colours),
    });
}

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
export function describeResult(game: GameId, result: Result, colours?: Colours): string {
    const why = whyOf(game, result);
    const won = winners(result.status);
    if (won.length === 0) return say('result.draw', { why });
    const names = won.map((player) => sideName(game, player, colours));
    return say('result.won', { side: names.join(say('result.and')), why });
}

/** What the lot gave to whoever set the game up: "Sorteio: você começa, com as vermelhas." */
export function describeLot(kept: KeptGame): string {
    const { game, seats, colours, lot } = kept;
    if (lot === undefined) return '';
    const people = seats.filter((seat) => seat === 'person').length;
    const who = people > 1 ? (lot === 0 ? 'holder' : 'friend') : lot === 0 ? 'you' : 'other';
    const key = `lot.${who}`;
    return say(has(`${key}.${game}`) ? `${key}.${game}` : key, {
        name: say('lot.name.computer'),
        first: sideName(game, 0, colours),
        side: sideName(game, lot, colours),
    });
}
