// Random numbers: small state, the same sequence on every machine for a seed. Not for secrets.
#pragma once

#include <cstdint>

#include "base/hash.h"

namespace tavola {

/// SplitMix64: a counter and a mixer.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

    constexpr std::uint64_t next() noexcept { return mix(state_ += 0x9e3779b97f4a7c15u); }

    /// A number in [0, bound), as even as 32 random bits allow (the bias is below bound / 2^32).
    constexpr std::uint32_t below(std::uint32_t bound) noexcept {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

  private:
    std::uint64_t state_;
};

}  // namespace tavola
