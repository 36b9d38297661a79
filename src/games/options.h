// The rules of a game as a value, and as a list of options with names: one table a game serves reading, writing,
// listing and checking.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tavola {

/// One option of a game. With names, the value is the name's number; without, it is a number from low to high.
template <class Rules>
struct Option {
    std::string_view key;
    std::span<const std::string_view> names;
    int low;
    int high;
    int (*get)(const Rules&);
    void (*set)(Rules&, int);
};

template <class Rules>
struct Preset {
    std::string_view name;
    Rules rules;
};

inline constexpr std::string_view no_yes[] = {"no", "yes"};

/// An option whose values have names.
template <class Rules>
constexpr Option<Rules> named(std::string_view key, std::span<const std::string_view> names, int (*get)(const Rules&),
                              void (*set)(Rules&, int)) noexcept {
    return {key, names, 0, static_cast<int>(names.size()) - 1, get, set};
}
/// An option whose values are numbers.
template <class Rules>
constexpr Option<Rules> numbered(std::string_view key, int low, int high, int (*get)(const Rules&),
                                 void (*set)(Rules&, int)) noexcept {
    return {key, {}, low, high, get, set};
}

/// One `key=value`, as it came in.
struct Setting {
    std::string key;
    std::string value;
    friend bool operator==(const Setting&, const Setting&) = default;
};

/// Splits `key=value,key=value`; `-` and nothing mean none.
Result<std::vector<Setting>> parse_settings(std::string_view text);
std::string print_settings(std::span<const Setting> settings);

namespace detail {
std::string value_text(std::span<const std::string_view> names, int value);
Result<int> value_number(std::string_view key, std::span<const std::string_view> names, int low, int high,
                         std::string_view text);
Error unknown_option(std::string_view key, std::string known);
Error unknown_preset(std::string_view name, std::string known);
}  // namespace detail

/// The rules that these settings ask for: the preset first, wherever it stands, then each option in turn.
template <class G>
Result<typename G::Rules> parse_rules(std::span<const Setting> settings) {
    typename G::Rules rules{};
    for (const Setting& setting : settings) {
        if (setting.key != "preset") continue;
        bool known = false;
        std::string names;
        for (const auto& preset : G::presets) {
            names.append(names.empty() ? "" : ", ").append(preset.name);
            if (preset.name != setting.value) continue;
            rules = preset.rules;
            known = true;
        }
        if (!known) return Failure(detail::unknown_preset(setting.value, names));
    }
    for (const Setting& setting : settings) {
        if (setting.key == "preset") continue;
        bool known = false;
        std::string keys;
        for (const auto& option : G::options) {
            keys.append(keys.empty() ? "" : ", ").append(option.key);
            if (option.key != setting.key) continue;
            const auto value = detail::value_number(option.key, option.names, option.low, option.high, setting.value);
            if (!value) return Failure(value.error());
            option.set(rules, *value);
            known = true;
        }
        if (!known) return Failure(detail::unknown_option(setting.key, keys));
    }
    if (auto fault = G::check(rules)) return Failure(*fault);
    return rules;
}

/// The shortest settings that give these rules: the nearest preset, then what differs from it.
template <class G>
std::vector<Setting> print_rules(const typename G::Rules& rules) {
    const auto differences = [&](const typename G::Rules& base) {
        std::vector<Setting> result;
        for (const auto& option : G::options)
            if (option.get(rules) != option.get(base))
                result.push_back({std::string(option.key), detail::value_text(option.names, option.get(rules))});
        return result;
    };
    std::vector<Setting> best = differences(typename G::Rules{});
    for (const auto& preset : G::presets) {
        std::vector<Setting> other = differences(preset.rules);
        if (preset.rules == typename G::Rules{} || other.size() + 1 > best.size()) continue;
        other.insert(other.begin(), {"preset", std::string(preset.name)});
        best = std::move(other);
    }
    return best;
}

/// Every option with its value.
template <class G>
std::vector<Setting> all_settings(const typename G::Rules& rules) {
    std::vector<Setting> result;
    for (const auto& option : G::options)
        result.push_back({std::string(option.key), detail::value_text(option.names, option.get(rules))});
    return result;
}

}  // namespace tavola
