// Abalone: the rules. Positions are kept from the mover's side (own, other).
#pragma once

#include <cstdint>
#include <utility>

#include "base/hash.h"
#include "games/abalone/board.h"
#include "games/player.h"

namespace tavola::abalone {

inline constexpr int balls = 14;
inline constexpr int out_to_lose = 6;

enum class Start : std::uint8_t { standard, belgian_daisy, german_daisy };

struct Rules {
    Start start = Start::standard;
    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

struct Position {
    CellSet own;
    CellSet other;
    Player turn = player_x;
    friend constexpr bool operator==(const Position&, const Position&) noexcept = default;
};

/// A move in 13 bits:
///
///     bit  12  11 10  9 8      6 5           0
///         | row  | axis | towards |    cell    |
///
/// In line (row 0): the ball on `cell` and all of its colour before it go `towards`. Broadside: the row of 2 or 3
/// balls that starts on `cell` and runs along `axis` (a direction below 3) goes sideways `towards`.
class Move {
  public:
    constexpr Move() noexcept = default;
    static constexpr Move in_line(Cell rear, int towards) noexcept { return Move(rear, towards, 0, 0); }
    static constexpr Move broadside(Cell end, int axis, int row, int towards) noexcept {
        return Move(end, towards, axis, row);
    }

    constexpr Cell cell() const noexcept { return Cell(bits_ & 63); }
    constexpr int towards() const noexcept { return bits_ >> 6 & 7; }
    constexpr int axis() const noexcept { return bits_ >> 9 & 3; }
    constexpr int row() const noexcept { return bits_ >> 11; }
    constexpr bool is_broadside() const noexcept { return row() != 0; }
    /// The far end of a broadside row.
    constexpr Cell far_end() const noexcept {
        Cell end = cell();
        for (int i = 1; i < row(); ++i) end = step(end, axis());
        return end;
    }
    friend constexpr bool operator==(Move, Move) noexcept = default;

  private:
    constexpr Move(Cell cell, int towards, int axis, int row) noexcept
        : bits_(static_cast<std::uint16_t>(cell.index() | towards << 6 | axis << 9 | row << 11)) {}
    std::uint16_t bits_;
};

/// Calls `sink.in_line(rears, direction)` and `sink.broadside(ends, axis, row, direction)` with the sets of balls
/// that can move so; no move is told twice.
template <class Sink>
constexpr void sweep(const Position& position, Sink&& sink) noexcept {
    const CellSet own = position.own, other = position.other;
    const CellSet empty = CellSet::first(ring) - own - other;
    CellSet free[directions];
    for (int d = 0; d < directions; ++d) {
        const int back = opposite(d);
        free[d] = own & step(empty, back);
        // Abalone rule 4: what can be pushed, by its first ball: one with room behind it, or two.
        const CellSet one = other & (step(empty, back) | CellSet(~has_ahead(d).bits()));
        const CellSet two = other & step(one, back);
        const CellSet touches_one = own & step(one, back);
        const CellSet touches_two = own & step(two, back);
        // The rearmost balls of rows of 1, 2 and 3 that can go on (rule 2); a row of 2 pushes 1, of 3 also 2.
        const CellSet pairs = own & step(free[d] | touches_one, back);
        const CellSet threes = own & step(pairs | (own & step(touches_two, back)), back);
        sink.in_line(free[d] | pairs | threes, d);
    }
    // Abalone rule 3: every ball of the row has an empty cell beside it.
    for (int axis = 0; axis < 3; ++axis)
        for (int d = 0; d < directions; ++d) {
            if (d % 3 == axis) continue;
            const CellSet pairs = free[d] & step(free[d], opposite(axis));
            sink.broadside(pairs, axis, 2, d);
            sink.broadside(pairs & step(pairs, opposite(axis)), axis, 3, d);
        }
}

constexpr bool lost(CellSet own) noexcept { return own.size() <= balls - out_to_lose; }
constexpr bool over(const Position& position) noexcept { return lost(position.own) || lost(position.other); }

constexpr int count(const Position& position) noexcept {
    struct {
        int total = 0;
        constexpr void in_line(CellSet set, int) noexcept { total += set.size(); }
        constexpr void broadside(CellSet set, int, int, int) noexcept { total += set.size(); }
    } counter;
    if (!over(position)) sweep(position, counter);
    return counter.total;
}

template <class List>
constexpr void generate(const Position& position, List& moves) noexcept {
    struct {
        List& list;
        constexpr void in_line(CellSet set, int towards) noexcept {
            for (Cell rear : set) list.push_back(Move::in_line(rear, towards));
        }
        constexpr void broadside(CellSet set, int axis, int row, int towards) noexcept {
            for (Cell end : set) list.push_back(Move::broadside(end, axis, row, towards));
        }
    } lister{moves};
    if (!over(position)) sweep(position, lister);
}

constexpr void play(Position& position, Move move) noexcept {
    const int towards = move.towards();
    if (move.is_broadside()) {
        CellSet row = move.cell();
        for (int i = 1; i < move.row(); ++i) row |= step(row, move.axis());
        position.own = (position.own - row) | step(row, towards);
    } else {
        // A row that goes one on leaves its rear and takes what is before its front; so do the pushed balls.
        Cell ahead = move.cell();
        do ahead = step(ahead, towards);
        while (position.own.has(ahead));
        position.own = (position.own - move.cell()) | ahead;
        if (position.other.has(ahead)) {
            const CellSet first = ahead;
            CellSet behind = step(first, towards);
            if (!(behind & position.other).empty()) behind = step(behind, towards);
            position.other = (position.other - first) | behind;  // nothing behind: the last one falls off
        }
    }
    std::swap(position.own, position.other);
    position.turn = position.turn.opponent();
}

constexpr Outcome outcome(const Position& position) noexcept {
    // Abalone rule 5: six out lose; without a move it is a draw.
    if (lost(position.own)) return Outcome::win(position.turn.opponent());
    if (lost(position.other)) return Outcome::win(position.turn);
    return count(position) == 0 ? Outcome::draw() : Outcome::ongoing();
}

constexpr std::uint64_t hash(const Position& position) noexcept {
    return hash_words(position.own.bits(), position.other.bits() | static_cast<std::uint64_t>(position.turn.index())
                                                                       << 63);
}

}  // namespace tavola::abalone
