// The computer player where dice decide: expectimax over winning chances. Two sides are searched with bounds (Star2: a
// glance at one reply after each throw often settles the whole), more sides with a chance each (max^n).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "games/game.h"
#include "search/evaluation.h"
#include "search/search.h"

namespace tavola::search {

/// One thread's search with dice. Depth counts moves; throws are free.
template <Game G>
class ChanceWorker {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    struct Line {
        double chance = 0;  ///< of the player to move, from 0 to 1
        FixedList<Move, 8> moves;
    };

    ChanceWorker(const Rules& rules, Control& control) : rules_(rules), control_(control) {
        for (int i = 0; i < G::players(rules); ++i) {
            bool new_side = true;
            for (int j = 0; j < i; ++j) new_side = new_side && !G::together(rules, Player(i), Player(j));
            sides_ += new_side;
        }
    }

    std::uint64_t nodes() const noexcept { return nodes_; }

    /// Every move of the root with its chance, the best first; none if the search was stopped before all were done.
    std::vector<Line> search_root(const Position& root, int depth) {
        MoveList<G> moves;
        G::generate(rules_, root, moves);
        std::vector<Line> lines;
        const Player mover = G::turn(root);
        for (const Move move : moves) {
            Position next = root;
            G::play(rules_, next, move);
            Line line;
            line.chance = chance_of(next, depth - 1, mover);
            line.moves.push_back(move);
            if (control_.over.load(std::memory_order_relaxed) && depth > 1) return {};
            lines.insert(std::ranges::upper_bound(lines, line.chance, std::ranges::greater{}, &Line::chance), line);
        }
        return lines;
    }

    /// The winning chance of a player's side.
    double chance_of(const Position& position, int depth, Player player) {
        if (sides_ > 2) return shares(position, depth)[static_cast<std::size_t>(player.index())];
        const double first = value(position, depth, 0, 1);
        return G::together(rules_, player, Player(0)) ? first : 1 - first;
    }

  private:
    using Shares = std::array<double, max_players>;

    bool first_side(const Position& position) const noexcept {
        return G::together(rules_, G::turn(position), Player(0));
    }
    double standing(const Position& position) const { return Evaluation<G>::win_chance(rules_, position, Player(0)); }

    // ---- two sides: one number, the first side's chance -------------------------------------------------------

    double value(const Position& position, int depth, double alpha, double beta) {
        if ((++nodes_ & 255) == 0) control_.expired(nodes_);
        if (control_.over.load(std::memory_order_relaxed)) return 0.5;
        if (const Outcome outcome = G::outcome(rules_, position); outcome.over()) return outcome.won_by(Player(0));
        if (depth <= 0) return standing(position);
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (G::chance(position, moves[0]) > 0) return throw_value(position, moves, depth, alpha, beta);
        return move_value(position, moves, depth, alpha, beta);
    }

    double move_value(const Position& position, const MoveList<G>& moves, int depth, double alpha, double beta) {
        const bool wants_more = first_side(position);
        double best = wants_more ? 0 : 1;
        int order[G::max_moves];
        std::size_t index[G::max_moves] = {};
        arrange(position, moves, order, index);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Position next = position;
            G::play(rules_, next, moves[index[i]]);
            const double chance = value(next, depth - 1, alpha, beta);
            if (wants_more) {
                best = std::max(best, chance);
                alpha = std::max(alpha, best);
            } else {
                best = std::min(best, chance);
                beta = std::min(beta, best);
            }
            if (alpha >= beta) break;
        }
        return best;
    }

    // Star2. Each throw's value lies between 0 and 1 until it is known; the sum of what is known and what is
    // possible is compared with the window after every step.
    double throw_value(const Position& position, const MoveList<G>& throws, int depth, double alpha, double beta) {
        double low[G::max_moves], high[G::max_moves], weight[G::max_moves];
        for (std::size_t i = 0; i < throws.size(); ++i) {
            low[i] = 0;
            high[i] = 1;
            weight[i] = G::chance(position, throws[i]) / 16.0;
        }
        const auto sum = [&](const double* bounds) {
            double total = 0;
            for (std::size_t i = 0; i < throws.size(); ++i) total += weight[i] * bounds[i];
            return total;
        };
        // A glance: the best-looking reply bounds the throw's value from the thrower's side.
        if (depth > 1) {
            const bool wants_more = first_side(position);
            for (std::size_t i = 0; i < throws.size(); ++i) {
                const double reply = glance(after(position, throws[i]), depth);
                (wants_more ? low[i] : high[i]) = reply;
                if (control_.over.load(std::memory_order_relaxed)) return 0.5;
                if (wants_more && sum(low) >= beta) return sum(low);
                if (!wants_more && sum(high) <= alpha) return sum(high);
            }
        }
        // In full, within the window that still matters.
        for (std::size_t i = 0; i < throws.size(); ++i) {
            const double others_low = sum(low) - weight[i] * low[i], others_high = sum(high) - weight[i] * high[i];
            const double from = std::max(0.0, (alpha - others_high) / weight[i]);
            const double to = std::min(1.0, (beta - others_low) / weight[i]);
            const double chance = value(after(position, throws[i]), depth, from, to);
            if (control_.over.load(std::memory_order_relaxed)) return 0.5;
            low[i] = high[i] = chance;
            if (chance <= from && from > 0) return sum(high);
            if (chance >= to && to < 1) return sum(low);
        }
        return sum(low);
    }

    double glance(const Position& position, int depth) {
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        int order[G::max_moves];
        std::size_t index[G::max_moves] = {};
        arrange(position, moves, order, index);
        return value(after(position, moves[index[0]]), depth - 1, 0, 1);
    }

    // ---- more sides: everybody plays for his own chance -------------------------------------------------------

    Shares shares(const Position& position, int depth) {
        if ((++nodes_ & 255) == 0) control_.expired(nodes_);
        Shares result{};
        if (control_.over.load(std::memory_order_relaxed)) return result;
        const int players = G::players(rules_);
        if (const Outcome outcome = G::outcome(rules_, position); outcome.over() || depth <= 0) {
            for (int i = 0; i < players; ++i)
                result[static_cast<std::size_t>(i)] = Evaluation<G>::win_chance(rules_, position, Player(i));
            return result;
        }
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (G::chance(position, moves[0]) > 0) {
            for (const Move thrown : moves) {
                const Shares part = shares(after(position, thrown), depth);
                for (std::size_t i = 0; i < result.size(); ++i)
                    result[i] += part[i] * G::chance(position, thrown) / 16.0;
            }
            return result;
        }
        const auto mover = static_cast<std::size_t>(G::turn(position).index());
        result[mover] = -1;
        for (const Move move : moves) {
            const Shares part = shares(after(position, move), depth - 1);
            if (part[mover] > result[mover]) result = part;
        }
        return result;
    }

    // ---- small things ----------------------------------------------------------------------------------------

    Position after(Position position, Move move) const noexcept {
        G::play(rules_, position, move);
        return position;
    }

    // The most promising first, by what they look like.
    void arrange(const Position& position, const MoveList<G>& moves, int* order, std::size_t* index) const {
        const bool wants_more = first_side(position);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto look = static_cast<int>(1e6 * standing(after(position, moves[i])));
            order[i] = wants_more ? look : -look;
            index[i] = i;
        }
        std::sort(index, index + moves.size(),
                  [&](std::size_t a, std::size_t b) { return order[a] != order[b] ? order[a] > order[b] : a < b; });
    }

    const Rules rules_;
    Control& control_;
    int sides_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace tavola::search
