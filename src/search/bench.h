// Fixed positions, fixed depth: one number a game that changes whenever the computer player would play differently.
#pragma once

#include <chrono>
#include <cstdint>

#include "search/engine.h"

namespace tavola {

struct Signature {
    std::uint64_t nodes = 0;  ///< over all positions
    std::uint64_t hash = 0;   ///< of the best moves and their scores too
};

/// Searches the bench positions of a game under its default rules, with one thread and nothing remembered.
Signature bench(std::string_view game);

}  // namespace tavola
