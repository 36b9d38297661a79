// Whether the computer player lets a game end by a draw or an armistice: never to its loss.
#include "search/consent.h"

#include <gtest/gtest.h>

#include <memory>

namespace tavola {
namespace {

const std::atomic<bool> never{false};
constexpr Limits few{.nodes = 3000};

struct Asked {
    AnyGamePtr game;
    AnyPosition position;

    static Asked of(std::string_view id, std::string_view position) {
        const auto game = make_game(id, "");
        return {*game, *(*game)->parse_position(position)};
    }
    Consent operator()(Player player, int level = 5, int plies = draws_from_ply,
                       std::shared_ptr<const Oracle> oracle = {}) const {
        const auto engine = make_engine(game);
        engine->set_oracle(std::move(oracle));
        return consider(*engine, {.position = position, .history = {}, .plies = plies, .player = player}, level, few,
                        never);
    }
};

TEST(Consent, NoLevelAcceptsALossAndAllAcceptAWin) {
    // 23 points against 24: an armistice now is white's.
    const Asked trench =
        Asked::of("trench", "......lg/......sc/......../......../......../......../C......./GL...... x 23 24");
    for (int level = 1; level <= max_level; ++level) {
        SCOPED_TRACE(level);
        const Consent loser = trench(player_x, level, 60), winner = trench(player_o, level, 60);
        EXPECT_EQ(trench.game->print(loser.settled), "o");
        EXPECT_FALSE(loser.accept);
        EXPECT_TRUE(winner.accept);
        EXPECT_TRUE(trench(player_o, level, 3).accept) << "in the opening, too";
    }
}

TEST(Consent, ADrawIsAcceptedByWhoeverStandsWorse) {
    for (const char* turn : {"x", "o"}) {
        const Asked policiais = Asked::of("policiais", std::string("xxxxx/xxx/..././.../..o/o..oo ") + turn);
        for (int level = 1; level <= max_level; ++level) {
            SCOPED_TRACE(std::string(turn) + std::to_string(level));
            const Consent ahead = policiais(player_x, level), behind = policiais(player_o, level);
            EXPECT_GT(ahead.expected, 0.5);
            EXPECT_FALSE(ahead.accept) << ahead.expected;
            EXPECT_LT(behind.expected, 0.5);
            EXPECT_TRUE(behind.accept) << behind.expected;
            EXPECT_FALSE(policiais(player_o, level, draws_from_ply - 1).accept) << "not in the opening";
        }
    }
}

// Knows one thing about every position.
class Knowing final : public Oracle {
  public:
    explicit Knowing(int first) : first_(first) {}
    std::optional<int> ends_in(const AnyPosition&) const override { return first_; }
    std::optional<double> chance(const AnyPosition&) const override { return {}; }

  private:
    int first_;
};

TEST(Consent, WhatIsKnownIsExpectedExactly) {
    const Asked pretoa = Asked::of("pretoa", "xxx.../.x..../...oo./. x");
    const auto draw = std::make_shared<Knowing>(0);
    EXPECT_EQ(pretoa(player_x, max_level, 30, draw).expected, 0.5);
    EXPECT_TRUE(pretoa(player_x, max_level, 30, draw).accept) << "ahead, but it is a draw";
    EXPECT_TRUE(pretoa(player_o, max_level, 30, draw).accept);
    // After every move the opponent loses in six.
    const auto lost = std::make_shared<Knowing>(-6);
    EXPECT_EQ(pretoa(player_x, max_level, 30, lost).expected, 1);
    EXPECT_FALSE(pretoa(player_x, max_level, 30, lost).accept);
    EXPECT_EQ(pretoa(player_o, max_level, 30, lost).expected, 0);
    EXPECT_TRUE(pretoa(player_o, max_level, 30, lost).accept);
}

}  // namespace
}  // namespace tavola
