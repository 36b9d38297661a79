// What a course shows on its boards: the marks and arrows of a step, a move as arrows, a move taken back.
import type { Effect, Move } from '../core/types';
import type { Step } from './types';

export interface Drawn {
    from: string;
    to?: string;
    kind: 'mark' | 'hint' | 'threat';
}

export const drawnBy = ({ marks = [], arrows = [] }: Step): Drawn[] => [
    ...marks.map((from) => ({ from, kind: 'mark' as const })),
    ...arrows.map(([from, to]) => ({ from, to, kind: 'mark' as const })),
];

/** A move as arrows: where its own men go, and which of the others leave. */
export const drawnFrom = ({ effects }: Move): Drawn[] =>
    effects.flatMap(({ kind, from, to }): Drawn[] => {
        if (kind === 'push') return [];
        if (kind === 'capture' || kind === 'huff')
            return from?.cell ? [{ from: from.cell, kind: 'threat' }] : [];
        if (from?.cell) return [{ from: from.cell, to: to?.cell, kind: 'hint' }];
        return to?.cell ? [{ from: to.cell, kind: 'hint' }] : [];
    });

/** What a move did, undone. */
export const undone = (effects: readonly Effect[]): Effect[] =>
    effects.toReversed().map((effect) => ({
        ...effect,
        from: effect.to,
        to: effect.from,
        rank: effect.becomes,
        becomes: effect.rank,
    }));
