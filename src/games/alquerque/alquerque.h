// Policiais e Ladrões and Pretoa as the house knows them.
#pragma once

#include "games/alquerque/rules.h"
#include "games/game.h"
#include "games/two_players.h"

namespace tavola {

template <class Board>
struct Alquerque : TwoPlayers {
    using Rules = alquerque::Rules;
    using Position = alquerque::Position;
    using Move = alquerque::Move;
    using Play = alquerque::Play<Board>;

    static constexpr std::string_view id = Board::id;
    static constexpr std::size_t max_moves = Board::max_moves;
    static constexpr Custom custom{.repetitions = 3, .quiet_plies = 60, .insufficient = true};
    static constexpr bool sides_alike = true;

    static const std::span<const Option<Rules>> options;
    static constexpr std::span<const Preset<Rules>> presets{};
    static std::optional<Error> check(const Rules&) { return {}; }
    static const Topology& board(const Rules&) noexcept { return Board::topology; }

    static constexpr Position start(const Rules&) noexcept {
        return {.own = Board::start_x, .other = Board::start_o, .offenders = {}, .turn = player_x};
    }
    static constexpr void generate(const Rules& rules, const Position& position,
                                   FixedList<Move, max_moves>& moves) noexcept {
        Play::generate(rules, position, moves);
    }
    static constexpr int count(const Rules& rules, const Position& position) noexcept {
        return Play::count(rules, position);
    }
    static constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
        Play::play(rules, position, move);
    }
    static constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
        return Play::outcome(rules, position);
    }
    static std::string_view why(const Rules&, const Position& position) noexcept {
        return Play::over(position) ? "no-men" : "blocked";
    }
    static constexpr bool insufficient(const Rules&, const Position& position) noexcept {
        return Play::insufficient(position);
    }
    static constexpr std::uint64_t hash(const Position& position) noexcept { return alquerque::hash(position); }
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

using Policiais = Alquerque<alquerque::PoliciaisBoard>;
using Pretoa = Alquerque<alquerque::PretoaBoard>;

extern template struct Alquerque<alquerque::PoliciaisBoard>;
extern template struct Alquerque<alquerque::PretoaBoard>;

static_assert(Game<Policiais> && Game<Pretoa>);

}  // namespace tavola
