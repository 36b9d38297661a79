// A study: a game, or a position, with everything that was tried in it, and the place that is looked at.
import { core } from '../core/core';
import type {
    Effect,
    GameRecord,
    Match,
    MatchEnding,
    Move,
    Position,
    Rules,
    Step,
    Topology,
} from '../core/types';
import { read, write } from '../house/device';
import type { Colours } from '../table/colours';
import type { KeptGame } from '../table/game';
import { printed, type Told } from './record';
import { Tree, type Node } from './tree';

export interface Document extends Rules {
    /** A position; the usual start if left out. */
    start?: string;
    tags: Record<string, string>;
    /** How the main line ended, if it was not by the rules; '*' if it did not. */
    result: string;
    ending: string;
    tree: Tree;
    /** Which kept game it is about. */
    source: string;
    /** Which colour each player has, if not the game's own order. */
    colours?: Colours;
}

export const emptyStudy = (rules: Rules, start?: string): Document => ({
    ...rules,
    start,
    tags: {},
    result: '*',
    ending: '',
    tree: new Tree(),
    source: '',
});

export const ofRecord = (record: GameRecord, source = ''): Document => ({
    game: record.game,
    settings: record.settings,
    start: record.start,
    tags: record.tags,
    result: record.result,
    ending: record.ending,
    tree: Tree.read(record.line),
    source,
    arbiter: record.arbiter,
    ...(record.colours.some((colour, player) => colour !== player) ? { colours: record.colours } : {}),
});

/** The record in a text that holds only one. */
export async function readRecord(text: string): Promise<GameRecord> {
    const { records } = await core.ask<{ records: GameRecord[] }>({ verb: 'record', text });
    return records[0]!;
}

interface Draft {
    source: string;
    text: string;
}
const draftName = 'study';
export const draft = (): Draft | undefined => read<Draft>(draftName);

/** A game of this device, with what was last tried in it. */
export async function ofGame(kept: KeptGame, players: string[]): Promise<Document> {
    const last = draft();
    if (last?.source === kept.id) {
        try {
            const document = ofRecord(await readRecord(last.text), kept.id);
            if (document.tree.follow(kept.moves)) return document;
        } catch {
            // The game itself is still there.
        }
    }
    const date = new Date(kept.begun).toISOString().slice(0, 10).replaceAll('-', '.');
    const names = players.map((name, player) => [
        kept.game === 'niout' ? `P${player + 1}` : 'XO'[player]!,
        name,
    ]);
    return {
        ...emptyStudy({ game: kept.game, settings: kept.settings }, kept.start),
        arbiter: kept.arbiter,
        tags: { Date: date, ...Object.fromEntries(names) },
        result: kept.result?.status ?? '*',
        ending: kept.result?.why ?? '',
        tree: Tree.of(kept.moves),
        source: kept.id,
        colours: kept.colours,
    };
}

export class Study {
    board = $state.raw<Topology>();
    /** The node that is shown. */
    current = $state.raw<Node>()!;
    /** What may be played there; nothing while the core is being asked. */
    match = $state.raw<Match>();
    /** Counts the changes of the tree, which is changed in place. */
    version = $state(0);
    /** Counts what was shown, so that a step is animated once. */
    seen = $state(0);
    animated = $state.raw<Effect[] | null>(null);
    /** What was removed last, until something else changes. */
    removed = $state.raw<{ node: Node; parent: Node; children: Node[] }>();

    readonly rules: Rules;
    private steps = new Map<number, Step>();
    private matches = new Map<number, Match>();
    private first: Position | undefined;
    private round = 0;
    private readonly told: string;

    constructor(readonly document: Document) {
        this.rules = { game: document.game, settings: document.settings };
        this.current = document.tree.root;
        this.told = this.mainWords();
    }

    get colours(): Colours | undefined {
        return this.document.colours;
    }
    /** Whoever reads it hears of its changes. */
    get tree(): Tree {
        void this.version;
        return this.document.tree;
    }
    get hasNext(): boolean {
        void this.version;
        return this.current.children.length > 0;
    }

    /** Shows the end of the main line, where a game is replayed from; an empty study its start. */
    async load(): Promise<void> {
        const [board, first] = await Promise.all([
            core.board(this.rules),
            core.position(this.rules, this.document.start),
            this.ask(this.tree.end()),
        ]);
        this.board = board;
        this.first = first;
        await this.show(this.tree.end());
    }

