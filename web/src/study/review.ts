// A game gone through: what every position is worth, once the values agree with each other, and where the game turned.
//
// A mistake is what a move lost of its player's chances, against the best move that was possible, never against the
// position before a throw: luck is nobody's mistake. A value found by a short search may be wrong, and the move that was
// played may prove it: a position is worth to the player to move at least what the played move leads to. So values are
// corrected backwards; a loss then belongs to the move that made it, not to the one after it that showed it. What the
// rules or a table know is never corrected, and bounds its neighbours. A move that the search itself thought best lost
// nothing by what the search says.
import type { Rules } from '../core/types';
import { lookOf, ofMove, seenBy, sidesOf, type Look, type Worth } from './worth';

/** A position of the line, and the step that led to it; the first one has none. */
export interface Place {
    worth?: Worth;
    step?: { mover: number; kind: 'move' | 'throw' | 'leave'; word?: string };
    /** There was only one thing to do here. */
    forced?: boolean;
    /** The move that the value rests on, where one was found. */
    best?: string;
}

export interface TurningPoint {
    /** Of the step; where small losses add up, of the last one. */
    ply: number;
    /** The first ply, where small losses add up. */
    since?: number;
    mover: number;
    dice: boolean;
    /** Both as the mover sees them. */
    before: Worth;
    after: Worth;
    from: Look;
    to: Look;
    /** What the mover lost by it; luck may also win. */
    loss: number;
}
export interface Review {
    /** By ply. */
    worths: (Worth | undefined)[];
    points: TurningPoint[];
}

// What counts as much: with dice, no single step does more.
const leastMove = 0.15;
const leastWithDice = 0.08;
/** Less than this is within what a short search is wrong by. */
const noise = 0.01;
/** What a curve may go up and down without anybody asking why. */
const calm = 0.3;

/** The game's values and its turning points, `most` of them at most. */
export function review(rules: Rules, line: readonly Place[], most = 12): Review {
    const worths = agreed(rules, line);
    if (sidesOf(rules).length !== 2) return { worths, points: [] };
    const steps = stepsOf(rules, line, worths);
    const least = rules.game === 'niout' ? leastWithDice : leastMove;
    const points = [
        ...steps.filter(({ dice, loss }) => (dice ? Math.abs(loss) : loss) >= least),
        ...drifts(steps, least),
    ];
    points.sort((a, b) => Math.abs(b.loss) - Math.abs(a.loss));
    return { worths, points: points.slice(0, most).sort((a, b) => a.ply - b.ply) };
}

/** Did the game turn, by whatever steps? */
export function swings(rules: Rules, worths: readonly (Worth | undefined)[]): boolean {
    const shares = worths.flatMap((worth) => (worth && seenBy(rules, worth, 0)?.share) ?? []);
    return Math.max(...shares) - Math.min(...shares) >= calm;
}

function agreed(rules: Rules, line: readonly Place[]): (Worth | undefined)[] {
    const worths = line.map(({ worth }) => worth);
    const moveInto = (ply: number) => {
        const step = line[ply]?.step;
        return step?.kind === 'move' ? step : undefined;
    };
    const isBest = (ply: number): boolean => {
        const { best, forced } = line[ply - 1]!;
        return !!forced || (best !== undefined && best === line[ply]!.step?.word);
    };
    // No move leads to more than its position is known to be worth, and the move that wins leads to the win.
    const bound = () => {
        for (let ply = 1; ply < line.length; ++ply) {
            const [before, after, step] = [worths[ply - 1], worths[ply], moveInto(ply)];
            if (!before || !after || after.exact || !step) continue;
            const [known, found] = [seenBy(rules, before, step.mover), seenBy(rules, after, step.mover)];
            if (!known || !found) continue;
            const most = known.exact || known.outcome === 'loss';
            const won = known.outcome === 'win' && isBest(ply);
            if ((most && found.share > known.share) || (won && found.share < known.share))
                worths[ply] = { ...known, plies: Math.max(0, known.plies - 1), exact: false };
        }
    };
    bound();
    for (let ply = line.length - 1; ply > 0; --ply) {
        const [before, after, step] = [worths[ply - 1], worths[ply], moveInto(ply)];
        if (!before || before.exact || !after || !step) continue;
        const found = seenBy(rules, before, step.mover);
        const proved = ofMove(rules, step.mover, after);
        if (found && proved && (isBest(ply) || proved.share > found.share))
            worths[ply - 1] = { ...proved, exact: false };
    }
    bound();
    return worths;
}

/** What every step changed, as far as both sides of it are known. */
function stepsOf(
    rules: Rules,
    line: readonly Place[],
    worths: readonly (Worth | undefined)[],
): TurningPoint[] {
    return line.flatMap(({ step }, ply) => {
        const [first, second] = [worths[ply - 1], worths[ply]];
        if (!step || step.kind === 'leave' || !first || !second) return [];
        const { mover } = step;
        const [before, after] = [seenBy(rules, first, mover), seenBy(rules, second, mover)];
        if (!before || !after) return [];
        const dice = step.kind === 'throw';
        const loss = !dice && line[ply - 1]!.forced ? 0 : before.share - after.share;
        return { ply, mover, dice, before, after, from: lookOf(before), to: lookOf(after), loss };
    });
}

/** Small losses of one player in moves that follow each other, where they come to something together. */
function drifts(steps: readonly TurningPoint[], least: number): TurningPoint[] {
    const found: TurningPoint[] = [];
    for (const mover of new Set(steps.map((step) => step.mover))) {
        let run: TurningPoint[] = [];
        const end = () => {
            const [first, last] = [run[0], run.at(-1)];
            const loss = run.reduce((sum, step) => sum + step.loss, 0);
            // What the other side gave back, and what the dice did, is no loss.
            const net = first && last ? first.before.share - last.after.share : 0;
            if (run.length > 1 && first && last && Math.min(loss, net) >= leastMove)
                found.push({ ...last, since: first.ply, before: first.before, from: first.from, loss });
            run = [];
        };
        let ply: number | undefined;
        for (const step of steps) {
            // Where something is not known, nothing follows on.
            if (ply !== undefined && step.ply > ply + 1) end();
            ply = step.ply;
            if (step.mover !== mover || step.dice) continue;
            if (step.loss < noise || step.loss >= least) end();
            else run.push(step);
        }
        end();
    }
    return found;
}
