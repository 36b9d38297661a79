// Lines of the protocol, taken apart and put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"
#include "search/engine.h"

namespace tavola::protocol {

/// Words of a line that somebody else keeps.
using Line = std::span<const std::string_view>;

std::vector<std::string_view> split(std::string_view line);
std::string join(Line words);
/// A whole number in these bounds, if the word is one.
std::optional<std::int64_t> number(std::string_view word, std::int64_t low, std::int64_t high);
/// A whole number, or the nearest in these bounds, if the word is one.
std::optional<std::int64_t> nearest(std::string_view word, std::int64_t low, std::int64_t high);
/// Whether two words differ at most in the case of their (English) letters.
bool same_word(std::string_view one, std::string_view other);

/// `cp 35`, or `mate -2` where the end is seen, counted in the mover's own moves.
std::string score_words(const Variation& variation);
/// `info depth ... pv ...` for one line of a report, the best being number 0.
std::string info_line(const AnyGame& game, const Report& report, std::size_t number);
/// `bestmove ...`, with the answer to ponder on where it is a player who answers, and not the dice.
std::string best_line(const AnyGame& game, const AnyPosition& position, std::span<const AnyMove> moves);

}  // namespace tavola::protocol
