// JSON from outside, read within limits. nlohmann's parser needs no stack, but whoever copies, compares or prints what it
// has read goes down a level at a time: a text of 200,000 brackets would take the stack with it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace tavola {

/// Nothing that the program writes or reads is nested half as deep.
inline constexpr std::size_t deepest_json = 64;

/// Whether no value in a text lies deeper than that. Says nothing of whether it is JSON at all.
inline bool is_shallow(std::string_view text, std::size_t deepest = deepest_json) noexcept {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest) return false;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return true;
}

/// What a text says; discarded where it is no JSON or is nested too deeply. All JSON that comes from outside, and all that
/// has been stored, is read by this.
inline nlohmann::json parse_json(std::string_view text) {
    if (!is_shallow(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
    return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace tavola
