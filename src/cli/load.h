// `tavola load`: many players at once against a house, to see how much it bears and whether it keeps its word.
#pragma once

#include <cstdint>
#include <string>

#include "cli/verbs.h"

namespace tavola::cli {

struct LoadOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::uint16_t other_port = 0;  ///< of another house on the same database, where the second players are
    int games = 100;               ///< at once, two players each
    int idle = 0;                  ///< sockets that only stay open
    int seconds = 10;
    double rate = 0;  ///< moves a second in all; 0: each game as fast as it can
    std::string log;  ///< for every room `ROOM seats TOKEN TOKEN`, for every acknowledged move `ROOM NUMBER MOVE`
};

Status load(const Terminal& terminal, const LoadOptions& options);

}  // namespace tavola::cli
