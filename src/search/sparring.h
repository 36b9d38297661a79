// A shallow player to learn from: it looks a move or two ahead and then follows the captures. Deterministic for a seed.
#pragma once

#include <algorithm>
#include <vector>

#include "games/play.h"
#include "search/evaluation.h"

namespace tavola {

/// A game with dice, which is judged by winning chances.
template <class G>
concept Diced = requires(const typename G::Rules& rules, const typename G::Position& position) {
    { Evaluation<G>::win_chance(rules, position, Player()) } -> std::same_as<double>;
};

template <Evaluated G>
class Sparring {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    /// Looks so many plies ahead; where there are dice, one.
    Sparring(const Rules& rules, const Terms<G>& weights, int depth = 1) noexcept
        : rules_(rules), weights_(weights), depth_(depth) {}

    void new_game() const noexcept {}

    /// The move after which the position is worth most to the mover; a little noise decides between near equals.
    Move choose(const Position& position, const MoveList<G>& moves, Random& random) const noexcept {
        Move best = moves[0];
        int most = -2 * decided;
        for (const Move move : moves) {
            Position next = position;
            G::play(rules_, next, move);
            const auto luck = static_cast<int>(random.below(noise));
            const int worth = worth_to(G::turn(position), next, most - luck) + luck;
            if (worth > most) most = worth, best = move;
        }
        return best;
    }

    /// Where the captures lead that both sides would make from here.
    Position settled(const Position& position) const noexcept {
        return quiet(position, -decided, decided, capture_plies).position;
    }

  private:
    static constexpr int decided = 30000;
    static constexpr int capture_plies = 4;
    static constexpr std::uint32_t noise = 5;
    static constexpr int hope = 100;  ///< what a capture may bring beyond what it takes

    struct Leaf {
        int worth;  ///< to the player to move where the captures began
        Position position;
    };

    // What a position is worth to a player, if it is more than `low`.
    int worth_to(Player player, const Position& position, int low) const noexcept {
        if constexpr (Diced<G>) {
            const Outcome outcome = G::outcome(rules_, position);
            if (outcome.over()) return outcome.won_by(player) ? decided : -decided;
            if (sides() > 2) return static_cast<int>(10000 * Evaluation<G>::win_chance(rules_, position, player));
            const int worth = Evaluation<G>::evaluate(rules_, position, weights_);
            return G::together(rules_, G::turn(position), player) ? worth : -worth;
        } else {
            low = std::max(low, -decided);
            if (G::turn(position) == player) return search(position, low, decided, depth_ - 1);
            return -search(position, -decided, -low, depth_ - 1);
        }
    }

    int sides() const noexcept {
        return G::together(rules_, Player(0), Player(2 % G::players(rules_))) ? 2 : G::players(rules_);
    }

    int search(const Position& position, int low, int high, int depth) const noexcept {
        if (depth == 0) return quiet(position, low, high, capture_plies).worth;
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (moves.empty()) return quiet(position, low, high, 0).worth;
        for (const Move move : moves) {
            Position next = position;
            G::play(rules_, next, move);
            low = std::max(low, G::turn(next) == G::turn(position) ? search(next, low, high, depth - 1)
                                                                   : -search(next, -high, -low, depth - 1));
            if (low >= high) break;
        }
        return low;
    }

    // Leaves the captures alone, the greatest first; tells whether there was anything else.
    bool keep_captures(const Position& position, MoveList<G>& moves) const noexcept {
        struct Capture {
            int gain;
            std::size_t number;  ///< equal gains keep their order
            Move move;
        };
        FixedList<Capture, G::max_moves> captures;
        for (const Move move : moves)
            if (Evaluation<G>::forcing(rules_, position, move))
                captures.push_back({Evaluation<G>::gain(rules_, position, move), captures.size(), move});
        const bool free = captures.size() < moves.size();
        std::ranges::sort(captures, [](const Capture& a, const Capture& b) {
            return a.gain != b.gain ? a.gain > b.gain : a.number < b.number;
        });
        moves.clear();
        for (const Capture& capture : captures) moves.push_back(capture.move);
        return free;
    }

