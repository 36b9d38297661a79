// The store keeps what it says it keeps: in order, once, whole or not at all. The same for every engine.
#include "store/store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "engines.h"
#include "keeping.h"
#include "store/sqlite.h"

namespace tavola::store {
namespace {

namespace fs = std::filesystem;
using tests::everything;
using tests::Folder;

class StoreTest : public testing::TestWithParam<tests::Engine> {
  protected:
    void SetUp() override {
        opener = GetParam().make();
        open();
    }
    void open() {
        store.reset();
        auto opened = opener();
        ASSERT_TRUE(opened) << opened.error().found;
        store = *std::move(opened);
    }
    std::future<Result<void>> append(const std::string& game, std::vector<Entry> events, bool over = false) {
        return tests::append(*store, game, std::move(events), over);
    }
    tests::Opener opener;
    std::unique_ptr<Store> store;
};

INSTANTIATE_TEST_SUITE_P(Engines, StoreTest, testing::ValuesIn(tests::engines),
                         [](const auto& engine) { return std::string(engine.param.name); });

TEST_P(StoreTest, EventsComeBackInOrder) {
    const std::string strange = "sat \"down\", {not} \\n 'here' ☃\n\t$1 %s NULL";
    ASSERT_TRUE(append("a", {{1, 1000, "made"}, {2, 1001, strange}}).get());
    ASSERT_TRUE(append("a", {{3, 1002, ""}}).get());
    ASSERT_TRUE(append("b", {{1, 5, "NULL"}}).get());
    ASSERT_TRUE(append("it's \"{,}\\\" ☃", {{1, -5, std::string(100'000, '\\')}}).get());
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 1000, "made"}, {2, 1001, strange}, {3, 1002, ""}}));
        EXPECT_EQ(*store->events("a", 2), (std::vector<Entry>{{3, 1002, ""}}));
        EXPECT_EQ(*store->events("b", 0), (std::vector<Entry>{{1, 5, "NULL"}}));
        EXPECT_EQ(store->events("it's \"{,}\\\" ☃", 0)->at(0).body.size(), 100'000u);
        EXPECT_TRUE(store->events("none", 0)->empty());
        EXPECT_TRUE(store->events("a", 3)->empty());
        open();  // and they are there after the house was closed
    }
}

TEST_P(StoreTest, LargeNumbersAreKept) {
    constexpr std::int64_t large = 9'000'000'000'000'000'000;
    ASSERT_TRUE(append("a", {{1, large, "x"}}).get());
    EXPECT_EQ(*store->events("a"), (std::vector<Entry>{{1, large, "x"}}));
}

TEST_P(StoreTest, AConflictSpoilsNothingElse) {
    ASSERT_TRUE(append("a", {{1, 1, "first"}}).get());
    // These come at once, and so go to the disk together.
    auto good = append("b", {{1, 1, "b"}});
    auto half = append("a", {{2, 2, "new"}, {1, 2, "again"}}, true);
    auto also = append("a", {{2, 3, "second"}});
    auto late = append("a", {{2, 4, "third"}}, true);
    EXPECT_TRUE(good.get());
    for (auto* bad : {&half, &late}) {
        const auto refused = bad->get();
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().key, "error.store.conflict");
    }
    EXPECT_TRUE(also.get());
    EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 1, "first"}, {2, 3, "second"}}));
    EXPECT_EQ(store->events("b", 0)->size(), 1u);
    EXPECT_EQ(store->unfinished()->size(), 2u);  // what was refused has not ended the game either
}

TEST_P(StoreTest, TheSameAgainIsAConflictToo) {
    ASSERT_TRUE(append("a", {{1, 1, "first"}}).get());
    const auto again = append("a", {{1, 1, "first"}}).get();
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().key, "error.store.conflict");
}

