// The board's mind, without a screen: what is chosen, what may be touched next, and when a move is complete.
//
// It knows no rule. A position's legal moves come with their gestures, and one rule serves all games: offer what
// continues some gesture, narrow by touch, play when one is whole. A tap and a drag are the same touches: a drag
// touches where it starts and where it ends.
import type { Move } from '../core/types';

/** Why a touch did nothing: nobody may play now; no gesture begins here; the chosen man cannot go there; a man once
 *  touched must be played. */
export type Reason = 'turn' | 'start' | 'target' | 'touched';

export interface Settings {
    /** A complete gesture waits for a confirmation. */
    confirm: boolean;
    /** A man once touched must be played. */
    touched: boolean;
}

/** A finger or mouse button that is down. */
interface Press {
    pointer: number;
    word: string;
    /** What a release at the same place still has to do. */
    onRelease: 'nothing' | 'touch';
    /** A man is in the hand. */
    lifts: boolean;
    /** The pointer has left the place where it went down. */
    away: boolean;
    over: string | null;
}

export interface State {
    readonly moves: readonly Move[];
    /** The words touched so far. */
    readonly chosen: readonly string[];
    /** A complete move that waits for its confirmation. */
    readonly pending: string | null;
    /** A move was played; nothing more until the next position. */
    readonly sent: boolean;
    readonly press: Press | null;
}

export type Event =
    | { type: 'position'; moves: readonly Move[] }
    | { type: 'touch'; word: string }
    | { type: 'press'; word: string; pointer: number }
    | { type: 'over'; word: string | null; pointer: number }
    | { type: 'release'; word: string | null; pointer: number }
    | { type: 'cancel'; pointer?: number }
    | { type: 'resize' }
    | { type: 'back' }
    | { type: 'confirm' };

/** What an event led to. `carried`: the man was dragged from there to the last touched place. */
export interface Outcome {
    state: State;
    play?: string;
    carried?: { from: string; to: string };
    refused?: Reason;
}

export const initial: State = { moves: [], chosen: [], pending: null, sent: false, press: null };

/** The word for the mover's men beside the board. */
export const hand = 'hand';

const begins = (gesture: readonly string[], words: readonly string[]) =>
    gesture.length >= words.length && words.every((word, i) => gesture[i] === word);

/** The moves that some gesture beginning with these words makes, each once, and those gestures. */
export function matching(
    moves: readonly Move[],
    words: readonly string[],
): { move: Move; gesture: readonly string[] }[] {
    return moves.flatMap((move) =>
        move.gestures
            .filter((gesture) => begins(gesture, words))
            .map((gesture) => ({ move, gesture: gesture as readonly string[] })),
    );
}

/** The words that continue these. */
function following(moves: readonly Move[], words: readonly string[]): Set<string> {
    const next = new Set<string>();
    for (const { gesture } of matching(moves, words)) {
        const word = gesture[words.length];
        if (word !== undefined) next.add(word);
    }
    return next;
}

export interface Offers {
    /** Cells, and perhaps the hand, that continue a gesture. */
    targets: string[];
    /** Words that are not on the board, offered as buttons: a number of horses, a throw, a pass. */
    choices: string[];
}

/** What may be touched now. Where one of the words is not a cell they are all choices, even if another is spelled
 *  like a cell (Niout's stations `m` and `mr` share one). */
export function offers(state: State, isCell: (word: string) => boolean): Offers {
    if (state.sent || state.pending !== null) return { targets: [], choices: [] };
    const next = [...following(state.moves, state.chosen)];
    return next.every((word) => word === hand || isCell(word))
        ? { targets: next, choices: [] }
        : { targets: [], choices: next };
}

/** Men may be placed by dragging them out of the hand, though placing takes one touch only. */
const placesFromHand = (state: State) =>
    state.chosen.length === 0 && state.moves.some((move) => move.effects[0]?.from?.beside === hand);

/** These words touched: a longer choice, a complete move that is played or waits, or nothing of the kind. */
function take(state: State, words: readonly string[], settings: Settings): Outcome | undefined {
    const left = matching(state.moves, words);
    if (left.length === 0) return undefined;
    const whole = left.find(({ gesture }) => gesture.length === words.length);
    if (!whole) return { state: { ...state, chosen: words, pending: null } };
    if (settings.confirm) return { state: { ...state, chosen: words, pending: whole.move.move } };
    return { state: { ...state, chosen: words, pending: null, sent: true }, play: whole.move.move };
}

