// The computer player in Niout against exact chances: what its moves cost.
#include <gtest/gtest.h>

#include "games/any_game.h"
#include "niout_shelf.h"
#include "search/engine.h"

namespace tavola::niout {
namespace {

constexpr int decisions = TAVOLA_NIOUT_DECISIONS;

// A throw from 1 to 5, as likely as with the dice.
int throw_dice(Random& random) {
    auto pointer = static_cast<int>(random.below(16));
    for (int thrown = 1;; ++thrown)
        if ((pointer -= throws[thrown].sixteenths) < 0) return thrown;
}

void expect_small_loss(const char* settings) {
    const auto game = *make_game(Niout::id, settings);
    const auto rules = *parse_rules<Niout>(game->all_settings());
    MemoryShelf<double> memory;
    ASSERT_TRUE(memory.solve_up_to(rules, 4));
    const auto book = memory.book();
    const auto engine = make_engine(game);
    const std::atomic<bool> stop{false};
    const Limits limits{.depth = 0, .nodes = 20'000, .time = {}, .lines = 1};
    const Layer two_each{2, 2};
    Random random(17);
    double loss = 0, worst = 0, at_stake = 0;
    int right = 0;
    std::string worst_case;
    for (int asked = 0; asked < decisions;) {
        auto position = position_at({two_each, random.below(static_cast<std::uint32_t>(two_each.size()))});
        if (!position) continue;
        position->thrown = static_cast<std::uint8_t>(throw_dice(random));
        const auto choices = book.choices(rules, *position);
        if (choices.size() < 2) continue;
        ++asked;
        const Report report = engine->think(AnyPosition::wrap(*position), {}, limits, stop);
        const Move move = report.lines.front().moves.front().unwrap<Move>();
        double chance = 0;
        for (const auto& choice : choices)
            if (choice.move == move) chance = choice.chance;
        const double lost = choices.front().chance - chance;
        loss += lost;
        right += lost < 1e-9;
        for (const auto& choice : choices)
            at_stake += (choices.front().chance - choice.chance) / static_cast<double>(choices.size());
        if (lost > worst) {
            worst = lost;
            worst_case = Niout::print_position(rules, *position) + ": " + Niout::print_move(rules, move) +
                         " instead of " + Niout::print_move(rules, choices.front().move);
        }
    }
    std::cout << "niout " << settings << ": " << decisions << " decisions, the best move in " << right
              << ", average loss " << 100 * loss / decisions << " points (at random " << 100 * at_stake / decisions
              << "), at most " << 100 * worst << " in " << worst_case << '\n';
    EXPECT_LE(100 * loss / decisions, 0.2) << "points of winning chance a decision";
}

TEST(NioutTruth, TheComputerPlayerLosesLittle) { expect_small_loss("-"); }
TEST(NioutTruth, TheComputerPlayerLosesLittleWithCaptureThrows) { expect_small_loss("capture-throws=yes"); }

}  // namespace
}  // namespace tavola::niout
