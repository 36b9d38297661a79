import { describe, expect, it } from 'vitest';
import { Tree } from '../../src/study/tree';
import type { RecordLine, RecordMove } from '../../src/core/types';

const move = (word: string, more: Partial<RecordMove> = {}): RecordMove => ({
    move: word,
    glyphs: [],
    comments: [],
    variations: [],
    ...more,
});
const line = (words: string, comments: string[] = []): RecordLine => ({
    comments,
    moves: words.split(' ').map((word) => move(word)),
});
const words = (tree: Tree) => tree.line().map((node) => node.word);

describe('the tree of moves', () => {
    it('keeps the main line when another move is played earlier', () => {
        const tree = Tree.of(['a', 'b', 'c']);
        const a = tree.root.children[0]!;
        const x = tree.add(tree.add(a, 'x'), 'y');
        expect(words(tree)).toEqual(['a', 'b', 'c']);
        expect(tree.words(x)).toEqual(['a', 'x', 'y']);
        expect(x.ply).toBe(3);
        expect(tree.fork(x)?.word).toBe('x');
        expect(tree.fork(a)).toBeUndefined();
    });

    it('finds where words lead', () => {
        const tree = Tree.of(['a', 'b']);
        const x = tree.add(tree.root.children[0]!, 'x');
        expect(tree.follow(['a', 'x'])).toBe(x);
        expect(tree.follow([])).toBe(tree.root);
        expect(tree.follow(['a', 'y', 'z'])).toBeUndefined();
    });

    it('knows a move that was played before', () => {
        const tree = Tree.of(['a', 'b']);
        const a = tree.root.children[0]!;
        expect(tree.add(a, 'b')).toBe(a.children[0]);
        expect(a.children).toHaveLength(1);
    });

    it('promotes a variation from anywhere in it, innermost first', () => {
        const tree = Tree.of(['a', 'b', 'c']);
        const a = tree.root.children[0]!;
        const y = tree.add(tree.add(a, 'x'), 'y');
        const z = tree.add(y.parent!, 'z');
        tree.promote(z);
        expect(y.parent!.children.map((node) => node.word)).toEqual(['z', 'y']);
        expect(words(tree)).toEqual(['a', 'b', 'c']);
        tree.promote(z);
        expect(words(tree)).toEqual(['a', 'x', 'z']);
        expect(a.children.map((node) => node.word)).toEqual(['x', 'b']);
        tree.promote(z);
        expect(words(tree)).toEqual(['a', 'x', 'z']);
    });

    it('removes a branch; when the main line goes, the next variation carries on', () => {
        const tree = Tree.of(['a', 'b', 'c']);
        const a = tree.root.children[0]!;
        tree.add(a, 'x');
        expect(tree.remove(a.children[0]!)).toBe(a);
        expect(words(tree)).toEqual(['a', 'x']);
        expect(tree.remove(tree.root)).toBe(tree.root);
        expect(words(tree)).toEqual(['a', 'x']);
    });

    it('walks through the moves in one place', () => {
        const tree = Tree.of(['a', 'b']);
        const a = tree.root.children[0]!;
        const x = tree.add(a, 'x');
        expect(tree.sibling(x, 1).word).toBe('b');
        expect(tree.sibling(x, -1).word).toBe('b');
        expect(tree.sibling(a, 1)).toBe(a);
        expect(tree.sibling(tree.root, 1)).toBe(tree.root);
        expect(tree.end().word).toBe('b');
        expect(tree.end(x)).toBe(x);
        expect(new Tree().end()).toMatchObject({ word: '' });
    });

    it('reads a record and writes the same one', () => {
        const told: RecordLine = {
            comments: ['before all'],
            moves: [
                move('a', { glyphs: [1], comments: ['good'] }),
                move('b', {
                    variations: [
                        { comments: ['or'], moves: [move('x'), move('y', { variations: [line('z w')] })] },
                        line('v'),
                    ],
                }),
                move('c', { variations: [line('d')] }),
            ],
        };
        const tree = Tree.read(told);
        expect(tree.write()).toEqual(told);
        expect(tree.annotated).toBe(true);
        expect(words(tree)).toEqual(['a', 'b', 'c']);
        expect(new Tree().write()).toEqual({ comments: [], moves: [] });
        expect(Tree.of(['a', 'b']).annotated).toBe(false);
    });

    it('writes variations of the first move of a variation beside their line', () => {
        // (x (v)) and (x) (v) tell the same.
        const nested: RecordLine = {
            comments: [],
            moves: [
                move('a', {
                    variations: [{ comments: [], moves: [move('x', { variations: [line('v')] })] }],
                }),
            ],
        };
        const flat: RecordLine = { comments: [], moves: [move('a', { variations: [line('x'), line('v')] })] };
        expect(Tree.read(nested).write()).toEqual(flat);
    });

    it('makes one of two variations that begin alike', () => {
        const told: RecordLine = {
            comments: [],
            moves: [move('a', { variations: [line('x y'), line('x z'), line('a b')] })],
        };
        const tree = Tree.read(told);
        expect(tree.root.children.map((node) => node.word)).toEqual(['a', 'x']);
        expect(tree.root.children[1]!.children.map((node) => node.word)).toEqual(['y', 'z']);
        expect(words(tree)).toEqual(['a', 'b']);
    });

    it('takes a game of thousands of moves', () => {
        const long = Array.from({ length: 5000 }, (_, ply) => `m${ply}`);
        const tree = Tree.of(long);
        expect(tree.words(tree.end())).toEqual(long);
        expect(tree.write().moves).toHaveLength(5000);
    });
});
