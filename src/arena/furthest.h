// A yardstick for Niout: a player who runs ahead, and stops where nobody can catch him if he can.
#pragma once

#include "base/random.h"
#include "games/any_game.h"

namespace tavola::arena {

/// Of the moves to a cell that no opposing horse can reach with one throw, the one that ends furthest along; if there
/// is none, of all moves. With a tandem as many run as can; further ties are broken at random. The dice must have
/// been thrown.
AnyMove furthest_move(const AnyGame& niout, const AnyPosition& position, Random& random);

}  // namespace tavola::arena
