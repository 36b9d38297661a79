// The sweeps with which the solver of Niout goes over a layer and its mirror.
//
// Two arrays are kept for each of the two layers, both with a row for each herd of one player and in it a number for
// each herd of the other: the value to that player when he is to throw, and when the other is (the mirror's numbers,
// turned round). So all that one herd can reach lies in whole rows, and a row is found as sums and maxima of rows.
//
// Captures are no exception: a number at which both herds have horses on one cell belongs to no position, so it holds
// the value after the row's player has captured there. A move that captures then reads its row like any other.
//
// The order is that of progress, from both herds near home down to both outside: then all that a position leads to has
// been settled in the same sweep, except what captures send back, and passes, which are solved for with the mirror's
// position as two equations. Tiles of equal progress in sum do not depend on each other; threads share them out.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>
#ifndef __wasm__
#include <barrier>
#include <thread>
#endif

#include "tables/niout_moves.h"

namespace tavola::niout {

/// What is computed: the chance to win ...
struct Winning {
    static constexpr double per_throw = 0;  ///< what every throw adds
    static constexpr double won = 1;        ///< at the end
    static constexpr double guess = 0.5;    ///< to begin with
    /// The same seen by the other player is `base + slope * value`.
    static constexpr double base = 1, slope = -1;
};

/// ... or the greatest number of throws to be expected in the layer.
struct Staying {
    static constexpr double per_throw = 1;
    static constexpr double won = 0;
    static constexpr double guess = 0;
    static constexpr double base = 0, slope = 1;
};

/// The rows of one layer: values when the row's player throws, and when he waits.
template <class Real>
struct LayerRows {
    const Real* throwing = nullptr;
    const Real* waiting = nullptr;
    std::size_t stride = 0;  ///< from one row to the next; 0 if all rows are alike
};

/// One layer, as seen by the player whose herds are its rows.
template <class Real>
struct Side {
    const Herds& own;
    const Herds& other;
    const HerdMoves& moves;    ///< of own herds
    const HerdLosses& losses;  ///< of the other's
    Real* throwing = nullptr;
    Real* waiting = nullptr;
    std::array<LayerRows<Real>, most_horses + 1> rows{};  ///< by horses left

