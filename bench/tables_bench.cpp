// How fast tables are written, read through, checked and probed, on one core. Rates count slots. The words are made
// up, in runs as solved sectors have them; `bytes_a_slot` shows that they are about as hard to compress.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/random.h"
#include "tables/frames.h"

namespace {

using namespace tavola;
using namespace tavola::tables;

constexpr std::size_t slots = 8'000'000;

// Most slots are as one of the last few were, or a move or two off.
std::vector<Word> made_up() {
    Random random(1);
    std::vector<Word> words(slots, drawn);
    for (std::size_t i = 16; i < slots; ++i) {
        const std::uint32_t chance = random.below(100);
        const Word like = words[i - (chance < 80 ? 1 : 1 + random.below(16))];
        words[i] = like;
        if (chance < 88) continue;
        if (chance < 91) words[i] = drawn;
        if (chance >= 91) words[i] = static_cast<Word>(std::min(random.below(60), random.below(60)));
    }
    return words;
}

std::vector<std::byte> encoded(std::span<const Word> words) {
    std::vector<std::byte> file;
    file.reserve(slots);
    const auto keep = [&](std::uint64_t at, std::span<const std::byte> bytes) -> Result<void> {
        file.resize(std::max(file.size(), at + bytes.size()));
        std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    };
    if (!encode({"trilha", "rings=3", "4-4"}, words, {}, keep)) std::abort();
    return file;
}

const std::vector<Word>& words() {
    static const std::vector<Word> made = made_up();
    return made;
}
const TableView& table() {
    static const std::vector<std::byte> file = encoded(words());
    static const TableView view = TableView::open(file).value();
    return view;
}

void count_slots(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(slots));
}

void write(benchmark::State& state) {
    std::size_t size = 0;
    for (auto _ : state) size = encoded(words()).size();
    count_slots(state);
    state.counters["bytes_a_slot"] = static_cast<double>(size) / slots;
}
void read(benchmark::State& state) {
    std::vector<Word> all(slots);
    for (auto _ : state)
        if (!read_all(table(), std::span(all))) std::abort();
    count_slots(state);
}
void check_whole(benchmark::State& state) {
    for (auto _ : state)
        if (!check(table())) std::abort();
    count_slots(state);
}

// Random slots among the first so many blocks.
template <bool whole_word>
void probe(benchmark::State& state) {
    BlockCache cache;
    Random random(2);
    const auto range = static_cast<std::uint32_t>(
        std::min<std::size_t>(slots, static_cast<std::size_t>(state.range(0)) * usual_block));
    for (auto _ : state) {
        if constexpr (whole_word)
            benchmark::DoNotOptimize(probe_word(table(), random.below(range), cache));
        else
            benchmark::DoNotOptimize(probe_code(table(), random.below(range), cache));
    }
    state.SetItemsProcessed(state.iterations());
}

BENCHMARK(write)->Unit(benchmark::kMillisecond);
BENCHMARK(read)->Unit(benchmark::kMillisecond);
BENCHMARK(check_whole)->Unit(benchmark::kMillisecond);
BENCHMARK(probe<true>)->Name("probe_word/at_hand")->Arg(8);
BENCHMARK(probe<false>)->Name("probe_code/at_hand")->Arg(8);
BENCHMARK(probe<true>)->Name("probe_word/anywhere")->Arg(1 << 20);
BENCHMARK(probe<false>)->Name("probe_code/anywhere")->Arg(1 << 20);

}  // namespace

BENCHMARK_MAIN();
