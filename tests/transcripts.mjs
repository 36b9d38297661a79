// Recorded sessions of the program: text files of commands and answers, replayed and compared.
//
//   # a comment
//   $ tavola apply trilha d2 'f4'     a command; words that hold spaces stand in single quotes
//   < d2                              a line on its standard input
//   | ......../......... o 8 9 0      a line of its standard output
//   ! what is wrong                   a line of its standard error
//   = 2                               the exit status, where it is not 0
//
// The commands are taken from the file. With TAVOLA_UPDATE=1 the answers in the file are replaced by those of today; what
// changes is then seen in the diff of the file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

export const updating = process.env.TAVOLA_UPDATE === '1';

/** The words of a command line. */
export const words = (line) =>
    [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replace(/'([^']*)'/g, '$1'));

const prefixed = (prefix, text) =>
    text === '' ? [] : text.replace(/\n$/, '').split('\n').map((line) => (line ? `${prefix} ${line}` : prefix));

/** What a command answered, as it stands in a file. */
export const lines = ({ stdout = '', stderr = '', status = 0 }) => [
    ...prefixed('|', stdout),
    ...prefixed('!', stderr),
    ...(status === 0 ? [] : [`= ${status}`]),
];

/** The sessions of a file: comments and blank lines before each, its command, input and answers. */
export function read(text) {
    const sessions = [];
    let head = [];
    for (const line of text.replace(/\n$/, '').split('\n')) {
        const session = sessions.at(-1);
        if (line.startsWith('$ ')) {
            sessions.push({ head, command: line.slice(2), body: [] });
            head = [];
        } else if (session && head.length === 0 && /^[<|!=]( |$)/.test(line)) session.body.push(line);
        else if (line === '' || line.startsWith('#')) head.push(line);
        else throw new Error(`no line of a transcript: ${line}`);
    }
    return { sessions, tail: head };
}

export const print = ({ sessions, tail }) =>
    [...sessions.flatMap(({ head, command, body }) => [...head, `$ ${command}`, ...body]), ...tail].join('\n') + '\n';

/** A long line of JSON is compared part by part. */
function unfold(line) {
    const [, prefix, text] = line.match(/^([|!] (?:[^\s[{]+ )*)([[{].*)$/) ?? [];
    if (!text || line.length < 100) return [line];
    try {
        return JSON.stringify(JSON.parse(text), null, 1).split('\n').map((part) => prefix + part);
    } catch {
        return [line];
    }
}

/** The lines that differ, each with the line before it: what is only in the first has a '-', what is only in the second a '+'. */
export function differences(before, after, most = 40) {
    const a = before.flatMap(unfold), b = after.flatMap(unfold);
    const found = [];
    let i = 0, j = 0;
    while ((i < a.length || j < b.length) && found.length < most) {
        if (a[i] === b[j] && i < a.length) {
            ++i, ++j;
            continue;
        }
        // The nearest place where both agree again.
        let [di, dj] = [a.length - i, b.length - j];
        search: for (let sum = 1; sum < Math.min(400, di + dj); ++sum)
            for (let k = 0; k <= sum; ++k)
                if (i + k < a.length && j + sum - k < b.length && a[i + k] === b[j + sum - k]) {
                    [di, dj] = [k, sum - k];
                    break search;
                }
        if (i > 0) found.push(`  ${a[i - 1]}`);
        found.push(...a.slice(i, i + di).map((line) => `- ${line}`), ...b.slice(j, j + dj).map((line) => `+ ${line}`));
        i += di, j += dj;
    }
    const shown = found.slice(0, most).map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
    return shown.concat(found.length > most ? ['  …'] : []).join('\n');
}

const differing = (before, after, what) => {
    const found = differences(before, after);
    return found ? [`${what} (-: recorded, +: now; TAVOLA_UPDATE=1 records anew)\n${found}`] : [];
};

/** Replays a file. `answer` is given a session and returns the lines that now stand below its command. All sessions
 *  are replayed, as long as there are answers, before the first difference is told. */
export async function replay(file, answer) {
    const recorded = read(readFileSync(file, 'utf8'));
    const faults = [];
    for (const session of recorded.sessions) {
        let now;
        try {
            now = await answer(session);
        } catch (fault) {
            // What comes after it would only differ by this.
            faults.push(`$ ${session.command}: ${fault.message}`);
            break;
        }
        if (updating) session.body = now;
        else faults.push(...differing(session.body, now, `$ ${session.command}`));
    }
    if (updating && faults.length === 0) writeFileSync(file, print(recorded));
    assert.ok(recorded.sessions.length > 0, `${file} has no sessions`);
    assert.equal(faults.length, 0, `${faults.length} of ${recorded.sessions.length} differ:\n${faults.slice(0, 8).join('\n\n')}`);
}
