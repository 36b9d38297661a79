#include "games/niout/board.h"

namespace tavola::niout {
namespace {

constexpr Topology topology = [] {
    Topology board;
    // Against the clock from just left of the top, 18 degrees apart, on a circle of radius 3000.
    constexpr int sines[] = {0, 927, 1763, 2427, 2853, 3000};  // of 0, 18, ... 90 degrees
    for (int i = 1; i <= 20; ++i) {
        const int quarter = i / 5 % 4, rest = i % 5;
        const Point from_axis{-sines[rest], sines[5 - rest]};  // in the quarter left of the top
        Point point = from_axis;
        for (int turn = 0; turn < quarter; ++turn) point = {-point.y, point.x};
        board.add_cell(CellName(station_names[i == 20 ? stations - 1 : i]), point);
    }
    board.add_cell(CellName("m"), {0, 0});
    constexpr Point arms[] = {{-1000, 0}, {0, -1000}, {1000, 0}, {0, 1000}};
    constexpr std::string_view letters = "lbrt";
    for (std::size_t arm = 0; arm < 4; ++arm)
        for (int i = 1; i <= 2; ++i) {
            CellName name;
            name.push_back(letters[arm]);
            name.push_back_number(i);
            // On the arms that lead in, 1 is next to the ring; on the one that leads out, next to the centre.
            const int distance = letters[arm] == 't' ? i : 3 - i;
            board.add_cell(name, {arms[arm].x * distance, arms[arm].y * distance});
        }
    board.add_line("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", true);
    board.add_line("5 l1 l2 m r2 r1 15");
    board.add_line("10 b1 b2 m t1 t2 20");
    board.add_symmetries(std::array<Symmetry, 0>{});
    return board;
}();

static_assert(well_formed(topology) && topology.cells == 29);

// Every station lies on the cell of its name, those of two faces on one.
constexpr bool stations_follow_names() noexcept {
    for (int i = 1; i < stations; ++i) {
        const std::string_view own = name(station(i)), face = topology.name(cell(station(i)));
        const bool same = own == face || (own == "mr" && face == "m") || (own == "q1" && face == "r1") ||
                          (own == "q2" && face == "r2");
        if (!same) return false;
    }
    return true;
}
static_assert(stations_follow_names());

// Every step of a run goes to a neighbour.
constexpr bool runs_follow_lines() noexcept {
    for (int from = 0; from < stations; ++from)
        for (const Run& run : runs_from(station(from), 5))
            for (std::size_t i = 1; i < run.size(); ++i)
                if (!topology.next_to(cell(run[i - 1])).has(cell(run[i]))) return false;
    return true;
}
static_assert(runs_follow_lines());
static_assert(topology.point(Cell(4)) == Point{-3000, 0} && topology.point(Cell(19)) == Point{0, 3000});

}  // namespace

const Topology& board() noexcept { return topology; }

}  // namespace tavola::niout
