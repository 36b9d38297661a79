// Pieces of work that do not depend on one another, done on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace tavola {

/// Calls work(i, reports) for every i below `number`; `reports` on the calling thread alone. Returns when all is done.
template <class Work>
void on_threads(int threads, std::size_t number, const Work& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&](bool reports) {
        for (std::size_t i = next++; i < number; i = next++) work(i, reports);
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(run, false);
    run(true);
}

}  // namespace tavola
