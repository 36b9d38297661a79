// The boards of a course, for its booklet.
import { core } from '../core/core';
import type { Position, Topology } from '../core/types';
import { stepsOf } from './lesson';
import type { Lesson, Step } from './types';

export interface Leaf {
    step: Step;
    board: Topology;
    position: Position;
}

export const leaves = (lesson: Lesson): Promise<Leaf[]> =>
    Promise.all(
        stepsOf(lesson).map(async (step) => {
            const rules = { game: lesson.game, settings: step.settings };
            const [board, position] = await Promise.all([
                core.board(rules),
                core.position(rules, step.position),
            ]);
            return { step, board, position };
        }),
    );
