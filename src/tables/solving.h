// What a solver must know of a game beyond its rules: which sectors there are, in which order to solve them, and how to
// take quiet moves back. One specialisation a game, in solving_*.h; everything forward goes through the game itself.
//
// A move *stays* if it leads to the same men with the other player to move; every other move *leaves* for a sector
// that comes earlier in the order.
#pragma once

#include <concepts>
#include <optional>
#include <vector>

#include "base/result.h"
#include "games/game.h"
#include "tables/sector.h"

namespace tavola::tables {

template <class G>
struct Solving;

template <class G>
concept Solvable = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position,
                                       const Sector& sector, CellSet set) {
    /// Why tables can't be made under these rules, if so.
    { Solving<G>::refuse(rules) } -> std::same_as<std::optional<Error>>;
    /// All sectors, in an order in which leaving moves lead only to sectors before; each next to its turned one.
    { Solving<G>::sectors(rules) } -> std::same_as<std::vector<Sector>>;
    /// Where its leaving moves may lead, as far as those sectors have tables.
    { Solving<G>::leads_to(rules, sector) } -> std::same_as<std::vector<Sector>>;
    { Solving<G>::sector(position) } -> std::same_as<Sector>;
    /// The position in that sector with these men, first those of the player to move.
    { Solving<G>::position(sector, set, set) } -> std::same_as<typename G::Position>;
    /// Has the player to move too few men to play on? Such positions are in no table.
    { Solving<G>::lost(position) } -> std::same_as<bool>;
    /// May moves stay in this sector?
    { Solving<G>::can_stay(sector) } -> std::same_as<bool>;
    /// After so many plies in the sector the game is drawn; 0: never.
    { Solving<G>::horizon(rules, sector) } -> std::same_as<int>;
    /// How many plies of the horizon are spent.
    { Solving<G>::spent(position) } -> std::same_as<int>;
};

// And two templates that a concept cannot name:
//
//     /// Calls `leaves(next)` for the position after every leaving move; returns how many moves stay.
//     template <class Leaves>
//     static int forward(const Rules&, const Position&, const Leaves& leaves);
//
//     /// Calls `came(before)` for every place of the opponent's men from which a staying move may have led here.
//     /// It may name places from which no move stays at all.
//     template <class Came>
//     static void backward(const Rules&, CellSet own, CellSet other, const Came& came);

}  // namespace tavola::tables
