// Searches that go straight down to the deepest ply, on positions with as many moves as can be, and how much of the
// stack they take. For the native tests and for the browser's build.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/evaluations.h"
#include "search/search.h"

namespace tavola {

/// Sees how far down the stack has grown where positions are judged.
struct StackMeter {
    std::uintptr_t* lowest;
    void operator()(const auto&) const noexcept {
        *lowest = std::min(*lowest, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
    }
};

/// How many bytes of the stack searches of a position take, to depths that end at many plies up to the last. The first
/// line alone goes all the way down, so few positions will do.
template <Game G>
std::uintptr_t stack_of_dives(const typename G::Rules& rules, const typename G::Position& position) {
    const auto top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::uintptr_t lowest = top;
    search::Table table;
    table.resize(1);
    const std::atomic<bool> stop{false};
    for (int depth = 60; depth < 3 * search::max_ply; depth += 4) {
        table.clear();
        search::Control control{.stop = stop, .node_limit = 2000};
        search::Worker<G, StackMeter> worker(rules, table, control, nullptr, Evaluation<G>::weights(rules),
                                             {&lowest});
        worker.search_root(position, depth, 1, 0, {});
    }
    return top - lowest;
}

}  // namespace tavola
