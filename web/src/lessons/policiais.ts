// Policiais e Ladrões. The book's figure, the board with the men at the start, is `start`.
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'policiais',
    chapters: [
        {
            id: 'moving',
            steps: [
                { id: 'start', settings: {}, line: [{ accept: { slide: 1 }, only: true }], marks: ['d3'] },
                {
                    id: 'step',
                    settings: {},
                    position: '....x/.x./..././.../.o./o...o x',
                    line: [{ accept: ['b3-a3', 'b3-b2', 'b3-b4', 'b3-c3'] }],
                    marks: ['b3'],
                    illegal: ['b3-c2', 'b3-c4', 'b3-a2', 'b3-d3'],
                },
                {
                    id: 'long',
                    settings: {},
                    position: '....x/x../..././.../.o./o...o x',
                    line: [{ accept: ['b2-f2'] }],
                    marks: ['b2'],
                    arrows: [['b2', 'f2']],
                },
            ],
        },
        {
            id: 'capturing',
            steps: [
                {
                    id: 'capture',
                    settings: {},
                    position: '...x./.../xx./o/..o/.../....o x',
                    line: [{ accept: ['c3xe3'], only: true }],
                    marks: ['d3'],
                    illegal: ['c2xe4'],
                },
                {
                    id: 'series',
                    settings: {},
                    position: '..x.x/.o./.../o/.../.o./....o x',
                    line: [{ accept: { capture: 3 }, only: true }],
                    illegal: ['a3xc3', 'a3xc3xe3'],
                },
                {
                    id: 'duty',
                    settings: {},
                    position: 'x..../x../.x./o/.../..o/....o x',
                    line: [{ accept: { capture: 1 }, only: true }],
                    illegal: ['a1-a2', 'b2-b3', 'c3-c4'],
                },
                {
                    id: 'choice',
                    settings: {},
                    position: '..x../.o./x../o/.o./.../..... x',
                    line: [{ accept: ['a3xc3', 'c2xe4xe2'], only: true }],
                    marks: ['a3', 'c2'],
                },
            ],
        },
        {
            id: 'end',
            steps: [
                {
                    id: 'last',
                    settings: {},
                    position: '...../x../.x./o/.../.../..... x',
                    line: [{ accept: { capture: 1 }, only: true }],
                    ends: 'x',
                },
                {
                    id: 'blocked',
                    settings: {},
                    position: '...../.../..././..x/.xx/...xo x',
                    line: [{ accept: ['f3-g3'] }],
                    marks: ['g5'],
                    ends: 'x',
                },
                { id: 'draw', settings: {}, position: 'x..../.../..././.../.../....o x' },
            ],
        },
        {
            id: 'huffing',
            steps: [
                {
                    id: 'huff',
                    settings: { huff: 'yes' },
                    position: 'x...x/.x./.o./o/.../.o./...o. x c3',
                    line: [{ accept: ['~c3'] }, { accept: {}, only: true }],
                    marks: ['c3'],
                    about: ['huff'],
                },
                {
                    id: 'cut',
                    settings: { huff: 'yes' },
                    position: 'x...x/.x./.o././.../o../....o x c3',
                    line: [{ accept: ['~c3'] }, { accept: {}, only: true }],
                    marks: ['c3'],
                    arrows: [['c3', 'a3']],
                    about: ['huff'],
                },
                {
                    id: 'risk',
                    settings: { huff: 'yes' },
                    position: '...xx/.../.x./o/.../o../o.... x -',
                    line: [{ accept: ['a4-a3', 'a4-b4', 'a5-b4'], reply: ['~c3', 'g1-g2'] }],
                    arrows: [['c3', 'e3']],
                    about: ['huff'],
                },
                { id: 'play', settings: {}, about: ['huff'], play: [{}, { huff: 'yes' }] },
            ],
        },
    ],
};

export default lesson;
