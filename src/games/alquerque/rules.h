// Policiais e Ladrões and Pretoa: one set of rules on two boards.
#pragma once

#include <cstdint>
#include <utility>

#include "base/hash.h"
#include "games/alquerque/board.h"
#include "games/player.h"

namespace tavola::alquerque {

struct Rules {
    bool huff = false;  ///< peça soprada: captures are not enforced, but who omits one may lose the man
    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

struct Position {
    CellSet own;        ///< the men of the player to move
    CellSet other;      ///< the opponent's
    CellSet offenders;  ///< of those, the ones that may be removed before moving (option huff)
    Player turn = player_x;

    constexpr CellSet men() const noexcept { return own | other; }
    friend constexpr bool operator==(const Position&, const Position&) noexcept = default;
};

/// A move in one word: a man's whole way, point by point.
///
///     bit  63   60 59     55         9      5 4      0
///         |  kind |  12th   |  ...  |   2nd  |   1st  |      31: the way has ended before
///
/// The first point is where the man starts (for a removal: where it stood), the others are where it lands.
class Move {
  public:
    enum class Kind : std::uint8_t { step, capture, removal };

    constexpr Move() noexcept = default;
    constexpr Move(Kind kind, Cell first) noexcept
        : bits_(std::uint64_t(kind) << 60 | ((ended << 5 & way) | static_cast<std::uint64_t>(first.index()))) {}
    static constexpr Move step(Cell from, Cell to) noexcept { return Move(Kind::step, from).then(1, to); }

    /// The same way with one more point, the n-th (the first being 0).
    constexpr Move then(std::size_t n, Cell to) const noexcept {
        Move longer = *this;
        longer.bits_ ^= (std::uint64_t{31} ^ static_cast<std::uint64_t>(to.index())) << (5 * n);
        return longer;
    }

    constexpr Kind kind() const noexcept { return static_cast<Kind>(bits_ >> 60); }
    constexpr Cell first() const noexcept { return point(0); }
    constexpr bool has(std::size_t n) const noexcept { return n < 12 && (bits_ >> (5 * n) & 31) != 31; }
    constexpr Cell point(std::size_t n) const noexcept { return Cell(static_cast<int>(bits_ >> (5 * n) & 31)); }
    constexpr std::size_t points() const noexcept {
        std::size_t n = 1;
        while (has(n)) ++n;
        return n;
    }
    constexpr Cell last() const noexcept { return point(points() - 1); }
    friend constexpr bool operator==(Move, Move) noexcept = default;

  private:
    static constexpr std::uint64_t way = (std::uint64_t{1} << 60) - 1;
    static constexpr std::uint64_t ended = way;
    std::uint64_t bits_;
};

/// The rules on one of the boards.
template <class Board>
struct Play {
    static constexpr const Tables& tables = Board::tables;

    static constexpr auto& landings(Cell from) noexcept { return tables.jumps[Topology::index(from)]; }

    static constexpr bool can_jump(Cell man, CellSet enemies, CellSet empty) noexcept {
        for (const auto& jump : landings(man))
            if (enemies.has(jump.over) && empty.has(jump.to)) return true;
        return false;
    }

    /// The men that can capture.
    static constexpr CellSet capturers(const Position& position) noexcept {
        const CellSet empty = Board::topology.all() - position.men();
        CellSet result;
        for (Cell man : position.own)
            if (can_jump(man, position.other, empty)) result |= man;
        return result;
    }

    /// Calls `found(move)` for every series that goes on from `series`, whose last point is `at`. Rule 3: a series
    /// is played to its end; with huff it may stop after any jump.
    template <class Found>
    static constexpr void extend(const Rules& rules, Move series, std::size_t length, Cell at, CellSet enemies,
                                 CellSet empty, const Found& found) noexcept {
        bool ended = true;
        for (const auto& jump : landings(at))
            if (enemies.has(jump.over) && empty.has(jump.to)) {
                ended = false;
                // Rule 2: the jumped man comes off at once.
                extend(rules, series.then(length, jump.to), length + 1, jump.to, enemies - jump.over,
                       empty | jump.over, found);
            }
        if (length > 1 && (ended || rules.huff)) found(series);
    }

