// Tables of perfect play, read from wherever the pages come from: the core names the bytes that it needs of a file
// (src/api/probe.h), they are fetched by range and unpacked here. Where there is no server, or no table of a
// position, there is quietly no answer.
import type { Rules } from './types';

/** What is known of a position, to the player to move: plies to the end (negative if he loses, 0 for a draw), or,
 *  where dice decide, his chance to win. */
export type Exact = { endsIn: number; chance?: undefined } | { chance: number; endsIn?: undefined };

interface Span {
    at: number;
    length: number;
}
/** What the verb `probe` answers. */
export interface ProbeAnswer {
    file?: string;
    fetch?: Span[];
    unpack?: (Span & { frame: number })[];
    endsIn?: number;
    chance?: number;
}
export type Ask = (question: object, signal?: AbortSignal) => Promise<ProbeAnswer>;

// Header, place, blocks, value: a sound table is satisfied before this.
const mostRounds = 6;
// Pieces kept: some megabytes at most.
const mostKept = 400;

export class Tables {
    private files: Promise<Set<string>> | undefined;
    private kept = new Map<string, Promise<string>>();

    /** `folder` is the address of the tables; it ends with a stroke. */
    constructor(
        private readonly folder: string,
        private readonly ask: Ask,
    ) {}

    /** Are there any tables of this game? */
    async any(game: string): Promise<boolean> {
        for (const file of await this.list()) if (file.startsWith(`${game}-`)) return true;
        return false;
    }

    async probe(rules: Rules, position: string, signal?: AbortSignal): Promise<Exact | undefined> {
        try {
            return (await this.any(rules.game)) ? await this.search(rules, position, signal) : undefined;
        } catch {
            return undefined; // No network, a damaged file, a game without tables: nothing is known.
        }
    }

    private async search(
        { game, settings }: Rules,
        position: string,
        signal?: AbortSignal,
    ): Promise<Exact | undefined> {
        const question = { verb: 'probe', game, settings, position };
        const pieces: { at: number; bytes: string }[] = [];
        const blocks: { frame: number; bytes: string }[] = [];
        for (let round = 0; round < mostRounds; ++round) {
            const answer = await this.ask({ ...question, pieces, blocks }, signal);
            if (answer.endsIn !== undefined) return { endsIn: answer.endsIn };
            if (answer.chance !== undefined) return { chance: answer.chance };
            const { file, fetch = [], unpack = [] } = answer;
            if (!file || !(await this.list()).has(file) || fetch.length + unpack.length === 0)
                return undefined;
            const [fetched, unpacked] = await Promise.all([
                Promise.all(fetch.map((span) => this.piece(file, span, false))),
                Promise.all(unpack.map((span) => this.piece(file, span, true))),
            ]);
            signal?.throwIfAborted();
            fetch.forEach(({ at }, i) => pieces.push({ at, bytes: fetched[i]! }));
            unpack.forEach(({ frame }, i) => blocks.push({ frame, bytes: unpacked[i]! }));
        }
        return undefined;
    }

    // Which files there are, asked once.
    private list(): Promise<Set<string>> {
        this.files ??= fetch(this.folder, { headers: { Accept: 'application/json' } })
            .then(async (response) => {
                const { tables } = response.ok ? await response.json() : { tables: [] };
                return new Set<string>(tables.map(({ file }: { file: string }) => file));
            })
            .catch(() => new Set<string>());
        return this.files;
    }

    /** A piece of a file in base64, unpacked if it is to be; the latest are kept. */
    private piece(file: string, span: Span, packed: boolean): Promise<string> {
        const name = `${file} ${span.at}`;
        const known = this.kept.get(name);
        if (known) {
            this.kept.delete(name);
            this.kept.set(name, known);
            return known;
        }
        const piece = this.range(file, span)
            .then(async (bytes) => (packed ? (await import('fzstd')).decompress(bytes) : bytes))
            .then(base64);
        piece.catch(() => this.kept.delete(name));
        this.kept.set(name, piece);
        if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
        return piece;
    }

    private async range(file: string, { at, length }: Span): Promise<Uint8Array> {
        const response = await fetch(this.folder + file, {
            headers: { Range: `bytes=${at}-${at + length - 1}` },
        });
        if (response.status !== 206) {
            // A whole table instead of a piece: nobody waits for that.
            await response.body?.cancel();
            throw new Error(`${file}: ${response.status}`);
        }
        return new Uint8Array(await response.arrayBuffer());
    }
}

function base64(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
}
