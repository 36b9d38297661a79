// Trench. The book's figures: the start (`board`), the directions by rank, one capture a turn (`capture`), and the five of
// the trench: full reach, frontal immunity, dead angle, the open rear, no enfilade. The officers in the corners are there
// because a side that has lost 25 points has lost the game.
import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'trench',
    chapters: [
        {
            id: 'pieces',
            steps: [
                {
                    id: 'board',
                    settings: {},
                    marks: ['a8', 'b7', 'c6', 'd5', 'e4', 'f3', 'g2', 'h1'],
                },
                {
                    id: 'soldado',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../......../..S...../L......./GL...... x 23 22',
                    line: [{ accept: ['c3-b3', 'c3-c2', 'c3-c4', 'c3-d3'] }],
                    marks: ['c3'],
                    illegal: ['c3-d4', 'c3-b2', 'c3-c5'],
                },
                {
                    id: 'sargento',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../......../..R...../L......./GL...... x 23 21',
                    line: [{ accept: ['c3-d4', 'c3-e5'] }],
                    marks: ['c3'],
                    arrows: [['c3', 'e5']],
                    illegal: ['c3-b2', 'c3-f6', 'c3-c6'],
                },
                {
                    id: 'capitao',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../...C..../......../L......./GL...... x 23 20',
                    line: [{ accept: ['d4-c3', 'd4-b2'] }],
                    marks: ['d4'],
                    arrows: [['d4', 'b2']],
                    illegal: ['d4-c5', 'd4-e3', 'd4-h4'],
                },
                {
                    id: 'coronel',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../...L..../......../L......./GC...... x 23 20',
                    line: [{ accept: ['d4-a7', 'd4-b6', 'd4-c5', 'd4-e3', 'd4-f2', 'd4-g1'] }],
                    marks: ['d4'],
                    arrows: [
                        ['d4', 'a7'],
                        ['d4', 'g1'],
                    ],
                    illegal: ['d4-c3', 'd4-b2'],
                },
                {
                    id: 'general',
                    settings: {},
                    position:
                        '......../......lg/.......l/......../......../.G....../L......./CL...... x 23 20',
                    line: [{ accept: ['b3-b8', 'b3-g3', 'b3-g8'] }],
                    marks: ['b3'],
                    illegal: ['b3-h3'],
                },
                {
                    id: 'capture',
                    settings: {},
                    position:
                        '......lg/...r...l/...s..../......../......../...C..../L......./GL...... x 20 20',
                    line: [{ accept: ['d3xd6'] }],
                    arrows: [['d3', 'd6']],
                    illegal: ['d3xd7', 'd3-d6'],
                },
            ],
        },
        {
            id: 'trench',
            steps: [
                {
                    id: 'reach',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../....Lsrs/......../L......./GC...... x 19 20',
                    line: [{ accept: { capture: 3 } }],
                    marks: ['e4'],
                },
                {
                    id: 'frontal',
                    settings: {},
                    position:
                        '......lg/.......l/......../...s..../......../.s.C..../L......./GL...... x 21 20',
                    line: [{ accept: { capture: 1 } }],
                    marks: ['d5'],
                    illegal: ['d3xd5'],
                },
                {
                    id: 'dead',
                    settings: {},
                    position:
                        '......lg/.......l/......../......../....Rs../....s.../L......./GL...... x 21 21',
                    line: [{ accept: { capture: 1 } }],
                    marks: ['e4'],
                    illegal: ['e4xe3'],
                },
                {
                    id: 'rear',
                    settings: {},
                    position:
                        '......lg/.......l/......../.....C../....c.../......../L......./GL...... x 20 20',
                    line: [{ accept: ['f5xe4'] }],
                    marks: ['e4'],
                    illegal: ['b1xe4'],
                },
                {
                    id: 'enfilade',
                    settings: {},
                    position:
                        '......lg/.......l/..L...../......../....c.../......../L......./GC...... x 20 20',
                    line: [{ accept: ['c6-a8', 'c6-b7', 'c6-d5'] }],
                    marks: ['c6', 'e4'],
                    illegal: ['c6xe4', 'c6-f3'],
                },
            ],
        },
        {
            id: 'end',
            steps: [
                {
                    id: 'points',
                    settings: {},
                    position:
                        '......lg/......ss/...c..../..C...../......../......../L......./GL...... x 22 20',
                    line: [{ accept: ['c5xd6'] }],
                    ends: 'x',
                },
                {
                    id: 'equal',
                    settings: { 'equal-turns': 'yes' },
                    position:
                        '...l...g/......ss/...c..../..C...../......../......../L......./GL...... x 22 20',
                    line: [{ accept: ['c5xd6'], reply: ['d8xd6'] }],
                    about: ['equal-turns'],
                    ends: 'x',
                },
                {
                    id: 'armistice',
                    settings: {},
                    position:
                        '....r.g./.......l/.......c/......../......../C......./L......./.G.R.... x 22 22',
                },
                {
                    id: 'play',
                    settings: {},
                    about: ['equal-turns'],
                    play: [{}, { 'equal-turns': 'yes' }],
                },
            ],
        },
    ],
};

export default lesson;
