// Are the values of a table right? Every one of them is held against those of all positions that its legal moves lead
// to, by the rules of the game alone. If all agree, all are right: a decided value rests on shorter ones down to the end
// of the game, and from a drawn position there is always a move to another and never one that wins.
#pragma once

#include <mutex>
#include <optional>

#include "tables/solver.h"

namespace tavola::tables {

/// A position whose stored value does not follow from those of its successors.
template <Solvable G>
struct Fault {
    typename G::Position position;
    Word stored;
    Word expected;
};

/// Checks one sector; everything its moves lead to must be in `known`, as well as itself. The first fault found, if any.
template <Solvable G>
std::optional<Fault<G>> verify_sector(const typename G::Rules& rules, const Index& index, std::span<const Word> words,
                                      const Solved<G>& known, const Watch& watch) {
    const int horizon = Solving<G>::horizon(rules, index.sector());
    std::optional<Fault<G>> fault;
    std::mutex finding;
    std::atomic<bool> found{false};

    const auto expected = [&](const typename G::Position& position) {
        MoveList<G> moves;
        G::generate(rules, position, moves);
        if (moves.empty()) return G::outcome(rules, position).drawn() ? drawn : Word{0};
        int best_win = drawn, worst_loss = -1;
        bool draw = false;
        for (const auto& move : moves) {
            auto next = position;
            G::play(rules, next, move);
            const Word word = known(next);
            if (word == drawn)
                draw = true;
            else if (is_loss(word))
                best_win = std::min<int>(best_win, word + 1);
            else if (is_win(word))
                worst_loss = std::max<int>(worst_loss, word + 1);
            else
                return unused;
        }
        const int plies = best_win != drawn ? best_win : draw ? int{drawn} : worst_loss;
        return horizon != 0 && plies > horizon ? drawn : static_cast<Word>(plies);
    };

    share(watch, index.rows().size(), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t number = first; number < last && !found.load(std::memory_order_relaxed); ++number) {
            const RowView row = index.row(number);
            const CellSet other(index.rows()[number].set);
            std::uint32_t men = unrank(0, index.sector().own);
            for (std::uint32_t column = 0; column < index.columns(); ++column, men = next_subset(men)) {
                const std::uint32_t own = spread(men, row.free);
                const Word stored = words[row.first + column];
                const auto position = Solving<G>::position(index.sector(), CellSet(own), other);
                const Word right = index.alike(row, own, column) == 0 ? unused : expected(position);
                if (stored == right) continue;
                const std::lock_guard lock(finding);
                if (!fault) fault = Fault<G>{position, stored, right};
                found.store(true, std::memory_order_relaxed);
                break;
            }
        }
    });
    return fault;
}

}  // namespace tavola::tables
