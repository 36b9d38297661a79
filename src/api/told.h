// What is there, as JSON: the words in which the façade answers. web/src/core/types.ts has them for the pages.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "games/any_game.h"
#include "match/record.h"
#include "search/engine.h"

namespace tavola::api {

nlohmann::json to_json(const Error& error);
/// The games of the house with their options, presets and customs.
nlohmann::json games_json();
nlohmann::json board_json(const Topology& board);
/// A position with all there is to see of it: text, turn, status, men.
nlohmann::json position_json(const AnyGame& game, const AnyPosition& position);
/// A move with its gestures and effects.
nlohmann::json move_json(const AnyGame& game, const AnyPosition& position, AnyMove move);
/// The legal moves in the order of their words.
nlohmann::json moves_json(const AnyGame& game, const AnyPosition& position);
/// Those of a match; one that lets the arbiter end it at once tells by what ("ends").
nlohmann::json moves_json(const Match& match);
/// What was played, step by step. Who leaves moves nothing.
nlohmann::json trace_json(const Match& match);
nlohmann::json record_json(const Record& record);
nlohmann::json report_json(const AnyGame& game, const Report& report);

}  // namespace tavola::api
