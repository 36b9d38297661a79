// How long a name or a text is, as the server counts it (src/rooms/setup.cpp): characters, not the units of a
// JavaScript string; spaces and what nobody sees count once between others, and not at all at the ends.

/** Control characters, spaces, and those that only steer how others are shown. */
const unseen =
    /[\u0000-\u0020\u007f-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\ufff0-\ufffb]+/g;

export const longestName = 24;
export const longestText = 200;

export const lengthOf = (text: string): number => [...text.replace(unseen, ' ').replace(/^ | $/g, '')].length;

/** What is said of it: nothing while there is room, then how much, then that it is too much. */
export const standing = (length: number, longest: number): '' | 'near' | 'over' =>
    length > longest ? 'over' : length >= longest * 0.8 ? 'near' : '';
