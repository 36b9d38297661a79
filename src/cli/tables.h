// `tavola solve`, `tavola verify` and `tavola tables`: making, checking and listing tables of perfect play.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/verbs.h"
#include "shelf/shelf.h"

namespace tavola::cli {

struct TableOptions {
    std::string sectors;  ///< names split by commas, or the most men; empty: all
    std::string memory;   ///< such as 800M or 4G, without a letter in MiB; empty: half of the machine's
    int threads = 0;      ///< 0: as many as there are cores
    std::optional<std::filesystem::path> tables;  ///< the shelf's folder, if not the usual one
};

std::shared_ptr<shelf::Shelf> open_shelf(const std::optional<std::filesystem::path>& folder);

/// A game and its rules as people type them: `trilha --preset internacional --set rings=2`.
std::string typed(const AnyGame& game);
/// Nothing for the usual folder, otherwise the option that names it, for a shell.
std::string typed_folder(const std::optional<std::filesystem::path>& folder);

/// Solves what is asked for and not there yet, and tells what is there then. SIGINT and SIGTERM stop it: what is done
/// stays, and the status is `failed`.
Status solve(const Terminal& terminal, const Question& question, const TableOptions& options);

/// Checks every table that is asked for and there. `failed` if one is wrong, or none is there.
Status verify(const Terminal& terminal, const Question& question, const TableOptions& options);

/// What is on the shelf, by game and rules. `failed` if a file is damaged.
Status list_tables(const Terminal& terminal, const std::optional<std::filesystem::path>& folder);

}  // namespace tavola::cli
