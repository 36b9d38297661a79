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

    [[gnu::always_inline]] explicit constexpr Pairs(CellSet men) noexcept {
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

namespace detail {
/// For every two points of the largest board the points that make a mill with them.
inline constexpr auto thirds = [] {
    std::array<std::array<CellSet, 64>, 64> table{};
    const auto add = [&](int a, int b, int c) {
        const int line[3] = {a, b, c};
        for (int i = 0; i < 3; ++i) {
            const auto one = static_cast<std::size_t>(line[i]), other = static_cast<std::size_t>(line[(i + 1) % 3]);
            table[one][other] |= Cell(line[(i + 2) % 3]);
            table[other][one] |= Cell(line[(i + 2) % 3]);
        }
    };
    for (int ring = 0; ring < 64; ring += 8) {
        for (int side = 0; side < 8; side += 2) add(ring + side, ring + side + 1, ring + (side + 2) % 8);
        for (int middle = 1; middle < 8 && ring < 48; middle += 2)
            add(ring + middle, ring + middle + 8, ring + middle + 16);
    }
    return table;
}();
}  // namespace detail

/// The points that make a mill with two men.
constexpr CellSet mills_of_two(CellSet men) noexcept {
    assert(men.size() == 2);
    const Cell one = men.lowest(), other = (men - one).lowest();
    return detail::thirds[Topology::index(one)][Topology::index(other)];
}

/// The ways along the lines: clockwise, anticlockwise, inwards, outwards, one cell far; then the same as jumps.
inline constexpr int ways = 8;

namespace detail {
/// Where a man comes from that arrives at a cell on one of the ways.
inline constexpr auto origins = [] {
    std::array<std::array<std::uint8_t, 64>, ways> table{};
    for (int way = 0; way < ways; ++way)
        for (int to = 0; to < 64; ++to) {
            const int direction = way % 4, steps = 1 + way / 4, ring = to / 8, place = to % 8;
            const int turned = 8 * ring + (place + (direction == 0 ? 8 - steps : steps)) % 8;
            const int shifted = to + 8 * (direction == 2 ? -steps : steps);
            table[static_cast<std::size_t>(way)][static_cast<std::size_t>(to)] =
                static_cast<std::uint8_t>((direction < 2 ? turned : shifted) & 63);
        }
    return table;
}();
}  // namespace detail

/// All legal moves of a position, in bulk: where men can arrive, in up to eight waves, and where that closes a mill.
/// Tells their number without spelling them, and spells any one of them by its number.
class Choices {
  public:
    // Inlined even where compilers think it too large: a loop that plays keeps its position in registers.
    [[gnu::always_inline]] constexpr Choices(const Rules& rules, const Position& position) noexcept
        : own_(position.own) {
        const int own = own_.size(), other = position.other.size();
        // Trilha rule 3, and the end by the three-each counter: nobody moves any more.
        if (own + position.own_hand < 3 || other + position.other_hand < 3) return;
        if (rules.three_each != 0 && position.counter >= rules.three_each) return;
        const CellSet empty = rules.cells() - own_ - position.other;
        if (position.own_hand > 0) {
            phase_ = Phase::placing;
            waves_ = 1;
            add(0, empty, rules.placing_captures ? Pairs(own_).all() : CellSet());
        } else if (rules.fly && own == 3) {
            phase_ = Phase::flying;
            waves_ = 3;
            for (int man = 0; man < 3; ++man) add(man, empty, mills_of_two(own_ - own_.nth(man)));
        } else {
            phase_ = Phase::moving;
            waves_ = rules.jump ? ways : ways / 2;
            add_along_lines(rules, position.other, empty);
        }
        if (closing_count_ > 0) decide_removal(rules, position.other);
    }

    constexpr int size() const noexcept { return quiet_count_ + closing_count_ * fates_; }
    /// The first so many close no mill.
    constexpr int quiet_size() const noexcept { return quiet_count_; }

    constexpr Move operator[](int n) const noexcept {
        assert(n >= 0 && n < size());
        if (n < quiet_count_) {
            const int wave = wave_of(quiet_before_, n);
            return arrival(wave, quiet_[wave].nth(n), Move::none);
        }
        n -= quiet_count_;
        const int fate = n % fates_;
        n /= fates_;
        const int wave = wave_of(closing_before_, n);
        return arrival(wave, closing_[wave].nth(n), removed(fate));
    }

    template <class List>
    constexpr void spell(List& moves) const noexcept {
        for (int wave = 0; wave < waves_; ++wave)
            for (Cell to : quiet_[wave]) moves.push_back(arrival(wave, to, Move::none));
        if (closing_count_ == 0) return;
        for (int wave = 0; wave < waves_; ++wave)
            for (Cell to : closing_[wave])
                for (int fate = 0; fate < fates_; ++fate) moves.push_back(arrival(wave, to, removed(fate)));
    }

  private:
    enum class Phase : std::uint8_t { over, placing, moving, flying };

    constexpr void add(int wave, CellSet targets, CellSet mills) noexcept {
        quiet_[wave] = targets - mills;
        closing_[wave] = targets & mills;
        quiet_before_[wave] = quiet_count_;
        closing_before_[wave] = closing_count_;
        quiet_count_ += quiet_[wave].size();
        closing_count_ += closing_[wave].size();
    }

    // A man that moves along a line leaves it behind itself: only the line ahead, or one that crosses, can
    // become a mill.
    constexpr void add_along_lines(const Rules& rules, CellSet other, CellSet empty) noexcept {
        const Pairs pairs(own_);
        const CellSet joins = pairs.joins();
        const CellSet mills[4] = {pairs.ahead_clockwise | joins, pairs.ahead_anticlockwise | joins,
                                  pairs.between_corners | pairs.ahead_inwards,
                                  pairs.between_corners | pairs.ahead_outwards};
        const CellSet joined = own_ & middles;
        add(0, clockwise(own_) & empty, mills[0]);
        add(1, anticlockwise(own_) & empty, mills[1]);
        add(2, inwards(joined) & empty, mills[2]);
        add(3, outwards(joined) & empty, mills[3]);
        if (!rules.jump) return;
        // Option jump: along a side from corner to corner, along a join past one square.
        const CellSet at_corners = own_ & corners;
        add(4, clockwise(clockwise(at_corners) & other) & empty, mills[0]);
        add(5, anticlockwise(anticlockwise(at_corners) & other) & empty, mills[1]);
        add(6, inwards(inwards(joined) & other) & empty, mills[2]);
        add(7, outwards(outwards(joined) & other) & empty, mills[3]);
    }

    // Protection decides who may be removed. With nobody to remove, a closing move is like any other.
    constexpr void decide_removal(const Rules& rules, CellSet other) noexcept {
        removable_ = other;
        if (rules.protection != Protection::none) {
            const CellSet open = other - in_mills(other);
            if (rules.protection == Protection::strict || !open.empty()) removable_ = open;
        }
        may_decline_ = rules.removal == Removal::may && !removable_.empty();
        fates_ = std::max(1, removable_.size()) + may_decline_;
    }

    /// The wave that holds the n-th cell of all, and n within it. Nobody can foresee which, so it is found without
    /// a branch.
    constexpr int wave_of(const int* before, int& n) const noexcept {
        int wave = 0;
        if (waves_ > 1) wave = (n >= before[1]) + (n >= before[2]);
        if (waves_ > 3) wave += n >= before[3];
        if (waves_ > 4)
            for (int i = 4; i < ways; ++i) wave += n >= before[i];
        n -= before[wave];
        return wave;
    }

    constexpr Move arrival(int wave, Cell to, int removed) const noexcept {
        const int from = phase_ == Phase::moving
                             ? detail::origins[static_cast<std::size_t>(wave)][Topology::index(to)]
                         : phase_ == Phase::flying ? own_.nth(wave).index()
                                                   : Move::none;
        return Move(from, to, removed);
    }

    constexpr int removed(int fate) const noexcept {
        if (removable_.empty() || (may_decline_ && fate == fates_ - 1)) return Move::none;
        return removable_.nth(fate).index();
    }

    // Of the arrays only the waves there are are ever written or read.
    CellSet quiet_[ways], closing_[ways];
    int quiet_before_[ways], closing_before_[ways];  ///< how many cells the waves before hold
    CellSet own_, removable_;
    int quiet_count_ = 0;
    int closing_count_ = 0;
    int fates_ = 1;  ///< in how many ways a closing move can end: one a man to remove, or declining
    int waves_ = 0;
    Phase phase_ = Phase::over;
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
    position.other -= move.removes() ? CellSet(move.removed()) : CellSet();
    std::swap(position.own, position.other);
    std::swap(position.own_hand, position.other_hand);
    position.turn = position.turn.opponent();
    if (rules.three_each != 0)
        position.counter = three_each_before && position.three_each()
                               ? static_cast<std::uint8_t>(position.counter + 1)
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
