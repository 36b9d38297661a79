// What is said about playing through the house; loaded when somebody does.
import { learn, say } from '../words/words.svelte';
import type { Said } from './room.svelte';

export const enterHall = (): Promise<void> =>
    learn('online', async (language) =>
        language === 'pt'
            ? (await import('../words/pt/online.json')).default
            : (await import('../words/en/online.json')).default,
    );

/** What somebody has said, in the reader's language where it is the house's phrase. */
export const worded = ({ phrase, text }: Said): string => text ?? say(`phrase.${phrase}`);
