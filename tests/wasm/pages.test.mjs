// What pages ask: matches, thoughts, positions set up by hand, records. The browser build answers as the native one.
// Run by `./test`; needs TAVOLA_WASM (the module) and TAVOLA_ANSWERS (tests/answers.cpp, the native build).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { loadCore } from './core.mjs';

const games = ['trilha', 'abalone', 'trench', 'niout', 'policiais', 'pretoa'];
const rules = [
    ...games.map((game) => ({ game })),
    { game: 'trilha', settings: { preset: 'quadrados', rings: '2' } },
    { game: 'niout', settings: { players: '4', pairs: 'yes' } },
    { game: 'policiais', settings: { huff: 'yes' } },
];

const told = [];
const core = await loadCore(process.env.TAVOLA_WASM, (report) => told.push(report));

/** The same requests to both builds; the times alone may differ. */
function askBoth(requests) {
    const lines = requests.map((request) => JSON.stringify(request));
    const input = lines.join('\n') + '\n';
    const native = execFileSync(process.env.TAVOLA_ANSWERS, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    const timeless = (text) => text.replace(/"time":\d+/g, '"time":0');
    return native.trimEnd().split('\n').map((answer, i) => {
        assert.equal(timeless(core.answerText(lines[i])), timeless(answer), lines[i]);
        return JSON.parse(answer);
    });
}

/** A random game under the rules, as words. */
const randomGame = (of, seed, plies) =>
    core.ask({ verb: 'random', ...of, seed, plies }).steps.map((step) => step.move);

test('matches with their trace', () => {
    const requests = rules.flatMap((of) => [1, 2, 3].map((seed) =>
        ({ verb: 'match', ...of, played: randomGame(of, seed, 70), trace: true, arbiter: false })));
    for (const [i, match] of askBoth(requests).entries()) {
        assert.equal(match.trace.length, requests[i].played.length);
        assert.equal(match.trace.at(-1).position.position, match.position);
    }
});

test('positions that are set up as they are seen', () => {
    const requests = rules.flatMap((of) => [4, 5].flatMap((seed) => {
        const { trace } = core.ask({ verb: 'match', ...of, played: randomGame(of, seed, 60), trace: true,
            arbiter: false });
        return trace.filter(({ position }) => of.game !== 'niout' || position.dice).map(({ position }) =>
            ({ verb: 'compose', ...of, men: position.men, turn: position.turn }));
    }));
    for (const [i, composed] of askBoth(requests).entries()) {
        assert.deepEqual(composed.men, requests[i].men);
        assert.equal(composed.turn, requests[i].turn);
    }
    assert.ok(requests.length > 500);
});

test('records, written and read', () => {
    const written = askBoth(rules.map((of) =>
        ({ verb: 'write', ...of, played: randomGame(of, 6, 70), tags: { Date: '2024.05.01' }, arbiter: false })));
    for (const [i, { records }] of askBoth(written.map(({ text }) => ({ verb: 'record', text }))).entries())
        assert.equal(records[0].text, written[i].text);
});

test('moves by level, and thoughts with what was played', () => {
    const opening = (of) => (of.game === 'niout' ? ['kai'] : randomGame(of, 8, 6));
    askBoth(rules.flatMap((of) => [1, 3, 6, 9].map((level) =>
        ({ verb: 'choose', ...of, played: opening(of), level, seed: 9, time: 3_600_000 }))));
    askBoth(rules.map((of) => ({ verb: 'think', ...of, played: opening(of), nodes: 3000, lines: 2 })));
});

test('a page hears of every depth, and analysis goes on where it was', () => {
    told.length = 0;
    const request = { verb: 'think', game: 'abalone', depth: 6, lines: 2 };
    const first = core.ask(request);
    assert.deepEqual(told.map((report) => report.depth), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(told.at(-1).lines, first.lines);
    assert.deepEqual(Object.keys(first).sort(), ['depth', 'lines', 'nodes', 'time']);
    assert.deepEqual(Object.keys(first.lines[0]).sort(), ['endsIn', 'exact', 'moves', 'score']);
    assert.ok(core.ask(request).nodes < first.nodes / 2);
});

test('memory stays bounded while games change', () => {
    const thinkAll = () => {
        for (const of of rules) {
            core.ask({ verb: 'think', ...of, depth: 2 });
            if (of.game !== 'niout') core.ask({ verb: 'choose', ...of, level: 7 });
        }
        return core.memory();
    };
    // Where the pieces lie in memory is settled after the first time.
    thinkAll();
    const settled = thinkAll();
    assert.equal(thinkAll(), settled);
    assert.ok(settled < 128 << 20, `${settled} bytes`);
});

test('whatever is wrong is answered, as natively, and nothing traps', () => {
    const man = { cell: 'a7', player: 0, rank: 0, count: 1 };
    const long = Array(5001).fill('d2');
    const errors = askBoth([
        { verb: 'match', game: 'trilha', played: ['d2', 'zz'] },
        { verb: 'match', game: 'trilha', played: [7] },
        { verb: 'match', game: 'trilha', played: 'd2' },
        { verb: 'match', game: 'trilha', played: long },
        { verb: 'match', game: 'trilha', start: null },
        { verb: 'match', game: 'trilha', played: ['out:1'] },
        { verb: 'match', game: 'niout', settings: { players: '3' }, played: ['out:1', 'out:1'] },
        { verb: 'match', game: 'trilha', trace: 'yes' },
        { verb: 'think', game: 'trilha', played: ['d2', 'd2'] },
        { verb: 'think', game: 'trilha', lines: 0 },
        { verb: 'choose', game: 'niout', played: [] },
        { verb: 'choose', game: 'trilha', level: 0 },
        { verb: 'compose', game: 'trilha' },
        { verb: 'compose', game: 'trilha', men: {} },
        { verb: 'compose', game: 'trilha', men: Array(97).fill(man) },
        { verb: 'compose', game: 'trilha', men: [man, man] },
        { verb: 'compose', game: 'trilha', men: [{ ...man, player: 3 }] },
        { verb: 'compose', game: 'trilha', men: [{ ...man, player: -1 }] },
        { verb: 'compose', game: 'trilha', men: [{ ...man, rank: 1e30 }] },
        { verb: 'compose', game: 'trilha', men: [{ ...man, cell: 'z' }] },
        { verb: 'compose', game: 'trilha', men: [{ ...man, count: 255 }] },
        { verb: 'compose', game: 'trilha', men: [], turn: 4 },
        { verb: 'compose', game: 'niout', men: [{ beside: 'hand', player: 0, count: 200 }] },
        { verb: 'compose', game: 'niout', men: [], dice: 'six' },
        { verb: 'write', game: 'trilha', tags: { Game: 'x' } },
        { verb: 'write', game: 'trilha', result: 'z' },
        { verb: 'write', game: 'trilha', ending: 'A' },
        { verb: 'record', text: ' '.repeat((1 << 20) + 1) },
        { verb: 'record', text: `[Game "trilha"]\n${'d2 ('.repeat(9000)}` },
    ]);
    for (const { error } of errors) assert.match(error.key, /^error\./);
    assert.equal(errors[0].error.ply, 1);
    for (const text of ['['.repeat(100_000), '{"verb":"match","game":"trilha","played":' + '['.repeat(100_000)])
        assert.ok(JSON.parse(core.answerText(text)).error);
});
