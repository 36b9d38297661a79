// The state of the pages: the board's touches, games on the device, rooms, the study's tree.
import { vitest } from './kinds.mjs';

const board = [vitest('board-state.test.ts')];
const clock = [vitest('table-clock.test.ts')];
const games = [vitest('stored-games.test.ts')];
const online = [vitest('online.test.ts')];
const line = [vitest('connection.test.ts')];
const state = 'web/src/board/state.ts';
const table = 'web/src/table/table.svelte.ts';
const room = 'web/src/online/room.svelte.ts';

export default [
    {
        id: 'page-clock-of-the-other-player',
        file: table,
        find: 'left[this.turn] = Math.max(0, left[this.turn]! - used) + (moved ? clock.increment : 0);',
        replace: 'left[1 - this.turn] = Math.max(0, left[this.turn]! - used) + (moved ? clock.increment : 0);',
        tests: clock,
    },
    {
        id: 'page-clock-increment-without-a-move',
        file: table,
        find: '- used) + (moved ? clock.increment : 0);',
        replace: '- used) + clock.increment;',
        tests: clock,
    },
    {
        id: 'page-clock-free-after-a-take-back',
        file: table,
        find: '            this.chargeClock(false);\n            const gone',
        replace: '            const gone',
        tests: clock,
    },
    {
        id: 'page-clock-begins-with-the-last-turn',
        file: table,
        find: '        this.turnBegan = performance.now();\n        this.left =',
        replace: '        this.left =',
        tests: clock,
    },
    {
        id: 'page-clock-goes-on-after-the-end',
        file: table,
        find: "        if (!clock || this.result) return;\n        const left = [...clock.left];\n        left[this.turn] = Math.max(0, left[this.turn]! - (performance",
        replace: "        if (!clock) return;\n        const left = [...clock.left];\n        left[this.turn] = Math.max(0, left[this.turn]! - (performance",
        tests: clock,
        explained: 'the interval that ticks is cleared by finish() and beginTurn() as well: either guard alone is enough',
    },
    {
        id: 'page-flag-does-not-fall',
        file: table,
        find: 'if (left[this.turn] === 0 && this.leads)',
        replace: 'if (left[this.turn]! < 0 && this.leads)',
        tests: clock,
    },
    {
        id: 'page-time-is-lost-when-it-closes',
        file: table,
        find: 'if (this.leads) this.chargeClock(false);\n        this.unhear',
        replace: 'this.unhear',
        tests: clock,
    },
    {
        id: 'page-stores-over-another-tab',
        file: 'web/src/table/game.ts',
        find: "if (fault === 'newer' || (stored && stored.changed !== game.changed)) return false;",
        replace: "if (fault === 'newer' || (stored && stored.changed > game.changed + 1e9)) return false;",
        tests: games,
    },
    {
        id: 'page-reads-newer-games',
        file: 'web/src/table/game.ts',
        find: 'stored.version > version) return',
        replace: 'stored.version > version + 1) return',
        tests: games,
    },
    {
        id: 'page-two-states-of-one-time',
        file: 'web/src/table/game.ts',
        find: 'game.changed = Math.max(Date.now(), game.changed + 1);',
        replace: 'game.changed = Math.max(Date.now(), game.changed);',
        tests: games,
    },
    {
        id: 'board-plays-without-confirmation',
        file: state,
        find: 'if (settings.confirm) return { state: { ...state, chosen: words, pending: whole.move.move } };',
        replace: '',
        tests: board,
    },
    {
        id: 'board-second-finger-plays',
        file: state,
        find: 'if (!press || press.pointer !== pointer) return { state };',
        replace: 'if (!press) return { state };',
        tests: board,
    },
    {
        id: 'board-touched-man-put-back',
        file: state,
        find: 'const least = settings.touched ? 1 : 0;',
        replace: 'const least = 0;',
        tests: board,
    },
    {
        id: 'board-changed-mind-plays-at-once',
        file: state,
        find: 'if (!changed || changed.play !== undefined) continue;',
        replace: 'if (!changed) continue;',
        tests: board,
    },
    {
        id: 'board-plays-twice',
        file: state,
        find: "if (state.sent || state.moves.length === 0) return { state, refused: 'turn' };",
        replace: "if (state.moves.length === 0) return { state, refused: 'turn' };",
        tests: board,
    },
    {
        id: 'board-gesture-too-short',
        file: state,
        find: 'const whole = left.find(({ gesture }) => gesture.length === words.length);',
        replace: 'const whole = left.find(({ gesture }) => gesture.length <= words.length + 1);',
        tests: board,
    },
    {
        id: 'room-events-twice',
        file: room,
        find: 'const fresh = events.filter((event) => event.number > this.number);',
        replace: 'const fresh = events.filter((event) => event.number >= this.number);',
        tests: online,
    },
    {
        id: 'room-clock-of-the-other-seat',
        file: room,
        find: 'seat === base.running ? left - passed : left',
        replace: 'seat !== base.running ? left - passed : left',
        tests: online,
    },
    {
        id: 'room-take-back-one-step-off',
        file: room,
        find: 'this.words = this.words.slice(0, Number(event.to));',
        replace: 'this.words = this.words.slice(0, Number(event.to) + 1);',
        tests: online,
    },
    {
        id: 'room-moves-while-one-is-on-its-way',
        file: room,
        find: '            !this.pending &&\n',
        replace: '',
        tests: online,
    },
    {
        id: 'room-moves-out-of-turn',
        file: room,
        find: '            this.mine === this.turn &&\n',
        replace: '            this.mine !== undefined &&\n',
        tests: online,
    },
    {
        id: 'room-rematch-in-the-same-seat',
        file: room,
        find: 'seat: (seat.seat + 1) % this.seats.length,',
        replace: 'seat: seat.seat,',
        tests: online,
    },
    {
        id: 'absence-by-this-device-clock',
        file: 'web/src/online/absence.ts',
        find: 'const houseNow = now + ((at ?? heard) - heard);',
        replace: 'const houseNow = now;',
        tests: online,
    },
    {
        id: 'line-sends-moves-twice',
        file: 'web/src/online/socket.svelte.ts',
        find: 'for (const asked of this.asked.values()) if (asked.again) this.send(asked);',
        replace: 'for (const asked of this.asked.values()) this.send(asked);',
        tests: line,
    },
    {
        id: 'line-dead-unnoticed',
        file: 'web/src/online/socket.svelte.ts',
        find: 'else this.lose();\n        }, patience);',
        replace: '        }, patience);',
        tests: line,
    },
    {
        id: 'line-asks-again-at-once',
        file: 'web/src/online/retry.ts',
        find: 'Math.min(15_000, 500 * 2 ** failures)',
        replace: 'Math.min(15_000, 500 * failures)',
        tests: line,
    },
    {
        id: 'tree-promotes-nothing',
        file: 'web/src/study/tree.ts',
        find: 'if (at.parent.children[0] !== at) return at;',
        replace: 'if (at.parent.children[0] === at) return at;',
        tests: [vitest('study-tree.test.ts')],
    },
    {
        id: 'tree-variations-lost',
        file: 'web/src/study/tree.ts',
        find: 'const others = !begins || leads ? node.parent!.children.slice(1) : [];',
        replace: 'const others = !begins && leads ? node.parent!.children.slice(1) : [];',
        tests: [vitest('study-tree.test.ts')],
    },
    {
        id: 'clock-face-without-the-zero',
        file: 'web/src/table/clock.ts',
        find: 'const tenths = Math.ceil(milliseconds / 100);',
        replace: 'const tenths = Math.floor(milliseconds / 100);',
        tests: online,
    },
];
