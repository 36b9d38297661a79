// Long work: on several threads, watched, and stopped when somebody asks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "tables/sector.h"

namespace tavola::tables {

/// How far a solver has come with a pair of sectors.
struct Progress {
    Sector sector;
    int ply = 0;              ///< decided so far: all up to this many plies; -1 in the first sweep
    std::uint64_t slots = 0;  ///< of the pair
    std::uint64_t done = 0;   ///< of those, as far as can be told: half for the sweep, half for what is decided
};

/// What bounds and watches long work. `tell` is called by one thread now and then.
struct Watch {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const Progress&)> tell = {};

    bool stopped() const noexcept { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// Calls work(first, last) for pieces of 0..size, on several threads; returns when all is done or the watch stops.
template <class Work>
void share(const Watch& watch, std::size_t size, std::size_t piece, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (;;) {
            const std::size_t first = next.fetch_add(piece, std::memory_order_relaxed);
            if (first >= size || watch.stopped()) return;
            work(first, std::min(first + piece, size));
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < watch.threads; ++i) others.emplace_back(run);
    run();
}

}  // namespace tavola::tables
