// Trilha: the rules. Positions are kept from the mover's side (own, other), so nothing here asks for a colour.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/hash.h"
#include "base/list.h"
#include "games/player.h"
#include "games/trilha/board.h"

namespace tavola::trilha {

enum class Protection : std::uint8_t { none, strict, international };
enum class Blocked : std::uint8_t { loss, draw };
enum class Removal : std::uint8_t { must, may };

struct Rules {
    std::uint8_t rings = 3;
    bool placing_captures = true;
    Protection protection = Protection::none;
    bool jump = false;
    bool fly = false;
    Blocked blocked = Blocked::loss;
    std::uint8_t three_each = 0;
    Removal removal = Removal::must;

    constexpr int men() const noexcept { return 3 * rings; }
    constexpr CellSet cells() const noexcept { return CellSet::first(8 * rings); }
    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

struct Position {
    CellSet own;    ///< the men of the player to move
    CellSet other;  ///< the opponent's
    std::uint8_t own_hand = 0;
    std::uint8_t other_hand = 0;
    Player turn = player_x;
    std::uint8_t counter = 0;  ///< moves since both have exactly three men (option three-each)

    constexpr int own_men() const noexcept { return own.size() + own_hand; }
    constexpr int other_men() const noexcept { return other.size() + other_hand; }
    constexpr bool three_each() const noexcept {
        return own_hand + other_hand == 0 && own.size() == 3 && other.size() == 3;
    }
    friend constexpr bool operator==(const Position&, const Position&) noexcept = default;
};

/// A move in one word:
///
///     bit  20          14 13           7 6            0
///         |   removed    |      to      |     from     |     64 in `from`: out of the hand
///                                                            64 in `removed`: nobody
class Move {
  public:
    constexpr Move() noexcept = default;
    constexpr Move(int from, Cell to, int removed) noexcept
        : bits_(static_cast<std::uint32_t>(from | to.index() << 7 | removed << 14)) {}

    static constexpr int none = 64;

    constexpr bool places() const noexcept { return (bits_ & 127) == none; }
    constexpr bool removes() const noexcept { return bits_ >> 14 != none; }
    constexpr Cell from() const noexcept { return Cell(static_cast<int>(bits_ & 127)); }
    constexpr Cell to() const noexcept { return Cell(static_cast<int>(bits_ >> 7 & 127)); }
    constexpr Cell removed() const noexcept { return Cell(static_cast<int>(bits_ >> 14)); }
    friend constexpr bool operator==(Move, Move) noexcept = default;

  private:
    std::uint32_t bits_;
};

/// The men of a set that stand in a mill of that set.
constexpr CellSet in_mills(CellSet men) noexcept {
    const CellSet side = men & clockwise(men) & anticlockwise(men) & middles;
    const CellSet join = men & inwards(men) & outwards(men) & middles;
    return side | clockwise(side) | anticlockwise(side) | join | inwards(join) | outwards(join);
}

/// Two men in a row before each cell, seen from it in each of the four ways along a line; and the two between
/// which it lies. Where a man arrives, these are the mills it closes.
struct Pairs {
    CellSet ahead_clockwise, ahead_anticlockwise;  // corners only: the rest of a side
    CellSet ahead_inwards, ahead_outwards;         // middles only
    CellSet between_corners, between_squares;      // middles only

    explicit constexpr Pairs(CellSet men) noexcept {
        const CellSet cw = clockwise(men), acw = anticlockwise(men);
        const CellSet in = inwards(men) & middles, out = outwards(men) & middles;
        ahead_clockwise = acw & anticlockwise(acw) & corners;
        ahead_anticlockwise = cw & clockwise(cw) & corners;
        ahead_inwards = out & outwards(out);
        ahead_outwards = in & inwards(in);
        between_corners = cw & acw & middles;
        between_squares = in & out;
    }
    constexpr CellSet joins() const noexcept { return ahead_inwards | ahead_outwards | between_squares; }
    constexpr CellSet all() const noexcept {
        return ahead_clockwise | ahead_anticlockwise | between_corners | joins();
    }
};

/// How a man arrives: by hand, from a fixed cell (flying), or along a line, one or two cells.
class Way {
  public:
    constexpr Way() noexcept = default;
    static constexpr Way from_hand() noexcept { return Way(Move::none); }
    static constexpr Way from_cell(Cell cell) noexcept { return Way(cell.index()); }
    /// Direction 0 clockwise, 1 anticlockwise, 2 inwards, 3 outwards; one step, or two for a jump.
    static constexpr Way along(int direction, int steps) noexcept {
        return Way(Move::none + 1 + direction + 4 * (steps - 1));
    }
    /// Where the man that arrives at `to` comes from, as a move has it.
    constexpr int origin(Cell to) const noexcept {
        return code_ <= Move::none ? code_
                                   : origins[static_cast<std::size_t>(code_ - Move::none - 1)]
                                            [static_cast<std::size_t>(to.index())];
    }

