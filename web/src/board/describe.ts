// Men, cells and moves in words: for names of points, for the live region, for tooltips.
import { has, say } from '../words/words.svelte';
import type { Effect, GameId, Position, Standing } from '../core/types';
import { moves, type Moving } from './picture';

/** "Amarelas". */
export const side = (game: GameId, player: number) => say(`board.side.${game}.${player}`);

/** "peça amarela", "2 cavalos verdes", "capitão preto". */
export function menInWords(game: GameId, player: number, rank: number, count = 1): string {
    const colour = `board.colour.${game}.${player}`;
    const man = game === 'trench' ? `board.man.trench.${rank}` : `board.man.${game}`;
    return say('board.men', {
        count,
        man: say(count === 1 ? man : `${man}.many`),
        colour: say(count === 1 ? colour : `${colour}.many`),
    });
}

/** What a cell is called, the same on every board. */
export const cellInWords = (game: GameId, cell: string) =>
    has(`board.cell.${game}.${cell}`) ? say(`board.cell.${game}.${cell}`) : cell;

export interface Signs {
    chosen: boolean;
    target: boolean;
    start: boolean;
    last: boolean;
}

/** "d6, peça amarela, pode mover". */
export function point(game: GameId, cell: string, men: readonly Standing[], signs: Signs): string {
    const here = men.filter((man) => man.cell === cell);
    return [
        cellInWords(game, cell),
        here.length === 0
            ? say('board.empty')
            : here.map((man) => menInWords(game, man.player, man.rank, man.count)).join(say('board.and')),
        signs.chosen && say('board.chosen'),
        signs.target && say(here.length === 0 ? 'board.target' : 'board.target.man'),
        signs.start && say(here.length === 0 ? 'board.target' : 'board.start'),
        signs.last && say('board.last'),
    ]
        .filter(Boolean)
        .join(', ');
}

/** "Amarelas: na mão 3 peças amarelas; capturadas 2 peças vermelhas". */
export function tray(game: GameId, player: number, men: readonly Standing[], score: number | null): string {
    const parts = men.map((man) =>
        say(`board.beside.${man.beside}`, { men: menInWords(game, man.player, man.rank, man.count) }),
    );
    if (score !== null) parts.unshift(say(`board.score.${game}`, { count: score }));
    return say('board.tray', {
        side: side(game, player),
        men: parts.length > 0 ? parts.join('; ') : say('board.nothing'),
    });
}

/** A word that is not on the board, as a button says it. */
export function choice(word: string): string {
    const count = /^\*(\d+)(?:\+(\d+))?$/.exec(word);
    if (count)
        return count[2] === undefined
            ? say('board.choice.count', { count: Number(count[1]) })
            : say('board.choice.along', { count: Number(count[1]), along: count[2] });
    return has(`board.choice.${word}`) ? say(`board.choice.${word}`) : word;
}

const list = (parts: readonly string[]) => {
    const last = parts.at(-1) ?? '';
    return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')}${say('board.and')}${last}`;
};

/** Who runs, from where to where, step by step: "d6 para d7", "c1 para c3 para e3". */
function runs(game: GameId, steps: readonly Moving[]): string[] {
    const paths: { effect: Moving; cells: string[] }[] = [];
    for (const effect of steps) {
        const before = paths.find(
            ({ effect: last, cells }) =>
                last.player === effect.player &&
                effect.kind !== 'place' &&
                cells.at(-1) === effect.from.cell &&
                last.count === effect.count,
        );
        const to = effect.to.cell ?? '';
        if (before)
            Object.assign(before, {
                effect: {
                    ...effect,
                    from: before.effect.from,
                    kind: before.effect.kind === 'place' ? 'place' : effect.kind,
                },
                cells: [...before.cells, to],
            });
        else paths.push({ effect, cells: [effect.from.cell ?? '', to] });
    }
    return paths.map(({ effect, cells }) => {
        const named = cells.filter(Boolean).map((cell) => cellInWords(game, cell));
        // A horse's way is told by its ends; a series of jumps by every landing.
        const ends = game === 'niout' ? [named[0]!, named.at(-1)!] : named;
        const sentence =
            effect.kind === 'place'
                ? say(game === 'niout' ? 'board.move.enter' : 'board.move.place', { to: named.at(-1)! })
                : effect.to.beside === 'home'
                  ? say('board.move.home', { from: named[0]! })
                  : ends.join(say('board.move.to'));
        return effect.count > 1
            ? say('board.move.with', {
                  move: sentence,
                  men: menInWords(game, effect.player, 0, effect.count),
              })
            : sentence;
    });
}

/** A row of marbles: "a1 a c1 em linha para d1". */
function row(steps: readonly Moving[]): string {
    const [first, last] = [steps[0]!, steps.at(-1)!];
    const cells = { from: last.from.cell!, last: first.from.cell!, to: first.to.cell!, end: last.to.cell! };
    const inLine = steps.some((step) => steps.some((other) => step.from.cell === other.to.cell));
    return say(inLine ? 'board.move.line' : 'board.move.arrow', cells);
}

/** What a move did, in a sentence: "Amarelas: d6 para d7, retira a4". */
export function moveInWords(game: GameId, effects: readonly Effect[], who?: number): string {
    const player =
        who ??
        effects.find(
            (effect) => effect.kind !== 'capture' && effect.kind !== 'huff' && effect.kind !== 'push',
        )?.player;
    const parts: string[] = [];
    const steps = effects.filter(moves);
    const own = steps.filter((effect) => !['capture', 'huff', 'push'].includes(effect.kind));
    if (game === 'abalone' && own.length > 1) parts.push(row(own));
    else parts.push(...runs(game, own));
    const pushed = steps.filter((effect) => effect.kind === 'push').length;
    const out = steps.filter((effect) => effect.kind === 'capture');
    if (game === 'abalone') {
        if (pushed + out.length > 0) parts.push(say('board.move.push', { count: pushed + out.length }));
        if (out.length > 0) parts.push(say('board.move.out'));
    } else if (game === 'niout') {
        for (const effect of out)
            parts.push(say('board.move.back', { men: menInWords(game, effect.player, 0, effect.count) }));
    } else if (out.length > 0) {
        const chosen = game === 'trilha' ? 'board.move.remove' : 'board.move.capture';
        parts.push(
            say(chosen, {
                men: list(
                    out.map((effect) =>
                        game === 'trench'
                            ? menInWords(game, effect.player, effect.rank)
                            : cellInWords(game, effect.from.cell ?? ''),
                    ),
                ),
            }),
        );
    }
    for (const effect of effects) {
        if (effect.kind === 'huff') parts.push(say('board.move.huff', { cell: effect.from?.cell ?? '' }));
        if (effect.kind === 'pass') parts.push(say('board.move.pass'));
        if (effect.kind === 'dice')
            parts.push(
                say('board.move.throw', {
                    throw: say(`board.throw.${effect.cells}`),
                    count: effect.cells ?? 0,
                }),
            );
    }
    // A huffed man alone does not tell who huffed.
    const by = player ?? (effects[0] && effects[0].kind === 'huff' ? 1 - effects[0].player : 0);
    return say('board.move', { side: side(game, by), what: parts.join(', ') });
}

/** Why a touch did nothing, as a key of the catalogues. */
export function refusal(reason: string, position: Position, cell: string): string {
    if (reason !== 'start') return `board.refused.${reason}`;
    const here = position.men.filter((man) => man.cell === cell);
    if (here.length === 0) return 'board.refused.empty';
    return here.some((man) => man.player === position.turn) ? 'board.refused.still' : 'board.refused.other';
}
