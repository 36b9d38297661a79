// How often something took how long, as monitoring systems count it.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tavola::server {

class Histogram {
  public:
    using Time = std::chrono::microseconds;
    static constexpr std::array<Time, 12> bounds{Time(1'000),   Time(2'000),     Time(5'000),     Time(10'000),
                                                 Time(20'000),  Time(50'000),    Time(100'000),   Time(200'000),
                                                 Time(500'000), Time(1'000'000), Time(5'000'000), Time(20'000'000)};

    void add(std::chrono::nanoseconds took) noexcept {
        const auto bound = std::ranges::lower_bound(bounds, std::chrono::ceil<Time>(took));
        ++counts_[static_cast<std::size_t>(bound - bounds.begin())];
        sum_ += took;
    }
    /// Those that took no longer than the bound of this number; beyond the last bound, all.
    std::uint64_t up_to(std::size_t bound) const noexcept {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i <= bound; ++i) count += counts_[i];
        return count;
    }
    std::uint64_t count() const noexcept { return up_to(bounds.size()); }
    std::chrono::nanoseconds sum() const noexcept { return sum_; }

  private:
    std::array<std::uint64_t, bounds.size() + 1> counts_{};
    std::chrono::nanoseconds sum_{0};
};

}  // namespace tavola::server
