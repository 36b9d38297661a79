// Who follows a room in this server: its players, and spectators.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "server/listener.h"
#include "server/neighbours.h"

namespace tavola::server {

class Followers {
  public:
    /// Comes to follow the room, or is known from now on to have this seat.
    void admit(const std::shared_ptr<Listener>& who, std::optional<int> seat);
    /// Whether it followed the room.
    bool remove(const Listener& who);

    bool empty() const noexcept { return all_.empty(); }
    /// The seat of a follower, if it has one.
    std::optional<int> seat_of(const Listener& who) const;
    /// The seats that somebody here has, and the number of all others.
    const Presence& presence() const noexcept { return presence_; }
    /// The longest lag of those in a seat.
    Milliseconds lag_of(int seat) const;
    void tell(const Text& text) const;
    void dismiss() const;

  private:
    struct Follower {
        std::weak_ptr<Listener> who;
        std::optional<int> seat;
    };
    void count(std::optional<int> seat, int change);

    std::unordered_map<const Listener*, Follower> all_;
    std::array<int, 4> at_seat_{};
    Presence presence_;
};

}  // namespace tavola::server
