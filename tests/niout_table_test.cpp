// Exact chances in Niout: the solver against a second, plain one, and against the game's own moves.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <unordered_map>

#include "base/random.h"
#include "niout_shelf.h"

namespace tavola::niout {
namespace {

constexpr int horses_in_sum = TAVOLA_NIOUT_HORSES;
constexpr double nothing = 1e-9;

Rules rules_with(bool capture_throws) {
    Rules rules;
    rules.capture_throws = capture_throws;
    return rules;
}

Position parse(const Rules& rules, std::string_view text) { return *Niout::parse_position(rules, text); }

/// Value iteration as one would write it down: every position that can be reached, in the order found, all moves by the
/// game's own rules, again and again.
class PlainSolution {
  public:
    explicit PlainSolution(const Rules& rules) : rules_(rules) {}

    std::size_t add(const Position& position) {
        const auto [at, fresh] = index_.try_emplace(Niout::hash(position), nodes_.size());
        if (fresh) nodes_.push_back({position, 0, {}});
        return at->second;
    }

    void solve() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) expand(i);
        for (double change = 1; change > 1e-13;) {
            change = 0;
            for (Node& node : nodes_) {
                if (node.next.empty()) continue;
                double sum = 0;
                for (const Throw& thrown : node.next) {
                    double best = 0;
                    for (const auto& [there, same_player] : thrown.moves)
                        best = std::max(best, same_player ? nodes_[there].chance : 1 - nodes_[there].chance);
                    sum += thrown.likely * best;
                }
                change = std::max(change, std::abs(sum - node.chance));
                node.chance = sum;
            }
        }
    }

    std::size_t size() const { return nodes_.size(); }
    const Position& position(std::size_t i) const { return nodes_[i].position; }
    double chance(std::size_t i) const { return nodes_[i].chance; }

  private:
    struct Throw {
        double likely;
        std::vector<std::pair<std::size_t, bool>> moves;
    };
    struct Node {
        Position position;
        double chance;
        std::vector<Throw> next;
    };

    void expand(std::size_t i) {
        const Position position = nodes_[i].position;
        if (const Outcome outcome = Niout::outcome(rules_, position); outcome.over()) {
            nodes_[i].chance = outcome.won_by(position.turn);
            return;
        }
        MoveList<Niout> throws;
        Niout::generate(rules_, position, throws);
        std::vector<Throw> next;
        for (const Move thrown : throws) {
            Position after_throw = position;
            Niout::play(rules_, after_throw, thrown);
            MoveList<Niout> moves;
            Niout::generate(rules_, after_throw, moves);
            next.push_back({Niout::chance(position, thrown) / 16.0, {}});
            for (const Move move : moves) {
                Position after = after_throw;
                Niout::play(rules_, after, move);
                next.back().moves.emplace_back(add(after), after.turn == position.turn);
            }
        }
        nodes_[i].next = std::move(next);
    }

    Rules rules_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::size_t> index_;
};

/// The chance of the player who is to throw, by one look ahead.
template <class Real>
double looked_ahead(const Rules& rules, const ChanceBook<Real>& book, const Position& position) {
    double sum = 0;
    for (int thrown = 1; thrown <= 5; ++thrown) {
        Position next = position;
        Niout::play(rules, next, Move::toss(thrown));
        sum += throws[thrown].sixteenths / 16.0 * book.choices(rules, next).front().chance;
    }
    return sum;
}

// Some position of a layer.
Position random_position(Layer layer, Random& random) {
    for (;;) {
        const auto at = random.below(static_cast<std::uint32_t>(layer.size()));
        if (const auto position = position_at({layer, at})) return *position;
    }
}

class NioutTable : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(CaptureThrows, NioutTable, testing::Bool());

TEST(NioutIndex, NumbersAreWithoutGapsAndComeBack) {
    constexpr std::size_t sizes[] = {0, 32, 528, 5984, 52360};
    for (int horses = 1; horses <= most_horses; ++horses) {
        const Herds& herds = Herds::of(horses);
        ASSERT_EQ(herds.size(), sizes[horses]);
        for (Herds::Number herd = 0; herd < herds.size(); ++herd) {
            ASSERT_EQ(herds.number_of(herds[herd]), herd);
            ASSERT_EQ(still_to_run(herds[herd]), horses);
        }
    }
}

