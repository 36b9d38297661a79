#include "store/postgres_store.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "store/postgres.h"
#include "store/teller.h"
#include "store/write_queue.h"

namespace tavola::store {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::milliseconds;
using Time = std::chrono::steady_clock::time_point;
using Waiting = WriteQueue::Waiting;

constexpr int longest_statement = 10'000;  // in milliseconds, where somebody waits for it
constexpr auto long_silence = 1s;
constexpr auto shortest_attempt = 1s;  // to write, though the time of whoever waits is almost over
constexpr auto longest_read = 3s;
constexpr auto longest_erasure = 5s;
constexpr auto longest_beginning = 10s;  // until a listener listens
constexpr const char* events_channel = "tavola_events";
constexpr const char* news_channel = "tavola_news";
// Held by every house that is open. The number is "tavola", and one.
constexpr const char* share_house = "SELECT pg_advisory_lock_shared(127961947663458)";

// Each step leads from one form of the database to the next; a step that has been published is never changed.
constexpr std::array migrations = {
    "CREATE TABLE games (id text COLLATE \"C\" PRIMARY KEY, made bigint NOT NULL, over boolean NOT NULL);"
    "CREATE INDEX unfinished ON games (made) WHERE NOT over;"
    "CREATE TABLE events (game text COLLATE \"C\" NOT NULL REFERENCES games (id), number bigint NOT NULL,"
    " at bigint NOT NULL, body text NOT NULL, PRIMARY KEY (game, number));",
    // When something has to be done in each game. What is stored already, or is stored by a server of an earlier version that
    // still runs, is looked at once, which sets it right.
    "ALTER TABLE games ADD COLUMN due bigint DEFAULT 0;"
    "UPDATE games SET due = NULL WHERE over;"
    "CREATE INDEX due ON games (due, id) WHERE due IS NOT NULL AND NOT over;"
    "CREATE TABLE runs (begin bigint PRIMARY KEY, alive bigint NOT NULL);",
};

// Runs of servers that lie so far back concern no clock.
constexpr std::int64_t runs_kept = Milliseconds(std::chrono::days(120)).count();

Result<void> migrate(pqxx::connection& connection) {
    pqxx::work work(connection);
    // One house at a time; the lock ends with the transaction. The number is "tavola".
    work.exec("SELECT pg_advisory_xact_lock(127961947663457)");
    work.exec("CREATE TABLE IF NOT EXISTS store_version (number bigint NOT NULL)");
    const auto rows = work.exec("SELECT number FROM store_version");
    const auto present = rows.empty() ? std::size_t{0} : rows[0][0].as<std::size_t>();
    if (present > migrations.size())
        return Failure(Error{.key = "error.store.newer",
                             .what = "store",
                             .found = std::to_string(present),
                             .expected = std::to_string(migrations.size())});
    if (present == migrations.size()) return {};
    for (std::size_t step = present; step < migrations.size(); ++step) work.exec(migrations[step]);
    work.exec("DELETE FROM store_version");
    work.exec_params("INSERT INTO store_version VALUES ($1)", migrations.size());
    work.commit();
    return {};
}

std::vector<Entry> entries_of(const pqxx::result& rows) {
    std::vector<Entry> result;
    result.reserve(static_cast<std::size_t>(std::distance(rows.begin(), rows.end())));
    for (const auto& row : rows)
        result.push_back({row[0].as<std::int64_t>(), row[1].as<std::int64_t>(), row[2].as<std::string>()});
    return result;
}

/// Longer and longer pauses between attempts.
class Pause {
  public:
    Milliseconds next() { return std::exchange(next_, std::min(next_ * 2, Milliseconds(1s))); }

  private:
    Milliseconds next_ = 20ms;
};

/// Games in which an addition was given up in the middle of its commit. It may be there, or may yet come to be there, until
/// another addition with its number is stored, or refused because of it: that waits for the transaction.
class Doubts {
  public:
    bool contains(std::string_view game) const {
        const std::lock_guard guard(mutex_);
        return games_.contains(game);
    }
    void add(const std::string& game) {
        const std::lock_guard guard(mutex_);
        games_.insert(game);
    }
    void remove(const std::string& game) {
        const std::lock_guard guard(mutex_);
        games_.erase(game);
    }

