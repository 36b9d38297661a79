// The hall: all rooms of the house, found by their ids, and what their keepers share.
//
// Several houses may share a store. Each then holds the rooms that somebody follows there, and those that everybody left
// there while a clock was running. It hears what the others store, tells them who is in its rooms, goes by the clock of
// the database, and takes over what another house leaves behind when it closes or dies (see neighbours.h).
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "rooms/room.h"
#include "server/accounts.h"
#include "server/keeper.h"
#include "server/listener.h"
#include "server/neighbours.h"
#include "server/task_group.h"
#include "store/store.h"

namespace tavola::server {

/// What has happened in the house since it opened.
struct Counters {
    std::uint64_t messages = 0, refused = 0, events = 0, failures = 0, conflicts = 0, rooms_made = 0;
    std::set<std::string, std::less<>> damaged;  ///< rooms whose events make no sense, the first hundreds of them
};

class Hall {
  public:
    static constexpr Milliseconds usual_claim_after{180'000};

    Hall(const asio::any_io_executor& executor, store::Store& store, Milliseconds claim_after = usual_claim_after);
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    /// Brings back the rooms whose games are not over, unless another house has them. Clocks that ran when the house was
    /// cut off have stood still since the last event.
    Result<void> open();
    /// Clocks are stopped where nobody else will look after them, all is stored, and keepers go home.
    asio::awaitable<void> close();

    void hear(const std::shared_ptr<Listener>& from, nlohmann::json message);
    /// Somebody is gone.
    void forget(const Listener& listener);

    // For keepers.
    const asio::any_io_executor& executor() const noexcept { return executor_; }
    asio::thread_pool& thinkers() noexcept { return thinkers_; }
    const std::atomic<bool>& hurry() const noexcept { return closing_; }
    Counters& counters() noexcept { return counters_; }
    Accounts& accounts() noexcept { return accounts_; }
    /// Milliseconds since 1970, on a clock that never jumps and never goes back. Where houses share a database it follows
    /// the clock of that.
    Instant now() const;
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
    asio::awaitable<Result<void>> keep(const std::string& room, std::span<const rooms::Event> events, bool over);
    /// The events of a room from the store, from a number on.
    Result<std::vector<rooms::Event>> recall(std::string_view room, std::int64_t after = 0);
    /// The same, without making anybody wait.
    asio::awaitable<Result<std::vector<rooms::Event>>> read(std::string room, std::int64_t after);
    /// A room whose events so far are fresh: stored, then open. With an id of its own; or with this one, and then it is
    /// the same room for all who do so.
    asio::awaitable<Result<std::string>> add(rooms::Room room, std::string id = std::string());

    std::size_t open_rooms() const noexcept { return keepers_.size(); }

    /// Whether games can be played now: the store commits and reads within a few seconds, and the house is not closing.
    asio::awaitable<bool> ready();

  private:
    asio::awaitable<void> make(std::shared_ptr<Listener> from, nlohmann::json message);
    Result<rooms::Room> restore(const std::string& id, const Result<std::vector<rooms::Event>>& events);
    void probe_store();
    void tell_lobby(const std::shared_ptr<Listener>& from, const nlohmann::json& message) const;
    Keeper* find(const std::string& id);
    void fetch(const std::string& id);
    asio::awaitable<void> bring(std::string id);
    Keeper* keep_room(const std::string& id, rooms::Room room, std::vector<rooms::Event> events);
    asio::awaitable<void> work(std::shared_ptr<Keeper> keeper);

    Result<void> reopen();
    Instant at(std::chrono::steady_clock::time_point point) const;
    void heard(const std::string& room, std::int64_t number);
    void consider(const Neighbours::News& news);
    asio::awaitable<void> keep_in_touch();
    asio::awaitable<void> tell_others(std::vector<std::string> texts);
    asio::awaitable<void> set_clock();
    asio::awaitable<void> take_over();

    asio::any_io_executor executor_;
    store::Store& store_;
    const Milliseconds claim_after_;
    asio::thread_pool thinkers_{1};
    asio::thread_pool readers_{1};  // asks the store what takes its time
    std::atomic<bool> closing_ = false;
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

    Neighbours neighbours_;
    const Milliseconds grace_;
    std::set<std::string> changed_;  // rooms in which others are than the other houses think
    Instant repeat_at_{0};
    asio::steady_timer touch_;
    bool taking_over_ = false;
    struct Probe {
        bool under_way = false, good = false;
        std::chrono::steady_clock::time_point begun{}, good_at{};
    };
    const std::shared_ptr<Probe> probe_ =
        std::make_shared<Probe>();  // which outlives the hall in a store that is slow
    TaskGroup tasks_;
};

}  // namespace tavola::server
