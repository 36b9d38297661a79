// The store keeps what it says it keeps: in order, once, whole or not at all.
#include "store/store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>

#include "server/temporary_folder.h"
#include "store/sqlite.h"
#include "store/sqlite_store.h"

namespace tavola::store {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
  protected:
    void SetUp() override { open(); }
    void open() {
        store.reset();
        auto opened = SqliteStore::open(folder);
        ASSERT_TRUE(opened) << opened.error().found;
        store = *std::move(opened);
    }
    std::future<Result<void>> append(const std::string& game, std::vector<Entry> events, bool over = false) {
        auto promise = std::make_shared<std::promise<Result<void>>>();
        store->append({game, std::move(events), over},
                      [promise](Result<void> result) { promise->set_value(std::move(result)); });
        return promise->get_future();
    }
    TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    std::unique_ptr<SqliteStore> store;
};

TEST_F(StoreTest, EventsComeBackInOrder) {
    ASSERT_TRUE(append("a", {{1, 1000, "made"}, {2, 1001, "sat \"down\" ☃"}}).get());
    ASSERT_TRUE(append("a", {{3, 1002, ""}}).get());
    ASSERT_TRUE(append("b", {{1, 5, "other"}}).get());
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(*store->events("a", 0),
                  (std::vector<Entry>{{1, 1000, "made"}, {2, 1001, "sat \"down\" ☃"}, {3, 1002, ""}}));
        EXPECT_EQ(*store->events("a", 2), (std::vector<Entry>{{3, 1002, ""}}));
        EXPECT_TRUE(store->events("none", 0)->empty());
        open();  // and they are there after the house was closed
    }
}

TEST_F(StoreTest, AConflictSpoilsNothingElse) {
    ASSERT_TRUE(append("a", {{1, 1, "first"}}).get());
    // These come at once, and so go to the disk together.
    auto good = append("b", {{1, 1, "b"}});
    auto half = append("a", {{2, 2, "new"}, {1, 2, "again"}});
    auto also = append("a", {{2, 3, "second"}});
    EXPECT_TRUE(good.get());
    const auto refused = half.get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().key, "error.store.conflict");
    EXPECT_TRUE(also.get());
    EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 1, "first"}, {2, 3, "second"}}));
    EXPECT_EQ(store->events("b", 0)->size(), 1u);
}

TEST_F(StoreTest, UnfinishedGamesAreFound) {
    ASSERT_TRUE(append("later", {{1, 20, ""}}).get());
    ASSERT_TRUE(append("early", {{1, 10, ""}}).get());
    ASSERT_TRUE(append("done", {{1, 5, ""}}).get());
    ASSERT_TRUE(append("done", {{2, 30, ""}}, true).get());
    EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"early", "later"}));
    // A move that is taken back may open a game again.
    ASSERT_TRUE(append("done", {{3, 40, ""}}).get());
    EXPECT_EQ(store->unfinished()->size(), 3u);
}

TEST_F(StoreTest, ManyAtOnce) {
    std::vector<std::future<Result<void>>> all;
    for (int number = 1; number <= 50; ++number)
        for (int game = 0; game < 20; ++game)
            all.push_back(append("g" + std::to_string(game), {{number, number, "x"}}));
    for (auto& one : all) EXPECT_TRUE(one.get());
    for (int game = 0; game < 20; ++game) EXPECT_EQ(store->events("g" + std::to_string(game), 0)->size(), 50u);
}

TEST_F(StoreTest, ClosingKeepsWhatWasOnItsWay) {
    auto last = append("a", {{1, 1, "last"}});
    open();
    EXPECT_TRUE(last.get());
    EXPECT_EQ(store->events("a", 0)->size(), 1u);
}

TEST_F(StoreTest, OneHouseAFolder) {
    const auto second = SqliteStore::open(folder);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().key, "error.store.taken");
}

TEST_F(StoreTest, AFileOfTheFutureIsLeftAlone) {
    store.reset();
    ASSERT_TRUE(Database::open(folder / "tavola.sqlite")->run("PRAGMA user_version = 1000"));
    const auto opened = SqliteStore::open(folder);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().key, "error.store.newer");
}

TEST_F(StoreTest, WhatIsNoStoreIsRefused) {
    store.reset();
    std::ofstream(folder / "tavola.sqlite", std::ios::trunc) << std::string(5000, 'x');
    fs::remove(folder / "tavola.sqlite-wal");
    EXPECT_FALSE(SqliteStore::open(folder));
}

}  // namespace
}  // namespace tavola::store
