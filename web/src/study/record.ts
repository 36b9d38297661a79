// Records as text: printing a study, and finding the games in a long text. What a record means the core says; here
// is only where one begins, so that thousands of games can be listed before one is read.
import type { Arbiter, CoreError, RecordLine, RecordMove, Settings } from '../core/types';
import type { Colours } from '../table/colours';

export interface Told {
    game: string;
    settings: Settings;
    start: string;
    tags: Record<string, string>;
    result: string;
    ending: string;
    line: RecordLine;
    arbiter?: Arbiter | false;
    colours?: Colours;
}

const partNames = {
    repetitions: 'repetitions',
    quietPlies: 'quiet-plies',
    byAgreement: 'agreement',
    insufficient: 'insufficient',
} as const;
/** 'repetitions=0 agreement=no', as records have it. */
const arbiterText = (arbiter: Arbiter): string =>
    Object.entries(partNames)
        .map(([part, name]) => [name, arbiter[part as keyof Arbiter]] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`)
        .join(' ');

/** 'preset=quadrados,rings=2', as records and addresses have it. */
export const rulesText = (settings: Settings): string =>
    Object.entries(settings)
        // A preset is said before what differs from it.
        .sort(([a], [b]) => Number(b === 'preset') - Number(a === 'preset'))
        .map(([key, value]) => `${key}=${value}`)
        .join(',') || '-';

export function readRules(text: string): Settings {
    const pairs = text
        .split(',')
        .map((part) => part.split('='))
        .filter((pair): pair is [string, string] => pair.length === 2);
    return Object.fromEntries(pairs);
}

/** The study as a record that the core can read. It prints it better. */
export function printed(told: Told): string {
    const keep = (text: string, special: RegExp) => text.replace(special, '\\$&');
    const tags = {
        Game: told.game,
        Rules: rulesText(told.settings),
        Start: told.start,
        ...(told.arbiter ? { Arbiter: arbiterText(told.arbiter) } : {}),
        // Counted from 1, like players.
        ...(told.colours ? { Colours: told.colours.map((colour) => colour + 1).join(' ') } : {}),
        ...told.tags,
        Result: told.result,
        ...(told.ending ? { Ending: told.ending } : {}),
    };
    const words: string[] = [];
    const say = (comments: string[]) =>
        words.push(...comments.map((comment) => `{${keep(comment, /[\\}]/g)}}`));
    const tell = (moves: RecordMove[]) => {
        for (const { move, glyphs, comments, variations } of moves) {
            words.push(move, ...glyphs.map((glyph) => `$${glyph}`));
            say(comments);
            for (const variation of variations) {
                words.push('(');
                say(variation.comments);
                tell(variation.moves);
                words.push(')');
            }
        }
    };
    say(told.line.comments);
    tell(told.line.moves);
    const head = Object.entries(tags).map(([name, value]) => `[${name} "${keep(value, /[\\"]/g)}"]`);
    return `${head.join('\n')}\n\n${[...words, told.result].join(' ')}\n`;
}

/** One game in a longer text: what it says of itself, and where it stands. */
export interface Piece {
    tags: Record<string, string>;
    text: string;
    /** Where it begins, both counted from 0. */
    line: number;
    column: number;
}

/** The games of a text: tags, then moves up to the next tag. Nothing is judged, and nothing is left out. */
export function split(text: string): Piece[] {
    const pieces: Piece[] = [];
    const space = /\s*/y;
    const tag = /\[\s*(\w+)\s*"((?:\\[^]|[^\\"]+)*)"\s*\]/y;
    // Anything up to a bracket that stands in no comment.
    const rest = /(?:\{(?:\\[^]|[^\\}]+)*\}?|;[^\n]*|[^[{;]+)*/y;
    const after = (pattern: RegExp, at: number): RegExpExecArray | null => {
        pattern.lastIndex = at;
        return pattern.exec(text);
    };
    let [line, counted] = [0, 0];
    let at = after(space, 0)![0].length;
    while (at < text.length) {
        const begin = at;
        const tags: Record<string, string> = {};
        for (let found = after(tag, at); found; found = after(tag, at)) {
            tags[found[1]!] = found[2]!.replace(/\\([^])/g, '$1');
            at = tag.lastIndex;
            at += after(space, at)![0].length;
        }
        // A bracket that opens no tag belongs to what is wrong with this game.
        if (at === begin && text[at] === '[') ++at;
        at += after(rest, at)![0].length;
        for (
            let next = text.indexOf('\n', counted);
            next >= 0 && next < begin;
            next = text.indexOf('\n', counted)
        ) {
            ++line;
            counted = next + 1;
        }
        pieces.push({ tags, text: text.slice(begin, at), line, column: begin - counted });
    }
    return pieces;
}

/** A fault in a piece, told at its place in the whole text. */
export const placed = (error: CoreError, piece: Piece): CoreError =>
    error.line
        ? {
              ...error,
              at: error.line === 1 ? error.at + piece.column : error.at,
              line: error.line + piece.line,
          }
        : error;
