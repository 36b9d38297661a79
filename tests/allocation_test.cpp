// The core's hot functions use no heap: shown by counting what this whole program allocates.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>

#include "games/play.h"
#include "games/registry.h"
#include "support.h"
#include "tables/frames.h"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    std::abort();
}

void* counted(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto unit = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
    std::abort();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace tavola {
namespace {

// A number that depends on every result, so that no call can be left out as useless.
template <Game G>
std::uint64_t use_everything(const typename G::Rules& rules, typename G::Position position, Random& random,
                             int plies) {
    std::uint64_t sum = perft<G>(rules, position, 2);
    for (int ply = 0; ply < plies; ++ply) {
        MoveList<G> moves;
        G::generate(rules, position, moves);
        sum += moves.size() + static_cast<std::uint64_t>(G::count(rules, position)) + G::hash(position);
        if (moves.empty()) break;
        if constexpr (Indexed<G>) sum += typename G::Choices(rules, position)[0] == moves[0];
        typename G::Position next = position;
        G::play(rules, next, moves.back());
        sum += G::hash(next) + G::outcome(rules, next).over();
        play_random<G>(rules, position, random);
    }
    return sum;
}

template <Game G>
void expect_no_allocation() {
    Random random(11);
    for (int sample = 0; sample < 60; ++sample) {
        const std::vector<Setting> settings = test::sample_settings(test::info_of(G::id), random);
        const auto rules = parse_rules<G>(settings).value();
        const long before = allocations.load();
        const std::uint64_t sum = use_everything<G>(rules, G::start(rules), random, 200);
        EXPECT_EQ(allocations.load(), before) << G::id << ' ' << print_settings(settings);
        EXPECT_NE(sum, 0u);
    }
}

template <Game... Gs>
void expect_no_allocation_of(GameList<Gs...>) {
    (expect_no_allocation<Gs>(), ...);
}

TEST(Allocation, CountingSeesAllocations) {
    const long before = allocations.load();
    const auto text = std::make_unique<std::string>(1000, 'x');
    EXPECT_EQ(text->size(), 1000u);
    EXPECT_GE(allocations.load(), before + 2);
}

TEST(Allocation, PlayUsesNoHeap) { expect_no_allocation_of(AllGames()); }

TEST(Allocation, ProbesOfBlocksAtHandUseNoHeap) {
    Random random(12);
    std::vector<tables::Word> words(20'000);
    for (tables::Word& word : words) word = static_cast<tables::Word>(random.below(100));
    std::vector<std::byte> file;
    const auto keep = [&](std::uint64_t at, std::span<const std::byte> bytes) -> Result<void> {
        file.resize(std::max(file.size(), at + bytes.size()));
        std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    };
    ASSERT_TRUE(tables::encode({"trilha", "rings=3", "3-3"}, words, {}, keep, {.block = 1024}));
    const auto table = tables::TableView::open(file);
    ASSERT_TRUE(table);
    tables::BlockCache cache(64);
    std::uint64_t sum = 0;
    long before = 0;
    for (int round = 0; round < 2; ++round) {
        before = allocations.load();
        for (std::uint64_t slot = 0; slot < words.size(); ++slot)
            sum += tables::probe_word(*table, slot, cache).value_or(tables::unused);
    }
    EXPECT_EQ(allocations.load(), before);
    EXPECT_EQ(sum, 2 * std::accumulate(words.begin(), words.end(), std::uint64_t{0}));
}

}  // namespace
}  // namespace tavola
