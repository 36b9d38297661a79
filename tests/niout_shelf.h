// Exact chances in Niout, kept in memory for tests.
#pragma once

#include <atomic>

#include "tables/niout_best.h"
#include "tables/niout_solver.h"

namespace tavola::niout {

template <class Real>
struct MemoryShelf {
    std::array<Chances<Real>, layers> kept;
    int times = 0;

    Shelf<Real> shelf() {
        return {.find = [this](Layer layer) { return kept[layer.index()].span(); },
                .keep =
                    [this](Layer layer, Chances<Real> chances) {
                        kept[layer.index()] = std::move(chances);
                        ++times;
                    }};
    }
    ChanceBook<Real> book() const {
        ChanceBook<Real> book;
        for (int own = 1; own <= most_horses; ++own)
            for (int other = 1; other <= most_horses; ++other) {
                const Layer layer{own, other};
                book.add(layer, kept[layer.index()].span());
            }
        return book;
    }
    /// Solves the layers with up to so many horses, both players' together.
    Result<SolveEnd> solve_up_to(const Rules& rules, int horses, SolveOptions options = {}) {
        std::atomic<bool> stop{false};
        const auto listener = [&](const Progress& progress) {
            if (progress.layer.own + progress.layer.other > horses) stop = true;
        };
        options.most = std::min(3, horses - 1);
        return solve<Real>(rules, options, shelf(), listener, stop);
    }
};

}  // namespace tavola::niout