  private:
    mutable std::mutex mutex_;
    std::set<std::string, std::less<>> games_;
};

class Writer {
  public:
    Writer(const std::string& url, std::string sender, Milliseconds patience, Doubts& doubts)
        : session_(url, longest_statement), sender_(std::move(sender)), patience_(patience), doubts_(doubts) {}

    Result<void> write(std::vector<Waiting>& batch) {
        doubtful_ = false;
        write(batch, batch.front().since + patience_);
        return {};
    }

  private:
    struct Attempt {
        enum End { kept, refused, lost } end;
        Error error = {};
    };

    void write(std::span<Waiting> some, Time deadline) {
        const Attempt attempt = try_until(deadline, some);
        if (attempt.end == Attempt::refused && some.size() > 1) {
            // One of them cannot be kept, and the others are not to suffer from it.
            const std::size_t half = some.size() / 2;
            write(some.first(half), deadline);
            write(some.subspan(half), deadline);
            return;
        }
        for (Waiting& one : some) {
            const std::string& game = one.addition.game;
            const bool settled = attempt.end == Attempt::kept || another_was_first(attempt.error);
            if (!one.addition.events.empty() && settled) doubts_.remove(game);
            if (attempt.end == Attempt::kept) continue;
            if (!one.addition.events.empty() && attempt.end == Attempt::lost && doubtful_) doubts_.add(game);
            one.result = Failure(attempt.error);
            // What is sent again may be what is in doubt.
            if (attempt.end == Attempt::lost && doubts_.contains(game))
                one.result =
                    Failure(Error{.key = "error.store.doubt", .what = "store", .found = attempt.error.found});
        }
    }

    /// Until they are kept, refused, or the time is over.
    Attempt try_until(Time deadline, std::span<Waiting> some) {
        for (Pause pause;;) {
            session_.limit(std::max(deadline, std::chrono::steady_clock::now() + shortest_attempt));
            Attempt attempt = try_once(some);
            session_.limit({});
            if (attempt.end != Attempt::lost) return attempt;
            const Milliseconds rest = pause.next();
            if (std::chrono::steady_clock::now() + rest >= deadline) return attempt;
            std::this_thread::sleep_for(rest);
        }
    }

    Attempt try_once(std::span<Waiting> some) {
        bool committing = false;
        try {
            pqxx::connection& connection = session_.get();
            try {
                pqxx::work work(connection);
                add(work, some);
                committing = true;
                work.commit();
                return {Attempt::kept};
            } catch (const pqxx::sql_error& fault) {
                if (!own_fault(fault)) throw;
                if (doubtful_ && some.size() == 1 && is_stored(connection, some.front().addition))
                    return {Attempt::kept};
                const bool taken = fault.sqlstate() == "23505", no_number = fault.sqlstate() == "23502";
                const auto key = taken ? "error.store.conflict" : no_number ? "error.store.gap" : "error.store.write";
                return {Attempt::refused, error_of(key, fault)};
            }
        } catch (const std::exception& fault) {
            session_.drop();
            // If the connection is lost while it ends, a transaction may have been kept. To try again is right either
            // way: if it was, its numbers are taken, and by the same events.
            doubtful_ = doubtful_ || committing;
            return {Attempt::lost, error_of("error.store.unreachable", fault)};
        }
    }

    void add(pqxx::work& work, std::span<const Waiting> some) const {
        // A game once, however many additions it has got; sorted, so that two houses never wait for each other.
        struct Summary {
            std::int64_t made = 0, last = 0;
            bool over = false;
            std::optional<std::int64_t> due = {};
        };
        std::map<std::string_view, Summary> games;
        Array game, number, at, body, head;
        for (const Waiting& one : some) {
            if (one.addition.game.empty()) {
                // Only to see whether the database commits: a record of its log that nobody reads.
                work.exec("SELECT pg_logical_emit_message(true, 'tavola', '')");
                continue;
            }
            const auto& events = one.addition.events;
            const auto [found, fresh] = games.try_emplace(one.addition.game);
            if (fresh && !events.empty()) found->second.made = events.front().at;
            found->second.over = one.addition.over;
            found->second.due = one.addition.over ? std::nullopt : one.addition.due;
            for (const Entry& entry : events) {
                // The event before it is written with it, or must be stored already.
                head.add(entry.number > 1 && entry.number != found->second.last + 1 ? "t" : "f");
                found->second.last = std::max(found->second.last, entry.number);
                game.add(one.addition.game);
                number.add(entry.number);
                at.add(entry.at);
                body.add(entry.body);
            }
        }
        Array id, made, over, due, told;
        for (const auto& [name, summary] : games) {
            id.add(name);
            made.add(summary.made);
            over.add(summary.over ? "t" : "f");
            summary.due ? due.add(*summary.due) : due.add_null();
            told.add(sender_ + ' ' + std::to_string(summary.last) + ' ' + std::string(name));
        }
        if (games.empty()) return;
        work.exec_prepared(statement::add_games, id.text(), made.text(), over.text(), due.text());
        work.exec_prepared(statement::add_events, game.text(), number.text(), at.text(), body.text(), head.text());
        work.exec_prepared(statement::notify, events_channel, told.text());
    }

