// Ends without a winner that the rules of a game themselves count down to. What the arbiter counts, the match knows.
#pragma once

#include <optional>
#include <string_view>

#include "games/any_game.h"

namespace tavola {

struct Countdown {
    std::string_view why;  ///< the word for that end, as in `Verdict`
    int count = 0;         ///< plies so far
    int limit = 0;         ///< the game is over when there are so many
};

/// Nothing where nothing is counted in this position.
std::optional<Countdown> countdown(const AnyGame& game, const AnyPosition& position);

}  // namespace tavola
