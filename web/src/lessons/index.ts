// The courses, each loaded when somebody opens it, with its words.
import type { GameId } from '../core/types';
import { load } from '../house/load';
import type { Language } from '../words/words.svelte';
import type { Lesson } from './types';

const lessons: Record<GameId, () => Promise<{ default: Lesson }>> = {
    trilha: () => import('./trilha'),
    abalone: () => import('./abalone'),
    trench: () => import('./trench'),
    niout: () => import('./niout'),
    policiais: () => import('./policiais'),
    pretoa: () => import('./pretoa'),
};
type Catalogue = Record<string, string>;
const words = import.meta.glob<Catalogue>('../words/*/lessons/*.json', { import: 'default' });
const roomWords = import.meta.glob<Catalogue>('../words/*/lessons.json', { import: 'default' });

export const lessonOf = async (game: GameId): Promise<Lesson> => (await load(lessons[game])).default;

/** What the course says; for `learn` (words/words.svelte.ts). */
export const wordsOf = (game: GameId, language: Language): Promise<Catalogue> =>
    words[`../words/${language}/lessons/${game}.json`]!();

/** What the learning room says besides. */
export const wordsOfRoom = (language: Language): Promise<Catalogue> =>
    roomWords[`../words/${language}/lessons.json`]!();
