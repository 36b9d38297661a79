// The command line as people and scripts use it: what it prints, what it refuses, how it plays.
// Run by `./test`; needs TAVOLA (the program) and TAVOLA_SOURCE (the project's folder).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const program = process.env.TAVOLA;
const source = process.env.TAVOLA_SOURCE;
const folder = mkdtempSync(join(tmpdir(), 'távola cli '));
process.on('exit', () => rmSync(folder, { recursive: true }));

function run(args, { input = '', lang = 'C' } = {}) {
    const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: lang, TAVOLA_LANG: '', TERM: 'dumb' };
    const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', env });
    return { status, stdout, stderr };
}
const lines = (text) => text.split('\n').slice(0, -1);
const answer = (...args) => {
    const { status, stdout, stderr } = run(args);
    assert.equal(status, 0, stderr);
    return stdout;
};
/** Refused with status 2, nothing on the output, and one line that says all of these. */
function refuses(args, ...parts) {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual({ status, stdout, lines: lines(stderr).length }, { status: 2, stdout: '', lines: 1 }, stderr);
    for (const part of parts) assert.ok(stderr.includes(part), `${stderr} lacks ${part}`);
}

const starts = {
    trilha: '......../......../........ x 9 9 0',
    abalone: 'ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0',
    trench: '....rclg/....srcl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 0 0',
    niout: '0*4|0*4 1 -',
    policiais: 'xxxxx/xxx/xxx/./ooo/ooo/ooooo x',
    pretoa: 'xxxooo/xxxooo/xxxooo/. x',
};

for (const [game, start] of Object.entries(starts)) {
    test(`${game}: start, moves, apply, status, show, perft, random`, () => {
        assert.equal(answer('start', game), start + '\n');
        const moves = lines(answer('moves', game));
        assert.deepEqual(moves, [...new Set(moves)].sort());
        const next = answer('apply', game, moves[0]).trim();
        assert.equal(answer('status', game, '--position', next), 'ongoing\n');
        assert.ok(lines(answer('show', game)).length >= 5);
        const divide = lines(answer('perft', game, '--depth', '3', '--divide')).map((line) => line.split(' '));
        const total = +divide.pop()[0];
        assert.equal(divide.reduce((sum, [, count]) => sum + +count, 0), total);
        assert.equal(+answer('perft', game, '--depth', '3'), total);
        const random = answer('random', game, '--seed', '5', '--plies', '40');
        assert.equal(random, answer('random', game, '--seed', '5', '--plies', '40'));
        assert.notEqual(random, answer('random', game, '--seed', '6', '--plies', '40'));
        // A random game is a game: its moves lead from each position to the next.
        const steps = lines(random).map((line) => line.split('\t'));
        const words = steps.slice(0, -1).map(([, move]) => move);
        assert.equal(answer('apply', game, ...words).trim(), steps.at(-1)[0]);
    });

    test(`${game}: every verb answers in JSON`, () => {
        const first = lines(answer('moves', game))[0];
        for (const args of [['start'], ['moves'], ['status'], ['show'], ['perft', '--depth', '2'], ['random'],
            ['apply', first]]) {
            const [verb, ...rest] = args;
            JSON.parse(answer(verb, game, ...rest, '--json'));
        }
    });

    test(`${game}: bad input is refused with one line`, () => {
        for (const word of ['', 'zz-zz', 'a1-', 'á', 'd2d2']) refuses(['apply', game, word]);
        for (const position of ['', 'x', start + ' ', start + ' 0', ' ' + start, start.slice(1)])
            refuses(['moves', game, '--position', position], 'position');
        refuses(['moves', game, '--set', 'nonsense=1'], 'nonsense');
        refuses(['moves', game, '--set', 'nonsense'], 'nonsense', 'key=value');
        refuses(['moves', game, '--preset', 'nonsense'], 'nonsense');
    });
}

test('errors say what would be right', () => {
    refuses(['moves', 'chess'], 'chess', 'trilha, abalone, trench, niout, policiais, pretoa');
    refuses(['fly', 'trilha'], 'fly', 'moves');
    refuses(['moves'], 'game');
    refuses(['perft'], 'trilha');
    refuses(['perft', 'trilha', '--depth', '-1'], '--depth 4');
    refuses(['moves', 'trilha', '--set', 'rings=9'], 'rings', '1..8');
    refuses(['moves', 'niout', '--set', 'pairs=yes'], 'players=4');
    refuses(['moves', 'trilha', '--preset', 'x'], 'classica, recomendada, quadrados, internacional');
    refuses(['apply', 'trilha', 'd2', 'd4'], "'d4'", 'd1 d3 d5 d6 d7');
    refuses(['apply', 'policiais', 'c3-e3'], 'possible: c3-d3');
    refuses(['play', 'trilha', '--clock', 'soon'], 'soon', '300+5');
    refuses(['moves', 'abalone', '--position', starts.abalone.replace('0 0', '1 0')], 'balls out', 'write 0');
});

