// Trilha's crossings. On a board of three squares every point lies where two lines cross, so a point and its two lines
// are five points in the shape of a corner, a T or a plus. What stands on them tells whether a man can move, what a mill
// lacks and who holds it. Crossings that a symmetry of the board, or an exchange of the sides, turns into one another
// are of one kind, and at each stage of a game each kind has its own weight.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/short_text.h"
#include "games/trilha/rules.h"

namespace tavola::trilha {

/// How far a game has come, as the crossings see it: by the men in both hands, then by those on the board.
enum class Stage : std::uint8_t {
    hands_12,
    hands_9,
    hands_6,
    hands_4,
    hands_2,
    hands_1,
    men_15,
    men_12,
    men_8,
    three
};

inline constexpr std::array<std::string_view, 10> stage_names = {
    "12 in hand", "9 in hand", "6 in hand", "4 in hand", "2 in hand",
    "1 in hand",  "15 men",    "12 men",    "8 men",     "three",
};

constexpr Stage stage(const Position& position) noexcept {
    if (const int hands = position.own_hand + position.other_hand; hands > 0)
        return hands >= 12  ? Stage::hands_12
               : hands >= 9 ? Stage::hands_9
               : hands >= 6 ? Stage::hands_6
               : hands >= 4 ? Stage::hands_4
               : hands >= 2 ? Stage::hands_2
                            : Stage::hands_1;
    const int own = position.own.size(), other = position.other.size();
    if (own <= 3 || other <= 3) return Stage::three;
    return own + other >= 15 ? Stage::men_15 : own + other >= 12 ? Stage::men_12 : Stage::men_8;
}

/// What stands on three points in a row: a digit in base three for each, the first point's the lowest.
namespace line {

inline constexpr int all = 27;
enum Digit { nobody, own, other };

constexpr int digit(int line, int point) noexcept { return line / (point == 0 ? 1 : point == 1 ? 3 : 9) % 3; }
constexpr int of(int first, int second, int third) noexcept { return first + 3 * second + 9 * third; }
constexpr int backwards(int line) noexcept { return of(digit(line, 2), digit(line, 1), digit(line, 0)); }
constexpr int exchanged(int line) noexcept {
    const auto flip = [](int digit) { return digit == nobody ? nobody : 3 - digit; };
    return of(flip(digit(line, 0)), flip(digit(line, 1)), flip(digit(line, 2)));
}

/// By the three bits of the own men, and those of the other's above them.
inline constexpr auto of_bits = [] {
    std::array<std::uint8_t, 64> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        const auto at = [&](int point) {
            return (bits >> point & 1) != 0 ? own : (bits >> point & 8) != 0 ? other : nobody;
        };
        table[bits] = static_cast<std::uint8_t>(of(at(0), at(1), at(2)));
    }
    return table;
}();

/// Lines read from the other end.
inline constexpr auto reversed = [] {
    std::array<std::uint8_t, all> table{};
    for (int line = 0; line < all; ++line)
        table[static_cast<std::size_t>(line)] = static_cast<std::uint8_t>(backwards(line));
    return table;
}();

}  // namespace line

/// Where two lines cross. The outermost and the innermost square are alike: the board can be turned inside out.
enum class Place : std::uint8_t {
    corner,         ///< of those two: a side that ends here, and the next one
    middle_corner,  ///< of the square between them, likewise
    tee,            ///< a side of those two, and the join from it on
    plus,           ///< a side of the square between, and the join
};
inline constexpr std::array<std::string_view, 4> place_names = {"corner", "middle corner", "tee", "plus"};

/// Which weight a crossing has, and whether it counts for the player to move (1) or against him (-1). Those that look
/// the same from both sides say nothing (0).
struct Kind {
    std::int16_t number = 0;
    std::int16_t sign = 0;
};

