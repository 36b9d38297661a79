// Generic play over the Game concept: counting sequences of moves, and playing at random.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "games/game.h"

namespace tavola {

/// The number of sequences of `depth` actions. A finished position has none.
template <Game G>
std::uint64_t perft(const typename G::Rules& rules, const typename G::Position& position, int depth) noexcept {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(G::count(rules, position));
    MoveList<G> moves;
    G::generate(rules, position, moves);
    std::uint64_t total = 0;
    for (const typename G::Move move : moves) {
        typename G::Position next = position;
        G::play(rules, next, move);
        total += perft<G>(rules, next, depth - 1);
    }
    return total;
}

/// Plays one action chosen at random: every move equally likely, a throw as the dice have it. False if the game is
/// over.
template <Game G>
bool play_random(const typename G::Rules& rules, typename G::Position& position, Random& random,
                 typename G::Move* played = nullptr) noexcept {
    typename G::Move move;
    if constexpr (Indexed<G>) {
        const typename G::Choices choices(rules, position);
        const int size = choices.size();
        if (size == 0) return false;
        move = choices[static_cast<int>(random.below(static_cast<std::uint32_t>(size)))];
    } else {
        MoveList<G> moves;
        G::generate(rules, position, moves);
        if (moves.empty()) return false;
        move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        // Where the dice decide, all moves are throws and their chances add up to sixteen.
        if (G::chance(position, move) > 0) {
            auto dice = static_cast<int>(random.below(16));
            for (const typename G::Move thrown : moves) {
                move = thrown;
                dice -= G::chance(position, thrown);
                if (dice < 0) break;
            }
        }
    }
    G::play(rules, position, move);
    if (played != nullptr) *played = move;
    return true;
}

}  // namespace tavola
