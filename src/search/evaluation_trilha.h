// Trilha, judged by men, mills and room to move.
#pragma once

#include "games/trilha/trilha.h"
#include "search/evaluation.h"
#include "search/weights.h"

namespace tavola {

template <>
struct Evaluation<Trilha> : Weighed<Trilha> {
    using Rules = trilha::Rules;
    using Position = trilha::Position;
    using Move = trilha::Move;

    static constexpr std::string_view terms[] = {"men",        "mobility",     "blocked men", "mills",
                                                 "open mills", "double mills", "junctions",   "flying"};
    using Features = std::array<int, std::size(terms)>;

    static constexpr Features features(const Rules& rules, const Position& position) noexcept {
        const CellSet empty = rules.cells() - position.own - position.other;
        return minus(side(rules, position.own, position.own_hand, empty),
                     side(rules, position.other, position.other_hand, empty));
    }

    static constexpr const Features& weights(const Rules& rules) noexcept {
        if (!rules.placing_captures) return weights::trilha_quadrados;
        if (!rules.fly) return weights::trilha_classica;
        return rules.jump ? weights::trilha_recomendada : weights::trilha_internacional;
    }

    static constexpr bool forcing(const Rules&, const Position&, Move move) noexcept { return move.removes(); }

    /// A man of a mill is a little more.
    static constexpr int gain(const Rules&, const Position& position, Move move) noexcept {
        if (!move.removes()) return 0;
        return trilha::in_mills(position.other).has(move.removed()) ? 120 : 100;
    }

  private:
    // One side's men on the board, and what they can reach along the lines (jumps are left to the search).
    struct Men {
        CellSet men;
        CellSet reached[4];  ///< clockwise, anticlockwise, inwards, outwards

        constexpr Men(CellSet own, CellSet empty) noexcept
            : men(own),
              reached{trilha::clockwise(own) & empty, trilha::anticlockwise(own) & empty,
                      trilha::inwards(own & trilha::middles) & empty,
                      trilha::outwards(own & trilha::middles) & empty} {}

        constexpr int steps() const noexcept {
            return reached[0].size() + reached[1].size() + reached[2].size() + reached[3].size();
        }
        /// The men that can go somewhere.
        constexpr CellSet movable() const noexcept { return back(reached); }

        /// Of where men arrive, the cells on which they close a mill: the line ahead, or one that crosses.
        constexpr void keep_closing(const trilha::Pairs& pairs) noexcept {
            const CellSet joins = pairs.joins();
            reached[0] &= pairs.ahead_clockwise | joins;
            reached[1] &= pairs.ahead_anticlockwise | joins;
            reached[2] &= pairs.between_corners | pairs.ahead_inwards;
            reached[3] &= pairs.between_corners | pairs.ahead_outwards;
        }

      private:
        static constexpr CellSet back(const CellSet (&to)[4]) noexcept {
            return trilha::anticlockwise(to[0]) | trilha::clockwise(to[1]) | trilha::outwards(to[2]) |
                   trilha::inwards(to[3]);
        }
    };

    // How many mills there are: each is known by its middle man.
    static constexpr int mills(CellSet men) noexcept {
        const CellSet sides = men & trilha::clockwise(men) & trilha::anticlockwise(men) & trilha::middles;
        const CellSet joins = men & trilha::inwards(men) & trilha::outwards(men) & trilha::middles;
        return sides.size() + joins.size();
    }

    // The ways from a point beyond the two that each has: one more in the middle of a side, two where lines cross.
    static constexpr int junctions(const Rules& rules, CellSet men) noexcept {
        if (rules.rings == 1) return 0;
        const CellSet between = (rules.cells() >> 8) & (rules.cells() << 8);  // squares with one on either side
        return (men & trilha::middles).size() + (men & trilha::middles & between).size();
    }

    static constexpr Features side(const Rules& rules, CellSet own, int hand, CellSet empty) noexcept {
        Men men(own, empty);
        const bool flies = rules.fly && hand == 0 && own.size() == 3;
        const int steps = men.steps();
        const int blocked = flies ? 0 : (own - men.movable()).size();
        const trilha::Pairs pairs(own);
        men.keep_closing(pairs);
        // Out of the hand, or flying, any two in a row can be made three.
        const CellSet closed = hand > 0 || flies ? pairs.all() & empty
                                                 : men.reached[0] | men.reached[1] | men.reached[2] | men.reached[3];
        // Vaivém: the man that closes one mill opens another.
        const CellSet swings = men.movable() & trilha::in_mills(own);
        return {own.size() + hand,     steps, blocked, mills(own), closed.size(), swings.size(),
                junctions(rules, own), flies};
    }
};

static_assert(Evaluated<Trilha>);

}  // namespace tavola
