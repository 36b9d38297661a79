// The computer player for games without dice between two sides: iterative deepening principal-variation search. A
// template over the Game concept; what it knows of a game is its evaluation and which moves are forcing.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "games/game.h"
#include "search/evaluation.h"
#include "search/oracle.h"
#include "search/table.h"

namespace tavola::search {

/// A win is worth this less the plies until it; anything beyond `decided` is a win or a loss that is seen.
inline constexpr int win = 30000;
inline constexpr int decided = 29000;
inline constexpr int max_ply = 100;

/// Lists of moves lie on the stack. A search of any game gets by with so much of it: see Worker.
inline constexpr std::size_t stack_needed = std::size_t{4} << 20;

/// What all threads of one search watch.
struct Control {
    using Clock = std::chrono::steady_clock;

    const std::atomic<bool>& stop;
    std::uint64_t node_limit = 0;  // for one thread
    bool timed = false;
    Clock::time_point deadline = {};
    std::atomic<bool> over{false};  // some thread has found a limit

    /// Whether it is time to look at the limits again: now and then, and often where few nodes are allowed.
    bool due(std::uint64_t nodes) const noexcept { return (nodes & (node_limit - 1 < 16384 ? 63 : 1023)) == 0; }
    bool expired(std::uint64_t nodes) noexcept {
        if (over.load(std::memory_order_relaxed)) return true;
        if (stop.load(std::memory_order_relaxed) || (node_limit != 0 && nodes >= node_limit) ||
            (timed && Clock::now() >= deadline))
            over.store(true, std::memory_order_relaxed);
        return over.load(std::memory_order_relaxed);
    }
};

/// A line found at the root.
template <class Move>
struct RootLine {
    int score = -win;
    FixedList<Move, max_ply> moves;
};

/// Nobody looks at the leaves of a search.
struct Unwatched {
    constexpr void operator()(const auto&) const noexcept {}
};

/// Selective techniques save most of the work and may miss something. The sound ones (alpha-beta, transpositions of the same
/// depth, move ordering) alone give the exact minimax value, which tests compare with brute force.
enum class Pruning : std::uint8_t { selective, sound };

/// One thread's search. Somebody may watch the positions at which it stops to look ahead and judges.
template <Game G, class Watcher = Unwatched, Pruning pruning = Pruning::selective>
class Worker {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Line = RootLine<Move>;

    /// The oracle may be missing.
    Worker(const Rules& rules, Table& table, Control& control, const Oracle* oracle)
        : Worker(rules, table, control, oracle, Evaluation<G>::weights(rules)) {}
    Worker(const Rules& rules, Table& table, Control& control, const Oracle* oracle, const Terms<G>& weights,
           const Watcher& watcher = {})
        : rules_(rules), weights_(weights), table_(table), control_(control), oracle_(oracle), watch_(watcher) {}

    /// Whether the game can be judged for somebody who would rather not lose than win; and who that is.
    static constexpr bool can_be_careful = requires(const Rules& rules, const Position& position, Terms<G> weights) {
        Evaluation<G>::evaluate(rules, position, weights, Careful::mover);
    };
    void set_careful(std::optional<Player> player) noexcept { careful_ = player; }

    /// The positions before the root, for repetition.
    void set_history(std::vector<std::uint64_t> keys) { path_ = std::move(keys); }

    /// Other threads may ask while this one counts.
    std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }

    /// The best lines at one depth, the best first, as many as wanted, or until one is further behind than `within`
    /// if that is not 0; fewer or none if the search was stopped. `before` are those of the depth before.
    std::vector<Line> search_root(const Position& root, int depth, int wanted, int within,
                                  const std::vector<Line>& before) {
        MoveList<G> moves;
        G::generate(rules_, root, moves);
        if (static_cast<std::size_t>(wanted) >= moves.size()) return search_each(root, moves, depth, before);
        std::vector<Line> lines;
        std::vector<Move> taken;
        for (int k = 0; k < wanted && static_cast<std::size_t>(k) < moves.size(); ++k) {
            const Line* hint =
                static_cast<std::size_t>(k) < before.size() ? &before[static_cast<std::size_t>(k)] : nullptr;
            // How bad a line is that is too far behind does not matter.
            const int lowest = within > 0 && k > 0 ? std::max(-win, lines.front().score - within - 1) : -win;
            const Line line = aspire(root, moves, taken, depth, lowest, hint);
            // Half a depth is worth something if its first move was searched: the best so far is at least as good.
            if (line.moves.empty()) break;
            taken.push_back(line.moves[0]);
            insert(lines, line);
            if (control_.over.load(std::memory_order_relaxed)) break;
            if (within > 0 && lines.front().score - line.score > within) break;
        }
        return lines;
    }

