// The kinds of tests that a mutant may name. Each says what has to be built for it.

/** Tests of a program that CMake builds from tests/. */
export const gtest = (target, filter = '*') => ({ kind: 'gtest', target, filter });

/** A file of Node's tests that needs the program: server, command line. */
export const node = (file, pattern) => ({ kind: 'node', target: 'tavola', file, ...(pattern ? { pattern } : {}) });

/** A file of the pages' unit tests. */
export const vitest = (file, pattern) => ({ kind: 'vitest', file: `tests/unit/${file}`, ...(pattern ? { pattern } : {}) });
