#include "games/options.h"

#include <algorithm>

namespace tavola {

Result<std::vector<Setting>> parse_settings(std::string_view text) {
    std::vector<Setting> settings;
    if (text == "-" || text.empty()) return settings;
    for (std::size_t start = 0;;) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string_view item = text.substr(start, end - start);
        const std::size_t equals = item.find('=');
        if (equals == item.npos || equals == 0)
            return Failure(Error{.key = "error.setting",
                                 .what = "option",
                                 .field = {},
                                 .at = start + 1,
                                 .found = std::string(item),
                                 .expected = "key=value"});
        settings.push_back({std::string(item.substr(0, equals)), std::string(item.substr(equals + 1))});
        if (end == text.size()) return settings;
        start = end + 1;
    }
}

std::string print_settings(std::span<const Setting> settings) {
    std::string text;
    for (const Setting& setting : settings)
        text.append(text.empty() ? "" : ",").append(setting.key).append("=").append(setting.value);
    return text.empty() ? "-" : text;
}

namespace detail {

std::string value_text(std::span<const std::string_view> names, int value) {
    return names.empty() ? std::to_string(value) : std::string(names[static_cast<std::size_t>(value)]);
}

Result<int> value_number(std::string_view key, std::span<const std::string_view> names, int low, int high,
                         std::string_view text) {
    std::string expected;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) return static_cast<int>(i);
        expected.append(i == 0 ? "" : ", ").append(names[i]);
    }
    if (names.empty()) {
        expected = std::to_string(low) + ".." + std::to_string(high);
        for (int value = low; value <= high; ++value)
            if (std::to_string(value) == text) return value;
    }
    return Failure(Error{.key = "error.option.value",
                         .what = "option",
                         .field = std::string(key),
                         .found = std::string(text),
                         .expected = expected});
}

Error unknown_option(std::string_view key, std::string known) {
    return {.key = known.empty() ? "error.option.none" : "error.option.unknown",
            .what = "option",
            .field = std::string(key),
            .found = std::string(key),
            .expected = std::move(known)};
}

Error unknown_preset(std::string_view name, std::string known) {
    return {.key = known.empty() ? "error.preset.none" : "error.preset.unknown",
            .what = "option",
            .field = "preset",
            .found = std::string(name),
            .expected = std::move(known)};
}

}  // namespace detail
}  // namespace tavola
