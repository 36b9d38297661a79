#include "match/conventions.h"

#include <algorithm>
#include <vector>

namespace tavola {
namespace {

constexpr int most_repetitions = 10;
constexpr int most_quiet_plies = 1000;

constexpr Convention table[] = {
    {numbered<Custom>(
         "repetitions", 0, most_repetitions, [](const Custom& c) { return c.repetitions; },
         [](Custom& c, int value) { c.repetitions = value; }),
     "repetitions", false},
    {numbered<Custom>(
         "quiet-plies", 0, most_quiet_plies, [](const Custom& c) { return c.quiet_plies; },
         [](Custom& c, int value) { c.quiet_plies = value; }),
     "quietPlies", false},
    {named<Custom>(
         "agreement", no_yes, [](const Custom& c) -> int { return c.by_agreement; },
         [](Custom& c, int value) { c.by_agreement = value != 0; }),
     "byAgreement", true},
    {named<Custom>(
         "insufficient", no_yes, [](const Custom& c) -> int { return c.insufficient; },
         [](Custom& c, int value) { c.insufficient = value != 0; }),
     "insufficient", true},
};

Failure fault(std::string_view key, std::string_view field, std::string found, std::string expected) {
    return Failure(Error{.key = key,
                         .what = "arbiter",
                         .field = std::string(field),
                         .found = std::move(found),
                         .expected = std::move(expected)});
}

std::string known_keys() {
    std::string keys;
    for (const Convention& convention : table) keys.append(keys.empty() ? "" : ", ").append(convention.option.key);
    return keys;
}

// The words of a text, split by single spaces.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        words.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return words;
}

}  // namespace

std::span<const Convention> conventions() { return table; }

Result<void> check_custom(const Custom& custom, const AnyGame& game) {
    const Custom own = game.custom();
    for (const Convention& convention : table) {
        const auto& option = convention.option;
        if (const int value = option.get(custom); value != 0 && option.get(own) == 0)
            return fault("error.arbiter.never", option.key, detail::value_text(option.names, value), "0");
    }
    // What stands on the board once has not come again.
    if (custom.repetitions == 1)
        return fault("error.option.value", "repetitions", "1", "0, 2.." + std::to_string(most_repetitions));
    return {};
}

Result<void> set_convention(Custom& custom, std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view key = text.substr(0, equals);
    for (const Convention& convention : table) {
        const auto& option = convention.option;
        if (option.key != key) continue;
        const auto value = detail::value_number(key, option.names, option.low, option.high,
                                                text.substr(std::min(equals + 1, text.size())));
        if (!value) return Failure(value.error());
        option.set(custom, *value);
        return {};
    }
    return fault("error.arbiter.unknown", key, std::string(key), known_keys());
}

std::string print_custom(const Custom& custom, const AnyGame& game) {
    const Custom own = game.custom();
    std::string text;
    for (const Convention& convention : table) {
        const auto& option = convention.option;
        const int value = option.get(custom);
        if (value == option.get(own)) continue;
        text.append(text.empty() ? "" : " ").append(option.key).append("=");
        text.append(detail::value_text(option.names, value));
    }
    return text;
}

Result<Custom> parse_custom(std::string_view text, const AnyGame& game) {
    Custom custom = game.custom();
    for (const std::string_view word : words_of(text))
        if (auto right = set_convention(custom, word); !right) return Failure(right.error());
    if (auto right = check_custom(custom, game); !right) return Failure(right.error());
    return custom;
}

Result<Colours> Colours::of(std::span<const int> colours, const AnyGame& game) {
    std::string found, expected;
    unsigned seen = 0;
    Colours result;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        found.append(i == 0 ? "" : " ").append(std::to_string(colours[i] + 1));
        if (colours[i] < 0 || colours[i] >= game.players()) continue;
        seen |= 1u << colours[i];
        if (i < max_players) result.of_[i] = static_cast<std::uint8_t>(colours[i]);
    }
    const auto players = static_cast<std::size_t>(game.players());
    for (std::size_t i = 1; i <= players; ++i) expected.append(i == 1 ? "" : " ").append(std::to_string(i));
    if (colours.size() != players || seen != (1u << players) - 1)
        return Failure(Error{.key = "error.colours",
                             .what = "colours",
                             .field = "colours",
                             .found = std::move(found),
                             .expected = std::move(expected)});
    if (result != Colours() && !game.free_colours())
        return Failure(Error{.key = "error.colours.fixed",
                             .what = "colours",
                             .field = "colours",
                             .found = std::move(found),
                             .expected = std::move(expected)});
    return result;
}

std::string print_colours(const Colours& colours, const AnyGame& game) {
    std::string text;
    for (int i = 0; i < game.players(); ++i)
        text.append(i == 0 ? "" : " ").append(std::to_string(colours[Player(i)] + 1));
    return text;
}

Result<Colours> parse_colours(std::string_view text, const AnyGame& game) {
    std::vector<int> numbers;
    for (const std::string_view word : words_of(text))
        numbers.push_back(word.size() == 1 && word[0] >= '1' && word[0] <= '9' ? word[0] - '1' : -1);
    return Colours::of(numbers, game);
}

}  // namespace tavola
