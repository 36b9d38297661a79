// The tuner: it finds weights that are known, and the same ones however it is run.
#include "search/tune.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "search/evaluations.h"
#include "search/judging.h"

namespace tavola {
namespace {

// Samples whose results were drawn with the chances that known weights give.
TEST(Tuner, RecoversKnownWeights) {
    constexpr Coefficients<3> known = {0.9, -0.35, 0.1};
    Random random(1);
    std::vector<Sample<3>> samples;
    for (int i = 0; i < 50000; ++i) {
        std::array<int, 3> features{};
        for (int& feature : features) feature = static_cast<int>(random.below(9)) - 4;
        Sample<3>& sample = samples.emplace_back(features);
        const double chance = expected(sample, known);
        sample.result = random.below(1000000) < 1000000 * chance ? 1.0f : 0.0f;
    }
    const std::span<const Sample<3>> all(samples);
    const Coefficients<3> found = fit(all);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], known[i], 0.03);
    EXPECT_LE(log_loss(all, found), log_loss(all, known));
    EXPECT_LT(log_loss(all, known), log_loss(all, Coefficients<3>{}));
    EXPECT_NEAR(log_loss(all, Coefficients<3>{}), std::log(2.0), 1e-9);
    EXPECT_NEAR(fit_scale(all, Coefficients<3>{1.8, -0.7, 0.2}), 0.5, 0.02);
}

TEST(Tuner, LeavesATermThatIsNeverSeenAtZero) {
    std::vector<Sample<2>> samples;
    for (int i = 0; i < 100; ++i) samples.emplace_back(std::array{1, 0}, i < 75 ? 1.0f : 0.0f);
    const Coefficients<2> found = fit(std::span<const Sample<2>>(samples), 1e-6);
    EXPECT_NEAR(found[0], std::log(3.0), 1e-3);
    EXPECT_EQ(found[1], 0);
}

TEST(Tuner, FindsTheSameWeightsOnAnyNumberOfThreads) {
    TuneSettings settings{.games = 30, .seed = 3, .rounds = 1, .trials = 4};
    const Tuned<Pretoa> alone = tune<Pretoa>({}, settings);
    settings.threads = 3;
    const Tuned<Pretoa> together = tune<Pretoa>({}, settings);
    EXPECT_EQ(alone.weights, together.weights);
    EXPECT_EQ(alone.positions, together.positions);
    EXPECT_EQ(alone.loss_after, together.loss_after);
    EXPECT_EQ(alone.weights[0], 100);
    EXPECT_GT(alone.positions, 0u);
}

TEST(Tuner, LearnsFromPlayersWhoSearch) {
    TuneSettings settings{.games = 20, .seed = 3, .rounds = 1, .nodes = 200, .trials = 4};
    const Tuned<Trilha> alone = tune<Trilha>({}, settings);
    settings.threads = 3;
    const Tuned<Trilha> together = tune<Trilha>({}, settings);
    EXPECT_EQ(alone.weights, together.weights);
    EXPECT_EQ(alone.positions, together.positions);
    EXPECT_EQ(alone.weights[0], 100);
    EXPECT_GT(alone.positions, 0u);
}

// Whoever has a line of three wins: no term says so, and no judge knows it before.
TEST(Judging, LearnsWhatLinesAreWorth) {
    Random random(2);
    std::vector<trilha::Known> lessons;
    for (int i = 0; i < 20000; ++i) {
        trilha::Position position;
        for (int cell = 0; cell < 24; ++cell)
            if (const auto who = random.below(4); who == 1 && position.own.size() < 9)
                position.own |= Cell(cell);
            else if (who == 2 && position.other.size() < 9)
                position.other |= Cell(cell);
        const bool own = !trilha::in_mills(position.own).empty(), other = !trilha::in_mills(position.other).empty();
        lessons.push_back({.kinds = trilha::kinds_of(position),
                           .men = trilha::numbers_of(position),
                           .terms = 0,
                           .chances = trilha::detail::settled(own - other)});
    }
    const std::span<trilha::Known> all(lessons);
    const auto pupils = trilha::detail::descend(all.first(18000), {.rounds = 30}, {});
    const trilha::Court court(trilha::detail::grown_up(*pupils));
    double before = 0, after = 0;
    for (const trilha::Known& known : all.last(2000)) {
        before += trilha::detail::surprise(0.5f, known.result());
        after += trilha::detail::surprise(trilha::detail::foretold(court, known), known.result());
    }
    EXPECT_LT(after, before / 5);
}

TEST(Judging, TeachesTheSameOnAnyNumberOfThreads) {
    trilha::JudgingSettings settings{
        .part = trilha::Part::placing, .games = 30, .nodes = 500, .one_in = 50, .rounds = 2, .seed = 3};
    const trilha::Taught alone = trilha::teach_judges({}, nullptr, settings);
    settings.threads = 3;
    const trilha::Taught together = trilha::teach_judges({}, nullptr, settings);
    EXPECT_EQ(trilha::list_of(alone.judges), trilha::list_of(together.judges));
    EXPECT_EQ(alone.positions, together.positions);
    EXPECT_EQ(alone.loss_after, together.loss_after);
    EXPECT_GT(alone.positions, 500u);
}

TEST(Judging, KnowsNothingOfMovingWithoutTables) {
    for (const auto part : {trilha::Part::moving, trilha::Part::ending}) {
        const trilha::Taught taught =
            trilha::teach_judges({}, nullptr, {.part = part, .games = 2, .nodes = 500, .rounds = 1});
        EXPECT_EQ(taught.positions, 0u);
    }
}

// Says the same of every position: that it ends in so many plies.
class OfOneMind : public Oracle {
  public:
    explicit OfOneMind(std::optional<int> ends_in) : ends_in_(ends_in) {}
    std::optional<int> ends_in(const AnyPosition&) const override { return ends_in_; }
    std::optional<double> chance(const AnyPosition&) const override { return std::nullopt; }

  private:
    std::optional<int> ends_in_;
};

TEST(Judging, SetsUpUndecidedPositionsOfThePartAskedFor) {
    const trilha::Rules rules;
    Random random(4);
    std::set<int> endings, others;
    for (int i = 0; i < 200; ++i) {
        const auto ending = trilha::detail::set_up(rules, OfOneMind(0), trilha::Part::ending, random).value();
        const auto moving = trilha::detail::set_up(rules, OfOneMind(0), trilha::Part::moving, random).value();
        for (const auto& position : {ending, moving}) {
            EXPECT_FALSE(Trilha::outcome(rules, position).over());
            EXPECT_TRUE((position.own & position.other).empty());
            EXPECT_EQ(position.own_hand + position.other_hand, 0);
            EXPECT_GE(std::min(position.own.size(), position.other.size()), 3);
            EXPECT_LE(std::max(position.own.size(), position.other.size()), rules.men());
        }
        endings.insert(ending.own.size() + ending.other.size());
        others.insert(moving.own.size() + moving.other.size());
    }
    EXPECT_EQ(endings, (std::set{9, 10, 11, 12, 13})) << "one more, since the next may be captured";
    EXPECT_EQ(others, (std::set{13, 14, 15, 16, 17, 18}));
    EXPECT_EQ(trilha::detail::set_up(rules, OfOneMind(5), trilha::Part::ending, random), std::nullopt);
    EXPECT_EQ(trilha::detail::set_up(rules, OfOneMind(std::nullopt), trilha::Part::moving, random), std::nullopt);
}

}  // namespace
}  // namespace tavola