    static bool is_stored(pqxx::connection& connection, const Addition& addition) {
        if (addition.events.empty()) return false;
        pqxx::nontransaction work(connection);
        const auto stored =
            entries_of(work.exec_prepared(statement::events, addition.game, addition.events.front().number - 1));
        return stored.size() >= addition.events.size() &&
               std::equal(addition.events.begin(), addition.events.end(), stored.begin());
    }

    Session session_;
    const std::string sender_;
    const Milliseconds patience_;
    Doubts& doubts_;
    bool doubtful_ = false;  // whether some of the present batch may have been kept after all
};

/// Hears of the events of others, and what they announce, on a thread and a connection of its own.
class Listener {
  public:
    Listener(const std::string& url, std::string sender, const Doubts& doubts, Store::Heard heard, Store::Told told)
        : session_(url, 0),
          sender_(std::move(sender)),
          doubts_(doubts),
          heard_(std::move(heard)),
          told_(std::move(told)),
          thread_([this] { run(); }) {}
    ~Listener() {
        eventfd_write(end_, 1);
        thread_.join();
        close(end_);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

  private:
    struct Receiver final : pqxx::notification_receiver {
        using Tell = void (Listener::*)(std::string_view, bool) const;
        Receiver(pqxx::connection& connection, const char* channel, Listener& owner, Tell to_tell)
            : pqxx::notification_receiver(connection, channel), listener(owner), tell(to_tell) {}
        /// "SENDER ..."
        void operator()(const std::string& payload, int /*backend*/) override {
            const std::size_t end = std::min(payload.find(' '), payload.size());
            const bool own = payload.compare(0, end, listener.sender_) == 0;
            if (end < payload.size()) (listener.*tell)(std::string_view(payload).substr(end + 1), own);
        }
        Listener& listener;
        Tell tell;
    };

    void run() {
        Pause pause;
        do {
            try {
                session_.limit(std::chrono::steady_clock::now() + longest_beginning);
                pqxx::connection& connection = session_.get();
                pqxx::nontransaction(connection).exec(share_house);
                const Receiver events(connection, events_channel, *this, &Listener::tell_events);
                const Receiver news(connection, news_channel, *this, &Listener::tell_news);
                session_.limit({});
                heard_({}, 0);
                pause = {};
                do {
                    connection.get_notifs();
                    if (!connection.is_open()) throw pqxx::broken_connection();
                } while (!ended(connection.sock(), -1ms));
                return;
            } catch (const std::exception&) {
                session_.drop();
            }
        } while (!ended(-1, pause.next()));
    }

    /// Waits until something is to be read, or so long; true when it is time to end.
    bool ended(int socket, Milliseconds longest) const {
        std::array<pollfd, 2> files{{{end_, POLLIN, 0}, {socket, POLLIN, 0}}};
        poll(files.data(), files.size(), static_cast<int>(longest.count()));
        return files[0].revents != 0;
    }

    /// "NUMBER GAME". What this server itself has said is no news, unless it was given up.
    void tell_events(std::string_view text, bool own) const {
        const std::size_t space = text.find(' ');
        if (space == text.npos) return;
        std::int64_t number = 0;
        std::from_chars(text.data(), text.data() + space, number);
        const std::string_view game = text.substr(space + 1);
        if (!own || doubts_.contains(game)) heard_(std::string(game), number);
    }
    void tell_news(std::string_view text, bool own) const {
        if (told_ && !own) told_(std::string(text));
    }

    Session session_;
    const std::string sender_;
    const Doubts& doubts_;
    const Store::Heard heard_;
    const Store::Told told_;
    const int end_ = eventfd(0, EFD_CLOEXEC);
    std::thread thread_;
};

}  // namespace

struct PostgresStore::Parts {
    Parts(std::string address, Milliseconds patience)
        : url(std::move(address)),
          reader(url, longest_statement),
          writer(url, sender, patience, doubts),
          queue([this](auto& batch) { return writer.write(batch); }) {}

