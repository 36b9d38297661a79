// `tavola tune`: finds the weights of a game's evaluation, and prints them ready for src/search/weights.h, or the judges
// of Trilha ready for src/search/weights_judges.h.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/verbs.h"

namespace tavola::cli {

struct TuneOptions {
    int games = 1000;         ///< a round
    std::uint64_t seed = 1;   ///< the same seed, the same weights
    int rounds = 4;           ///< the weights of one round play the games of the next
    std::uint64_t nodes = 0;  ///< if not 0, the players search so many nodes a move
    int threads = 1;
    std::string judges;  ///< placing, moving or ending: teaches those judges of Trilha instead (src/search/judges.h)
    std::optional<std::filesystem::path> tables;  ///< that they learn from, if not where they usually lie
    bool progress = false;  ///< tells on the error stream how far it has come, where somebody watches
};

Status tune(const Terminal& terminal, const Question& question, const TuneOptions& options);

}  // namespace tavola::cli
