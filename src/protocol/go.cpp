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
    {"mate", 1, 500, [](Go& go, std::int64_t value) { go.mate = static_cast<int>(value); }},
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
milliseconds slice(milliseconds left, milliseconds increment, int moves_to_go) {
    constexpr milliseconds reserve{30};
    constexpr int horizon = 30;
    const int moves = moves_to_go == 0 ? horizon : std::min(moves_to_go, horizon);
    const milliseconds usable = left - reserve;
    return std::min(usable / moves + increment * 3 / 4, moves == 1 ? usable : usable / 2);
}

}  // namespace

int Go::plies() const noexcept {
    const int to_the_end = 2 * mate;
    return depth == 0 || (mate > 0 && to_the_end < depth) ? to_the_end : depth;
}

Go parse_go(Line words) {
    Go go;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string_view word = words[at];
        if (const Field* field = field_of(word)) {
            const auto value = at + 1 < words.size() ? nearest(words[at + 1], field->low, field->high) : std::nullopt;
            field->set(go, value.value_or(field->low));
            if (value) ++at;
        } else if (word == "infinite") {
            go.infinite = true;
        } else if (word == "ponder") {
            go.ponder = true;
        } else if (word == "searchmoves") {
            while (at + 1 < words.size() && !is_keyword(words[at + 1])) go.search_moves.push_back(words[++at]);
        } else {
            go.unknown.push_back(word);
        }
    }
    return go;
}

milliseconds time_to_think(const Go& go, Player player, std::size_t choices) {
    constexpr milliseconds least{1};
    if (!go.timed() || go.infinite) return milliseconds(0);
    if (choices <= 1) return least;
    if (go.move_time) return std::max(*go.move_time, least);
    const auto side = static_cast<std::size_t>(player.index() % 2);
    const SideClock& clock = go.clocks[go.clocks[side].left ? side : 1 - side];
    return std::max(slice(*clock.left, clock.increment, go.moves_to_go), least);
}

}  // namespace tavola::protocol
