// `tavola analyse` and `tavola bench`: what the computer player sees.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/verbs.h"
#include "search/engine.h"

namespace tavola::cli {

struct AnalyseOptions {
    Limits limits;
    int threads = 1;
    std::vector<std::string> moves;               ///< to play first
    std::string record_file;                      ///< or a record to go through, move by move
    std::optional<std::filesystem::path> tables;  ///< where tables of perfect play lie, if not where they usually do
};

/// The best lines of a position with their scores, or of every position of a record.
Status analyse(const Terminal& terminal, const Question& question, const AnalyseOptions& options);

/// One signature a game: of all of them, or of one.
Status bench(const Terminal& terminal, const std::string& game);

}  // namespace tavola::cli
