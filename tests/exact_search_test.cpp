// The search against brute force. With its sound techniques alone (alpha-beta, the transposition table, move ordering, the
// horizon's captures) it must give every move exactly the value that plain minimax gives it, written here from the rules
// and the evaluation alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "games/play.h"
#include "games/registry.h"
#include "search/evaluations.h"
#include "search/search.h"
#include "support.h"

namespace tavola {
namespace {

using search::win;

/// Minimax without any bound.
template <Game G>
class BruteForce {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit BruteForce(const Rules& rules, std::vector<std::uint64_t> history = {})
        : rules_(rules), path_(std::move(history)) {}

    /// The value of each move of a position to the player to move; nothing if that takes too long.
    std::vector<int> moves(const Position& root, int depth) {
        std::vector<int> values;
        left_ = most_positions;
        path_.push_back(G::hash(root));
        for (const Move move : moves_of(root)) values.push_back(after(root, move, depth - 1, 0));
        path_.pop_back();
        if (left_ < 0) values.clear();
        return values;
    }

  private:
    static constexpr std::int64_t most_positions = std::same_as<G, Abalone>  ? 12'000'000
                                                   : std::same_as<G, Trench> ? 400'000
                                                                             : 200'000;

    MoveList<G> moves_of(const Position& position) const {
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        return moves;
    }

    int after(const Position& position, Move move, int depth, int ply) {
        Position next = position;
        G::play(rules_, next, move);
        const int value = node(next, depth, ply + 1);
        return G::turn(next) == G::turn(position) ? value : -value;
    }

    static int worth(Outcome outcome, const Position& position, int ply) {
        if (!outcome.over() || outcome.drawn()) return 0;
        return outcome.won_by(G::turn(position)) ? win - ply : ply - win;
    }

    int node(const Position& position, int depth, int ply) {
        if (--left_ < 0) return 0;
        const std::uint64_t key = G::hash(position);
        if (std::ranges::find(path_, key) != path_.end()) return worth(G::settle(rules_, position), position, ply);
        if (depth == 0) return horizon(position, ply, 4);
        const MoveList<G> moves = moves_of(position);
        if (moves.empty()) return worth(G::outcome(rules_, position), position, ply);
        path_.push_back(key);
        int best = -win;
        for (const Move move : moves) best = std::max(best, after(position, move, depth - 1, ply));
        path_.pop_back();
        return best;
    }

    // Captures go on for so many changes of the turn. Whoever need not capture may stop.
    int horizon(const Position& position, int ply, int turns) {
        if (--left_ < 0) return 0;
        const MoveList<G> moves = moves_of(position);
        if (moves.empty()) return worth(G::outcome(rules_, position), position, ply);
        const bool compelled = Evaluation<G>::compelled(rules_, position);
        int best = -win;
        if (!compelled) best = std::clamp(Evaluation<G>::evaluate(rules_, position), -20000, 20000);
        if (!compelled && turns == 0) return best;
        for (const Move move : moves) {
            if (!Evaluation<G>::forcing(rules_, position, move)) continue;
            Position next = position;
            G::play(rules_, next, move);
            const bool same = G::turn(next) == G::turn(position);
            best = std::max(best,
                            same ? horizon(next, ply + 1, turns) : -horizon(next, ply + 1, std::max(0, turns - 1)));
        }
        return best;
    }

    const Rules rules_;
    std::vector<std::uint64_t> path_;
    std::int64_t left_ = 0;
};

/// The search with its sound techniques alone, and its table.
template <Game G>
class SoundSearch {
  public:
    using Worker = search::Worker<G, search::Unwatched, search::Pruning::sound>;
    using Line = typename Worker::Line;

    explicit SoundSearch(const typename G::Rules& rules) : rules_(rules) { table_.resize(1); }

    /// Deepens up to a depth, as a game's move is searched; what the table knows from before stays. At once: without the
    /// depths before, so that the best move is not known from them.
    std::vector<Line> lines(const typename G::Position& root, int depth, int wanted,
                            std::vector<std::uint64_t> history = {}, bool at_once = false) {
        table_.new_search();
        search::Control control{.stop = stop_};
        const auto worker = std::make_unique<Worker>(rules_, table_, control, nullptr);
        worker->set_history(std::move(history));
        std::vector<Line> lines;
        for (int i = at_once ? depth : 1; i <= depth; ++i) lines = worker->search_root(root, i, wanted, 0, lines);
        return lines;
    }

  private:
    const typename G::Rules rules_;
    search::Table table_;
    const std::atomic<bool> stop_{false};
};

template <Game G>
struct Sample {
    typename G::Rules rules;
    typename G::Position root;
    std::vector<int> values;  // of its moves, in their order
};

// Abalone and Trench have some fifty moves in a position, and random games take little: brute force would take too long.
// With so few pieces left it does not, and the end is near.
template <Game G>
void thin_out(typename G::Position& position, Random& random) {
    const auto any = [&](CellSet set) {
        return set.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(set.size()))));
    };
    if constexpr (std::same_as<G, Abalone>)
        for (CellSet* side : {&position.own, &position.other})
            while (side->size() > 9) *side -= any(*side);
    if constexpr (std::same_as<G, Trench>)
        // Those that reach far first: what is left has few moves.
        for (const Player player : {player_x, player_o})
            while (position.points(player) < 20) {
                Cell strongest = position.men(player.opponent()).lowest();
                for (const Cell man : position.men(player.opponent()))
                    if (position.stars_on(man) > position.stars_on(strongest)) strongest = man;
                position.clear(strongest);
            }
}

