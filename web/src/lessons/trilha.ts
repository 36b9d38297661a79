// Trilha: both rule books, their additional rules and the other ways to play. Figures 1 and 2 are `mill` and `swing`.
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'trilha',
    chapters: [
        {
            id: 'placing',
            steps: [
                { id: 'place', settings: {}, line: [{ accept: { place: 1 }, only: true }] },
                {
                    id: 'mill',
                    settings: {},
                    position: 'xxx..xo./...o.xo./.....xo. x 3 3 0',
                    marks: ['a7', 'd7', 'g7', 'd1', 'd2', 'd3'],
                },
                {
                    id: 'removal',
                    settings: {},
                    position: 'x.x....o/.x..o..o/.x.....o x 5 5 0',
                    line: [{ accept: { place: 1, capture: 1 } }],
                    marks: ['d7'],
                    about: ['placing-captures', 'protection', 'removal'],
                    illegal: ['d7'],
                },
                {
                    id: 'stop',
                    settings: {},
                    position: '......o./oo....x./...x.x.. x 6 6 0',
                    line: [{ accept: ['f6'] }],
                    marks: ['b6', 'd6'],
                },
                {
                    id: 'quiet',
                    settings: { preset: 'quadrados' },
                    position: 'xx....../.o.ox.o./........ x 6 6 0',
                    line: [{ accept: ['g7'] }],
                    marks: ['g7'],
                    about: ['placing-captures'],
                    illegal: ['g7xd6', 'g7xf4', 'g7xb2'],
                },
            ],
        },
        {
            id: 'moving',
            steps: [
                {
                    id: 'slide',
                    settings: {},
                    position: 'xxx....o/o...xo../..o.x.o. x 0 0 0',
                    line: [
                        { accept: ['d7-d6', 'g7-g4'], reply: ['c3-c4'] },
                        { accept: { slide: 1, capture: 1 } },
                    ],
                    arrows: [
                        ['d7', 'd6'],
                        ['g7', 'g4'],
                    ],
                    illegal: ['d7-d5', 'g7-g1', 'a7-a1'],
                },
                {
                    id: 'swing',
                    settings: {},
                    position: 'xxx.o..o/x.x.o.../.o.o.o.x x 0 0 0',
                    line: [
                        { accept: { slide: 1, capture: 1 }, reply: ['d3-d2', 'g1-d1'] },
                        { accept: { slide: 1, capture: 1 } },
                    ],
                    arrows: [
                        ['d7', 'd6'],
                        ['d6', 'd7'],
                    ],
                },
                {
                    id: 'blocked',
                    settings: {},
                    position: 'oox..x.o/ox.....x/........ x 0 0 0',
                    line: [{ accept: ['d1-a1'] }],
                    about: ['blocked'],
                    ends: 'x',
                },
                {
                    id: 'two',
                    settings: {},
                    position: '....x.x./o.o..x../...o...x x 0 0 0',
                    line: [{ accept: { capture: 1 } }],
                    ends: 'x',
                },
            ],
        },
        {
            id: 'additional',
            steps: [
                {
                    id: 'strict',
                    settings: { protection: 'strict' },
                    position: '.x.o.xxo/x.x....o/....o..o x 0 0 0',
                    line: [{ accept: { capture: 1 } }],
                    marks: ['a4', 'b4', 'c4'],
                    about: ['protection'],
                    illegal: ['d7-d6xa4', 'd7-d6xb4', 'd7-d6xc4'],
                },
                {
                    id: 'all',
                    settings: { protection: 'strict' },
                    position: '.x...xxo/x.x....o/..ooo..o x 0 0 0',
                    line: [{ accept: ['d7-d6'] }],
                    marks: ['a4', 'b4', 'c4', 'e3', 'e4', 'e5'],
                    about: ['protection'],
                    illegal: ['d7-d6xa4', 'd7-d6xb4', 'd7-d6xc4', 'd7-d6xe3', 'd7-d6xe4', 'd7-d6xe5'],
                },
                {
                    id: 'jump',
                    settings: { jump: 'yes' },
                    position: '..x..x.x/..x.oo.o/....o... x 0 0 0',
                    line: [{ accept: { jump: 1, capture: 0 } }],
                    arrows: [
                        ['a4', 'c4'],
                        ['d1', 'd3'],
                    ],
                    about: ['jump'],
                },
                {
                    id: 'fly',
                    settings: { fly: 'yes' },
                    position: '.....xx./oo.o...o/..x...o. x 0 0 0',
                    line: [{ accept: { capture: 1 } }],
                    marks: ['a1', 'd1'],
                    about: ['fly'],
                },
            ],
        },
        {
            id: 'others',
            steps: [
                {
                    id: 'international',
                    settings: { preset: 'internacional' },
                    position: '.x...xxo/x.x....o/..ooo..o x 0 0 0',
                    line: [{ accept: { capture: 1 } }],
                    marks: ['a4', 'b4', 'c4', 'e3', 'e4', 'e5'],
                    about: ['protection'],
                    illegal: ['d7-d6'],
                },
                {
                    id: 'decline',
                    settings: { removal: 'may', fly: 'yes' },
                    position: 'x.xo.x../.x..x..o/...o..o. x 0 0 0',
                    line: [{ accept: ['d6-d7'] }],
                    marks: ['d7'],
                    about: ['removal'],
                },
                {
                    id: 'blocked-draw',
                    settings: { preset: 'quadrados' },
                    position: 'ooox.x.o/.x.....x/........ x 0 0 0',
                    line: [{ accept: ['d1-a1'] }],
                    about: ['blocked'],
                    ends: 'draw',
                },
                {
                    id: 'three-each',
                    settings: { preset: 'quadrados' },
                    position: 'x.o..o../....x..o/.x...... x 0 0 9',
                    line: [{ accept: {}, only: true }],
                    about: ['three-each'],
                    ends: 'draw',
                },
                {
                    id: 'rings',
                    settings: { rings: '4' },
                    position: '....x.../.x.o...o/.x..o.xo/........ x 8 8 0',
                    line: [{ accept: { place: 1, capture: 1 } }],
                    marks: ['e9', 'e6'],
                    about: ['rings'],
                },
                {
                    id: 'play',
                    settings: {},
                    play: [
                        { preset: 'classica' },
                        { preset: 'recomendada' },
                        { preset: 'quadrados' },
                        { preset: 'internacional' },
                    ],
                },
            ],
        },
    ],
};

export default lesson;
