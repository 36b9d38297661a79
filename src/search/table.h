// The transposition table: what was found out about a position, for whoever comes there again. Threads share it
// without locks: an entry torn by two writers does not fit its own key and is not believed.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tavola::search {

/// A result in one word:
///
///     bit  63       48 47       32 31     24 23  22 21     16 15       0
///         |   score   |    static |  depth  | bound |   age   |  choice |
///
/// `choice` is the best move's number in the order of generation, so that moves of any size fit.
class Found {
  public:
    enum class Bound : std::uint8_t { none, upper, lower, exact };

    constexpr Found() noexcept = default;
    explicit constexpr Found(std::uint64_t bits) noexcept : bits_(bits) {}
    constexpr Found(int score, int standing, int depth, Bound bound, unsigned age, std::uint16_t choice) noexcept
        : bits_(std::uint64_t(std::uint16_t(score)) << 48 | std::uint64_t(std::uint16_t(standing)) << 32 |
                std::uint64_t(std::uint8_t(depth)) << 24 | std::uint64_t(bound) << 22 |
                std::uint64_t(age & 63) << 16 | choice) {}

    static constexpr std::uint16_t no_choice = 0xffff;

    constexpr int score() const noexcept { return std::int16_t(bits_ >> 48); }
    constexpr int standing() const noexcept { return std::int16_t(bits_ >> 32); }
    constexpr int depth() const noexcept { return int(bits_ >> 24 & 0xff); }
    constexpr Bound bound() const noexcept { return Bound(bits_ >> 22 & 3); }
    constexpr unsigned age() const noexcept { return unsigned(bits_ >> 16 & 63); }
    constexpr std::uint16_t choice() const noexcept { return std::uint16_t(bits_); }
    constexpr std::uint64_t bits() const noexcept { return bits_; }

  private:
    std::uint64_t bits_ = 0;
};

class Table {
  public:
    /// Room for so much, all of it empty; what was there is forgotten. A table without room finds nothing.
    void resize(std::size_t mebibytes) {
        mebibytes_ = mebibytes;
        buckets_ = std::bit_floor(std::max<std::size_t>(1, mebibytes) * 1024 * 1024 / sizeof(Bucket));
        memory_ = std::make_unique<Bucket[]>(buckets_);
        age_ = 0;
    }
    void clear() noexcept {
        for (std::size_t i = 0; i < buckets_; ++i)
            for (Slot& slot : memory_[i].slots) {
                slot.check.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
        age_ = 0;
    }
    std::size_t mebibytes() const noexcept { return mebibytes_; }

    /// A new search: what older ones left behind is the first to go.
    void new_search() noexcept { age_ = (age_ + 1) & 63; }

    bool probe(std::uint64_t key, Found& found) const noexcept {
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
                found = Found(data);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t key, int score, int standing, int depth, Found::Bound bound,
               std::uint16_t choice) noexcept {
        Slot* worst = nullptr;
        int worst_worth = 0;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            const Found old(data);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                // The same position: a best move that is known is not forgotten.
                if (choice == Found::no_choice) choice = old.choice();
                if (bound != Found::Bound::exact && old.age() == age_ && old.depth() > depth + 3) return;
                worst = &slot;
                break;
            }
            const int worth = data == 0 ? -1000 : old.depth() - 8 * int((age_ - old.age()) & 63);
            if (worst == nullptr || worth < worst_worth) {
                worst = &slot;
                worst_worth = worth;
            }
        }
        const std::uint64_t data = Found(score, standing, depth, bound, age_, choice).bits();
        worst->check.store(key ^ data, std::memory_order_relaxed);
        worst->data.store(data, std::memory_order_relaxed);
    }

    /// How full it is, in thousandths, of this search's results.
    int permille() const noexcept {
        int used = 0, seen = 0;
        for (std::size_t i = 0; i < buckets_ && seen < 1000; ++i)
            for (const Slot& slot : memory_[i].slots) {
                const Found found(slot.data.load(std::memory_order_relaxed));
                used += found.bits() != 0 && found.age() == age_;
                ++seen;
            }
        return seen == 0 ? 0 : used * 1000 / seen;
    }

  private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};  ///< key xor data
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    const Bucket& bucket(std::uint64_t key) const noexcept { return memory_[key & (buckets_ - 1)]; }
    Bucket& bucket(std::uint64_t key) noexcept { return memory_[key & (buckets_ - 1)]; }

    std::size_t mebibytes_ = 0;
    std::size_t buckets_ = 0;
    std::unique_ptr<Bucket[]> memory_;
    unsigned age_ = 0;
};

}  // namespace tavola::search
