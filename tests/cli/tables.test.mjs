// Tables of perfect play as people make, check and ask them. Every test has a shelf of its own.
// Run by `./test`; needs TAVOLA (the program).
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const program = process.env.TAVOLA;
const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'C', TAVOLA_LANG: '', TERM: 'dumb' };

/** A folder that is gone when the test is over. */
function shelf(t) {
    const folder = mkdtempSync(join(tmpdir(), 'távola tables '));
    t.after(() => rmSync(folder, { recursive: true }));
    return folder;
}
function run(folder, ...args) {
    const { status, stdout, stderr } = spawnSync(program, [...args, '--tables', folder], { encoding: 'utf8', env });
    return { status, stdout, stderr };
}
const answer = (folder, ...args) => {
    const { status, stdout, stderr } = run(folder, ...args);
    assert.equal(status, 0, stderr);
    return stdout;
};
const json = (folder, ...args) => JSON.parse(answer(folder, ...args, '--json'));
/** Nothing on the output, this status, and one line that says all of these. */
function refuses(folder, status, args, ...parts) {
    const result = run(folder, ...args);
    assert.deepEqual({ status: result.status, stdout: result.stdout }, { status, stdout: '' }, result.stderr);
    assert.equal(result.stderr.split('\n').length, 2, result.stderr);
    for (const part of parts) assert.ok(result.stderr.includes(part), `${result.stderr} lacks ${part}`);
}
/** All files of a shelf, by folder and name. */
const files = (folder) => readdirSync(folder).flatMap((game) => readdirSync(join(folder, game)).map((name) => join(game, name))).sort();
/** What a run has found, without what may differ from run to run. */
const found = (solution) => solution.sectors.map(({ fresh, ...facts }) => facts);

/** In how many ways a and b men stand on so many points. */
const ways = (points, a, b = 0) => {
    let count = 1;
    for (let n = 0; n < a; ++n) count = (count * (points - n)) / (n + 1);
    return b === 0 ? count : count * ways(points - a, b);
};

const international = ['trilha', '--preset', 'internacional'];
const few = [...international, '--sectors', '3-3'];

for (const preset of ['classica', 'recomendada', 'quadrados', 'internacional'])
    test(`Trilha on one square, ${preset}: solved to the start, verified, probed`, (t) => {
        const folder = shelf(t);
        const rules = ['trilha', '--preset', preset, '--set', 'rings=1'];
        const solution = json(folder, 'solve', ...rules);
        assert.equal(solution.stopped, false);
        assert.equal(solution.start.value, 'draw');
        assert.equal(solution.classes, solution.sectors.reduce(
            (sum, { classes: { won, drawn, lost } }) => sum + won + drawn + lost, 0));
        assert.equal(files(folder).length, solution.sectors.length);
        const checked = json(folder, 'verify', ...rules);
        assert.deepEqual(checked.tables.map(({ sector, ok }) => [sector, ok]), solution.sectors.map(({ sector }) => [sector, true]));
        assert.equal(checked.faults, 0);
        // The start, every move and what the moves are worth: a draw is there, a win is not.
        const probed = json(folder, 'probe', ...rules);
        assert.equal(probed.value, 'draw');
        assert.equal(probed.moves.length, 8);
        assert.equal(probed.moves[0].value, 'draw');
        // A second run finds all of it there.
        const again = json(folder, 'solve', ...rules);
        assert.deepEqual(found(again), found(solution));
        assert.equal(again.freshClasses, 0);
        assert.match(answer(folder, 'solve', ...rules), /All of it had been solved before/);
    });

test('three men each: as many positions are won, drawn and lost as is known', (t) => {
    const folder = shelf(t);
    const { sectors: [sector] } = json(folder, 'solve', ...few);
    assert.deepEqual(sector.positions, { won: 2232160, drawn: 4112, lost: 455648 });
    const text = answer(folder, 'solve', ...few);
    assert.match(text, /\n3-3 +140,621 +269 +28,736 +2,232,160 +4,112 +455,648 +\d+ +0\.\d+ +[0-9a-f]{16}\n/);
    assert.match(answer(folder, 'solve', ...few, '--lang', 'pt'), /2\.232\.160/);
    assert.match(answer(folder, 'verify', ...few), /^3-3 +210,140 .* right\n1 of 1 tables right/);

    const listed = answer(folder, 'tables');
    assert.match(listed, /\ntrilha --preset internacional\n/);
    assert.match(listed, /\n {2}3-3 +169,626 +210,140 /);
    const [group] = json(folder, 'tables').tables;
    assert.deepEqual([group.game, group.rules, group.sectors.length], ['trilha', 'preset=internacional', 1]);
    assert.equal(group.sectors[0].checksum, sector.checksum);
});

