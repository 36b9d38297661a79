// How much sooner two threads reach a depth than one, side by side in one run: node bench/threads.mjs PROGRAM [GAME...]
// Positions are taken from a short game of the engine against itself; the depth of each is what one thread reaches in
// about a second.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [program, ...asked] = process.argv.slice(2);
if (!program) throw new Error('Say which program: node bench/threads.mjs build/release/tavola');
const games = asked.length ? asked : ['trilha', 'abalone', 'trench', 'policiais', 'pretoa'];
const [places, apart, rounds] = [6, 4, 2];

const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const say = (...texts) => texts.forEach((text) => engine.stdin.write(`${text}\n`));

/** Until the engine says something that begins so; also the depth it last spoke of. */
async function hear(beginning) {
    let depth = 0;
    for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error('the engine has ended');
        const found = /^info .*\bdepth (\d+)/.exec(value);
        if (found) depth = Number(found[1]);
        if (value.startsWith(beginning)) return { depth, words: value.split(' ') };
    }
}

/** Thinks about the position after these moves, remembering nothing; milliseconds, and what came of it. */
async function think(moves, threads, limit) {
    say(`setoption name Threads value ${threads}`, 'ucinewgame', 'isready');
    await hear('readyok');
    say(`position startpos${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    const began = performance.now();
    say(`go ${limit}`);
    const { depth, words } = await hear('bestmove');
    return { time: performance.now() - began, depth, move: words[1] };
}

say('uci', 'setoption name Hash value 64');
await hear('uciok');
for (const game of games) {
    say(`setoption name UCI_Variant value ${game}`);
    const moves = [];
    const ratios = [];
    const total = { 1: 0, 2: 0 };
    for (let place = 0; place < places; ++place) {
        for (let i = 0; i < apart; ++i) moves.push((await think(moves, 1, 'nodes 3000')).move);
        const { depth } = await think(moves, 1, 'movetime 1000');
        const here = { 1: 0, 2: 0 };
        for (let round = 0; round < rounds; ++round)
            for (const threads of [1, 2]) here[threads] += (await think(moves, threads, `depth ${depth}`)).time;
        for (const threads of [1, 2]) total[threads] += here[threads];
        ratios.push(here[1] / here[2]);
    }
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(
        `${game.padEnd(10)} one thread ${(total[1] / 1000).toFixed(1)} s, two ${(total[2] / 1000).toFixed(1)} s: ` +
            `${(total[1] / total[2]).toFixed(2)} times sooner in all, ${mean.toFixed(2)} in the mean of ${places} ` +
            `positions (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    );
}
say('quit');
