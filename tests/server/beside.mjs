// Two who play an honest game while others try their worst.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

import { ask } from './house.mjs';
import { Player } from './socket.mjs';

/** Plays while `attack` lasts, game after game: every move must be played and be seen by the other. Tells what the attack
 *  told. */
export async function beside(house, attack) {
    const players = [await Player.enter(house), await Player.enter(house)];
    const [ana, rui] = players;
    let going = true, played = 0, room;
    const turn = async () => {
        if (!room) {
            ({ room } = await ana.ask({ kind: 'make', game: 'abalone', name: 'Ana' }));
            await rui.ask({ kind: 'join', room, name: 'Rui' });
        }
        const { moves, number, turn: seat } = await ana.ask({ kind: 'moves', room });
        const move = moves[(++played * 7) % moves.length];
        const answer = await players[seat].ask({ kind: 'move', room, move, number });
        assert.equal(answer.kind, 'done', JSON.stringify(answer));
        for (const player of players) {
            const { state } = await player.hears(({ state: one, room: where }) => where === room && one?.number >= answer.number);
            player.heard = [];
            if (player === rui && state.phase === 'over') room = undefined;
        }
    };
    const game = (async () => {
        while (going) {
            await turn();
            await pause(100);
        }
    })();
    // Whichever fails first is told.
    const outcome = await Promise.race([attack(), game.then(() => assert.fail('the game ended'))]).finally(() => (going = false));
    await game;
    await turn();
    assert.equal((await ask(house, '/healthz')).status, 200);
    players.forEach((player) => player.leave());
    return outcome;
}

/** Waits for a line in the house's log. */
export async function logs(house, pattern) {
    const start = performance.now();
    while (!pattern.test(house.err)) {
        assert.ok(performance.now() - start < 120_000, `${pattern} was not said for two minutes, but ${house.err}`);
        const ended = house.child.exitCode !== null || house.child.signalCode !== null;
        assert.ok(!ended, `the server has ended; it said ${house.err}`);
        await pause(20);
    }
}