TEST_P(StoreTest, UnfinishedGamesAreFound) {
    ASSERT_TRUE(append("later", {{1, 20, ""}}).get());
    ASSERT_TRUE(append("early", {{1, 10, ""}}).get());
    ASSERT_TRUE(append("done", {{1, 5, ""}}).get());
    ASSERT_TRUE(append("done", {{2, 30, ""}}, true).get());
    EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"early", "later"}));
    // A move that is taken back may open a game again.
    ASSERT_TRUE(append("done", {{3, 40, ""}}).get());
    EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"done", "early", "later"}));
}

TEST_P(StoreTest, WhatIsDueIsFoundInItsOrder) {
    const auto note = [&](const char* game, std::int64_t number, std::optional<std::int64_t> due, bool over = false) {
        std::promise<bool> kept;
        std::vector<Entry> events;
        if (number > 0) events.push_back({number, number, "x"});
        store->append({.game = game, .events = events, .over = over, .due = due},
                      [&](const Result<void>& result) { kept.set_value(result.has_value()); });
        EXPECT_TRUE(kept.get_future().get()) << game;
    };
    const Due first{.at = std::numeric_limits<std::int64_t>::min(), .game = {}};
    const auto due = [&](std::int64_t until, const Due& after, std::size_t most) {
        std::vector<std::string> games;
        const auto found = store->due(until, after, most);
        EXPECT_TRUE(found);
        for (const Due& one : found.value_or(std::vector<Due>())) games.push_back(one.game);
        return games;
    };
    using Games = std::vector<std::string>;
    note("late", 1, 300);
    note("early", 1, 100);
    note("also early", 1, 100);
    note("never", 1, {});
    note("over", 1, 100);
    note("over", 2, 100, true);
    EXPECT_EQ(due(99, first, 9), Games{});
    EXPECT_EQ(due(100, first, 9), (Games{"also early", "early"}));
    EXPECT_EQ(due(1000, first, 9), (Games{"also early", "early", "late"}));
    EXPECT_EQ(due(1000, first, 2), (Games{"also early", "early"}));
    EXPECT_EQ(due(1000, {.at = 100, .game = "also early"}, 9), (Games{"early", "late"}));
    // What was said last counts, also without an event.
    note("early", 0, 400);
    note("late", 0, {});
    EXPECT_EQ(due(1000, first, 9), (Games{"also early", "early"}));
    note("also early", 0, {}, true);
    EXPECT_EQ(due(1000, first, 9), Games{"early"});
}

TEST_P(StoreTest, ManyAtOnce) {
    std::vector<std::future<Result<void>>> all;
    for (int number = 1; number <= 50; ++number)
        for (int game = 0; game < 20; ++game)
            all.push_back(append("g" + std::to_string(game), {{number, number, "x"}}));
    for (auto& one : all) EXPECT_TRUE(one.get());
    for (int game = 0; game < 20; ++game) EXPECT_EQ(store->events("g" + std::to_string(game), 0)->size(), 50u);
}

TEST_P(StoreTest, ManyThreadsWriteAndRead) {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([this, thread] {
            const std::string game = "g" + std::to_string(thread);
            for (int number = 1; number <= 25; ++number) {
                EXPECT_TRUE(append(game, {{number, number, game}}).get());
                EXPECT_EQ(store->events(game, 0)->size(), static_cast<std::size_t>(number));
            }
        });
    threads.clear();
    EXPECT_EQ(everything(*store).size(), 4u);
}

TEST_P(StoreTest, EverythingIsToldGameByGame) {
    ASSERT_TRUE(append("b", {{1, 20, "b1"}}).get());
    ASSERT_TRUE(append("c", {{1, 10, "c1"}, {2, 15, "c2"}}, true).get());
    ASSERT_TRUE(append("a", {{1, 20, "a1"}}).get());
    ASSERT_TRUE(append("b", {{2, 30, "b2"}}).get());
    const auto all = everything(*store);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].game, "c");
    EXPECT_EQ(all[0].events, (std::vector<Entry>{{1, 10, "c1"}, {2, 15, "c2"}}));
    EXPECT_TRUE(all[0].over);
    EXPECT_EQ(all[1].game, "a");
    EXPECT_EQ(all[2].game, "b");
    EXPECT_EQ(all[2].events, (std::vector<Entry>{{1, 20, "b1"}, {2, 30, "b2"}}));
    EXPECT_FALSE(all[2].over);

    int told = 0;
    const auto stopped = store->read_all([&](const Addition&) -> Result<void> {
        ++told;
        return Failure(Error{.key = "error.store.write", .what = "store"});
    });
    EXPECT_FALSE(stopped);
    EXPECT_EQ(told, 1);
}

