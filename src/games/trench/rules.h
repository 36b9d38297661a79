// Trench: the rules.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "games/player.h"
#include "games/trench/board.h"

namespace tavola::trench {

inline constexpr int points_to_win = 25;
inline constexpr int points_of_side = 36;
inline constexpr int max_stars = 5;
/// How many pieces of each number of stars a side has.
inline constexpr int pieces_of_stars[max_stars + 1] = {0, 6, 4, 3, 2, 1};

struct Rules {
    bool equal_turns = false;
    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

/// The stars of a piece (1 to 5) are a binary number, one plane a digit.
struct Position {
    CellSet side[2];
    CellSet stars[3];
    Player turn = player_x;

    constexpr CellSet men(Player player) const noexcept { return side[player.index()]; }
    constexpr CellSet occupied() const noexcept { return side[0] | side[1]; }
    constexpr int stars_on(Cell cell) const noexcept {
        return stars[0].has(cell) + 2 * stars[1].has(cell) + 4 * stars[2].has(cell);
    }
    /// What a player's men on the board are worth.
    constexpr int strength(Player player) const noexcept {
        const CellSet own = men(player);
        return (own & stars[0]).size() + 2 * (own & stars[1]).size() + 4 * (own & stars[2]).size();
    }
    /// Trench rule 8: a player's points are what the opponent has lost.
    constexpr int points(Player player) const noexcept { return points_of_side - strength(player.opponent()); }

    constexpr void put(Player player, Cell cell, int count) noexcept {
        side[player.index()] |= cell;
        for (int digit = 0; digit < 3; ++digit)
            if (count >> digit & 1) stars[digit] |= cell;
    }
    constexpr void clear(CellSet cells) noexcept {
        for (CellSet& set : side) set -= cells;
        for (CellSet& set : stars) set -= cells;
    }
    friend constexpr bool operator==(const Position&, const Position&) noexcept = default;
};

/// A move in 13 bits:
///
///     bit    12     11          6 5          0
///         | takes |      to      |    from    |
class Move {
  public:
    constexpr Move() noexcept = default;
    constexpr Move(Cell from, Cell to, bool takes) noexcept
        : bits_(static_cast<std::uint16_t>(from.index() | to.index() << 6 | takes << 12)) {}

    constexpr Cell from() const noexcept { return Cell(bits_ & 63); }
    constexpr Cell to() const noexcept { return Cell(bits_ >> 6 & 63); }
    constexpr bool takes() const noexcept { return bits_ >> 12; }
    friend constexpr bool operator==(Move, Move) noexcept = default;

  private:
    std::uint16_t bits_;
};

namespace detail {

/// All moves of one side, told to `sink(targets, shift, takes)`: on each cell of `targets` one piece arrives from
/// `shift` cells behind.
template <int Side, class Sink>
class Sweep {
  public:
    constexpr Sweep(const Position& position, Sink& sink) noexcept : sink_(sink) {
        own_ = position.side[Side];
        other_ = position.side[1 - Side];
        empty_ = CellSet(~(own_ | other_).bits());
        abroad_ = own_ & territory[1 - Side];
        const CellSet ones = position.stars[0], twos = position.stars[1], fours = position.stars[2];
        // Who has at least so many stars, and so reaches at least so far.
        reach_[1] = own_;
        reach_[2] = own_ & (twos | fours);
        reach_[3] = own_ & ((ones & twos) | fours);
        reach_[4] = own_ & fours;
        reach_[5] = own_ & fours & ones;

        // Orthogonal: everybody.
        along<Direction{1, 0}>(own_);
        along<Direction{0, 1}>(own_);
        along<Direction{-1, 0}>(own_);
        along<Direction{0, -1}>(own_);
        // Vertical forward: sergeants and up; backward: captains and the general.
        constexpr Direction forward = Side == 0 ? Direction{1, 1} : Direction{-1, -1};
        along<forward>(reach_[2]);
        along<forward.reversed()>(own_ & ones & (twos | fours));
        // Horizontal: colonels and the general.
        along<Direction{1, -1}>(reach_[4]);
        along<Direction{-1, 1}>(reach_[4]);
    }

  private:
    template <Direction D>
    constexpr void along(CellSet movers) noexcept {
        from_outside<D>(movers - trench);
        from_trench<D>(movers & trench);
    }

    // Of pieces that have gone some steps, those that may go one more.
    template <Direction D>
    constexpr CellSet able(CellSet front, int steps) const noexcept {
        return front & shifted(reach_[steps], (steps - 1) * D.shift());
    }

