// What tables of perfect play know of a position and of every move in it.
import type { Tables } from '../core/tables';
import type { Match, Position, Rules } from '../core/types';
import { compare, ofEnding, ofExact, ofMove, type Worth } from './worth';

export interface Values {
    /** Of the position itself, to the player to move. */
    own?: Worth;
    /** Of the moves that are known, by their words, to the one who makes them. */
    moves: Map<string, Worth>;
}

/** `apply` gives the position after a move. Fails as `apply` does where the signal cancels it. */
export async function valuesOf(
    tables: Pick<Tables, 'any' | 'probe'>,
    apply: (position: string, word: string) => Promise<Position>,
    rules: Rules,
    match: Match,
    signal?: AbortSignal,
): Promise<Values> {
    const known = async (position: Position): Promise<Worth | undefined> => {
        const exact = await tables.probe(rules, position.position, signal);
        return ofEnding(rules, position) ?? (exact && ofExact(position.turn, exact));
    };
    const moves = new Map<string, Worth>();
    if (!(await tables.any(rules.game))) return { own: ofEnding(rules, match), moves };
    if (!match.dice)
        await Promise.all(
            match.moves.map(async ({ move }) => {
                const after = await known(await apply(match.position, move));
                const worth = after && ofMove(rules, match.turn, after);
                if (worth) moves.set(move, worth);
            }),
        );
    const own = await known(match);
    // After a throw only the moves are known: the best of them is what the position is worth.
    const best = [...moves.values()].sort(compare)[0];
    return { own: own ?? (moves.size > 0 && moves.size === match.moves.length ? best : undefined), moves };
}

/** Of the position alone. Its moves are gone through only where it takes them: after a throw. */
export async function valueOf(
    tables: Pick<Tables, 'any' | 'probe'>,
    apply: (position: string, word: string) => Promise<Position>,
    rules: Rules,
    match: Match,
    signal?: AbortSignal,
): Promise<Worth | undefined> {
    const over = ofEnding(rules, match);
    if (over || !(await tables.any(rules.game))) return over;
    if (rules.game === 'niout' && !match.dice)
        return (await valuesOf(tables, apply, rules, match, signal)).own;
    const exact = await tables.probe(rules, match.position, signal);
    return exact && ofExact(match.turn, exact);
}
