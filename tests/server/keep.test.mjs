// The verbs that take games elsewhere: export, import, backup.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { cluster } from './cluster.mjs';
import { folder, open } from './house.mjs';
import { Player } from './socket.mjs';

const { TAVOLA_DATA, TAVOLA_DATABASE, ...rest } = process.env;
const env = { ...rest, LC_ALL: '', LC_MESSAGES: '', LANG: 'C', TAVOLA_LANG: '' };
function run(args, { input = '', more = {} } = {}) {
    const { status, stdout, stderr } = spawnSync(process.env.TAVOLA, args, {
        encoding: 'utf8',
        env: { ...env, ...more },
        input,
        maxBuffer: 1 << 28,
    });
    return { status, stdout, stderr };
}
const answer = (args, more) => {
    const result = run(args, more);
    assert.equal(result.status, 0, result.stderr);
    return result.stdout;
};
/** One line that says all of these, nothing on the output, this status. */
function refuses(status, args, parts, more) {
    const result = run(args, more);
    assert.deepEqual([result.status, result.stdout], [status, ''], result.stderr);
    assert.equal(result.stderr.split('\n').length, 2, result.stderr);
    for (const part of parts) assert.ok(result.stderr.includes(part), `${result.stderr} lacks ${part}`);
}

/** An export as another program would write it. */
function text(games) {
    const lines = [{ tavola: 'games', version: 1 }, ...games].map((line) => JSON.stringify(line) + '\n').join('');
    const events = games.reduce((sum, game) => sum + game.events.length, 0);
    const sha256 = createHash('sha256').update(lines).digest('hex');
    return lines + JSON.stringify({ games: games.length, events, sha256 }) + '\n';
}
const made = '{"kind":"made", "game":"trilha"}';
const said = (what) => JSON.stringify({ kind: 'said', seat: 0, text: what });
const some = [
    { game: 'b', over: true, events: [[1, 10, made], [2, 20, said('olá ☃ "\\')]] },
    { game: 'a', over: false, events: [[1, 1760000000000, made]] },
];
const many = Array.from({ length: 3000 }, (_, i) => ({
    game: `g${i}`,
    over: i % 3 === 0,
    events: Array.from({ length: 1 + (i % 5) }, (_, n) => [n + 1, 1000 + i, n === 0 ? made : said(`event ${n} of ${i}`)]),
}));
/** The games of an export, whatever the order of their parts. */
const games = (exported) => exported.trim().split('\n').map((line) => JSON.parse(line)).slice(1, -1);

const { database } = await cluster();
const places = {
    sqlite: () => ['--data', folder('data')],
    postgres: () => ['--database', database()],
};

