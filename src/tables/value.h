// The truth about a position in one 16-bit word, as the tables of perfect play hold it.
#pragma once

#include <cassert>
#include <cstdint>

namespace tavola::tables {

///   0 .. 0x7ffe  decided: the plies to the end when the winner hurries and the loser lingers.
///                Odd: the player to move wins. Even: he loses; 0: he has lost already.
///   0x7fff       drawn under best play
///   0xffff       a slot of the dense index that no position uses
using Word = std::uint16_t;

inline constexpr Word longest_decided = 0x7ffe;
inline constexpr Word drawn = 0x7fff;
inline constexpr Word unused = 0xffff;

constexpr bool is_decided(Word word) noexcept { return word <= longest_decided; }
constexpr bool is_win(Word word) noexcept { return is_decided(word) && (word & 1) != 0; }
constexpr bool is_loss(Word word) noexcept { return is_decided(word) && (word & 1) == 0; }
constexpr bool is_draw(Word word) noexcept { return word == drawn; }
/// Whether a word means anything at all.
constexpr bool is_valid(Word word) noexcept { return word <= drawn || word == unused; }

/// The plies to the end of a decided position.
constexpr int plies(Word word) noexcept {
    assert(is_decided(word));
    return word;
}

/// The worth of a move, told from the position it leads to: the other player's loss is a win, one ply later.
constexpr Word before(Word after) noexcept {
    assert(after < longest_decided || after == drawn);
    return is_decided(after) ? static_cast<Word>(after + 1) : after;
}

/// An order of words by what the player to move would rather have: quick wins first, long losses before short ones.
constexpr int preference(Word word) noexcept {
    if (is_win(word)) return 0x10000 - word;
    if (is_loss(word)) return word - 0x10000;
    return 0;
}

/// The same truth spelled out, for whoever shows it to people.
struct Exact {
    enum class Kind : std::uint8_t { win, draw, loss };
    Kind kind = Kind::draw;  ///< for the player to move
    int plies = 0;           ///< to the end, where it is decided

    friend constexpr bool operator==(const Exact&, const Exact&) noexcept = default;
};

constexpr Exact exact(Word word) noexcept {
    assert(is_valid(word) && word != unused);
    if (is_draw(word)) return {};
    return {is_win(word) ? Exact::Kind::win : Exact::Kind::loss, plies(word)};
}

static_assert(is_loss(0) && is_win(1) && is_loss(longest_decided) && !is_decided(drawn) && !is_valid(0x8000));
static_assert(before(0) == 1 && before(7) == 8 && before(drawn) == drawn);
static_assert(preference(3) > preference(5) && preference(5) > preference(drawn));
static_assert(preference(drawn) > preference(8) && preference(8) > preference(6));

}  // namespace tavola::tables
