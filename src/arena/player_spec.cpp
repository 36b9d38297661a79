// Players as the command line names them.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "arena/contestant.h"

namespace tavola::arena {
namespace {

using std::chrono::milliseconds;

// Enough for a strong move, and the same on every machine.
constexpr std::uint64_t default_level_nodes = 500'000;
constexpr milliseconds default_command_time{100};

constexpr std::string_view known_players =
    "level:1..10, nodes:N, depth:N, time:MS, random, greedy, furthest, cmd:PROGRAM ARGS";
constexpr std::array<std::string_view, 8> known_settings{"nodes", "depth",  "time", "threads",
                                                         "hash",  "tables", "name", "patience"};

Failure refused(std::string_view key, std::string_view found, std::string expected) {
    return Failure(Error{.key = key,
                         .what = "player",
                         .field = {},
                         .at = 0,
                         .found = std::string(found),
                         .expected = std::move(expected)});
}

/// A number from 1 to a bound.
template <class Number>
std::optional<Number> read_number(std::string_view text, Number most) {
    Number number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || number < 1 || number > most) return {};
    return number;
}

template <class Number, class Put>
Result<void> put_number(std::string_view text, Number most, const Put& put) {
    const auto number = read_number<Number>(text, most);
    if (!number) return refused("error.number.range", text, "1.." + std::to_string(most));
    put(*number);
    return {};
}

constexpr int most_milliseconds = 3'600'000;

Result<void> set(PlayerSpec& spec, std::string_view key, std::string_view value) {
    if (key == "nodes")
        return put_number(value, std::uint64_t{1'000'000'000'000}, [&](auto n) { spec.limits.nodes = n; });
    if (key == "depth") return put_number(value, 200, [&](int n) { spec.limits.depth = n; });
    if (key == "time")
        return put_number(value, most_milliseconds, [&](int n) {
            spec.limits.time = milliseconds(n);
            spec.limits.whole_time = true;
        });
    if (key == "patience")
        return put_number(value, most_milliseconds, [&](int n) { spec.patience = milliseconds(n); });
    if (key == "threads") return put_number(value, 256, [&](int n) { spec.threads = n; });
    if (key == "hash") return put_number(value, 65'536, [&](int n) { spec.hash = n; });
    (key == "tables" ? spec.tables : spec.name) = value;
    return {};
}

struct Keyed {
    std::string_view key, value;
};

// `key=value` with a key that players have.
std::optional<Keyed> read_setting(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || std::ranges::find(known_settings, text.substr(0, equals)) == known_settings.end())
        return {};
    return Keyed{text.substr(0, equals), text.substr(equals + 1)};
}

std::string list_of_settings() {
    std::string text;
    for (std::string_view key : known_settings) text.append(text.empty() ? "" : ", ").append(key).append("=");
    return text;
}

Result<void> read_kind(PlayerSpec& spec, std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view kind = text.substr(0, colon), value = text.substr(std::min(colon + 1, text.size()));
    const bool alone = colon == text.size();
    using Kind = PlayerSpec::Kind;
    if (kind == "cmd" && !value.empty()) {
        spec.kind = Kind::command;
        spec.command = value;
    } else if (kind == "level" && !alone) {
        spec.kind = Kind::level;
        return put_number(value, max_level, [&](int n) { spec.level = n; });
    } else if (!alone && (kind == "nodes" || kind == "depth" || kind == "time")) {
        spec.kind = Kind::search;
        return set(spec, kind, value);
    } else if (alone && kind == "random") {
        spec.kind = Kind::random;
    } else if (alone && kind == "greedy") {
        spec.kind = Kind::greedy;
    } else if (alone && kind == "furthest") {
        spec.kind = Kind::furthest;
    } else {
        return refused("error.player", text, std::string(known_players));
    }
    return {};
}

bool unlimited(const Limits& limits) {
    return limits.nodes == 0 && limits.depth == 0 && limits.time == milliseconds::zero();
}

}  // namespace

Result<PlayerSpec> parse_player(std::string_view text) {
    PlayerSpec spec;
    spec.name = text;
    // Settings are read from the end, because a program's own arguments may have commas too.
    std::string_view kind = text;
    std::vector<Keyed> settings;
    for (;;) {
        const std::size_t comma = kind.rfind(',');
        if (comma == kind.npos) break;
        const auto setting = read_setting(kind.substr(comma + 1));
        if (!setting && kind.starts_with("cmd:")) break;
        if (!setting) return refused("error.player.setting", kind.substr(comma + 1), list_of_settings());
        settings.insert(settings.begin(), *setting);
        kind = kind.substr(0, comma);
    }
    if (const auto read = read_kind(spec, kind); !read) return Failure(read.error());
    for (const auto& [key, value] : settings)
        if (const auto done = set(spec, key, value); !done) return Failure(done.error());
    if (spec.kind == PlayerSpec::Kind::level && unlimited(spec.limits)) spec.limits.nodes = default_level_nodes;
    if (spec.kind == PlayerSpec::Kind::command && unlimited(spec.limits)) spec.limits.time = default_command_time;
    return spec;
}

Result<void> check_player(const PlayerSpec& spec, const AnyGame& game) {
    if (spec.kind == PlayerSpec::Kind::furthest && game.id() != "niout")
        return refused("error.player.game", "furthest", "niout");
    return {};
}

}  // namespace tavola::arena
