// How a game feels to a search: what it may assume beyond the evaluation.
#pragma once

#include "games/registry.h"

namespace tavola {

/// The careful assumptions, true of any game.
struct CarefulTemper {
    /// May a player who is well ahead do nothing in particular? Not where having to move can hurt.
    static constexpr bool quiet_can_wait = false;
    /// Must the player to move capture, so that he cannot stand still?
    template <class Rules, class Position>
    static constexpr bool compelled(const Rules&, const Position&) noexcept {
        return false;
    }
};

template <class G>
struct Temper : CarefulTemper {};

template <>
struct Temper<Abalone> : CarefulTemper {
    static constexpr bool quiet_can_wait = true;
};

template <>
struct Temper<Trench> : CarefulTemper {
    static constexpr bool quiet_can_wait = true;
};

template <class Board>
struct Temper<Alquerque<Board>> : CarefulTemper {
    static constexpr bool compelled(const alquerque::Rules& rules, const alquerque::Position& position) noexcept {
        return !rules.huff && !alquerque::Play<Board>::capturers(position).empty();
    }
};

}  // namespace tavola
