// The hall: the rooms of the house that are in memory, found by their ids, and what their keepers share.
//
// A room is in memory while somebody follows it, and while something is to be done in it before long. The store has an index
// of when that is (a flag falls, a computer moves, a room waits no longer), so a room that nobody follows is read again in
// time, whatever its clock.
//
// Several houses may share a store. Each then holds the rooms that somebody follows there. It hears what the others store,
// tells them who is in its rooms, and goes by the clock of the database. One of them looks after what nobody follows (see
// neighbours.h).
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "rooms/room.h"
#include "server/accounts.h"
#include "server/engine_pool.h"
#include "server/histogram.h"
#include "server/keeper.h"
#include "server/listener.h"
#include "server/lobby.h"
#include "server/neighbours.h"
#include "server/task_group.h"
#include "store/store.h"

namespace tavola::server {

/// What has happened in the house since it opened.
struct Counters {
    std::uint64_t messages = 0, refused = 0, events = 0, failures = 0, conflicts = 0, rooms_made = 0;
    std::set<std::string, std::less<>> damaged;  ///< rooms whose events make no sense, the first hundreds of them
    std::size_t connections = 0, sockets = 0;    ///< open now
    std::size_t being_stored = 0;                ///< additions that the store has not answered for yet
    Histogram commit, loop_lag;  ///< from an addition to its answer; how late the event loop comes to a timer
};

class Hall {
  public:
    static constexpr Milliseconds usual_claim_after{180'000};

    Hall(const asio::any_io_executor& executor, store::Store& store, Milliseconds claim_after = usual_claim_after,
         EnginePool::OpenOracle open_oracle = {});
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    /// From now on rooms are read when they are asked for, and when something is to be done in them. While no house was
    /// open, nobody's clock has run.
    Result<void> open();
    /// Clocks are stopped where nobody else will look after them, all is stored, and keepers go home.
    asio::awaitable<void> close();

    void hear(const std::shared_ptr<Listener>& from, nlohmann::json message);
    /// What to call, once, when the store is broken and the server has to end.
    void on_broken(std::function<void()> end) { end_ = std::move(end); }
    /// What is asked from then on cannot be answered: what is in memory may differ from what the next server will find.
    bool broken() const noexcept { return broken_; }
    /// Somebody is gone.
    void forget(const Listener& listener);

    // For keepers.
    const asio::any_io_executor& executor() const noexcept { return executor_; }
    EnginePool& engines() noexcept { return engines_; }
    const Lobby& lobby() const noexcept { return lobby_; }
    /// A room has begun to wait for players, or has ended to.
    void review_lobby(const Keeper& keeper);
    /// Somebody follows a room from now on.
    void note_follower(const Listener& who, const std::string& room);
    /// The store's index is to say this of when something has to be done in a room; nobody waits for that.
    void note_due(const std::string& room, std::optional<Instant> due, bool over);
    Counters& counters() noexcept { return counters_; }
    Accounts& accounts() noexcept { return accounts_; }
    /// Milliseconds since 1970, on a clock that never jumps and never goes back. Where houses share a database it follows
    /// the clock of that.
    Instant now() const;
    /// When this house opened.
    Instant opened_at() const noexcept { return opened_at_; }
    /// How long a player must have been away before his opponent may claim the game.
    Milliseconds claim_after() const noexcept { return claim_after_; }
    /// Whether others may hold the same rooms; who is in a room there; whether no such house is open.
    bool shared() const noexcept { return store_.shared(); }
    Presence elsewhere(const std::string& room) const { return neighbours_.in(room); }
    bool alone() const noexcept { return !neighbours_.any(); }
    std::size_t other_houses() const noexcept { return neighbours_.count(); }
    /// How much longer this house waits before it does what is another's to do.
    Milliseconds grace() const noexcept { return grace_; }
    /// Others have come to a room, or have left it: the other houses are told.
    void announce(const std::string& room);
    /// Until these events are stored, or cannot be.
    asio::awaitable<Result<void>> keep(const std::string& room, std::span<const rooms::Event> events, bool over,
                                       std::optional<Instant> due = {});
    /// The events of a room from the store, from a number on.
    Result<std::vector<rooms::Event>> recall(std::string_view room, std::int64_t after = 0);
    /// The same, without making anybody wait.
    asio::awaitable<Result<std::vector<rooms::Event>>> read(std::string room, std::int64_t after);
    /// A room whose events so far are fresh: stored, then open. With an id of its own; or with this one, and then it is
    /// the same room for all who do so.
    asio::awaitable<Result<std::string>> add(rooms::Room room, std::string id = std::string(),
                                             std::string address = std::string());

    std::size_t open_rooms() const noexcept { return keepers_.size(); }

    /// Whether games can be played now: the store commits and reads within a few seconds, and the house is not closing.
    asio::awaitable<bool> ready();

  private:
    asio::awaitable<void> make(std::shared_ptr<Listener> from, nlohmann::json message);
    Result<rooms::Room> restore(const std::string& id, const Result<std::vector<rooms::Event>>& events);
    void probe_store();
    void check_store();
    void tell_lobby(const std::shared_ptr<Listener>& from, const nlohmann::json& message);
    Keeper* find(const std::string& id);
    void fetch(const std::string& id);
    asio::awaitable<void> bring(std::string id);
    Keeper* keep_room(const std::string& id, rooms::Room room, std::vector<rooms::Event> events,
                      std::optional<std::string> address);
    asio::awaitable<void> work(std::shared_ptr<Keeper> keeper, bool due);

    Result<void> note_opening(bool alone);
    asio::awaitable<void> note_being_open();
    void stop_while_closed(rooms::Room& room) const;
    asio::awaitable<void> watch_due();
    asio::awaitable<void> look_at_due(std::string id);
    asio::awaitable<void> measure_loop();
    Instant at(std::chrono::steady_clock::time_point point) const;
    void heard(const std::string& room, std::int64_t number);
    void consider(const Neighbours::News& news);
    asio::awaitable<void> keep_in_touch();
    asio::awaitable<void> tell_others(std::vector<std::string> texts);
    asio::awaitable<void> set_clock();

    asio::any_io_executor executor_;
    store::Store& store_;
    const Milliseconds claim_after_;
    EnginePool engines_;
    asio::thread_pool readers_{1};  // asks the store what takes its time
    std::atomic<bool> closing_ = false;
    bool broken_ = false;
    std::function<void()> end_;
    Counters counters_;
    Accounts accounts_{*this, store_};
    const std::chrono::steady_clock::time_point opened_steady_ = std::chrono::steady_clock::now();
    const std::chrono::system_clock::time_point opened_ = std::chrono::system_clock::now();
    Milliseconds shift_{0};  // from this machine's clock to the one that houses share
    mutable Instant last_now_{0};
    std::map<std::string, std::shared_ptr<Keeper>, std::less<>> keepers_;
    struct Message {
        std::weak_ptr<Listener> from;
        nlohmann::json text;
    };
    std::map<std::string, std::vector<Message>> fetched_;  // rooms on their way, and what waits for them
    std::unordered_map<const Listener*, std::vector<std::string>> followed_;
    Lobby lobby_;

    std::vector<store::Run> runs_;  // of houses before this one
    Instant opened_at_{0};
    Instant began_{0};           // when this house opened, or the first of those that have shared the store since
    std::size_t due_rooms_ = 0;  // in memory, though nobody had asked for them
    asio::steady_timer due_wake_, runs_wake_, measure_wake_;

    Neighbours neighbours_;
    const Milliseconds grace_;
    std::set<std::string> changed_;  // rooms in which others are than the other houses think
    Instant repeat_at_{0};
    asio::steady_timer touch_;
    struct Probe {
        bool under_way = false, good = false;
        std::chrono::steady_clock::time_point begun{}, good_at{};
    };
    const std::shared_ptr<Probe> probe_ =
        std::make_shared<Probe>();  // which outlives the hall in a store that is slow
    TaskGroup tasks_;
};

}  // namespace tavola::server
