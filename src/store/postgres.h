// Sessions with PostgreSQL through libpqxx, which end when the connection is lost and can be begun again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <pqxx/pqxx>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"

namespace tavola::store {

// libpqxx 6 (Debian 12) and 7 (Debian 13) have other names for it.
#if PQXX_VERSION_MAJOR < 7
inline constexpr auto read_only = pqxx::read_only;
#else
inline constexpr auto read_only = pqxx::write_policy::read_only;
#endif

/// Statements that the writer and the reader use, by name.
namespace statement {
inline constexpr const char* add_games = "add_games";
inline constexpr const char* add_events = "add_events";
inline constexpr const char* notify = "notify";
inline constexpr const char* time = "time";
inline constexpr const char* events = "events";
inline constexpr const char* unfinished = "unfinished";
inline constexpr const char* due = "due";
inline constexpr const char* unfinished_of = "unfinished_of";
}  // namespace statement

/// Ends a connection on which somebody has waited too long. libpq has no limit of its own for a server that is there and
/// says nothing.
class Watchdog {
  public:
    using Time = std::chrono::steady_clock::time_point;
    Watchdog();
    void watch(int socket);  ///< of the connection; -1: there is none
    void allow(std::optional<Time> deadline);

  private:
    void run(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any changed_;
    int socket_ = -1;
    std::optional<Time> deadline_;
    std::jthread thread_;
};

class Session {
  public:
    /// A statement is given up after so many milliseconds; 0: never.
    Session(const std::string& url, int timeout);
    /// The connection, made now if there is none. What goes wrong, here and with it, is thrown by libpqxx.
    pqxx::connection& get();
    /// The same without the statements above: what they speak of may have yet to be made.
    pqxx::connection& get_bare();
    void drop() noexcept;
    /// From now on the connection ends at that time, whoever waits for it, and one that is made later, too. (Making one has
    /// a limit of its own.) Without a time: it may take as long as it likes.
    void limit(std::optional<Watchdog::Time> deadline);

  private:
    std::string url_;
    int timeout_;
    bool prepared_ = false;
    std::unique_ptr<Watchdog> watchdog_;
    std::unique_ptr<pqxx::connection> connection_;
    std::unique_ptr<pqxx::quiet_errorhandler> quiet_;
};

/// A parameter of an array type, written as PostgreSQL reads it.
class Array {
  public:
    void add(std::string_view text);
    void add(std::int64_t number) { add(std::string_view(std::to_string(number))); }
    void add_null() { text_ += text_.size() == 1 ? "NULL" : ",NULL"; }
    std::string text() const { return text_ + '}'; }

  private:
    std::string text_ = "{";
};

/// Whether it was what we wanted to store that was at fault, and not the database or the way to it.
bool own_fault(const pqxx::sql_error& fault);

/// In one line.
Error error_of(std::string_view key, const std::exception& fault);

}  // namespace tavola::store
