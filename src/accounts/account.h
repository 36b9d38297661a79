// An account: a name that is one person's, with a password, and the rooms in which he has a seat.
//
// Like a room, it is what its numbered events make of it, and knows nothing of storage. They are kept in the same store, in
// a log under the name, so that its first number can be taken only once, by whichever house.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/name.h"
#include "rooms/room.h"

namespace tavola::accounts {

using rooms::Event;

inline constexpr std::chrono::days session_time{90};
inline constexpr std::size_t most_sessions = 20;  ///< of one account; the oldest makes room
inline constexpr std::size_t shortest_password = 10, longest_password = 256;

/// Only its length is asked for.
Result<void> check_password(std::string_view password);

/// Where the events of an account lie. No room is called so.
std::string log_of_name(std::string_view folded);
std::string log_of(std::string_view account);

/// Somebody has entered. The key is the hash of the token that his browser shows.
struct Session {
    std::string key;
    Instant since{0};
};

/// A room in which he has a seat, by the number of the event that told of it.
struct Signed {
    std::string room;
    std::int64_t number = 0;
    Instant since{0};
};

class Account {
  public:
    static Account open(const Name& name, const std::string& hash, Instant now);
    /// None if these are not the events of an account.
    static std::optional<Account> replay(std::span<const Event> events);

    /// What has happened next, elsewhere.
    void follow(std::span<const Event> events);

    /// `ana-luisa.k3v9x2p7`: the folded name, and letters that differ if the name was somebody else's before.
    const std::string& id() const noexcept { return id_; }
    const std::string& name() const noexcept { return name_; }
    const std::string& hash() const noexcept { return hash_; }
    Instant opened() const noexcept { return opened_; }
    const std::vector<Signed>& rooms() const noexcept { return rooms_; }
    std::vector<Session> sessions(Instant now) const;
    bool has_session(std::string_view key, Instant now) const;
    bool has_room(std::string_view room) const;

    void enter(const std::string& key, Instant now);
    void leave(const std::string& key, Instant now);
    /// All sessions but this one end.
    void change_password(const std::string& hash, const std::string& key, Instant now);
    void sign(const std::string& room, Instant now);

    /// The events that actions have led to since the last time.
    std::vector<Event> take_fresh() { return std::exchange(fresh_, {}); }

  private:
    void add(nlohmann::json body, Instant now);
    void apply(const Event& event);

    std::string id_, name_, hash_;
    Instant opened_{0};
    std::vector<Session> sessions_;
    std::vector<Signed> rooms_;
    std::int64_t number_ = 0;
    std::vector<Event> fresh_;
};

}  // namespace tavola::accounts
