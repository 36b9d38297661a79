// The keeper of a room: hears what is wanted there, one message after another, has it stored, and then tells all.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rooms/room.h"
#include "server/listener.h"
#include "server/task_group.h"

namespace tavola::server {

class Hall;

class Keeper {
  public:
    /// `events` are all those of the room, and stored.
    Keeper(Hall& hall, std::string id, rooms::Room room, std::vector<rooms::Event> events);
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    const std::string& id() const noexcept { return id_; }
    const rooms::Room& room() const noexcept { return room_; }

    void hear(std::weak_ptr<Listener> from, nlohmann::json message);
    void forget(const Listener& listener);
    /// Works until the house closes, or nobody needs the room for a while.
    asio::awaitable<void> run();
    /// Nobody's time runs any more; then the work ends.
    void close();

  private:
    struct Wish {
        std::weak_ptr<Listener> from;
        nlohmann::json message;
        std::optional<int> computer = {};  ///< the seat for which a move was thought out
    };
    struct Follower {
        std::weak_ptr<Listener> who;
        std::optional<int> seat;
    };

    void attend(Instant now);
    bool needed() const;
    Milliseconds until_next_duty(Instant now) const;
    asio::awaitable<Result<void>> publish();

    asio::awaitable<void> handle(Wish wish);
    asio::awaitable<void> join(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<void> act(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<void> start_rematch();
    asio::awaitable<void> think(int seat);
    static Wish computer_wish(int seat, const std::string& move, std::int64_t number);
    asio::awaitable<void> follow(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<void> sign(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<Result<void>> sign_over(std::shared_ptr<Listener> from, int seat);

    void admit(const std::shared_ptr<Listener>& from, std::optional<int> seat);
    void show(Listener& to, const nlohmann::json& asked, std::int64_t after) const;
    void refuse(Listener& to, const nlohmann::json& asked, const Error& error) const;
    void refuse_token(Listener& to, const nlohmann::json& asked) const;
    nlohmann::json legal_moves(const nlohmann::json& asked) const;
    void tell_all(const Text& text) const;
    void tell_presence() const;
    bool present(int seat) const;
    std::optional<int> seat_of(const Listener& listener, const nlohmann::json& message) const;
    Milliseconds lag_of(int seat) const;
    int first_free_seat() const;

    Hall& hall_;
    const std::string id_;
    rooms::Room room_;
    std::vector<rooms::Event> events_;
    std::vector<Follower> followers_;
    std::deque<Wish> wishes_;
    asio::steady_timer wake_;
    asio::steady_timer::time_point busy_until_;
    Instant resume_at_;  // a clock that was stopped runs again, whether its player is back or not
    bool closing_ = false;
    bool thinking_ = false;
    TaskGroup thoughts_;
};

}  // namespace tavola::server
