// The levels of the computer player: each has more to play with than the one below, and plays so.
#include "search/levels.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <tuple>

#include "search/engine.h"
#include "support.h"

namespace tavola {
namespace {

/// How strong a level is, as numbers that may be compared: no bound is more than any bound, and less wavering is more.
auto rank(const Level& level) {
    constexpr int unbounded = std::numeric_limits<int>::max();
    return std::tuple(level.depth == 0 ? unbounded : level.depth, level.looks == 0 ? unbounded : level.looks,
                      -level.wavering);
}

TEST(Levels, EachHasMoreToPlayWithThanTheOneBelow) {
    for (const char* id : {"trilha", "niout"}) {
        const auto game = test::game_of(id, "-");
        for (int level = 2; level <= max_level; ++level)
            EXPECT_LT(rank(strength_of(*game, level - 1)), rank(strength_of(*game, level))) << id << ' ' << level;
        const Level& highest = strength_of(*game, max_level);
        EXPECT_EQ(rank(highest), rank(Level())) << "nothing bounds the highest but what it is given";
        EXPECT_EQ(rank(strength_of(*game, 0)), rank(strength_of(*game, 1)));
        EXPECT_EQ(rank(strength_of(*game, 99)), rank(highest));
    }
}

// Of a few positions, how much worse than the best a level's moves are, as a deeper search sees them.
double loss_of(const AnyGamePtr& game, int level) {
    const std::atomic<bool> stop{false};
    const auto judge = make_engine(game), player = make_engine(game);
    Random random(3);
    double loss = 0;
    int asked = 0;
    for (std::uint64_t seed = 0; asked < 60; ++seed) {
        Random opening(seed);
        AnyPosition position = game->start();
        for (std::uint64_t ply = 0; ply < 4 + seed % 20 || game->dice_to_throw(position); ++ply)
            if (const auto move = game->random_move(position, opening); move)
                position = game->play(position, *move);
            else
                break;
        const auto legal = game->moves(position);
        if (legal.size() < 2) continue;
        ++asked;
        const auto report = judge->think(
            position, {}, {.depth = game->dice() ? 2 : 4, .lines = static_cast<int>(legal.size())}, stop);
        const AnyMove chosen = choose_move(*player, position, {}, level, random, {.nodes = 3000}, stop);
        for (const Variation& line : report.lines)
            if (game->print(line.moves[0]) == game->print(chosen))
                loss += std::min(report.lines[0].score - line.score, 2000);
    }
    return loss / asked;
}

TEST(Levels, WeakOnesLoseMoreByTheirMoves) {
    for (const char* id : {"pretoa", "trilha", "niout"}) {
        const auto game = test::game_of(id, "-");
        const std::array losses{loss_of(game, 1), loss_of(game, 4), loss_of(game, max_level)};
        EXPECT_GT(losses[0], losses[1]) << id;
        EXPECT_GT(losses[1], losses[2]) << id;
    }
}

}  // namespace
}  // namespace tavola
