// Play by knowledge: where an oracle knows what every move is worth, nobody has to think.
#pragma once

#include <optional>

#include "search/engine.h"
#include "search/oracle.h"

namespace tavola {

/// A move and what it is worth.
struct KnownMove {
    AnyMove move;
    int ends_in = 0;  ///< plies from before the move: positive if the mover wins, negative if he loses, 0 for a draw
    double chance = 0;  ///< where dice decide: that the mover's side wins
};

/// All legal moves with their worth, the best first, if the oracle knows it of every one: quick wins, then draws (first
/// those after which the opponent has the most ways to go wrong), then long losses; with dice the best chances.
std::optional<std::vector<KnownMove>> known_moves(const AnyGame& game, const Oracle& oracle,
                                                  const AnyPosition& position);

/// The best lines without a search, followed to the end of the game or until a draw is clear.
std::optional<Report> perfect_report(const AnyGame& game, const Oracle& oracle, const AnyPosition& position,
                                     int lines);

}  // namespace tavola
