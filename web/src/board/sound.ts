import type { EffectKind, GameId } from '../core/types';
export function setSound(_on: boolean): void {}
export function play(_kind: EffectKind | 'end' | 'refused', _game: GameId): void {}
