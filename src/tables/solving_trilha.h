// Trilha for the solver.
#pragma once

#include <algorithm>

#include "games/trilha/trilha.h"
#include "tables/solving.h"
#include "tables/subsets.h"

namespace tavola::tables {

template <>
struct Solving<Trilha> {
    using Rules = Trilha::Rules;
    using Position = Trilha::Position;

    static std::optional<Error> refuse(const Rules& rules) {
        if (8 * rules.rings <= max_cells) return {};
        return Error{.key = "error.too-large-to-solve",
                     .what = "option",
                     .field = "rings",
                     .found = std::to_string(rules.rings),
                     .expected = "1..3"};
    }

    /// First all with empty hands, by the number of men; then those of the placing phase, by what is still in hand.
    static std::vector<Sector> sectors(const Rules& rules) {
        const int most = rules.men();
        std::vector<Sector> sectors;
        const auto add = [&](int own, int other, int own_hand, int other_hand) {
            sectors.push_back({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other),
                               static_cast<std::uint8_t>(own_hand), static_cast<std::uint8_t>(other_hand)});
        };
        for (int men = 6; men <= 2 * most; ++men)
            for (int more = (men + 1) / 2; more <= std::min(most, men - 3); ++more) {
                add(more, men - more, 0, 0);
                if (more != men - more) add(men - more, more, 0, 0);
            }
        // x places first: on his turn both have as many in hand, on the other's turn x has one less.
        for (int hands = 1; hands <= 2 * most; ++hands) {
            const int own_hand = (hands + 1) / 2, other_hand = hands / 2;
            for (int own = 0; own <= most - own_hand; ++own)
                for (int other = 0; other <= most - other_hand; ++other) {
                    const bool whole = own + own_hand == most && other + other_hand == most;
                    const bool playing = own + own_hand >= 3 && other + other_hand >= 3;
                    if (whole || (playing && rules.placing_captures)) add(own, other, own_hand, other_hand);
                }
        }
        return sectors;
    }

    static std::vector<Sector> leads_to(const Rules& rules, const Sector& sector) {
        const bool placing = sector.own_hand > 0;
        Sector after = sector.turned();
        if (placing) ++after.other, --after.other_hand;
        std::vector<Sector> result;
        if (placing) result.push_back(after);
        const bool captures = !placing || rules.placing_captures;
        if (captures && after.own > 0 && after.own + after.own_hand > 3) {
            --after.own;
            result.push_back(after);
        }
        return result;
    }

    static constexpr Sector sector(const Position& position) noexcept {
        return {static_cast<std::uint8_t>(position.own.size()), static_cast<std::uint8_t>(position.other.size()),
                position.own_hand, position.other_hand};
    }
    static constexpr Position position(const Sector& sector, CellSet own, CellSet other) noexcept {
        return {.own = own, .other = other, .own_hand = sector.own_hand, .other_hand = sector.other_hand};
    }
    static constexpr bool lost(const Position& position) noexcept { return position.own_men() < 3; }
    static constexpr bool can_stay(const Sector& sector) noexcept { return sector.in_hand() == 0; }
    static constexpr int horizon(const Rules& rules, const Sector& sector) noexcept {
        return sector == Sector{3, 3, 0, 0} ? rules.three_each : 0;
    }
    static constexpr int spent(const Position& position) noexcept { return position.counter; }

    template <class Leaves>
    static constexpr int forward(const Rules& rules, const Position& position, const Leaves& leaves) noexcept {
        const trilha::Choices choices(rules, position);
        const bool placing = position.own_hand > 0;
        int staying = placing ? 0 : choices.quiet_size();
        for (int n = staying; n < choices.size(); ++n) {
            const trilha::Move move = choices[n];
            if (!placing && !move.removes()) {
                ++staying;
                continue;
            }
            Position next = position;
            trilha::play(rules, next, move);
            leaves(next);
        }
        return staying;
    }

    template <class Came>
    static constexpr void backward(const Rules& rules, CellSet own, CellSet other, const Came& came) noexcept {
        const CellSet empty = rules.cells() - own - other;
        // Who arrives in a mill has removed a man, if one could be removed and had to be.
        const bool none_to_remove = rules.protection == trilha::Protection::strict && trilha::in_mills(own) == own;
        const bool removes = !none_to_remove && rules.removal == trilha::Removal::must;
        const CellSet arrived = removes ? other - trilha::in_mills(other) : other;
        const bool flying = rules.fly && other.size() == 3;
        for (Cell to : arrived) {
            const CellSet rest = other - to;
            for (Cell from : flying ? empty : origins(rules, to, own) & empty) came(rest | from);
        }
    }

  private:
    /// Where a man on `to` may have come from along the lines.
    static constexpr CellSet origins(const Rules& rules, Cell to, CellSet jumped) noexcept {
        const CellSet man(to), joined = man & trilha::middles;
        CellSet from =
            trilha::clockwise(man) | trilha::anticlockwise(man) | trilha::inwards(joined) | trilha::outwards(joined);
        if (rules.jump) {
            const CellSet corner = man & trilha::corners;
            from |= trilha::clockwise(trilha::clockwise(corner) & jumped) |
                    trilha::anticlockwise(trilha::anticlockwise(corner) & jumped) |
                    trilha::inwards(trilha::inwards(joined) & jumped) |
                    trilha::outwards(trilha::outwards(joined) & jumped);
        }
        return from;
    }
};

static_assert(Solvable<Trilha>);

}  // namespace tavola::tables
