// The computer's thoughts about a study: one position at length while it is looked at, or the whole line at a glance.
// One thing at a time; what tables know is asked first.
import { Broken, core, Stopped } from '../core/core';
import { Tables } from '../core/tables';
import type { Match, Position, Report } from '../core/types';
import { valueOf, valuesOf, type Values } from './exact';
import { review, type Review } from './review';
import type { Study } from './study.svelte';
import type { Node } from './tree';
import { ofEnding, ofReport, sidesOf, type Worth } from './worth';

const tables = new Tables(new URL('tables/', document.baseURI).href, (question, signal) =>
    core.read(question, { signal }),
);

/** So long the computer thinks about what is looked at. */
const patience = 60_000;
/** So much it looks at in every position of a game. */
const glance = 20_000;
/** There are five throws. */
const throws = 5;

export class Analysis {
    on = $state(false);
    /** How many lines are wanted. */
    lines = $state(3);
    /** About the position that is shown. */
    report = $state.raw<Report>();
    thinking = $state(false);
    /** The computer player broke down. */
    failed = $state(false);
    /** What tables know of the position that is shown. */
    values = $state.raw<Values>({ moves: new Map() });
    /** What each position is worth, as far as it is known, by its node. */
    worths = $state.raw<ReadonlyMap<number, Worth>>(new Map());
    /** The line being gone through: how many positions are done, of how many. */
    survey = $state.raw<{ done: number; of: number }>();

    /** The moves that these values rest on, where the computer has found them. */
    private bests = new Map<number, string>();

    private round = 0;
    /** Cancels what the computer is about, and what tables are asked about the position that is shown. */
    private thought = new AbortController();
    private looking = new AbortController();

    constructor(private readonly study: Study) {}

    get worth(): Worth | undefined {
        return this.values.own ?? this.worths.get(this.study.current.id);
    }

    /** The position that is shown is another one now. */
    async look(node: Node, match: Match): Promise<void> {
        this.looking.abort();
        const { signal } = (this.looking = new AbortController());
        this.values = { own: ofEnding(this.study.rules, match), moves: new Map() };
        try {
            const values = await valuesOf(tables, this.after(signal), this.study.rules, match, signal);
            if (signal.aborted) return;
            this.values = values;
            if (values.own) this.note(node, values.own);
        } catch (error) {
            // Nothing more is known then, and nobody has to do anything about it.
            if (!(error instanceof Stopped || error instanceof Broken)) throw error;
        }
    }

    /** Thinks about a position until it is told to stop, or has thought long enough. */
    async think(node: Node, match: Match): Promise<void> {
        const round = this.begin();
        if (match.moves.length === 0) return;
        this.thinking = true;
        const hear = (report: Report) => {
            if (round !== this.round) return;
            this.report = report;
            const worth = ofReport(this.study.rules, match, report);
            if (worth && !this.worths.get(node.id)?.exact) this.note(node, worth);
        };
        await this.ask(node, { time: patience, lines: match.dice ? throws : this.lines }, hear);
        if (round === this.round) this.thinking = false;
    }

    /** Goes through a line and finds what every position is worth. */
    async go(line: readonly Node[]): Promise<void> {
        this.on = false;
        const round = this.begin();
        const { signal } = this.thought;
        const nodes = [this.study.tree.root, ...line];
        try {
            for (const [done, node] of nodes.entries()) {
                this.survey = { done, of: nodes.length };
                // Asked also where the value is known: what may be played there tells forced moves.
                const match = await this.study.ask(node);
                if (this.worths.has(node.id)) continue;
                let worth = await valueOf(tables, this.after(signal), this.study.rules, match, signal);
                if (round !== this.round) return;
                if (!worth) {
                    const report = await this.ask(node, { nodes: glance, lines: match.dice ? throws : 1 });
                    worth = report && ofReport(this.study.rules, match, report);
                }
                if (round !== this.round || this.failed) return;
                if (worth) this.note(node, worth);
            }
            // What later moves have proved is said of each position, too.
            this.review(line).worths.forEach((worth, ply) => worth && this.note(nodes[ply]!, worth));
        } catch (error) {
            if (!(error instanceof Stopped || error instanceof Broken)) throw error;
            if (round === this.round) this.failed = true;
        } finally {
            if (round === this.round) this.survey = undefined;
        }
    }

    /** Whatever is under way ends; what was found stays. */
    stop(): void {
        this.round++;
        this.thinking = false;
        this.survey = undefined;
        this.thought.abort();
        this.thought = new AbortController();
    }
    close(): void {
        this.stop();
        this.looking.abort();
    }

    /** Can a line be drawn of it? Only between two sides. */
    get drawable(): boolean {
        return sidesOf(this.study.rules).length === 2;
    }
    /** A line with what is known of it: values that agree with each other, and where the game turned. */
    review(line: readonly Node[]): Review {
        const { study } = this;
        const places = [study.tree.root, ...line].map((node) => {
            const step = study.stepAt(node);
            const kind =
                step?.effects[0]?.kind === 'dice' ? 'throw' : node.word.startsWith('out:') ? 'leave' : 'move';
            return {
                worth: this.worths.get(node.id),
                step: step && ({ mover: step.mover, kind, word: node.word } as const),
                best: this.bests.get(node.id),
                forced: study.matchAt(node)?.moves.length === 1,
            };
        });
        return review(study.rules, places);
    }

    private begin(): number {
        this.stop();
        this.report = undefined;
        this.failed = false;
        return this.round;
    }
    private note(node: Node, worth: Worth): void {
        this.worths = new Map(this.worths).set(node.id, worth);
    }
    /** The position after a move; asked of the worker that serves no board. */
    private after(signal: AbortSignal): (position: string, word: string) => Promise<Position> {
        const { game, settings } = this.study.rules;
        return (position, word) =>
            core.read<Position>({ verb: 'apply', game, settings, position, moves: [word] }, { signal });
    }
    private async ask(
        node: Node,
        limits: Parameters<typeof core.think>[1],
        told?: (report: Report) => void,
    ): Promise<Report | undefined> {
        const { start } = this.study.document;
        const played = { ...this.study.rules, start, moves: this.study.tree.words(node) };
        try {
            const { signal } = this.thought;
            const report = await core.think(played, { ...limits, arbiter: false }, { told, signal });
            told?.(report);
            const best = report.lines[0]?.moves[0];
            if (best !== undefined) this.bests.set(node.id, best);
            return report;
        } catch (error) {
            this.failed ||= !(error instanceof Stopped);
            return undefined;
        }
    }
}
