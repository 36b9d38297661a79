// Where Niout's herds can run and from where they are sent back, as lists of numbers: what the solver looks up instead
// of playing.
#pragma once

#include <span>
#include <vector>

#include "tables/niout_index.h"

namespace tavola::niout {

/// A herd after a move: how many horses it still has, none if the move has won, and its number.
struct Arrival {
    std::uint32_t horses : 3;
    std::uint32_t herd : 29;
};

/// Where the herds of so many horses can run. A player's moves do not depend on where the other's horses stand.
class HerdMoves {
  public:
    /// For 1 to 4 horses of two players.
    explicit HerdMoves(int horses);

    /// For a throw from 1 to 5; nothing if the throw must be passed.
    std::span<const Arrival> after(Herds::Number herd, int thrown) const noexcept {
        const std::size_t list = std::size_t{herd} * 5 + static_cast<std::size_t>(thrown - 1);
        return {arrivals_.data() + begin_[list], arrivals_.data() + begin_[list + 1]};
    }
    /// How likely the herd must pass, in sixteenths.
    int passing(Herds::Number herd) const noexcept { return passing_[herd]; }
    /// Must any herd of this level ever pass?
    bool level_passes(std::size_t level) const noexcept { return level_passes_[level]; }

  private:
    std::vector<Arrival> arrivals_;
    std::vector<std::uint32_t> begin_;  // by herd and throw
    std::vector<std::uint8_t> passing_;
    std::vector<bool> level_passes_;
};

/// What captures do to the herds of so many horses.
class HerdLosses {
  public:
    struct Loss {
        Herds::Number before;
        Herds::Number after;
    };

    explicit HerdLosses(int horses);

    /// The herds of a level that have horses on a cell, and what becomes of each when these are sent back.
    std::span<const Loss> on(std::size_t level, Cell cell) const noexcept {
        const std::size_t list = level * cells + Topology::index(cell);
        return {losses_.data() + begin_[list], losses_.data() + begin_[list + 1]};
    }

  private:
    static constexpr std::size_t cells = 29;
    std::vector<Loss> losses_;
    std::vector<std::uint32_t> begin_;  // by level and cell
};

}  // namespace tavola::niout
