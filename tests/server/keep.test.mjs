// The verbs that take games elsewhere: export, import, backup.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { cluster } from './cluster.mjs';
import { folder } from './house.mjs';

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
const some = [
    { game: 'b', over: true, events: [[1, 10, '{"kind":"made"}'], [2, 20, 'olá ☃ "\\']] },
    { game: 'a', over: false, events: [[1, 1760000000000, '']] },
];
const many = Array.from({ length: 3000 }, (_, i) => ({
    game: `g${i}`,
    over: i % 3 === 0,
    events: Array.from({ length: 1 + (i % 5) }, (_, n) => [n + 1, 1000 + i, `event ${n} of ${i}`]),
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
        const fresh = { game: 'c', over: false, events: [[1, 5, 'x']] };
        const whole = text([fresh, ...some]);
        refuses(1, ['import', '-', ...here], ['file', 'the end is missing'], { input: whole.slice(0, -1) });
        refuses(1, ['import', '-', ...here], ['checksum'], { input: whole.replace('olá', 'ola') });
        refuses(1, ['import', '-', ...here], ['line 3'], { input: whole.replace('"over":true', '"over":1') });
        refuses(1, ['import', '-', ...here], ['no export'], { input: '' });
        const other = text([fresh, { ...some[0], events: [[1, 10, 'another']] }]);
        refuses(1, ['import', '-', ...here], ['game b'], { input: other });
        refuses(2, ['import', join(folder('none'), 'none'), ...here], ['cannot be read']);
        assert.equal(answer(['export', '-', ...here]), before);
    });
}

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
