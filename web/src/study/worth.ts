// What positions are worth: the computer's thoughts and the tables' knowledge in one measure.
import type { Exact } from '../core/tables';
import type { Match, Move, Position, Report, Rules, Variation } from '../core/types';
import { winners } from '../table/game';

export type Outcome = 'win' | 'draw' | 'loss';

/** To one player: his share of the point, from 0 to 1, and the outcome where it is seen. */
export interface Worth {
    player: number;
    share: number;
    outcome?: Outcome;
    /** Plies until that outcome. */
    plies: number;
    /** Known by the rules or a table, not only thought out. */
    exact: boolean;
}

/** Who plays with whom: the sides of a game, each a list of players. */
export function sidesOf({ game, settings }: Rules): number[][] {
    const players = game === 'niout' ? Number(settings.players ?? 2) : 2;
    if (settings.pairs === 'yes')
        return [
            [0, 2],
            [1, 3],
        ];
    return Array.from({ length: players }, (_, player) => [player]);
}
const together = (rules: Rules, a: number, b: number) =>
    sidesOf(rules).some((side) => side.includes(a) && side.includes(b));

// A man ahead is worth some 70 in 100.
const steepness = 120;
const shareOf = (score: number): number => 1 / (1 + Math.exp(-score / steepness));

const decided = (player: number, endsIn: number, exact: boolean): Worth => ({
    player,
    share: endsIn > 0 ? 1 : endsIn < 0 ? 0 : 0.5,
    outcome: endsIn > 0 ? 'win' : endsIn < 0 ? 'loss' : 'draw',
    plies: Math.abs(endsIn),
    exact,
});
const chance = (player: number, share: number, exact: boolean): Worth => ({ player, share, plies: 0, exact });

/** A line of the computer's, to the player to move. */
export function ofLine({ game }: Rules, player: number, line: Variation): Worth {
    if (line.endsIn !== 0 || line.exact) return decided(player, line.endsIn, line.exact);
    return chance(player, game === 'niout' ? line.score / 10_000 : shareOf(line.score), false);
}

/** What the computer thinks of a position. Before a throw that is what the throws are worth together. */
export function ofReport(rules: Rules, match: Match, report: Report): Worth | undefined {
    const [best] = report.lines;
    if (!best) return undefined;
    if (!match.dice) return ofLine(rules, match.turn, best);
    let sum = 0;
    let weight = 0;
    for (const line of report.lines) {
        const sixteenths = match.moves.find((move) => move.move === line.moves[0])?.sixteenths ?? 0;
        sum += sixteenths * ofLine(rules, match.turn, line).share;
        weight += sixteenths;
    }
    return weight > 0 ? chance(match.turn, sum / weight, false) : undefined;
}

export const ofExact = (player: number, exact: Exact): Worth =>
    exact.chance !== undefined ? chance(player, exact.chance, true) : decided(player, exact.endsIn, true);

/** A position in which the game is over. */
export function ofEnding(rules: Rules, position: Position): Worth | undefined {
    if (position.status === 'ongoing') return undefined;
    const won = winners(position.status);
    const player = position.turn;
    if (won.length === 0) return decided(player, 0, true);
    const mine = won.some((winner) => together(rules, winner, player));
    return { ...decided(player, mine ? 1 : -1, true), plies: 0 };
}

const turned: Record<Outcome, Outcome> = { win: 'loss', draw: 'draw', loss: 'win' };

/** The same as another player sees it; among more than two sides, only his own side does. */
export function seenBy(rules: Rules, worth: Worth, player: number): Worth | undefined {
    if (together(rules, worth.player, player)) return { ...worth, player };
    if (sidesOf(rules).length !== 2) return undefined;
    return {
        ...worth,
        player,
        share: 1 - worth.share,
        outcome: worth.outcome && turned[worth.outcome],
    };
}

/** What a move is worth to its mover, of what the position after it is worth. */
export function ofMove(rules: Rules, mover: number, after: Worth): Worth | undefined {
    const seen = seenBy(rules, after, mover);
    return seen?.outcome && seen.outcome !== 'draw' ? { ...seen, plies: seen.plies + 1 } : seen;
}

/** The better first: a win soon, a draw, a loss late. */
export function compare(a: Worth, b: Worth): number {
    const rank = ({ share, outcome, plies }: Worth) =>
        share + (outcome === 'win' ? 1 - plies / 1e4 : outcome === 'loss' ? plies / 1e4 - 1 : 0);
    return rank(b) - rank(a);
}

/** How a position looks: an outcome, or who stands better. */
export type Look = Outcome | 'better' | 'even' | 'worse';
export const lookOf = ({ outcome, share }: Worth): Look =>
    outcome ?? (share >= 0.65 ? 'better' : share <= 0.35 ? 'worse' : 'even');

/** Where an arrow for a move goes: from the first cell that is touched to the last one that its men reach. */
export function arrowOf(move: Move): { from: string; to?: string } | undefined {
    const cells = move.effects
        .filter(({ kind }) => kind !== 'capture' && kind !== 'huff' && kind !== 'push')
        .flatMap(({ from, to }) => [from?.cell, to?.cell]);
    const touched = move.gestures[0]?.filter((word) => cells.includes(word)) ?? [];
    // Only men that leave: the first of them.
    const from = touched[0] ?? move.effects.find((effect) => effect.from?.cell)?.from?.cell;
    const to = touched.at(-1);
    if (from === undefined) return undefined;
    return to === undefined || to === from ? { from } : { from, to };
}
