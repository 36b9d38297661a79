// Cells, sets of cells, and the boards: what can be said of them without playing.
#include "games/alquerque/board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "board/cell.h"
#include "board/topology.h"
#include "support.h"

namespace tavola {
namespace {

std::vector<CellSet> sample_sets() {
    Random random(3);
    std::vector<CellSet> sets{CellSet(), CellSet::first(1), CellSet::first(64), CellSet(Cell(63))};
    for (int i = 0; i < 300; ++i) {
        sets.push_back(CellSet(random.next()));
        sets.push_back(CellSet(random.next() & random.next() & random.next()));
    }
    return sets;
}

TEST(CellSet, IteratesFromTheLowestUp) {
    for (const CellSet set : sample_sets()) {
        std::vector<int> listed, expected;
        for (const Cell cell : set) listed.push_back(cell.index());
        for (int i = 0; i < 64; ++i)
            if (set.has(Cell(i))) expected.push_back(i);
        EXPECT_EQ(listed, expected);
        EXPECT_EQ(static_cast<std::size_t>(set.size()), expected.size());
        EXPECT_EQ(set.empty(), expected.empty());
        if (!set.empty()) {
            EXPECT_EQ(set.lowest().index(), expected.front());
        }
    }
}

TEST(CellSet, NthIsTheNthOfTheIteration) {
    for (const CellSet set : sample_sets()) {
        int n = 0;
        for (const Cell cell : set) EXPECT_EQ(set.nth(n++), cell);
    }
    // The way it is found at compile time is another one.
    static_assert(CellSet(0b101001u).nth(0) == Cell(0) && CellSet(0b101001u).nth(2) == Cell(5));
}

TEST(CellSet, IsASet) {
    const std::vector<CellSet> sets = sample_sets();
    for (std::size_t i = 1; i < sets.size(); ++i) {
        const CellSet a = sets[i - 1], b = sets[i];
        for (int c = 0; c < 64; ++c) {
            const Cell cell(c);
            EXPECT_EQ((a & b).has(cell), a.has(cell) && b.has(cell));
            EXPECT_EQ((a | b).has(cell), a.has(cell) || b.has(cell));
            EXPECT_EQ((a - b).has(cell), a.has(cell) && !b.has(cell));
            EXPECT_EQ((a ^ b).has(cell), a.has(cell) != b.has(cell));
            EXPECT_EQ((~a).has(cell), !a.has(cell));
        }
        EXPECT_EQ(a.contains(b), (b - a).empty());
        EXPECT_TRUE((a | b).contains(a) && a.contains(a & b));
    }
    CellSet set{Cell(1), Cell(5)};
    set |= Cell(9);
    set -= Cell(5);
    EXPECT_EQ(set, (CellSet{Cell(9), Cell(1)}));
    set &= Cell(9);
    set ^= CellSet{Cell(9), Cell(63)};
    EXPECT_EQ(set, CellSet(Cell(63)));
    EXPECT_EQ(CellSet::first(8) << 8, CellSet(0xff00u));
    EXPECT_EQ(CellSet::first(16) >> 8, CellSet::first(8));
}

TEST(Topology, GridNamesAreLetterAndNumber) {
    EXPECT_EQ(grid_name(3, 1).view(), "d2");
    EXPECT_EQ(grid_name(16, 16).view(), "q17");
}

constexpr Topology three_in_a_row(bool closed) {
    Topology board;
    for (int row = 0; row < 3; ++row) board.add_cell(grid_name(0, row), {row, 0});
    board.add_line("a1 a2 a3", closed);
    return board;
}

TEST(Topology, LinesGoRoundWhereTheyAreClosed) {
    static constexpr Topology circle = three_in_a_row(true), line = three_in_a_row(false);
    const Cell a1(0), a2(1), a3(2);
    EXPECT_EQ(circle.next_to(a1), (CellSet{a2, a3}));
    EXPECT_EQ(line.next_to(a1), CellSet(a2));
    EXPECT_EQ(line.next_to(a2), (CellSet{a1, a3}));
    EXPECT_EQ(jumps_of<8>(circle).size(), 6u);
    EXPECT_EQ(jumps_of<8>(line).size(), 2u);
    Cell cell{0};
    EXPECT_TRUE(line.find("a3", cell) && cell == a3);
    EXPECT_FALSE(line.find("a4", cell));
}

struct BoardFacts {
    std::string game, settings;
    int cells;
    std::size_t lines;
    int edges;  // pairs of neighbours
    std::size_t symmetries;
};

TEST(Topology, BoardsAreThoseOfTheRules) {
    const BoardFacts boards[] = {
        // Trilha on n squares: 4n sides and 4 joins; 8n edges on the squares and 4(n-1) between them.
        {"trilha", "rings=1", 8, 4, 8, 8},
        {"trilha", "rings=2", 16, 12, 20, 16},
        {"trilha", "rings=3", 24, 16, 32, 16},
        {"trilha", "rings=8", 64, 36, 92, 16},
        // Abalone: 9 lines in each of 3 directions, of 5 to 9 cells.
        {"abalone", "-", 61, 27, 156, 12},
        // Trench: columns, rows and both diagonals of two cells or more.
        {"trench", "-", 64, 8 + 8 + 13 + 13, 2 * 56 + 2 * 49, 4},
        {"niout", "-", 29, 3, 20 + 12, 1},
        {"policiais", "-", 23, 11, 3 + 6 + 3 + 4 + 2 + 2 + 2 + 2 + 4 + 6 + 6, 4},
        {"pretoa", "-", 19, 6, 18 + 18, 12},
    };
    for (const BoardFacts& facts : boards) {
        SCOPED_TRACE(facts.game + " " + facts.settings);
        const Topology& board = test::game_of(facts.game, facts.settings)->board();
        int edges = 0;
        for (const Cell cell : board.all()) edges += board.next_to(cell).size();
        EXPECT_EQ(board.cells, facts.cells);
        EXPECT_EQ(board.lines.size(), facts.lines);
        EXPECT_EQ(edges, 2 * facts.edges);
        EXPECT_EQ(board.symmetries.size(), facts.symmetries);
        EXPECT_TRUE(well_formed(board));
    }
}

TEST(Topology, SymmetriesAreAGroupThatKeepsLines) {
    for (const GameInfo& game : all_games()) {
        SCOPED_TRACE(game.id);
        const Topology& board = test::game_of(game.id, "-")->board();
        const auto known = [&](const Symmetry& symmetry) {
            return std::ranges::find(board.symmetries, symmetry) != board.symmetries.end();
        };
        for (const Symmetry& one : board.symmetries)
            for (const Symmetry& other : board.symmetries) EXPECT_TRUE(known(one.then(other, board.cells)));
        for (const Symmetry& symmetry : board.symmetries)
            for (const Line& line : board.lines) {
                CellSet image, cells;
                for (const Cell cell : line.cells) image |= symmetry(cell);
                EXPECT_TRUE(std::ranges::any_of(board.lines, [&](const Line& other) {
                    cells = {};
                    for (const Cell cell : other.cells) cells |= cell;
                    return cells == image;
                }));
            }
    }
}

TEST(Topology, WellFormedSeesWhatIsWrong) {
    Topology board = alquerque::PoliciaisBoard::topology;
    ASSERT_TRUE(well_formed(board));
    board.names[1] = board.names[0];
    EXPECT_FALSE(well_formed(board));
    board = alquerque::PoliciaisBoard::topology;
    board.neighbours[0] |= Cell(22);
    EXPECT_FALSE(well_formed(board));
    board = alquerque::PoliciaisBoard::topology;
    std::swap(board.symmetries[0].image[0], board.symmetries[0].image[5]);
    EXPECT_FALSE(well_formed(board));
}

TEST(Topology, JumpsAreThreesInARow) {
    const Topology& board = alquerque::PretoaBoard::topology;
    const auto jumps = jumps_of<80>(board);
    // Each circle of six has six threes, each diameter of seven has five; both ways.
    EXPECT_EQ(jumps.size(), 2u * (3 * 6 + 3 * 5));
    for (const Jump& jump : jumps) {
        EXPECT_TRUE(board.next_to(jump.over).contains({jump.from, jump.to}));
        EXPECT_NE(jump.from, jump.to);
    }
}

}  // namespace
}  // namespace tavola
