// The folder of tables: files appear whole or not at all, others are refused, many threads read.
#include "shelf/shelf.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#include "base/random.h"
#include "support.h"

namespace tavola::shelf {
namespace {

namespace fs = std::filesystem;
using tables::Subject;
using tables::Word;

/// A folder of its own for each test.
class ShelfTest : public testing::Test {
  protected:
    ShelfTest() {
        std::string name = (fs::temp_directory_path() / "tavola-shelf-XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    ~ShelfTest() override { fs::remove_all(folder); }

    void touch(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }
    std::vector<std::string> files_in(const fs::path& where) {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(where)) names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    fs::path folder;
    const Subject subject{"trilha", "fly=yes rings=3", "5-4"};
};

std::vector<Word> some_words(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Word> words(count);
    for (Word& word : words) word = random.below(3) == 0 ? tables::drawn : static_cast<Word>(random.below(80));
    return words;
}

TEST_F(ShelfTest, WhatIsPutIsFound) {
    const auto words = some_words(100'000, 1);
    Shelf shelf(folder / "deep" / "down");
    EXPECT_TRUE(shelf.list().tables.empty());
    EXPECT_FALSE(shelf.has("trilha", "fly=yes rings=3", "5-4"));
    EXPECT_EQ(shelf.find("trilha", "fly=yes rings=3", "5-4").error().key, "error.table.missing");
    ASSERT_TRUE(shelf.put(subject, words, {1, 2, 3}));
    EXPECT_TRUE(shelf.has("trilha", "fly=yes rings=3", "5-4"));
    const auto table = shelf.find("trilha", "fly=yes rings=3", "5-4");
    ASSERT_TRUE(table) << table.error().key;
    EXPECT_TRUE(check((*table)->view()));
    std::vector<Word> read(words.size());
    ASSERT_TRUE(read_all((*table)->view(), std::span(read)));
    EXPECT_EQ(read, words);
    EXPECT_EQ(*shelf.find("trilha", "fly=yes rings=3", "5-4"), *table) << "mapped once";

    // The old table stays readable for those who hold it when a new one takes its place.
    ASSERT_TRUE(shelf.put(subject, some_words(10, 2), {}));
    EXPECT_TRUE(check((*table)->view()));
    EXPECT_EQ((*shelf.find("trilha", "fly=yes rings=3", "5-4"))->view().slots(), 10u);
    EXPECT_EQ(files_in(shelf.folder_of("trilha", "fly=yes rings=3")), std::vector<std::string>{"5-4.tvt"});
}

TEST_F(ShelfTest, TheListTellsAll) {
    Shelf shelf(folder);
    ASSERT_TRUE(shelf.put({"trilha", "rings=3", "5-4"}, some_words(1000, 1), {4, 5, 6}));
    ASSERT_TRUE(shelf.put({"trilha", "rings=3", "3-3"}, some_words(500, 1), {}));
    ASSERT_TRUE(shelf.put({"niout", "players=2", "all"}, std::vector<float>(300, 0.5f)));
    touch(folder / "stray", "not a folder");
    touch(shelf.path_of("trilha", "rings=3", "9-9"), "not a table");
    fs::copy(shelf.path_of("trilha", "rings=3", "5-4"), shelf.path_of("trilha", "rings=3", "4-4"));
    const auto [listed, faults] = shelf.list();
    ASSERT_EQ(listed.size(), 3u);
    EXPECT_EQ(listed[0].header.subject, (Subject{"niout", "players=2", "all"}));
    EXPECT_EQ(listed[1].header.subject.sector, "3-3");
    EXPECT_EQ(listed[2].header.subject.sector, "5-4");
    EXPECT_EQ(listed[2].header.facts.plain, (tables::Counts{4, 5, 6}));
    EXPECT_EQ(listed[2].bytes, fs::file_size(listed[2].path));
    EXPECT_GT(listed[2].bytes_per_slot(), 0.0);
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].key, "error.table.place");
    EXPECT_EQ(faults[1].key, "error.table.magic");
    EXPECT_NE(faults[1].field.find("9-9.tvt"), std::string::npos);
}

TEST_F(ShelfTest, OtherTablesAreRefused) {
    Shelf shelf(folder);
    ASSERT_TRUE(shelf.put(subject, some_words(1000, 1), {}));
    const fs::path from = shelf.path_of("trilha", "fly=yes rings=3", "5-4");
    const auto refused = [&](std::string_view game, std::string_view rules, std::string_view sector) {
        const fs::path to = shelf.path_of(game, rules, sector);
        fs::create_directories(to.parent_path());
        fs::copy_file(from, to);
        return shelf.find(game, rules, sector).error().key;
    };
    EXPECT_EQ(refused("trilha", "fly=no rings=3", "5-4"), "error.table.rules");
    EXPECT_EQ(refused("pretoa", "fly=yes rings=3", "5-4"), "error.table.game");
    EXPECT_EQ(refused("trilha", "fly=yes rings=3", "6-4"), "error.table.sector");
    EXPECT_EQ(shelf.find("trilha", "fly=yes rings=3", "../5-4").error().key, "error.table.name");
    fs::resize_file(shelf.path_of("trilha", "fly=yes rings=3", "6-4"), 400);
    EXPECT_EQ(shelf.find("trilha", "fly=yes rings=3", "6-4").error().key, "error.table.short");
    fs::resize_file(shelf.path_of("trilha", "fly=yes rings=3", "6-4"), 0);
    EXPECT_EQ(shelf.find("trilha", "fly=yes rings=3", "6-4").error().key, "error.table.short");
}

TEST_F(ShelfTest, LeftoversAreSweptAndWorkInProgressIsNot) {
    Shelf shelf(folder);
    ASSERT_TRUE(shelf.put(subject, some_words(1000, 1), {}));
    const fs::path home = shelf.folder_of(subject.game, subject.rules);
    touch(home / ".5-5.tvt.12345-0.part", "half a tab");
    EXPECT_EQ(shelf.list().tables.size(), 1u);
    EXPECT_TRUE(shelf.list().faults.empty());
    EXPECT_FALSE(shelf.find(subject.game, subject.rules, "5-5"));
    {
        auto writing = WholeFile::begin(home / "6-6.tvt");
        ASSERT_TRUE(writing);
        ASSERT_TRUE(writing->write(10, std::as_bytes(std::span(std::string_view("text")))));
        EXPECT_EQ(shelf.sweep(), 1) << "the leftover alone";
        EXPECT_EQ(files_in(home).size(), 2u);
        EXPECT_FALSE(shelf.has(subject.game, subject.rules, "6-6"));
    }
    EXPECT_EQ(files_in(home), std::vector<std::string>{"5-4.tvt"}) << "given up, nothing is left";
    EXPECT_EQ(shelf.sweep(), 0);
}

TEST_F(ShelfTest, AProgramKilledWhileWritingLeavesNoHalfTable) {
    Shelf shelf(folder);
    const fs::path home = shelf.folder_of(subject.game, subject.rules);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writing = WholeFile::begin(home / "5-4.tvt");
        if (writing) static_cast<void>(writing->write(0, std::as_bytes(std::span(std::string_view("TAVOLA")))));
        std::abort();
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(files_in(home).size(), 1u);
    EXPECT_FALSE(shelf.has(subject.game, subject.rules, "5-4"));
    EXPECT_EQ(shelf.sweep(), 1);
    EXPECT_TRUE(files_in(home).empty());
}

TEST_F(ShelfTest, AFailedWriteLeavesTheOldTable) {
    Shelf shelf(folder);
    const auto words = some_words(1000, 1);
    ASSERT_TRUE(shelf.put(subject, words, {}));
    EXPECT_EQ(shelf.put(subject, std::vector<Word>{0x9000}, {}).error().key, "error.table.word");
    EXPECT_EQ((*shelf.find(subject.game, subject.rules, subject.sector))->view().slots(), 1000u);
    EXPECT_EQ(files_in(shelf.folder_of(subject.game, subject.rules)).size(), 1u);

    touch(folder / "file", "in the way");
    Shelf blocked(folder / "file" / "below");
    const auto refused = blocked.put(subject, words, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().key, "error.table.write");
}

TEST_F(ShelfTest, ThreadsProbeTogether) {
    Shelf shelf(folder);
    constexpr std::size_t count = 200'000;
    const std::array sectors{"3-3", "4-3", "4-4"};
    std::vector<std::vector<Word>> words;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        words.push_back(some_words(count, i));
        ASSERT_TRUE(shelf.put({"trilha", "rings=3", sectors[i]}, words.back(), {}));
    }
    std::vector<int> wrong(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < wrong.size(); ++t)
            threads.emplace_back([&, t] {
                tables::BlockCache cache(32);
                Random random(t);
                for (int i = 0; i < 3000; ++i) {
                    const std::size_t which = random.below(3);
                    const auto table = shelf.find("trilha", "rings=3", sectors[which]);
                    const std::uint64_t slot = random.below(count);
                    if (!table || tables::probe_word((*table)->view(), slot, cache) != words[which][slot]) ++wrong[t];
                }
            });
    }
    EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST(ShelfFolder, FollowsTheEnvironment) {
    const auto set = [](const char* name, const char* value) {
        value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    set("TAVOLA_TABLES", nullptr);
    set("XDG_DATA_HOME", nullptr);
    set("HOME", "/home/somebody");
    EXPECT_EQ(Shelf::usual_folder(), "/home/somebody/.local/share/tavola/tables");
    set("XDG_DATA_HOME", "relative");
    EXPECT_EQ(Shelf::usual_folder(), "/home/somebody/.local/share/tavola/tables");
    set("XDG_DATA_HOME", "/data");
    EXPECT_EQ(Shelf::usual_folder(), "/data/tavola/tables");
    set("TAVOLA_TABLES", "/else/where");
    EXPECT_EQ(Shelf::usual_folder(), "/else/where");
}

}  // namespace
}  // namespace tavola::shelf
