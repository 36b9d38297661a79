// Pretoa: the rules of Policiais e Ladrões on the board of circles. The book's figure is `start`.
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'pretoa',
    chapters: [
        {
            id: 'moving',
            steps: [
                { id: 'start', settings: {}, line: [{ accept: { slide: 1 }, only: true }], marks: ['d1'] },
                {
                    id: 'step',
                    settings: {},
                    position: 'x..o../.x..o./....../. x',
                    line: [{ accept: ['a1-a2', 'a1-a6', 'a1-b1'] }],
                    marks: ['a1'],
                    illegal: ['a1-b2', 'a1-b6', 'a1-c1'],
                },
            ],
        },
        {
            id: 'capturing',
            steps: [
                {
                    id: 'capture',
                    settings: {},
                    position: '.x..o./.....o/x...../o x',
                    line: [{ accept: ['c1xc4'], only: true }],
                    arrows: [['c1', 'c4']],
                    illegal: ['c1xc3', 'c1xc5'],
                },
                {
                    id: 'circle',
                    settings: {},
                    position: 'xo..../....o./....o./. x',
                    line: [{ accept: ['a1xa3'], only: true }],
                    marks: ['a2'],
                },
                {
                    id: 'series',
                    settings: {},
                    position: '..x.../xo.o../.....o/. x',
                    line: [{ accept: { capture: 2 }, only: true }],
                    illegal: ['b1xb3'],
                },
                {
                    id: 'choice',
                    settings: {},
                    position: 'x...../o.xo../.....o/o x',
                    line: [{ accept: ['a1xc1xc4xa4', 'a1xc1xc5xc2', 'b3xb5'], only: true }],
                    marks: ['a1', 'b3'],
                    illegal: ['a1-a2', 'b3-a3'],
                },
            ],
        },
        {
            id: 'end',
            steps: [
                {
                    id: 'last',
                    settings: {},
                    position: '....../....x./x...../o x',
                    line: [{ accept: { capture: 1 }, only: true }],
                    ends: 'x',
                },
                {
                    id: 'blocked',
                    settings: {},
                    position: 'oxx.xx/x...../.x..../. x',
                    line: [{ accept: ['c2-c1'] }],
                    marks: ['a1'],
                    ends: 'x',
                },
                { id: 'draw', settings: {}, position: 'x..o../....../....../. x' },
            ],
        },
        {
            id: 'huffing',
            steps: [
                {
                    id: 'huff',
                    settings: { huff: 'yes' },
                    position: 'x..o../...x.o/.x..../o x a4,d1',
                    line: [{ accept: { huff: 1 } }, { accept: {}, only: true }],
                    marks: ['a4', 'd1'],
                    about: ['huff'],
                },
                {
                    id: 'forgive',
                    settings: { huff: 'yes' },
                    position: '..x.../xo.o../.....o/. x b2',
                    line: [{ accept: { capture: 2 } }],
                    marks: ['b2'],
                    about: ['huff'],
                },
                { id: 'play', settings: {}, about: ['huff'], play: [{}, { huff: 'yes' }] },
            ],
        },
    ],
};

export default lesson;