test('with --json an error is one line of JSON, as the façade tells it', () => {
    const refused = (args, parts) => {
        const { status, stdout, stderr } = run(args);
        assert.deepEqual({ status, stdout, lines: lines(stderr).length }, { status: 2, stdout: '', lines: 1 }, stderr);
        const { error, ...rest } = JSON.parse(stderr);
        assert.deepEqual(rest, {});
        assert.deepEqual({ ...error, ...parts }, error, stderr);
        for (const key of ['key', 'what', 'field', 'at', 'found', 'expected']) assert.ok(key in error, key);
    };
    refused(['moves', 'chess', '--json'], { key: 'error.game.unknown', found: 'chess' });
    refused(['apply', 'trilha', 'z9', '--json'], { what: 'move', at: 1 });
    refused(['moves', 'trench', '--position', 'x', '--json'], { what: 'position' });
    refused(['match', 'pretoa', 'nobody', 'random', '--json'], { what: 'player', found: 'nobody' });
    refused(['match', 'pretoa', 'random', 'random', '--records', join(folder, 'no', 'such'), '--json'], { key: 'error.cli.write' });
    refused(['analyse', '--record', join(folder, 'none'), '--json'], { key: 'error.cli.file' });
    refused(['probe', 'abalone', '--json'], { key: 'error.game-not-solved' });
    // What cannot even be read as a command line.
    refused(['perft', 'trilha', '--depth', 'deep', '--json'], { key: 'error.cli.usage' });
    refused(['--json', 'moves'], { key: 'error.cli.usage' });
    refused(['juggle', '--json'], { key: 'error.cli.verb', found: 'juggle' });
    refuses(['perft', 'trilha', '--depth', 'deep'], 'deep');
});

