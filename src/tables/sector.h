// A sector: all positions in which the player to move and the opponent have so many men on the board and in hand.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tavola::tables {

struct Sector {
    std::uint8_t own = 0;  ///< men on the board of the player to move
    std::uint8_t other = 0;
    std::uint8_t own_hand = 0;
    std::uint8_t other_hand = 0;

    /// All men, on the board and in hand.
    constexpr int men() const noexcept { return own + other + own_hand + other_hand; }
    constexpr int in_hand() const noexcept { return own_hand + other_hand; }
    /// The same men with the other player to move.
    constexpr Sector turned() const noexcept { return {other, own, other_hand, own_hand}; }
    /// A number of its own, below `keys`.
    constexpr std::size_t key() const noexcept {
        return static_cast<std::size_t>(own) | static_cast<std::size_t>(other) << 4 |
               static_cast<std::size_t>(own_hand) << 8 | static_cast<std::size_t>(other_hand) << 12;
    }
    static constexpr std::size_t keys = 1 << 16;

    friend constexpr auto operator<=>(const Sector&, const Sector&) noexcept = default;
};

/// 5-4, or with men in hand 3+2-4+2: first the player to move.
inline std::string name(const Sector& sector) {
    const auto side = [](int board, int hand, bool show) {
        return std::to_string(board) + (show ? '+' + std::to_string(hand) : std::string());
    };
    const bool hands = sector.in_hand() > 0;
    return side(sector.own, sector.own_hand, hands) + '-' + side(sector.other, sector.other_hand, hands);
}

/// The sector of that name.
inline std::optional<Sector> parse_sector(std::string_view text) {
    std::uint8_t numbers[4] = {};
    std::size_t n = 0;
    bool digits = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            numbers[n] = static_cast<std::uint8_t>(10 * numbers[n] + (c - '0'));
            if (numbers[n] > 15) return {};
            digits = true;
        } else {
            if (!digits || (c != '+' && c != '-') || (c == '+' && n % 2 == 1) || (c == '-' && n >= 2)) return {};
            n = c == '+' ? n + 1 : 2;
            digits = false;
        }
    }
    if (!digits || n < 2) return {};
    const Sector sector{numbers[0], numbers[2], numbers[1], numbers[3]};
    if (name(sector) != text) return {};
    return sector;
}

}  // namespace tavola::tables
