// Tables as bytes: what is written is read back, and whatever happens to the bytes is noticed.
#include "tables/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/random.h"
#include "games/alquerque/alquerque.h"
#include "games/trilha/trilha.h"
#include "support.h"
#include "tables/checksum.h"
#include "tables/frames.h"

namespace tavola::tables {
namespace {

using Bytes = std::vector<std::byte>;

const Subject subject{"trilha", "fly=yes rings=3", "5-4"};

/// A sink that keeps all in memory.
Sink into(Bytes& file) {
    return [&file](std::uint64_t at, std::span<const std::byte> bytes) -> Result<void> {
        file.resize(std::max(file.size(), at + bytes.size()));
        std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    };
}

/// Words as tables have them: runs, draws, holes, and distances up to the longest.
std::vector<Word> words_like(std::size_t count, Word longest, std::uint64_t seed) {
    Random random(seed);
    std::vector<Word> words(count);
    Word last = 0;
    for (Word& word : words) {
        switch (random.below(8)) {
            case 0: word = drawn; break;
            case 1: word = unused; break;
            case 2:
            case 3: word = static_cast<Word>(random.below(longest + 1u)); break;
            default: word = last;
        }
        last = word;
    }
    return words;
}

Bytes table_of(std::span<const Word> words, std::uint32_t block = usual_block, const Counts& plain = {1, 2, 3}) {
    Bytes file;
    EXPECT_TRUE(encode(subject, words, plain, into(file), {.level = 5, .block = block}));
    return file;
}

bool whole(const Bytes& file) {
    const auto table = TableView::open(file);
    return table && check(*table);
}

TEST(Checksum, IsXxh64) {
    EXPECT_EQ(Checksum().value(), 0xef46db3751d8e999u);
    EXPECT_EQ(Checksum().add("a").value(), 0xd24ec4f1a98c6e5bu);
    EXPECT_EQ(Checksum().add("abc").value(), 0x44bc2cf5ad770999u);
    const std::string_view text = "Nobody inspects the spammish repetition";
    EXPECT_EQ(Checksum().add(text).value(), 0xfbcea83c8a378bf1u);
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        EXPECT_EQ(Checksum().add(text.substr(0, cut)).add(text.substr(cut)).value(), 0xfbcea83c8a378bf1u);
}

TEST(Format, RulesHaveOneText) {
    EXPECT_EQ(rules_text(std::vector<Setting>{{"rings", "3"}, {"fly", "yes"}}), "fly=yes rings=3");
    EXPECT_EQ(rules_text<Pretoa>({}), "huff=no");
    const std::string trilha = rules_text<Trilha>({});
    EXPECT_EQ(trilha, rules_text(test::game_of("trilha", "-")->all_settings()));
    EXPECT_NE(fingerprint("trilha", trilha), fingerprint("pretoa", trilha));
    EXPECT_NE(fingerprint("trilha", trilha), fingerprint("trilha", rules_text<Trilha>({.rings = 2})));
}

TEST(Format, WordsComeBack) {
    for (const std::uint32_t block : {8u, 64u, usual_block}) {
        for (const std::size_t count : {0uz, 1uz, 2uz, 3uz, 7uz, 8uz, 9uz, 63uz, 64uz, 65uz, 1001uz, 40'001uz}) {
            if (count / block > 1000) continue;
            for (const Word longest :
                 {Word{0}, Word{1}, Word{60}, Word{511}, Word{512}, Word{3000}, longest_decided}) {
                SCOPED_TRACE(testing::Message() << count << " slots in blocks of " << block << " up to " << longest);
                const auto words = words_like(count, longest, count + longest);
                const Bytes file = table_of(words, block);
                const auto table = TableView::open(file);
                ASSERT_TRUE(table) << table.error().key;
                EXPECT_TRUE(check(*table));
                std::vector<Word> read(count);
                ASSERT_TRUE(read_all(*table, std::span(read)));
                EXPECT_EQ(read, words);
                BlockCache cache;
                for (std::size_t slot = 0; slot < count; slot += 1 + count / 500) {
                    EXPECT_EQ(probe_word(*table, slot, cache), words[slot]);
                    EXPECT_EQ(probe_code(*table, slot, cache), code_of(words[slot]));
                }
            }
        }
    }
}

TEST(Format, DrawsAndHolesAndSingleWords) {
    for (const Word word : {drawn, unused, Word{0}, Word{1}, Word{510}, Word{511}, Word{512}, longest_decided}) {
        const std::vector<Word> words(100'000, word);
        const Bytes file = table_of(words);
        EXPECT_LT(file.size(), 2000u) << word;
        const auto table = TableView::open(file);
        ASSERT_TRUE(table && check(*table)) << word;
        std::vector<Word> read(words.size());
        ASSERT_TRUE(read_all(*table, std::span(read)));
        EXPECT_EQ(read, words);
        EXPECT_EQ(table->header().width, is_decided(word) && word > 511 ? 2 : 1);
    }
}

TEST(Format, FactsAreCounted) {
    const std::vector<Word> words{drawn, 1, 7, 0, unused, 12, 3, drawn, 4};
    const Bytes file = table_of(words, 8, {30, 20, 10});
    const auto table = TableView::open(file);
    ASSERT_TRUE(table);
    const Header& header = table->header();
    EXPECT_EQ(header.subject, subject);
    EXPECT_EQ(header.slots, 9u);
    EXPECT_EQ(header.blocks(), 2u);
    EXPECT_EQ(header.facts.classes, (Counts{3, 2, 3}));
    EXPECT_EQ(header.facts.plain, (Counts{30, 20, 10}));
    EXPECT_EQ(header.facts.longest_win, 7);
    EXPECT_EQ(header.facts.longest_loss, 12);
    EXPECT_EQ(header.facts.checksum, checksum(std::as_bytes(std::span(words))));
    // However it is packed, the checksum of the words is the same.
    EXPECT_EQ(TableView::open(table_of(words, 64))->header().facts.checksum, header.facts.checksum);
}

TEST(Format, ProbabilitiesComeBack) {
    Random random(5);
    for (const std::size_t count : {0uz, 1uz, 5uz, 8uz, 1000uz, 20'001uz}) {
        std::vector<float> probabilities(count);
        for (float& p : probabilities) p = static_cast<float>(random.below(1'000'001)) / 1e6f;
        if (count > 5) probabilities[5] = std::nanf("");
        Bytes file;
        ASSERT_TRUE(encode({"niout", "players=2", "2+3"}, probabilities, into(file), {.block = 1024}));
        const auto table = TableView::open(file);
        ASSERT_TRUE(table && check(*table));
        EXPECT_EQ(table->header().payload, Payload::probability);
        std::vector<float> read(count);
        ASSERT_TRUE(read_all(*table, std::span(read)));
        EXPECT_TRUE(count == 0 || std::memcmp(read.data(), probabilities.data(), count * sizeof(float)) == 0);
        BlockCache cache;
        for (std::size_t slot = 0; slot < count; slot += 7) {
            const auto found = probe_probability(*table, slot, cache);
            ASSERT_TRUE(found);
            EXPECT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(*found)),
                      std::bit_cast<std::uint32_t>(probabilities[slot]));
        }
        std::vector<Word> words(count);
        EXPECT_EQ(read_all(*table, std::span(words)).error().key, "error.table.payload");
    }
}

TEST(Format, PartsCanBeReadAlone) {
    const auto words = words_like(10'000, 100, 3);
    const Bytes file = table_of(words, 1024);
    const auto table = TableView::open(file);
    ASSERT_TRUE(table);
    std::vector<Word> read(10'000 - 7 * 1024);
    ASSERT_TRUE(read_blocks(*table, 7, 3, std::span(read)));
    EXPECT_TRUE(std::equal(read.begin(), read.end(), words.begin() + 7 * 1024));
}

// As a browser does it: the header, then two entries of the directory, then the frames, unpacked by somebody else.
TEST(Format, ASlotIsFoundWithoutTheRestOfTheFile) {
    const auto words = words_like(5000, 700, 4);
    const Bytes file = table_of(words, 512);
    const auto header = parse_header(std::span(file).first(std::min(largest_header, file.size())));
    ASSERT_TRUE(header);
    const auto table = TableView::open(file);
    ASSERT_TRUE(table);
    Unpacker unpacker;
    const auto fetch = [&](std::uint64_t frame) {
        const auto place = parse_entries(*header, frame, std::span(file).subspan(entries_at(*header, frame), 32));
        EXPECT_TRUE(place);
        const auto bytes = std::span(file).subspan(place->at, place->length);
        EXPECT_EQ(checksum(bytes), place->checksum);
        Bytes block(place->unpacked);
        const auto size = unpacker.unpack(bytes, block);
        EXPECT_TRUE(size);
        block.resize(size.value_or(0));
        return block;
    };
    for (std::uint64_t slot = 0; slot < words.size(); slot += 13) {
        const Frames frames = frames_of(*header, slot);
        const TableView::Located located = table->locate(slot);
        EXPECT_EQ(located.first.frame, frames.first);
        EXPECT_EQ(located.second->frame, frames.second);
        EXPECT_EQ(located.index, frames.index);
        const Bytes values = fetch(frames.first), distances = fetch(*frames.second);
        EXPECT_EQ(read_code(values, frames.index), code_of(words[slot]));
        EXPECT_EQ(read_word(values, distances, header->width, frames.index), words[slot]);
    }
}

TEST(Damage, EveryByteIsGuarded) {
    Random random(8);
    for (const Word longest : {Word{90}, Word{2000}}) {
        const Bytes file = table_of(words_like(1500, longest, 6), 512);
        ASSERT_TRUE(whole(file));
        for (std::size_t at = 0; at < file.size(); ++at) {
            Bytes altered = file;
            for (const unsigned flip : {1u << random.below(8), 1 + random.below(255)}) {
                altered[at] = file[at] ^ static_cast<std::byte>(flip);
                EXPECT_FALSE(whole(altered)) << "byte " << at << " of " << file.size();
            }
        }
    }
    Bytes probabilities;
    ASSERT_TRUE(encode({"niout", "-", "all"}, std::vector<float>(100, 0.25f), into(probabilities), {.block = 32}));
    ASSERT_TRUE(whole(probabilities));
    for (std::byte& byte : probabilities) {
        byte ^= std::byte{4};
        EXPECT_FALSE(whole(probabilities));
        byte ^= std::byte{4};
    }
}

TEST(Damage, EveryLengthButTheRightOneIsRefused) {
    Bytes file = table_of(words_like(600, 50, 7), 256);
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto table = TableView::open(std::span(file).first(size));
        ASSERT_FALSE(table) << size;
        EXPECT_EQ(table.error().key, "error.table.short") << size;
    }
    file.push_back(std::byte{0});
    EXPECT_EQ(TableView::open(file).error().key, "error.table.long");
}

TEST(Damage, IsToldByName) {
    const Bytes file = table_of(words_like(600, 50, 9), 256);
    const auto with = [&](std::size_t at) {
        Bytes altered = file;
        altered[at] ^= std::byte{1};
        return altered;
    };
    const auto table = TableView::open(file);
    ASSERT_TRUE(table);
    EXPECT_EQ(TableView::open(with(0)).error().key, "error.table.magic");
    const auto version = TableView::open(with(8)).error();
    EXPECT_EQ(version.key, "error.table.version");
    EXPECT_EQ(version.found, "0");
    EXPECT_EQ(version.expected, "1");
    EXPECT_EQ(TableView::open(with(40)).error().key, "error.table.header");
    EXPECT_EQ(TableView::open(with(table->header().size() + 3)).error().key, "error.table.directory");
    EXPECT_EQ(TableView::open(std::as_bytes(std::span(std::string_view("a text")))).error().key, "error.table.magic");

    // A damaged block is noticed when it is asked for, and only then.
    const Bytes altered = with(table->place(1).at + 20);
    const auto damaged = TableView::open(altered);
    ASSERT_TRUE(damaged);
    BlockCache cache;
    EXPECT_TRUE(probe_code(*damaged, 0, cache));
    const auto probed = probe_word(*damaged, 300, cache);
    ASSERT_FALSE(probed);
    EXPECT_EQ(probed.error().key, "error.table.block");
    EXPECT_EQ(probed.error().found, "2");
    EXPECT_EQ(probed.error().expected, "6");
    EXPECT_FALSE(probe_word(*damaged, 300, cache)) << "a second time";
    EXPECT_EQ(check(*damaged).error(), probed.error());
}

TEST(Damage, OtherTablesAreRefused) {
    const Bytes file = table_of(words_like(100, 50, 9));
    const auto table = TableView::open(file);
    ASSERT_TRUE(table);
    EXPECT_TRUE(table->expect("trilha", "fly=yes rings=3", "5-4"));
    EXPECT_EQ(table->expect("pretoa", "fly=yes rings=3", "5-4").error().key, "error.table.game");
    EXPECT_EQ(table->expect("trilha", "fly=no rings=3", "5-4").error().key, "error.table.rules");
    EXPECT_EQ(table->expect("trilha", "fly=yes rings=3", "4-5").error().key, "error.table.sector");
}

TEST(Damage, NothingSenselessIsWritten) {
    Bytes file;
    const std::vector<Word> words{1, 0x8000, 2};
    EXPECT_EQ(encode(subject, words, {}, into(file)).error().key, "error.table.word");
    EXPECT_FALSE(whole(file));
    for (const char* name : {"", "../x", ".hidden", "a/b", "5 4", "-4"})
        EXPECT_EQ(encode({"trilha", "", name}, words, {}, into(file)).error().key, "error.table.name") << name;
    EXPECT_EQ(encode({"Trilha", "", "5-4"}, words, {}, into(file)).error().key, "error.table.name");
    EXPECT_EQ(encode({"trilha", "a\nb", "5-4"}, words, {}, into(file)).error().key, "error.table.name");
}

TEST(Damage, AFullDiskIsReported) {
    const auto words = words_like(1000, 50, 1);
    int calls = 0;
    const auto counted = [&](std::uint64_t, std::span<const std::byte>) -> Result<void> {
        return ++calls, Result<void>();
    };
    ASSERT_TRUE(encode(subject, words, {}, counted, {.block = 256}));
    for (int last = calls; last-- > 0;) {
        int left = last;
        const auto failing = [&](std::uint64_t, std::span<const std::byte>) -> Result<void> {
            if (left-- == 0) return Failure(Error{"error.table.write", "table"});
            return {};
        };
        EXPECT_EQ(encode(subject, words, {}, failing, {.block = 256}).error().key, "error.table.write");
    }
}

TEST(Cache, KeepsWhatWasAskedForLately) {
    const auto words = words_like(4096, 50, 2), others = words_like(4096, 50, 3);
    const Bytes file = table_of(words, 64), other_file = table_of(others, 64);
    const auto table = TableView::open(file), other = TableView::open(other_file);
    ASSERT_TRUE(table && other);
    BlockCache cache(16);
    Random random(1);
    // Two tables share it, and neither is ever taken for the other.
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t slot = random.below(i % 2 == 0 ? 4096 : 100);
        EXPECT_EQ(probe_word(*table, slot, cache), words[slot]);
        EXPECT_EQ(probe_word(*other, slot, cache), others[slot]);
    }
    EXPECT_GT(cache.hits(), cache.misses() / 2);
    const std::uint64_t misses = cache.misses();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(probe_word(*table, 5, cache), words[5]);
    EXPECT_LE(cache.misses(), misses + 2);
}

}  // namespace
}  // namespace tavola::tables
