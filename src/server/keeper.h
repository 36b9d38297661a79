// The keeper of a room: hears what is wanted there, one message after another, has it stored, and then tells all.
//
// Several houses may hold the same room, and none of them owns it. The store gives each number to one event: whoever comes
// second reads on, tells what he has read, and judges again what he was asked. So a house that is behind can do no harm.
//
// What is to be done without being asked (a flag that falls, a clock that runs on, the computer's move, a rematch) is done
// at once by the house in which the player to act is; if he is nowhere, by the one with the first seat that is there.
// Any other house that holds the room waits for some seconds more, and does it then if nobody has. So any house may die at
// any moment; and if two do the same, one of them comes second.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rooms/room.h"
#include "server/engine_pool.h"
#include "server/followers.h"
#include "server/listener.h"
#include "server/neighbours.h"
#include "server/task_group.h"

namespace tavola::server {

class Hall;

class Keeper {
  public:
    /// `events` are all those of the room, and stored. `address` is that of whoever made the room or asked for it first;
    /// none if nobody did, and then the room is not kept longer than there is something to do.
    Keeper(Hall& hall, std::string id, rooms::Room room, std::vector<rooms::Event> events,
           std::optional<std::string> address);
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    const std::string& id() const noexcept { return id_; }
    const rooms::Room& room() const noexcept { return room_; }
    Instant made_at() const noexcept { return events_.front().at; }
    const std::string& address() const noexcept { return address_; }

    void hear(std::weak_ptr<Listener> from, nlohmann::json message);
    void forget(const Listener& listener);
    /// Another house has stored an event of this number, or any.
    void look(std::int64_t number = std::numeric_limits<std::int64_t>::max());
    /// Who is in the room in this house.
    Presence presence() const;
    /// Somebody has come or gone, here or elsewhere.
    void note_presence();
    /// Works until the house closes, or nobody needs the room for a while.
    asio::awaitable<void> run();
    /// The house closes: the time of whoever plays in it does not run any more; then the work ends.
    void close();

  private:
    struct Wish {
        std::weak_ptr<Listener> from;
        nlohmann::json message;
        std::optional<int> computer = {};  ///< the seat for which a move, or an answer, was thought out
    };

    Instant now() const;
    void attend(Instant now);
    bool needed() const;
    bool on_duty() const;
    Instant clock_runs_again() const;
    Milliseconds patience() const;
    Milliseconds until_next_duty(Instant now) const;
    bool behind() const;
    asio::awaitable<Result<void>> publish();
    asio::awaitable<void> read_on();
    asio::awaitable<void> read_again();
    asio::awaitable<void> stop_clock();
    void tell_events(std::vector<rooms::Event> events);

    asio::awaitable<void> handle(Wish wish);
    asio::awaitable<void> join(std::shared_ptr<Listener> from, nlohmann::json message);
    Result<int> sit(const Listener& from, const nlohmann::json& message, const std::string& key);
    asio::awaitable<void> act(std::shared_ptr<Listener> from, nlohmann::json message);
    Result<rooms::Room::Answer> judge(int seat, const Listener& from, const nlohmann::json& message);
    asio::awaitable<void> start_rematch();
    asio::awaitable<void> think(int seat);
    asio::awaitable<void> consider(int seat);
    void computer_wishes(int seat, nlohmann::json message);
    std::vector<AnyPosition> history() const;
    asio::awaitable<void> follow(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<void> sign(std::shared_ptr<Listener> from, nlohmann::json message);
    asio::awaitable<Result<void>> sign_over(std::shared_ptr<Listener> from, int seat);
    bool knows_more(const Listener& from, const nlohmann::json& message) const;

    void admit(const std::shared_ptr<Listener>& from, std::optional<int> seat);
    void show(Listener& to, const nlohmann::json& asked, std::int64_t after) const;
    void refuse(Listener& to, const nlohmann::json& asked, const Error& error) const;
    void refuse_token(Listener& to, const nlohmann::json& asked) const;
    nlohmann::json legal_moves(const nlohmann::json& asked) const;
    void tell_all(const Text& text) const { followers_.tell(text); }
    Text presence_text() const;
    SearchRequest search_request(int seat) const;
    std::optional<Instant> due_to_store() const;
    bool present(int seat) const;
    unsigned absent(Instant now) const;
    std::optional<int> seat_of(const Listener& listener, const nlohmann::json& message) const;
    Milliseconds lag_of(int seat) const;
    int first_free_seat() const;

    Hall& hall_;
    const std::string id_;
    rooms::Room room_;
    std::vector<rooms::Event> events_;
    std::string address_;
    Followers followers_;
    bool presence_changed_ = false;  // since it was told
    Instant presence_told_{0};
    // What the store has as the time when something is to be done here, if that is known: never later than in truth.
    std::optional<Instant> stored_due_;
    std::deque<Wish> wishes_;
    asio::steady_timer wake_;
    asio::steady_timer::time_point busy_until_;
    Instant since_;      // the room has been as it is, as far as this house knows
    Instant resume_at_;  // a clock that was stopped runs again, whether its player is back or not
    std::vector<std::optional<Instant>> away_;    // since when, for each seat
    std::uint64_t to_read_ = 0, read_ = 0;        // how often there was something to read, and how much of that was
    asio::steady_timer::time_point may_read_;     // after the store could not be read
    asio::steady_timer::time_point store_again_;  // after something could not be stored
    bool rewound_ = false;                        // to fewer events than were told
    bool closing_ = false;
    bool thinking_ = false;
    TaskGroup thoughts_;
};

}  // namespace tavola::server
