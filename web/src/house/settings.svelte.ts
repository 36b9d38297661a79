// What a player has chosen for this device.
import { setSound } from '../board/sound';
import type { Arbiter, GameId, Settings as RuleSettings } from '../core/types';
import { preferred, speak, type Language } from '../words/words.svelte';
import { read, write } from './device';
import type { SeatKind } from '../table/game';

export type Theme = 'light' | 'dark' | 'system';

/** How a game was last begun. */
export interface Habit {
    opponent: 'computer' | 'friend';
    level: number;
    rules: RuleSettings;
    first: 'lot' | 'me' | 'other';
    /** The reader's colour, where it does not follow from who begins. */
    colour?: 'lot' | 0 | 1;
    /** What differs from the game's conventions about its end. */
    arbiter?: Arbiter;
    clock: string;
    seats?: SeatKind[];
}

interface Choices {
    language: Language | '';
    theme: Theme;
    sound: boolean;
    coordinates: boolean;
    confirm: boolean;
    /** Trench's rule that a piece once touched must move. */
    touched: boolean;
    /** Sticks are thrown without being asked. */
    throws: boolean;
    /** What the player is called in the house's rooms. */
    name: string;
    habits: Partial<Record<GameId, Habit>>;
}

const standard: Choices = {
    language: '',
    theme: 'system',
    sound: true,
    coordinates: false,
    confirm: false,
    touched: false,
    throws: false,
    name: '',
    habits: {},
};

/** What storage holds, as far as it has the right type; the rest is as usual. */
function readChoices(): Choices {
    const stored = read<Record<string, unknown>>('settings');
    const chosen = Object.entries(standard).map(([key, usual]) => {
        const value = stored?.[key];
        return [key, typeof value === typeof usual && value !== null ? value : usual];
    });
    return Object.fromEntries(chosen) as unknown as Choices;
}
export const settings = $state<Choices>(readChoices());

const darkness = matchMedia('(prefers-color-scheme: dark)');

/** Applies the choices and keeps them, now and whenever one changes. Call once, in a component. */
export function live(): void {
    let systemDark = $state(darkness.matches);
    darkness.addEventListener('change', (event) => (systemDark = event.matches));
    $effect(() => {
        const dark = settings.theme === 'dark' || (settings.theme === 'system' && systemDark);
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        document
            .querySelector('meta[name=theme-color]')
            ?.setAttribute(
                'content',
                getComputedStyle(document.documentElement).getPropertyValue('--paper').trim(),
            );
    });
    $effect(() => setSound(settings.sound));
    $effect(() => write('settings', $state.snapshot(settings)));
}

export const spoken = (): Language => settings.language || preferred(navigator.languages);

export async function choose(language: Language): Promise<void> {
    await speak(language);
    settings.language = language;
}
