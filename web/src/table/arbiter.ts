// When the arbiter ends a game, in sentences: what the players agreed on, what draws near, what a move would lead to,
// what an offer would mean, and why it was over. Sentences that differ from game to game have keys with its name.
import type { Arbiter, ArbiterEnd, GameId, GameInfo, MatchEnding, MatchStanding, Move } from '../core/types';
import { has, say, type Parts } from '../words/words.svelte';

/** The game's own sentence where it has one. */
const own = (key: string, game: GameId, parts?: Parts): string =>
    say(has(`${key}.${game}`) ? `${key}.${game}` : key, parts);

/** "terceira", "11ª". */
const nth = (count: number): string => (has(`nth.${count}`) ? say(`nth.${count}`) : say('nth', { count }));
/** "duas vezes". */
const times = (count: number): string =>
    has(`times.${count}`) ? say(`times.${count}`) : say('times', { count });
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// ---- what the players agree on ------------------------------------------------------------------------------------

export type Part = keyof Arbiter;
export type Conventions = GameInfo['arbiter'];

/** What a game's arbiter does at all; nothing else can be switched on. */
export const partsOf = (usual: Conventions): Part[] =>
    (['repetitions', 'quietPlies', 'insufficient', 'byAgreement'] as const).filter((part) => usual[part]);

/** What is in force: the game's conventions, and what the players have agreed on instead. Without an arbiter they can
 *  still agree. */
export const inForce = (usual: Conventions, agreed: Arbiter | false | undefined): Conventions =>
    agreed === false
        ? { repetitions: 0, quietPlies: 0, byAgreement: usual.byAgreement, insufficient: false }
        : { ...usual, ...agreed };

