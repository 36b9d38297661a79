// Positions set up by hand: the inverse of a picture. A game makes a position of it and lets its own reader of
// positions judge whether such a position can be; what no eye can see (counters, offending men) starts anew.
#pragma once

#include <array>
#include <string>

#include "base/result.h"
#include "board/topology.h"
#include "games/effect.h"
#include "games/player.h"

namespace tavola {

struct Setup {
    Picture men;  ///< every player's; between two players those that were taken need not be told
    Player turn;
    std::string dice = {};  ///< the word of the throw that lies; empty when none does
};

/// Men that cannot be where they were put.
Failure misplaced(const Topology& board, const Standing& standing, std::string_view key = "error.setup.man");

/// The men of x and o, one a cell.
struct Sides {
    std::array<CellSet, 2> men;
    std::array<std::uint8_t, 2> hand{};
};

/// What a game between x and o can be set up with, no dice among it: men of these ranks, and men in hand if there is
/// such a thing.
struct Equipment {
    int lowest_rank = 0;
    int highest_rank = 0;
    bool hand = false;
};

Result<Sides> read_sides(const Setup& setup, const Topology& board, const Equipment& equipment);

}  // namespace tavola