    get position(): Position | undefined {
        return this.positionAt(this.current);
    }
    positionAt(node: Node): Position | undefined {
        return node.parent ? this.steps.get(node.id)?.position : this.first;
    }
    /** What may be played at a node, if it has been asked for. */
    matchAt(node: Node): Match | undefined {
        return this.matches.get(node.id);
    }
    stepAt(node: Node): Step | undefined {
        return this.steps.get(node.id);
    }
    get moves(): Move[] {
        return this.match?.moves ?? [];
    }
    /** How the game ended, where the end of the main line is shown. */
    get result(): MatchEnding | undefined {
        const { result, ending, arbiter } = this.document;
        if (this.match?.ending) return this.match.ending;
        // A record does not tell what was counted, but what the players had agreed on.
        const agreed = arbiter || {};
        const limit =
            ending === 'repetition' ? agreed.repetitions : ending === 'quiet' ? agreed.quietPlies : undefined;
        const atEnd = this.current === this.tree.end() && !this.tree.fork(this.current);
        return atEnd && result !== '*' && ending && this.mainWords() === this.told
            ? { status: result, why: ending, ...(limit ? { count: limit } : {}) }
            : undefined;
    }

    /** What may be played at a node, asked for once. */
    async ask(node: Node): Promise<Match> {
        const known = this.matches.get(node.id);
        if (known) return known;
        const path = this.tree.path(node);
        const trace = path.some(({ id }) => !this.steps.has(id));
        const match = await core.ask<Match>({
            verb: 'match',
            ...this.rules,
            ...(this.document.start ? { start: this.document.start } : {}),
            played: path.map(({ word }) => word),
            arbiter: false,
            trace,
        });
        match.trace?.forEach((step, ply) => this.steps.set(path[ply]!.id, step));
        delete match.trace;
        this.matches.set(node.id, match);
        return match;
    }

    async show(node: Node): Promise<void> {
        const round = ++this.round;
        const place = () => {
            this.animated = node.parent === this.current ? (this.steps.get(node.id)?.effects ?? null) : null;
            this.match = this.matches.get(node.id);
            this.current = node;
            this.seen++;
        };
        const seen = this.positionAt(node) !== undefined;
        if (seen) place();
        const match = await this.ask(node);
        if (round !== this.round) return;
        if (seen) this.match = match;
        else place();
    }

    async play(words: string | readonly string[]): Promise<void> {
        let node = this.current;
        const before = this.tree.path(node).length;
        for (const word of typeof words === 'string' ? [words] : words) node = this.tree.add(node, word);
        if (node.ply === before) return;
        try {
            await this.ask(node);
        } catch (error) {
            // What cannot be played is not kept.
            for (let at = node; at !== this.current; at = at.parent!)
                if (!this.steps.has(at.id)) this.tree.remove(at);
            throw error;
        }
        this.changed();
        await this.show(node);
    }

    back(): Promise<void> {
        return this.show(this.current.parent ?? this.current);
    }
    forward(): Promise<void> {
        return this.show(this.current.children[0] ?? this.current);
    }
    sibling(step: 1 | -1): Promise<void> {
        return this.show(this.tree.sibling(this.current, step));
    }

    promote(): void {
        this.tree.promote(this.current);
        this.changed();
    }
    /** Removes the variation that is shown, or on the main line the move and what follows. */
    async remove(): Promise<void> {
        const [shown, gone] = [this.current, this.tree.fork(this.current) ?? this.current];
        const children = gone.parent?.children ?? [];
        const left = this.tree.remove(gone);
        this.changed();
        this.removed = { node: shown, parent: left, children };
        await this.show(left);
    }
    /** What was removed comes back to its place. */
    async restore(): Promise<void> {
        if (!this.removed) return;
        const { node, parent, children } = this.removed;
        parent.children = children;
        this.changed();
        await this.show(node);
    }
    comment(text: string): void {
        this.current.comments = text.trim() ? [text.trim()] : [];
        this.changed();
    }
    mark(glyph: number): void {
        // One judgement of a move at most; other glyphs stay.
        const others = this.current.glyphs.filter((one) => one > 6);
        this.current.glyphs = glyph ? [glyph, ...others] : others;
        this.changed();
    }

    private changed(): void {
        this.removed = undefined;
        this.version++;
        this.keep();
    }
    /** What is on the table now can be gone on with later. */
    keep(): void {
        write(draftName, { source: this.document.source, text: printed(this.tell()) } satisfies Draft);
    }

    /** The study as a record, in the core's own print. */
    async text(): Promise<string> {
        return (await readRecord(printed(this.tell()))).text;
    }

    private tell(): Told {
        const { game, settings, start, tags, result, ending, arbiter, colours } = this.document;
        const end = this.positionAt(this.tree.end());
        const over = end && end.status !== 'ongoing';
        const asTold = !over && this.mainWords() === this.told;
        return {
            game,
            settings,
            start: start ?? this.first?.position ?? '',
            tags,
            result: over ? end.status : asTold ? result : '*',
            ending: over ? (end.why ?? '') : asTold ? ending : '',
            line: this.tree.write(),
            arbiter,
            colours,
        };
    }
    private mainWords(): string {
        return this.tree.words(this.tree.end()).join(' ');
    }
}
