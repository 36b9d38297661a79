// SQLite's C interface, as far as it is used here, with owners for what must be given back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tavola::store {

/// A prepared statement. Its parameters are counted from 1, its columns from 0.
class Statement {
  public:
    Statement() = default;
    Statement& bind(int parameter, std::int64_t value);
    Statement& bind(int parameter, std::string_view text);  ///< which must live until the statement has run
    Statement& bind_null(int parameter);
    /// To the next row; false when there is none any more.
    Result<bool> step();
    /// Runs it to its end, whatever it returns, and makes it ready for the next time.
    Result<void> run();
    void reset();
    std::int64_t number(int column) const;
    std::string text(int column) const;

  private:
    friend class Database;
    struct Close {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Close> statement_;
};

class Database {
  public:
    static Result<Database> open(const std::filesystem::path& path);
    Result<void> run(const char* statements);
    Result<Statement> prepare(std::string_view text);
    /// False also when a transaction has ended by itself, because the disk is full or broken.
    bool in_transaction() const;
    /// Whether any sync of any database has failed since the program began, also one that SQLite reports to nobody because
    /// it belongs to a checkpoint after a commit.
    static bool sync_failed() noexcept;
    /// Closing it will leave the log beside it as it is.
    void keep_log();

  private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace tavola::store