    Real* row(Real* values, Herds::Number herd) const noexcept { return values + std::size_t{herd} * other.size(); }
};

namespace detail {

/// In bytes: what fits in one register.
inline constexpr std::size_t pack_size = 32;

/// All rows that one herd can reach, a list for each throw.
template <class Real>
struct Reach {
    // Four horses on four large cells run two ways each; a tandem of four splits in four, two ways each.
    std::array<const Real*, 5 * 8> row;
    struct Part {
        double weight;
        std::size_t end;
    };
    FixedList<Part, 5> parts;
};

/// The expected value over the throws of the best that each can reach, for `Packs` packs of neighbouring herds of the
/// other player from `at` on.
template <std::size_t Packs, class Real>
inline void expect_packs(const Reach<Real>& reach, std::size_t at, double per_throw, Real* out) noexcept {
    constexpr std::size_t lanes = pack_size / sizeof(Real);
    typedef Real Pack __attribute__((vector_size(pack_size)));
    typedef Real LoosePack __attribute__((vector_size(pack_size), aligned(alignof(Real)), may_alias));
    typedef double Wide __attribute__((vector_size(8 * lanes)));
    const auto load = [at](const Real* row, std::size_t p) -> const LoosePack& {
        return *reinterpret_cast<const LoosePack*>(row + at + p * lanes);
    };
    Wide sum[Packs];
    for (Wide& pack : sum) pack = Wide{} + per_throw;
    std::size_t i = 0;
    for (const auto& part : reach.parts) {
        Pack best[Packs];
        for (std::size_t p = 0; p < Packs; ++p) best[p] = load(reach.row[i], p);
        for (++i; i < part.end; ++i)
            for (std::size_t p = 0; p < Packs; ++p) {
                const Pack next = load(reach.row[i], p);
                best[p] = best[p] > next ? best[p] : next;
            }
        for (std::size_t p = 0; p < Packs; ++p) sum[p] += part.weight * __builtin_convertvector(best[p], Wide);
    }
    for (std::size_t p = 0; p < Packs; ++p)
        *reinterpret_cast<LoosePack*>(out + p * lanes) = __builtin_convertvector(sum[p], Pack);
}

/// The same from `begin` to `end`.
template <class Real>
inline void expect(const Reach<Real>& reach, std::size_t begin, std::size_t end, double per_throw,
                   Real* out) noexcept {
    constexpr std::size_t lanes = pack_size / sizeof(Real);
    std::size_t at = begin;
    for (; at + 4 * lanes <= end; at += 4 * lanes) expect_packs<4>(reach, at, per_throw, out + (at - begin));
    for (; at + lanes <= end; at += lanes) expect_packs<1>(reach, at, per_throw, out + (at - begin));
    if (at == end) return;
    if (end - begin >= lanes) {  // the last pack once more, a little shifted
        expect_packs<1>(reach, end - lanes, per_throw, out + (end - lanes - begin));
        return;
    }
    for (; at < end; ++at) {
        double sum = per_throw;
        std::size_t i = 0;
        for (const auto& part : reach.parts) {
            Real best = reach.row[i][at];
            for (++i; i < part.end; ++i) best = std::max(best, reach.row[i][at]);
            sum += part.weight * static_cast<double>(best);
        }
        out[at - begin] = static_cast<Real>(sum);
    }
}

/// Replaces old values by new ones; tells the largest difference.
template <class Real>
inline Real replace(Real* old, const Real* fresh, std::size_t count) noexcept {
    constexpr std::size_t lanes = pack_size / sizeof(Real);
    // As many maxima as a register holds, so that the compiler may use it.
    Real largest[lanes] = {};
    const auto step = [&](std::size_t i, Real& most) {
        const Real difference = fresh[i] - old[i], size = difference < 0 ? -difference : difference;
        most = size > most ? size : most;
        old[i] = fresh[i];
    };
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) step(i + lane, largest[lane]);
    for (; i < count; ++i) step(i, largest[0]);
    return *std::ranges::max_element(largest);
}

}  // namespace detail

/// A layer and its mirror; one side only if they are the same.
template <class Real, class Quantity>
class Sweeper {
  public:
    /// Both sides have their arrays and the rows of the layers below; this fills in the rest.
    Sweeper(std::vector<Side<Real>> sides, bool capture_throws, int threads)
        : sides_(std::move(sides)), capture_throws_(capture_throws), scratch_(static_cast<std::size_t>(threads)) {
        for (Side<Real>& side : sides_) {
            const std::size_t size = side.own.size() * side.other.size();
            std::fill_n(side.throwing, size, static_cast<Real>(Quantity::guess));
            std::fill_n(side.waiting, size, static_cast<Real>(seen_by_other(Quantity::guess)));
            side.rows[static_cast<std::size_t>(side.own.horses())] = {side.throwing, side.waiting, side.other.size()};
        }
        const std::size_t tile = largest_level(sides_[0].own) * largest_level(sides_[0].other);
        for (Scratch& scratch : scratch_)
            for (std::vector<Real>& room : scratch.tiles) room.resize(tile);
    }

    /// Goes over all positions once; tells the largest change. Broken off when `stop` is set.
    double sweep(const std::atomic<bool>& stop) {
        for (Scratch& scratch : scratch_) scratch.change = 0;
        diagonal_ = static_cast<std::ptrdiff_t>(sides_[0].own.levels() + sides_[0].other.levels()) - 2;
        next_tile_.store(0, std::memory_order_relaxed);
        const auto advance = [this, &stop]() noexcept {
            next_tile_.store(0, std::memory_order_relaxed);
            diagonal_ = stop.load(std::memory_order_relaxed) ? -1 : diagonal_ - 1;
        };
#ifndef __wasm__
        if (scratch_.size() > 1) {
            std::barrier meeting(static_cast<std::ptrdiff_t>(scratch_.size()), advance);
            std::vector<std::jthread> team;
            for (Scratch& scratch : scratch_)
                team.emplace_back([this, &meeting, &scratch] {
                    while (diagonal_ >= 0) {
                        take_tiles(scratch);
                        meeting.arrive_and_wait();
                    }
                });
            team.clear();
        }
#endif
        for (; diagonal_ >= 0; advance()) take_tiles(scratch_[0]);
        double change = 0;
        for (const Scratch& scratch : scratch_) change = std::max(change, scratch.change);
        return change;
    }