TEST(NioutIndex, RunningLeadsUpwardsAndBeingSentBackDown) {
    const Rules rules;
    Random random(5);
    for (int i = 0; i < 10000; ++i) {
        Position position = random_position({4, 4}, random);
        const Place before = *place_of(position);
        position.thrown = static_cast<std::uint8_t>(1 + random.below(5));
        MoveList<Niout> moves;
        Niout::generate(rules, position, moves);
        Position after = position;
        Niout::play(rules, after, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        after.turn = position.turn;
        const Place there = *place_of(after);
        const std::size_t width = Herds::of(4).size();
        if (there.layer == before.layer) {
            EXPECT_GE(there.at / width, before.at / width);
        }
        if (!(after.of(player_o) == position.of(player_o))) {
            EXPECT_LT(there.at % width, before.at % width);
        }
    }
}

TEST(NioutIndex, PositionsComeBack) {
    const Layer layer{2, 1};
    std::size_t positions = 0;
    for (std::size_t at = 0; at < layer.size(); ++at)
        if (const auto position = position_at({layer, at})) {
            ++positions;
            EXPECT_EQ(place_of(*position), (Place{layer, at}));
        }
    EXPECT_GT(positions, layer.size() / 2);
    EXPECT_FALSE(place_of(parse(Rules(), "20*4|0,1,2,3 2 -")));
}

TEST_P(NioutTable, AgreesWithPlainIteration) {
    const Rules rules = rules_with(GetParam());
    MemoryShelf<double> memory;
    ASSERT_TRUE(memory.solve_up_to(rules, 3));
    const auto book = memory.book();
    PlainSolution plain(rules);
    for (const Layer layer : {Layer(1, 2), Layer(2, 1)})
        for (std::size_t at = 0; at < layer.size(); ++at)
            if (const auto position = position_at({layer, at})) plain.add(*position);
    plain.solve();
    std::array<std::size_t, layers> compared{};
    double worst = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        worst = std::max(worst, std::abs(plain.chance(i) - *book.chance(plain.position(i))));
        if (const auto place = place_of(plain.position(i))) ++compared[place->layer.index()];
    }
    EXPECT_LT(worst, nothing);
    EXPECT_GT(compared[Layer(1, 1).index()], 900u);
    EXPECT_GT(compared[Layer(1, 2).index()], 14000u);
    EXPECT_GT(compared[Layer(2, 1).index()], 14000u);
    std::cout << plain.size() << " positions, largest difference " << worst << '\n';
}

// Which proves them exact: what one look ahead does not change is wrong by no more than this change times the longest
// stay in the layer.
TEST_P(NioutTable, OneLookAheadChangesNothing) {
    const Rules rules = rules_with(GetParam());
    MemoryShelf<double> memory;
    const std::atomic<bool> stop{false};
    // Part of the layers is taken from an earlier run, and this one is stopped.
    ASSERT_EQ(memory.solve_up_to(rules, 2), SolveEnd::finished);
    EXPECT_EQ(memory.times, 1);
    ASSERT_EQ(memory.solve_up_to(rules, horses_in_sum), SolveEnd::stopped);
    EXPECT_EQ(memory.times, horses_in_sum == 3 ? 3 : 6) << "nothing twice, nothing beyond";
    const auto book = memory.book();
    for (int own = 1; own < horses_in_sum; ++own) {
        const Layer layer{own, horses_in_sum - own};
        double worst = 0;
        for (std::size_t at = 0; at < layer.size(); ++at) {
            const double chance = memory.kept[layer.index()].span()[at];
            ASSERT_TRUE(chance >= 0 && chance <= 1);
            // Every position of the small layers, some of the others.
            if (const auto position = position_at({layer, at}); position && (layer.size() < 30000 || at % 7 == 0))
                worst = std::max(worst, std::abs(chance - looked_ahead(rules, book, *position)));
        }
        EXPECT_LT(worst, 1e-11);
        const double stay =
            own < layer.other ? 0 : *longest_stay(rules, layer, 1, {}, stop);  // the mirror's is the same
        EXPECT_LT(worst * stay, nothing);
    }
}