/// Positions of random games under random rules, half of them shortly before the end, that brute force can search so deeply.
template <Game G>
std::vector<Sample<G>> samples(int depth, std::size_t wanted) {
    std::vector<Sample<G>> result;
    Random random(static_cast<std::uint64_t>(depth));
    for (int tries = 0; result.size() < wanted && tries < 150; ++tries) {
        Sample<G> sample;
        sample.rules = parse_rules<G>(test::sample_settings(test::info_of(G::id), random)).value();
        std::vector<typename G::Position> game{G::start(sample.rules)};
        const std::size_t length = tries % 2 == 0 ? 400 : 1 + random.below(60);
        for (typename G::Position next = game[0];
             game.size() <= length && play_random<G>(sample.rules, next, random);)
            game.push_back(next);
        const std::size_t back = random.below(6);
        if (game.size() <= back + 1) continue;
        sample.root = game[game.size() - 1 - back];
        thin_out<G>(sample.root, random);
        if (G::count(sample.rules, sample.root) < 2) continue;
        sample.values = BruteForce<G>(sample.rules).moves(sample.root, depth);
        if (!sample.values.empty()) result.push_back(std::move(sample));
    }
    return result;
}

template <class G>
constexpr bool has_many_moves = std::same_as<G, Abalone> || std::same_as<G, Trench>;

template <class G>
class ExactSearch : public testing::Test {};
using Deterministic = testing::Types<Trilha, Abalone, Trench, Policiais, Pretoa>;
TYPED_TEST_SUITE(ExactSearch, Deterministic);

template <Game G>
void expect_exact(int depth, std::size_t wanted, std::size_t least, bool best_alone = false) {
    const auto all = samples<G>(depth, wanted);
    ASSERT_GE(all.size(), least);
    int decided = 0;
    for (const Sample<G>& sample : all) {
        const auto& root = sample.root;
        const auto& values = sample.values;
        SCOPED_TRACE(G::print_position(sample.rules, root));
        MoveList<G> moves;
        G::generate(sample.rules, root, moves);
        const int best = std::ranges::max(values);
        decided += std::abs(best) >= search::decided;
        // The best move alone, by narrow windows.
        const auto line = SoundSearch<G>(sample.rules).lines(root, depth, 1);
        ASSERT_EQ(line.size(), 1u);
        EXPECT_EQ(line[0].score, best);
        EXPECT_EQ(values[static_cast<std::size_t>(std::ranges::find(moves, line[0].moves[0]) - moves.begin())], best);
        // Then each move's own value, and the first few moves in their order.
        if (best_alone) continue;
        const auto every = SoundSearch<G>(sample.rules).lines(root, depth, static_cast<int>(moves.size()));
        ASSERT_EQ(every.size(), moves.size());
        for (const auto& one : every)
            EXPECT_EQ(one.score,
                      values[static_cast<std::size_t>(std::ranges::find(moves, one.moves[0]) - moves.begin())])
                << G::print_move(sample.rules, one.moves[0]);
        std::vector<int> order = values;
        std::ranges::sort(order, std::ranges::greater());
        const auto few = SoundSearch<G>(sample.rules).lines(root, depth, 3);
        for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].score, order[i]) << i;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_TRUE(decided > 0 || best_alone) << "no end was in sight";
    std::cout << G::id << ", depth " << depth << ": " << all.size() << " positions, " << decided << " decided\n";
}

TYPED_TEST(ExactSearch, GivesEveryMoveItsMinimaxValueAtDepthThree) {
    expect_exact<TypeParam>(3, has_many_moves<TypeParam> ? 12 : 30, 12);
}
TYPED_TEST(ExactSearch, GivesEveryMoveItsMinimaxValueAtDepthFour) {
    // Few where there are many moves.
    if constexpr (has_many_moves<TypeParam>)
        expect_exact<TypeParam>(4, 2, 2, true);
    else
        expect_exact<TypeParam>(4, 30, 12);
}

// What the table learnt of a position serves after a move was played: the same positions are a ply nearer to the root then,
// and so are their ends.
TYPED_TEST(ExactSearch, AScoreInTheTableCountsFromItsOwnPosition) {
    using G = TypeParam;
    int decided = 0, children = 0;
    const int depth = has_many_moves<G> ? 3 : 4;
    for (const Sample<G>& sample : samples<G>(depth, has_many_moves<G> ? 12 : 40)) {
        const auto& root = sample.root;
        const std::uint64_t key = G::hash(root);
        SoundSearch<G> search(sample.rules);
        search.lines(root, depth, 3);
        MoveList<G> moves;
        G::generate(sample.rules, root, moves);
        for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), has_many_moves<G> ? 6 : 30); ++i) {
            auto next = root;
            G::play(sample.rules, next, moves[i]);
            if (G::count(sample.rules, next) == 0) continue;
            SCOPED_TRACE(G::print_position(sample.rules, next));
            const std::vector<int> values = BruteForce<G>(sample.rules, {key}).moves(next, depth - 1);
            if (values.empty()) continue;
            const auto line = search.lines(next, depth - 1, 1, {key}, true);
            ASSERT_EQ(line.size(), 1u);
            EXPECT_EQ(line[0].score, std::ranges::max(values));
            decided += std::abs(line[0].score) >= search::decided;
            ++children;
        }
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_TRUE(decided > 0 || (std::same_as<G, Abalone>));
    EXPECT_GE(children, 20);
}

}  // namespace
}  // namespace tavola