TEST_P(StoreTest, OfSomeGamesTheUnfinishedAreFound) {
    ASSERT_TRUE(append("going", {{1, 1, ""}}).get());
    ASSERT_TRUE(append("over", {{1, 1, ""}}, true).get());
    ASSERT_TRUE(append("not asked for", {{1, 1, ""}}).get());
    ASSERT_TRUE(append("it's {\"odd\"}, \\", {{1, 1, ""}}).get());
    EXPECT_EQ(*store->unfinished_of({"over", "going", "none"}), (std::vector<std::string>{"going"}));
    EXPECT_EQ(store->unfinished_of({"it's {\"odd\"}, \\"})->size(), 1u);
    EXPECT_TRUE(store->unfinished_of({})->empty());
}

TEST_P(StoreTest, WhatIsErasedIsGone) {
    ASSERT_TRUE(append("a", {{1, 1, "one"}, {2, 2, "two"}}).get());
    ASSERT_TRUE(append("b", {{1, 1, "stays"}}).get());
    ASSERT_TRUE(store->erase("a"));
    ASSERT_TRUE(store->erase("none"));
    for (int round = 0; round < 2; ++round) {
        EXPECT_TRUE(store->events("a", 0)->empty());
        EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"b"}));
        EXPECT_EQ(everything(*store).size(), 1u);
        EXPECT_EQ(store->events("b", 0)->at(0).body, "stays");
        open();
    }
    // Its numbers are free again.
    ASSERT_TRUE(append("a", {{1, 5, "another"}}, true).get());
    EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 5, "another"}}));
}

TEST_P(StoreTest, ErasingAndWritingGoSideBySide) {
    std::jthread writer([this] {
        for (int number = 1; number <= 200; ++number) EXPECT_TRUE(append("busy", {{number, number, "x"}}).get());
    });
    for (int round = 0; round < 10; ++round) {
        const std::string game = "g" + std::to_string(round);
        ASSERT_TRUE(append(game, {{1, 1, "x"}}).get());
        const auto erased = store->erase(game);
        EXPECT_TRUE(erased) << erased.error().found;
        EXPECT_TRUE(store->events(game, 0)->empty());
    }
    writer.join();
    EXPECT_EQ(store->events("busy", 0)->size(), 200u);
}

TEST_P(StoreTest, ClosingKeepsWhatWasOnItsWay) {
    auto last = append("a", {{1, 1, "last"}});
    open();
    EXPECT_TRUE(last.get());
    EXPECT_EQ(store->events("a", 0)->size(), 1u);
}

// ---- SQLite alone ---------------------------------------------------------------------------------------------

class SqliteStoreTest : public testing::Test {
  protected:
    std::unique_ptr<SqliteStore> open() const {
        auto opened = SqliteStore::open(folder.path);
        if (!opened) throw std::runtime_error(opened.error().found);
        return *std::move(opened);
    }
    Folder folder;
};

TEST_F(SqliteStoreTest, OneHouseAFolder) {
    const auto first = open();
    const auto second = SqliteStore::open(folder.path);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().key, "error.store.taken");
}

TEST_F(SqliteStoreTest, AFileOfTheFutureIsLeftAlone) {
    open();
    ASSERT_TRUE(Database::open(folder.path / "tavola.sqlite")->run("PRAGMA user_version = 1000"));
    const auto opened = SqliteStore::open(folder.path);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().key, "error.store.newer");
}