    /// Asks on the reader's connection; if that has been lost since it was last used, on a new one. Many may ask: where
    /// it takes long to find that nobody is there, they do not find out one after another.
    template <class Ask>
    auto read(Ask ask) -> Result<decltype(ask(std::declval<pqxx::nontransaction&>()))> {
        const std::lock_guard guard(reading);
        const Time begin = std::chrono::steady_clock::now();
        if (begin < ask_again) return Failure(unreachable);
        struct Limit {
            explicit Limit(Session& limited, Time deadline) : session(limited) { session.limit(deadline); }
            ~Limit() { session.limit({}); }
            Session& session;
        };
        const Limit limit(reader, begin + longest_read);
        for (bool again = false;; again = true) {
            try {
                pqxx::nontransaction work(reader.get());
                return ask(work);
            } catch (const std::exception& fault) {
                reader.drop();
                const Time now = std::chrono::steady_clock::now();
                const bool silent = now - begin > long_silence;
                if (!again && !silent) continue;
                unreachable = error_of("error.store.unreachable", fault);
                if (silent) ask_again = now + long_silence;
                return Failure(unreachable);
            }
        }
    }

    static std::string random_sender() {
        std::random_device random;
        return std::to_string(random()) + std::to_string(random());
    }

    const std::string url;
    const std::string sender = random_sender();
    std::mutex reading;
    Session reader;
    Time ask_again{};
    Error unreachable;
    Doubts doubts;
    Writer writer;
    WriteQueue queue;  // ends before the writer does
    std::optional<Listener> listener;
};

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const std::string& url, Milliseconds patience) {
    if (!url.starts_with("postgres://") && !url.starts_with("postgresql://"))
        // Only its beginning is repeated: an address may hold a password.
        return Failure(Error{.key = "error.store.url", .what = "store", .found = url.substr(0, url.find(':'))});
    try {
        Session session(url, 0);
        if (auto migrated = migrate(session.get_bare()); !migrated) return Failure(migrated.error());
    } catch (const std::exception& fault) {
        return Failure(error_of("error.store.unreachable", fault));
    }
    return std::unique_ptr<PostgresStore>(new PostgresStore(std::make_unique<Parts>(url, patience)));
}

