// Who the reader is to the house: a guest, whose seats are known by the tokens on this device, or somebody with an
// account, whose seats the house knows itself. The session lies in a cookie that pages cannot read; this device
// remembers only under which name somebody has entered, so that a guest is never asked about.
import type { GameId } from '../core/types';
import { read, remove, write } from '../house/device';
import { request } from './request';
import { held, heldIn, hold, release } from './seats';
import { house, NotDone } from './socket.svelte';

export interface Account {
    name: string;
    opened: number;
    sessions: number;
    games: number;
}

/** One of the reader's games in the house. */
export interface OwnGame {
    room: string;
    game: GameId;
    clock: string;
    /** Nothing for a seat that is free; a level of 0 for people. */
    names: string[];
    levels: number[];
    seat: number;
    phase: 'gathering' | 'playing' | 'over';
    turn: number | null;
    status: string;
    at: number;
}
export interface OwnGames {
    games: OwnGame[];
    /** Where the next page begins. */
    next: number | null;
}

const mark = 'account';
const most = 100;
let entered = $state(read<string>(mark) ?? '');

/** The name on the account; nothing for a guest. */
export const memberName = (): string => entered;

function become(name: string): void {
    entered = name;
    if (name) write(mark, name);
    else remove(mark);
}

/** Asks as the one who has entered. If the session has ended elsewhere, the reader is a guest, and nothing comes back. */
async function asMember<T>(method: string, path: string): Promise<T | undefined> {
    if (!entered) return undefined;
    try {
        return await request<T>(method, path);
    } catch (error) {
        if (!(error instanceof NotDone) || error.error.key !== 'error.account.none') throw error;
        become('');
        return undefined;
    }
}

/** The seats of this device, those of games that go on first. */
const tokens = () =>
    held()
        .sort((a, b) => Number(a.over ?? false) - Number(b.over ?? false))
        .slice(0, most)
        .map(({ room, token }) => ({ room, token }));

// Who one is on a line is settled when it opens.
function settle(name: string): void {
    become(name);
    house.renew();
}

/** Opens an account, or enters one. The games of this device go along; so many there were. */
export async function come(way: 'open' | 'enter', name: string, password: string): Promise<number> {
    const path = way === 'open' ? 'account' : 'session';
    const games = tokens();
    const account = await request<Account & { signed: number }>('POST', path, { name, password, games });
    settle(account.name);
    await ownGames().catch(() => {});
    return account.signed;
}
export async function leave(): Promise<void> {
    await request('DELETE', 'session');
    settle('');
}
export const whoAmI = (): Promise<Account | undefined> => asMember<Account>('GET', 'account');

export async function changePassword(password: string, next: string): Promise<Account> {
    const account = await request<Account>('POST', 'account/password', { password, new: next });
    settle(account.name);
    return account;
}
/** All that the house keeps about the reader. */
export const everything = (): Promise<object | undefined> => asMember<object>('GET', 'account/export');

export async function erase(password: string): Promise<void> {
    await request('DELETE', 'account', { password });
    settle('');
}

/** The reader's games in the house, those that go on first. */
export async function ownGames(before?: number): Promise<OwnGames> {
    const page = before === undefined ? '' : `?before=${before}`;
    const known = await asMember<OwnGames>('GET', `account/games${page}`);
    if (known) {
        // Whoever sits at this device next has no business with these seats.
        for (const { room, seat } of known.games) if (heldIn(room)?.seat === seat) release(room);
        return known;
    }
    const games = tokens();
    if (games.length === 0) return { games: [], next: null };
    const list = await request<OwnGames>('POST', 'games/mine', { games });
    const over = new Set(list.games.filter(({ phase }) => phase === 'over').map(({ room }) => room));
    for (const seat of held()) if (!seat.over && over.has(seat.room)) hold({ ...seat, over: true });
    return list;
}

/** What this device knows of them by itself, when the house cannot be reached. */
export const rememberedGames = (): OwnGame[] =>
    held().map(({ room, game, seat, over, changed }) => ({
        room,
        game,
        clock: '-',
        names: [],
        levels: [],
        seat,
        phase: over ? 'over' : 'playing',
        turn: null,
        status: '',
        at: changed,
    }));
