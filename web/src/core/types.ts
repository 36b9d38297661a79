// What the core answers, as TypeScript sees it. The same JSON comes from the WebAssembly build, from the command
// line's --json and from the server (src/api/api.h).

export type GameId = 'trilha' | 'abalone' | 'trench' | 'niout' | 'policiais' | 'pretoa';
export const gameIds: readonly GameId[] = ['trilha', 'abalone', 'trench', 'niout', 'policiais', 'pretoa'];

/** Rules by option; `preset` may name a set of them. */
export type Settings = Record<string, string>;

/** When the arbiter ends a game in which nothing happens any more. What is left out is as the game has it; 0 or false
 *  is never. */
export interface Arbiter {
    /** The same position, with the same player to move, for this time. */
    repetitions?: number;
    /** So many plies in a row in which nothing was placed or captured. */
    quietPlies?: number;
    /** The players may agree on the end. */
    byAgreement?: boolean;
    /** Neither side can win any more; only where the game knows that. */
    insufficient?: boolean;
}

/** A game under its rules. */
export interface Rules {
    game: GameId;
    settings: Settings;
    /** What the players have agreed on that differs from the game's conventions; false: no arbiter at all. */
    arbiter?: Arbiter | false;
}

export interface OptionInfo {
    key: string;
    values: string[];
    default: string;
}
export interface PresetInfo {
    name: string;
    settings: Settings;
}
export interface GameInfo {
    id: GameId;
    options: OptionInfo[];
    presets: PresetInfo[];
    /** Its conventions. What is off here cannot be switched on. */
    arbiter: Required<Arbiter>;
    /** 'free': either colour may begin. */
    colours?: 'free' | 'fixed';
}

/** A board: its cells by name, where they are drawn (y grows upwards), and the lines between them. */
export interface Topology {
    cells: { name: string; x: number; y: number }[];
    lines: { cells: string[]; closed: boolean }[];
}

export type Beside = 'hand' | 'taken' | 'home';
/** Where a man stands: on a cell, or beside the board. Beside it, whose place it is follows from the man: his own
 *  hand and home; `taken` men are kept by whoever took them. */
export type Spot = { cell: string; beside?: undefined } | { beside: Beside; cell?: undefined };

/** Men that stand together: `count` of them, of one player and rank (rank: Trench's stars, otherwise 0). */
export type Standing = Spot & { player: number; rank: number; count: number };

export interface Position {
    game: GameId;
    settings: Settings;
    /** The text form. */
    position: string;
    turn: number;
    /** 'ongoing', or who won, or 'draw'. */
    status: string;
    /** The sticks must be thrown before anybody moves. */
    dice: boolean;
    men: Standing[];
    why?: string;
}

export type EffectKind =
    'place' | 'slide' | 'jump' | 'fly' | 'push' | 'capture' | 'huff' | 'home' | 'dice' | 'pass';

/** What a move does to the eye, one thing after the other. */
export interface Effect {
    kind: EffectKind;
    player: number;
    /** For everything but dice and pass. `becomes` is the rank afterwards. */
    rank?: number;
    becomes?: number;
    count?: number;
    from?: Spot;
    to?: Spot;
    /** Dice only: how far the throw goes (to 1, kai 2, kul 3, niout 4, mo 5). */
    cells?: number;
}

export interface Move {
    /** Its word, unique among the legal moves of its position. */
    move: string;
    /** The ways to touch it: lists of cell names (of the throw's word for dice, of a number for a count). */
    gestures: string[][];
    effects: Effect[];
    /** Dice only: how likely it is. */
    sixteenths?: number;
    /** The arbiter would end the game after it. */
    ends?: ArbiterEnd;
}

export type ArbiterEnd = 'repetition' | 'quiet' | 'insufficient';

/** How a match that goes on stands by the arbiter's conventions. Limits that are off are missing. */
export interface MatchStanding {
    /** How often the position has occurred, this time included. */
    repeated: number;
    repetitions?: number;
    /** Plies in a row in which nothing was placed or captured. */
    quiet: number;
    quietPlies?: number;
    byAgreement: boolean;
    /** A draw that the rules themselves count down to: `count` plies of `limit` have been played. */
    countdown?: { why: string; count: number; limit: number };
    /** Who wins if the game ends here by agreement or by the arbiter; missing where neither can be. */
    settled?: string;
    /** Where points decide that: the points of each player. */
    score?: number[];
}

/** How a match ended. */
export interface MatchEnding {
    /** As the core prints it: x, o, draw, a number, 13, 24. */
    status: string;
    why: string;
    /** How often, or how many plies: of the arbiter's ends. */
    count?: number;
    /** The points that decided, of each player. */
    score?: number[];
}

/** A match so far, and what can be played now. */
export interface Match extends Position {
    /** Legal moves now; none when it is over. */
    moves: Move[];
    /** Set when it is over: by the rules or by the arbiter (repetition, quiet play). `status` agrees with it. */
    ending?: MatchEnding;
    /** While it goes on. */
    standing?: MatchStanding;
    /** Only when asked for (`trace`): what was played, step by step. */
    trace?: Step[];
}

/** One step of a match: a move, or a player leaving (`out:N`, no effects), and the position after it. */
export interface Step {
    move: string;
    mover: number;
    effects: Effect[];
    position: Position;
}

export interface Variation {
    score: number;
    /** Plies until the end, negative when the player to move loses; 0 when no end is seen. */
    endsIn: number;
    exact: boolean;
    moves: string[];
}
export interface Report {
    depth: number;
    nodes: number;
    time: number;
    lines: Variation[];
}

/** The computer's answer to an offer to end the game. */
export interface Considered {
    accept: boolean;
    /** Who wins if it does. */
    settled: string;
    /** The share of the point that it expects if the game goes on. */
    expected: number;
}

export interface CoreError {
    key: string;
    what: string;
    field: string;
    at: number;
    found: string;
    expected: string;
    line?: number;
    /** In a list of moves the one at fault, counted from 0. */
    ply?: number;
}

/** A game record, as the verb `record` reads it: the main line, with what is said about it. */
export interface RecordMove {
    /** A move, or a player leaving (`out:N`). */
    move: string;
    glyphs: number[];
    comments: string[];
    /** Other moves in this one's place. */
    variations: RecordLine[];
}
export interface RecordLine {
    comments: string[];
    moves: RecordMove[];
}
export interface GameRecord extends Rules {
    start: string;
    tags: Record<string, string>;
    /** The outcome's word, or '*' while the game goes on. */
    result: string;
    ending: string;
    line: RecordLine;
    arbiter: Required<Arbiter>;
    /** Which of the game's colours each player has. */
    colours: number[];
    /** The record itself, printed. */
    text: string;
}