const confirmed = (state: State): Outcome =>
    state.pending === null
        ? { state }
        : { state: { ...state, pending: null, sent: true }, play: state.pending };

function touch(state: State, word: string, settings: Settings): Outcome {
    if (state.sent || state.moves.length === 0) return { state, refused: 'turn' };
    const { chosen } = state;
    const last = chosen[chosen.length - 1];
    if (state.pending !== null && word === last) return confirmed(state);
    if (state.pending === null) {
        const taken = take(state, [...chosen, word], settings);
        if (taken) return taken;
    }
    // A place already touched: back to it, or before it if it was the last.
    const least = settings.touched ? 1 : 0;
    const index = chosen.lastIndexOf(word);
    if (index >= 0) {
        const length = index === chosen.length - 1 ? index : index + 1;
        if (length < least) return { state, refused: 'touched' };
        return { state: { ...state, chosen: chosen.slice(0, length), pending: null } };
    }
    // Another mind: the longest beginning of the choice that this place continues. A changed mind never plays at
    // once, lest a slip of the finger does.
    for (let length = chosen.length - 1; length >= 0; --length) {
        const changed = take({ ...state, pending: null }, [...chosen.slice(0, length), word], settings);
        if (!changed || changed.play !== undefined) continue;
        return length < least ? { state, refused: 'touched' } : changed;
    }
    return { state, refused: chosen.length === 0 ? 'start' : 'target' };
}

function press(state: State, word: string, pointer: number, settings: Settings): Outcome {
    if (state.press) return { state };
    const down = (after: State, lifts: boolean, onRelease: Press['onRelease']): Outcome => ({
        state: { ...after, press: { pointer, word, lifts, onRelease, away: false, over: word } },
    });
    if (state.moves.length > 0 && !state.sent) {
        // What is chosen already can be dragged; left where it is, it is touched again.
        if (state.pending === null && state.chosen.includes(word)) return down(state, true, 'touch');
        if (word === hand && placesFromHand(state) && !following(state.moves, []).has(hand))
            return down(state, true, 'nothing');
    }
    // To choose is done at once, so that it shows. To play waits for the release, and so does a refusal: the finger
    // may only want to scroll.
    const touched = touch(state, word, settings);
    if (touched.refused !== undefined || touched.play !== undefined || touched.state.pending !== null)
        return down(state, false, 'touch');
    const lifts = touched.state.chosen[touched.state.chosen.length - 1] === word;
    return down(touched.state, lifts, 'nothing');
}

function release(state: State, word: string | null, pointer: number, settings: Settings): Outcome {
    const { press } = state;
    if (!press || press.pointer !== pointer) return { state };
    const up: State = { ...state, press: null };
    if (word === press.word && !press.away)
        return press.onRelease === 'touch' ? touch(up, word, settings) : { state: up };
    if (!press.lifts || word === null || word === press.word) return { state: up };
    // A drop continues the choice or puts the man back; it never changes the choice.
    const carried = { from: press.word, to: word };
    // Of several chosen men the one in the hand leads (Abalone: a row dragged by its other end).
    const led = [press.word, ...up.chosen.filter((other) => other !== press.word)];
    for (const chosen of up.chosen.includes(press.word) ? [led, up.chosen] : [up.chosen]) {
        const dropped = take(up, [...chosen, word], settings);
        if (dropped) return { ...dropped, carried };
    }
    return { state: up, refused: 'target' };
}

export function reduce(state: State, event: Event, settings: Settings): Outcome {
    switch (event.type) {
        case 'position':
            return { state: { ...initial, moves: event.moves } };
        case 'touch':
            return state.press ? { state } : touch(state, event.word, settings);
        case 'press':
            return press(state, event.word, event.pointer, settings);
        case 'over': {
            const { press } = state;
            if (!press || press.pointer !== event.pointer || press.over === event.word) return { state };
            const away = press.away || event.word !== press.word;
            return { state: { ...state, press: { ...press, over: event.word, away } } };
        }
        case 'release':
            return release(state, event.word, event.pointer, settings);
        case 'cancel':
            if (event.pointer !== undefined && state.press?.pointer !== event.pointer) return { state };
            return { state: { ...state, press: null } };
        case 'resize':
            return { state: { ...state, press: null } };
        case 'back': {
            if (state.sent || state.chosen.length === 0) return { state };
            const length = state.chosen.length - 1;
            if (settings.touched && length < 1) return { state, refused: 'touched' };
            return { state: { ...state, chosen: state.chosen.slice(0, length), pending: null, press: null } };
        }
        case 'confirm':
            return confirmed(state);
    }
}
