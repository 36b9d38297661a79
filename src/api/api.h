// The façade in JSON: one request, one answer. The command line's --json, the browser and later the server speak
// through this, so they cannot say different things.
//
//     {"verb": "moves", "game": "trilha", "settings": {"preset": "internacional"}, "position": "..."}
//
// An answer holds what was asked for, or {"error": {...}} with the parts of an Error. Nothing throws.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "games/any_game.h"

namespace tavola::api {

/// Answers a request. Verbs: games, board, start, moves, apply, match, status, show, perft, random, record,
/// think, choose, bench, probe.
nlohmann::json answer(const nlohmann::json& request);
/// The same as text; a text that is not JSON is answered with an error.
std::string answer_text(std::string_view request);

nlohmann::json to_json(const Error& error);
/// A position with all there is to see of it: text, turn, status, men.
nlohmann::json position_json(const AnyGame& game, const AnyPosition& position);
/// A move with its gestures and effects.
nlohmann::json move_json(const AnyGame& game, const AnyPosition& position, AnyMove move);

}  // namespace tavola::api
