// What players agree on before a game, in JSON: rooms and requests ask for it in the same words.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "match/conventions.h"
#include "match/match.h"

namespace tavola::api {

/// "arbiter": `true`, or nothing, for the game's own; `false` for none, so that only the rules and the players end it; or
/// `{"repetitions": 3, "quietPlies": 100, "byAgreement": true, "insufficient": true}`, of which each part may be left out.
Result<Custom> custom_of(const nlohmann::json& request, const AnyGame& game);
nlohmann::json custom_json(const Custom& custom);

/// "colours": `[1, 0]`, the colour of each player.
Result<Colours> colours_of(const nlohmann::json& request, const AnyGame& game);
nlohmann::json colours_json(const Colours& colours, const AnyGame& game);

/// How a game has ended: "status", "why", and where there is such a thing what the arbiter counted ("count") and by what it
/// was settled ("score").
nlohmann::json ending_json(const AnyGame& game, const Verdict& verdict);

/// How near the arbiter is: "repeated" of "repetitions", "quiet" plies of "quietPlies", whether it can end "byAgreement",
/// and what it would be "settled" to now, with the "score". Limits that do not hold are missing.
nlohmann::json standing_json(const Match& match);

}  // namespace tavola::api