    Leaf quiet(const Position& position, int low, int high, int plies) const noexcept {
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (moves.empty()) {
            const Outcome outcome = G::outcome(rules_, position);
            return {outcome.drawn() ? 0 : outcome.won_by(G::turn(position)) ? decided : -decided, position};
        }
        const bool free = keep_captures(position, moves);
        Leaf best{-decided, position};
        // Who need not capture may leave it at that.
        const int standing = Evaluation<G>::evaluate(rules_, position, weights_);
        if (free || plies == 0) best.worth = standing;
        if (plies == 0 || best.worth >= high) return best;
        for (const Move move : moves) {
            low = std::max(low, best.worth);
            // A capture that gains too little to matter is left out, unless captures are compulsory.
            if (free && standing + Evaluation<G>::gain(rules_, position, move) + hope <= low) continue;
            Position next = position;
            G::play(rules_, next, move);
            const bool again = G::turn(next) == G::turn(position);
            Leaf reply = again ? quiet(next, low, high, plies - 1) : quiet(next, -high, -low, plies - 1);
            if (!again) reply.worth = -reply.worth;
            if (reply.worth > best.worth) best = reply;
            if (best.worth >= high) break;
        }
        return best;
    }

    Rules rules_;
    Terms<G> weights_;
    int depth_;
};

/// How a game goes on: which moves are left to chance, and when it is stopped.
struct Course {
    int opening = 8;      ///< up to so many plies at random first
    int least = 0;        ///< and at least so many
    int one_in = 16;      ///< later one move in so many
    int plies = 200;      ///< then the game is settled as it stands
    bool repeats = true;  ///< whether a game goes on when a position comes back twice
};

/// Plays a game between two partners from a position. They choose their moves as Sparring does. The first of them sits on
/// player 0's side, and every position after the opening is shown to `look` before somebody moves.
template <Evaluated G, class Partner, class Look>
Outcome spar_from(typename G::Position position, const typename G::Rules& rules, const Partner& first,
                  const Partner& second, const Course& course, Random& random, const Look& look) {
    first.new_game();
    second.new_game();
    std::vector<std::uint64_t> keys;
    const auto opening =
        course.least + static_cast<int>(random.below(static_cast<std::uint32_t>(course.opening - course.least + 1)));
    for (int ply = 0; ply < course.plies; ++ply) {
        MoveList<G> moves;
        G::generate(rules, position, moves);
        if (moves.empty()) return G::outcome(rules, position);
        if (!course.repeats) {
            const std::uint64_t key = G::hash(position);
            if (std::ranges::count(keys, key) >= 2) return G::settle(rules, position);
            keys.push_back(key);
        }
        const bool dice = G::chance(position, moves[0]) > 0;
        if (ply >= opening) look(position);
        if (dice || ply < opening || random.below(static_cast<std::uint32_t>(course.one_in)) == 0) {
            play_random<G>(rules, position, random);
            continue;
        }
        const bool firsts = G::together(rules, Player(0), G::turn(position));
        G::play(rules, position, (firsts ? first : second).choose(position, moves, random));
    }
    const Outcome outcome = G::outcome(rules, position);
    return outcome.over() ? outcome : G::settle(rules, position);
}

/// Plays a whole game.
template <Evaluated G, class Partner, class Look>
Outcome spar(const typename G::Rules& rules, const Partner& first, const Partner& second, const Course& course,
             Random& random, const Look& look) {
    return spar_from<G>(G::start(rules), rules, first, second, course, random, look);
}

/// What the first partner scores against the second over so many games, each opening once from either side: 1 is all.
template <Evaluated G, class Partner>
double compare(const typename G::Rules& rules, const Partner& a, const Partner& b, int games, std::uint64_t seed,
               const Course& course) {
    double sum = 0;
    for (int game = 0; game < games; ++game) {
        Random random(mix(seed + static_cast<std::uint64_t>(game / 2)));
        const bool swapped = game % 2 != 0;
        const Outcome outcome = spar<G>(rules, swapped ? b : a, swapped ? a : b, course, random, [](const auto&) {});
        // Of several players in their own right, the second has all seats but one.
        sum += outcome.drawn() ? 0.5 : outcome.won_by(Player(0)) != swapped ? 1 : 0;
    }
    return sum / games;
}

/// The same for weights, looking so many plies ahead.
template <Evaluated G>
double compare(const typename G::Rules& rules, const Terms<G>& first, const Terms<G>& second, int games,
               std::uint64_t seed, int depth = 1) {
    return compare<G>(rules, Sparring<G>(rules, first, depth), Sparring<G>(rules, second, depth), games, seed,
                      Course{.one_in = 1 << 30});
}

}  // namespace tavola
