#include "games/trench/board.h"

namespace tavola::trench {
namespace {

constexpr Topology topology = [] {
    Topology board;
    for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 8; ++c) board.add_cell(grid_name(c, r), {1000 * (c - r), 1000 * (c + r)});
    // Columns, rows and both diagonals: each line starts at the cells that have nothing behind them.
    for (const Direction d : {Direction{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        const auto inside = [](int c, int r) { return c >= 0 && c < 8 && r >= 0 && r < 8; };
        for (int i = 0; i < 64; ++i) {
            int c = column(Cell(i)), r = row(Cell(i));
            if (inside(c - d.columns, r - d.rows)) continue;
            Line line;
            for (; inside(c, r); c += d.columns, r += d.rows) line.cells.push_back(cell(c, r));
            if (line.cells.size() > 1) board.add_line(line);
        }
    }
    // Left and right change places; or near and far, and with them the players.
    board.add_symmetries(std::array{board.symmetry_of_points([](Point p) { return Point{-p.x, p.y}; }),
                                    board.symmetry_of_points([](Point p) { return Point{p.x, 14000 - p.y}; }, true)});
    return board;
}();

static_assert(well_formed(topology) && topology.symmetries.size() == 4);
static_assert(trench.size() == 8 && territory[0].size() == 28 && territory[1].size() == 28);
static_assert(trench.has(topology.at("e4")) && territory[0].has(topology.at("a1")));

}  // namespace

const Topology& board() noexcept { return topology; }

}  // namespace tavola::trench
