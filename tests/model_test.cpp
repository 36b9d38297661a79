// The fast core against the slow models: the same legal moves, the same successors, the same outcome, on many random
// positions under random rules. The models share nothing with the core, so agreement means something.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "constructed.h"
#include "model_coverage.h"
#include "support.h"

namespace tavola {
namespace {

using test::Coverage;

/// One game under some rules, in the core and in the model.
class Comparison {
  public:
    Comparison(const GameInfo& info, Random& random, Coverage& met)
        : game_(make_game(info.id, test::sample_settings(info, random)).value()),
          options_(test::options_of(*game_)),
          model_(test::model_of(*game_)),
          random_(random),
          met_(met) {}

    const AnyGame& game() const { return *game_; }
    std::string rules() const { return std::string(game_->id()) + " " + print_settings(game_->all_settings()); }

    /// Compares one position, its outcome and moves, and some of its successors (all of them now and then: the
    /// models are slow). Tells a move to go on with, if there is one.
    std::optional<AnyMove> compare(const AnyPosition& position, bool hungry) {
        const std::string text = game_->print(position);
        SCOPED_TRACE(rules() + "   " + text);
        EXPECT_EQ(game_->print(game_->outcome(position)), model_->status(text));
        const std::vector<AnyMove> moves = game_->moves(position);
        std::vector<std::string> words;
        for (const AnyMove move : moves) words.push_back(game_->print(move));
        EXPECT_EQ(test::sorted(words), test::sorted(model_->moves(text)));
        if (moves.empty()) {
            test::note_end(*game_, options_, position, met_);
            return {};
        }
        if (random_.below(8) == 0)
            for (std::size_t i = 0; i < moves.size(); ++i) compare_successor(position, text, moves[i], words);
        std::optional<AnyMove> next;
        for (int i = 0; i < 3; ++i) {
            const AnyMove move = pick(position, moves, hungry);
            compare_successor(position, text, move, words);
            next = move;
        }
        return next;
    }

  private:
    void compare_successor(const AnyPosition& position, const std::string& text, AnyMove move,
                           const std::vector<std::string>& words) {
        const std::string word = game_->print(move);
        const AnyPosition next = game_->play(position, move);
        EXPECT_EQ(game_->print(next), model_->apply(text, word)) << word;
        test::note({*game_, options_, position, move, next, words}, met_);
    }

    // Uniform play seldom captures; a hungry player tries some times to find a move that does.
    AnyMove pick(const AnyPosition& position, const std::vector<AnyMove>& moves, bool hungry) {
        AnyMove move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
        for (int tries = hungry ? 5 : 0; tries > 0 && !captures(position, move); --tries)
            move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
        return move;
    }
    bool captures(const AnyPosition& position, AnyMove move) const {
        return std::ranges::any_of(game_->effects(position, move), [](const Effect& effect) {
            return effect.kind == EffectKind::capture || effect.kind == EffectKind::huff;
        });
    }

    AnyGamePtr game_;
    model::Options options_;
    std::unique_ptr<model::Model> model_;
    Random& random_;
    Coverage& met_;
};

// Random games from the start to the end, and short ones from positions that were put together.
int compare_one_game(Comparison& comparison, Random& random, int most) {
    const bool from_start = random.below(16) == 0;
    AnyPosition position = from_start ? comparison.game().start() : test::construct(comparison.game(), random);
    const bool hungry = random.below(2) == 0;
    int compared = 0;
    for (int left = std::min(most, from_start ? 150 : 8); left > 0; --left) {
        const auto move = comparison.compare(position, hungry);
        ++compared;
        if (!move || testing::Test::HasFailure()) break;
        position = comparison.game().play(position, *move);
    }
    return compared;
}

// A long run must meet every event; a short one, as under the sanitizers, most of them.
void expect_met(const std::vector<std::string>& events, const Coverage& met) {
    std::size_t missed = 0;
    for (const std::string& event : events) {
        if (met.contains(event)) continue;
        ++missed;
        EXPECT_LT(TAVOLA_MODEL_POSITIONS, 50000) << "never met: " << event;
    }
    EXPECT_LE(missed, events.size() / 3);
}

class AgainstModel : public testing::TestWithParam<std::string> {};

TEST_P(AgainstModel, SameMovesSuccessorsAndOutcomes) {
    const GameInfo& info = test::info_of(GetParam());
    Random random(20240607);
    Coverage met;
    std::map<std::string, int> rules;
    int left = TAVOLA_MODEL_POSITIONS;
    while (left > 0) {
        Comparison comparison(info, random, met);
        ++rules[comparison.rules()];
        left -= compare_one_game(comparison, random, left);
        ASSERT_FALSE(HasFailure());
    }
    for (const auto& [event, times] : met) std::cout << "    " << times << "  " << event << '\n';
    std::cout << "    under " << rules.size() << " settings of the rules\n";
    expect_met(test::expected_events(GetParam()), met);
    // The makers of positions make valid ones, mostly.
    EXPECT_LT(test::construction().refused, test::construction().made / 4);
}

INSTANTIATE_TEST_SUITE_P(Games, AgainstModel,
                         testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace tavola
