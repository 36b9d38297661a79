// Men as they are seen: what effects do to them, and how much of a move shows while it is still being made.
import type { Effect, Move, Position, Spot, Standing } from '../core/types';

const spotKey = (spot: Spot) => spot.cell ?? `:${spot.beside}`;
/** Men of one key stand together and look alike. */
export const keyOf = (spot: Spot, player: number, rank: number) => `${spotKey(spot)} ${player} ${rank}`;

/** An effect that moves men. */
export type Moving = Effect & Required<Pick<Effect, 'rank' | 'becomes' | 'count' | 'from' | 'to'>>;
export const moves = (effect: Effect): effect is Moving =>
    effect.from !== undefined && effect.to !== undefined;

/** The men after some more (or fewer) of a kind stand at a spot; nothing if there are not that many. */
export function changed(
    men: readonly Standing[],
    spot: Spot,
    player: number,
    rank: number,
    by: number,
): Standing[] | undefined {
    const key = keyOf(spot, player, rank);
    const index = men.findIndex((man) => keyOf(man, man.player, man.rank) === key);
    const count = (men[index]?.count ?? 0) + by;
    if (count < 0) return undefined;
    if (index < 0) return by === 0 ? [...men] : [...men, { ...spot, player, rank, count } as Standing];
    return count === 0 ? men.toSpliced(index, 1) : men.with(index, { ...men[index]!, count });
}

/** The men after these effects; nothing if the effects are of other men. */
export function applied(men: readonly Standing[], effects: readonly Effect[]): Standing[] | undefined {
    let now: Standing[] | undefined = [...men];
    for (const effect of effects) {
        if (!moves(effect)) continue;
        const { player, rank, becomes, count, from, to } = effect;
        now = now && changed(now, from, player, rank, -count);
        now = now && changed(now, to, player, becomes, count);
    }
    return now;
}

const keys = (men: readonly Standing[]) =>
    men
        .map((man) => `${keyOf(man, man.player, man.rank)} ${man.count}`)
        .sort()
        .join();
export const sameMen = (a: readonly Standing[], b: readonly Standing[]) => keys(a) === keys(b);

const same = (a: Effect, b: Effect) =>
    a.kind === b.kind &&
    a.player === b.player &&
    a.rank === b.rank &&
    a.becomes === b.becomes &&
    a.count === b.count &&
    a.cells === b.cells &&
    a.from?.cell === b.from?.cell &&
    a.from?.beside === b.from?.beside &&
    a.to?.cell === b.to?.cell &&
    a.to?.beside === b.to?.beside;

/** Whether the second list begins with the first. */
export const startsWith = (all: readonly Effect[], start: readonly Effect[]) =>
    start.length <= all.length && start.every((effect, i) => same(effect, all[i]!));

/** What is already sure of a move being made: what all moves left have in common, up to where the man has been
 *  touched to. */
export function underway(left: readonly Move[], chosen: readonly string[]): Effect[] {
    const first = left[0]?.effects ?? [];
    let common = 0;
    while (
        common < first.length &&
        left.every(({ effects }) => effects[common] && same(effects[common]!, first[common]!))
    )
        ++common;
    const sure = first.slice(0, common);
    return sure.slice(
        0,
        sure.findLastIndex((effect) => effect.to?.cell && chosen.includes(effect.to.cell)) + 1,
    );
}

/** Which effects a dragging hand has done already: those that lead from where it took the man to where it dropped
 *  it. None, unless they lead all the way. */
export function carriedBy(effects: readonly Effect[], from: string, to: string): Set<number> {
    const done = new Set<number>();
    let at = from;
    for (const [i, effect] of effects.entries()) {
        if (at === to) break;
        if ((effect.from?.cell ?? effect.from?.beside) !== at || !effect.to) continue;
        done.add(i);
        at = effect.to.cell ?? effect.to.beside;
    }
    return at === to ? done : new Set();
}

/** How many players a position has. */
export function playersOf(position: Position): number {
    return position.game === 'niout' ? Number(position.settings.players ?? 2) : 2;
}

/** Niout's throw that is to be played: the last field of the text. */
export function throwOf(position: Position): number | null {
    const cells = Number(position.position.split(' ').at(-1));
    return position.game === 'niout' && cells > 0 ? cells : null;
}

/** Whose place beside the board it is: a man's own, or his captor's. */
export const keeper = (man: { player: number; beside?: string }) =>
    man.beside === 'taken' ? 1 - man.player : man.player;

/** What a side has won so far: balls out, stars taken. Nothing where men do not count so. */
export function scoreOf(position: Position, player: number): number | null {
    if (position.game !== 'abalone' && position.game !== 'trench') return null;
    return position.men
        .filter((man) => man.beside === 'taken' && keeper(man) === player)
        .reduce((sum, man) => sum + man.count * (position.game === 'trench' ? man.rank : 1), 0);
}
