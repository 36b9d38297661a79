// Which colour each player has. Usually the first player has the game's first colour; where colour and first move are
// two things (Trilha) the players may have it otherwise. What is played is told by player; what is seen (men, trays,
// names of sides) goes by colour, and here one becomes the other.
import type { Effect, Move, Position } from '../core/types';

/** The colour of each player, as an index of the game's colours; nothing where they come in the game's own order. */
export type Colours = readonly number[];

export const colourOf = (colours: Colours | undefined, player: number): number => colours?.[player] ?? player;

/** The order of two colours in which this player has this one; nothing if that is the game's own. */
export function coloursWith(player: number, colour: number): [number, number] | undefined {
    return player === colour ? undefined : [1, 0];
}

/** A position as it is seen. */
export function coloured<P extends Position>(position: P, colours: Colours | undefined): P {
    if (!colours) return position;
    return {
        ...position,
        turn: colourOf(colours, position.turn),
        men: position.men.map((man) => ({ ...man, player: colourOf(colours, man.player) })),
    };
}

/** What a move does, as it is seen. */
export const colouredEffects = (effects: Effect[], colours: Colours | undefined): Effect[] =>
    colours ? effects.map((effect) => ({ ...effect, player: colourOf(colours, effect.player) })) : effects;

export const colouredMoves = (moves: Move[], colours: Colours | undefined): Move[] =>
    colours ? moves.map((move) => ({ ...move, effects: colouredEffects(move.effects, colours) })) : moves;
