#include "games/setup.h"

namespace tavola {

Failure misplaced(const Topology& board, const Standing& standing, std::string_view key) {
    const bool in_hand = standing.spot.kind() == Spot::Kind::hand;
    return Failure(Error{.key = key,
                         .what = "position",
                         .field = in_hand ? "hand" : "board",
                         .at = 0,
                         .found = std::string(standing.spot.on_board() ? board.name(standing.spot.cell())
                                                                       : name(standing.spot.kind())),
                         .expected = {}});
}

Result<Sides> read_sides(const Setup& setup, const Topology& board, const Equipment& equipment) {
    if (!setup.dice.empty())
        return Failure(
            Error{.key = "error.setup.dice", .what = "position", .field = "throw", .at = 0, .found = setup.dice});
    Sides sides;
    CellSet occupied;
    for (const Standing& standing : setup.men) {
        const auto& [spot, man, count] = standing;
        if (spot.kind() == Spot::Kind::taken) continue;
        const auto side = static_cast<std::size_t>(man.owner.index());
        if (spot.on_board()) {
            if (man.rank < equipment.lowest_rank || man.rank > equipment.highest_rank || count != 1)
                return misplaced(board, standing);
            if (occupied.has(spot.cell())) return misplaced(board, standing, "error.setup.twice");
            occupied |= spot.cell();
            sides.men[side] |= spot.cell();
        } else {
            if (spot.kind() != Spot::Kind::hand || !equipment.hand || man.rank != 0)
                return misplaced(board, standing);
            if (sides.hand[side] != 0) return misplaced(board, standing, "error.setup.twice");
            sides.hand[side] = count;
        }
    }
    return sides;
}

}  // namespace tavola
