#include "games/trilha/board.h"

#include <utility>

namespace tavola::trilha {
namespace {

constexpr Topology make_board(int rings) noexcept {
    Topology board;
    // Column and row of the eight places of a square, as multiples of its half side around the centre.
    constexpr int dx[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
    constexpr int dy[8] = {1, 1, 1, 0, -1, -1, -1, 0};
    for (int ring = 0; ring < rings; ++ring)
        for (int place = 0; place < 8; ++place) {
            const int x = dx[place] * (rings - ring), y = dy[place] * (rings - ring);
            board.add_cell(grid_name(rings + x, rings + y), {1000 * x, 1000 * y});
        }
    for (int ring = 0; ring < rings; ++ring)
        for (int side = 0; side < 8; side += 2) {
            Line line;
            for (int i = 0; i < 3; ++i) line.cells.push_back(Cell(8 * ring + (side + i) % 8));
            board.add_line(line);
        }
    for (int middle = 1; middle < 8; middle += 2) {
        Line line;
        for (int ring = 0; ring < rings; ++ring) line.cells.push_back(Cell(8 * ring + middle));
        if (rings > 1) board.add_line(line);
    }
    const Symmetry quarter_turn = board.symmetry_of_points([](Point p) { return Point{p.y, -p.x}; });
    const Symmetry mirror = board.symmetry_of_points([](Point p) { return Point{-p.x, p.y}; });
    Symmetry inside_out;
    for (int i = 0; i < board.cells; ++i)
        inside_out.image[static_cast<std::size_t>(i)] = Cell(8 * (rings - 1 - i / 8) + i % 8);
    board.add_symmetries(std::array{quarter_turn, mirror, inside_out});
    return board;
}

// The byte-wise steps above are the board's adjacency, cell by cell.
constexpr bool steps_follow_lines(const Topology& board) noexcept {
    for (int i = 0; i < board.cells; ++i) {
        const CellSet cell{Cell(i)};
        const CellSet joins = (inwards(cell) | outwards(cell)) & middles;
        const CellSet steps = (clockwise(cell) | anticlockwise(cell) | (joins & board.all()));
        const CellSet expected = (cell & middles).empty() ? clockwise(cell) | anticlockwise(cell) : steps;
        if (board.next_to(Cell(i)) != expected) return false;
    }
    return true;
}

template <int Rings>
struct Board {
    static constexpr Topology topology = make_board(Rings);
    static_assert(topology.cells == 8 * Rings);
    static_assert(well_formed(topology));
    static_assert(steps_follow_lines(topology));
    // Turns and mirrors of the square; with more than one square also inside out.
    static_assert(topology.symmetries.size() == (Rings == 1 ? 8 : 16));
};

static_assert(Board<3>::topology.name(Cell(0)) == "a7");
static_assert(Board<3>::topology.name(Cell(21)) == "d3");
static_assert(Board<8>::topology.name(Cell(2)) == "q17");

template <int... Rings>
constexpr std::array<const Topology*, sizeof...(Rings)> list_boards(std::integer_sequence<int, Rings...>) noexcept {
    return {&Board<Rings + 1>::topology...};
}
constexpr auto boards = list_boards(std::make_integer_sequence<int, max_rings>());

}  // namespace

const Topology& board(int rings) noexcept {
    assert(rings >= 1 && rings <= max_rings);
    return *boards[static_cast<std::size_t>(rings - 1)];
}

}  // namespace tavola::trilha
