// What a game is: a handful of pure functions over small value types. Search, solver, perft, random play and the
// conformance tests are templates over this concept; nothing in them knows a rule.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/list.h"
#include "base/result.h"
#include "board/topology.h"
#include "games/effect.h"
#include "games/gesture.h"
#include "games/options.h"
#include "games/player.h"
#include "games/setup.h"

namespace tavola {

/// What an arbiter does when nothing happens any more, unless the players agree otherwise.
struct Custom {
    int repetitions = 0;        ///< the same position so often ends the game; 0: never
    int quiet_plies = 0;        ///< so many plies without placement or capture end it; 0: never
    bool by_agreement = true;   ///< the players may agree to end it
    bool insufficient = false;  ///< it ends where neither side has enough left to win
    friend bool operator==(const Custom&, const Custom&) = default;
};

/// What each player has counted; empty in games that count nothing.
using Score = FixedList<int, max_players>;

template <class G>
using MoveList = FixedList<typename G::Move, G::max_moves>;

template <class G>
concept Game =
    // Values: small, copied freely, compared whole.
    std::regular<typename G::Rules> && std::regular<typename G::Position> && std::regular<typename G::Move> &&
    std::is_trivially_copyable_v<typename G::Position> && std::is_trivially_copyable_v<typename G::Move> &&
    sizeof(typename G::Move) <= 8 &&
    requires(const typename G::Rules& rules, const typename G::Position& position, typename G::Position& board,
             typename G::Move move, MoveList<G>& moves, std::string_view text, const Symmetry& symmetry,
             Gestures& gestures, Effects& effects, Picture& picture, const Setup& setup) {
        { G::id } -> std::convertible_to<std::string_view>;
        { G::custom } -> std::convertible_to<Custom>;
        /// Does every symmetry of the board also hold with the players exchanged (each becoming the next)?
        { G::sides_alike } -> std::convertible_to<bool>;
        /// Do dice decide some of the actions?
        { G::dice } -> std::convertible_to<bool>;
        /// Is it the players' to say which colour each of them has, whoever moves first?
        { G::free_colours } -> std::convertible_to<bool>;

        // The rules as options.
        { G::options[0] } -> std::convertible_to<Option<typename G::Rules>>;
        { G::presets } -> std::convertible_to<std::span<const Preset<typename G::Rules>>>;
        { G::check(rules) } -> std::same_as<std::optional<Error>>;
        { G::players(rules) } -> std::same_as<int>;
        { G::together(rules, Player(), Player()) } -> std::same_as<bool>;  // on one side
        { G::board(rules) } -> std::same_as<const Topology&>;

        // Play. A position alone tells the legal moves and whether the game is over; a move is played only where
        // it is legal.
        { G::start(rules) } -> std::same_as<typename G::Position>;
        { G::turn(position) } -> std::same_as<Player>;
        { G::generate(rules, position, moves) } -> std::same_as<void>;
        { G::count(rules, position) } -> std::same_as<int>;
        { G::play(rules, board, move) } -> std::same_as<void>;
        { G::outcome(rules, position) } -> std::same_as<Outcome>;
        /// Why a finished position is finished: a word for the message catalogues.
        { G::why(rules, position) } -> std::same_as<std::string_view>;
        /// Who wins if the game stops here by agreement or by the arbiter.
        { G::settle(rules, position) } -> std::same_as<Outcome>;
        /// What is counted then, if anything is.
        { G::score(rules, position) } -> std::same_as<Score>;
        /// Has neither side enough left to win? The rules let such a game go on; an arbiter may not.
        { G::insufficient(rules, position) } -> std::same_as<bool>;
        /// In sixteenths, how likely a move is where the dice decide; 0 where a player does.
        { G::chance(position, move) } -> std::same_as<int>;
        { G::hash(position) } -> std::same_as<std::uint64_t>;
        /// Does a symmetry of the board hold under these rules?
        { G::symmetric(rules, symmetry) } -> std::same_as<bool>;
        { G::transform(rules, symmetry, position) } -> std::same_as<typename G::Position>;
        { G::transform(rules, symmetry, move) } -> std::same_as<typename G::Move>;

        // Text, touch and sight.
        { G::parse_position(rules, text) } -> std::same_as<Result<typename G::Position>>;
        { G::print_position(rules, position) } -> std::same_as<std::string>;
        { G::print_move(rules, move) } -> std::same_as<std::string>;
        { G::print_outcome(rules, Outcome()) } -> std::same_as<std::string>;
        { G::gestures(rules, position, move, gestures) } -> std::same_as<void>;
        { G::effects(rules, position, move, effects) } -> std::same_as<void>;
        { G::picture(rules, position, picture) } -> std::same_as<void>;
        /// The position that looks so, if there can be such a one.
        { G::compose(rules, setup) } -> std::same_as<Result<typename G::Position>>;
    };

/// A game that can tell its moves in bulk, and any one of them by number, without listing them:
/// `Choices(rules, position)` has size() and [n], in the order of G::generate.
template <class G>
concept Indexed = requires(const typename G::Rules& rules, const typename G::Position& position) {
    { typename G::Choices(rules, position)[0] } -> std::same_as<typename G::Move>;
};

}  // namespace tavola
