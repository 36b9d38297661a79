// What tables of perfect play know, for a page that can fetch pieces of their files but has no files: it asks, is told
// which bytes are missing, fetches them and asks again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "games/any_game.h"

namespace tavola::api {

/// `request` may bring bytes, in base64: "pieces" of the file ({"at", "bytes"}), and "blocks" that are unpacked
/// ({"frame", "bytes"}). The answer names the "file" and has one of
/// - "fetch": pieces of the file that are needed ({"at", "length"});
/// - "unpack": the same, each one zstd frame that comes back unpacked as a block ({"frame", "at", "length"});
/// - "endsIn": plies to the end, positive if the player to move wins, negative if he loses, 0 for a draw;
/// - "chance": where dice decide, that the player who is to throw wins.
/// Without any of them no table has the position.
Result<nlohmann::json> probe(const AnyGame& game, const AnyPosition& position, const nlohmann::json& request);

}  // namespace tavola::api
