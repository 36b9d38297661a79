// Somebody who knows the truth about some positions; the computer player asks before it thinks.
#pragma once

#include <optional>

#include "games/any_game.h"

namespace tavola {

/// Any number of threads may ask at once. Nobody asks about positions in which the game is over.
class Oracle {
  public:
    virtual ~Oracle() = default;

    /// Under best play the game ends in so many plies: positive if the player to move wins, negative if he loses, 0 if
    /// it is drawn. Nothing if that is not known, or dice decide.
    virtual std::optional<int> ends_in(const AnyPosition& position) const = 0;
    /// Where dice decide, the chance that the side to act wins under best play, if that is known.
    virtual std::optional<double> chance(const AnyPosition& position) const = 0;
};

}  // namespace tavola
