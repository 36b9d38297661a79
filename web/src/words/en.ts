// All that the pages say in this language, but for the courses.
import program from '../../../words/en.json';
import board from './en/board.json';
import match from './en/match.json';
import pages from './en/pages.json';
import study from './en/study.json';

export default { ...program, ...pages, ...match, ...board, ...study } as Record<string, string>;
