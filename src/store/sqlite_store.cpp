#include "store/sqlite_store.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <system_error>
#include <utility>

#include "store/teller.h"

namespace tavola::store {
namespace {

namespace fs = std::filesystem;

// Each step leads from one form of the file to the next; a step that has been published is never changed.
constexpr std::array migrations = {
    "CREATE TABLE games (id TEXT PRIMARY KEY, made INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX unfinished ON games (made) WHERE over = 0;"
    "CREATE TABLE events (game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " body TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;",
    // When something has to be done in each game. What is stored already is looked at once, which sets it right.
    "ALTER TABLE games ADD COLUMN due INTEGER;"
    "UPDATE games SET due = 0 WHERE over = 0;"
    "CREATE INDEX due ON games (due) WHERE due IS NOT NULL;"
    "CREATE TABLE runs (begin INTEGER PRIMARY KEY, alive INTEGER NOT NULL);",
};

// Runs of the server that lie so far back concern no clock.
constexpr std::int64_t runs_kept = std::chrono::milliseconds(std::chrono::days(120)).count();

Failure failure(std::string_view key, std::string found, std::string expected = {}) {
    return Failure(Error{.key = key, .what = "store", .found = std::move(found), .expected = std::move(expected)});
}

Failure doubt() { return failure("error.store.doubt", "the disk could not be synced"); }

Result<void> migrate(Database& database) {
    auto version = database.prepare("PRAGMA user_version");
    if (!version) return Failure(version.error());
    const auto row = version->step();
    if (!row) return Failure(row.error());
    const auto present = static_cast<std::size_t>(version->number(0));
    version->reset();
    if (present > migrations.size())
        return failure("error.store.newer", std::to_string(present), std::to_string(migrations.size()));
    for (std::size_t step = present; step < migrations.size(); ++step) {
        const std::string text = std::string("BEGIN IMMEDIATE;") + migrations[step] +
                                 "PRAGMA user_version = " + std::to_string(step + 1) + "; COMMIT;";
        if (auto done = database.run(text.c_str()); !done) return done;
    }
    return {};
}

}  // namespace

std::string reason() { return std::generic_category().message(errno); }

/// What is kept is nobody's business but the house's: seeds of dice, hashes of tokens and passwords. What an earlier version
/// left open to others is closed, and that is said.
Result<void> protect(const fs::path& path, mode_t mode) {
    struct stat state{};
    if (lstat(path.c_str(), &state) != 0) return {};  // not there yet
    if ((state.st_mode & 0777u & ~mode) == 0 || S_ISLNK(state.st_mode)) return {};
    // Somebody else's, or a folder for everybody such as /tmp: not ours to change.
    if (state.st_uid != geteuid() || (state.st_mode & S_ISVTX) != 0) {
        spdlog::warn("{} can be read by others, and is not ours to change", path.string());
        return {};
    }
    if (chmod(path.c_str(), mode) != 0) return failure("error.store.folder", path.string(), reason());
    spdlog::warn("{} could be read by others; now it cannot", path.string());
    return {};
}

/// The folder, and all files of a store in it; a file that is made now is nobody else's from the beginning. SQLite gives the
/// files that it makes beside the database the rights of that.
Result<void> protect_all(const fs::path& folder, const std::string& name) {
    // A folder in which anything else lies is not ours alone, and stays as it is.
    std::error_code fault;
    bool ours = true;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        const std::string found = at->path().filename().string();
        ours = ours && (found.starts_with(name) || found == "house.lock" || found == "tables");
    }
    if (ours) {
        if (auto done = protect(folder, 0700); !done) return done;
    }
    const int file = ::open((folder / name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return failure("error.store.folder", folder.string(), reason());
    ::close(file);
    for (const char* ending : {"", "-wal", "-shm", "-journal"})
        if (auto done = protect(folder / (name + ending), 0600); !done) return done;
    return protect(folder / "house.lock", 0600);
}

/// Makes a folder with all that leads to it; nobody else may look into the last one.
Result<void> make_folder(const fs::path& folder) {
    std::error_code fault;
    if (fs::is_directory(folder, fault)) return {};
    const fs::path above = fs::absolute(folder, fault).lexically_normal().parent_path();
    fs::create_directories(above, fault);
    if (fault) return failure("error.store.folder", folder.string(), fault.message());
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return failure("error.store.folder", folder.string(), reason());
    return {};
}

/// Held while the house is open; the system lets go of it when the program ends, however it ends.
struct SqliteStore::Lock {
    explicit Lock(const fs::path& path) : file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
    ~Lock() {
        if (file >= 0) ::close(file);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    int file;
};

struct SqliteStore::Writer {
    Database database;
    Statement begin, commit, rollback, savepoint, release, undo, game, event, touch;

    Result<void> prepare() {
        // Writes the file's first page as it is.
        const std::string touch_text = "PRAGMA user_version = " + std::to_string(migrations.size());
        const std::pair<Statement*, const char*> all[] = {
            {&begin, "BEGIN IMMEDIATE"},
            {&commit, "COMMIT"},
            {&rollback, "ROLLBACK"},
            {&savepoint, "SAVEPOINT addition"},
            {&release, "RELEASE addition"},
            {&undo, "ROLLBACK TO addition"},
            {&game,
             "INSERT INTO games (id, made, over, due) VALUES (?1, ?2, ?3, ?4)"
             " ON CONFLICT (id) DO UPDATE SET over = ?3, due = ?4 WHERE over <> ?3 OR due IS NOT ?4"},
            {&touch, touch_text.c_str()},
            {&event, "INSERT INTO events (game, number, at, body) VALUES (?1, ?2, ?3, ?4)"},
        };
        for (const auto& [statement, text] : all) {
            auto prepared = database.prepare(text);
            if (!prepared) return Failure(prepared.error());
            *statement = *std::move(prepared);
        }
        return {};
    }

    Result<void> add(const Addition& addition) {
        if (addition.game.empty()) return touch.run();  // only to see whether the disk takes it
        const std::int64_t made = addition.events.empty() ? 0 : addition.events.front().at;
        game.bind(1, addition.game).bind(2, made).bind(3, addition.over ? 1 : 0);
        if (addition.due && !addition.over)
            game.bind(4, *addition.due);
        else
            game.bind_null(4);
        if (auto kept = game.run(); !kept) return kept;
        for (const Entry& entry : addition.events) {
            event.bind(1, addition.game).bind(2, entry.number).bind(3, entry.at).bind(4, entry.body);
            if (auto kept = event.run(); !kept) return kept;
        }
        return {};
    }

    /// One addition within a transaction, whole or not at all.
    Result<void> add_whole(const Addition& addition) {
        if (auto begun = savepoint.run(); !begun) return begun;
        auto kept = add(addition);
        if (!kept) {
            if (auto undone = undo.run(); !undone) return undone;
        }
        if (auto released = release.run(); !released) return released;
        return kept;
    }

    /// All of them in one transaction. If that is lost, none is kept; unless a sync failed, and then nobody knows: the
    /// frames are in the log, and whoever opens it next may find them.
    Result<void> add_all(std::vector<WriteQueue::Waiting>& batch) {
        const bool broken = Database::sync_failed();
        auto kept = broken ? Result<void>() : try_all(batch);
        // A commit that succeeds is durable though a sync failed after it, in a checkpoint: that one will be repeated.
        if (!Database::sync_failed() || (kept && !broken)) return kept;
        return doubt();
    }

    Result<void> try_all(std::vector<WriteQueue::Waiting>& batch) {
        if (auto begun = begin.run(); !begun) return begun;
        for (WriteQueue::Waiting& one : batch) {
            one.result = add_whole(one.addition);
            if (!database.in_transaction()) return one.result;
        }
        auto committed = commit.run();
        if (!committed && database.in_transaction()) std::ignore = rollback.run();
        return committed;
    }
};

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const fs::path& folder) {
    if (auto made = make_folder(folder); !made) return Failure(made.error());
    std::unique_ptr<SqliteStore> store(new SqliteStore);
    store->lock_ = std::make_unique<Lock>(folder / "house.lock");
    if (store->lock_->file < 0)
        return failure("error.store.folder", folder.string(), std::generic_category().message(errno));
    if (flock(store->lock_->file, LOCK_EX | LOCK_NB) != 0) return failure("error.store.taken", folder.string());

    const fs::path path = store->file_ = folder / file_name;
    if (auto kept = protect_all(folder, file_name); !kept) return Failure(kept.error());
    store->writer_ = std::make_unique<Writer>();
    for (Database* database : {&store->writer_->database, &store->reader_}) {
        auto opened = Database::open(path);
        if (!opened) return Failure(opened.error());
        *database = *std::move(opened);
        if (auto set =
                database->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
            !set)
            return Failure(set.error());
    }
    if (auto migrated = migrate(store->writer_->database); !migrated) return Failure(migrated.error());
    // What is found in the log may never have reached the disk: its server may have been killed before the sync, or because
    // of a failed one. Before anybody is told of it, it is written once more, into the database, and synced there. (A disk
    // that is full takes it later.)
    std::ignore = store->writer_->database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    if (Database::sync_failed()) return failure("error.store.sync", path.string());
    if (auto prepared = store->writer_->prepare(); !prepared) return Failure(prepared.error());
    auto events =
        store->reader_.prepare("SELECT number, at, body FROM events WHERE game = ?1 AND number > ?2 ORDER BY number");
    if (!events) return Failure(events.error());
    store->read_events_ = *std::move(events);
    auto unfinished = store->reader_.prepare("SELECT id FROM games WHERE over = 0 ORDER BY made");
    if (!unfinished) return Failure(unfinished.error());
    store->read_unfinished_ = *std::move(unfinished);
    auto due = store->reader_.prepare(
        "SELECT due, id FROM games WHERE due IS NOT NULL AND due <= ?1 AND (due, id) > (?2, ?3) ORDER BY due, id "
        "LIMIT ?4");
    if (!due) return Failure(due.error());
    store->read_due_ = *std::move(due);
    auto over = store->reader_.prepare("SELECT over FROM games WHERE id = ?1");
    if (!over) return Failure(over.error());
    store->read_over_ = *std::move(over);
    store->queue_.emplace([writer = store->writer_.get()](auto& batch) { return writer->add_all(batch); });
    return store;
}

SqliteStore::SqliteStore() = default;

SqliteStore::~SqliteStore() {
    queue_.reset();
    if (!Database::sync_failed()) return;
    // What is in the log is for the next server to judge.
    if (writer_) writer_->database.keep_log();
    reader_.keep_log();
}

void SqliteStore::append(Addition addition, Done done) { queue_->add(std::move(addition), std::move(done)); }

bool SqliteStore::broken() const noexcept { return Database::sync_failed(); }

void SqliteStore::probe(Done done) {
    queue_->add({}, [this, done = std::move(done)](Result<void> kept) {
        if (!kept) return done(std::move(kept));
        Store::probe(done);
    });
}

Result<std::vector<Entry>> SqliteStore::events(std::string_view game, std::int64_t after) {
    const std::lock_guard guard(reading_);
    read_events_.bind(1, game).bind(2, after);
    std::vector<Entry> result;
    auto more = read_events_.step();
    for (; more && *more; more = read_events_.step())
        result.push_back({read_events_.number(0), read_events_.number(1), read_events_.text(2)});
    read_events_.reset();
    if (!more) return Failure(more.error());
    return result;
}

Result<std::vector<std::string>> SqliteStore::unfinished() {
    const std::lock_guard guard(reading_);
    std::vector<std::string> result;
    auto more = read_unfinished_.step();
    for (; more && *more; more = read_unfinished_.step()) result.push_back(read_unfinished_.text(0));
    read_unfinished_.reset();
    if (!more) return Failure(more.error());
    return result;
}

Result<std::vector<Due>> SqliteStore::due(std::int64_t until, const Due& after, std::size_t most) {
    const std::lock_guard guard(reading_);
    read_due_.bind(1, until).bind(2, after.at).bind(3, after.game).bind(4, static_cast<std::int64_t>(most));
    std::vector<Due> result;
    auto more = read_due_.step();
    for (; more && *more; more = read_due_.step()) result.push_back({read_due_.number(0), read_due_.text(1)});
    read_due_.reset();
    if (!more) return Failure(more.error());
    return result;
}

Result<std::vector<Run>> SqliteStore::runs() {
    const std::lock_guard guard(reading_);
    auto rows = reader_.prepare("SELECT begin, alive FROM runs ORDER BY begin");
    if (!rows) return Failure(rows.error());
    std::vector<Run> result;
    auto more = rows->step();
    for (; more && *more; more = rows->step()) result.push_back({rows->number(0), rows->number(1)});
    if (!more) return Failure(more.error());
    return result;
}

Result<void> SqliteStore::note_running(std::int64_t at, bool begins) {
    if (broken()) return doubt();
    // On a connection of its own, as a game is erased.
    auto database = Database::open(file_);
    if (!database) return Failure(database.error());
    const std::string text = std::to_string(at);
    const std::string forget = "DELETE FROM runs WHERE alive < " + std::to_string(at - runs_kept) + "; ";
    const std::string note =
        "UPDATE runs SET alive = max(alive, " + text + ") WHERE begin = (SELECT max(begin) FROM runs)";
    const std::string begin =
        forget + "INSERT OR REPLACE INTO runs (begin, alive) VALUES (" + text + ", " + text + ")";
    return database->run((begins ? begin : note).c_str());
}

Result<std::vector<std::string>> SqliteStore::unfinished_of(const std::vector<std::string>& games) {
    const std::lock_guard guard(reading_);
    std::vector<std::string> result;
    for (const std::string& game : games) {
        const auto found = read_over_.bind(1, game).step();
        const bool unfinished = found && *found && read_over_.number(0) == 0;
        read_over_.reset();
        if (!found) return Failure(found.error());
        if (unfinished) result.push_back(game);
    }
    return result;
}

Result<void> SqliteStore::erase(const std::string& game) {
    if (broken()) return doubt();
    // On a connection of its own, for which the writer waits a moment.
    auto database = Database::open(file_);
    if (!database) return Failure(database.error());
    // What is erased is overwritten, too, in the file and in the log beside it.
    if (auto set = database->run("PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE"); !set)
        return set;
    for (const char* text : {"DELETE FROM events WHERE game = ?1", "DELETE FROM games WHERE id = ?1"}) {
        auto statement = database->prepare(text);
        if (!statement) return Failure(statement.error());
        if (auto erased = statement->bind(1, game).run(); !erased) return erased;
    }
    return database->run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<void> SqliteStore::read_all(const Tell& tell) {
    const std::lock_guard guard(reading_);
    auto rows = reader_.prepare(
        "SELECT id, over, number, at, body FROM games JOIN events ON game = id ORDER BY made, id, number");
    if (!rows) return Failure(rows.error());
    Teller teller(tell);
    auto more = rows->step();
    for (; more && *more; more = rows->step()) {
        auto told =
            teller.add(rows->text(0), rows->number(1) != 0, {rows->number(2), rows->number(3), rows->text(4)});
        if (!told) return told;
    }
    if (!more) return Failure(more.error());
    return teller.finish();
}

Result<void> SqliteStore::back_up(const fs::path& folder, const fs::path& file) {
    if (std::error_code fault; !fs::exists(folder / file_name, fault))
        return failure("error.store.none", folder.string());
    auto database = Database::open(folder / file_name);
    if (!database) return Failure(database.error());
    auto copy = database->prepare("VACUUM INTO ?1");
    if (!copy) return Failure(copy.error());
    const std::string name = file.string();
    if (auto copied = copy->bind(1, name).run(); !copied) return copied;
    // A copy that cannot be read back is none.
    auto copied = Database::open(file);
    if (!copied) return Failure(copied.error());
    auto check = copied->prepare("PRAGMA integrity_check");
    if (!check) return Failure(check.error());
    const auto found = check->step();
    if (!found) return Failure(found.error());
    if (check->text(0) != "ok") return failure("error.store.write", check->text(0));
    return {};
}

}  // namespace tavola::store
