// `tavola probe`: what the tables of perfect play know of a position and its moves.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "cli/verbs.h"
#include "search/oracle.h"

namespace tavola::cli {

/// What is known of a position or a move, for one side.
struct Worth {
    std::optional<int> ends_in = {};    ///< as an oracle tells it; where dice decide, nothing
    std::optional<double> chance = {};  ///< where dice decide

    bool known() const noexcept { return ends_in || chance; }
};

/// For the player to move, in a game that is not over.
Worth worth_of(const Oracle& oracle, const AnyPosition& position);
/// The same as a sentence about the player to move.
std::string say_worth(const Terminal& terminal, const AnyGame& game, const AnyPosition& position, const Worth& worth);
/// {"value": "win", "plies": 7}, {"value": "draw"}, {"chance": 0.5}; if it is not known, {"value": null}.
nlohmann::json worth_json(const Worth& worth);

/// Value, distance, and every move with its own, best first. `failed` if the tables don't know.
Status probe(const Terminal& terminal, const Question& question, const std::optional<std::filesystem::path>& folder);

}  // namespace tavola::cli
