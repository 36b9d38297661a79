// The moves of a study as a tree: every move that was ever tried stays where it was tried. A node's first child
// carries its line on; the others are variations. Knows nothing of rules, pages or the core.
import type { RecordLine, RecordMove } from '../core/types';

export interface Node {
    readonly id: number;
    /** The move's word; empty at the root. */
    readonly word: string;
    readonly parent: Node | null;
    /** How many moves lead here. */
    readonly ply: number;
    children: Node[];
    /** What is said before this move, where a line begins with it. */
    before: string[];
    /** What is said after it; at the root, before the first move. */
    comments: string[];
    glyphs: number[];
}

let ids = 0;
const makeNode = (word: string, parent: Node | null): Node => ({
    id: ++ids,
    word,
    parent,
    ply: parent ? parent.ply + 1 : 0,
    children: [],
    before: [],
    comments: [],
    glyphs: [],
});

export class Tree {
    readonly root = makeNode('', null);

    /** The tree of a line of words. */
    static of(words: readonly string[]): Tree {
        const tree = new Tree();
        let node = tree.root;
        for (const word of words) node = tree.add(node, word);
        return tree;
    }

    /** The tree that a record tells. */
    static read(line: RecordLine): Tree {
        const tree = new Tree();
        tree.root.comments = [...line.comments];
        tree.readMoves(tree.root, line.moves);
        return tree;
    }

    /** The move played at a node: the one that is there already, or a new one behind it. */
    add(node: Node, word: string): Node {
        const known = node.children.find((child) => child.word === word);
        if (known) return known;
        const child = makeNode(word, node);
        node.children.push(child);
        return child;
    }

    /** From the first move to this one. */
    path(node: Node): Node[] {
        const path: Node[] = [];
        for (let at = node; at.parent; at = at.parent) path.push(at);
        return path.reverse();
    }

    words(node: Node): string[] {
        return this.path(node).map((one) => one.word);
    }

    /** Where these words lead, if they were all played. */
    follow(words: readonly string[]): Node | undefined {
        let node: Node | undefined = this.root;
        for (const word of words) node = node?.children.find((child) => child.word === word);
        return node;
    }

    /** The line through a node: what leads to it, then its first children to the end. */
    line(node: Node = this.root): Node[] {
        const line = this.path(node);
        for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
        return line;
    }

    /** The last node of a node's line. */
    end(node: Node = this.root): Node {
        return this.line(node).at(-1) ?? this.root;
    }

    /** Where the variation begins that holds this node; nothing on the main line. */
    fork(node: Node): Node | undefined {
        for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
        return undefined;
    }

    /** The variation that holds this node takes the place of the line that it left. */
    promote(node: Node): void {
        const fork = this.fork(node);
        const siblings = fork?.parent?.children;
        if (fork && siblings) fork.parent.children = [fork, ...siblings.filter((one) => one !== fork)];
    }

    /** Takes a move and all that follows it away; the node before it is left. */
    remove(node: Node): Node {
        const { parent } = node;
        if (!parent) return node;
        parent.children = parent.children.filter((one) => one !== node);
        return parent;
    }

    /** The next or previous move in a node's place, round and round. */
    sibling(node: Node, step: 1 | -1): Node {
        const all = node.parent?.children ?? [node];
        return all[(all.indexOf(node) + step + all.length) % all.length]!;
    }

    /** Does anything differ from one bare line? */
    get annotated(): boolean {
        const bare = (node: Node): boolean =>
            node.children.length <= 1 && !node.before.length && !node.comments.length && !node.glyphs.length;
        return !bare(this.root) || !this.line().every(bare);
    }

    /** As a record has it. */
    write(): RecordLine {
        return { comments: this.root.comments, moves: this.writeMoves(this.root.children[0], true) };
    }

    // A move's variations stand beside it: they are its siblings here. Two that begin alike become one.
    private readMoves(from: Node, moves: readonly RecordMove[]): void {
        let at = from;
        for (const move of moves) {
            const node = this.add(at, move.move);
            node.comments.push(...move.comments);
            node.glyphs.push(...move.glyphs.filter((glyph) => !node.glyphs.includes(glyph)));
            for (const variation of move.variations) {
                const [first] = variation.moves;
                if (!first) continue;
                this.add(at, first.move).before.push(...variation.comments);
                this.readMoves(at, variation.moves);
            }
            at = node;
        }
    }

    private writeMoves(first: Node | undefined, leads: boolean): RecordMove[] {
        const moves: RecordMove[] = [];
        for (let node = first, begins = true; node; node = node.children[0], begins = false) {
            // The siblings of a line's first move are told with the line that it left.
            const others = !begins || leads ? node.parent!.children.slice(1) : [];
            moves.push({
                move: node.word,
                glyphs: node.glyphs,
                comments: node.comments,
                variations: others.map((other) => ({
                    comments: other.before,
                    moves: this.writeMoves(other, false),
                })),
            });
        }
        return moves;
    }
}
