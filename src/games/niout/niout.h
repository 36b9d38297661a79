// Niout as the house knows it.
#pragma once

#include "games/game.h"
#include "games/niout/rules.h"

namespace tavola {

struct Niout {
    using Rules = niout::Rules;
    using Position = niout::Position;
    using Move = niout::Move;

    static constexpr std::string_view id = "niout";
    // Four stations at most, two ways from each; a tandem of four splits in four ways, of two with two of the
    // partner's in six.
    static constexpr std::size_t max_moves = 4 * 2 * 6;
    static constexpr Custom custom{.repetitions = 0, .quiet_plies = 0, .by_agreement = false};
    static constexpr bool sides_alike = true;
    static constexpr bool dice = true;
    static constexpr bool free_colours = false;

    static const std::span<const Option<Rules>> options;
    static constexpr std::span<const Preset<Rules>> presets{};
    static std::optional<Error> check(const Rules& rules);
    static int players(const Rules& rules) noexcept { return rules.players; }
    static constexpr bool together(const Rules& rules, Player one, Player other) noexcept {
        return rules.together(one, other);
    }
    static const Topology& board(const Rules&) noexcept { return niout::board(); }

    static constexpr Position start(const Rules& rules) noexcept { return niout::start(rules); }
    static constexpr Player turn(const Position& position) noexcept { return position.turn; }
    static constexpr void generate(const Rules& rules, const Position& position,
                                   FixedList<Move, max_moves>& moves) noexcept {
        niout::generate(rules, position, moves);
    }
    static constexpr int count(const Rules& rules, const Position& position) noexcept {
        FixedList<Move, max_moves> moves;
        niout::generate(rules, position, moves);
        return static_cast<int>(moves.size());
    }
    static constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
        niout::play(rules, position, move);
    }
    static constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
        return niout::outcome(rules, position);
    }
    static std::string_view why(const Rules&, const Position&) noexcept { return "home"; }
    static constexpr Outcome settle(const Rules&, const Position&) noexcept { return Outcome::draw(); }
    static constexpr Score score(const Rules&, const Position&) noexcept { return {}; }
    static constexpr bool insufficient(const Rules&, const Position&) noexcept { return false; }
    static constexpr int chance(const Position&, Move move) noexcept {
        return move.kind() == Move::Kind::toss ? niout::throws[move.cells()].sixteenths : 0;
    }
    /// The next player's throw, without a move: for a player who has left the table.
    static constexpr Position skip(const Rules& rules, Position position) noexcept {
        position.thrown = 0;
        position.turn = rules.next(position.turn);
        return position;
    }
    static constexpr std::uint64_t hash(const Position& position) noexcept { return niout::hash(position); }
    static constexpr bool symmetric(const Rules&, const Symmetry&) noexcept { return true; }
    static Position transform(const Rules& rules, const Symmetry& symmetry, const Position& position) noexcept;
    static Move transform(const Rules&, const Symmetry&, Move move) noexcept { return move; }

    static Result<Position> parse_position(const Rules& rules, std::string_view text);
    static std::string print_position(const Rules& rules, const Position& position);
    static std::string print_move(const Rules& rules, Move move);
    static std::string print_outcome(const Rules& rules, Outcome outcome);
    static void gestures(const Rules& rules, const Position& position, Move move, Gestures& gestures) noexcept;
    static void effects(const Rules& rules, const Position& position, Move move, Effects& effects) noexcept;
    static void picture(const Rules& rules, const Position& position, Picture& picture) noexcept;
    static Result<Position> compose(const Rules& rules, const Setup& setup);
};

static_assert(Game<Niout>);

}  // namespace tavola
