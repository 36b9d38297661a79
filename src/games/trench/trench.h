// Trench as the house knows it.
#pragma once

#include "games/game.h"
#include "games/trench/rules.h"
#include "games/two_players.h"

namespace tavola {

struct Trench : TwoPlayers {
    using Rules = trench::Rules;
    using Position = trench::Position;
    using Move = trench::Move;

    static constexpr std::string_view id = "trench";
    // Every piece in every direction to its full reach: 6*4*1 + 4*5*2 + 3*6*3 + 2*7*4 + 1*8*5.
    static constexpr std::size_t max_moves = 214;
    static constexpr Custom custom{.repetitions = 3, .quiet_plies = 100};
    static constexpr bool sides_alike = false;

    static const std::span<const Option<Rules>> options;
    static constexpr std::span<const Preset<Rules>> presets{};
    static std::optional<Error> check(const Rules&) { return {}; }
    static const Topology& board(const Rules&) noexcept { return trench::board(); }

    static constexpr Position start(const Rules&) noexcept { return trench::start(); }
    static constexpr void generate(const Rules& rules, const Position& position,
                                   FixedList<Move, max_moves>& moves) noexcept {
        trench::generate(rules, position, moves);
    }
    static constexpr int count(const Rules& rules, const Position& position) noexcept {
        return trench::count(rules, position);
    }
    static constexpr void play(const Rules&, Position& position, Move move) noexcept { trench::play(position, move); }
    static constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
        return trench::outcome(rules, position);
    }
    static std::string_view why(const Rules& rules, const Position& position) noexcept {
        return trench::decided(rules, position) ? "points" : "no-move";
    }
    /// An armistice: the points are counted.
    static constexpr Outcome settle(const Rules&, const Position& position) noexcept {
        return trench::by_points(position);
    }
    static constexpr Score score(const Rules&, const Position& position) noexcept {
        Score points;
        for (const Player player : {player_x, player_o}) points.push_back(position.points(player));
        return points;
    }
    /// Option equal-turns gives the last move to o alone: then the sides cannot change places.
    static constexpr bool symmetric(const Rules& rules, const Symmetry& symmetry) noexcept {
        return !(rules.equal_turns && symmetry.swaps_players);
    }
    static constexpr std::uint64_t hash(const Position& position) noexcept { return trench::hash(position); }
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

static_assert(Game<Trench>);

}  // namespace tavola