  private:
    // ---- the root --------------------------------------------------------------------------------------------

    static void insert(std::vector<Line>& lines, const Line& line) {
        lines.insert(std::ranges::upper_bound(lines, line.score, std::ranges::greater{}, &Line::score), line);
    }

    // Where all moves are wanted, each is searched once and alone, rather than the best of those left again and again.
    std::vector<Line> search_each(const Position& root, const MoveList<G>& moves, int depth,
                                  const std::vector<Line>& before) {
        std::vector<Line> lines;
        for (const Move move : moves) {
            MoveList<G> alone;
            alone.push_back(move);
            const auto hint = std::ranges::find_if(before, [&](const Line& line) { return line.moves[0] == move; });
            const Line line = aspire(root, alone, {}, depth, -win, hint != before.end() ? &*hint : nullptr);
            if (line.moves.empty()) break;
            insert(lines, line);
            if (control_.over.load(std::memory_order_relaxed)) break;
        }
        return lines;
    }

    // A narrow window round the last score, widened until the score lies inside, or is no better than `lowest`.
    Line aspire(const Position& root, const MoveList<G>& moves, const std::vector<Move>& taken, int depth, int lowest,
                const Line* hint) {
        int width = doubt * 2 / 5;
        int alpha = lowest, beta = win;
        if (hint != nullptr && depth >= 4 && std::abs(hint->score) < decided) {
            alpha = std::max(lowest, hint->score - width);
            beta = std::clamp(hint->score + width, lowest + 1, win);
        }
        for (;;) {
            const Line line = root_moves(root, moves, taken, depth, alpha, beta, hint);
            if (control_.over.load(std::memory_order_relaxed)) return line;
            width *= 4;
            if (line.score <= alpha && alpha > lowest)
                alpha = width > 1000 ? lowest : std::max(lowest, line.score - width);
            else if (line.score >= beta && beta < win)
                beta = width > 1000 ? win : std::min(win, line.score + width);
            else
                return line;
        }
    }

    Line root_moves(const Position& root, const MoveList<G>& moves, const std::vector<Move>& taken, int depth,
                    int alpha, int beta, const Line* hint) {
        Line best;
        const Move first = hint != nullptr ? hint->moves[0] : moves[0];
        int order[G::max_moves];
        score_moves(root, moves, Found::no_choice, 0, order);
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (hint != nullptr && moves[i] == first) order[i] = 1 << 30;
        MoveList<G> sorted = moves;
        std::uint64_t key = G::hash(root);
        path_.push_back(key);
        int searched = 0;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            pick(sorted, order, i);
            const Move move = played_[0] = sorted[i];
            if (std::ranges::find(taken, move) != taken.end()) continue;
            Position next = root;
            G::play(rules_, next, move);
            int score;
            if (searched == 0) {
                score = descend(root, next, depth - 1, alpha, beta, 0, true);
            } else {
                score = descend(root, next, depth - 1, alpha, alpha + 1, 0, false);
                if (score > alpha && score < beta && !control_.over.load(std::memory_order_relaxed))
                    score = descend(root, next, depth - 1, alpha, beta, 0, true);
            }
            if (control_.over.load(std::memory_order_relaxed) && searched > 0) break;
            if (control_.over.load(std::memory_order_relaxed) && searched == 0 && depth > 1) break;
            ++searched;
            if (score > best.score || best.moves.empty()) {
                best.score = score;
                best.moves.clear();
                best.moves.push_back(move);
                for (const Move follow : lines_[1]) best.moves.push_back(follow);
            }
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        path_.pop_back();
        return best;
    }

    // The value of a position after a move, to the player who made it. The same player may be to move again.
    int descend(const Position& before, const Position& next, int depth, int alpha, int beta, int ply, bool pv) {
        if (G::turn(before) == G::turn(next)) return node(next, depth, alpha, beta, ply + 1, pv);
        return -node(next, depth, -beta, -alpha, ply + 1, pv);
    }