test('probe: every move, best first, each worth what it leads to', (t) => {
    const folder = shelf(t);
    answer(folder, 'solve', ...few);
    const look = (position) => json(folder, 'probe', ...international, '--position', position);
    const order = ({ value, plies }) => (value === 'win' ? 1000 - plies : value === 'loss' ? plies - 1000 : 0);
    for (const position of ['x.x...../....x.../o.o.o... x 0 0 0', 'x..x..x./......../o..o..o. o 0 0 0',
        'xo....../x......./x..o..o. x 0 0 0']) {
        const probed = look(position);
        const legal = spawnSync(program, ['moves', ...international, '--position', position], { encoding: 'utf8' });
        assert.deepEqual(probed.moves.map(({ move }) => move).sort(), legal.stdout.trim().split('\n').sort());
        const worths = probed.moves.map(order);
        assert.deepEqual(worths, [...worths].sort((a, b) => b - a), 'best first');
        assert.equal(worths[0], order(probed), 'the position is worth its best move');
        for (const { move, value, plies } of [probed.moves[0], probed.moves.at(-1)]) {
            const after = spawnSync(program, ['apply', ...international, '--position', position, move], { encoding: 'utf8' });
            const reply = look(after.stdout.trim());
            assert.equal(reply.value, { win: 'loss', draw: 'draw', loss: 'win' }[value]);
            if (value !== 'draw') assert.equal(reply.plies, plies - 1);
        }
    }
    const text = answer(folder, 'probe', ...international, '--position', 'x.x...../....x.../o.o.o... x 0 0 0');
    assert.match(text, /^yellow \(x\) to move: win; plies to the end: 1\n {2}f2-d7xc5 +wins in 1\n/);
    assert.match(answer(folder, 'probe', ...international, '--position', 'x.x...../....x.../o.o..... o 0 0 0'),
        /yellow \(x\) wins: fewer than three men/);
});

test('probe says what is missing, and how to make it', (t) => {
    const folder = shelf(t);
    refuses(folder, 1, ['probe', ...international, '--position', 'x.x...../....x.../o.o.o... x 0 0 0'],
        'sector 3-3', 'tavola solve trilha --preset internacional --sectors 3-3 --tables');
    refuses(folder, 1, ['probe', 'pretoa'], 'tavola solve pretoa --sectors 9-9');
    const { status, stdout } = run(folder, 'probe', 'pretoa', '--json');
    assert.deepEqual([status, JSON.parse(stdout).value, JSON.parse(stdout).missing], [1, null, ['9-9']]);
});

test('a table of other rules is refused, whatever its name', (t) => {
    const folder = shelf(t), other = shelf(t);
    answer(folder, 'solve', ...few);
    const without = [...few, '--set', 'fly=no'];
    answer(other, 'solve', ...without);
    const [from] = files(folder), [to] = files(other);
    assert.notEqual(from, to);
    mkdirSync(join(folder, dirname(to)));
    copyFileSync(join(folder, from), join(folder, to));
    const checked = run(folder, 'verify', ...without);
    assert.equal(checked.status, 1);
    assert.match(checked.stdout, /other rules[^]*0 of 1 tables right/);
    refuses(folder, 1, ['probe', ...without.slice(0, 3), '--set', 'fly=no', '--position', 'x.x...../....x.../o.o.o... x 0 0 0'],
        'other rules');
    refuses(folder, 1, ['solve', ...without], 'other rules');
    const listed = run(folder, 'tables');
    assert.equal(listed.status, 1);
    assert.ok(listed.stderr.includes(to), listed.stderr);
    assert.equal(run(folder, 'verify', ...few).status, 0, 'the right one is as good as before');
});

test('one altered byte, anywhere, is found', (t) => {
    const folder = shelf(t);
    answer(folder, 'solve', ...few);
    const file = join(folder, files(folder)[0]);
    const bytes = readFileSync(file);
    for (const at of [0, 10, 200, bytes.length >> 2, bytes.length >> 1, bytes.length - 1]) {
        const altered = Buffer.from(bytes);
        altered[at] ^= 16;
        writeFileSync(file, altered);
        const { status, stdout } = run(folder, 'verify', ...few);
        assert.equal(status, 1, `byte ${at}`);
        assert.match(stdout, /^3-3 .*table.*\n0 of 1 tables right/, `byte ${at}`);
    }
    writeFileSync(file, bytes.subarray(0, -1));
    assert.equal(run(folder, 'verify', ...few).status, 1);
    writeFileSync(file, bytes);
    assert.equal(run(folder, 'verify', ...few).status, 0);
});

