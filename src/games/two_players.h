// What the games of two players, x and o, have in common.
#pragma once

#include <string>

#include "board/topology.h"
#include "games/game.h"
#include "games/player.h"
#include "games/text.h"

namespace tavola {

/// A base for games between x and o.
struct TwoPlayers {
    static constexpr bool dice = false;
    static constexpr bool free_colours = false;

    template <class Rules>
    static constexpr int players(const Rules&) noexcept {
        return 2;
    }
    template <class Rules>
    static constexpr bool together(const Rules&, Player one, Player other) noexcept {
        return one == other;
    }
    template <class Position>
    static constexpr Player turn(const Position& position) noexcept {
        return position.turn;
    }
    /// No dice.
    template <class Position, class Move>
    static constexpr int chance(const Position&, const Move&) noexcept {
        return 0;
    }
    template <class Rules>
    static constexpr bool symmetric(const Rules&, const Symmetry&) noexcept {
        return true;
    }
    /// Whatever stops, stops undecided.
    template <class Rules, class Position>
    static constexpr Outcome settle(const Rules&, const Position&) noexcept {
        return Outcome::draw();
    }
    template <class Rules, class Position>
    static constexpr Score score(const Rules&, const Position&) noexcept {
        return {};
    }
    /// Whoever has men enough to play has enough to win.
    template <class Rules, class Position>
    static constexpr bool insufficient(const Rules&, const Position&) noexcept {
        return false;
    }
    template <class Rules>
    static std::string print_outcome(const Rules&, Outcome outcome) {
        if (!outcome.over()) return "ongoing";
        if (outcome.drawn()) return "draw";
        return outcome.won_by(player_x) ? "x" : "o";
    }
};

inline constexpr std::string_view turn_letters = "xo";

constexpr char turn_letter(Player player) noexcept { return turn_letters[static_cast<std::size_t>(player.index())]; }

/// Letters of a board on which each side has one kind of man.
inline constexpr std::string_view men_letters = ".xo";

inline Letters men_on_board(CellSet x, CellSet o) noexcept {
    Letters letters{};
    for (Cell cell : x) letters[static_cast<std::size_t>(cell.index())] = 1;
    for (Cell cell : o) letters[static_cast<std::size_t>(cell.index())] = 2;
    return letters;
}

}  // namespace tavola
