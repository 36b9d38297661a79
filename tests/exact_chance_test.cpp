// The search with dice against brute force: with its bounds (Star2) it must give every move exactly the chance that expectimax
// gives it without any, and with more sides that of max^n.
#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "games/play.h"
#include "search/chance.h"
#include "search/evaluation_niout.h"
#include "support.h"

namespace tavola {
namespace {

/// Expectimax and max^n without any bound: the chance of each side.
class BruteChance {
  public:
    explicit BruteChance(const Niout::Rules& rules) : rules_(rules) {}

    double chance(const Niout::Position& position, int depth, Player player) const {
        return chances(position, depth)[static_cast<std::size_t>(player.index())];
    }

  private:
    using Chances = std::array<double, max_players>;

    Chances chances(const Niout::Position& position, int depth) const {
        Chances result{};
        const Outcome outcome = Niout::outcome(rules_, position);
        if (outcome.over() || depth <= 0) {
            for (int i = 0; i < rules_.players; ++i)
                result[static_cast<std::size_t>(i)] =
                    outcome.over() ? (outcome.won_by(Player(i)) ? 1.0 : 0.0)
                                   : Evaluation<Niout>::win_chance(rules_, position, Player(i));
            // What two sides are told is one number and its complement.
            if (rules_.players == 2 || rules_.pairs)
                for (int i = 0; i < rules_.players; ++i)
                    if (!rules_.together(Player(i), Player(0))) result[static_cast<std::size_t>(i)] = 1 - result[0];
            return result;
        }
        MoveList<Niout> moves;
        Niout::generate(rules_, position, moves);
        const bool thrown = Niout::chance(position, moves[0]) > 0;
        const auto mover = static_cast<std::size_t>(Niout::turn(position).index());
        bool first = true;
        for (const auto move : moves) {
            auto next = position;
            Niout::play(rules_, next, move);
            const Chances part = chances(next, thrown ? depth : depth - 1);
            if (thrown)
                for (std::size_t i = 0; i < result.size(); ++i)
                    result[i] += part[i] * Niout::chance(position, move) / 16;
            else if (first || part[mover] > result[mover])
                result = part;
            first = false;
        }
        return result;
    }

    const Niout::Rules rules_;
};

void expect_chances(const char* settings, int depth, int wanted) {
    const auto rules = *parse_rules<Niout>(test::game_of("niout", settings)->all_settings());
    const std::atomic<bool> stop{false};
    search::Control control{.stop = stop};
    Random random(5);
    int looked = 0;
    for (int tries = 0; looked < wanted && tries < 1000; ++tries) {
        auto position = Niout::start(rules);
        for (std::uint32_t left = 1 + random.below(300); left > 0; --left)
            if (auto next = position; play_random<Niout>(rules, next, random) && !Niout::outcome(rules, next).over())
                position = next;
        MoveList<Niout> moves;
        Niout::generate(rules, position, moves);
        if (moves.size() < 2 || Niout::chance(position, moves[0]) > 0) continue;
        SCOPED_TRACE(Niout::print_position(rules, position));
        search::ChanceWorker<Niout> worker(rules, control);
        const auto lines = worker.search_root(position, depth);
        ASSERT_EQ(lines.size(), moves.size());
        double before = 1;
        for (const auto& line : lines) {
            auto next = position;
            Niout::play(rules, next, line.moves[0]);
            EXPECT_NEAR(line.chance, BruteChance(rules).chance(next, depth - 1, Niout::turn(position)), 1e-9)
                << Niout::print_move(rules, line.moves[0]);
            EXPECT_LE(line.chance, before) << "the best first";
            before = line.chance;
        }
        ++looked;
    }
    EXPECT_EQ(looked, wanted);
}

TEST(ExactChance, OfTwoIsThatOfExpectimaxWithoutBounds) {
    expect_chances("-", 2, 40);
    expect_chances("-", 3, 12);
    // The deeper, the narrower the windows: only the last has one on both sides where a throw is glanced at.
    expect_chances("-", 4, 4);
    expect_chances("-", 5, 2);
    expect_chances("capture-throws=yes", 3, 12);
}
TEST(ExactChance, OfPairsIsThatOfExpectimaxWithoutBounds) { expect_chances("players=4,pairs=yes", 3, 12); }
TEST(ExactChance, OfThreeAndFourIsThatOfEverybodyForThemselves) {
    expect_chances("players=3", 2, 20);
    expect_chances("players=4", 2, 20);
}

}  // namespace
}  // namespace tavola
