// What positions and moves are worth, in words.
import type { GameId, Rules } from '../core/types';
import type { Colours } from '../table/colours';
import { sideName } from '../table/say';
import { has, say } from '../words/words.svelte';
import type { TurningPoint } from './review';
import { seenBy, sidesOf, type Worth } from './worth';

const percent = (share: number): number => Math.round(share * 100);

function sideOf(rules: Rules, player: number, colours?: Colours): string {
    const side = sidesOf(rules).find((players) => players.includes(player)) ?? [player];
    return side.map((one) => sideName(rules.game, one, colours)).join(say('result.and'));
}

/** "amarelas: vitória em 23", "empate", "amarelas: 64%". Between two sides the better one is named. */
export function worthInWords(rules: Rules, worth: Worth, colours?: Colours): string {
    const other = sidesOf(rules).find((side) => !side.includes(worth.player))![0]!;
    const better = worth.share < 0.5 ? (seenBy(rules, worth, other) ?? worth) : worth;
    const parts = {
        side: sideOf(rules, better.player, colours),
        count: better.plies,
        percent: percent(better.share),
    };
    if (better.outcome === 'draw') return say('study.worth.draw');
    if (better.outcome) return say(`study.worth.${better.outcome}${better.plies ? '' : '.over'}`, parts);
    return parts.percent === 50 && rules.game !== 'niout'
        ? say('study.worth.even')
        : say('study.worth.share', parts);
}

/** What a move is worth to the one who makes it: "vitória em 23", "derrota em 8", "64%". */
export function moveWorthInWords(worth: Worth): string {
    if (worth.outcome) return say(`study.value.${worth.outcome}`, { count: worth.plies });
    return say('study.value.share', { percent: percent(worth.share) });
}

/** "lance 23, amarelas: vitória vira empate". */
export function turnInWords(game: GameId, word: string, point: TurningPoint, colours?: Colours): string {
    const parts = {
        ply: point.ply,
        since: point.since ?? point.ply,
        side: sideName(game, point.mover, colours),
        move: word,
        from: say(`study.look.${point.from}`),
        to: say(`study.look.${point.to}`),
        before: percent(point.before.share),
        after: percent(point.after.share),
    };
    if (point.dice) return say('study.turn.throw', parts);
    if (point.since !== undefined) return say('study.turn.drift', parts);
    // "Advantage becomes advantage" says nothing.
    const looks = point.from !== point.to;
    const seen = point.before.outcome || point.after.outcome || game !== 'niout';
    return say(looks && seen ? 'study.turn' : 'study.turn.share', parts);
}

const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];
export const judgements = [1, 2, 3, 4, 5, 6];
export const glyphSign = (glyph: number): string => glyphs[glyph] ?? `$${glyph}`;
export const glyphName = (glyph: number): string =>
    has(`study.glyph.${glyph}`) ? say(`study.glyph.${glyph}`) : glyphSign(glyph);
