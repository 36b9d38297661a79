// Clocks. Time comes in from outside as a point on one steady clock, so that play, tests and replays agree.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "games/player.h"

namespace tavola {

using Milliseconds = std::chrono::milliseconds;
/// Time since some start that all calls share.
using Instant = std::chrono::milliseconds;

/// How much time a player has.
///
/// Written as `300` (seconds for the whole game), `300+5` (five more after each turn), `300d5` (each turn's first
/// five seconds are free), `86400/turn` (so much for each turn anew), or `-` (no clock).
struct TimeControl {
    Milliseconds base{0};       ///< for the game, or for each turn; 0: no clock
    Milliseconds increment{0};  ///< added after each turn
    Milliseconds delay{0};      ///< free at the start of each turn
    bool per_turn = false;      ///< the base is given anew each turn

    bool unlimited() const noexcept { return base.count() == 0; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

Result<TimeControl> parse_time_control(std::string_view text);
std::string print(const TimeControl& control);

class Clock {
  public:
    Clock(const TimeControl& control, int players);

    /// Whose time runs, if any does.
    std::optional<Player> running() const noexcept { return running_; }
    /// The turn passes to a player. `lag` is time that the mover lost on the way and gets back.
    void turn_to(Player player, Instant now, Milliseconds lag = Milliseconds{0});
    /// Nobody's time runs until the clock is resumed; the turn may pass all the same.
    void pause(Instant now);
    void resume(Instant now);
    bool paused() const noexcept { return paused_.has_value(); }

    /// What a player has left; never below zero.
    Milliseconds remaining(Player player, Instant now) const;
    /// The player whose flag has fallen.
    std::optional<Player> fallen(Instant now) const;
    /// When the flag will fall if nothing happens.
    std::optional<Instant> falls_at() const;
    void add(Player player, Milliseconds time);

    const TimeControl& control() const noexcept { return control_; }

  private:
    Milliseconds used(Instant now) const;
    Milliseconds& left(Player player) { return left_[static_cast<std::size_t>(player.index())]; }
    const Milliseconds& left(Player player) const { return left_[static_cast<std::size_t>(player.index())]; }

    TimeControl control_;
    std::vector<Milliseconds> left_;  // at the start of the running turn
    std::optional<Player> running_;
    std::optional<Player> paused_;
    Instant since_{0};      // the running turn's time counts from here
    Milliseconds free_{0};  // what is left of this turn's delay
};

}  // namespace tavola
