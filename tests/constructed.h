// Random positions that are put together, not played to: they hold what random play seldom reaches.
#pragma once

#include "base/random.h"
#include "games/any_game.h"

namespace tavola::test {

/// A valid position of the game under its rules.
AnyPosition construct(const AnyGame& game, Random& random);

/// How many texts `construct` made that the game refused, and how many in all: a check of the makers themselves.
struct Construction {
    long refused = 0;
    long made = 0;
};
Construction& construction();

}  // namespace tavola::test
