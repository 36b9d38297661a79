// The verbs that take a house's games elsewhere: `export`, `import`, `backup`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/verbs.h"

namespace tavola::cli {

struct KeepOptions {
    std::optional<std::filesystem::path> data;  ///< otherwise one's own folder
    std::string database;                       ///< rather than a folder
    std::string file;                           ///< "-" for the standard streams
};

Status export_games(const Terminal& terminal, const KeepOptions& options);
Status import_games(const Terminal& terminal, const KeepOptions& options);
Status back_up(const Terminal& terminal, const KeepOptions& options);

}  // namespace tavola::cli
