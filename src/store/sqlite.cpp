#include "store/sqlite.h"

#include <sqlite3.h>

#include <atomic>
#include <tuple>

namespace tavola::store {
namespace {

std::atomic<bool> any_sync_failed = false;

/// SQLite logs each failed sync, whoever asked for it.
void note_error(void* /*context*/, int code, const char* /*message*/) {
    if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC) any_sync_failed = true;
}

/// Before SQLite is used for the first time.
void watch_syncs() {
    static const int done = sqlite3_config(SQLITE_CONFIG_LOG, note_error, nullptr);
    std::ignore = done;
}

Failure failure(sqlite3* database) {
    const int code = sqlite3_extended_errcode(database);
    const bool exists = code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE;
    const bool synced = code != SQLITE_IOERR_FSYNC && code != SQLITE_IOERR_DIR_FSYNC;
    return Failure(Error{.key = exists   ? "error.store.conflict"
                                : synced ? "error.store.write"
                                         : "error.store.doubt",
                         .what = "store",
                         .found = sqlite3_errmsg(database)});
}

}  // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement& Statement::bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), parameter, value);
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
    // No copy is made; a text without bytes must not become NULL.
    const char* const bytes = text.empty() ? "" : text.data();
    sqlite3_bind_text64(statement_.get(), parameter, bytes, text.size(), nullptr, SQLITE_UTF8);
    return *this;
}

Statement& Statement::bind_null(int parameter) {
    sqlite3_bind_null(statement_.get(), parameter);
    return *this;
}

Result<bool> Statement::step() {
    switch (sqlite3_step(statement_.get())) {
        case SQLITE_ROW: return true;
        case SQLITE_DONE: return false;
        default: return failure(sqlite3_db_handle(statement_.get()));
    }
}

Result<void> Statement::run() {
    Result<bool> more = true;
    while (more && *more) more = step();
    reset();
    if (!more) return Failure(std::move(more).error());
    return {};
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return size == 0 ? std::string() : std::string(bytes, size);
}

Result<Database> Database::open(const std::filesystem::path& path) {
    watch_syncs();
    Database result;
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    result.database_.reset(opened);
    if (code != SQLITE_OK) return failure(opened);
    sqlite3_busy_timeout(opened, 5000);
    return result;
}

Result<void> Database::run(const char* statements) {
    if (sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failure(database_.get());
    return {};
}

bool Database::sync_failed() noexcept { return any_sync_failed; }

void Database::keep_log() {
    sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, static_cast<int*>(nullptr));
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

Result<Statement> Database::prepare(std::string_view text) {
    Statement result;
    sqlite3_stmt* prepared = nullptr;
    const int code = sqlite3_prepare_v3(database_.get(), text.data(), static_cast<int>(text.size()),
                                        SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
    result.statement_.reset(prepared);
    if (code != SQLITE_OK) return failure(database_.get());
    return result;
}

}  // namespace tavola::store
