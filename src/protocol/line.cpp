#include "protocol/line.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace tavola::protocol {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string join(Line words) {
    std::string text;
    for (const std::string_view word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

std::optional<std::int64_t> number(std::string_view word, std::int64_t low, std::int64_t high) {
    const auto value =
        nearest(word, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    if (!value || *value < low || *value > high) return {};
    return value;
}

std::optional<std::int64_t> nearest(std::string_view word, std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, fault] = std::from_chars(word.data(), end, value);
    if (rest != end || fault == std::errc::invalid_argument) return {};
    if (fault == std::errc::result_out_of_range) return word.starts_with('-') ? low : high;
    return std::clamp(value, low, high);
}

bool same_word(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

std::string score_words(const Variation& variation) {
    if (variation.ends_in == 0) return "cp " + std::to_string(variation.score);
    const int moves = (std::abs(variation.ends_in) + 1) / 2;
    return "mate " + std::to_string(variation.ends_in > 0 ? moves : -moves);
}

std::string info_line(const AnyGame& game, const Report& report, std::size_t number) {
    const Variation& variation = report.lines[number];
    const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(report.time.count(), 0));
    const std::uint64_t speed = report.nodes * 1000 / std::max<std::uint64_t>(time, 1);
    std::string line;
    const auto add = [&line](std::string_view word, std::uint64_t value) {
        line.append(" ").append(word).append(" ").append(std::to_string(value));
    };
    line = "info depth " + std::to_string(report.depth);
    add("multipv", number + 1);
    line.append(" score ").append(score_words(variation));
    add("nodes", report.nodes);
    add("nps", speed);
    line.append(" hashfull ").append(std::to_string(report.hash_permille));
    add("time", time);
    line.append(" pv");
    for (const AnyMove move : variation.moves) line.append(" ").append(game.print(move));
    return line;
}

std::string best_line(const AnyGame& game, const AnyPosition& position, std::span<const AnyMove> moves) {
    if (moves.empty()) return "bestmove (none)";
    std::string line = "bestmove " + game.print(moves[0]);
    if (moves.size() > 1 && !game.dice_to_throw(game.play(position, moves[0])))
        line.append(" ponder ").append(game.print(moves[1]));
    return line;
}

}  // namespace tavola::protocol
