// Trilha as the house knows it: the rules of rules.h with their options, texts, gestures and effects.
#pragma once

#include "games/game.h"
#include "games/trilha/rules.h"
#include "games/two_players.h"

namespace tavola {

struct Trilha : TwoPlayers {
    using Rules = trilha::Rules;
    using Position = trilha::Position;
    using Move = trilha::Move;
    using Choices = trilha::Choices;

    static constexpr std::string_view id = "trilha";
    // On eight squares, with n men of the other side, each closing move ends in n + 1 ways at most. Men move most where
    // each of the 64 - n other points is the start or the end of one along its ring in both directions, two moves for
    // every two points, and each of 32 middles likewise along its join: 64 - n + 32 moves. All of them might close a
    // mill, and n is 24 at most, up to where the product grows. Placing has fewer arrivals, 64 - n; three flying men
    // close mills on six points, since two men have two mills at most.
    static constexpr std::size_t max_moves = (64 - 24 + 32) * (24 + 1);
    static constexpr bool free_colours = true;
    static constexpr Custom custom{.repetitions = 3, .quiet_plies = 100};
    static constexpr bool sides_alike = true;

    static const std::span<const Option<Rules>> options;
    static const std::span<const Preset<Rules>> presets;
    static std::optional<Error> check(const Rules&) { return {}; }
    static const Topology& board(const Rules& rules) noexcept { return trilha::board(rules.rings); }

    static constexpr Position start(const Rules& rules) noexcept { return trilha::start(rules); }
    static constexpr void generate(const Rules& rules, const Position& position, MoveList<Trilha>& moves) noexcept {
        trilha::Choices(rules, position).spell(moves);
    }
    static constexpr int count(const Rules& rules, const Position& position) noexcept {
        return trilha::Choices(rules, position).size();
    }
    static constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
        trilha::play(rules, position, move);
    }
    static constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
        return trilha::outcome(rules, position);
    }
    static std::string_view why(const Rules& rules, const Position& position) noexcept;
    static constexpr std::uint64_t hash(const Position& position) noexcept { return trilha::hash(position); }
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

static_assert(Game<Trilha> && Indexed<Trilha>);

}  // namespace tavola
