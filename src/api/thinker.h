// The computer player behind the façade. It goes on where it was: the last game's engine is kept while questions are
// about the same game and rules.
//
// Memory: one engine is kept, with a hash table of 32 MiB (none where dice decide). Below the highest level a move is
// chosen by an engine of its own, 16 MiB for as long as that takes, so that a level and a seed always give the same
// move.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "api/api.h"
#include "search/engine.h"

namespace tavola::api {

class Thinker {
  public:
    explicit Thinker(Tell tell) : tell_(std::move(tell)) {}

    /// The best lines, told after every depth too. Without any bound ("time", "depth", "nodes") it takes a second.
    Result<nlohmann::json> think(const nlohmann::json& request);
    /// A move at a "level", for a "seed".
    Result<nlohmann::json> choose(const nlohmann::json& request);
    /// Whether the computer in the seat of "player" would end the game by agreement now.
    Result<nlohmann::json> consider(const nlohmann::json& request);

  private:
    Engine& engine(const AnyGamePtr& game);

    Tell tell_;
    std::string rules_;  ///< what the engine plays
    std::unique_ptr<Engine> engine_;
};

}  // namespace tavola::api
