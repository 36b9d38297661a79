// `tavola match`: two players against each other, many games, and what they tell.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/verbs.h"

namespace tavola::cli {

struct ArenaOptions {
    std::string first, second;  ///< the players, as arena::parse_player reads them
    int games = 200;            ///< rounded up to whole pairs
    int concurrency = 1;
    std::uint64_t seed = 0;
    std::optional<int> opening_plies;  ///< exactly so many; none: what suits the game, and more so that all differ
    std::string sprt;                  ///< `elo0,elo1`; empty: all games are played
    std::string records;               ///< where the games' records go, and the match goes on from; empty: nowhere
    int max_plies = 400;
    bool adjudicate = false;                      ///< games end where tables know how they must
    std::optional<std::filesystem::path> tables;  ///< where those lie, if not where they usually do
};

/// Plays, tells how it goes on stderr where that is a terminal, and sums up. Ctrl-C lets the running games end and sums
/// up too. The status is `failed` when the test asked for (SPRT) comes out against the first player.
Status arena(const Terminal& terminal, const Question& question, const ArenaOptions& options);

}  // namespace tavola::cli
