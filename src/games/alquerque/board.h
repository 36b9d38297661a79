// The two boards of the alquerque family, each written down once as lines.
#pragma once

#include "board/topology.h"

namespace tavola::alquerque {

constexpr Topology make_policiais() noexcept {
    Topology board;
    // Columns from the left: how far right each is drawn, its lowest number, and the heights of its points.
    struct Column {
        int x, first, points, bottom, step;
    };
    constexpr Column columns[] = {{0, 1, 5, 0, 2}, {2, 2, 3, 2, 2}, {3, 2, 3, 3, 1}, {4, 3, 1, 4, 1},
                                  {5, 2, 3, 3, 1}, {6, 2, 3, 2, 2}, {8, 1, 5, 0, 2}};
    for (int c = 0; c < 7; ++c)
        for (int i = 0; i < columns[c].points; ++i)
            board.add_cell(grid_name(c, columns[c].first - 1 + i),
                           {1000 * columns[c].x, 1000 * (columns[c].bottom + i * columns[c].step)});
    for (const char* line : {"a2 b2 f2 g2", "a3 b3 c3 d3 e3 f3 g3", "a4 b4 f4 g4",              //
                             "a1 a2 a3 a4 a5", "b2 b3 b4", "c2 c3 c4", "e2 e3 e4", "f2 f3 f4",  //
                             "g1 g2 g3 g4 g5", "a1 b2 c2 d3 e4 f4 g5", "a5 b4 c4 d3 e2 f2 g1"})
        board.add_line(line);
    board.add_symmetries(std::array{board.symmetry_of_points([](Point p) { return Point{8000 - p.x, p.y}; }),
                                    board.symmetry_of_points([](Point p) { return Point{p.x, 8000 - p.y}; })});
    return board;
}

constexpr Topology make_pretoa() noexcept {
    Topology board;
    // Six spokes clockwise, the first to the upper left so that each player has three together.
    constexpr Point spokes[] = {{-500, 866}, {500, 866}, {1000, 0}, {500, -866}, {-500, -866}, {-1000, 0}};
    for (int circle = 0; circle < 3; ++circle)
        for (int spoke = 0; spoke < 6; ++spoke)
            board.add_cell(grid_name(circle, spoke),
                           {spokes[spoke].x * (3 - circle), spokes[spoke].y * (3 - circle)});
    board.add_cell(CellName("d1"), {0, 0});
    for (const char* circle : {"a1 a2 a3 a4 a5 a6", "b1 b2 b3 b4 b5 b6", "c1 c2 c3 c4 c5 c6"})
        board.add_line(circle, true);
    for (const char* diameter : {"a1 b1 c1 d1 c4 b4 a4", "a2 b2 c2 d1 c5 b5 a5", "a3 b3 c3 d1 c6 b6 a6"})
        board.add_line(diameter);
    // By place on the circle: turned by one spoke, and reflected.
    Symmetry turn, mirror;
    for (int i = 0; i < 18; ++i) {
        turn.image[static_cast<std::size_t>(i)] = Cell(i / 6 * 6 + (i + 1) % 6);
        mirror.image[static_cast<std::size_t>(i)] = Cell(i / 6 * 6 + (6 - i % 6) % 6);
    }
    turn.image[18] = mirror.image[18] = Cell(18);
    board.add_symmetries(std::array{turn, mirror});
    return board;
}

/// A board with what the rules look up: for each point the jumps from it, and the point between two.
struct Tables {
    struct Landing {
        Cell over, to;
    };
    std::array<FixedList<Landing, 6>, 32> jumps;
    std::array<std::array<Cell, 32>, 32> between{};

    explicit constexpr Tables(const Topology& board) noexcept {
        for (const Jump& jump : jumps_of<80>(board)) {
            jumps[Topology::index(jump.from)].push_back({jump.over, jump.to});
            between[Topology::index(jump.from)][Topology::index(jump.to)] = jump.over;
        }
    }
};

/// Landing on a point tells which man was jumped: never two ways from one point to another.
constexpr bool one_way_between(const Tables& tables) noexcept {
    for (std::size_t from = 0; from < 32; ++from)
        for (const auto& a : tables.jumps[from])
            for (const auto& b : tables.jumps[from])
                if (a.to == b.to && a.over != b.over) return false;
    return true;
}

/// Policiais e Ladrões: x on the three columns to the left, o on the three to the right.
struct PoliciaisBoard {
    static constexpr std::string_view id = "policiais";
    static constexpr Topology topology = make_policiais();
    static constexpr Tables tables{topology};
    static constexpr int men = 11;
    static constexpr CellSet start_x = CellSet::first(11);
    static constexpr CellSet start_o = topology.all() - CellSet::first(12);
    static constexpr std::uint8_t rows[] = {5, 3, 3, 1, 3, 3, 5};
    /// No position has more moves, huffing included, however it came to be (a test looks at all of them).
    static constexpr std::size_t max_moves = 88;
};

/// Pretoa: x on spokes 1 to 3, o on spokes 4 to 6.
struct PretoaBoard {
    static constexpr std::string_view id = "pretoa";
    static constexpr Topology topology = make_pretoa();
    static constexpr Tables tables{topology};
    static constexpr int men = 9;
    static constexpr CellSet start_x{0b000111'000111'000111u};
    static constexpr CellSet start_o{0b111000'111000'111000u};
    static constexpr std::uint8_t rows[] = {6, 6, 6, 1};
    static constexpr std::size_t max_moves = 228;
};

static_assert(PoliciaisBoard::topology.cells == 23 && PretoaBoard::topology.cells == 19);
static_assert(well_formed(PoliciaisBoard::topology) && PoliciaisBoard::topology.symmetries.size() == 4);
static_assert(well_formed(PretoaBoard::topology) && PretoaBoard::topology.symmetries.size() == 12);
static_assert(one_way_between(PoliciaisBoard::tables) && one_way_between(PretoaBoard::tables));
static_assert(PoliciaisBoard::topology.next_to(PoliciaisBoard::topology.at("d3")).size() == 6);

}  // namespace tavola::alquerque
