// What a position is worth without looking ahead: one small evaluation a game, all of one shape.
//
// A game's Evaluation names a few terms in its players' words, counts them in a position, each own minus other from
// the mover's side, and weighs them. The weights are in weights.h, and tune.h finds them from games the program plays
// against itself.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>

#include "games/game.h"

namespace tavola {

/// Specialised for each game in evaluation_*.h.
template <class G>
struct Evaluation;

/// No evaluation goes beyond this, so that a search has room above it for games that are decided.
inline constexpr int evaluation_limit = 20000;

/// Who would give much of his chances to win for a smaller risk of losing.
enum class Careful : std::uint8_t { nobody, mover, other };

/// One number a term: how often it is seen in a position, or what it weighs.
template <class G>
using Terms = std::array<int, std::size(Evaluation<G>::terms)>;

/// The sum of what is seen, each term with its weight.
template <std::size_t N>
constexpr int weigh(const std::array<int, N>& features, const std::array<int, N>& weights) noexcept {
    int sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += features[i] * weights[i];
    return std::clamp(sum, -evaluation_limit, evaluation_limit);
}

template <std::size_t N>
constexpr std::array<int, N> minus(const std::array<int, N>& own, const std::array<int, N>& other) noexcept {
    std::array<int, N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = own[i] - other[i];
    return result;
}

/// A base for evaluations: what follows from the features and the weights of a game.
template <class G>
struct Weighed {
    /// What one of the first term weighs; all other weights are measured by it.
    static constexpr int unit = 100;

    /// In hundredths of the first term (a man, a ball, a point, a throw), from the mover's side.
    static constexpr int evaluate(const typename G::Rules& rules, const typename G::Position& position) noexcept {
        return weigh(Evaluation<G>::features(rules, position), Evaluation<G>::weights(rules));
    }
    template <std::size_t N>
    static constexpr int evaluate(const typename G::Rules& rules, const typename G::Position& position,
                                  const std::array<int, N>& weights) noexcept {
        return weigh(Evaluation<G>::features(rules, position), weights);
    }

    // What a search may assume of the game. These are the careful answers; a game that allows more says so.

    /// May a player who is well ahead do nothing in particular? Not where having to move can hurt.
    static constexpr bool quiet_can_wait = false;
    /// So many moves of a position are looked at in full depth, later ones the less deeply the bolder.
    static constexpr std::size_t full_depth_moves = 3;
    static constexpr double boldness = 0.5;
    /// And so many of those that take something, where there are many ways to take.
    static constexpr std::size_t full_depth_captures = G::max_moves;
    /// Do many orders of the same moves lead to one position, so that much is known of what a move leads to?
    static constexpr bool ways_meet = false;
    /// How far the evaluation may be wrong, in its own units: the margins of a search grow with this.
    static constexpr int doubt = 100;
    /// A move that is better than all others by this, for each ply looked ahead, is the only one; 0: never ask.
    static constexpr int alone_by = 0;
    /// What a quiet move may be expected to bring within a ply or so; 0: one never knows.
    static constexpr int quiet_gain = 0;
    /// Whether a move answers a threat, so that it is looked at before others.
    static constexpr auto answers(const typename G::Rules&, const typename G::Position&) noexcept {
        return [](typename G::Move) { return false; };
    }
    /// Must the player to move capture, so that he cannot stand still?
    static constexpr bool compelled(const typename G::Rules&, const typename G::Position&) noexcept { return false; }
};

/// A game that can be judged.
template <class G>
concept Evaluated = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position,
                                        typename G::Move move, const Terms<G>& weights) {
    { Evaluation<G>::terms[0] } -> std::convertible_to<std::string_view>;
    { Evaluation<G>::features(rules, position) } -> std::same_as<Terms<G>>;
    /// The tuned weights under these rules.
    { Evaluation<G>::weights(rules) } -> std::same_as<const Terms<G>&>;
    { Evaluation<G>::evaluate(rules, position) } -> std::same_as<int>;
    { Evaluation<G>::evaluate(rules, position, weights) } -> std::same_as<int>;
    /// Does the move take something? A search must not stop in the middle of such moves.
    { Evaluation<G>::forcing(rules, position, move) } -> std::same_as<bool>;
    /// Roughly what it takes, in the units of `evaluate`; 0 if nothing.
    { Evaluation<G>::gain(rules, position, move) } -> std::same_as<int>;
    { Evaluation<G>::quiet_can_wait } -> std::convertible_to<bool>;
    { Evaluation<G>::compelled(rules, position) } -> std::same_as<bool>;
};

}  // namespace tavola
