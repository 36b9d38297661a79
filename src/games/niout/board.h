// Niout's board: a ring of 20 cells and a cross of 9 inside; and the stations, which tell how a horse runs on.
#pragma once

#include "board/topology.h"

namespace tavola::niout {

/// Where a horse stands and where it is heading, in the order in which positions list them.
enum class Station : std::uint8_t {
    outside,  // 0: not yet in play
    ring1,
    ring5 = 5,
    ring10 = 10,
    ring15 = 15,
    ring19 = 19,
    l1,
    l2,
    b1,
    b2,
    m,
    q2,
    q1,
    r1,
    r2,
    mr,
    t1,
    t2,
    home,  // 20
};

inline constexpr int stations = static_cast<int>(Station::home) + 1;

constexpr int number(Station station) noexcept { return static_cast<int>(station); }
constexpr Station station(int number) noexcept { return static_cast<Station>(number); }

inline constexpr std::string_view station_names[stations] = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",  "9",  "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "l1", "l2", "b1", "b2", "m", "q2", "q1", "r1", "r2", "mr", "t1", "t2", "20"};

constexpr std::string_view name(Station station) noexcept {
    return station_names[static_cast<std::size_t>(number(station))];
}

/// Cells 0..19 are the ring from 1 to 20; the centre and the arms follow.
enum CellNumber : std::uint8_t {
    cell_20 = 19,
    cell_m,
    cell_l1,
    cell_l2,
    cell_b1,
    cell_b2,
    cell_r1,
    cell_r2,
    cell_t1,
    cell_t2
};

/// The cell under a station. A horse that is outside stands on none.
constexpr Cell cell(Station at) noexcept {
    switch (at) {
        case Station::l1: return Cell(cell_l1);
        case Station::l2: return Cell(cell_l2);
        case Station::b1: return Cell(cell_b1);
        case Station::b2: return Cell(cell_b2);
        case Station::m:
        case Station::mr: return Cell(cell_m);
        case Station::q2:
        case Station::r2: return Cell(cell_r2);
        case Station::q1:
        case Station::r1: return Cell(cell_r1);
        case Station::t1: return Cell(cell_t1);
        case Station::t2: return Cell(cell_t2);
        case Station::home: return Cell(cell_20);
        default: return Cell(number(at) - 1);
    }
}

/// A run of some cells: the stations it touches, the last one being where it ends.
using Run = FixedList<Station, 5>;

namespace detail {

/// The next station of a horse that is running: it came to `at` from `before`.
constexpr Station onward(Station before, Station at) noexcept {
    switch (at) {
        case Station::l2:
        case Station::b2: return Station::m;
        case Station::r2: return Station::mr;
        // Through the centre straight on.
        case Station::m: return before == Station::l2 ? Station::q2 : Station::t1;
        case Station::mr: return Station::t1;
        case Station::q1: return Station::ring15;
        case Station::ring19:
        case Station::t2: return Station::home;
        default: return station(number(at) + 1);  // along the ring, or along an arm
    }
}

/// Where a horse that starts its move at a station may go first: one way, or two at a large cell.
constexpr FixedList<Station, 2> first_steps(Station from) noexcept {
    FixedList<Station, 2> steps;
    if (from == Station::home) return steps;
    steps.push_back(from == Station::m ? Station::t1 : onward(from, from));
    if (from == Station::ring5) steps.push_back(Station::l1);
    if (from == Station::ring10) steps.push_back(Station::b1);
    if (from == Station::ring15) steps.push_back(Station::r1);
    if (from == Station::m) steps.push_back(Station::q2);
    return steps;
}

}  // namespace detail

/// For each station and each throw the runs from there; none goes past home.
using Runs = std::array<std::array<FixedList<Run, 2>, 6>, stations>;

inline constexpr Runs runs = [] {
    Runs table{};
    for (int from = 0; from < stations; ++from)
        for (const Station first : detail::first_steps(station(from))) {
            Run run;
            Station before = station(from), at = first;
            for (std::size_t cells = 1; cells <= 5; ++cells) {
                run.push_back(at);
                table[static_cast<std::size_t>(from)][cells].push_back(run);
                if (at == Station::home) break;
                const Station next = detail::onward(before, at);
                before = at;
                at = next;
            }
        }
    return table;
}();

constexpr const FixedList<Run, 2>& runs_from(Station from, int cells) noexcept {
    return runs[static_cast<std::size_t>(number(from))][static_cast<std::size_t>(cells)];
}

const Topology& board() noexcept;

}  // namespace tavola::niout