    /// Brings the numbers of no position up to date.
    void finish() noexcept {
        for (Side<Real>& side : sides_)
            for (std::size_t b = 0; b < side.other.levels(); ++b)
                for (Herds::Number own = 0; own < side.own.size(); ++own)
                    captures(side, own, b, [&](HerdLosses::Loss loss, Real* throwing, Real*) {
                        throwing[loss.before] = throwing[loss.after];
                    });
    }

    static double seen_by_other(double value) noexcept { return Quantity::base + Quantity::slope * value; }

  private:
    /// What one thread needs.
    struct Scratch {
        std::array<std::vector<Real>, 2> tiles;
        double change = 0;
    };
    /// Herds of one progress of the side's own player, and of the other.
    struct Tile {
        std::size_t own_level, other_level;
        Herds::Number own_begin, own_end, other_begin, other_end;
        std::size_t width;
    };

    static std::size_t largest_level(const Herds& herds) noexcept {
        std::size_t largest = 0;
        for (std::size_t level = 0; level < herds.levels(); ++level)
            largest = std::max<std::size_t>(largest, herds.level_begin(level + 1) - herds.level_begin(level));
        return largest;
    }
    static Tile tile(const Side<Real>& side, std::size_t own, std::size_t other) noexcept {
        const Herds::Number begin = side.other.level_begin(other), end = side.other.level_begin(other + 1);
        return {own, other, side.own.level_begin(own), side.own.level_begin(own + 1), begin, end, end - begin};
    }

    // The tiles on the diagonal that no other thread has taken.
    void take_tiles(Scratch& scratch) noexcept {
        const auto sum = static_cast<std::size_t>(diagonal_);
        const std::size_t own_levels = sides_[0].own.levels(), other_levels = sides_[0].other.levels();
        std::size_t first = sum < other_levels ? 0 : sum - other_levels + 1;
        // A layer that is its own mirror: tiles come in pairs, the first side of each being the further on.
        if (sides_.size() == 1) first = std::max(first, (sum + 1) / 2);
        const std::size_t last = std::min(sum, own_levels - 1);
        for (;;) {
            const std::size_t own = first + next_tile_.fetch_add(1, std::memory_order_relaxed);
            if (own > last) return;
            settle(own, sum - own, scratch);
        }
    }

    // A tile and the mirror's.
    void settle(std::size_t own_level, std::size_t other_level, Scratch& scratch) noexcept {
        Side<Real>&one = sides_.front(), &two = sides_.back();
        const Tile here = tile(one, own_level, other_level), there = tile(two, other_level, own_level);
        const bool same = sides_.size() == 1 && own_level == other_level;
        Real* const found = scratch.tiles[0].data();
        Real* found_there = found;
        // 1. What the throws give, but for those that must be passed.
        look_ahead(one, here, found);
        if (!same) {
            found_there = scratch.tiles[1].data();
            look_ahead(two, there, found_there);
        }
        // 2. Passes.
        pass(one, two, here, found, found_there);
        // 3. Keep what was found, first for the thrower, then as the waiting player sees it.
        scratch.change = std::max(scratch.change, keep(one, here, found));
        if (!same) scratch.change = std::max(scratch.change, keep(two, there, found_there));
        turn_round(two, there, found);
        if (!same) turn_round(one, here, found_there);
        // 4. Captures, as the waiting player sees them.
        capture_waiting(one, here);
        if (!same) capture_waiting(two, there);
    }

    void look_ahead(const Side<Real>& side, const Tile& tile, Real* found) const noexcept {
        for (Herds::Number own = tile.own_begin; own < tile.own_end; ++own, found += tile.width) {
            detail::Reach<Real> reach;
            std::size_t end = 0;
            for (int thrown = 1; thrown <= 5; ++thrown) {
                const std::span<const Arrival> arrivals = side.moves.after(own, thrown);
                if (arrivals.empty()) continue;
                for (const Arrival arrival : arrivals) {
                    const LayerRows<Real>& rows = side.rows[arrival.horses];
                    reach.row[end++] =
                        (throws[thrown].again ? rows.throwing : rows.waiting) + arrival.herd * rows.stride;
                }
                reach.parts.push_back({throws[thrown].sixteenths / 16.0, end});
            }
            detail::expect(reach, tile.other_begin, tile.other_end, Quantity::per_throw, found);
        }
    }

