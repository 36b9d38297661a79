// A board's topology: its cells, their names and places on the page, its lines, and what follows from them.
// Each board writes down its lines once (src/games/*/board.h); everything else here is derived at compile time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/list.h"
#include "base/short_text.h"
#include "board/cell.h"

namespace tavola {

/// Where a cell is drawn: x to the right, y up, in thousandths of some unit that suits the board.
struct Point {
    int x = 0;
    int y = 0;
    friend constexpr bool operator==(Point, Point) noexcept = default;
};

/// A cell's name, such as a1, d17 or mr.
using CellName = ShortText<3>;

/// A letter for the column and a number for the row, counted from 0: (3, 1) is d2.
constexpr CellName grid_name(int column, int row) noexcept {
    CellName name;
    name.push_back(static_cast<char>('a' + column));
    name.push_back_number(row + 1);
    return name;
}

/// Cells in order; on a closed line the last one is followed by the first.
struct Line {
    FixedList<Cell, 20> cells;
    bool closed = false;

    /// The cell some steps further along, if the line goes on that far.
    constexpr bool reaches(std::size_t from, std::size_t steps) const noexcept {
        return closed ? steps < cells.size() : from + steps < cells.size();
    }
    constexpr Cell ahead(std::size_t from, std::size_t steps) const noexcept {
        return cells[(from + steps) % cells.size()];
    }
};

/// Three cells in a row on one line: a man on `from` may jump over one on `over` to `to`.
struct Jump {
    Cell from, over, to;
};

/// A map of the board onto itself. Where it turns one player's side into the other's, the players change too.
struct Symmetry {
    std::array<Cell, 64> image = {};
    bool swaps_players = false;

    constexpr Cell operator()(Cell cell) const noexcept { return image[static_cast<std::size_t>(cell.index())]; }
    constexpr CellSet operator()(CellSet set) const noexcept {
        CellSet result;
        for (Cell cell : set) result |= (*this)(cell);
        return result;
    }
    friend constexpr bool operator==(const Symmetry&, const Symmetry&) noexcept = default;

    constexpr Symmetry then(const Symmetry& next, int cells) const noexcept {
        Symmetry both;
        for (int i = 0; i < cells; ++i) both.image[static_cast<std::size_t>(i)] = next((*this)(Cell(i)));
        both.swaps_players = swaps_players != next.swaps_players;
        return both;
    }
};

struct Topology {
    int cells = 0;
    std::array<CellName, 64> names = {};
    std::array<Point, 64> points = {};
    FixedList<Line, 48> lines;
    std::array<CellSet, 64> neighbours = {};
    FixedList<Symmetry, 16> symmetries;  ///< the whole group, the identity first

    constexpr CellSet all() const noexcept { return CellSet::first(cells); }
    constexpr std::string_view name(Cell cell) const noexcept { return names[index(cell)].view(); }
    constexpr Point point(Cell cell) const noexcept { return points[index(cell)]; }
    constexpr CellSet next_to(Cell cell) const noexcept { return neighbours[index(cell)]; }

    /// The cell of this name, and whether there is one.
    constexpr bool find(std::string_view text, Cell& cell) const noexcept {
        for (int i = 0; i < cells; ++i)
            if (names[static_cast<std::size_t>(i)].view() == text) {
                cell = Cell(i);
                return true;
            }
        return false;
    }
    /// The cell of a name that is known to exist.
    constexpr Cell at(std::string_view text) const noexcept {
        Cell cell{0};
        [[maybe_unused]] const bool found = find(text, cell);
        assert(found);
        return cell;
    }

    constexpr void add_cell(CellName name, Point point) noexcept {
        names[static_cast<std::size_t>(cells)] = name;
        points[static_cast<std::size_t>(cells)] = point;
        ++cells;
    }
    constexpr void add_line(const Line& line) noexcept {
        for (std::size_t i = 0; i < line.cells.size(); ++i)
            if (line.reaches(i, 1)) {
                neighbours[index(line.cells[i])] |= line.ahead(i, 1);
                neighbours[index(line.ahead(i, 1))] |= line.cells[i];
            }
        lines.push_back(line);
    }
    /// A line by the names of its cells, split by single spaces.
    constexpr void add_line(std::string_view text, bool closed = false) noexcept {
        Line line;
        line.closed = closed;
        while (!text.empty()) {
            const std::size_t end = text.find(' ') == text.npos ? text.size() : text.find(' ');
            line.cells.push_back(at(text.substr(0, end)));
            text.remove_prefix(end == text.size() ? end : end + 1);
        }
        add_line(line);
    }

    /// Closes the group that these maps generate.
    template <std::size_t N>
    constexpr void add_symmetries(const std::array<Symmetry, N>& generators) noexcept {
        Symmetry identity;
        for (int i = 0; i < cells; ++i) identity.image[static_cast<std::size_t>(i)] = Cell(i);
        symmetries.clear();
        symmetries.push_back(identity);
        for (std::size_t i = 0; i < symmetries.size(); ++i)
            for (const Symmetry& generator : generators) {
                const Symmetry product = symmetries[i].then(generator, cells);
                bool known = false;
                for (const Symmetry& symmetry : symmetries) known = known || symmetry == product;
                if (!known) symmetries.push_back(product);
            }
    }

    /// A symmetry given by where it takes each point of the page.
    template <class Map>
    constexpr Symmetry symmetry_of_points(Map map, bool swaps_players = false) const noexcept {
        Symmetry symmetry;
        symmetry.swaps_players = swaps_players;
        for (std::size_t i = 0; i < static_cast<std::size_t>(cells); ++i)
            for (int j = 0; j < cells; ++j)
                if (points[static_cast<std::size_t>(j)] == map(points[i])) symmetry.image[i] = Cell(j);
        return symmetry;
    }

    static constexpr std::size_t index(Cell cell) noexcept { return static_cast<std::size_t>(cell.index()); }
};

/// All three-in-a-rows of a board in both directions, in the order of its lines.
template <std::size_t Capacity>
constexpr FixedList<Jump, Capacity> jumps_of(const Topology& board) noexcept {
    FixedList<Jump, Capacity> jumps;
    for (const Line& line : board.lines)
        for (std::size_t i = 0; i < line.cells.size(); ++i)
            if (line.reaches(i, 2)) {
                jumps.push_back({line.cells[i], line.ahead(i, 1), line.ahead(i, 2)});
                jumps.push_back({line.ahead(i, 2), line.ahead(i, 1), line.cells[i]});
            }
    return jumps;
}

/// What must hold of every board: names and points are unique, neighbours go both ways, and every symmetry
/// takes each cell to a cell of its own and neighbours to neighbours. For static_assert.
constexpr bool well_formed(const Topology& board) noexcept {
    for (int i = 0; i < board.cells; ++i)
        for (int j = 0; j < board.cells; ++j) {
            const Cell a(i), b(j);
            if (i != j && (board.name(a) == board.name(b) || board.point(a) == board.point(b))) return false;
            if (board.next_to(a).has(b) != board.next_to(b).has(a)) return false;
        }
    for (const Symmetry& symmetry : board.symmetries) {
        if (symmetry(board.all()) != board.all()) return false;
        for (int i = 0; i < board.cells; ++i)
            if (symmetry(board.next_to(Cell(i))) != board.next_to(symmetry(Cell(i)))) return false;
    }
    return true;
}

}  // namespace tavola
