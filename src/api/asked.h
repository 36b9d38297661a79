// What a request asks for. Whatever it holds, the answer is a value or an error that names the field.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"
#include "match/match.h"
#include "match/record.h"

namespace tavola::api {

Failure bad_request(std::string_view field, std::string expected);

std::optional<std::string> text_of(const nlohmann::json& request, const char* field);
/// A number between bounds, or the standard where none is given.
Result<int> number_of(const nlohmann::json& request, const char* field, int standard, int low, int high);
Result<bool> truth_of(const nlohmann::json& request, const char* field, bool standard);

/// The game that a request names, under the settings that it gives.
Result<AnyGamePtr> game_of(const nlohmann::json& request);

/// A game and a position of it, the start if none is given.
struct Table {
    AnyGamePtr game;
    AnyPosition position;
};
Result<Table> table_of(const nlohmann::json& request);

/// A match so far: where it began ("start", or "position"), and the words "played" since, with players leaving, under the
/// "arbiter" that is asked for (conventions.h).
Result<Match> match_of(const nlohmann::json& request);

/// A position set up by hand: "men", "turn" and "dice".
Result<Setup> setup_of(const AnyGame& game, const nlohmann::json& request);

Result<std::vector<Record::Tag>> tags_of(const nlohmann::json& request);

}  // namespace tavola::api
