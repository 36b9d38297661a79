// The core in Node, for tests that must know what may be played, and how to bring a game to its end.
import { fileURLToPath } from 'node:url';
import { loadCore } from '../../../tests/wasm/core.mjs';

const wasm =
    process.env.TAVOLA_WASM ?? fileURLToPath(new URL('../../../build/wasm/tavola.wasm', import.meta.url));
const core = await loadCore(wasm);

export const gameIds = ['trilha', 'abalone', 'trench', 'niout', 'policiais', 'pretoa'];

export function ask(request) {
    const answer = core.ask(request);
    if (answer.error) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer.error)}`);
    return answer;
}

/** A game as it is kept on the device, and what may be played in it now. */
export const matchOf = ({ game, settings, arbiter, start, moves }) =>
    ask({
        verb: 'match',
        game,
        settings,
        ...(arbiter === undefined ? {} : { arbiter }),
        ...(start ? { start } : {}),
        played: moves,
    });

/** Everybody plays for the first player: he the best move, the others their worst. So games end soon. */
export function friendly(kept, match) {
    const { game, settings } = kept;
    const report = (limits) =>
        ask({ verb: 'think', game, settings, position: match.position, ...limits }).lines;
    const deep = game === 'niout' ? 1 : 2;
    if (match.turn === 0) return report({ depth: 2 * deep, nodes: 20_000 })[0].moves[0];
    return report({ depth: deep, nodes: 20_000, lines: match.moves.length }).at(-1).moves[0];
}

/** The words of a game in which everybody plays so; the sticks fall as they fall here. */
const throws = ['kai', 'kul', 'niout', 'to', 'kul', 'mo', 'kai'];
export function planned(kept, most = 400) {
    const moves = [...(kept.moves ?? [])];
    for (;;) {
        const match = matchOf({ ...kept, moves });
        if (match.ending || moves.length === most) return { moves, match };
        moves.push(match.dice ? throws[moves.length % throws.length] : friendly(kept, match));
    }
}
