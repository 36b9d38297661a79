// Policiais e Ladrões and Pretoa, judged by men and by who can be jumped.
#pragma once

#include "games/alquerque/alquerque.h"
#include "search/evaluation.h"
#include "search/weights.h"

namespace tavola {

namespace alquerque {

/// For each point the pairs of points between which it lies: who stands on one jumps over it to the other.
template <class Board>
inline constexpr auto straddles = [] {
    std::array<FixedList<CellSet, 4>, 32> table;
    for (const Jump& jump : jumps_of<80>(Board::topology))
        if (jump.from < jump.to) table[Topology::index(jump.over)].push_back(CellSet{jump.from, jump.to});
    return table;
}();

}  // namespace alquerque

template <class Board>
struct Evaluation<Alquerque<Board>> : Weighed<Alquerque<Board>> {
    using Rules = alquerque::Rules;
    using Position = alquerque::Position;
    using Move = alquerque::Move;

    // `offenders` is the mover's alone: whether he may remove one (option huff).
    static constexpr std::string_view terms[] = {"men",         "mobility", "men under attack",
                                                 "exposed men", "centre",   "offenders"};
    using Features = std::array<int, std::size(terms)>;

    static constexpr Features features(const Rules&, const Position& position) noexcept {
        Features result = minus(side(position.own, position.other), side(position.other, position.own));
        result[5] = !position.offenders.empty();
        return result;
    }

    static constexpr const Features& weights(const Rules&) noexcept {
        if constexpr (Board::men == alquerque::PoliciaisBoard::men)
            return weights::policiais;
        else
            return weights::pretoa;
    }

    static constexpr bool compelled(const Rules& rules, const Position& position) noexcept {
        return !rules.huff && !alquerque::Play<Board>::capturers(position).empty();
    }

    static constexpr bool forcing(const Rules&, const Position&, Move move) noexcept {
        return move.kind() != Move::Kind::step;
    }

    static constexpr int gain(const Rules&, const Position&, Move move) noexcept {
        switch (move.kind()) {
            case Move::Kind::capture: return 100 * static_cast<int>(move.points() - 1);
            case Move::Kind::removal: return 100;
            default: return 0;
        }
    }

  private:
    static constexpr Cell middle{Board::topology.cells == 23 ? 11 : 18};
    static constexpr CellSet round_middle = Board::topology.next_to(middle);

    static constexpr Features side(CellSet own, CellSet other) noexcept {
        const CellSet empty = Board::topology.all() - own - other;
        int steps = 0, attacked = 0, exposed = 0;
        for (Cell man : own) {
            steps += (Board::topology.next_to(man) & empty).size();
            bool now = false, later = false;
            for (CellSet ends : alquerque::straddles<Board>[Topology::index(man)]) {
                const bool room = !(ends & empty).empty();
                now |= room && !(ends & other).empty();
                later |= room && (ends & own).empty();
            }
            attacked += now;
            exposed += later;
        }
        return {own.size(), steps, attacked, exposed, 2 * own.has(middle) + (own & round_middle).size(), 0};
    }
};

static_assert(Evaluated<Policiais> && Evaluated<Pretoa>);

}  // namespace tavola