TEST_F(SqliteStoreTest, WhatIsNoStoreIsRefused) {
    open();
    std::ofstream(folder.path / "tavola.sqlite", std::ios::trunc) << std::string(5000, 'x');
    fs::remove(folder.path / "tavola.sqlite-wal");
    EXPECT_FALSE(SqliteStore::open(folder.path));
}

TEST_F(SqliteStoreTest, NoByteIsLeftOfWhatIsErased) {
    const auto store = open();
    const std::string secret = "a name that nobody else has";
    ASSERT_TRUE(tests::append(*store, "a", {{1, 1, secret}}).get());
    const auto found = [&] {
        std::string bytes;
        for (const auto& entry : fs::directory_iterator(folder.path)) {
            std::ifstream in(entry.path(), std::ios::binary);
            bytes.append(std::istreambuf_iterator<char>(in), {});
        }
        return bytes.contains(secret);
    };
    EXPECT_TRUE(found());
    ASSERT_TRUE(store->erase("a"));
    EXPECT_FALSE(found());
}

TEST_F(SqliteStoreTest, EveryCommitIsSyncedToTheDisk) {
    open();
    const fs::path file = folder.path / "tavola.sqlite";
    // The connections that write tell their own setting: 2 is FULL.
    ASSERT_TRUE(
        Database::open(file)->run("CREATE TABLE seen (what TEXT, synchronous INTEGER);"
                                  "CREATE TRIGGER kept AFTER INSERT ON events BEGIN"
                                  " INSERT INTO seen SELECT 'kept', synchronous FROM pragma_synchronous; END;"
                                  "CREATE TRIGGER erased AFTER DELETE ON events BEGIN"
                                  " INSERT INTO seen SELECT 'erased', synchronous FROM pragma_synchronous;"
                                  " END"));
    {
        const auto store = open();
        ASSERT_TRUE(tests::append(*store, "a", {{1, 1, "x"}}).get());
        ASSERT_TRUE(store->erase("a"));
    }
    auto database = Database::open(file);
    ASSERT_TRUE(database);
    auto seen = database->prepare("SELECT what, synchronous FROM seen ORDER BY rowid");
    ASSERT_TRUE(seen) << seen.error().found;
    for (const char* what : {"kept", "erased"}) {
        const auto row = seen->step();
        ASSERT_TRUE(row && *row) << what;
        EXPECT_EQ(seen->text(0), what);
        EXPECT_EQ(seen->number(1), 2) << what;
    }
    auto mode = database->prepare("PRAGMA journal_mode");
    ASSERT_TRUE(mode && *mode->step());
    EXPECT_EQ(mode->text(0), "wal");
}

TEST_F(SqliteStoreTest, ABackupIsMadeWhileTheHouseWrites) {
    const auto store = open();
    std::atomic<std::int64_t> acknowledged = 0;
    std::jthread player([&](const std::stop_token& stop) {
        for (std::int64_t number = 1; !stop.stop_requested(); ++number) {
            ASSERT_TRUE(tests::append(*store, "a", {{number, number, "x"}}).get());
            acknowledged = number;
        }
    });
    while (acknowledged < 10) std::this_thread::yield();
    const Folder other;
    const std::int64_t before = acknowledged;
    ASSERT_TRUE(SqliteStore::back_up(folder.path, other.path / "tavola.sqlite"));
    const std::int64_t after = acknowledged + 1;
    player = {};

    const auto copy = SqliteStore::open(other.path);
    ASSERT_TRUE(copy);
    const auto events = *(*copy)->events("a", 0);
    EXPECT_GE(std::ssize(events), before);
    EXPECT_LE(std::ssize(events), after);
    for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i].number, static_cast<std::int64_t>(i + 1));
    // A file that is there already is left as it is.
    EXPECT_FALSE(SqliteStore::back_up(folder.path, other.path / "tavola.sqlite"));
    const Folder empty;
    EXPECT_EQ(SqliteStore::back_up(empty.path, other.path / "b").error().key, "error.store.none");
}

}  // namespace
}  // namespace tavola::store