    template <Direction D>
    constexpr void from_outside(CellSet front) noexcept {
        for (int steps = 1; steps <= max_stars; ++steps) {
            const CellSet targets = step<D>(able<D>(front, steps));
            if (targets.empty()) return;
            // Trench rule 2: the first opposing piece met may be taken. Rule 6: one in the trench only by a
            // piece that comes from the defender's territory.
            const CellSet met = targets & other_;
            const CellSet taken = (met - trench) | (met & shifted(abroad_, steps * D.shift()));
            if (!taken.empty()) sink_(taken, steps * D.shift(), true);
            front = targets & empty_;
            if (!front.empty()) sink_(front, steps * D.shift(), false);
        }
    }

    template <Direction D>
    constexpr void from_trench(CellSet front) noexcept {
        // Trench rule 3: into the opponent's territory it takes all on its way. Rules 4 and 5: elsewhere it
        // moves over empty squares only.
        constexpr bool attacks = D.height() == (Side == 0 ? 1 : -1);
        CellSet clean = front;
        for (int steps = 1; steps <= max_stars && !front.empty(); ++steps) {
            clean = step<D>(able<D>(clean, steps)) & empty_;
            front = attacks ? step<D>(able<D>(front, steps)) - own_ : clean;
            if (!clean.empty()) sink_(clean, steps * D.shift(), false);
            if (const CellSet taking = front - clean; !taking.empty()) sink_(taking, steps * D.shift(), true);
        }
    }

    Sink& sink_;
    CellSet own_, other_, empty_, abroad_;
    CellSet reach_[max_stars + 1];
};

}  // namespace detail

template <class Sink>
constexpr void sweep(const Position& position, Sink&& sink) noexcept {
    if (position.turn == player_x)
        detail::Sweep<0, Sink>(position, sink);
    else
        detail::Sweep<1, Sink>(position, sink);
}

/// Trench rule 9: more points win.
constexpr Outcome by_points(const Position& position) noexcept {
    const int lead = position.points(player_x) - position.points(player_o);
    return lead > 0 ? Outcome::win(player_x) : lead < 0 ? Outcome::win(player_o) : Outcome::draw();
}

/// Somebody has enough points, and nobody has a last move to make.
constexpr bool decided(const Rules& rules, const Position& position) noexcept {
    const bool x_has = position.points(player_x) >= points_to_win;
    const bool o_has = position.points(player_o) >= points_to_win;
    // Option equal-turns: when x is there first, o has one more move.
    if (rules.equal_turns && x_has && position.turn == player_o) return false;
    return x_has || o_has;
}

constexpr int count(const Rules& rules, const Position& position) noexcept {
    int total = 0;
    if (!decided(rules, position)) sweep(position, [&](CellSet targets, int, bool) { total += targets.size(); });
    return total;
}

template <class List>
constexpr void generate(const Rules& rules, const Position& position, List& moves) noexcept {
    if (decided(rules, position)) return;
    sweep(position, [&](CellSet targets, int shift, bool takes) {
        for (Cell to : targets) moves.push_back(Move(Cell(to.index() - shift), to, takes));
    });
}

/// By how much each step of a move shifts the piece.
constexpr int shift_between(Cell from, Cell to) noexcept {
    const int columns = column(to) - column(from), rows = row(to) - row(from);
    return Direction{(columns > 0) - (columns < 0), (rows > 0) - (rows < 0)}.shift();
}

/// The squares a piece passes, the last one among them.
constexpr CellSet path(Cell from, Cell to) noexcept {
    const int shift = shift_between(from, to);
    CellSet cells;
    for (int at = from.index(); at != to.index();) cells |= Cell(at += shift);
    return cells;
}

/// What a move takes: a piece from outside the trench meets only the one it lands on.
constexpr CellSet taken(const Position& position, Move move) noexcept {
    return move.takes() ? path(move.from(), move.to()) & position.men(position.turn.opponent()) : CellSet();
}

constexpr void play(Position& position, Move move) noexcept {
    const int stars = position.stars_on(move.from());
    position.clear(taken(position, move) | move.from());
    position.put(position.turn, move.to(), stars);
    position.turn = position.turn.opponent();
}

constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
    return decided(rules, position) || count(rules, position) == 0 ? by_points(position) : Outcome::ongoing();
}

/// In ranks from the corner: 1 general, 2 colonels, 3 captains, 4 sergeants, then 3, 2 and 1 soldiers.
constexpr Position start() noexcept {
    Position position;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) {
            const int stars = c + r < 4 ? max_stars - c - r : 1;
            position.put(player_x, cell(c, r), stars);
            position.put(player_o, cell(7 - c, 7 - r), stars);
        }
    return position;
}

constexpr std::uint64_t hash(const Position& position) noexcept {
    return hash_words(position.side[0].bits(), position.side[1].bits(), position.stars[0].bits(),
                      position.stars[1].bits(), position.stars[2].bits(), position.turn.index());
}

}  // namespace tavola::trench
