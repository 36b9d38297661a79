// `tavola serve`: the house, its pages over HTTP.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/verbs.h"

namespace tavola::cli {

struct ServeOptions {
    std::string host = "127.0.0.1";
    std::optional<std::uint16_t> port;  ///< otherwise the usual one, or the next that is free
    std::optional<std::filesystem::path> data, pages, tables;
    std::string database;       ///< of PostgreSQL, where games are kept instead of the folder
    int database_wait = 30;     ///< seconds that the database is waited for at the start
    int claim_after = 180;      ///< seconds that a player must have been away before his opponent may claim the game
    std::string public_url;     ///< the address that players know, behind a proxy
    bool behind_proxy = false;  ///< which tells who asks, in X-Forwarded-For
    std::optional<bool> open_page;  ///< in a browser; otherwise where a person can see one
};

Status serve(const Terminal& terminal, const ServeOptions& options);

}  // namespace tavola::cli