namespace detail {

struct Kinds {
    std::array<std::array<Kind, line::all * line::all>, 4> table{};
    std::array<ShortText<24>, line::all * line::all> names{};  ///< as the first crossing of the kind looks
    int number = 0;
};

inline constexpr Kinds kinds = [] {
    Kinds found;
    for (std::size_t place = 0; place < found.table.size(); ++place) {
        auto& table = found.table[place];
        const auto at = [&](int first, int second) -> Kind& {
            return table[static_cast<std::size_t>(line::all * first + second)];
        };
        for (int first = 0; first < line::all; ++first)
            for (int second = 0; second < line::all; ++second) {
                // The two lines share a point.
                const bool cross = line::digit(first, place < 2 ? 2 : 1) == line::digit(second, place < 3 ? 0 : 1);
                if (!cross || at(first, second).sign != 0) continue;
                const int first_back = line::backwards(first), second_back = line::backwards(second);
                int alike[4][2] = {{first, second}, {first, second}, {first, second}, {first, second}};
                if (place < 2) {
                    alike[1][0] = second_back, alike[1][1] = first_back;
                } else {
                    alike[1][0] = alike[3][0] = first_back;
                    if (place == 3) alike[2][1] = alike[3][1] = second_back;
                }
                bool even = false;
                for (const auto& [one, other] : alike)
                    even = even || (line::exchanged(one) == first && line::exchanged(other) == second);
                if (even) continue;
                const auto number = static_cast<std::int16_t>(found.number);
                for (const auto& [one, other] : alike) {
                    at(one, other) = {number, 1};
                    at(line::exchanged(one), line::exchanged(other)) = {number, -1};
                }
                auto& name = found.names[static_cast<std::size_t>(found.number++)];
                for (const char letter : place_names[place]) name.push_back(letter);
                for (const int points : {first, second}) {
                    name.push_back(' ');
                    for (int point = 0; point < 3; ++point) name.push_back(".xo"[line::digit(points, point)]);
                }
            }
    }
    return found;
}();

}  // namespace detail

/// How many kinds there are, and their weights at all stages.
inline constexpr std::size_t crossing_kinds = static_cast<std::size_t>(detail::kinds.number);
inline constexpr std::size_t crossing_terms = stage_names.size() * crossing_kinds;

/// The name of each weight.
inline constexpr auto crossing_names = [] {
    std::array<ShortText<36>, crossing_terms> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const std::string_view part : {stage_names[i / crossing_kinds], std::string_view(": "),
                                            detail::kinds.names[i % crossing_kinds].view()})
            for (const char letter : part) names[i].push_back(letter);
    return names;
}();

/// Shows `see` the kinds of all crossings of a board of three squares.
template <class See>
constexpr void each_crossing(const Position& position, const See& see) noexcept {
    const auto own = static_cast<std::uint32_t>(position.own.bits());
    const auto other = static_cast<std::uint32_t>(position.other.bits());
    const auto show = [&](Place place, int first, int second) {
        see(detail::kinds
                .table[static_cast<std::size_t>(place)][static_cast<std::size_t>(line::all * first + second)]);
    };
    int sides[3][4] = {}, joins[4] = {};
    for (int ring = 0; ring < 3; ++ring) {
        // Once round and on: the last side ends where the first begins.
        const std::uint32_t ours = (own >> 8 * ring & 255) * 0x101, theirs = (other >> 8 * ring & 255) * 0x101;
        for (int side = 0; side < 4; ++side)
            sides[ring][side] = line::of_bits[(ours >> 2 * side & 7) | (theirs >> 2 * side & 7) << 3];
    }
    for (int side = 0; side < 4; ++side) {
        const auto join = [&](std::uint32_t men) {
            men >>= 2 * side + 1;
            return (men & 1) | (men >> 7 & 2) | (men >> 14 & 4);
        };
        joins[side] = line::of_bits[join(own) | join(other) << 3];
    }
    for (int side = 0; side < 4; ++side) {
        for (int ring = 0; ring < 3; ++ring)
            show(ring == 1 ? Place::middle_corner : Place::corner, sides[ring][side], sides[ring][(side + 1) % 4]);
        show(Place::tee, sides[0][side], joins[side]);
        show(Place::plus, sides[1][side], joins[side]);
        show(Place::tee, sides[2][side], line::reversed[static_cast<std::size_t>(joins[side])]);
    }
}

}  // namespace tavola::trilha
