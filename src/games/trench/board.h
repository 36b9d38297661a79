// Trench's board: 8 x 8, standing on the corner a1, with the trench along the diagonal from a8 to h1.
#pragma once

#include "board/topology.h"

namespace tavola::trench {

/// Columns a..h are 0..7 and rows 1..8 are 0..7.
constexpr Cell cell(int column, int row) noexcept { return Cell(8 * row + column); }
constexpr int column(Cell cell) noexcept { return cell.index() % 8; }
constexpr int row(Cell cell) noexcept { return cell.index() / 8; }

/// The trench, and the territory on x's side (a1) and on o's (h8).
namespace detail {
constexpr CellSet zone(int sign) noexcept {
    CellSet set;
    for (int i = 0; i < 64; ++i) {
        const int height = column(Cell(i)) + row(Cell(i)) - 7;
        if ((height > 0) - (height < 0) == sign) set |= Cell(i);
    }
    return set;
}
}  // namespace detail
inline constexpr CellSet trench = detail::zone(0);
inline constexpr CellSet territory[2] = {detail::zone(-1), detail::zone(1)};

/// The eight directions, by the columns and rows they add.
struct Direction {
    int columns, rows;

    constexpr int shift() const noexcept { return 8 * rows + columns; }
    constexpr Direction reversed() const noexcept { return {-columns, -rows}; }
    /// Towards whose corner: 1 o's, -1 x's, 0 along the trench.
    constexpr int height() const noexcept { return columns + rows > 0 ? 1 : columns + rows < 0 ? -1 : 0; }
};

constexpr CellSet shifted(CellSet set, int by) noexcept { return by >= 0 ? set << by : set >> -by; }

/// The whole set, one step on; what leaves the board is gone.
template <Direction D>
constexpr CellSet step(CellSet set) noexcept {
    constexpr std::uint64_t a_file = 0x0101010101010101u;
    constexpr CellSet inside(D.columns > 0 ? ~(a_file << 7) : D.columns < 0 ? ~a_file : ~std::uint64_t{0});
    return shifted(set & inside, D.shift());
}

const Topology& board() noexcept;

}  // namespace tavola::trench
