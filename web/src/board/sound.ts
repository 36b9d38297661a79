// What a move sounds like.
import type { EffectKind, GameId } from '../core/types';

let on = true;
export function setSound(wanted: boolean): void {
    on = wanted;
}
export function play(_kind: EffectKind | 'end' | 'refused', _game: GameId): void {
    if (!on) return;
}
