// Abalone. The book's figures: the start (`board`), moves in line and broadside, the three sumitos, the pushes that are
// impossible, the pacs and how one is broken, the ball out. Balls that take no part stand at the edges.
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'abalone',
    chapters: [
        {
            id: 'moving',
            steps: [
                { id: 'board', settings: {} },
                {
                    id: 'single',
                    settings: {},
                    position: 'ooooo/.oooo./......./......../....x..../......../......./.xxx../xxxxx x 5 5',
                    line: [{ accept: ['e5-d4', 'e5-d5', 'e5-e4', 'e5-e6', 'e5-f5', 'e5-f6'] }],
                    marks: ['e5'],
                },
                {
                    id: 'in-line',
                    settings: {},
                    position: 'ooooo/.oooo./......./......../........./..xxx.../......./.xxx../xxxxx x 3 5',
                    line: [{ accept: ['d3-d4', 'd5-d4'] }],
                    arrows: [
                        ['d3', 'd6'],
                        ['d5', 'd2'],
                    ],
                },
                {
                    id: 'broadside',
                    settings: {},
                    position: 'ooooo/.oooo./......./......../........./..xxx.../......./.xxx../xxxxx x 3 5',
                    line: [{ accept: ['d3:d5-c2', 'd3:d5-c3', 'd3:d5-e3', 'd3:d5-e4'] }],
                    arrows: [
                        ['d3', 'e4'],
                        ['d4', 'e5'],
                        ['d5', 'e6'],
                    ],
                },
                {
                    id: 'part',
                    settings: {},
                    position: 'ooooo/.oooo./......./......../..xxxx.../......../......./.xxx../xxxxx x 2 5',
                    line: [{ accept: ['e4-e5', 'e5-e4'] }],
                    marks: ['e3', 'e4', 'e5', 'e6'],
                    illegal: ['e3-e4', 'e6-e5', 'e3:e6-f3', 'e3:e6-f4', 'e3:e6-d2', 'e3:e6-d3'],
                },
            ],
        },
        {
            id: 'pushing',
            steps: [
                {
                    id: 'two-one',
                    settings: {},
                    position: 'ooooo/.ooo../......./......../...xxo.../......../......./.xxx../xxxxx x 4 5',
                    line: [{ accept: ['e4-e5'] }],
                    arrows: [['e4', 'e6']],
                },
                {
                    id: 'three-one',
                    settings: {},
                    position: 'ooooo/.ooo../......./......../..xxxo.../......../......./.xxx../xxxxx x 3 5',
                    line: [{ accept: ['e3-e4'] }],
                    arrows: [['e3', 'e6']],
                },
                {
                    id: 'three-two',
                    settings: {},
                    position: 'ooooo/.ooo../......./......../..xxxoo../......../......./.xxx../xxxxx x 3 4',
                    line: [{ accept: ['e3-e4'] }],
                    arrows: [['e3', 'e6']],
                    illegal: ['e4-e5'],
                },
                {
                    id: 'impossible',
                    settings: {},
                    position: 'ooooo/.....o/.xxox../......../.xx.o..../..o...../xx.xxo./....../xxxx. x 1 4',
                    line: [{ accept: { push: 1 } }],
                    marks: ['g6', 'e5', 'd3', 'c6'],
                    illegal: ['g4-g5'],
                },
            ],
        },
        {
            id: 'pac',
            steps: [
                {
                    id: 'pac',
                    settings: {},
                    position: '.oooo/....../..xo.../......../...xxoo../......../.xxxooo/....../xxxx. x 4 4',
                    marks: ['g5', 'g6', 'e4', 'e5', 'e6', 'e7', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'],
                    illegal: ['g5-g6', 'e4-e5', 'e5-e6', 'c2-c3', 'c3-c4', 'c4-c5'],
                },
                {
                    id: 'break',
                    settings: {},
                    position: 'ooooo/.ooo../......./......../..xxoo.../...x..../..x..../..xxx./xxxxx x 2 4',
                    line: [{ accept: { push: 1 } }],
                    marks: ['e3', 'e4', 'e5', 'e6'],
                    illegal: ['e3-e4', 'e4-e5'],
                },
            ],
        },
        {
            id: 'out',
            steps: [
                {
                    id: 'out',
                    settings: {},
                    position: 'ooooo/.oooo./......./......../......xxo/......../......./.xxx../xxxxx x 4 4',
                    line: [{ accept: { capture: 1 } }],
                    arrows: [['e7', 'e9']],
                    illegal: ['e8-e9'],
                },
                {
                    id: 'six',
                    settings: {},
                    position: 'oooo./oooo.o/.....x./.....x../.....x.../......../......./.xxx../xxxxx x 3 5',
                    line: [{ accept: { capture: 1 } }],
                    ends: 'x',
                },
            ],
        },
        {
            id: 'starts',
            steps: [
                { id: 'belgian', settings: { start: 'belgian-daisy' }, about: ['start'] },
                { id: 'german', settings: { start: 'german-daisy' }, about: ['start'] },
                {
                    id: 'play',
                    settings: {},
                    about: ['start'],
                    play: [{}, { start: 'belgian-daisy' }, { start: 'german-daisy' }],
                },
            ],
        },
    ],
};

export default lesson;
