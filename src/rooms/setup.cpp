#include "rooms/setup.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "api/conventions.h"

namespace tavola::rooms {
namespace {

using nlohmann::json;

constexpr std::size_t longest_name = 24;
constexpr std::size_t longest_text = 200;
constexpr std::size_t longest_word = 64;
constexpr std::string_view phrases[] = {"hello", "good-luck",  "well-played", "thanks",
                                        "sorry", "one-moment", "good-game",   "goodbye"};

Failure bad(std::string field, std::string expected) {
    return Failure(
        Error{.key = "error.request", .what = "request", .field = std::move(field), .expected = std::move(expected)});
}

/// The next character of a text in UTF-8; at most four bytes, should it be none.
std::string_view take_character(std::string_view& text) noexcept {
    std::size_t length = 1;
    while (length < 4 && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u)
        ++length;
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    return character;
}

char32_t code_of(std::string_view character) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0);
    char32_t code = byte(0) & (0xffu >> (character.size() + 1));
    for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3fu);
    return code;
}

struct Span {
    char32_t first, last;
};

bool in_any(std::span<const Span> spans, char32_t code) noexcept {
    return std::ranges::any_of(spans, [&](const Span& span) { return code >= span.first && code <= span.last; });
}

// Control characters, blanks, and those that only steer how others are shown: a space stands in their place.
constexpr Span blanks[] = {{0x00, 0x20},       {0x7f, 0xa0},       {0xad, 0xad},      {0x61c, 0x61c},
                           {0x115f, 0x1160},   {0x1680, 0x1680},   {0x2000, 0x200f},  {0x2028, 0x202f},
                           {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},  {0x3164, 0x3164},
                           {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffc},  {0xe000, 0xf8ff},
                           {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}};
// Those that only change the character before them, or nothing at all: they are left out. (The last are planes for private use.)
constexpr Span ignorable[] = {{0x34f, 0x34f},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
                              {0xfe00, 0xfe0f}, {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff}};

/// Single spaces, nothing invisible; nothing at all where that leaves no character, or too many.
std::optional<std::string> cleaned(std::string_view text, std::size_t longest) {
    std::string clean;
    std::size_t length = 0;
    bool space = false;
    while (!text.empty()) {
        const std::string_view character = take_character(text);
        const char32_t code = code_of(character);
        if (in_any(ignorable, code)) continue;
        if (in_any(blanks, code)) {
            space = !clean.empty();
            continue;
        }
        length += space ? 2 : 1;
        if (length > longest) return {};
        clean.append(space ? " " : "").append(character);
        space = false;
    }
    if (clean.empty()) return {};
    return clean;
}

}  // namespace

Failure refuse(std::string_view key, std::string found, std::string expected) {
    return Failure(Error{.key = key, .what = "room", .found = std::move(found), .expected = std::move(expected)});
}

Result<Setup> parse_setup(const json& message) {
    const auto id = message.find("game");
    if (id == message.end() || !id->is_string()) return bad("game", "text");
    std::vector<Setting> settings;
    if (const auto found = message.find("settings"); found != message.end()) {
        if (!found->is_object()) return bad("settings", "{key: text}");
        for (const auto& [key, value] : found->items()) {
            if (!value.is_string()) return bad("settings", "{key: text}");
            settings.push_back({key, value.get<std::string>()});
        }
    }
    const auto game = make_game(id->get<std::string>(), std::span(settings));
    if (!game) return Failure(game.error());
    const auto custom = api::custom_of(message, **game);
    if (!custom) return Failure(custom.error());
    const auto colours = api::colours_of(message, **game);
    if (!colours) return Failure(colours.error());
    Setup setup{.game = *game, .clock = {}, .listed = false};
    if (*custom != (*game)->custom()) setup.custom = *custom;
    setup.colours = *colours;
    if (const auto found = message.find("clock"); found != message.end()) {
        if (!found->is_string()) return bad("clock", "text");
        const auto clock = parse_time_control(found->get<std::string>());
        if (!clock) return Failure(clock.error());
        setup.clock = *clock;
    }
    if (const auto found = message.find("listed"); found != message.end()) {
        if (!found->is_boolean()) return bad("listed", "true, false");
        setup.listed = found->get<bool>();
    }
    if (const auto found = message.find("chat"); found != message.end()) {
        if (*found != "free" && *found != "phrases") return bad("chat", "free, phrases");
        setup.free_chat = *found == "free";
    }
    return setup;
}

json print_setup(const Setup& setup) {
    json settings = json::object();
    for (const Setting& setting : setup.game->settings()) settings[setting.key] = setting.value;
    json form{{"game", setup.game->id()},
              {"settings", settings},
              {"clock", print(setup.clock)},
              {"listed", setup.listed},
              {"chat", setup.free_chat ? "free" : "phrases"}};
    if (setup.custom) form["arbiter"] = api::custom_json(*setup.custom);
    if (setup.colours != Colours()) form["colours"] = api::colours_json(setup.colours, *setup.game);
    return form;
}

Result<std::string> clean_name(std::string_view name) {
    if (auto clean = cleaned(name, longest_name)) return *std::move(clean);
    return refuse("error.room.name", {}, std::to_string(longest_name));
}

Result<std::string> clean_text(std::string_view text) {
    if (auto clean = cleaned(text, longest_text)) return *std::move(clean);
    return refuse("error.room.text", {}, std::to_string(longest_text));
}

Result<std::string> check_word(std::string_view word) {
    const auto fits = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    if (word.size() > longest_word || !std::ranges::all_of(word, fits))
        return refuse("error.room.word", {}, std::to_string(longest_word));
    return std::string(word);
}

bool is_phrase(std::string_view word) noexcept { return std::ranges::find(phrases, word) != std::end(phrases); }

}  // namespace tavola::rooms
