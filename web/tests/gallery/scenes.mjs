// Boards and positions for the gallery, from the core: positions of random games, a few set up by hand.
import { loadCore } from '../../../tests/wasm/core.mjs';

const list = [
    { game: 'trilha', plies: 22 },
    { game: 'abalone', plies: 30 },
    { game: 'trench', plies: 24 },
    { game: 'niout', settings: { players: '4' }, position: '3,l2|10*2|17,m|b1,20 1 -' },
    { game: 'policiais', plies: 10 },
    { game: 'pretoa', plies: 9 },
    { game: 'trench' },
    { game: 'trench', plies: 24, turns: 1 },
    { game: 'niout', turns: 1 },
    ...['1', '2', '5', '8'].map((rings) => ({
        game: 'trilha',
        settings: { rings },
        plies: 9 * Number(rings),
    })),
];

/** Each scene: a board, a position's men, and the men after each ply that led there. */
export async function scenes(file) {
    const core = await loadCore(file);
    const ask = (request) => {
        const answer = core.ask(request);
        if (answer.error) throw new Error(JSON.stringify(answer.error));
        return answer;
    };
    return list.map(({ game, settings = {}, plies = 0, position, turns = 0 }) => {
        const about = { game, settings };
        const steps = plies ? ask({ verb: 'random', ...about, seed: 3, plies }) : undefined;
        const men = (text) => ask({ verb: 'show', ...about, position: text }).men;
        const start = position ?? ask({ verb: 'start', ...about }).position;
        return {
            game,
            turns,
            board: ask({ verb: 'board', ...about }),
            men: men(steps?.position ?? start),
            frames: steps ? steps.steps.slice(-8).map((step) => men(step.position)) : [],
        };
    });
}
