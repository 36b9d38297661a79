#include "games/abalone/board.h"

namespace tavola::abalone {
namespace {

constexpr Topology topology = make_board();

// The rotations are the board's adjacency, cell by cell.
constexpr bool steps_follow_lines() noexcept {
    for (int i = 0; i < ring; ++i) {
        CellSet steps;
        for (int direction = 0; direction < directions; ++direction) steps |= step(CellSet{Cell(i)}, direction);
        if (steps != topology.next_to(Cell(i))) return false;
    }
    return true;
}

static_assert(well_formed(topology));
static_assert(steps_follow_lines());
static_assert(topology.lines.size() == 27 && topology.symmetries.size() == 12);
static_assert(topology.name(cell(4, 8)) == "e9" && topology.name(cell(8, 4)) == "i5");

}  // namespace

const Topology& board() noexcept { return topology; }

}  // namespace tavola::abalone
