// Trilha's board: 1 to 8 concentric squares, joined at the middles of their sides.
//
// Square k (0 is the outermost) takes eight bits, from 8k on, clockwise from its top left corner:
//
//     0 NW   1 N   2 NE
//     7 W          3 E        so corners are the even bits and middles the odd ones
//     6 SW   5 S   4 SE
//
// In this order going round a square is a rotation of bytes and going along a join a shift by eight, for all
// squares at once; the functions below do that, and board.cpp checks them against the lines.
#pragma once

#include "board/topology.h"

namespace tavola::trilha {

inline constexpr int max_rings = 8;
inline constexpr CellSet corners{0x5555555555555555u};
inline constexpr CellSet middles{0xaaaaaaaaaaaaaaaau};

/// Every cell's neighbour clockwise (or against the clock) on its own square.
constexpr CellSet clockwise(CellSet set) noexcept {
    return CellSet((set.bits() << 1 & 0xfefefefefefefefeu) | (set.bits() >> 7 & 0x0101010101010101u));
}
constexpr CellSet anticlockwise(CellSet set) noexcept {
    return CellSet((set.bits() >> 1 & 0x7f7f7f7f7f7f7f7fu) | (set.bits() << 7 & 0x8080808080808080u));
}
/// The cell in the same place of the next square inwards (or outwards). Only middles are joined.
constexpr CellSet inwards(CellSet set) noexcept { return set << 8; }
constexpr CellSet outwards(CellSet set) noexcept { return set >> 8; }

/// The board with this many squares, 1 to 8.
const Topology& board(int rings) noexcept;

}  // namespace tavola::trilha
