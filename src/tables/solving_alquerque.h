// Policiais e Ladrões and Pretoa for the solver.
#pragma once

#include <algorithm>

#include "games/alquerque/alquerque.h"
#include "tables/solving.h"
#include "tables/subsets.h"

namespace tavola::tables {

template <class Board>
struct Solving<Alquerque<Board>> {
    using G = Alquerque<Board>;
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;
    static_assert(Board::topology.cells <= max_cells);

    static std::optional<Error> refuse(const Rules& rules) {
        if (!rules.huff) return {};
        return Error{
            .key = "error.rule-not-solved", .what = "option", .field = "huff", .found = "yes", .expected = "no"};
    }

    static std::vector<Sector> sectors(const Rules&) {
        std::vector<Sector> sectors;
        for (int men = 2; men <= 2 * Board::men; ++men)
            for (int more = (men + 1) / 2; more <= std::min(Board::men, men - 1); ++more) {
                const auto most = static_cast<std::uint8_t>(more), least = static_cast<std::uint8_t>(men - more);
                sectors.push_back({most, least});
                if (most != least) sectors.push_back({least, most});
            }
        return sectors;
    }

    static std::vector<Sector> leads_to(const Rules&, const Sector& sector) {
        std::vector<Sector> result;
        for (Sector after = sector.turned(); after.own > 1;) {
            --after.own;
            result.push_back(after);
        }
        return result;
    }

    static constexpr Sector sector(const Position& position) noexcept {
        return {static_cast<std::uint8_t>(position.own.size()), static_cast<std::uint8_t>(position.other.size())};
    }
    static constexpr Position position(const Sector&, CellSet own, CellSet other) noexcept {
        return {.own = own, .other = other, .offenders = {}, .turn = player_x};
    }
    static constexpr bool lost(const Position& position) noexcept { return position.own.empty(); }
    static constexpr bool can_stay(const Sector&) noexcept { return true; }
    static constexpr int horizon(const Rules&, const Sector&) noexcept { return 0; }
    static constexpr int spent(const Position&) noexcept { return 0; }

    template <class Leaves>
    static constexpr int forward(const Rules& rules, const Position& position, const Leaves& leaves) noexcept {
        bool captures = false;
        G::Play::each_capture(rules, position, [&](Move move) {
            captures = true;
            Position next = position;
            G::Play::play(rules, next, move);
            leaves(next);
        });
        // Rule 3: captures are compulsory.
        if (captures) return 0;
        const CellSet empty = Board::topology.all() - position.men();
        int steps = 0;
        for (Cell from : position.own) steps += (Board::topology.next_to(from) & empty).size();
        return steps;
    }

    // Steps only. A place from which there was a capture instead is one from which no move stays.
    template <class Came>
    static constexpr void backward(const Rules&, CellSet own, CellSet other, const Came& came) noexcept {
        const CellSet empty = Board::topology.all() - own - other;
        for (Cell to : other)
            for (Cell from : Board::topology.next_to(to) & empty) came((other - to) | from);
    }
};

static_assert(Solvable<Policiais> && Solvable<Pretoa>);

}  // namespace tavola::tables