    template <class Found>
    static constexpr void each_capture(const Rules& rules, const Position& position, const Found& found) noexcept {
        const CellSet empty = Board::topology.all() - position.men();
        for (Cell man : capturers(position))
            // While a man jumps, the point where it started counts as empty.
            extend(rules, Move(Move::Kind::capture, man), 1, man, position.other, empty | man, found);
    }

    static constexpr bool over(const Position& position) noexcept {
        return position.own.empty() || position.other.empty();  // Rule 4
    }

    /// Neither side can capture everything any more: one man each, and nothing at hand. Who has one man can always keep
    /// it from the other's, with huff too (tests/match_test.cpp goes through all such positions).
    static constexpr bool insufficient(const Position& position) noexcept {
        return position.own.size() == 1 && position.other.size() == 1 && position.offenders.empty() &&
               capturers(position).empty();
    }

    template <class List>
    static constexpr void generate(const Rules& rules, const Position& position, List& moves) noexcept {
        if (over(position)) return;
        for (Cell man : position.offenders) moves.push_back(Move(Move::Kind::removal, man));
        const std::size_t before = moves.size();
        each_capture(rules, position, [&](Move move) { moves.push_back(move); });
        // Rule 3: captures are compulsory.
        if (moves.size() > before && !rules.huff) return;
        const CellSet empty = Board::topology.all() - position.men();
        for (Cell from : position.own)
            for (Cell to : Board::topology.next_to(from) & empty) moves.push_back(Move::step(from, to));
    }

    static constexpr int count(const Rules& rules, const Position& position) noexcept {
        if (over(position)) return 0;
        int captures = 0;
        each_capture(rules, position, [&](Move) { ++captures; });
        if (captures > 0 && !rules.huff) return captures;
        const CellSet empty = Board::topology.all() - position.men();
        int steps = 0;
        for (Cell from : position.own) steps += (Board::topology.next_to(from) & empty).size();
        return captures + steps + position.offenders.size();
    }

    static constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
        if (move.kind() == Move::Kind::removal) {
            // Option huff: a free action; the normal move follows, and only one man is removed a turn.
            position.other -= move.first();
            position.offenders = {};
            return;
        }
        CellSet offenders;
        if (move.kind() == Move::Kind::step) {
            // Every man that could have captured offends; the one that stepped stands elsewhere now.
            if (rules.huff) offenders = capturers(position);
            if (offenders.has(move.first())) offenders = (offenders - move.first()) | move.point(1);
            position.own = (position.own - move.first()) | move.point(1);
        } else {
            Cell at = move.first();
            position.own -= at;
            for (std::size_t n = 1; move.has(n); ++n) {
                const Cell to = move.point(n);
                position.other -= tables.between[Topology::index(at)][Topology::index(to)];
                at = to;
            }
            position.own |= at;
            // A series cut short: the man that jumped offends.
            const CellSet empty = Board::topology.all() - position.men();
            if (rules.huff && can_jump(at, position.other, empty)) offenders = at;
        }
        std::swap(position.own, position.other);
        position.offenders = offenders;
        position.turn = position.turn.opponent();
    }

    static constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
        // Rule 4: no men left, or none that can move.
        if (position.own.empty()) return Outcome::win(position.turn.opponent());
        if (position.other.empty()) return Outcome::win(position.turn);
        return count(rules, position) == 0 ? Outcome::win(position.turn.opponent()) : Outcome::ongoing();
    }
};

constexpr std::uint64_t hash(const Position& position) noexcept {
    return hash_words(position.own.bits(), position.other.bits(),
                      position.offenders.bits() << 1 | static_cast<std::uint64_t>(position.turn.index()));
}

}  // namespace tavola::alquerque