  private:
    explicit constexpr Way(int code) noexcept : code_(static_cast<std::uint8_t>(code)) {}
    std::uint8_t code_;

    static constexpr auto origins = [] {
        std::array<std::array<std::uint8_t, 64>, 8> table{};
        for (int direction = 0; direction < 4; ++direction)
            for (int steps = 1; steps <= 2; ++steps)
                for (int to = 0; to < 64; ++to) {
                    const int ring = to / 8, place = to % 8;
                    const int turned = 8 * ring + (place + (direction == 0 ? 8 - steps : steps)) % 8;
                    const int shifted = to + 8 * (direction == 2 ? -steps : steps);
                    table[static_cast<std::size_t>(direction + 4 * (steps - 1))][static_cast<std::size_t>(to)] =
                        static_cast<std::uint8_t>((direction < 2 ? turned : shifted) & 63);
                }
        return table;
    }();
};

/// All legal moves of a position, in bulk: which cells men can arrive at in which way, and where that closes a
/// mill. Tells their number without spelling them, and spells any one of them by its number.
class Choices {
  public:
    constexpr Choices(const Rules& rules, const Position& position) noexcept : removable_(position.other) {
        // Trilha rule 3, and the end by the three-each counter: nobody moves any more.
        if (position.own_men() < 3 || position.other_men() < 3) return;
        if (rules.three_each != 0 && position.counter >= rules.three_each) return;
        const CellSet empty = rules.cells() - position.own - position.other;
        if (position.own_hand > 0) {
            add_placing(rules, position.own, empty);
        } else if (rules.fly && position.own.size() == 3) {
            for (Cell man : position.own) add(Way::from_cell(man), empty, Pairs(position.own - man).all());
        } else {
            add_along_lines(rules, position, empty);
        }
        if (closing_ == 0) return;
        // Protection decides who may be removed.
        if (rules.protection != Protection::none) {
            const CellSet open = position.other - in_mills(position.other);
            if (rules.protection == Protection::strict || !open.empty()) removable_ = open;
        }
        // With nobody to remove, a closing move is like any other.
        fates_ = std::max(1, removable_.size());
        may_decline_ = rules.removal == Removal::may && !removable_.empty();
        if (may_decline_) ++fates_;
    }

    constexpr int size() const noexcept { return quiet_ + closing_ * fates_; }

    constexpr Move operator[](int n) const noexcept {
        assert(n >= 0 && n < size());
        if (n < quiet_) {
            const Wave& wave = wave_of(&Wave::quiet, n);
            const Cell to = wave.quiet.nth(n);
            return Move(wave.way.origin(to), to, Move::none);
        }
        n -= quiet_;
        const int fate = n % fates_;
        n /= fates_;
        const Wave& wave = wave_of(&Wave::closing, n);
        const Cell to = wave.closing.nth(n);
        return Move(wave.way.origin(to), to, removed(fate));
    }

    template <class List>
    constexpr void spell(List& moves) const noexcept {
        for (const Wave& wave : waves_)
            for (Cell to : wave.quiet) moves.push_back(Move(wave.way.origin(to), to, Move::none));
        for (const Wave& wave : waves_)
            for (Cell to : wave.closing)
                for (int fate = 0; fate < fates_; ++fate)
                    moves.push_back(Move(wave.way.origin(to), to, removed(fate)));
    }

  private:
    struct Wave {
        CellSet quiet, closing;
        Way way;
    };

    constexpr void add(Way way, CellSet targets, CellSet mills) noexcept {
        Wave& wave = waves_[count_++];
        wave = {targets - mills, targets & mills, way};
        quiet_ += wave.quiet.size();
        closing_ += wave.closing.size();
    }

