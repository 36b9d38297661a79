// What is expected next of whoever holds the board, as a key of the catalogues.
import type { GameId, Move } from '../core/types';

export interface Touched {
    chosen: string[];
    targets: string[];
    pending: string | null;
}

export function expectation(game: GameId, moves: readonly Move[], touched: Touched): string {
    if (touched.pending) return 'expect.confirm';
    const rest = moves.filter((move) =>
        move.gestures.some((gesture) => touched.chosen.every((cell, i) => gesture[i] === cell)),
    );
    if (rest.length === 0) return '';
    if (rest.every((move) => move.effects[0]?.kind === 'pass')) return 'expect.pass';
    if (touched.chosen.length === 0) {
        const placing = rest.every(({ gestures, effects }) =>
            gestures.every(([first]) => effects[0]?.kind === 'place' && first === effects[0].to?.cell),
        );
        if (placing) return 'expect.place';
        return game === 'niout' ? 'expect.horse' : 'expect.man';
    }
    if (touched.targets.length === 0) return 'expect.choice';
    const taken = (kind: string) => kind === 'capture' || kind === 'huff';
    const at = (cell: string | undefined) => cell !== undefined && touched.targets.includes(cell);
    const effects = rest.flatMap((move) => move.effects);
    const removes = effects.some(({ kind, from }) => taken(kind) && at(from?.cell));
    const lands = effects.some(({ to }) => at(to?.cell));
    return removes && !lands ? 'expect.remove' : 'expect.target';
}
