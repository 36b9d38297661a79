declare module 'virtual:scenes' {
    import type { GameId, Standing, Topology } from '../../src/core/types';
    const scenes: { game: GameId; turns: number; board: Topology; men: Standing[]; frames: Standing[][] }[];
    export default scenes;
}
