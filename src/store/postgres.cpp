#include "store/postgres.h"

#include <sys/socket.h>

#include <algorithm>
#include <utility>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
// libpqxx 6.4 forgets one result, some 2 kB, each time a connection is lost in the middle of a statement.
extern "C" const char* __lsan_default_suppressions() { return "leak:libpqxx"; }
#endif
#endif

namespace tavola::store {
namespace {

/// What a way over a network needs so that a lost one is noticed; an address may say otherwise.
std::string with_defaults(std::string url) {
    for (const std::string_view setting :
         {"connect_timeout=2", "keepalives_idle=15", "keepalives_interval=5", "keepalives_count=3",
          "tcp_user_timeout=10000", "client_encoding=UTF8", "application_name=tavola"}) {
        if (url.find(setting.substr(0, setting.find('=') + 1)) != url.npos) continue;
        url.append(url.find('?') == url.npos ? "?" : "&").append(setting);
    }
    return url;
}

}  // namespace

Watchdog::Watchdog() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

void Watchdog::watch(int socket) {
    const std::lock_guard guard(mutex_);
    socket_ = socket;
    changed_.notify_all();
}

void Watchdog::allow(std::optional<Time> deadline) {
    const std::lock_guard guard(mutex_);
    deadline_ = deadline;
    changed_.notify_all();
}

void Watchdog::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (socket_ < 0 || !deadline_) {
            changed_.wait(lock, stop, [this] { return socket_ >= 0 && deadline_; });
        } else if (const Time at = *deadline_; std::chrono::steady_clock::now() < at) {
            // By a copy: the time is read while the lock is not held.
            changed_.wait_until(lock, stop, at, [this, at] { return deadline_ != at; });
        } else {
            // Whoever waits for it hears at once that the connection is lost.
            shutdown(std::exchange(socket_, -1), SHUT_RDWR);
        }
    }
}

Session::Session(const std::string& url, int timeout) : url_(with_defaults(url)), timeout_(timeout) {}

void Session::limit(std::optional<Watchdog::Time> deadline) {
    if (deadline && !watchdog_) watchdog_ = std::make_unique<Watchdog>();
    if (watchdog_) watchdog_->allow(deadline);
}

pqxx::connection& Session::get_bare() {
    if (connection_ && connection_->is_open()) return *connection_;
    drop();
    auto made = std::make_unique<pqxx::connection>(url_);
    // Notices are not for whoever sits before the program's terminal.
    auto quiet = std::make_unique<pqxx::quiet_errorhandler>(*made);
    connection_ = std::move(made);
    quiet_ = std::move(quiet);
    if (watchdog_) watchdog_->watch(connection_->sock());
    connection_->set_variable("synchronous_commit", "on");
    connection_->set_variable("statement_timeout", std::to_string(timeout_));
    return *connection_;
}

pqxx::connection& Session::get() {
    if (!prepared_) drop();  // nothing half prepared is gone on with
    pqxx::connection& connection = get_bare();
    if (prepared_) return connection;
    // libpqxx 6 sends them when they are first used, 7 at once.
    connection.prepare(statement::add_games,
                       "INSERT INTO games (id, made, over, due)"
                       " SELECT * FROM unnest($1::text[], $2::bigint[], $3::boolean[], $4::bigint[])"
                       " ON CONFLICT (id) DO UPDATE SET over = excluded.over, due = excluded.due"
                       " WHERE games.over <> excluded.over OR games.due IS DISTINCT FROM excluded.due");
    connection.prepare(
        statement::add_events,
        // An event whose predecessor must be stored already, and is not, gets no number, which is refused.
        "INSERT INTO events (game, number, at, body)"
        " SELECT game, CASE WHEN NOT first THEN number ELSE (SELECT before.number + 1 FROM events AS before"
        " WHERE before.game = added.game AND before.number = added.number - 1) END, at, body"
        " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[])"
        " AS added (game, number, at, body, first)");
    connection.prepare(statement::notify, "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told");
    connection.prepare(statement::time, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    connection.prepare(statement::events,
                       "SELECT number, at, body FROM events WHERE game = $1 AND number > $2 ORDER BY number");
    connection.prepare(statement::unfinished, "SELECT id FROM games WHERE NOT over ORDER BY made");
    connection.prepare(statement::due,
                       "SELECT due, id FROM games WHERE due IS NOT NULL AND NOT over AND due <= $1"
                       " AND (due, id) > ($2, $3 COLLATE \"C\") ORDER BY due, id LIMIT $4");
    connection.prepare(statement::unfinished_of, "SELECT id FROM games WHERE NOT over AND id = ANY($1::text[])");
    prepared_ = true;
    return connection;
}

void Session::drop() noexcept {
    prepared_ = false;
    if (watchdog_) watchdog_->watch(-1);  // before the number of its socket is given to another
    quiet_.reset();
    connection_.reset();
}

void Array::add(std::string_view text) {
    text_ += text_.size() == 1 ? "\"" : ",\"";
    for (const char letter : text) {
        // Texts end at a zero on their way there: it must not be lost on the quiet.
        if (letter == '\0') throw pqxx::data_exception("a text with a zero byte", {}, "22021");
        if (letter == '"' || letter == '\\') text_ += '\\';
        text_ += letter;
    }
    text_ += '"';
}

bool own_fault(const pqxx::sql_error& fault) {
    // Classes of SQLSTATE: bad data, violated constraint, beyond some limit.
    const std::string_view group = std::string_view(fault.sqlstate()).substr(0, 2);
    return group == "22" || group == "23" || group == "54";
}

Error error_of(std::string_view key, const std::exception& fault) {
    std::string text = fault.what();
    text.resize(std::min(text.size(), text.find('\n')));
    return {.key = key, .what = "store", .found = std::move(text)};
}

}  // namespace tavola::store
