// Abalone, judged by balls, how they hold together and where they stand. All in sets: nothing is counted ball by ball.
#pragma once

#include <utility>

#include "games/abalone/abalone.h"
#include "search/evaluation.h"
#include "search/weights.h"

namespace tavola {

namespace abalone {

/// The cells so far from the centre, or further.
inline constexpr auto beyond = [] {
    std::array<CellSet, side> sets{};
    for (int row = 0; row < 9; ++row)
        for (int number = 0; number < 9; ++number) {
            if (!on_board(row, number)) continue;
            const int r = row - 4, q = number - 4;
            const int distance = std::max({r, -r, q, -q, r - q, q - r});
            for (int d = 0; d <= distance; ++d) sets[static_cast<std::size_t>(d)] |= cell(row, number);
        }
    return sets;
}();
inline constexpr CellSet rim = beyond[side - 1];

/// What a side can push.
struct Pushes {
    CellSet out;    ///< balls that would fall
    int count = 0;  ///< pushes of any kind

    constexpr Pushes(CellSet own, CellSet other) noexcept {
        const CellSet empty = CellSet::first(ring) - own - other;
        [&]<int... D>(std::integer_sequence<int, D...>) {
            (add<D>(own, other, empty), ...);
        }(std::make_integer_sequence<int, directions>());
    }

  private:
    template <int D>
    constexpr void add(CellSet own, CellSet other, CellSet empty) noexcept {
        // Abalone rule 4: before two of ours one of theirs, before three also two, and room behind or nothing.
        const CellSet before_two = step(own & step(own, D), D);
        const CellSet before_three = step(own & before_two, D);
        const CellSet last = (other & before_two) | (other & step(other & before_three, D));
        const CellSet falls = last - has_ahead(D);
        out |= falls;
        count += (falls | (last & step(empty, opposite(D)))).size();
    }
};

}  // namespace abalone

template <>
struct Evaluation<Abalone> : Weighed<Abalone> {
    using Rules = abalone::Rules;
    using Position = abalone::Position;
    using Move = abalone::Move;

    static constexpr std::string_view terms[] = {"balls", "cohesion", "centre", "rim", "edge danger", "sumito"};
    using Features = std::array<int, std::size(terms)>;

    static constexpr Features features(const Rules&, const Position& position) noexcept {
        const abalone::Pushes ours(position.own, position.other), theirs(position.other, position.own);
        return {position.own.size() - position.other.size(),
                cohesion(position.own) - cohesion(position.other),
                closeness(position.own) - closeness(position.other),
                (position.own & abalone::rim).size() - (position.other & abalone::rim).size(),
                theirs.out.size() - ours.out.size(),
                ours.count - theirs.count};
    }

    static constexpr const Features& weights(const Rules&) noexcept { return weights::abalone; }

    static constexpr bool quiet_can_wait = true;

    static constexpr bool forcing(const Rules&, const Position& position, Move move) noexcept {
        if (move.is_broadside()) return false;
        const int towards = move.towards();
        Cell front = move.cell();
        // Along the row of ours, then of theirs: does the last one stand at the edge?
        while (position.own.has(front)) {
            if (!abalone::has_ahead(towards).has(front)) return false;
            front = abalone::step(front, towards);
        }
        if (!position.other.has(front)) return false;
        while (abalone::has_ahead(towards).has(front)) {
            front = abalone::step(front, towards);
            if (!position.other.has(front)) return false;
        }
        return true;
    }

    static constexpr int gain(const Rules& rules, const Position& position, Move move) noexcept {
        return forcing(rules, position, move) ? 100 : 0;
    }

  private:
    // Pairs of neighbours.
    static constexpr int cohesion(CellSet own) noexcept {
        return (own & abalone::step(own, 0)).size() + (own & abalone::step(own, 1)).size() +
               (own & abalone::step(own, 2)).size();
    }
    // A ball counts 4 in the centre and 0 on the rim.
    static constexpr int closeness(CellSet own) noexcept {
        int sum = 4 * own.size();
        for (std::size_t distance = 1; distance < abalone::beyond.size(); ++distance)
            sum -= (own & abalone::beyond[distance]).size();
        return sum;
    }
};

static_assert(Evaluated<Abalone>);

}  // namespace tavola
