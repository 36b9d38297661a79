// What is said about playing through the house; loaded when somebody does.
import { learn } from '../words/words.svelte';

export const enterHall = (): Promise<void> =>
    learn('online', async (language) =>
        language === 'pt'
            ? (await import('../words/pt/online.json')).default
            : (await import('../words/en/online.json')).default,
    );
