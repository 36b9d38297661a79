// What a move does to the eye: which man goes from where to where. Drives animation, sound and spoken moves, and
// tells the arbiter whether anything was placed or captured.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/list.h"
#include "board/cell.h"
#include "games/player.h"

namespace tavola {

/// A man to look at. The rank tells a player's men apart: Trench's stars; in Niout 1 for a horse at the centre that
/// came from the right or on the right arm that runs outwards; otherwise 0.
struct Man {
    Player owner;
    std::uint8_t rank = 0;
    friend constexpr bool operator==(Man, Man) noexcept = default;
};

/// Where a man can be: on a cell, or beside the board.
class Spot {
  public:
    enum class Kind : std::uint8_t {
        cell,
        hand,   ///< not yet in play
        taken,  ///< captured, in the captor's tray
        home,   ///< arrived (Niout)
    };

    constexpr Spot() noexcept = default;
    constexpr Spot(Cell cell) noexcept : index_(static_cast<std::uint8_t>(cell.index())) {}
    /// Beside the board the men lie apart by owner.
    static constexpr Spot beside(Kind kind, Player owner) noexcept {
        Spot spot;
        spot.kind_ = kind;
        spot.index_ = static_cast<std::uint8_t>(owner.index());
        return spot;
    }
    static constexpr Spot hand(Player owner) noexcept { return beside(Kind::hand, owner); }
    static constexpr Spot taken(Player owner) noexcept { return beside(Kind::taken, owner); }
    static constexpr Spot home(Player owner) noexcept { return beside(Kind::home, owner); }

    constexpr Kind kind() const noexcept { return kind_; }
    constexpr bool on_board() const noexcept { return kind_ == Kind::cell; }
    constexpr Cell cell() const noexcept { return Cell(index_); }
    constexpr Player owner() const noexcept { return Player(index_); }
    friend constexpr bool operator==(Spot, Spot) noexcept = default;

  private:
    Kind kind_ = Kind::cell;
    std::uint8_t index_ = 0;
};

constexpr std::string_view name(Spot::Kind kind) noexcept {
    switch (kind) {
        case Spot::Kind::cell: return "cell";
        case Spot::Kind::hand: return "hand";
        case Spot::Kind::taken: return "taken";
        case Spot::Kind::home: return "home";
    }
    return "cell";
}

enum class EffectKind : std::uint8_t {
    place,    ///< a man comes out of the hand
    slide,    ///< along a line
    jump,     ///< over a man
    fly,      ///< anywhere
    push,     ///< moved by the opponent
    capture,  ///< taken off
    huff,     ///< taken off because it did not capture
    home,     ///< arrives
    dice,     ///< a throw: nobody moves, `count` is the number of cells
    pass,     ///< nobody moves
};

/// `count` men of one kind go from one spot to another, and are of rank `becomes` there.
struct Effect {
    EffectKind kind = EffectKind::slide;
    Man man;
    Spot from;
    Spot to;
    std::uint8_t count = 1;
    std::uint8_t becomes = 0;

    static constexpr Effect move(EffectKind kind, Man man, Spot from, Spot to, int count = 1) noexcept {
        return {kind, man, from, to, static_cast<std::uint8_t>(count), man.rank};
    }
};

/// In the order in which they happen.
using Effects = FixedList<Effect, 32>;

/// Equal men that stand together.
struct Standing {
    Spot spot;
    Man man;
    std::uint8_t count = 1;
};

/// All that is to be seen of a position: every man on and beside the board, once.
using Picture = FixedList<Standing, 96>;

}  // namespace tavola
