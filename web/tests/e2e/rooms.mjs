// Every page of the house, with games on the device that are going on and that are over.
import { gameIds, matchOf, planned } from './core.mjs';

export const settingsOf = (game) => (game === 'trilha' ? { preset: 'recomendada' } : {});

/** A game as the device keeps it. */
export const keptGame = (id, game, more = {}) => ({
    id,
    game,
    settings: settingsOf(game),
    moves: [],
    seats: ['person', 'person'],
    begun: Date.now(),
    changed: Date.now(),
    ...more,
});

const games = gameIds.flatMap((game) => {
    const { moves, match } = planned(keptGame('', game));
    const half = moves.slice(0, moves.length >> 1);
    // Nobody has to throw: horses can be seen moving.
    if (matchOf(keptGame('', game, { moves: half })).dice) half.pop();
    return [
        keptGame(`mid${game}`, game, { moves: half }),
        keptGame(`end${game}`, game, { moves, result: match.ending }),
    ];
});
/** What the device keeps. */
export const storage = Object.fromEntries(games.map((kept) => [`game.${kept.id}`, kept]));

const board = '[data-cell]';
/** Every page: its address, and what shows that it is all there. */
export const rooms = [
    { hash: '#/', shows: 'li:nth-child(6) .board svg' },
    ...gameIds.map((game) => ({ hash: `#/new/${game}`, shows: 'details' })),
    ...games.map(({ id }) => ({ hash: `#/table/${id}`, shows: board })),
    { hash: '#/games', shows: 'h1' },
    { hash: '#/settings', shows: '#language' },
    { hash: '#/account', shows: 'h1' },
    { hash: '#/study', shows: '#brought' },
    { hash: '#/study?game=midtrilha', shows: board },
    { hash: '#/study?game=endniout', shows: board },
    { hash: '#/learn', shows: 'li:nth-child(6) a' },
    { hash: '#/learn/abalone', shows: 'ol a' },
    { hash: '#/learn/trilha/place', shows: board },
    { hash: '#/nowhere', shows: 'h1' },
    { hash: '#/table/nothing', shows: '[role=alert]' },
];
