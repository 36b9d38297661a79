// A course through a rule book, as data: every rule is a step, a small board on which the reader makes the move. The
// words are in the catalogues (src/words/*/lessons/GAME.json): for each chapter `lesson.GAME.chapter.ID`, for each step
// `lesson.GAME.ID` with
//   .title, .text   the rule
//   .task           what to do (.task.2, .task.3 for the later moves of a line)
//   .done           why it was right
//   .else           a hint, when another legal move was made
// A figure has only the first two; where no other move is legal there is no hint.
import type { EffectKind, GameId, Settings } from '../core/types';

/** Which moves are right: those listed, or those whose effects of these kinds touch just so many men (`{}`: all). */
export type Accept = readonly string[] | Readonly<Partial<Record<EffectKind, number>>>;

/** One move of the reader, and the answer to it. In a lesson the sticks fall as they should: a throw is the first word
 *  of `accept`. */
export interface Turn {
    accept: Accept;
    /** Nothing else is legal here. */
    only?: true;
    /** What the others play then: as long as it is their turn, the first of these words that is legal. */
    reply?: readonly string[];
}

export interface Step {
    /** Unique in its lesson. */
    id: string;
    /** The rules that it is played under. */
    settings: Settings;
    /** The position's text; the game's start if left out. */
    position?: string;
    /** The reader's moves; none in a figure. */
    line?: readonly Turn[];
    /** Cells to look at. */
    marks?: readonly string[];
    /** From a cell to a cell. */
    arrows?: readonly (readonly [string, string])[];
    /** The options that the step explains, by key. */
    about?: readonly string[];
    /** Moves of which the words say that they are against the rules here. */
    illegal?: readonly string[];
    /** How the game stands at the end of the step; 'ongoing' if left out. */
    ends?: string;
    /** The last step leads on to real games, under these rules. */
    play?: readonly Settings[];
}

export interface Chapter {
    /** Unique in its lesson. */
    id: string;
    steps: readonly Step[];
}

/** The course of one game. */
export interface Lesson {
    game: GameId;
    chapters: readonly Chapter[];
}
