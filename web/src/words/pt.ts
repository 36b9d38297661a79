// All that the pages say in this language, but for the courses.
import program from '../../../words/pt.json';
import board from './pt/board.json';
import match from './pt/match.json';
import pages from './pt/pages.json';
import study from './pt/study.json';

export default { ...program, ...pages, ...match, ...board, ...study } as Record<string, string>;