const long = ['trilha', '--sectors', '9'];

test('killed at any moment, again and again, and gone on with: the same tables, and nothing else', async (t) => {
    const folder = shelf(t), undisturbed = shelf(t);
    const expected = json(undisturbed, 'solve', ...long);
    let killed = 0;
    for (let n = 0; n < 8; ++n) {
        const child = spawn(program, ['solve', ...long, '--tables', folder], { stdio: 'ignore', env });
        const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal)));
        const begun = async () => {
            while (child.exitCode === null && readdirSync(folder).length === 0) await sleep(5);
        };
        await Promise.race([ended, n === 0 ? begun() : sleep(1000 * expected.seconds * (0.02 + 0.2 * Math.random()))]);
        child.kill('SIGKILL');
        if (await ended === 'SIGKILL') ++killed;
    }
    assert.ok(killed > 0);
    const solution = json(folder, 'solve', ...long);
    assert.deepEqual(found(solution), found(expected));
    assert.deepEqual(files(folder), files(undisturbed));
    for (const file of files(folder)) assert.ok(readFileSync(join(folder, file)).equals(readFileSync(join(undisturbed, file))), file);
});

for (const signal of ['SIGINT', 'SIGTERM'])
    test(`${signal} stops a run cleanly, and the same command goes on`, async (t) => {
        const folder = shelf(t);
        const child = spawn(program, ['solve', ...long, '--tables', folder, '--json'], { stdio: ['ignore', 'pipe', 'pipe'], env });
        let stdout = '', stderr = '';
        child.stdout.on('data', (data) => (stdout += data));
        child.stderr.on('data', (data) => (stderr += data));
        const ended = new Promise((resolve) => child.on('close', resolve));
        while (child.exitCode === null && (readdirSync(folder).length === 0 || files(folder).length < 2)) await sleep(5);
        child.kill(signal);
        assert.equal(await ended, 1);
        const solution = JSON.parse(stdout);
        assert.equal(solution.stopped, true);
        assert.match(stderr, /What is done stays; to go on: tavola solve trilha --sectors 9 --tables '/);
        assert.equal(files(folder).length, solution.sectors.length);
        assert.ok(files(folder).every((file) => file.endsWith('.tvt') && !file.includes('/.')));
        const rest = json(folder, 'solve', ...long);
        assert.equal(rest.sectors.filter(({ fresh }) => !fresh).length, solution.sectors.length);
        assert.ok(rest.sectors.some(({ fresh }) => fresh));
        // What was being counted when the signal came is counted to the end.
        for (const { sector, positions: { won, drawn, lost } } of rest.sectors)
            assert.equal(won + drawn + lost, ways(24, ...sector.split('-').map((side) => parseInt(side))), sector);
        assert.equal(json(folder, 'verify', 'trilha', '--sectors', '6').faults, 0);
    });

test('what cannot be is refused with one line', (t) => {
    const folder = join(shelf(t), 'not yet');
    for (const verb of ['solve', 'verify']) {
        refuses(folder, 2, [verb, 'chess'], 'chess', 'trilha');
        refuses(folder, 2, [verb], 'game');
        refuses(folder, 2, [verb, 'abalone'], 'abalone');
        refuses(folder, 2, [verb, 'pretoa', '--set', 'huff=yes'], 'huff', "'no'");
        refuses(folder, 2, [verb, 'trilha', '--set', 'rings=4'], 'rings', '1..3');
        for (const sectors of ['2-2', '3-3,x', '1', '-4', '3+1-3', '99999999999'])
            refuses(folder, 2, [verb, 'trilha', `--sectors=${sectors}`], 'sectors', '3-3');
        for (const memory of ['4X', '0', 'G', '-1', '1.5G', '99999999T', '4 G'])
            refuses(folder, 2, [verb, 'trilha', `--memory=${memory}`], 'memory', '800M');
        refuses(folder, 2, [verb, 'trilha', '--threads', '0'], '--threads');
        refuses(folder, 2, [verb, 'trilha', '--position', 'x']);
    }
    refuses(folder, 1, ['verify', 'trilha'], 'no table of trilha');
    assert.equal(answer(folder, 'tables'), `There are no tables in ${folder}.\n`);
    assert.deepEqual(json(folder, 'tables').tables, []);
    refuses(folder, 2, ['solve', 'trilha', '--sectors', '4-3', '--memory', '1M'], 'memory', 'are needed');
    refuses(folder, 2, ['probe', 'abalone'], 'abalone');
    refuses(folder, 2, ['probe', 'pretoa', '--set', 'huff=yes'], 'huff');
    refuses(folder, 2, ['probe', 'pretoa', '--position', 'x'], 'position');
});