test('an answer that cannot be written is no success', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(program, ['moves', 'trilha', '--json'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    assert.equal(status, 2);
    assert.equal(JSON.parse(stderr).error.key, 'error.cli.write');
});

test('--version names the program and its version', () => {
    const [, version] = /project\(tavola VERSION (\S+)/.exec(readFileSync(join(source, 'CMakeLists.txt'), 'utf8'));
    assert.equal(answer('--version'), `tavola ${version}\n`);
});

test('called by the name tavola-engine it is the engine', () => {
    const engine = join(folder, 'tavola-engine');
    symlinkSync(program, engine);
    for (const args of [[], ['--tables', folder]]) {
        const { status, stdout } = spawnSync(engine, args, { input: 'uci\ngo mate 2\r\ngo foo depth 2\nquit\n', encoding: 'utf8' });
        assert.equal(status, 0);
        assert.match(stdout, /^id name Távola [\s\S]*\nuciok\n/);
        assert.equal(stdout.match(/^bestmove [a-g]\d/gm).length, 2);
        if (args.length) assert.ok(stdout.includes(`TablePath type string default ${folder}\n`));
    }
    assert.match(spawnSync(engine, ['--version'], { encoding: 'utf8' }).stdout, /^tavola \d/);
    assert.equal(spawnSync(engine, ['--nonsense'], { encoding: 'utf8' }).status, 2);
});

test('errors and games speak Portuguese where the locale does', () => {
    const { stderr } = run(['apply', 'trilha', 'd4'], { lang: 'pt_BR.UTF-8' });
    assert.match(stderr, /não é um lance permitido/);
    assert.match(run(['games'], { lang: 'pt_PT.UTF-8' }).stdout, /Policiais e Ladrões/);
    assert.match(run(['games', '--lang', 'pt']).stdout, /deslocamento por escolha/);
});

test('games lists every game, preset and option', () => {
    const text = answer('games');
    for (const game of Object.keys(starts)) assert.ok(text.includes(`${game}:`));
    for (const word of ['internacional', 'three-each=0..99', 'huff=no|yes', 'belgian-daisy', 'equal-turns'])
        assert.ok(text.includes(word), word);
});

test('perft --file agrees with every count of the project', () =>
    assert.match(answer('perft', '--file', join(source, 'tests/data/games.perft')), /^(\d+) of \1 lines agree\n$/));

test('perft --file counts again, and tells what differs', () => {
    const file = join(folder, 'counts.perft');
    const good = `# a comment\n\ntrilha\tpreset=classica\t${starts.trilha}\t3\t12144\ntrench\t-\t${starts.trench}\t2\t192\n`;
    writeFileSync(file, good);
    assert.equal(answer('perft', '--file', file), '2 of 2 lines agree\n');
    writeFileSync(file, good.replace('192', '193'));
    const wrong = run(['perft', '--file', file]);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /line 4: trench - .* depth 2: expected 193, counted 192\n1 of 2 lines agree/);
    writeFileSync(file, good.replace('\t192', ''));
    refuses(['perft', '--file', file], 'line 4', 'tabs');
    writeFileSync(file, good.replace('trench', 'tranch'));
    refuses(['perft', '--file', file], 'line 4', 'tranch');
    refuses(['perft', '--file', join(folder, 'none')], 'none');
});

test('show writes no colours where no terminal is, and all of them when asked', () => {
    assert.ok(!answer('show', 'trilha').includes('\x1b'));
    assert.ok(answer('show', 'trilha', '--colour').includes('\x1b['));
});

test('play: a whole game of Trilha, with a mistake, a hint and a take-back', () => {
    // On one square: three men each; x closes the upper side, and with two men left o has lost.
    const { status, stdout } = run(['play', 'trilha', '--set', 'rings=1'],
        { input: 'a3\nz9\nmoves\nc1\nundo\nc1\nb3\nb1\nc3\na1\nb1\n' });
    assert.equal(status, 0);
    assert.match(stdout, /'z9' is not a legal move here \(character 1\); possible: a1 a2/);
    assert.match(stdout, /7 moves: a1 a2 b1 b3 c1 c2 c3/);
    assert.match(stdout, /Taken back/);
    assert.match(stdout, /Go on with: b1 c1/, 'closing a mill asks for the man to remove');
    assert.match(stdout, /'a1' is not a legal move here \(character 1\); possible: b1 c1/, 'and for nothing else');
    assert.match(stdout, /yellow \(x\) wins: fewer than three men\./);
    assert.match(stdout, /1\. a3 c1 2\. b3 b1 3\. c3xb1 x\n/);
});

test('play: touches, end by the rules, and the record', () => {
    const file = join(folder, 'game.record');
    const { status, stdout } = run(['play', 'policiais', '--position', '...../.../.x./o/.../.../..... x',
        '--record', file], { input: 'c3\ne3\n' });
    assert.equal(status, 0);
    assert.match(stdout, /Go on with: e3/);
    assert.match(stdout, /yellow \(x\) wins: no men left\./);
    const record = readFileSync(file, 'utf8');
    assert.match(record, /\[Result "x"\]\n\[Ending "no-men"\]\n\n1\. c3xe3 x\n$/);
});

test('play: dice are thrown with Enter, or told', () => {
    const { stdout } = run(['play', 'niout', '--seed', '3'], { input: '\nkul\nquit\n' });
    assert.match(stdout, /yellow \(1\) threw (to|kai|kul|niout|mo)/);
    const told = run(['play', 'niout'], { input: 'mo\nhand\n5\nquit\n' }).stdout;
    assert.match(told, /1\. mo 0-5 \*/);
});

test('play: draw, resign, help, save, and both languages\' words', () => {
    const saved = join(folder, 'saved.record');
    const { stdout } = run(['play', 'trench', '--lang', 'pt'],
        { input: `ajuda\nlances d4\nver\nposição\ngravar ${saved}\nempate\nsim\n` });
    assert.match(stdout, /desfazer/);
    assert.match(stdout, /Empate: acordo; contam-se os pontos: pretas 0, brancas 0\./);
    assert.match(readFileSync(saved, 'utf8'), /\[Game "trench"\]/);
    assert.match(run(['play', 'abalone'], { input: 'resign\n' }).stdout, /white \(o\) wins: resignation/);
    assert.match(run(['play', 'niout'], { input: 'draw\nquit\n' }).stdout, /cannot end by agreement/);
});

// 23 points against 24, and moves there and back.
const trench = ['play', 'trench', '--position', '......lg/......sc/......../......../......../......../C......./GL...... x 23 24'];
const shuttle = ['a2-a3', 'h7-h6', 'a3-a2', 'h6-h7'];
const input = (...words) => ({ input: words.join('\n') + '\n' });

test('play: an armistice names what it means, and the other side answers', () => {
    const refused = run([...trench], input('draw', 'a2-a3', 'no', 'a2-a3', 'quit')).stdout;
    assert.equal(refused.match(/Armistice: points are counted now\. black 23, white 24: white \(o, small letters\) wins\. white .* answer yes or no/g).length, 2,
        'asked again until it is answered');
    assert.match(refused, /No agreement: the game goes on/);
    assert.match(refused, /1\. a2-a3 \*/);
    assert.match(run([...trench], input('draw', 'yes')).stdout, /white \(o, small letters\) wins: by agreement; points are counted: black 23, white 24\./);
    assert.match(run([...trench, '--lang', 'pt'], input('empate', 'sim')).stdout,
        /Armistício: contam-se os pontos agora\. pretas 23, brancas 24: vitória de brancas[\s\S]*Vitória de brancas .*acordo; contam-se os pontos: pretas 23, brancas 24/);
    assert.match(run(['play', 'abalone'], input('draw', 'yes')).stdout, /Draw by agreement\? white \(o\), answer yes or no\.[\s\S]*Draw: by agreement\./);
});

test('play: the computer is asked for a draw, and nobody loses by an armistice unawares', () => {
    const opening = run(['play', 'pretoa', '--level', '3', '--seed', '1'], input('draw', 'quit')).stdout;
    assert.match(opening, /The computer plays on\./);
    assert.doesNotMatch(opening, /Draw:/);
    const losing = run([...trench, '--level', '3'], input('draw', 'yes')).stdout;
    assert.match(losing, /Armistice: .*white \(o, small letters\) wins\. black .* answer yes or no\.[\s\S]*The computer agrees\.[\s\S]*white .* wins: by agreement/);
    const winning = run([...trench, '--level', '3', '--side', 'o', '--seed', '1'], input('draw', 'yes', 'quit')).stdout;
    assert.match(winning, /The computer plays on\./, 'it would lose by it');
});

test('play: an end is announced before it strikes, and told with its count', () => {
    const twice = run(trench, input(...shuttle, ...shuttle)).stdout;
    assert.match(twice, /This position has been on the board 2 times\. Once more and the game ends: black 23, white 24: white \(o, small letters\) wins\./);
    assert.match(twice, /white .* wins: the same position 3 times; points are counted: black 23, white 24\./);
    const quiet = run([...trench, '--arbiter', 'quiet-plies=12', '--arbiter', 'repetitions=0'], input(...shuttle, ...shuttle, ...shuttle)).stdout;
    assert.doesNotMatch(quiet, /Once more/);
    assert.match(quiet, /without placing or capturing: 2\. 10 more and the game ends: black 23/);
    assert.doesNotMatch(quiet, /without placing or capturing: 1\. 11 more/);
    assert.match(quiet, /wins: 12 moves without placing or capturing; points/);
    assert.match(quiet, /\[Arbiter "repetitions=0 quiet-plies=12"\]/);
    assert.match(run(['play', 'policiais', '--position', '...../.../.x./o/.../.../....o x'], input('c3xe3')).stdout,
        /Draw: neither side can capture everything any more\./);
    assert.match(run(['play', 'policiais', '--position', '...../.../.x./o/.../.../....o x', '--arbiter', 'insufficient=no'], input('c3xe3', 'quit')).stdout,
        /The game stops here/);
    // So is one that the rules themselves count down to.
    const three = run(['play', 'trilha', '--preset', 'quadrados', '--position', 'x.....x./....x.../o.o...o. x 0 0 8'], input('a1-a4', 'e5-d5')).stdout;
    assert.match(three, /Moves with three men each: 9\. 1 more, and the game is a draw\.[\s\S]*Draw: 10 moves with three men each\./);
});

test('play: the arbiter is the players\' own', () => {
    const off = run([...trench, '--arbiter', 'repetitions=0'], input(...shuttle, ...shuttle, ...shuttle, 'quit'));
    assert.match(off.stdout, /The game stops here/);
    assert.match(run(['play', 'trilha', '--arbiter', 'agreement=no'], input('draw', 'quit')).stdout, /cannot end by agreement/);
    refuses(['play', 'trilha', '--arbiter', 'mercy=yes'], 'mercy', 'repetitions');
    refuses(['play', 'trilha', '--arbiter', 'repetitions=1'], '2..10');
    refuses(['play', 'niout', '--arbiter', 'repetitions=3'], 'never');
});

test('play: sides and colours by lots, and in Trilha either colour moves first', () => {
    const sides = new Set(), colours = new Set();
    for (let seed = 0; seed < 12; ++seed) {
        const told = run(['play', 'niout', '--set', 'players=3', '--level', '1', '--side', 'lots', '--seed', seed], input('quit')).stdout;
        sides.add(told.match(/Drawn by lots: you are (\w+) \(\d\)/)[1]);
        const drawn = run(['play', 'trilha', '--colour', 'lots', '--seed', seed], input('quit')).stdout;
        colours.add(drawn.match(/Drawn by lots: (\w+) \(x\) moves first/)[1]);
    }
    assert.deepEqual([...sides].sort(), ['green', 'red', 'yellow']);
    assert.deepEqual([...colours].sort(), ['red', 'yellow']);
    const red = run(['play', 'trilha', '--colour', 'red'], input('d2', 'resign')).stdout;
    assert.match(red, /red \(x\) to move[\s\S]*yellow \(o\) to move[\s\S]*red \(x\) wins: resignation/);
    assert.match(red, /\[Colours "2 1"\]/);
    assert.match(run(['play', 'trilha', '--colour', 'yellow'], input('quit')).stdout, /yellow \(x\) to move/);
    assert.match(run(['play', 'trilha', '--level', '1', '--side', 'o', '--colour', 'amarelas', '--lang', 'pt', '--seed', '1'], input('sair')).stdout,
        /amarelas \(o\)/);
    const [lots] = lines(run(['play', 'trilha', '--json', '--side', 'lots', '--seed', '3'], input('quit')).stdout).map((line) => JSON.parse(line));
    assert.ok(lots.side === 0 || lots.side === 1);
    refuses(['play', 'trilha', '--colour', 'green'], 'yellow', 'lots');
    refuses(['play', 'abalone', '--colour', 'red'], 'order of moving');
});

test('play --json: standing, offers and endings can be read', () => {
    const told = lines(run([...trench, '--json'], input(...shuttle, 'draw', 'yes')).stdout).map((line) => JSON.parse(line));
    assert.deepEqual(told[4].standing, { repeated: 2, repetitions: 3, quiet: 4, quietPlies: 100, byAgreement: true, settled: 'o', score: [23, 24] });
    assert.deepEqual(told.find(({ offer }) => offer).offer, { status: 'o', score: [23, 24] });
    assert.deepEqual(told.find(({ ending }) => ending).ending, { status: 'o', why: 'agreement', score: [23, 24] });
});

test('play --json: one state a line', () => {
    const states = lines(run(['play', 'pretoa', '--json'], { input: 'c3-d1\nzz\nquit\n' }).stdout).map((line) => JSON.parse(line));
    assert.equal(states[0].position, starts.pretoa);
    assert.equal(states[1].turn, 1);
    assert.equal(states[2].error.key, 'error.move.illegal');
    assert.match(states[3].record, /1\. c3-d1 \*/);
});

test('play against the computer, and take back', () => {
    const { status, stdout } = run(['play', 'pretoa', '--level', '2', '--seed', '9'], { input: 'c3-d1\nundo\nc1-d1\nquit\n' });
    assert.equal(status, 0);
    assert.match(stdout, /against the computer at level 2/);
    assert.match(stdout, /The computer plays [a-d]\dx[a-d]\d/);
    assert.match(stdout, /1\. c1-d1 c4x/, 'what was taken back is not in the record');
    assert.match(run(['play', 'niout', '--level', '3', '--side', '2', '--seed', '1'], { input: 'quit\n' }).stdout,
        /yellow \(1\) threw .*[\s\S]*The computer plays 0-/);
    refuses(['play', 'trilha', '--level', '11']);
    refuses(['play', 'trilha', '--level', '3', '--side', 'z'], 'x, o');
});

test('analyse, bench and match answer, the same every time', () => {
    const lines = answer('analyse', 'pretoa', '--nodes', '20000', '--lines', '2');
    assert.equal(lines, answer('analyse', 'pretoa', '--nodes', '20000', '--lines', '2'));
    assert.match(lines, /^ +[+-]\d+\.\d\d  c\d-d1 /);
    assert.match(answer('analyse', 'policiais', '--position', '...../.../.x./o/.../.../..... x', '--depth', '4'), /wins in 1 {2}c3xe3/);
    const file = join(folder, 'analysed.record');
    writeFileSync(file, '[Game "pretoa"] c3-d1 c6xc3 *');
    assert.match(answer('analyse', '--record', file, '--nodes', '1000'), /1\. c3-d1\n.*[\s\S]*2\. c6xc3\n/);
    assert.match(answer('bench', 'pretoa'), /^pretoa +[0-9a-f]{16} +\d+ /);
    const match = JSON.parse(answer('match', 'pretoa', 'depth:3', 'random', '--games', '10', '--seed', '2', '--json'));
    assert.ok(match.score > 0.7, JSON.stringify(match));
});

test('a match has an opening for every pair, and says how many games differ', () => {
    const match = (...args) => JSON.parse(answer('match', ...args, '--json'));
    for (const game of ['policiais', 'pretoa']) {
        const { games, pairs, differentOpenings, differentGames } = match(game, 'nodes:60', 'nodes:90', '--games', '100');
        assert.equal(games, 100);
        assert.equal(differentOpenings, 50, game);
        // Who plays alike from both sides plays the same game again in the second of a pair, which ends even.
        assert.ok(differentGames >= 100 - pairs[2] && differentGames <= 100, `${game} ${differentGames}`);
    }
    const fixed = ['policiais', 'nodes:60', 'random', '--games', '60', '--opening-plies', '2'];
    assert.ok(match(...fixed).differentOpenings < 10, 'there are no more of two moves');
    assert.match(answer('match', ...fixed), /Different openings: \d; different games: \d+\nThere are no more openings that differ/);
    const whole = answer('match', 'trilha', 'random', 'random', '--games', '10', '--max-plies', '5');
    assert.match(whole, /Different openings: 5; different games: 10\nScore/);
});

test('a match goes on from the games in its file, and keeps those of another', () => {
    const file = join(folder, 'a match.record');
    const played = (...more) => JSON.parse(answer('match', 'pretoa', 'depth:2', 'random', '--games', '6', '--json', '--records', file, ...more));
    const whole = played(), records = readFileSync(file, 'utf8');
    const games = records.split(/(?=\[Game )/);
    assert.equal(games.length, 6);
    writeFileSync(file, games.slice(0, 3).join(''));
    assert.deepEqual(played(), whole);
    assert.equal(readFileSync(file, 'utf8'), records);
    refuses(['match', 'pretoa', 'depth:2', 'random', '--games', '6', '--seed', '9', '--records', file], '1.1');
    assert.equal(readFileSync(file, 'utf8'), records);
});

test('the help lists the verbs; without a terminal nobody is asked for a game', () => {
    assert.match(answer('--help'), /perft[\s\S]*serve/);
    refuses(['play'], 'trilha');
});

test('the documents name only what is there', () => {
    for (const page of ['README.md', 'docs/architecture.md']) {
        const text = readFileSync(join(source, page), 'utf8');
        const paths = [...text.matchAll(/`((?:src|tests|bench|docs|words|web|scripts|cmake)\/[\w./-]+)`/g)].map((match) => match[1]);
        assert.ok(paths.length > 0, page);
        for (const path of paths) assert.ok(existsSync(join(source, path)), `${page} names ${path}`);
    }
});

test('every position in the rules can be set up', () => {
    let positions = 0;
    for (const language of ['pt', 'en'])
        for (const game of Object.keys(starts)) {
            const text = readFileSync(join(source, 'docs/rules', language, `${game}.md`), 'utf8');
            const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
            for (const position of spans.filter((span) => /^[^\s<]*[/|][^\s<]* [xo1-4]( [^<]+)?$/.test(span))) {
                const squares = position.split(' ')[0].split('/').length;
                const players = position.split('|').length;
                const ways = {
                    trilha: [[`rings=${squares}`], [`rings=${squares}`, 'three-each=10']],
                    niout: [[`players=${players}`]],
                    policiais: [['huff=no'], ['huff=yes']],
                    pretoa: [['huff=no'], ['huff=yes']],
                }[game] ?? [[]];
                const tries = ways.map((settings) =>
                    run(['start', game, ...settings.flatMap((one) => ['--set', one]), '--position', position]));
                assert.ok(tries.some(({ status }) => status === 0), `${language}/${game}: ${position}: ${tries[0].stderr}`);
                ++positions;
            }
        }
    assert.ok(positions > 60, `${positions}`);
});