/** What differs from the game's conventions; nothing if nothing does. */
export function differing(usual: Conventions, agreed: Arbiter | undefined): Arbiter | undefined {
    const parts = Object.entries(agreed ?? {}).filter(
        ([part, value]) => value !== undefined && usual[part as Part] !== value,
    );
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** The values offered for a part that is a number: off is the last. */
export function choicesOf(part: 'repetitions' | 'quietPlies', usual: number, now: number): number[] {
    const common = part === 'repetitions' ? [3, 4, 5] : [50, 100, 200];
    const all = [...new Set([...common, usual, now])].filter((value) => value > 0);
    return [...all.sort((a, b) => a - b), 0];
}

export const partName = (game: GameId, part: Part): string => own(`arbiter.${part}`, game);

/** A value as it is chosen: "3ª vez", "100 lances", "desligado". */
export function valueName(part: Part, value: number | boolean): string {
    if (typeof value === 'boolean') return say(value ? 'value.yes' : 'value.no');
    if (!value) return say('arbiter.off');
    return part === 'repetitions'
        ? say('arbiter.repetitions.value', { nth: nth(value) })
        : say('arbiter.quietPlies.value', { count: value });
}

/** "Quando a mesma posição ocorre pela terceira vez, a partida empata." */
export function partSentence(game: GameId, part: Part, value: number | boolean): string {
    if (!value) return own(`arbiter.${part}.off`, game);
    return own(
        `arbiter.${part}.on`,
        game,
        typeof value === 'number' ? { nth: nth(value), count: value } : {},
    );
}

/** All that is in force, part by part. */
export function sentencesInForce(
    game: GameId,
    usual: Conventions,
    agreed: Arbiter | false | undefined,
): string[] {
    const now = inForce(usual, agreed);
    return partsOf(usual).map((part) => partSentence(game, part, now[part] ?? false));
}

// ---- what draws near ----------------------------------------------------------------------------------------------

/** So many plies before the end people hear of it; of a short count the second half. */
const near = (limit: number) => Math.min(20, Math.floor(limit / 2));

const remaining = ({ count, limit }: { count: number; limit: number }) => limit - count;

/** What would end the game soon: "Empate em 10 lances, se nada for capturado." Nothing if nothing would. */
export function approaching(game: GameId, standing: MatchStanding | undefined): string {
    if (!standing) return '';
    const { repeated, repetitions, quiet, quietPlies, score } = standing;
    const said: string[] = [];
    if (repetitions && repeated > 1 && repeated === repetitions - 1)
        said.push(
            say(score ? 'soon.repetition.counted' : 'soon.repetition', {
                times: times(repeated),
                nth: nth(repetitions),
            }),
        );
    const left = (quietPlies ?? 0) - quiet;
    if (quietPlies && left <= near(quietPlies)) {
        const parts = { count: left, unless: own('soon.unless', game) };
        said.push(say(score ? 'soon.quiet.counted' : 'soon.quiet', parts));
    }
    const { countdown } = standing;
    if (countdown && remaining(countdown) <= near(countdown.limit))
        said.push(say(`soon.${countdown.why}`, { count: remaining(countdown) }));
    return said.join(' ');
}

/** Whether a screen reader says it after this ply: not at every ply of a countdown. */
export function tellsAgain(standing: MatchStanding | undefined): boolean {
    if (!standing) return false;
    if (standing.repetitions && standing.repeated === standing.repetitions - 1) return true;
    if (standing.countdown && remaining(standing.countdown) <= 5) return true;
    const left = (standing.quietPlies ?? 0) - standing.quiet;
    return left % 5 === 0 || left < 5;
}

/** The moves that go on from what was touched and would end the game at once, by where they are touched next. */
export function endsNext(
    moves: readonly Move[],
    { chosen, pending }: { chosen: readonly string[]; pending: string | null },
): { why: ArbiterEnd; next: string[] }[] {
    const found = new Map<ArbiterEnd, Set<string>>();
    for (const move of moves) {
        if (!move.ends || (pending !== null && move.move !== pending)) continue;
        for (const gesture of move.gestures) {
            if (!chosen.every((word, i) => gesture[i] === word)) continue;
            const next = gesture[chosen.length] ?? gesture.at(-1);
            if (next !== undefined) found.set(move.ends, (found.get(move.ends) ?? new Set()).add(next));
        }
    }
    return [...found].map(([why, next]) => ({ why, next: [...next] }));
}

/** "e5 encerra a partida: a mesma posição pela terceira vez." Said once a piece is picked up. */
export function warning(
    game: GameId,
    moves: readonly Move[],
    touched: { chosen: readonly string[]; pending: string | null },
    standing: MatchStanding | undefined,
): string {
    if (!standing || (touched.chosen.length === 0 && touched.pending === null)) return '';
    return endsNext(moves, touched)
        .map(({ why, next }) =>
            say('soon.ends', {
                cells: next.join(', '),
                why: whyOf(game, {
                    why,
                    count: why === 'repetition' ? standing.repetitions : standing.quietPlies,
                }),
            }),
        )
        .join(' ');
}

// ---- what an offer means ------------------------------------------------------------------------------------------

/** "Pretas 2, brancas 0". */
const scoreText = (game: GameId, score: readonly number[]): string =>
    say(`score.${game}`, { x: score[0] ?? 0, o: score[1] ?? 0 });

/** Where points are counted, what they come to now: "os pontos são contados agora. Pretas 2, brancas 0: vitória das
 *  pretas." Nothing where an agreement is simply a draw. */
export function meaning(game: GameId, standing: MatchStanding | undefined): string {
    if (!standing?.score) return '';
    const outcome =
        standing.settled === 'draw' ? say('settled.draw') : say(`settled.${game}.${standing.settled}`);
    return say('armistice.meaning', { score: scoreText(game, standing.score), outcome });
}

// ---- why it was over ----------------------------------------------------------------------------------------------

/** "a mesma posição pela terceira vez; contam-se os pontos: 1 a 0". Games that ended before ends were counted have no
 *  count. */
export function whyOf(game: GameId, { why, count, score }: Omit<MatchEnding, 'status'>): string {
    const key = [`why.${why}.${count ? 'of' : 'uncounted'}`, `why.${why}`].find(has) ?? `why.${why}`;
    const reason = own(key, game, count ? { count, nth: nth(count) } : {});
    if (!score) return reason;
    return say('why.counted', { why: reason, x: score[0] ?? 0, o: score[1] ?? 0 });
}
