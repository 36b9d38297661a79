#include "protocol/go.h"

#include <algorithm>
#include <limits>

namespace tavola::protocol {
namespace {

constexpr std::int64_t most_milliseconds = 10'000'000'000;  // a third of a year

// A number after a word of `go`: its bounds, and where it goes.
struct Field {
    std::string_view word;
    std::int64_t low, high;
    void (*set)(Go&, std::int64_t);
};

constexpr Field fields[] = {
    {"depth", 1, 1000, [](Go& go, std::int64_t value) { go.depth = static_cast<int>(value); }},
    {"nodes", 1, std::numeric_limits<std::int64_t>::max(),
     [](Go& go, std::int64_t value) { go.nodes = static_cast<std::uint64_t>(value); }},
    {"movetime", 0, most_milliseconds, [](Go& go, std::int64_t value) { go.move_time = milliseconds(value); }},
    // Clocks run below zero where an arbiter is patient.
    {"wtime", -most_milliseconds, most_milliseconds,
     [](Go& go, std::int64_t value) { go.clocks[0].left = milliseconds(value); }},
    {"btime", -most_milliseconds, most_milliseconds,
     [](Go& go, std::int64_t value) { go.clocks[1].left = milliseconds(value); }},
    {"winc", 0, most_milliseconds, [](Go& go, std::int64_t value) { go.clocks[0].increment = milliseconds(value); }},
    {"binc", 0, most_milliseconds, [](Go& go, std::int64_t value) { go.clocks[1].increment = milliseconds(value); }},
    {"movestogo", 0, 1000, [](Go& go, std::int64_t value) { go.moves_to_go = static_cast<int>(value); }},
};

const Field* field_of(std::string_view word) {
    const Field* field = std::ranges::find(fields, word, &Field::word);
    return field == std::end(fields) ? nullptr : field;
}

bool is_keyword(std::string_view word) {
    return field_of(word) != nullptr || word == "infinite" || word == "ponder" || word == "searchmoves";
}

// A slice of what is left, and most of the increment. Half of the clock is never risked on a move, unless it is the
// last one before more time comes; the reserve is for the way that the answer takes.
milliseconds slice(const SideClock& clock, int moves_to_go) {
    constexpr milliseconds reserve{30};
    constexpr int horizon = 30;
    const int moves = moves_to_go == 0 ? horizon : std::min(moves_to_go, horizon);
    const milliseconds usable = *clock.left - reserve;
    return std::min(usable / moves + clock.increment * 3 / 4, moves == 1 ? usable : usable / 2);
}

}  // namespace

std::expected<Go, std::string> parse_go(Line words) {
    Go go;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string_view word = words[at];
        if (const Field* field = field_of(word)) {
            const std::string_view text = at + 1 < words.size() ? words[++at] : "";
            const auto value = number(text, field->low, field->high);
            if (!value)
                return std::unexpected(std::string(word) + ": '" + std::string(text) + "' is not a number from " +
                                       std::to_string(field->low) + " to " + std::to_string(field->high));
            field->set(go, *value);
        } else if (word == "infinite") {
            go.infinite = true;
        } else if (word == "ponder") {
            go.ponder = true;
        } else if (word == "searchmoves") {
            while (at + 1 < words.size() && !is_keyword(words[at + 1])) go.search_moves.push_back(words[++at]);
        } else {
            return std::unexpected("'" + std::string(word) + "' is unknown");
        }
    }
    return go;
}

std::expected<milliseconds, std::string> time_to_think(const Go& go, Player player) {
    if (!go.timed() || go.infinite) return milliseconds(0);
    const int side = player.index() % 2;
    const SideClock& clock = go.clocks[static_cast<std::size_t>(side)];
    if (!clock.left && !go.move_time)
        return std::unexpected(std::string(side == 0 ? "wtime" : "btime") + " is missing: that side is to move");
    milliseconds time = go.move_time.value_or(milliseconds::max());
    if (clock.left) time = std::min(time, slice(clock, go.moves_to_go));
    return std::max(time, milliseconds(1));
}

}  // namespace tavola::protocol
