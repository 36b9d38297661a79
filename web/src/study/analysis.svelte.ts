// The computer's thoughts about a study: one position at length while it is looked at, or the whole line at a glance.
// One thing at a time; what tables know is asked first.
import { core, Stopped } from '../core/core';
import { Tables } from '../core/tables';
import type { Match, Position, Report } from '../core/types';
import { valuesOf, type Values } from './exact';
import type { Study } from './study.svelte';
import type { Node } from './tree';
import {
    ofEnding,
    ofReport,
    sidesOf,
    turningPoints,
    type Swing,
    type TurningPoint,
    type Worth,
} from './worth';

const tables = new Tables(new URL('tables/', document.baseURI).href, core.probe);

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

    private round = 0;
    private looked = 0;

    constructor(private readonly study: Study) {}

    get worth(): Worth | undefined {
        return this.values.own ?? this.worths.get(this.study.current.id);
    }

    /** The position that is shown is another one now. */
    async look(node: Node, match: Match): Promise<void> {
        const looked = ++this.looked;
        this.values = { own: ofEnding(this.study.rules, match), moves: new Map() };
        const values = await this.known(match);
        if (looked !== this.looked) return;
        this.values = values;
        if (values.own) this.note(node, values.own);
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
        const nodes = [this.study.tree.root, ...line];
        for (const [done, node] of nodes.entries()) {
            this.survey = { done, of: nodes.length };
            if (this.worths.has(node.id)) continue;
            const match = await this.study.ask(node);
            let worth = (await this.known(match)).own;
            if (round !== this.round) return;
            if (!worth) {
                const report = await this.ask(node, { nodes: glance, lines: match.dice ? throws : 1 });
                worth = report && ofReport(this.study.rules, match, report);
            }
            if (round !== this.round) return;
            if (worth) this.note(node, worth);
        }
        this.survey = undefined;
    }

    /** Whatever is under way ends; what was found stays. */
    stop(): void {
        this.round++;
        this.thinking = false;
        this.survey = undefined;
        if (core.thinking) core.stop();
    }
    close(): void {
        this.stop();
        this.looked++;
    }

    /** Can a line be drawn of it? Only between two sides. */
    get drawable(): boolean {
        return sidesOf(this.study.rules).length === 2;
    }
    turningPoints(line: readonly Node[]): TurningPoint[] {
        const swings: Swing[] = [];
        for (const node of line) {
            const before = this.worths.get(node.parent!.id);
            const after = this.worths.get(node.id);
            const step = this.study.stepAt(node);
            if (before && after && step)
                swings.push({
                    ply: node.ply,
                    mover: step.mover,
                    dice: step.effects[0]?.kind === 'dice',
                    before,
                    after,
                });
        }
        return turningPoints(this.study.rules, swings);
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
    private known(match: Match): Promise<Values> {
        const { game, settings } = this.study.rules;
        const apply = (position: string, word: string) =>
            core.ask<Position>({ verb: 'apply', game, settings, position, moves: [word] });
        return valuesOf(tables, apply, this.study.rules, match);
    }
    private async ask(
        node: Node,
        limits: Parameters<typeof core.think>[1],
        told?: (report: Report) => void,
    ): Promise<Report | undefined> {
        const { start } = this.study.document;
        const played = { ...this.study.rules, start, moves: this.study.tree.words(node) };
        try {
            const report = await core.think(played, { ...limits, arbiter: false }, told);
            told?.(report);
            return report;
        } catch (error) {
            this.failed ||= !(error instanceof Stopped);
            return undefined;
        }
    }
}
