// Abalone as the house knows it.
#pragma once

#include "games/abalone/rules.h"
#include "games/game.h"
#include "games/two_players.h"

namespace tavola {

struct Abalone : TwoPlayers {
    using Rules = abalone::Rules;
    using Position = abalone::Position;
    using Move = abalone::Move;

    static constexpr std::string_view id = "abalone";
    // Each of 14 balls is the rear of at most six moves in line, and the first end of rows of two and three along
    // three axes, which have four ways sideways.
    static constexpr std::size_t max_moves = abalone::balls * (6 + 3 * 2 * 4);
    static constexpr Custom custom{.repetitions = 3, .quiet_plies = 200};
    static constexpr bool sides_alike = true;

    static const std::span<const Option<Rules>> options;
    static constexpr std::span<const Preset<Rules>> presets{};
    static std::optional<Error> check(const Rules&) { return {}; }
    static const Topology& board(const Rules&) noexcept { return abalone::board(); }

    static Position start(const Rules& rules) noexcept;
    static constexpr void generate(const Rules&, const Position& position,
                                   FixedList<Move, max_moves>& moves) noexcept {
        abalone::generate(position, moves);
    }
    static constexpr int count(const Rules&, const Position& position) noexcept { return abalone::count(position); }
    static constexpr void play(const Rules&, Position& position, Move move) noexcept {
        abalone::play(position, move);
    }
    static constexpr Outcome outcome(const Rules&, const Position& position) noexcept {
        return abalone::outcome(position);
    }
    static std::string_view why(const Rules&, const Position& position) noexcept {
        return abalone::over(position) ? "six-out" : "no-move";
    }
    static constexpr std::uint64_t hash(const Position& position) noexcept { return abalone::hash(position); }
    static Position transform(const Rules& rules, const Symmetry& symmetry, const Position& position) noexcept;
    static Move transform(const Rules& rules, const Symmetry& symmetry, Move move) noexcept;

    static Result<Position> parse_position(const Rules& rules, std::string_view text);
    static std::string print_position(const Rules& rules, const Position& position);
    static std::string print_move(const Rules& rules, Move move);
    static void gestures(const Rules& rules, const Position& position, Move move, Gestures& gestures) noexcept;
    static void effects(const Rules& rules, const Position& position, Move move, Effects& effects) noexcept;
    static void picture(const Rules& rules, const Position& position, Picture& picture) noexcept;
    static Result<Position> compose(const Rules& rules, const Setup& setup);
};

static_assert(Game<Abalone>);

}  // namespace tavola
