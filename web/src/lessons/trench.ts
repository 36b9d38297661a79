import type { Lesson } from './types';

const lesson: Lesson = {
    game: 'trench',
    chapters: [{ id: 'x', steps: [{ id: 'play', settings: {}, play: [{}] }] }],
};

export default lesson;