    // ---- one position ----------------------------------------------------------------------------------------

    int node(const Position& position, int depth, int alpha, int beta, int ply, bool pv) {
        lines_[ply].clear();
        const std::uint16_t left_out = std::exchange(left_out_, Found::no_choice);
        const bool whole = left_out == Found::no_choice;
        // Step 1: limits. A value that is returned after a limit is never used.
        if (const std::uint64_t nodes = count_node(); control_.due(nodes) && control_.expired(nodes)) return 0;
        if (control_.over.load(std::memory_order_relaxed)) return 0;
        if (ply >= max_ply - 1) return standing(position);

        // Step 2: what has been on the board before is worth what the arbiter would give.
        const std::uint64_t key = G::hash(position);
        if (repeated(key)) return worth(G::settle(rules_, position), position, ply);

        // Step 3: a win in one from here is the best that is left; whatever is worse than the bound is cut.
        alpha = std::max(alpha, -win + ply);
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        // Step 4: the truth, where somebody knows it. It takes longer than a leaf is worth.
        if (oracle_ != nullptr && depth >= 2)
            if (const auto ends_in = oracle_->ends_in(AnyPosition::wrap(position))) return truth(*ends_in, ply);

        // Step 5: leaves.
        if (depth <= 0) return quiet(position, alpha, beta, ply, quiet_plies);

        // Step 6: known from before? Not if it is searched once more without the move that is known to be best.
        Found found;
        const bool known = table_.probe(key, found);
        if (known && whole && !pv && deep_enough(found.depth(), depth)) {
            const int score = from_table(found.score(), ply);
            if (found.bound() == Found::Bound::exact || (found.bound() == Found::Bound::lower && score >= beta) ||
                (found.bound() == Found::Bound::upper && score <= alpha))
                return score;
        }

        // Step 7: the moves; without any the game is over.
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (moves.empty()) return worth(G::outcome(rules_, position), position, ply);
        // A single reply costs no depth.
        if (selective && moves.size() == 1 && ply < max_ply / 2) ++depth;

        // A position that has no best move yet is first looked at less deeply.
        if (selective && Evaluation<G>::ways_meet && depth >= 4 && (!known || found.choice() == Found::no_choice))
            --depth;

        // Step 8: far above the bound with little depth left: a quiet position will hold.
        const int still = known ? found.standing() : standing(position);
        if (selective && !pv && depth <= 3 && Evaluation<G>::quiet_can_wait && std::abs(beta) < decided &&
            still - doubt * 6 / 5 * depth >= beta)
            return still;

        // Step 9: where many ways lead to one position, a move to one that is known to refute saves looking for it.
        if (Evaluation<G>::ways_meet && whole && !pv && depth >= 2)
            if (const int score = known_refutation(position, moves, depth, beta, ply); score >= beta) return score;

        // Step 10: where a pass would hardly help, who stands well enough even after one need not look for his best
        // move. Two passes in a row would say nothing.
        const bool after_pass = std::exchange(passed_, false);
        if constexpr (selective && requires { Evaluation<G>::passed(position); }) {
            if (whole && !pv && depth >= 2 && !after_pass && still >= beta && std::abs(beta) < decided &&
                Evaluation<G>::passing_hardly_helps(position, moves.size())) {
                passed_ = true;
                played_[ply] = Move();
                const int score =
                    -node(Evaluation<G>::passed(position), depth - 3 - depth / 4, -beta, -beta + 1, ply + 1, false);
                passed_ = false;
                if (control_.over.load(std::memory_order_relaxed)) return 0;
                if (score >= beta && score < decided) return score;
            }
        }

        // Step 11: is the best move known the only good one? All others are searched less deeply. If none comes near it,
        // it is looked at more deeply; and if one of them is good enough as well, no more need be known.
        int further = 0;
        if (selective && Evaluation<G>::alone_by > 0 && whole && depth >= 6 && ply < max_ply / 2 && known &&
            moves.size() > 1 && found.choice() < moves.size() && found.bound() != Found::Bound::upper &&
            found.depth() >= depth - 3 && std::abs(found.score()) < decided) {
            const int near = found.score() - Evaluation<G>::alone_by * depth;
            left_out_ = found.choice();
            const int others = node(position, (depth - 1) / 2, near - 1, near, ply, false);
            lines_[ply].clear();
            if (control_.over.load(std::memory_order_relaxed)) return 0;
            if (others < near)
                further = 1;
            else if (near >= beta && !pv)
                return near;
        }

        // Step 12: in the order of promise.
        int order[G::max_moves];
        score_moves(position, moves, known ? found.choice() : Found::no_choice, ply, order);
        std::uint16_t numbers[G::max_moves];
        for (std::size_t i = 0; i < moves.size(); ++i) numbers[i] = static_cast<std::uint16_t>(i);

        const int alpha_before = alpha;
        int best = -win;
        std::uint16_t choice = Found::no_choice;
        path_.push_back(key);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            pick(moves, order, i, numbers);
            if (numbers[i] == left_out) continue;
            const Move move = played_[ply] = moves[i];
            const bool forcing = order[i] >= forcing_order;

            // Step 13: shortly before the leaves, a late and quiet move that would have to bring too much is left out.
            if (selective && Evaluation<G>::quiet_gain > 0 && !pv && !forcing && i >= 2 && depth <= 3 &&
                std::abs(alpha) < decided && best > -decided && still + Evaluation<G>::quiet_gain * depth <= alpha)
                continue;
            Position next = position;
            G::play(rules_, next, move);

            // Step 14: late moves are looked at less deeply, and again if they surprise.
            int score;
            if (i == 0) {
                score = descend(position, next, depth - 1 + further, alpha, beta, ply, pv);
            } else {
                int reduction = 0;
                if (selective && depth >= 3 &&
                    i >= (forcing ? Evaluation<G>::full_depth_captures : Evaluation<G>::full_depth_moves)) {
                    reduction =
                        reductions_[static_cast<std::size_t>(std::min(depth, 31))][std::min<std::size_t>(i, 63)];
                    if (pv) --reduction;
                    if (forcing) reduction /= 2;
                    reduction = std::clamp(reduction, 0, depth - 2);
                }
                score = descend(position, next, depth - 1 - reduction, alpha, alpha + 1, ply, false);
                if (score > alpha && reduction > 0)
                    score = descend(position, next, depth - 1, alpha, alpha + 1, ply, false);
                if (score > alpha && score < beta && pv)
                    score = descend(position, next, depth - 1, alpha, beta, ply, true);
            }
            if (control_.over.load(std::memory_order_relaxed)) {
                path_.pop_back();
                return 0;
            }

            // Step 15: better than all before?
            if (score > best) {
                best = score;
                choice = numbers[i];
                if (score > alpha) {
                    alpha = score;
                    if (pv) extend_line(ply, move);
                }
            }
            if (alpha >= beta) {
                if (whole && (!forcing || captures_differ)) remember(position, moves, i, depth, ply);
                break;
            }
        }
        path_.pop_back();

