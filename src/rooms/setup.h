// What people ask of a room, checked: which game under which rules, with which clock, under which name.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "games/any_game.h"
#include "match/clock.h"
#include "match/conventions.h"

namespace tavola::rooms {

struct Setup {
    AnyGamePtr game;
    TimeControl clock;
    bool listed = false;                ///< shown to everybody; otherwise only who has the link finds it
    bool free_chat = false;             ///< players may say what they like; otherwise only phrases
    std::optional<Custom> custom = {};  ///< what the arbiter does, where it is not what the game's own does
    Colours colours = {};               ///< of each seat
};

/// `{"game": "trilha", "settings": {"preset": "classica"}, "clock": "300+5", "listed": true, "chat": "free",
/// "arbiter": {"repetitions": 0}, "colours": [1, 0]}`; all but the game may be left out. What the arbiter does and the colours
/// are printed only where they are not the game's own.
Result<Setup> parse_setup(const nlohmann::json& message);
nlohmann::json print_setup(const Setup& setup);

/// A name as it will be shown: at most 24 characters, single spaces, nothing invisible.
Result<std::string> clean_name(std::string_view name);
/// What is said in a player's own words, cleaned in the same way: at most 200 characters.
Result<std::string> clean_text(std::string_view text);
/// What a player adds to the dice: at most 64 letters and digits, or nothing.
Result<std::string> check_word(std::string_view word);

/// What can be said without typing; the catalogues have a sentence for each (`phrase.hello`).
bool is_phrase(std::string_view word) noexcept;

/// A refusal, with the key of its sentence.
Failure refuse(std::string_view key, std::string found = {}, std::string expected = {});

}  // namespace tavola::rooms
