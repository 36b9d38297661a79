// The hall: all rooms of the house, found by their ids, and what their keepers share.
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
#include <string>

#include "rooms/room.h"
#include "server/accounts.h"
#include "server/keeper.h"
#include "server/listener.h"
#include "server/task_group.h"
#include "store/store.h"

namespace tavola::server {

/// What has happened in the house since it opened.
struct Counters {
    std::uint64_t messages = 0, refused = 0, events = 0, failures = 0, rooms_made = 0;
};

class Hall {
  public:
    Hall(const asio::any_io_executor& executor, store::Store& store);
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    /// Brings back the rooms whose games are not over. Clocks that ran when the house was cut off have stood still since
    /// the last event.
    Result<void> open();
    /// Clocks are stopped, all is stored, and keepers go home.
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
    /// Milliseconds since 1970, on a clock that never jumps.
    Instant now() const;
    /// Until these events are stored, or cannot be.
    asio::awaitable<Result<void>> keep(const std::string& room, std::span<const rooms::Event> events, bool over);
    /// All events of a room from the store.
    Result<std::vector<rooms::Event>> recall(std::string_view room);
    /// A room whose events so far are fresh: stored, then open.
    asio::awaitable<Result<std::string>> add(rooms::Room room);

    std::size_t open_rooms() const noexcept { return keepers_.size(); }

  private:
    asio::awaitable<void> make(std::shared_ptr<Listener> from, nlohmann::json message);
    void tell_lobby(const std::shared_ptr<Listener>& from, const nlohmann::json& message) const;
    Keeper* find(const std::string& id);
    Keeper* keep_room(const std::string& id, rooms::Room room, std::vector<rooms::Event> events);
    asio::awaitable<void> work(std::shared_ptr<Keeper> keeper);

    asio::any_io_executor executor_;
    store::Store& store_;
    asio::thread_pool thinkers_{1};
    std::atomic<bool> closing_ = false;
    Counters counters_;
    Accounts accounts_{*this, store_};
    const std::chrono::steady_clock::time_point opened_steady_ = std::chrono::steady_clock::now();
    const std::chrono::system_clock::time_point opened_ = std::chrono::system_clock::now();
    std::map<std::string, std::shared_ptr<Keeper>, std::less<>> keepers_;
    TaskGroup tasks_;
};

}  // namespace tavola::server
