// Niout for two on the shelf: exact chances instead of values, by value iteration instead of retrograde analysis.
#pragma once

#include "games/niout/niout.h"
#include "shelf/solve.h"

namespace tavola::shelf {

/// Sectors are layers: how many horses the thrower and the other have still to bring home. In a task a number asks for
/// all layers with up to so many horses a side. With up to three a side the chances are kept in double precision, with
/// four in single.
Result<std::vector<Made>> solve_niout(const niout::Rules& rules, Shelf& shelf, const Task& task, std::uint64_t memory,
                                      int threads, const std::atomic<bool>& stop, const Watcher& watcher);

/// Every chance against one look ahead by the game's own moves.
Result<std::vector<Checked>> verify_niout(const niout::Rules& rules, const Shelf& shelf, const Task& task,
                                          int threads, const std::atomic<bool>& stop, const Watcher& watcher);

}  // namespace tavola::shelf