        // Step 16: for whoever comes here again.
        const Found::Bound bound = best >= beta          ? Found::Bound::lower
                                   : best > alpha_before ? Found::Bound::exact
                                                         : Found::Bound::upper;
        if (whole) table_.store(key, to_table(best, ply), still, depth, bound, choice);
        return best;
    }

    // What the mover gets by a move to a position that was searched deeply enough before, if it is `beta` or more.
    int known_refutation(const Position& position, const MoveList<G>& moves, int depth, int beta, int ply) const {
        for (const Move move : moves) {
            Position next = position;
            G::play(rules_, next, move);
            const std::uint64_t key = G::hash(next);
            Found found;
            if (!table_.probe(key, found) || !deep_enough(found.depth(), depth - 1) ||
                found.bound() == Found::Bound::lower || G::turn(next) == G::turn(position) || repeated(key))
                continue;
            if (const int score = -from_table(found.score(), ply + 1); score >= beta) return score;
        }
        return -win;
    }

    // Only forcing moves, until nothing hangs or enough was seen. Who need not capture may stand still. Never inlined,
    // or its lists would lie beside those of each node.
    [[gnu::noinline]] int quiet(const Position& position, int alpha, int beta, int ply, int plies) {
        lines_[ply].clear();
        if (ply >= max_ply - 1) return standing(position);
        if (G::count(rules_, position) == 0) return worth(G::outcome(rules_, position), position, ply);
        int best = -win;
        const bool compelled = Evaluation<G>::compelled(rules_, position);
        const int still = standing(position);
        watch_(position);
        if (!compelled) {
            best = still;
            if (best >= beta || plies == 0) return best;
            alpha = std::max(alpha, best);
        }
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        int order[G::max_moves];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (Evaluation<G>::forcing(rules_, position, moves[i])) {
                const int gain = Evaluation<G>::gain(rules_, position, moves[i]);
                // What it takes and a little more would not reach the bound.
                if (selective && !compelled && still + (gain + 100) * doubt / 100 <= alpha) continue;
                moves[kept] = moves[i];
                order[kept++] = gain;
            }
        for (std::size_t i = 0; i < kept; ++i) {
            std::size_t top = i;
            for (std::size_t j = i + 1; j < kept; ++j)
                if (order[j] > order[top]) top = j;
            std::swap(order[i], order[top]);
            std::swap(moves[i], moves[top]);
            Position next = position;
            G::play(rules_, next, moves[i]);
            if (const std::uint64_t nodes = count_node(); control_.due(nodes) && control_.expired(nodes)) return best;
            if (control_.over.load(std::memory_order_relaxed)) return best;
            const int score = G::turn(position) == G::turn(next)
                                  ? quiet(next, alpha, beta, ply + 1, plies)
                                  : -quiet(next, -beta, -alpha, ply + 1, std::max(0, plies - 1));
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    // ---- small things ----------------------------------------------------------------------------------------

    std::uint64_t count_node() noexcept {
        const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(nodes, std::memory_order_relaxed);
        return nodes;
    }

    int standing(const Position& position) const {
        const auto worth = [&] {
            if constexpr (can_be_careful)
                return Evaluation<G>::evaluate(rules_, position, weights_,
                                               !careful_                        ? Careful::nobody
                                               : *careful_ == G::turn(position) ? Careful::mover
                                                                                : Careful::other);
            else
                return Evaluation<G>::evaluate(rules_, position, weights_);
        }();
        return std::clamp(worth, -20000, 20000);
    }

    /// An outcome to the player to move; a win sooner is better.
    static int worth(Outcome outcome, const Position& position, int ply) noexcept {
        if (outcome.drawn() || !outcome.over()) return 0;
        return outcome.won_by(G::turn(position)) ? win - ply : -win + ply;
    }

    /// What an oracle says, to the player to move.
    static int truth(int ends_in, int ply) noexcept {
        if (ends_in == 0) return 0;
        const int plies = std::min(ply + std::abs(ends_in), win - decided);
        return ends_in > 0 ? win - plies : plies - win;
    }

    // What a deeper search found serves as well, except where every value is to be that of its own depth.
    static constexpr bool deep_enough(int found, int depth) noexcept {
        return selective ? found >= depth : found == depth;
    }

    bool repeated(std::uint64_t key) const noexcept {
        for (std::size_t i = path_.size(); i-- > 0;)
            if (path_[i] == key) return true;
        return false;
    }

    // The table keeps distances from the position itself, not from the root.
    static int to_table(int score, int ply) noexcept {
        return score >= decided ? score + ply : score <= -decided ? score - ply : score;
    }
    static int from_table(int score, int ply) noexcept {
        return score >= decided ? score - ply : score <= -decided ? score + ply : score;
    }

    static constexpr bool selective = pruning == Pruning::selective;
    static constexpr int quiet_plies = 4, doubt = Evaluation<G>::doubt;
    static constexpr int choice_order = 1 << 28, forcing_order = 1 << 24, answer_order = 1 << 22,
                         killer_order = 1 << 20;
    // Where one mill takes any of many men, it is worth knowing which of them were good to take.
    static constexpr bool captures_differ = Evaluation<G>::full_depth_captures < G::max_moves;
    static constexpr std::size_t history_size = 4096, replies_size = Evaluation<G>::ways_meet ? 65536 : 1;

    static std::uint64_t mixed(Move move) noexcept {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &move, sizeof move);
        return mix(bits);
    }
    static std::size_t slot(Move move) noexcept { return mixed(move) % history_size; }
    // Of a reply to the move before.
    std::size_t reply_slot(int ply, Move move) const noexcept {
        return ply == 0 ? 0 : mix(2 * mixed(played_[ply - 1]) + mixed(move)) % replies_size;
    }

    void score_moves(const Position& position, const MoveList<G>& moves, std::uint16_t choice, int ply, int* order) {
        const auto& history = history_[static_cast<std::size_t>(G::turn(position).index() & 1)];
        const auto answers = Evaluation<G>::answers(rules_, position);
        const auto promise = [&](Move move) { return history[slot(move)] + replies_[reply_slot(ply, move)]; };
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (Evaluation<G>::forcing(rules_, position, moves[i]))
                order[i] = forcing_order + 64 * Evaluation<G>::gain(rules_, position, moves[i]) +
                           (captures_differ ? history[slot(moves[i])] : 0);
            else if (answers(moves[i]))
                order[i] = answer_order + promise(moves[i]);
            else if (moves[i] == killers_[ply][0])
                order[i] = killer_order + 1;
            else if (moves[i] == killers_[ply][1])
                order[i] = killer_order;
            else
                order[i] = promise(moves[i]);
        }
        if (choice < std::min(moves.size(), G::max_moves)) order[choice] = choice_order;
    }

    // Brings the most promising of the rest to the front.
    static void pick(MoveList<G>& moves, int* order, std::size_t from, std::uint16_t* numbers = nullptr) noexcept {
        std::size_t top = from;
        for (std::size_t j = from + 1; j < moves.size(); ++j)
            if (order[j] > order[top]) top = j;
        if (top == from) return;
        std::swap(moves[from], moves[top]);
        std::swap(order[from], order[top]);
        if (numbers != nullptr) std::swap(numbers[from], numbers[top]);
    }

    void extend_line(int ply, Move move) noexcept {
        auto& line = lines_[ply];
        line.clear();
        line.push_back(move);
        for (const Move follow : lines_[ply + 1])
            if (line.size() < static_cast<std::size_t>(max_ply) - 1) line.push_back(follow);
    }

    // A quiet move that refuted: a killer, good history, and a good reply; those tried before it are worse than thought.
    void remember(const Position& position, const MoveList<G>& moves, std::size_t found, int depth,
                  int ply) noexcept {
        if (!(killers_[ply][0] == moves[found])) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = moves[found];
        }
        auto& history = history_[static_cast<std::size_t>(G::turn(position).index() & 1)];
        const int bonus = std::min(depth * depth, 400);
        const auto learn = [](int& value, int by) { value += by * 32 - value * std::abs(by) / 512; };
        const auto add = [&](Move move, int by) {
            learn(history[slot(move)], by);
            if (replies_size > 1 && ply > 0) learn(replies_[reply_slot(ply, move)], by);
        };
        add(moves[found], bonus);
        for (std::size_t i = 0; i < found; ++i) add(moves[i], -bonus);
    }

    static inline const auto reductions_ = [] {
        std::array<std::array<int, 64>, 32> table{};
        for (std::size_t depth = 1; depth < 32; ++depth)
            for (std::size_t move = 1; move < 64; ++move)
                table[depth][move] =
                    static_cast<int>(Evaluation<G>::boldness + std::log(static_cast<double>(depth)) *
                                                                   std::log(static_cast<double>(move)) / 2.0);
        return table;
    }();

    const Rules rules_;
    const Terms<G> weights_;
    Table& table_;
    Control& control_;
    const Oracle* oracle_;
    std::optional<Player> careful_;
    // A ply deeper at each position, and in the first half of the plies one position is looked at once more (step 11).
    // Small things have their part; those who add to them find out by the test that searches on a stack of this size.
    static constexpr std::size_t deepest = max_ply + max_ply / 2;
    static constexpr std::size_t node_needed =
        sizeof(MoveList<G>) + G::max_moves * (sizeof(int) + sizeof(std::uint16_t)) + 1024;
    static_assert(deepest * node_needed + 4 * sizeof(MoveList<G>) <= stack_needed);

    [[no_unique_address]] Watcher watch_;
    std::atomic<std::uint64_t> nodes_{0};
    std::vector<std::uint64_t> path_;
    bool passed_ = false;                        // the last move of the path was a pass
    std::uint16_t left_out_ = Found::no_choice;  // the number of a move that the next node does not look at
    FixedList<Move, max_ply> lines_[max_ply + 1];
    Move killers_[max_ply + 1][2] = {};
    Move played_[max_ply + 1] = {};  // on the path
    std::array<std::array<int, history_size>, 2> history_{};
    std::array<int, replies_size> replies_{};
};

}  // namespace tavola::search
