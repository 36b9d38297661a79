// A course as the pages open it: its steps and its words, with the numbers of the arbiter in them; and how far the
// reader has come, kept on this device.
import { core } from '../core/core';
import type { GameId, GameInfo } from '../core/types';
import { read, remove, write } from '../house/device';
import { learn, say } from '../words/words.svelte';
import { lessonOf, wordsOf, wordsOfRoom } from '.';
import type { Reading } from './lesson';
import type { Lesson } from './types';

export interface Course {
    game: GameId;
    lesson: Lesson;
    arbiter: GameInfo['arbiter'];
}

export const enterRoom = (): Promise<void> => learn('lessons', wordsOfRoom);

export async function openCourse(game: GameId): Promise<Course> {
    const [lesson, games] = await Promise.all([
        lessonOf(game),
        core.games(),
        learn(`lessons.${game}`, (language) => wordsOf(game, language)),
    ]);
    return { game, lesson, arbiter: games.find((info) => info.id === game)!.arbiter };
}

/** A sentence of the course: `tell(course, 'mill.title')`. */
export const tell = ({ game, arbiter }: Course, key: string): string =>
    say(`lesson.${game}.${key}`, { repetitions: arbiter.repetitions, quietPlies: arbiter.quietPlies });

const name = (game: GameId) => `course.${game}`;
export const progressOf = (game: GameId): Partial<Reading> => read<Partial<Reading>>(name(game)) ?? {};
export const keepProgress = (game: GameId, { step, done }: Reading): void =>
    write(name(game), { step, done });
export const forgetProgress = (game: GameId): void => remove(name(game));
