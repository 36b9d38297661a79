// Players at a board, for tests: sitting down, moving, and what each of them has been told.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

import { Player } from './socket.mjs';

export const tavola = (...words) => execFileSync(process.env.TAVOLA, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
export const legal = ({ game, settings = {} }, position) =>
    tavola('moves', game, ...Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]),
        '--position', position).split('\n').slice(0, -1);

/** A room in which all sit, one after another in these houses; each player knows his seat and his token. */
export async function sit(rules, houses, count = 2) {
    const players = [];
    let room;
    for (let seat = 0; seat < count; ++seat) {
        const player = await Player.enter(houses[seat % houses.length]);
        if (seat === 0) player.say({ kind: 'make', name: 'Ana', id: 'make', ...rules });
        else player.say({ kind: 'join', name: `Rui ${seat}`, room });
        const { token, ...seated } = await player.hears(({ kind }) => kind === 'seated');
        assert.equal(seated.seat, seat);
        Object.assign(player, { token, seat });
        room = seated.room;
        players.push(player);
    }
    await players[0].hears(({ state }) => state?.phase === 'playing');
    await players.at(-1).hears(({ state }) => state?.phase === 'playing');
    return { room, players };
}
/** The room as a player was last told. */
export const last = (player) => player.heard.findLast(({ state }) => state).state;
export const play = (player, room, move, number = last(player).number) => player.ask({ kind: 'move', room, move, number });
/** Until a player has heard of an event. */
export const reaches = (player, number) => player.hears(({ state }) => state?.number >= number);

/** The events of a room that a player has been told so far: from the first, each once, in order. */
export function told(player, room) {
    const events = [];
    for (const message of player.heard) {
        if (message.room !== room || !message.events) continue;
        if (message.kind === 'room') events.length = Math.min(events.length, (message.events[0]?.number ?? Infinity) - 1);
        events.push(...message.events);
    }
    assert.deepEqual(events.map(({ number }) => number), events.map((_, i) => i + 1), 'without gaps or repeats');
    return events;
}
