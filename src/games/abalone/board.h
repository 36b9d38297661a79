// Abalone's board: 61 cells in a hexagon with side 5.
//
// A hexagon with side n tiles the plane, so its 3n(n-1)+1 cells can be numbered round a ring on which every step in
// one direction adds the same amount. For n = 5 the ring has 61 places: with row r and number q counted from 0,
// the cell is (13 r + q) mod 61. A step of a whole set is then a rotation of 61 bits and a mask for the edge.
#pragma once

#include "board/topology.h"

namespace tavola::abalone {

inline constexpr int ring = 61;
inline constexpr int side = 5;

/// The six directions, counter-clockwise from the right; d and d + 3 are opposite. The first three make a cell's
/// name sort later, so a row of balls is named by the end it starts from along one of them.
inline constexpr int directions = 6;
struct Direction {
    int row, number;
};
inline constexpr Direction offsets[directions] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};
inline constexpr int rotations[directions] = {1, 14, 13, 60, 47, 48};

constexpr int opposite(int direction) noexcept { return (direction + 3) % directions; }

constexpr bool on_board(int row, int number) noexcept {
    return row >= 0 && row < 9 && number >= 0 && number < 9 && row - number < side && number - row < side;
}
constexpr Cell cell(int row, int number) noexcept { return Cell((13 * row + number) % ring); }

namespace detail {
/// For each direction the cells that lie one step from another cell that way.
inline constexpr auto arrivals = [] {
    std::array<CellSet, directions> sets{};
    for (std::size_t d = 0; d < directions; ++d)
        for (int row = 0; row < 9; ++row)
            for (int number = 0; number < 9; ++number)
                if (on_board(row, number) && on_board(row - offsets[d].row, number - offsets[d].number))
                    sets[d] |= cell(row, number);
    return sets;
}();
}  // namespace detail

/// The cells that have a neighbour behind them, seen in this direction.
constexpr CellSet has_behind(int direction) noexcept { return detail::arrivals[static_cast<std::size_t>(direction)]; }
/// The cells that have a neighbour before them.
constexpr CellSet has_ahead(int direction) noexcept { return has_behind(opposite(direction)); }

/// The whole set, one step on; what leaves the board is gone.
constexpr CellSet step(CellSet set, int direction) noexcept {
    const int by = rotations[direction];
    return (set << by | set >> (ring - by)) & has_behind(direction);
}
/// One cell, one step on; there must be one.
constexpr Cell step(Cell from, int direction) noexcept {
    const int to = from.index() + rotations[direction];
    return Cell(to >= ring ? to - ring : to);
}

constexpr Topology make_board() noexcept {
    Topology board;
    board.cells = ring;
    for (int row = 0; row < 9; ++row)
        for (int number = 0; number < 9; ++number)
            if (on_board(row, number)) {
                const std::size_t index = Topology::index(cell(row, number));
                // The name's letter is the row, its number counts along the row.
                board.names[index] = grid_name(row, number);
                board.points[index] = {1000 * number - 500 * row, 866 * row};
            }
    for (int direction = 0; direction < 3; ++direction)
        for (int i = 0; i < ring; ++i)
            if (!has_behind(direction).has(Cell(i))) {
                Line line;
                Cell at{i};
                for (line.cells.push_back(at); has_ahead(direction).has(at); line.cells.push_back(at))
                    at = step(at, direction);
                board.add_line(line);
            }
    Symmetry turn, mirror;
    for (int r = -4; r <= 4; ++r)
        for (int q = -4; q <= 4; ++q)
            if (on_board(r + 4, q + 4)) {
                const std::size_t index = Topology::index(cell(r + 4, q + 4));
                turn.image[index] = cell(q + 4, q - r + 4);
                mirror.image[index] = cell(q + 4, r + 4);
            }
    board.add_symmetries(std::array{turn, mirror});
    return board;
}

/// The board itself; built in board.cpp.
const Topology& board() noexcept;

}  // namespace tavola::abalone