for (const [engine, place] of Object.entries(places)) {
    test(`${engine}: what was imported is exported again`, () => {
        const here = place();
        assert.match(answer(['import', '-', ...here], { input: text(some) }), /2 games with 3 new events/);
        assert.match(answer(['import', '-', ...here], { input: text(some) }), /0 games with 0 new events/);
        const out = answer(['export', '-', ...here]);
        assert.deepEqual(games(out), some);
        const file = join(folder('export'), 'games of the house.ndjson');
        assert.deepEqual(JSON.parse(answer(['export', file, '--json', ...here])), { games: 2, events: 3 });
        assert.equal(readFileSync(file, 'utf8'), out);
        refuses(1, ['export', file, ...here], ['exists already']);
        // The sum can be checked with tools that everybody has.
        const lines = out.trimEnd().split('\n');
        const before = lines.slice(0, -1).join('\n') + '\n';
        assert.equal(JSON.parse(lines.at(-1)).sha256, createHash('sha256').update(before).digest('hex'));
    });

    test(`${engine}: what is broken or differs changes nothing`, () => {
        const here = place();
        answer(['import', '-', ...here], { input: text(some) });
        const before = answer(['export', '-', ...here]);
        const fresh = { game: 'c', over: false, events: [[1, 5, made]] };
        const whole = text([fresh, ...some]);
        refuses(1, ['import', '-', ...here], ['file', 'the end is missing'], { input: whole.slice(0, -1) });
        refuses(1, ['import', '-', ...here], ['checksum'], { input: whole.replace('olá', 'ola') });
        refuses(1, ['import', '-', ...here], ['line 3'], { input: whole.replace('"over":true', '"over":1') });
        refuses(1, ['import', '-', ...here], ['no export'], { input: '' });
        const other = text([fresh, { ...some[0], events: [[1, 10, '{"kind":"made","game":"pretoa"}']] }]);
        refuses(1, ['import', '-', ...here], ['game b'], { input: other });
        // A game that comes twice, and goes on differently the second time.
        const twin = { ...fresh, events: [[1, 5, '{"kind":"made","game":"pretoa"}']] };
        refuses(1, ['import', '-', ...here], ['line 3'], { input: text([fresh, twin]) });
        refuses(2, ['import', join(folder('none'), 'none'), ...here], ['cannot be read']);
        // What a house could not open again: the whole file is refused, before anything is written.
        for (const [i, body] of [
            '{"kind":"agreed","seat":0,"matter":"takeback","to":null}',
            '{"kind":"sat","seat":0,"name":"Ana","level":99}',
            `{"kind":"said","seat":0,"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
            '{"kind":"moved","seat":0,"move":"d2"}',
            '{"kind":"nothing"}', 'no JSON', '7', '',
        ].entries()) {
            const odd = { game: `odd${i}`, over: false, events: [[1, 5, made], [2, 6, body]] };
            refuses(1, ['import', '-', ...here], [`odd${i} makes no sense`], { input: text([fresh, odd]) });
        }
        refuses(1, ['import', '-', ...here], ['odd makes no sense'], { input: text([{ game: 'odd', over: true, events: [[2, 5, made]] }]) });
        refuses(1, ['import', '-', ...here], ['line 2'], { input: text([{ ...fresh, game: '' }]) });
        const account = { game: 'account:ana', over: true, events: [[1, 5, '{"kind":"opened","account":"ana.x"}']] };
        refuses(1, ['import', '-', ...here], ['account:ana makes no sense'], { input: text([{ ...account, events: [[1, 5, '[]']] }]) });
        assert.equal(answer(['export', '-', ...here]), before);
        answer(['import', '-', ...here], { input: text([account]) });
    });
}

test('what is kept is nobody else\'s to read: files, folders, exports and copies', async () => {
    const mode = (path) => (statSync(path).mode & 0o777).toString(8);
    const above = folder('above'), data = join(above, 'deep', 'data');
    const where = ['--data', data];
    answer(['import', '-', ...where], { input: text(some) });
    const files = () => readdirSync(data).filter((name) => statSync(join(data, name)).isFile());
    const check = () => {
        assert.equal(mode(data), '700');
        for (const name of files()) assert.equal(mode(join(data, name)), '600', name);
    };
    check();
    const exported = join(above, 'games.ndjson'), copy = join(above, 'copy.sqlite');
    answer(['export', exported, ...where]);
    answer(['backup', copy, ...where]);
    assert.deepEqual([mode(exported), mode(copy)], ['600', '600']);
    // What an earlier version left open is closed, and that is said.
    chmodSync(data, 0o755);
    for (const name of files()) chmodSync(join(data, name), 0o644);
    const { stderr } = run(['export', '-', ...where]);
    assert.match(stderr, /tavola\.sqlite could be read by others; now it cannot/);
    check();
    assert.equal(run(['export', '-', ...where]).stderr.includes('read by others'), false, 'once');
    const house = await open(['--data', data, '--pages', folder('pages')]);
    const player = await Player.enter(house);
    await player.ask({ kind: 'make', game: 'trilha', name: 'Ana' });
    assert.ok(files().includes('tavola.sqlite-wal'));
    check();
    await house.stop();
    // A folder in which something else lies already stays as it is; the store in it is closed all the same.
    const shared = join(above, 'shared');
    mkdirSync(shared, { mode: 0o755 });
    writeFileSync(join(shared, 'letter'), 'Dear Rui');
    for (const _ of [1, 2]) {
        answer(['import', '-', '--data', shared], { input: text(some) });
        assert.deepEqual([mode(shared), mode(join(shared, 'tavola.sqlite'))], ['755', '600']);
    }
});

test('many games go from a folder into a database and back', () => {
    const one = places.sqlite(), two = places.postgres(), three = places.sqlite();
    const file = join(folder('export'), 'many');
    writeFileSync(file, text(many));
    assert.deepEqual(JSON.parse(answer(['import', file, '--json', ...one])), { games: 3000, events: 9000 });
    const out = answer(['export', '-', ...one]);
    assert.deepEqual(games(out).length, 3000);
    answer(['import', '-', ...two], { input: out });
    assert.equal(answer(['export', '-', ...two]), out);
    const saved = join(folder('backup'), 'saved');
    answer(['backup', saved, ...two]);
    answer(['import', saved, ...three]);
    assert.equal(answer(['export', '-', ...three]), out);
});

test('while a house is open its folder can be backed up, and nothing else', async () => {
    const data = folder('data'), target = folder('backup');
    answer(['import', '-', '--data', data], { input: text(some) });
    // What the house does with its folder as long as it is open.
    const house = spawn('flock', ['--nonblock', join(data, 'house.lock'), 'sh', '-c', 'echo open; cat']);
    after(() => house.kill());
    await once(house.stdout, 'data');
    for (const verb of ['export', 'import'])
        refuses(1, [verb, '-', '--data', data], ['another house is open'], { input: text(some) });
    assert.match(answer(['backup', join(target, 'copy'), '--data', data]), /copy/);
    refuses(1, ['backup', join(target, 'copy'), '--data', data], ['exists already']);
    assert.deepEqual(readdirSync(target), ['copy']);
    house.stdin.end();
    await once(house, 'exit');
    const restored = folder('restored');
    renameSync(join(target, 'copy'), join(restored, 'tavola.sqlite'));
    assert.deepEqual(games(answer(['export', '-'], { more: { TAVOLA_DATA: restored } })), some);
});

test('where there is no house, none is made', () => {
    const empty = join(folder('empty'), 'none');
    refuses(1, ['export', '-', '--data', empty], ['no house']);
    refuses(1, ['backup', join(folder('backup'), 'x'), '--data', empty], ['no house']);
    assert.ok(!existsSync(empty));
    mkdirSync(empty);
    refuses(1, ['export', '-', '--data', empty], ['no house']);
    assert.deepEqual(readdirSync(empty), []);
    refuses(1, ['export', '-', '--database', 'http://me:secret@example'], ["begins with 'http' is none"]);
    refuses(1, ['export', '-', '--database', 'postgres:///x?host=/nonexistent'], ['does not answer']);
});
