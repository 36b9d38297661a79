// The disk fills up: moves are refused, nothing told is lost, and play goes on when there is room. (Houses that are killed:
// kills.test.mjs.)
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { folder, open } from './house.mjs';
import { Player } from './socket.mjs';
import { last, legal, reaches, sit, told } from './table.mjs';

const pages = folder('pages');

/** Plays on a disk that `fill` fills and `free` frees, until a move is refused; and then once more. */
async function playUntilFull(data, house, fill, free) {
    const rules = { game: 'trilha' };
    const { room, players } = await sit(rules, [house]);
    const acknowledged = new Map();
    const next = async (id) => {
        const state = last(players[0]);
        const [move] = legal(rules, state.position);
        const answer = await players[state.turn].ask({ kind: 'move', room, move, number: state.number, id });
        if (answer.kind === 'done') {
            acknowledged.set(answer.number, move);
            for (const player of players) await reaches(player, answer.number);
        }
        return answer;
    };
    for (let i = 0; i < 4; ++i) assert.equal((await next(`before ${i}`)).kind, 'done');
    fill();
    let answer, tries = 0;
    do answer = await next(`full ${++tries}`);
    while (answer.kind === 'done');
    assert.deepEqual([answer.kind, answer.error?.key], ['refused', 'error.store.write']);
    const { state } = await players[1].ask({ kind: 'watch', room });
    assert.equal(state.number, Math.max(...acknowledged.keys()), 'it has not happened');
    free();
    answer = await next(`full ${tries}`);
    assert.equal(answer.kind, 'done', 'there is room again');
    await house.stop('SIGKILL');
    const again = await open(['--pages', pages, '--data', data]);
    const watcher = await Player.enter(again);
    await watcher.ask({ kind: 'watch', room });
    const moves = told(watcher, room).filter(({ kind }) => kind === 'moved').map(({ number, move }) => [number, move]);
    assert.deepEqual(moves, [...acknowledged]);
    await again.stop();
}

test('a file that may not grow', async () => {
    const data = folder('full');
    const house = await open(['--pages', pages, '--data', data], {}, ['bash', '-c', 'trap "" XFSZ; exec "$@"', 'house']);
    const limit = (bytes) => execFileSync('prlimit', ['--pid', `${house.child.pid}`, `--fsize=${bytes}:`]);
    await playUntilFull(data, house, () => limit(4096), () => limit('unlimited'));
});

test('a small disk', async (t) => {
    const disk = join(folder('disk'), 'small');
    mkdirSync(disk);
    // Only root can have a disk of his own.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tavola', disk]).status !== 0) return t.skip('mount was refused');
    try {
        const data = join(disk, 'data'), filler = join(disk, 'filler');
        const house = await open(['--pages', pages, '--data', data]);
        const fill = () => {
            const file = openSync(filler, 'w');
            assert.throws(() => {
                for (;;) writeSync(file, Buffer.alloc(4096));
            }, { code: 'ENOSPC' });
            closeSync(file);
        };
        await playUntilFull(data, house, fill, () => rmSync(filler));
    } finally {
        execFileSync('umount', ['--lazy', disk]);
    }
});
