// Who plays, and how a game came out.
#pragma once

#include <cassert>
#include <cstdint>

namespace tavola {

/// A player by number from 0; x is 0 and o is 1 where there are two.
class Player {
  public:
    constexpr Player() noexcept = default;
    explicit constexpr Player(int index) noexcept : index_(static_cast<std::uint8_t>(index)) {
        assert(index >= 0 && index < 4);
    }
    constexpr int index() const noexcept { return index_; }
    /// The other one, of two.
    constexpr Player opponent() const noexcept { return Player(index_ ^ 1); }
    friend constexpr bool operator==(Player, Player) noexcept = default;

  private:
    std::uint8_t index_ = 0;
};

inline constexpr Player player_x{0};
inline constexpr Player player_o{1};
inline constexpr int max_players = 4;

/// Ongoing, drawn, or won by one player (or by a pair).
class Outcome {
  public:
    constexpr Outcome() noexcept = default;
    static constexpr Outcome ongoing() noexcept { return Outcome(0); }
    static constexpr Outcome draw() noexcept { return Outcome(draw_bit); }
    static constexpr Outcome win(Player player) noexcept { return Outcome(1u << player.index()); }
    static constexpr Outcome win(Player one, Player other) noexcept {
        return Outcome(1u << one.index() | 1u << other.index());
    }

    /// Won by every player of this set, a bit each; there must be one.
    static constexpr Outcome win_of(unsigned players) noexcept {
        assert(players != 0 && players < draw_bit);
        return Outcome(players);
    }

    constexpr bool over() const noexcept { return bits_ != 0; }
    constexpr bool drawn() const noexcept { return bits_ == draw_bit; }
    constexpr bool won_by(Player player) const noexcept { return (bits_ >> player.index()) & 1; }
    friend constexpr bool operator==(Outcome, Outcome) noexcept = default;

  private:
    static constexpr unsigned draw_bit = 1u << max_players;
    explicit constexpr Outcome(unsigned bits) noexcept : bits_(static_cast<std::uint8_t>(bits)) {}
    std::uint8_t bits_ = 0;
};

}  // namespace tavola
