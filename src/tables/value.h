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

static_assert(is_loss(0) && is_win(1) && is_loss(longest_decided) && !is_decided(drawn) && !is_valid(0x8000));

}  // namespace tavola::tables
