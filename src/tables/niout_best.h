// What is best in Niout, from exact chances. Moves are made by the game's own rules, so that nothing of the solver is
// taken for granted but its numbers.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "tables/niout_index.h"

namespace tavola::niout {

/// The exact chances of some layers.
template <class Real>
class ChanceBook {
  public:
    /// The numbers must stay where they are.
    void add(Layer layer, std::span<const Real> chances) noexcept { layers_[layer.index()] = chances; }
    bool has(Layer layer) const noexcept { return !layers_[layer.index()].empty(); }

    /// How likely the player whose turn it is wins, before he throws; none if the layer is missing.
    std::optional<double> chance(const Position& position) const {
        const std::optional<Place> place = place_of(position);
        if (!place) return still_to_run(position.of(position.turn)) == 0 ? 1.0 : 0.0;
        if (!has(place->layer)) return std::nullopt;
        return static_cast<double>(layers_[place->layer.index()][place->at]);
    }

    /// A move, and how likely the player who makes it wins.
    struct Choice {
        Move move;
        double chance = 0;
    };
    /// All moves after a throw, the best first; of equals, the first generated. None if a layer is missing.
    std::vector<Choice> choices(const Rules& rules, const Position& position) const {
        MoveList<Niout> moves;
        Niout::generate(rules, position, moves);
        std::vector<Choice> result;
        for (const Move move : moves) {
            Position next = position;
            Niout::play(rules, next, move);
            const std::optional<double> there = chance(next);
            if (!there) return {};
            const Choice choice{move, next.turn == position.turn ? *there : 1 - *there};
            result.insert(std::ranges::upper_bound(result, choice.chance, std::ranges::greater{}, &Choice::chance),
                          choice);
        }
        return result;
    }

  private:
    std::array<std::span<const Real>, layers> layers_;
};

}  // namespace tavola::niout
