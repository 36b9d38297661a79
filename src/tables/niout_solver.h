// Exact winning chances in Niout for two players, by value iteration, one layer after another.
//
// The chances of a layer are one number a position: how likely the player who is to throw wins if both play as well as
// can be. They are kept row by row, a row for each herd of the thrower, in it a number for each herd of the other
// (Layer, Place). Where both herds have horses on one cell there is no position; such a number is what the thrower
// would have after capturing there.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>

#include "base/result.h"
#include "tables/niout_index.h"

namespace tavola::niout {

/// The chances of a layer, owned. Real is double, or float where memory is short.
template <class Real>
struct Chances {
    std::unique_ptr<Real[]> data;
    std::size_t size = 0;
    std::span<const Real> span() const noexcept { return {data.get(), size}; }
};

/// Where finished layers are kept: in memory, in files, as the caller likes.
template <class Real>
struct Shelf {
    /// A layer that is finished, as it was given to `keep`; empty if it is not. Must stay where it is until the
    /// solver returns.
    std::function<std::span<const Real>(Layer)> find;
    /// Takes a layer that has just been finished.
    std::function<void(Layer, Chances<Real>)> keep;
};

/// How far the work has come; told after every sweep.
struct Progress {
    Layer layer;            ///< of a pair of mirrors the one with more horses of the thrower
    int sweep = 0;          ///< counted from 1
    double change = 0;      ///< the largest in this sweep
    double per_second = 0;  ///< positions, in this sweep
};
using ProgressListener = std::function<void(const Progress&)>;

struct SolveOptions {
    /// Layers of up to so many horses for each player.
    int most = 3;
    /// A layer is finished when a sweep changes nothing by more than this. The chances are then wrong by no more than
    /// this times the longest stay in the layer (see longest_stay), and what the layers below are wrong by.
    double tolerance = 1e-13;
    int threads = 1;
    /// A layer and its mirror with fewer positions than this are left to one thread: the others would only wait.
    std::size_t thread_from = 1'000'000;
};

enum class SolveEnd : std::uint8_t { finished, stopped };

/// Nothing if there are exact chances under these rules: two players, with or without capture-throws.
std::optional<Error> check_solvable(const Rules& rules);

/// Finds the chances of all layers that are not yet on the shelf, those with fewer horses first. Stops soon after `stop`
/// is set; what is on the shelf then need not be done again.
template <class Real>
Result<SolveEnd> solve(const Rules& rules, const SolveOptions& options, const Shelf<Real>& shelf,
                       const ProgressListener& listener, const std::atomic<bool>& stop);

/// The memory that a layer and its mirror need while they are solved, in bytes, besides the layers on the shelf.
template <class Real>
std::size_t memory_needed(Layer layer);

/// The largest number of throws that can be expected to pass in a layer and its mirror, whatever both players do. It
/// tells how much of an error can pile up: if no chance differs by more than d from what one look ahead gives, then none
/// is wrong by more than d times this. After a sweep, d is at most its largest change: what a chance was found from has
/// not changed by more since.
Result<double> longest_stay(const Rules& rules, Layer layer, int threads, const ProgressListener& listener,
                            const std::atomic<bool>& stop);

extern template Result<SolveEnd> solve(const Rules&, const SolveOptions&, const Shelf<float>&,
                                       const ProgressListener&, const std::atomic<bool>&);
extern template Result<SolveEnd> solve(const Rules&, const SolveOptions&, const Shelf<double>&,
                                       const ProgressListener&, const std::atomic<bool>&);
extern template std::size_t memory_needed<float>(Layer);
extern template std::size_t memory_needed<double>(Layer);

}  // namespace tavola::niout
