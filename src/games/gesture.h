// Moves as a person makes them: a short list of touches.
//
// The gestures of all legal moves of a position are all different, and none is the beginning of another. So the
// page, the terminal and a screen reader share one rule: offer what continues some gesture, narrow by touch, play
// when one gesture is complete. Where a player may stop although he could go on, he touches the last cell again.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/list.h"
#include "base/short_text.h"
#include "board/topology.h"

namespace tavola {

class Touch {
  public:
    enum class Kind : std::uint8_t {
        cell,    ///< a cell of the board
        hand,    ///< the mover's men beside the board
        choice,  ///< one of a few words: a throw, a number of horses, a pass
    };

    constexpr Touch() noexcept = default;
    constexpr Touch(Cell cell) noexcept : cell_(cell) {}
    static constexpr Touch hand() noexcept {
        Touch touch;
        touch.kind_ = Kind::hand;
        return touch;
    }
    static constexpr Touch choice(std::string_view label) noexcept {
        Touch touch;
        touch.kind_ = Kind::choice;
        touch.label_ = ShortText<6>(label);
        return touch;
    }

    constexpr Kind kind() const noexcept { return kind_; }
    constexpr Cell cell() const noexcept { return cell_; }
    /// The touch as a word: a cell's name, `hand`, or the choice itself.
    constexpr std::string_view word(const Topology& board) const noexcept {
        return kind_ == Kind::cell ? board.name(cell_) : kind_ == Kind::hand ? "hand" : label_.view();
    }
    friend constexpr bool operator==(const Touch&, const Touch&) noexcept = default;

  private:
    Kind kind_ = Kind::cell;
    Cell cell_{0};
    ShortText<6> label_;
};

using Gesture = FixedList<Touch, 16>;

/// The ways to make one move; the first is the one to show.
using Gestures = FixedList<Gesture, 2>;

}  // namespace tavola
