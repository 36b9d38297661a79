// Sets of up to 24 cells as numbers: every set of k cells has a rank among all sets of k cells. The order is that of the
// sets' bits read as numbers, so the rank depends neither on k nor on the board, and one table serves all.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tavola::tables {

inline constexpr int max_cells = 24;

namespace detail {
inline constexpr auto binomials = [] {
    std::array<std::array<std::uint32_t, max_cells + 1>, max_cells + 1> table{};
    for (std::size_t n = 0; n <= max_cells; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
    }
    return table;
}();

/// What a byte adds to the rank, by its place among the three and the number of cells before it.
struct RankTable {
    std::array<std::array<std::uint32_t, 256>, 1 + 9 + 17> parts{};

    constexpr RankTable() noexcept {
        for (std::size_t place = 0; place < 3; ++place)
            for (std::size_t before = 0; before <= 8 * place; ++before)
                for (std::size_t byte = 0; byte < 256; ++byte) {
                    std::uint32_t sum = 0;
                    std::size_t count = before;
                    for (std::size_t bit = 0; bit < 8; ++bit)
                        if (byte >> bit & 1) sum += binomials[8 * place + bit][++count];
                    parts[first(place) + before][byte] = sum;
                }
    }
    static constexpr std::size_t first(std::size_t place) noexcept { return place == 0 ? 0 : place == 1 ? 1 : 10; }
};
inline constexpr RankTable rank_table;
}  // namespace detail

/// In how many ways k of n cells can be chosen.
constexpr std::uint32_t choose(int n, int k) noexcept {
    return k < 0 || k > n ? 0 : detail::binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

/// The number of sets of the same size that come before this one.
constexpr std::uint32_t rank(std::uint32_t set) noexcept {
    const std::uint32_t low = set & 255, middle = set >> 8 & 255, high = set >> 16;
    const auto below = static_cast<std::uint32_t>(std::popcount(low));
    const auto below_high = below + static_cast<std::uint32_t>(std::popcount(middle));
    return detail::rank_table.parts[0][low] + detail::rank_table.parts[1 + below][middle] +
           detail::rank_table.parts[10 + below_high][high];
}

/// The set of that size with this rank.
constexpr std::uint32_t unrank(std::uint32_t rank, int size) noexcept {
    std::uint32_t set = 0;
    int cell = max_cells;
    for (int k = size; k > 0; --k) {
        do --cell;
        while (choose(cell, k) > rank);
        rank -= choose(cell, k);
        set |= std::uint32_t{1} << cell;
    }
    return set;
}

/// The set of the same size that comes next; of the empty set the empty set.
constexpr std::uint32_t next_subset(std::uint32_t set) noexcept {
    // The lowest run of cells moves up by one; all of it but the highest falls back to the bottom.
    const std::uint32_t low = set & (~set + 1), ripple = set + low;
    return low == 0 ? 0 : ripple | ((set ^ ripple) / low >> 2);
}

/// The bits of `set` that `mask` has, moved together.
constexpr std::uint32_t gather(std::uint32_t set, std::uint32_t mask) noexcept {
#if defined(__BMI2__)
    if (!std::is_constant_evaluated()) return __builtin_ia32_pext_si(set, mask);
#endif
    std::uint32_t result = 0;
    for (std::uint32_t bit = 1; mask != 0; bit <<= 1, mask &= mask - 1)
        if (set & mask & (~mask + 1)) result |= bit;
    return result;
}

/// The other way: the lowest bits of `set`, moved to where `mask` has bits.
constexpr std::uint32_t spread(std::uint32_t set, std::uint32_t mask) noexcept {
#if defined(__BMI2__)
    if (!std::is_constant_evaluated()) return __builtin_ia32_pdep_si(set, mask);
#endif
    std::uint32_t result = 0;
    for (std::uint32_t bit = 1; mask != 0; bit <<= 1, mask &= mask - 1)
        if (set & bit) result |= mask & (~mask + 1);
    return result;
}

static_assert(rank(0b111) == 0 && rank(0b1011) == 1 && unrank(choose(24, 12) - 1, 12) == 0xfff000);
static_assert(next_subset(0b0110) == 0b1001 && next_subset(0b1001) == 0b1010);
static_assert(gather(0b101000, 0b111000) == 0b101 && spread(0b101, 0b111000) == 0b101000);

}  // namespace tavola::tables
