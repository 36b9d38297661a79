// The computer player against the truth: small endgames solved here by brute force (no symmetry, no index tricks), then
// the move that full strength chooses must keep the value.
#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "games/registry.h"
#include "search/engine.h"

namespace tavola {
namespace {

/// To the player to move.
enum class Value : signed char { loss = -1, draw = 0, win = 1 };

/// Every position that can arise from some positions by legal play, with its value. Unending play is a draw.
template <Game G>
class Solution {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;

    Solution(const Rules& rules, const std::vector<Position>& roots) : rules_(rules) {
        for (const Position& root : roots) add(root);
        // Children first found are appended, so the list grows while it is walked.
        for (std::size_t i = 0; i < nodes_.size(); ++i) expand(i);
        propagate();
    }

    Value value(const Position& position) const { return nodes_[index_.at(key(position))].value; }
    std::size_t size() const { return nodes_.size(); }
    const Position& position(std::size_t i) const { return nodes_[i].position; }

  private:
    struct Node {
        Position position;
        Value value = Value::draw;
        bool decided = false;
        std::vector<std::uint32_t> next;
    };

    // Hashes are the positions here: the conformance tests hold them to that.
    static std::uint64_t key(const Position& position) { return G::hash(position); }

    std::uint32_t add(const Position& position) {
        const auto [at, fresh] = index_.try_emplace(key(position), static_cast<std::uint32_t>(nodes_.size()));
        if (fresh) nodes_.push_back({position, Value::draw, false, {}});
        return at->second;
    }

    void expand(std::size_t i) {
        const Position position = nodes_[i].position;
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (moves.empty()) {
            const Outcome outcome = G::outcome(rules_, position);
            nodes_[i].decided = !outcome.drawn();
            nodes_[i].value = outcome.drawn()                     ? Value::draw
                              : outcome.won_by(G::turn(position)) ? Value::win
                                                                  : Value::loss;
            return;
        }
        std::vector<std::uint32_t> next;
        for (const typename G::Move move : moves) {
            Position after = position;
            G::play(rules_, after, move);
            next.push_back(add(after));
        }
        nodes_[i].next = std::move(next);
    }

    // Again and again over all positions, until nothing is decided any more: slow and plain.
    void propagate() {
        for (bool changed = true; changed;) {
            changed = false;
            for (Node& node : nodes_) {
                if (node.decided || node.next.empty()) continue;
                bool all_lose = true, some_win = false;
                for (const std::uint32_t child : node.next) {
                    const Node& after = nodes_[child];
                    some_win = some_win || (after.decided && after.value == Value::loss);
                    all_lose = all_lose && after.decided && after.value == Value::win;
                }
                if (some_win || all_lose) {
                    node.decided = changed = true;
                    node.value = some_win ? Value::win : Value::loss;
                }
            }
        }
    }

    Rules rules_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

/// Asks full strength for a move in some of the solved positions; tells in how many it keeps the value.
template <Game G>
void expect_truth(const char* settings, const std::vector<typename G::Position>& roots, int questions) {
    const auto game = *make_game(G::id, settings);
    const auto rules = *parse_rules<G>(game->all_settings());
    const Solution<G> solution(rules, roots);
    const auto engine = make_engine(game);
    const std::atomic<bool> stop{false};
    const Listener nobody;
    Random random(11);
    int asked = 0, kept = 0, won = 0, lost = 0;
    while (asked < questions) {
        const auto& position = solution.position(random.below(static_cast<std::uint32_t>(solution.size())));
        if (G::count(rules, position) < 2) continue;
        ++asked;
        const Value value = solution.value(position);
        won += value == Value::win;
        lost += value == Value::loss;
        const Report report = engine->think(AnyPosition::wrap(position), {},
                                            {.depth = 0, .nodes = 100'000, .time = {}, .lines = 1}, stop, nobody);
        auto after = position;
        G::play(rules, after, report.lines.front().moves.front().template unwrap<typename G::Move>());
        const int result = -static_cast<int>(solution.value(after));
        if (result == static_cast<int>(value))
            ++kept;
        else
            std::cout << G::print_position(rules, position) << " is worth " << static_cast<int>(value) << ", "
                      << game->print(report.lines.front().moves.front()) << " gives " << result << '\n';
    }
    std::cout << G::id << ' ' << settings << ": " << solution.size() << " positions solved; value kept in " << kept
              << " of " << asked << " (" << won << " won, " << lost << " lost)\n";
    EXPECT_GE(kept * 100, asked * 99);
    EXPECT_GT(won, 0) << "positions in which something can be thrown away";
}

// Every placement of so many men of each side.
template <class Position>
std::vector<Position> placements(int cells, int own, int other) {
    std::vector<Position> result;
    const std::uint64_t end = std::uint64_t{1} << cells;
    for (std::uint64_t a = 0; a < end; ++a) {
        if (std::popcount(a) != own) continue;
        for (std::uint64_t b = 0; b < end; ++b)
            if ((a & b) == 0 && std::popcount(b) == other) {
                Position position{};
                position.own = CellSet(a);
                position.other = CellSet(b);
                result.push_back(position);
            }
    }
    return result;
}

constexpr int questions = TAVOLA_TRUTH_QUESTIONS;

TEST(Truth, TrilhaOnTwoSquaresFourAgainstThree) {
    expect_truth<Trilha>("preset=internacional,rings=2", placements<Trilha::Position>(16, 4, 3), questions);
}

TEST(Truth, PoliciaisWithFewMen) {
    std::vector<Policiais::Position> roots;
    for (Cell a : CellSet::first(23))
        for (Cell b : CellSet::first(23))
            for (Cell c : CellSet::first(23))
                for (Cell d : CellSet::first(23))
                    if (a < b && c < d && (CellSet{a, b} & CellSet{c, d}).empty())
                        roots.push_back({.own = {a, b}, .other = {c, d}, .offenders = {}, .turn = player_x});
    expect_truth<Policiais>("-", roots, questions);
}

TEST(Truth, PretoaWithFewMen) { expect_truth<Pretoa>("-", placements<Pretoa::Position>(19, 3, 2), questions); }

}  // namespace
}  // namespace tavola