TEST_P(NioutTable, ThreadsChangeNothing) {
    const Rules rules = rules_with(GetParam());
    MemoryShelf<double> one, three;
    ASSERT_TRUE(one.solve_up_to(rules, 3));
    ASSERT_TRUE(three.solve_up_to(rules, 3, {.threads = 3, .thread_from = 0}));
    for (const Layer layer : {Layer(1, 1), Layer(1, 2), Layer(2, 1)})
        EXPECT_TRUE(std::ranges::equal(one.kept[layer.index()].span(), three.kept[layer.index()].span()));
}

TEST_P(NioutTable, SinglePrecisionIsNearlyAsGood) {
    const Rules rules = rules_with(GetParam());
    MemoryShelf<double> fine;
    MemoryShelf<float> coarse;
    ASSERT_TRUE(fine.solve_up_to(rules, 3));
    ASSERT_TRUE(coarse.solve_up_to(rules, 3));
    const auto exact = fine.kept[Layer(2, 1).index()].span();
    const auto rounded = coarse.kept[Layer(2, 1).index()].span();
    for (std::size_t i = 0; i < exact.size(); ++i) ASSERT_NEAR(exact[i], static_cast<double>(rounded[i]), 2e-7);
}

TEST(NioutChances, TheLongestStayIsLongEnough) {
    const std::atomic<bool> stop{false};
    // A lone horse needs some ten throws to come home, and two players throw in turn.
    const double stay = *longest_stay(Rules(), {1, 1}, 1, {}, stop);
    EXPECT_GT(stay, 10);
    EXPECT_LT(stay, 50);
    EXPECT_GT(*longest_stay(Rules(), {2, 1}, 1, {}, stop), stay);
}

TEST(NioutChances, BestMovesByHand) {
    const Rules rules;
    MemoryShelf<double> memory;
    ASSERT_TRUE(memory.solve_up_to(rules, 3));
    const auto book = memory.book();
    const auto best = [&](std::string_view text) { return book.choices(rules, parse(rules, text)).front(); };
    // The last horse home wins.
    EXPECT_EQ(Niout::print_move(rules, best("t2,20*3|t2*2,20*2 1 1").move), "t2-20");
    EXPECT_EQ(best("t2,20*3|l1*2,20*2 1 1").chance, 1);
    // Who must pass leaves the other to throw a `to`, and so on in turn.
    const auto passed = best("t2,20*3|19,20*3 1 2");
    EXPECT_EQ(Niout::print_move(rules, passed.move), "passa");
    EXPECT_NEAR(passed.chance, 1 - 0.25 / (1 - 0.75 * 0.75), 1e-12);
    // Sending back the only horse, one step from home, is better than running past it.
    EXPECT_EQ(Niout::print_move(rules, best("15,17,20*2|18,20*3 1 1").move), "17-18");
    // Nothing is said of layers that are not there.
    EXPECT_TRUE(book.choices(rules, parse(rules, "0*4|0*4 1 1")).empty());
    EXPECT_EQ(book.chance(parse(rules, "0*4|20*4 1 -")), 0);
}

TEST(NioutChances, OtherNumbersOfPlayersAreRefused) {
    MemoryShelf<double> memory;
    const std::atomic<bool> stop{false};
    for (const Rules rules : {Rules{3, false, false}, Rules{4, false, false}, Rules{4, true, true}}) {
        const auto result = solve<double>(rules, {}, memory.shelf(), {}, stop);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().key, "error.niout.table");
    }
    EXPECT_FALSE(longest_stay(Rules{3, false, false}, {1, 1}, 1, {}, stop));
}

}  // namespace
}  // namespace tavola::niout
