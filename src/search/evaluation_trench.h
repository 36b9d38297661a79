// Trench, judged by points, by the trench, and by who can be taken.
#pragma once

#include "games/trench/trench.h"
#include "search/evaluation.h"
#include "search/weights.h"

namespace tavola {

template <>
struct Evaluation<Trench> : Weighed<Trench> {
    using Rules = trench::Rules;
    using Position = trench::Position;
    using Move = trench::Move;

    static constexpr std::string_view terms[] = {"points", "men in the trench", "stars under attack", "mobility",
                                                 "advance"};
    using Features = std::array<int, std::size(terms)>;

    static constexpr Features features(const Rules&, const Position& position) noexcept {
        const Features x = side(position, player_x), o = side(position, player_o);
        return position.turn == player_x ? minus(x, o) : minus(o, x);
    }

    static constexpr const Features& weights(const Rules&) noexcept { return weights::trench; }

    static constexpr bool quiet_can_wait = true;

    static constexpr bool forcing(const Rules&, const Position&, Move move) noexcept { return move.takes(); }

    static constexpr int gain(const Rules&, const Position& position, Move move) noexcept {
        return 100 * stars(position, trench::taken(position, move));
    }

  private:
    static constexpr int stars(const Position& position, CellSet men) noexcept {
        return (men & position.stars[0]).size() + 2 * (men & position.stars[1]).size() +
               4 * (men & position.stars[2]).size();
    }

    // The sum over the men of column and row, digit by digit of the cell's number.
    static constexpr int height(CellSet men) noexcept {
        constexpr CellSet digits[] = {CellSet(0xaaaaaaaaaaaaaaaau), CellSet(0xccccccccccccccccu),
                                      CellSet(0xf0f0f0f0f0f0f0f0u), CellSet(0xff00ff00ff00ff00u),
                                      CellSet(0xffff0000ffff0000u), CellSet(0xffffffff00000000u)};
        int sum = 0;
        for (int i = 0; i < 6; ++i) sum += (men & digits[i]).size() << (i % 3);
        return sum;
    }

    // What `player` has: his stars, and those of his opponent's that he attacks, as less than nothing.
    static constexpr Features side(const Position& position, Player player) noexcept {
        Position seen = position;
        seen.turn = player;
        const CellSet own = seen.men(player), other = seen.men(player.opponent());
        CellSet attacked;
        int mobility = 0;
        trench::sweep(seen, [&](CellSet targets, int, bool takes) {
            mobility += targets.size();
            if (takes) attacked |= targets & other;
        });
        const int up = height(own);
        return {seen.strength(player), (own & trench::trench).size(), -stars(seen, attacked), mobility,
                player == player_x ? up : 14 * own.size() - up};
    }
};

static_assert(Evaluated<Trench>);

}  // namespace tavola
