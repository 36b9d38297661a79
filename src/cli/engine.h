// The verb `engine`: the engine protocol on the standard streams.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/verbs.h"

namespace tavola::cli {

struct EngineOptions {
    std::optional<std::filesystem::path> tables;  ///< where tables of perfect play lie, if not where they usually do
};

/// Speaks until `quit` or the end of the input.
Status engine(const Terminal& terminal, const EngineOptions& options);

}  // namespace tavola::cli