    /// The wave that holds the n-th cell of all, and n within it. Nobody can foresee which, so it is found
    /// without a branch.
    constexpr const Wave& wave_of(CellSet Wave::*part, int& n) const noexcept {
        std::size_t wave = 0;
        int before = 0, sum = 0;
        for (std::size_t i = 0; i + 1 < 4; ++i) {
            sum += (waves_[i].*part).size();
            wave += n >= sum;
            before = n >= sum ? sum : before;
        }
        if (count_ > 4)
            for (std::size_t i = 3; i + 1 < waves_.size(); ++i) {
                sum += (waves_[i].*part).size();
                wave += n >= sum;
                before = n >= sum ? sum : before;
            }
        n -= before;
        return waves_[wave];
    }

    constexpr void add_placing(const Rules& rules, CellSet own, CellSet empty) noexcept {
        add(Way::from_hand(), empty, rules.placing_captures ? Pairs(own).all() : CellSet());
    }

    // A man that moves along a line leaves it behind itself: only the line ahead, or one that crosses, can
    // become a mill.
    constexpr void add_along_lines(const Rules& rules, const Position& position, CellSet empty) noexcept {
        const CellSet own = position.own;
        const Pairs pairs(own);
        const CellSet clockwise_mills = pairs.ahead_clockwise | pairs.joins();
        const CellSet anticlockwise_mills = pairs.ahead_anticlockwise | pairs.joins();
        const CellSet inwards_mills = pairs.between_corners | pairs.ahead_inwards;
        const CellSet outwards_mills = pairs.between_corners | pairs.ahead_outwards;
        add(Way::along(0, 1), clockwise(own) & empty, clockwise_mills);
        add(Way::along(1, 1), anticlockwise(own) & empty, anticlockwise_mills);
        add(Way::along(2, 1), inwards(own & middles) & empty, inwards_mills);
        add(Way::along(3, 1), outwards(own & middles) & empty, outwards_mills);
        if (!rules.jump) return;
        // Option jump: along a side from corner to corner, along a join past one square.
        const CellSet other = position.other;
        add(Way::along(0, 2), clockwise(clockwise(own & corners) & other) & empty, clockwise_mills);
        add(Way::along(1, 2), anticlockwise(anticlockwise(own & corners) & other) & empty, anticlockwise_mills);
        add(Way::along(2, 2), inwards(inwards(own & middles) & other) & empty, inwards_mills);
        add(Way::along(3, 2), outwards(outwards(own & middles) & other) & empty, outwards_mills);
    }

    constexpr int removed(int fate) const noexcept {
        if (removable_.empty() || (may_decline_ && fate == fates_ - 1)) return Move::none;
        return removable_.nth(fate).index();
    }

    std::array<Wave, 8> waves_{};
    std::size_t count_ = 0;
    CellSet removable_;
    int quiet_ = 0;
    int closing_ = 0;
    int fates_ = 1;  ///< in how many ways a closing move can end: one a man to remove, or declining
    bool may_decline_ = false;
};

constexpr Position start(const Rules& rules) noexcept {
    const auto men = static_cast<std::uint8_t>(rules.men());
    return {.own = {}, .other = {}, .own_hand = men, .other_hand = men};
}

constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
    const bool three_each_before = rules.three_each != 0 && position.three_each();
    if (move.places())
        --position.own_hand;
    else
        position.own -= move.from();
    position.own |= move.to();
    if (move.removes()) position.other -= move.removed();
    std::swap(position.own, position.other);
    std::swap(position.own_hand, position.other_hand);
    position.turn = position.turn.opponent();
    if (rules.three_each != 0)
        position.counter = three_each_before && position.three_each() ? static_cast<std::uint8_t>(position.counter + 1)
                                                                      : std::uint8_t{0};
}

constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
    // Trilha rule 3: fewer than three men in all.
    if (position.own_men() < 3) return Outcome::win(position.turn.opponent());
    if (position.other_men() < 3) return Outcome::win(position.turn);
    // Trilha rule 4: blocked, which is judged before the three-each counter.
    Rules without_counter = rules;
    without_counter.three_each = 0;
    if (Choices(without_counter, position).size() == 0)
        return rules.blocked == Blocked::loss ? Outcome::win(position.turn.opponent()) : Outcome::draw();
    if (rules.three_each != 0 && position.counter >= rules.three_each) return Outcome::draw();
    return Outcome::ongoing();
}

constexpr std::uint64_t hash(const Position& position) noexcept {
    return hash_words(position.own.bits(), position.other.bits(),
                      static_cast<std::uint64_t>(position.own_hand) | std::uint64_t{position.other_hand} << 8 |
                          static_cast<std::uint64_t>(position.turn.index()) << 16 |
                          std::uint64_t{position.counter} << 24);
}

}  // namespace tavola::trilha
