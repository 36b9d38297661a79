// Accounts and one's games, against a house made of answers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { remove } from '../../src/house/device';
import type { OwnGame } from '../../src/online/account.svelte';
import * as account from '../../src/online/account.svelte';
import { request, Unreached } from '../../src/online/request';
import { held, hold, release } from '../../src/online/seats';
import { NotDone } from '../../src/online/socket.svelte';

vi.stubGlobal('location', { hash: '', href: 'http://house/' });
vi.stubGlobal('addEventListener', () => {});
const { daysOf, rowOfRoom } = await import('../../src/online/rows');
const { inOrder, rowOf } = await import('../../src/table/rows');

interface Asked {
    method: string;
    path: string;
    body?: Record<string, unknown>;
}
let asked: Asked[] = [];
let answers: Record<string, [number, unknown]> = {};
const ana = { name: 'Ana', opened: 1, sessions: 1, games: 0 };
const own = (room: string, more: Partial<OwnGame> = {}): OwnGame => ({
    room,
    game: 'trilha',
    clock: '-',
    names: ['Ana', 'Rui'],
    levels: [0, 0],
    seat: 0,
    phase: 'playing',
    turn: 0,
    status: 'ongoing',
    at: 1_000,
    ...more,
});
const sit = (room: string, more = {}) =>
    hold({ room, token: `token-${room}`, seat: 0, name: 'Ana', game: 'trilha', changed: 1, ...more });
const none: [number, unknown] = [
    401,
    { error: { key: 'error.account.none', what: 'account', field: '', at: 0 } },
];

beforeEach(() => {
    asked = [];
    answers = {};
    vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
        const { method, body } = init;
        asked.push({ method, path, ...(body ? { body: JSON.parse(body) } : {}) });
        const answer = answers[`${method} ${path}`];
        if (!answer) throw new TypeError('nobody there');
        return new Response(typeof answer[1] === 'string' ? answer[1] : JSON.stringify(answer[1]), {
            status: answer[0],
        });
    });
});
afterEach(async () => {
    for (const { room } of held()) release(room);
    answers['DELETE ./api/session'] = [200, {}];
    await account.leave();
    remove('account');
});
const enter = async (signed = 0) => {
    answers['POST ./api/session'] = [200, { ...ana, signed }];
    return account.come('enter', 'ana', 'a long secret');
};

describe('asking', () => {
    it('gives the answer, the reason why not, or that nobody answered', async () => {
        answers['GET ./api/account'] = [200, ana];
        expect(await request('GET', 'account')).toEqual(ana);
        answers['GET ./api/account'] = none;
        await expect(request('GET', 'account')).rejects.toThrow(NotDone);
        // Files alone answer everything with the page itself, or with an error of their own.
        for (const other of ['<!doctype html>', 'null'] as const) {
            answers['GET ./api/account'] = [other === 'null' ? 404 : 200, other];
            await expect(request('GET', 'account')).rejects.toThrow(Unreached);
        }
        delete answers['GET ./api/account'];
        await expect(request('GET', 'account')).rejects.toThrow(Unreached);
    });
});

describe('an account', () => {
    it('takes the seats of the device along, those of games that go on first', async () => {
        sit('over', { over: true, changed: 9 });
        sit('going', { changed: 2 });
        answers['GET ./api/account/games'] = [200, { games: [own('going')], next: null }];
        expect(await enter(1)).toBe(1);
        expect(asked[0]!.body).toEqual({
            name: 'ana',
            password: 'a long secret',
            games: [
                { room: 'going', token: 'token-going' },
                { room: 'over', token: 'token-over' },
            ],
        });
        expect(account.memberName()).toBe('Ana');
        // What the house has is no longer kept here; what it has not, is.
        expect(held().map(({ room }) => room)).toEqual(['over']);
    });
    it('is not asked about for guests', async () => {
        expect(await account.whoAmI()).toBeUndefined();
        expect(asked).toEqual([]);
    });
    it('whose session has ended makes one a guest again', async () => {
        await enter();
        answers['GET ./api/account'] = none;
        expect(await account.whoAmI()).toBeUndefined();
        expect(account.memberName()).toBe('');
    });
    it('stays when the house does not answer', async () => {
        await enter();
        delete answers['GET ./api/account'];
        await expect(account.whoAmI()).rejects.toThrow(Unreached);
        expect(account.memberName()).toBe('Ana');
    });
    it('is left and erased only when the house has said so', async () => {
        await enter();
        answers['DELETE ./api/account'] = [401, { error: { key: 'error.account.wrong' } }];
        await expect(account.erase('wrong')).rejects.toThrow('error.account.wrong');
        expect(account.memberName()).toBe('Ana');
        answers['DELETE ./api/account'] = [200, {}];
        await account.erase('a long secret');
        expect(account.memberName()).toBe('');
    });
});

