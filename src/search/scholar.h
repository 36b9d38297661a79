// A player to learn from who thinks: the search itself, with any weights and so many nodes a move. Its games end as games
// between good players do, so they teach what a shallow player's never show.
#pragma once

#include "search/search.h"
#include "search/sparring.h"

namespace tavola {

template <Evaluated G, class Watcher = search::Unwatched>
    requires(!G::dice)
class Scholar {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    Scholar(const Rules& rules, const Terms<G>& weights, std::uint64_t nodes, const Watcher& watcher = {})
        : rules_(rules), weights_(weights), nodes_(nodes), watcher_(watcher) {
        table_.resize(1);
    }

    void new_game() const noexcept {
        keys_.clear();
        scores_.clear();
    }
    /// What it thought of each position of this game in which it chose, to the player to move.
    const std::vector<int>& scores() const noexcept { return scores_; }

    /// The best move that was found; chance has no part in it. What was on the board before in this game is known.
    Move choose(const Position& position, const MoveList<G>& moves, Random&) const {
        static constexpr std::atomic<bool> nobody_stops{false};
        search::Control control{.stop = nobody_stops, .node_limit = nodes_};
        table_.clear();
        table_.new_search();
        search::Worker<G, Watcher> worker(rules_, table_, control, nullptr, weights_, watcher_);
        worker.set_history(keys_);
        keys_.push_back(G::hash(position));
        std::vector<search::RootLine<Move>> lines;
        for (int depth = 1; depth < search::max_ply - 1 && !control.over.load(); ++depth) {
            auto found = worker.search_root(position, depth, 1, 0, lines);
            if (!found.empty()) lines = std::move(found);
            if (!lines.empty() && std::abs(lines[0].score) >= search::decided) break;
        }
        scores_.push_back(lines.empty() ? 0 : lines[0].score);
        return lines.empty() ? moves[0] : lines[0].moves[0];
    }

    /// How its games go: chance is in the opening alone, and who repeats himself has nothing better.
    static constexpr Course course{.opening = 8, .least = 2, .one_in = 1 << 30, .plies = 160, .repeats = false};

  private:
    Rules rules_;
    Terms<G> weights_;
    std::uint64_t nodes_;
    [[no_unique_address]] Watcher watcher_;
    mutable search::Table table_;
    mutable std::vector<std::uint64_t> keys_;
    mutable std::vector<int> scores_;
};

}  // namespace tavola
