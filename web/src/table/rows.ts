// The reader's games as the rows of a list, wherever they are played.
import type { GameId } from '../core/types';
import { link } from '../house/route.svelte';
import { say } from '../words/words.svelte';
import { forget, type KeptGame } from './game';
import { describeResult, describeSeats, whenChanged } from './say';

export interface Row {
    id: string;
    href: string;
    game: GameId;
    going: boolean;
    /** Others wait for the reader. */
    awaited: boolean;
    /** With whom, how long, when. */
    about: string;
    /** How it stands, or how it ended. */
    standing: string;
    changed: number;
    study?: string;
    /** Takes it off the list: the game itself, or only what this device knows of it. */
    removal?: { name: 'remove' | 'forget'; now: () => void };
}

export function rowOf(kept: KeptGame): Row {
    const moves = say('games.moves', { count: kept.moves.length });
    return {
        id: kept.id,
        href: link('table', [kept.id]),
        game: kept.game,
        going: !kept.result,
        awaited: false,
        about: [describeSeats(kept), moves, whenChanged(kept)].join(' · '),
        standing: kept.result ? describeResult(kept.game, kept.result, kept.colours) : '',
        changed: kept.changed,
        study: link('study', [], { game: kept.id }),
        removal: { name: 'remove', now: () => forget(kept.id) },
    };
}

/** Those that wait for the reader first, then the latest. */
export const inOrder = (rows: Row[]): Row[] =>
    [...rows].sort((a, b) => Number(b.awaited) - Number(a.awaited) || b.changed - a.changed);