describe('one’s games', () => {
    it('of a guest are found by the tokens, and those that are over remembered as such', async () => {
        expect(await account.ownGames()).toEqual({ games: [], next: null });
        expect(asked).toEqual([]);
        sit('one');
        answers['POST ./api/games/mine'] = [200, { games: [own('one', { phase: 'over' })], next: null }];
        await account.ownGames();
        expect(asked[0]!.body).toEqual({ games: [{ room: 'one', token: 'token-one' }] });
        expect(held()[0]).toMatchObject({ over: true, changed: 1 });
        expect(account.rememberedGames()).toMatchObject([{ room: 'one', phase: 'over', turn: null }]);
    });
    it('of an account come by pages', async () => {
        await enter();
        answers['GET ./api/account/games?before=12'] = [200, { games: [own('old')], next: null }];
        expect((await account.ownGames(12)).games).toHaveLength(1);
    });

    const awaited = rowOfRoom(own('a', { at: 1 }));
    it('wait for whoever is to move', () => {
        expect(awaited).toMatchObject({ going: true, awaited: true, standing: 'games.your-turn' });
        expect(rowOfRoom(own('b', { turn: 1 }))).toMatchObject({ awaited: false, standing: 'games.turn-of' });
        const waiting = own('c', { phase: 'gathering', turn: null, names: ['Ana', ''] });
        expect(rowOfRoom(waiting)).toMatchObject({ going: true, awaited: false, standing: 'games.waiting' });
    });
    it('end for each as they ended for him', () => {
        const end = (status: string, seat: number) =>
            rowOfRoom(own('d', { phase: 'over', turn: null, status, seat })).standing;
        expect([end('x', 0), end('x', 1), end('draw', 0)]).toEqual([
            'games.won',
            'games.lost',
            'games.drawn',
        ]);
        expect([end('13', 2), end('13', 1), end('3', 2)]).toEqual(['games.won', 'games.lost', 'games.won']);
    });
    it('are forgotten here only when they are over and kept here', () => {
        sit('e');
        expect(rowOfRoom(own('e')).removal).toBeUndefined();
        expect(rowOfRoom(own('f', { phase: 'over' })).removal).toBeUndefined();
        const row = rowOfRoom(own('e', { phase: 'over' }));
        expect(row.removal!.name).toBe('forget');
        row.removal!.now();
        expect(held()).toEqual([]);
    });
    it('stand in one list with those of the device: what waits first, then the latest', () => {
        const kept = (id: string, changed: number) =>
            rowOf({
                id,
                game: 'niout',
                settings: {},
                moves: [],
                seats: ['person', 'person'],
                begun: 1,
                changed,
            });
        const rows = [kept('old', 5), rowOfRoom(own('theirs', { turn: 1, at: 7 })), kept('new', 9), awaited];
        expect(inOrder(rows).map(({ id }) => id)).toEqual(['a', 'new', 'theirs', 'old']);
    });
    it('with days a move say so', () => {
        expect([daysOf('259200/turn'), daysOf('300+5'), daysOf('-'), daysOf('60/turn')]).toEqual([
            3, 0, 0, 0,
        ]);
        expect(rowOfRoom(own('g', { clock: '86400/turn' })).about).toContain('new.clock.days');
    });
});
