// What is kept, and that it is kept: SQLite, PostgreSQL, exchange between them.
import { gtest } from './kinds.mjs';

const sqlite = gtest('store_test', 'Engines/StoreTest.*/sqlite:SqliteStoreTest.*');
const postgres = gtest('store_test', 'Engines/StoreTest.*/postgres:PostgresStore.*');
const exchange = gtest('store_test', '*ExchangeTest.*/sqlite_to_sqlite');
const lite = 'src/store/sqlite_store.cpp';

export default [
    {
        id: 'sqlite-commits-not-synced',
        file: lite,
        find: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
        replace: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
        tests: [sqlite],
    },
    {
        id: 'sqlite-erasure-not-synced',
        file: lite,
        find: 'PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE',
        replace: 'PRAGMA secure_delete = ON; PRAGMA synchronous = OFF; BEGIN IMMEDIATE',
        tests: [sqlite],
    },
    {
        id: 'sqlite-erased-bytes-stay',
        file: lite,
        find: 'PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE',
        replace: 'PRAGMA secure_delete = OFF; PRAGMA synchronous = FULL; BEGIN IMMEDIATE',
        tests: [sqlite],
    },
    {
        id: 'sqlite-half-an-addition-kept',
        file: lite,
        find: 'if (auto undone = undo.run(); !undone) return undone;',
        replace: '',
        tests: [sqlite],
    },
    {
        id: 'sqlite-two-servers-a-folder',
        file: lite,
        find: 'if (flock(store->lock_->file, LOCK_EX | LOCK_NB) != 0)',
        replace: 'if (flock(store->lock_->file, LOCK_SH | LOCK_NB) != 0)',
        tests: [sqlite],
    },
    {
        id: 'sqlite-events-from-the-number-itself',
        file: lite,
        find: 'WHERE game = ?1 AND number > ?2 ORDER BY number',
        replace: 'WHERE game = ?1 AND number >= ?2 ORDER BY number',
        tests: [sqlite],
    },
    {
        id: 'sqlite-events-in-any-order',
        file: lite,
        find: 'WHERE game = ?1 AND number > ?2 ORDER BY number',
        replace: 'WHERE game = ?1 AND number > ?2 ORDER BY number DESC',
        tests: [sqlite],
    },
    {
        id: 'sqlite-newer-file-opened',
        file: lite,
        find: 'if (present > migrations.size())',
        replace: 'if (present > migrations.size() + 1000)',
        tests: [sqlite],
    },
    {
        id: 'sqlite-finished-games-unfinished',
        file: lite,
        find: 'game.bind(1, addition.game).bind(2, made).bind(3, addition.over ? 1 : 0);',
        replace: 'game.bind(1, addition.game).bind(2, made).bind(3, 0);',
        tests: [sqlite],
    },
    {
        id: 'sqlite-due-after-the-end',
        file: lite,
        find: 'if (addition.due && !addition.over)',
        replace: 'if (addition.due)',
        tests: [sqlite],
    },
    {
        id: 'sqlite-conflict-is-a-full-disk',
        file: 'src/store/sqlite.cpp',
        find: 'code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE;',
        replace: 'code == SQLITE_CONSTRAINT_UNIQUE;',
        tests: [sqlite],
    },
    {
        id: 'postgres-commits-not-synced',
        file: 'src/store/postgres.cpp',
        find: 'connection_->set_variable("synchronous_commit", "on");',
        replace: '',
        tests: [postgres],
    },
    {
        id: 'postgres-doubt-told-as-refusal',
        file: 'src/store/postgres_store.cpp',
        find: 'doubtful_ = doubtful_ || committing;',
        replace: '',
        tests: [postgres],
    },
    {
        id: 'postgres-one-bad-addition-spoils-all',
        file: 'src/store/postgres_store.cpp',
        find: 'if (attempt.end == Attempt::refused && some.size() > 1) {',
        replace: 'if (attempt.end == Attempt::lost && some.size() > 1) {',
        tests: [postgres],
    },
    {
        id: 'import-without-check-of-the-sum',
        file: 'src/store/exchange.cpp',
        find: 'if (line != last_line(count, sum)) return failure("error.export.sum");',
        replace: 'std::ignore = last_line(count, sum);',
        tests: [exchange],
    },
    {
        id: 'import-over-another-game',
        file: 'src/store/exchange.cpp',
        find: 'if (here != stored->end() && there != game.events.end()) return failure("error.export.differs", game.game);',
        replace: '',
        tests: [exchange],
    },
    {
        id: 'import-numbers-twice',
        file: 'src/store/exchange.cpp',
        find: 'if (entry.number <= (game.events.empty() ? 0 : game.events.back().number)) return {};',
        replace: 'if (entry.number < (game.events.empty() ? 0 : game.events.back().number)) return {};',
        tests: [exchange],
    },
];
