// What makes a level of the computer player.
#pragma once

#include "games/any_game.h"

namespace tavola {

struct Level {
    int depth = 0;        ///< how far it sees; 0: as far as it comes
    int looks = 0;        ///< at how many positions for each move it could make; 0: at as many as it may
    double wavering = 0;  ///< how much worse a move may look and still be played now and then, in hundredths
};

/// A level from 1 to `max_level`; what lies outside counts as the nearest.
const Level& strength_of(const AnyGame& game, int level);

}  // namespace tavola
