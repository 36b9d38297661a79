// XXH64, the checksum of everything that tables store: fast, with a published definition and test vectors, so that
// a file can be checked by other programs too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tavola::tables {

static_assert(std::endian::native == std::endian::little, "tables are stored, and read in place, low byte first");

/// An integer that stands somewhere in the bytes.
template <class Integer>
Integer load(const std::byte* from) noexcept {
    Integer value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// The checksum of bytes that come in pieces.
class Checksum {
  public:
    Checksum& add(std::span<const std::byte> bytes) noexcept {
        total_ += bytes.size();
        if (kept_ > 0) {
            const std::size_t taken = std::min(bytes.size(), stripe - kept_);
            if (taken > 0) std::memcpy(rest_.data() + kept_, bytes.data(), taken);
            kept_ += taken;
            bytes = bytes.subspan(taken);
            if (kept_ < stripe) return *this;
            take_stripe(rest_.data());
            kept_ = 0;
        }
        for (; bytes.size() >= stripe; bytes = bytes.subspan(stripe)) take_stripe(bytes.data());
        if (!bytes.empty()) std::memcpy(rest_.data(), bytes.data(), bytes.size());
        kept_ = bytes.size();
        return *this;
    }
    Checksum& add(std::string_view text) noexcept { return add(std::as_bytes(std::span(text))); }

    std::uint64_t value() const noexcept {
        std::uint64_t hash = p5;
        if (total_ >= stripe) {
            hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
                   std::rotl(lanes_[3], 18);
            for (std::uint64_t lane : lanes_) hash = (hash ^ round(0, lane)) * p1 + p4;
        }
        hash += total_;
        const std::byte* at = rest_.data();
        std::size_t left = kept_;
        for (; left >= 8; left -= 8, at += 8)
            hash = std::rotl(hash ^ round(0, load<std::uint64_t>(at)), 27) * p1 + p4;
        for (; left >= 4; left -= 4, at += 4) hash = std::rotl(hash ^ (load<std::uint32_t>(at) * p1), 23) * p2 + p3;
        for (; left > 0; --left, ++at) hash = std::rotl(hash ^ (load<std::uint8_t>(at) * p5), 11) * p1;
        hash = (hash ^ (hash >> 33)) * p2;
        hash = (hash ^ (hash >> 29)) * p3;
        return hash ^ (hash >> 32);
    }

  private:
    static constexpr std::uint64_t p1 = 0x9e3779b185ebca87u, p2 = 0xc2b2ae3d27d4eb4fu, p3 = 0x165667b19e3779f9u,
                                   p4 = 0x85ebca77c2b2ae63u, p5 = 0x27d4eb2f165667c5u;
    static constexpr std::size_t stripe = 32;

    static std::uint64_t round(std::uint64_t lane, std::uint64_t word) noexcept {
        return std::rotl(lane + word * p2, 31) * p1;
    }
    void take_stripe(const std::byte* at) noexcept {
        for (std::size_t i = 0; i < 4; ++i) lanes_[i] = round(lanes_[i], load<std::uint64_t>(at + 8 * i));
    }

    std::array<std::uint64_t, 4> lanes_{p1 + p2, p2, 0, 0 - p1};
    std::array<std::byte, stripe> rest_{};
    std::size_t kept_ = 0;
    std::uint64_t total_ = 0;
};

inline std::uint64_t checksum(std::span<const std::byte> bytes) noexcept { return Checksum().add(bytes).value(); }

}  // namespace tavola::tables
