// What the program computes, to be compared between its builds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** What a command answers in JSON. */
function json(command, args, extra = {}) {
    const env = { ...process.env, LC_ALL: 'C', TAVOLA_PROCESSOR: '', ...extra };
    const { status, stdout, stderr, signal } = spawnSync(command[0], [...command.slice(1), ...args, '--json'], { encoding: 'utf8', env });
    assert.deepEqual({ status, signal }, { status: 0, signal: null }, `${command.join(' ')} ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
}
/** A little of all that differently compiled programs must agree on; what they solve goes to the folder `tables`. */
export function everything(command, tables, extra = {}) {
    const asked = [
        ['trilha', '--set', 'rings=1', '--sectors', '3-3', '--tables', tables],
        ['niout', '--sectors', '1', '--tables', tables],
    ];
    const solved = asked.map((rules) => json(command, ['solve', ...rules], extra));
    return {
        signatures: json(command, ['bench'], extra),
        perft: ['trilha', 'abalone', 'trench', 'niout', 'policiais', 'pretoa'].map((game) => json(command, ['perft', game, '--depth', '3'], extra)),
        random: json(command, ['random', 'trilha', '--seed', '3', '--plies', '40'], extra),
        checksums: solved.map(({ sectors }) => sectors.map(({ sector, checksum }) => [sector, checksum])),
        faults: asked.map((rules) => json(command, ['verify', ...rules], extra).faults),
    };
}