PostgresStore::PostgresStore(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PostgresStore::~PostgresStore() = default;

void PostgresStore::append(Addition addition, Done done) { parts_->queue.add(std::move(addition), std::move(done)); }

void PostgresStore::probe(Done done) {
    parts_->queue.add({}, [this, done = std::move(done)](Result<void> kept) {
        if (!kept) return done(std::move(kept));
        Store::probe(done);
    });
}

Result<std::vector<Entry>> PostgresStore::events(std::string_view game, std::int64_t after) {
    return parts_->read([&](pqxx::nontransaction& work) {
        return entries_of(work.exec_prepared(statement::events, std::string(game), after));
    });
}

Result<std::vector<std::string>> PostgresStore::unfinished() {
    return parts_->read([](pqxx::nontransaction& work) {
        std::vector<std::string> result;
        for (const auto& row : work.exec_prepared(statement::unfinished)) result.push_back(row[0].as<std::string>());
        return result;
    });
}

Result<std::vector<Due>> PostgresStore::due(std::int64_t until, const Due& after, std::size_t most) {
    return parts_->read([&](pqxx::nontransaction& work) {
        std::vector<Due> result;
        for (const auto& row : work.exec_prepared(statement::due, until, after.at, after.game, most))
            result.push_back({row[0].as<std::int64_t>(), row[1].as<std::string>()});
        return result;
    });
}

Result<std::vector<Run>> PostgresStore::runs() {
    return parts_->read([](pqxx::nontransaction& work) {
        std::vector<Run> result;
        for (const auto& row : work.exec("SELECT begin, alive FROM runs ORDER BY begin"))
            result.push_back({row[0].as<std::int64_t>(), row[1].as<std::int64_t>()});
        return result;
    });
}

Result<void> PostgresStore::note_running(std::int64_t at, bool begins) {
    const auto noted = parts_->read([&](pqxx::nontransaction& work) {
        if (begins) {
            work.exec_params("DELETE FROM runs WHERE alive < $1", at - runs_kept);
            work.exec_params("INSERT INTO runs (begin, alive) VALUES ($1, $1) ON CONFLICT DO NOTHING", at);
        } else {
            work.exec_params(
                "UPDATE runs SET alive = greatest(alive, $1) WHERE begin = (SELECT max(begin) FROM runs)", at);
        }
        return true;
    });
    if (!noted) return Failure(noted.error());
    return {};
}

Result<std::vector<std::string>> PostgresStore::unfinished_of(const std::vector<std::string>& games) {
    return parts_->read([&](pqxx::nontransaction& work) {
        Array ids;
        for (const std::string& game : games) ids.add(game);
        std::vector<std::string> result;
        for (const auto& row : work.exec_prepared(statement::unfinished_of, ids.text()))
            result.push_back(row[0].as<std::string>());
        return result;
    });
}

Result<void> PostgresStore::erase(const std::string& game) {
    Session session(parts_->url, longest_statement);
    session.limit(std::chrono::steady_clock::now() + longest_erasure);
    bool committing = false;
    try {
        pqxx::work work(session.get());
        work.exec_params("DELETE FROM events WHERE game = $1", game);
        work.exec_params("DELETE FROM games WHERE id = $1", game);
        Array told;
        told.add(parts_->sender + " 0 " + game);
        work.exec_prepared(statement::notify, events_channel, told.text());
        committing = true;
        work.commit();
        return {};
    } catch (const std::exception& fault) {
        return Failure(error_of(committing ? "error.store.doubt" : "error.store.unreachable", fault));
    }
}

Result<void> PostgresStore::read_all(const Tell& tell) {
    Session session(parts_->url, 0);
    try {
        pqxx::transaction<pqxx::repeatable_read, read_only> work(session.get());
        work.exec(
            "DECLARE everything NO SCROLL CURSOR FOR SELECT id, over, number, at, body"
            " FROM games JOIN events ON game = id ORDER BY made, id, number");
        Teller teller(tell);
        for (;;) {
            const auto rows = work.exec("FETCH 1000 FROM everything");
            if (rows.empty()) return teller.finish();
            for (const auto& row : rows) {
                auto told =
                    teller.add(row[0].as<std::string>(), row[1].as<bool>(),
                               {row[2].as<std::int64_t>(), row[3].as<std::int64_t>(), row[4].as<std::string>()});
                if (!told) return told;
            }
        }
    } catch (const std::exception& fault) {
        return Failure(error_of("error.store.unreachable", fault));
    }
}

void PostgresStore::listen(Heard heard, Told told) {
    parts_->listener.reset();
    if (heard)
        parts_->listener.emplace(parts_->url, parts_->sender, parts_->doubts, std::move(heard), std::move(told));
}

Result<bool> PostgresStore::enter() {
    return parts_->read([](pqxx::nontransaction& work) {
        bool alone = false;
        // The session of a house that was killed just now may not have ended yet.
        for (int attempt = 0; attempt < 4 && !alone; ++attempt) {
            if (attempt > 0) std::this_thread::sleep_for(100ms);
            alone = work.exec1("SELECT pg_try_advisory_lock(127961947663458)")[0].as<bool>();
        }
        work.exec(share_house);
        if (alone) work.exec("SELECT pg_advisory_unlock(127961947663458)");
        return alone;
    });
}

Result<std::int64_t> PostgresStore::time() {
    return parts_->read(
        [](pqxx::nontransaction& work) { return work.exec_prepared1(statement::time)[0].as<std::int64_t>(); });
}

Result<void> PostgresStore::announce(const std::vector<std::string>& texts) {
    Array told;
    for (const std::string& text : texts) told.add(parts_->sender + ' ' + text);
    const auto said = parts_->read([&](pqxx::nontransaction& work) {
        work.exec_prepared(statement::notify, news_channel, told.text());
        return true;
    });
    if (!said) return Failure(said.error());
    return {};
}

}  // namespace tavola::store
