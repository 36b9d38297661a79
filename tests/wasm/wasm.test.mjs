// The browser build against the native one: the same counts, the same answers.
// Run by `./test`; needs TAVOLA_WASM (the module), TAVOLA (the program) and TAVOLA_TEST_DATA (tests/data).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loadCore } from './core.mjs';

const core = await loadCore(process.env.TAVOLA_WASM);
const lines = readFileSync(join(process.env.TAVOLA_TEST_DATA, 'games.perft'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
        const [game, options, position, depth, count] = line.split('\t');
        const pairs = options === '-' ? [] : options.split(',').map((pair) => pair.split('='));
        return { game, options, settings: Object.fromEntries(pairs), position, depth: +depth, count: +count };
    });
const games = [...new Set(lines.map((line) => line.game))];
const native = (...args) => execFileSync(process.env.TAVOLA, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
const flags = (line) => Object.entries(line.settings).flatMap(([key, value]) =>
    key === 'preset' ? ['--preset', value] : ['--set', `${key}=${value}`]);

test('there are counts for all six games', () => assert.equal(games.length, 6));

for (const game of games)
    test(`perft of ${game} agrees with every count`, () => {
        for (const { settings, position, depth, count } of lines.filter((line) => line.game === game))
            assert.deepEqual(core.ask({ verb: 'perft', game, settings, position, depth }), { count }, position);
    });

for (const verb of ['moves', 'show', 'status'])
    test(`${verb} answers as the native program does`, () => {
        // One position of each game and set of options.
        const seen = new Set();
        for (const line of lines.filter(({ position }) => !position.startsWith('....'))) {
            if (seen.has(line.game + line.options)) continue;
            seen.add(line.game + line.options);
            const { game, settings, position } = line;
            const text = native(verb, game, ...flags(line), '--position', position, '--json');
            assert.equal(core.answerText(JSON.stringify({ verb, game, settings, position })) + '\n', text);
        }
        assert.ok(seen.size > 15);
    });

test('the games, their presets and options are the native ones', () =>
    assert.deepEqual(core.ask({ verb: 'games' }), JSON.parse(native('games', '--json'))));

test('random games are the native ones, move by move', () => {
    for (const game of games)
        assert.deepEqual(core.ask({ verb: 'random', game, seed: 11, plies: 300 }),
            JSON.parse(native('random', game, '--seed', '11', '--plies', '300', '--json')));
});

test('the computer player has the native signature, and its speed is told', () => {
    const signatures = JSON.parse(native('bench', '--json'));
    for (const game of games) {
        const start = performance.now();
        const signature = core.ask({ verb: 'bench', game });
        const rate = signature.nodes / (performance.now() - start) / 1000;
        assert.deepEqual(signature, signatures[game], game);
        console.log(`${game}: ${rate.toFixed(2)} million nodes a second`);
    }
});

test('a move at every level, the same for the same seed', () => {
    for (let level = 1; level <= 10; ++level) {
        const request = { verb: 'choose', game: 'pretoa', level, seed: 4, time: 50 };
        const { move } = core.ask(request);
        assert.ok(core.ask({ verb: 'moves', game: 'pretoa' }).moves.some((legal) => legal.move === move));
        if (level < 10) assert.equal(core.ask(request).move, move);
    }
});

test('bad requests are answered, not trapped', () => {
    for (const text of ['', '{', 'null', '[]', '{"verb":7}', '{"verb":"fly"}', '{"verb":"moves"}',
        '{"verb":"moves","game":"trilha","settings":[]}', '{"verb":"moves","game":"trilha","settings":{"rings":3}}',
        '{"verb":"moves","game":"trilha","position":"x"}', '{"verb":"apply","game":"trilha","moves":["zz"]}',
        '{"verb":"apply","game":"trilha","moves":[1]}', '{"verb":"perft","game":"trilha","depth":"a"}',
        '{"verb":"random","game":"trilha","seed":-1}', '{"verb":"record","text":"[Game \\"trilha\\"] d2 zz *"}'])
        assert.ok(JSON.parse(core.answerText(text)).error.key, text);
});
