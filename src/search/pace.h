// When a search that deepens step by step has had enough of its time.
#pragma once

#include <chrono>

#include "search/engine.h"

namespace tavola::search {

/// Whether to begin another depth when so much of the time is gone. A fixed time is used up, because a depth that is
/// broken off may still have found something better. Otherwise what is left is saved as soon as the next depth, which
/// takes `growth` times as long as all before it together, would not be finished.
constexpr bool goes_deeper(const Limits& limits, std::chrono::milliseconds used, int growth) noexcept {
    if (limits.time.count() == 0) return true;
    if (used >= limits.time) return false;
    return limits.whole_time || limits.depth > 0 || used * growth <= limits.time;
}

}  // namespace tavola::search
