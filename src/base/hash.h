// Hashing of the few words that make up a position.
#pragma once

#include <cstdint>

namespace tavola {

/// Spreads every bit of the input over the whole word (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// The hash of some words in order. Equal words, equal hash, on every machine.
template <class... Words>
constexpr std::uint64_t hash_words(Words... words) noexcept {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    ((hash = mix(hash ^ static_cast<std::uint64_t>(words)) + 0x9e3779b97f4a7c15u), ...);
    return hash;
}

}  // namespace tavola
