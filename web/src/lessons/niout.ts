// Niout. The book's figures: the board with the way in and the way home (`board`), the short ways (`shortcut`), the third
// large cell (`third`).
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'niout',
    chapters: [
        {
            id: 'throwing',
            steps: [
                {
                    id: 'board',
                    settings: {},
                    marks: ['5', '10', '15', '20', 'm'],
                    arrows: [
                        ['1', '2'],
                        ['19', '20'],
                    ],
                },
                {
                    id: 'throw',
                    settings: {},
                    line: [
                        { accept: ['kai'], only: true },
                        { accept: ['0-2'], only: true },
                    ],
                    illegal: ['0-2'],
                },
                {
                    id: 'again',
                    settings: {},
                    position: '0*3,6|0*3,3 1 -',
                    line: [
                        { accept: ['niout'], only: true },
                        { accept: ['0-4', '6-10'], only: true },
                        { accept: ['kai'], only: true },
                        { accept: {}, only: true },
                    ],
                },
            ],
        },
        {
            id: 'ways',
            steps: [
                {
                    id: 'shortcut',
                    settings: {},
                    position: '0*2,5,8|0*3,3 1 3',
                    line: [
                        { accept: ['5-m'], reply: ['to', '0-1'] },
                        { accept: ['kul'], only: true },
                        { accept: ['m-20'] },
                    ],
                    arrows: [
                        ['5', 'm'],
                        ['m', '20'],
                    ],
                },
                {
                    id: 'through',
                    settings: {},
                    position: '0*2,4,l1|0*3,7 1 3',
                    line: [{ accept: ['4-7', 'l1-q2'] }],
                    marks: ['4', 'l1'],
                    illegal: ['4-l2', 'l1-t1'],
                },
                {
                    id: 'third',
                    settings: {},
                    position: '0*3,15|0*3,r2 1 2',
                    line: [{ accept: { capture: 1 } }],
                    arrows: [
                        ['15', 'm'],
                        ['m', '20'],
                    ],
                },
            ],
        },
        {
            id: 'meeting',
            steps: [
                {
                    id: 'capture',
                    settings: {},
                    position: '0*2,2,7|0*2,9*2 1 2',
                    line: [{ accept: { capture: 2 } }],
                    marks: ['9'],
                },
                {
                    id: 'tandem',
                    settings: {},
                    position: '0,6,8,13|0*3,3 1 2',
                    line: [
                        { accept: ['6-8'], reply: ['to', '3-4'] },
                        { accept: ['kul'], only: true },
                        { accept: ['8-11*2'] },
                    ],
                    arrows: [['6', '8']],
                },
                {
                    id: 'capture-throws',
                    settings: { 'capture-throws': 'yes' },
                    position: '0*2,2,7|0*3,9 1 2',
                    line: [
                        { accept: { capture: 1 } },
                        { accept: ['kul'], only: true },
                        { accept: {}, only: true },
                    ],
                    marks: ['9'],
                    about: ['capture-throws'],
                },
            ],
        },
        {
            id: 'home',
            steps: [
                {
                    id: 'exact',
                    settings: {},
                    position: '2,18,20*2|0*2,6,9 1 3',
                    line: [{ accept: ['2-5'], only: true }],
                    marks: ['18'],
                    illegal: ['18-20'],
                },
                {
                    id: 'pass',
                    settings: {},
                    position: '18,19,20*2|0*2,6,9 1 -',
                    line: [
                        { accept: ['mo'], only: true },
                        { accept: ['passa'], only: true, reply: ['kai', '0-2'] },
                    ],
                },
                {
                    id: 'win',
                    settings: {},
                    position: '18,20*3|0*2,6,9 1 2',
                    line: [{ accept: { home: 1 }, only: true }],
                    ends: '1',
                },
            ],
        },
        {
            id: 'company',
            steps: [
                { id: 'three', settings: { players: '3' }, about: ['players'] },
                {
                    id: 'pairs',
                    settings: { players: '4', pairs: 'yes' },
                    position: '0,7|0*2|0,7|0,3 1 2',
                    line: [{ accept: ['7-9+1'] }],
                    marks: ['7'],
                    about: ['players', 'pairs'],
                },
                {
                    id: 'partner',
                    settings: { players: '4', pairs: 'yes' },
                    position: '20*2|0,4|5,12|0*2 1 3',
                    line: [{ accept: ['12-15', '5-8', '5-m'], only: true }],
                    about: ['pairs'],
                },
                {
                    id: 'play',
                    settings: {},
                    about: ['players'],
                    play: [{}, { players: '3' }, { players: '4' }, { players: '4', pairs: 'yes' }],
                },
            ],
        },
    ],
};

export default lesson;