    // Who must pass leaves the throw to the other, who may have to pass as well: with p and q the chances that the one
    // and the other must pass, x = found + p * seen(y) and y = found_there + q * seen(x).
    void pass(const Side<Real>& one, const Side<Real>& two, const Tile& tile, Real* found,
              Real* found_there) const noexcept {
        if (!one.moves.level_passes(tile.own_level) && !two.moves.level_passes(tile.other_level)) return;
        const std::size_t height = tile.own_end - tile.own_begin;
        for (std::size_t i = 0; i < height; ++i) {
            const double p = one.moves.passing(tile.own_begin + static_cast<Herds::Number>(i)) / 16.0;
            // In a tile that is its own mirror every pair is met twice.
            for (std::size_t j = found == found_there ? i : 0; j < tile.width; ++j) {
                const double q = two.moves.passing(tile.other_begin + static_cast<Herds::Number>(j)) / 16.0;
                if (p == 0 && q == 0) continue;
                Real &x = found[i * tile.width + j], &y = found_there[j * height + i];
                const double rest = y;
                const double value = (x + p * seen_by_other(rest + q * Quantity::base)) / (1 - p * q);
                x = static_cast<Real>(value);
                y = static_cast<Real>(rest + q * seen_by_other(value));
            }
        }
    }

    double keep(Side<Real>& side, const Tile& tile, Real* found) const noexcept {
        Real change = 0;
        for (Herds::Number own = tile.own_begin; own < tile.own_end; ++own, found += tile.width) {
            captures(side, own, tile.other_level, [&](HerdLosses::Loss loss, Real* throwing, Real*) {
                throwing[loss.before] = found[loss.before - tile.other_begin] = throwing[loss.after];
            });
            change =
                std::max(change, detail::replace(side.row(side.throwing, own) + tile.other_begin, found, tile.width));
        }
        return static_cast<double>(change);
    }

    // What was found for the mirror of a tile, as the waiting player sees it.
    static void turn_round(Side<Real>& side, const Tile& tile, const Real* found) noexcept {
        constexpr std::size_t block = 16;
        const std::size_t height = tile.own_end - tile.own_begin;
        for (std::size_t i0 = 0; i0 < height; i0 += block)
            for (std::size_t j0 = 0; j0 < tile.width; j0 += block)
                for (std::size_t i = i0; i < std::min(i0 + block, height); ++i) {
                    Real* const row =
                        side.row(side.waiting, tile.own_begin + static_cast<Herds::Number>(i)) + tile.other_begin;
                    for (std::size_t j = j0; j < std::min(j0 + block, tile.width); ++j)
                        row[j] = static_cast<Real>(Quantity::base) +
                                 static_cast<Real>(Quantity::slope) * found[j * height + i];
                }
    }

    void capture_waiting(const Side<Real>& side, const Tile& tile) const noexcept {
        for (Herds::Number own = tile.own_begin; own < tile.own_end; ++own)
            captures(side, own, tile.other_level, [&](HerdLosses::Loss loss, Real* throwing, Real* waiting) {
                waiting[loss.before] = capture_throws_ ? throwing[loss.after] : waiting[loss.after];
            });
    }

    // For every herd of a level that has horses on a cell of the own herd.
    template <class Action>
    void captures(const Side<Real>& side, Herds::Number own, std::size_t level, Action action) const noexcept {
        Real *const throwing = side.row(side.throwing, own), *const waiting = side.row(side.waiting, own);
        for (const Cell cell : cells_of(side.own[own]))
            for (const HerdLosses::Loss loss : side.losses.on(level, cell)) action(loss, throwing, waiting);
    }

    std::vector<Side<Real>> sides_;
    bool capture_throws_;
    std::vector<Scratch> scratch_;
    std::ptrdiff_t diagonal_ = 0;
    std::atomic<std::size_t> next_tile_{0};
};

}  // namespace tavola::niout
