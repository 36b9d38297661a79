// Niout's positions by number. A player's herd is the horses he still has to bring home; positions in which the dice are
// to be thrown are numbered by two herds, the thrower's and the other's.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/niout/niout.h"

namespace tavola::niout {

/// Every station but home.
inline constexpr int live_stations = number(Station::home);
inline constexpr int most_horses = 4;

/// How far a station is from the way in, in steps, by the longest way: whatever a horse does, this grows.
inline constexpr auto steps_run = [] {
    std::array<int, live_stations> steps{};
    for (int round = 0; round < live_stations; ++round)
        for (int from = 0; from < live_stations; ++from)
            for (const Run& run : runs_from(station(from), 1))
                if (run.back() != Station::home) {
                    int& there = steps[static_cast<std::size_t>(number(run.back()))];
                    there = std::max(there, steps[static_cast<std::size_t>(from)] + 1);
                }
    return steps;
}();

/// All herds of so many horses, numbered from the way in to the way home: a herd that runs gets a higher number, one
/// that is sent back a lower one. Herds of equal progress are neighbours, and form a level.
class Herds {
  public:
    using Number = std::uint32_t;

    /// For 1 to 4 horses; made when first asked for.
    static const Herds& of(int horses);

    int horses() const noexcept { return horses_; }
    std::size_t size() const noexcept { return horses_at_.size(); }

    /// Four horses, of which those that this herd does not count are home.
    const Horses& operator[](Number herd) const noexcept { return horses_at_[herd]; }
    Number number_of(const Horses& horses) const noexcept { return number_[unsorted(horses)]; }

    std::size_t levels() const noexcept { return level_begin_.size() - 1; }
    /// The herds of a level are those from level_begin(l) to level_begin(l + 1).
    Number level_begin(std::size_t level) const noexcept { return level_begin_[level]; }

  private:
    explicit Herds(int horses);
    static std::size_t unsorted(const Horses& horses) noexcept;

    int horses_;
    std::vector<Horses> horses_at_;
    std::vector<Number> number_;  // by place in the combinatorial order
    std::vector<Number> level_begin_;
};

/// How many horses the thrower and the other still have to bring home, 1 to 4 each. Horses that are home stay there, so
/// a layer leads only to itself, to its mirror, and to layers with fewer horses.
struct Layer {
    int own = 1;
    int other = 1;

    constexpr Layer mirror() const noexcept { return {other, own}; }
    /// A place in a list of all layers.
    constexpr std::size_t index() const noexcept {
        return static_cast<std::size_t>((own - 1) * most_horses + other - 1);
    }
    std::size_t size() const { return Herds::of(own).size() * Herds::of(other).size(); }
    friend constexpr bool operator==(Layer, Layer) noexcept = default;
};
inline constexpr std::size_t layers = most_horses * most_horses;

/// Where a position of two players is kept: its layer, and its place there. Whether the dice lie plays no part.
struct Place {
    Layer layer;
    std::size_t at = 0;
    friend constexpr bool operator==(Place, Place) noexcept = default;
};

/// None if somebody has won.
std::optional<Place> place_of(const Position& position);
/// The position with player x to throw. Where both herds have horses on one cell there is none.
std::optional<Position> position_at(Place place);

/// How many of a player's horses are not yet home.
constexpr int still_to_run(const Horses& horses) noexcept {
    int count = 0;
    for (const Station at : horses.stations()) count += at < Station::home;
    return count;
}

/// The cells on which a player's horses stand.
constexpr CellSet cells_of(const Horses& horses) noexcept {
    CellSet cells;
    for (const Station at : horses.stations())
        if (at != Station::outside && at < Station::home) cells |= CellSet{cell(at)};
    return cells;
}

}  // namespace tavola::niout
