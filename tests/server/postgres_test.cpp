// PostgreSQL beyond what every store does: several houses at once, and a database that comes and goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <pqxx/pqxx>
#include <thread>

#include "cluster.h"
#include "interrupter.h"
#include "keeping.h"
#include "store/postgres_store.h"

namespace tavola::store {
namespace {

using namespace std::chrono_literals;
using tests::append;
using tests::Cluster;
using tests::everything;
using tests::Interrupter;

std::unique_ptr<PostgresStore> open(const std::string& url, std::chrono::milliseconds patience = 60s) {
    auto opened = PostgresStore::open(url, patience);
    if (!opened) throw std::runtime_error(opened.error().found);
    return *std::move(opened);
}

/// What a house has heard, and a way to wait for it.
class Heard {
  public:
    explicit Heard(Store& store) {
        store.listen([this](const std::string& game, std::int64_t number) {
            const std::lock_guard guard(mutex_);
            if (game.empty())
                ++beginnings_;
            else
                last_[game].push_back(number);
            changed_.notify_all();
        });
        wait_for_beginning(1);
    }
    void wait_for_beginning(int count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return beginnings_ >= count; });
    }
    void wait_for(const std::string& game, std::int64_t number) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return std::ranges::count(last_[game], number) > 0; });
    }
    std::vector<std::int64_t> of(const std::string& game) {
        const std::lock_guard guard(mutex_);
        return last_[game];
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int beginnings_ = 0;
    std::map<std::string, std::vector<std::int64_t>> last_;
};

TEST(PostgresStore, AddressesAreChecked) {
    EXPECT_EQ(PostgresStore::open("mysql://x").error().key, "error.store.url");
    const auto nobody = PostgresStore::open("postgres://tavola@/x?host=/nonexistent");
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().key, "error.store.unreachable");
    EXPECT_EQ(nobody.error().found.find('\n'), std::string::npos);
    EXPECT_FALSE(nobody.error().found.empty());
}

TEST(PostgresStore, HousesThatOpenAtOnceMigrateOnce) {
    const std::string url = Cluster::instance().make_database();
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            const auto opened = PostgresStore::open(url);
            EXPECT_TRUE(opened) << opened.error().found;
        });
    threads.clear();
    pqxx::connection connection(url);
    EXPECT_EQ(pqxx::nontransaction(connection).exec1("SELECT count(*) FROM store_version")[0].as<int>(), 1);
}

TEST(PostgresStore, EveryCommitIsSyncedToTheDiskWhateverTheDatabaseIsSetTo) {
    const std::string url = Cluster::instance().make_database();
    open(url);
    {
        pqxx::connection connection(url);
        pqxx::nontransaction work(connection);
        work.exec(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());"
            " END $$");
        work.exec("CREATE TABLE seen (setting text)");
        work.exec(
            "CREATE FUNCTION note_setting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$");
        work.exec("CREATE TRIGGER kept AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_setting()");
    }
    const auto store = open(url);
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}}).get());
    pqxx::connection connection(url);
    pqxx::nontransaction work(connection);
    EXPECT_EQ(work.exec1("SHOW synchronous_commit")[0].as<std::string>(), "off") << "this connection has the default";
    EXPECT_EQ(work.exec1("SELECT setting FROM seen")[0].as<std::string>(), "on");
}

TEST(PostgresStore, ADatabaseOfTheFutureIsLeftAlone) {
    const std::string url = Cluster::instance().make_database();
    open(url);
    {
        pqxx::connection connection(url);
        pqxx::nontransaction(connection).exec("UPDATE store_version SET number = 1000");
    }
    const auto opened = PostgresStore::open(url);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().key, "error.store.newer");
}

TEST(PostgresStore, WhatItCannotHoldIsRefusedAlone) {
    const auto store = open(Cluster::instance().make_database());
    auto good = append(*store, "a", {{1, 1, "a"}});
    auto zero = append(*store, "b", {{1, 1, std::string("b\0b", 3)}});
    auto broken = append(*store, "c", {{1, 1, "\xff\xfe"}});
    auto also = append(*store, "d", {{1, 1, "d"}});
    EXPECT_TRUE(good.get());
    EXPECT_EQ(zero.get().error().key, "error.store.write");
    EXPECT_EQ(broken.get().error().key, "error.store.write");
    EXPECT_TRUE(also.get());
    EXPECT_EQ(everything(*store).size(), 2u);
}

TEST(PostgresStore, HousesHearOfEachOther) {
    const std::string url = Cluster::instance().make_database();
    const auto one = open(url), other = open(url);
    Heard by_one(*one), by_other(*other);
    ASSERT_TRUE(append(*one, "a game", {{1, 1, "x"}, {2, 1, "y"}}).get());
    by_other.wait_for("a game", 2);
    ASSERT_TRUE(append(*other, "b", {{1, 1, "x"}}).get());
    by_one.wait_for("b", 1);
    EXPECT_EQ(other->events("a game", 0)->size(), 2u);
    ASSERT_TRUE(one->erase("a game"));
    by_other.wait_for("a game", 0);
    EXPECT_TRUE(other->events("a game", 0)->empty());
    // What is refused is not told, and nobody is told of what he did himself.
    ASSERT_FALSE(append(*one, "b", {{1, 1, "z"}}).get());
    ASSERT_TRUE(append(*one, "end", {{1, 1, "z"}}).get());
    by_other.wait_for("end", 1);
    ASSERT_TRUE(append(*other, "end", {{2, 1, "z"}}).get());
    by_one.wait_for("end", 2);
    EXPECT_TRUE(by_one.of("a game").empty());
    EXPECT_TRUE(by_other.of("b").empty());
    EXPECT_EQ(by_other.of("end"), (std::vector<std::int64_t>{1}));
}

TEST(PostgresStore, HousesTellEachOtherWhatIsNotKept) {
    const std::string url = Cluster::instance().make_database();
    const auto one = open(url), other = open(url);
    std::mutex mutex;
    std::condition_variable changed;
    bool ready = false;
    std::vector<std::string> told;
    other->listen(
        [&](const std::string& game, std::int64_t) {
            const std::lock_guard guard(mutex);
            ready = ready || game.empty();
            changed.notify_all();
        },
        [&](const std::string& text) {
            const std::lock_guard guard(mutex);
            told.push_back(text);
            changed.notify_all();
        });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ready; });
    // Its own words do not come back to it.
    ASSERT_TRUE(other->announce({"nothing"}));
    const std::vector<std::string> texts{"a", "olá \"you\" \\ b", R"({"room":"x"})"};
    ASSERT_TRUE(one->announce(texts));
    changed.wait(lock, [&] { return told.size() >= texts.size(); });
    EXPECT_EQ(told, texts);
    lock.unlock();
    other->listen({});
    EXPECT_TRUE(everything(*one).empty());
}

TEST(PostgresStore, AHouseKnowsWhetherItIsTheOnlyOne) {
    const std::string url = Cluster::instance().make_database();
    auto one = open(url), other = open(url);
    EXPECT_TRUE(*one->enter());
    EXPECT_FALSE(*other->enter());
    one.reset();
    EXPECT_FALSE(*open(url)->enter()) << "the other one is still there";
    other.reset();
    EXPECT_TRUE(*open(url)->enter());
    // Who only reads or copies is no house.
    const auto reader = open(url);
    EXPECT_TRUE(reader->unfinished());
    const auto last = open(url);
    EXPECT_TRUE(*last->enter());
    // After the connections were lost it is still known, by those who listen.
    Heard heard(*last);
    Cluster::instance().crash();
    Cluster::instance().start();
    heard.wait_for_beginning(2);
    EXPECT_FALSE(*open(url)->enter());
    // All go by one clock.
    const auto begin = *last->time(), end = *reader->time();
    EXPECT_LE(begin, end);
}

TEST(PostgresStore, ANumberIsGivenOnce) {
    const std::string url = Cluster::instance().make_database();
    const auto one = open(url), other = open(url);
    constexpr int games = 5, numbers = 20;
    std::atomic<int> given = 0, refused = 0;
    std::vector<std::jthread> threads;
    for (Store* store : {static_cast<Store*>(one.get()), static_cast<Store*>(other.get())})
        threads.emplace_back([&, store] {
            std::vector<std::future<Result<void>>> results;
            for (std::int64_t number = 1; number <= numbers; ++number)
                for (int game = 0; game < games; ++game) {
                    // In different orders, so that they would wait for each other if they could.
                    const int which = store == one.get() ? game : games - 1 - game;
                    results.push_back(append(*store, std::to_string(which), {{number, 1, "x"}}));
                }
            for (auto& result : results) {
                const auto kept = result.get();
                if (!kept) {
                    EXPECT_EQ(kept.error().key, "error.store.conflict") << kept.error().found;
                }
                ++(kept ? given : refused);
            }
        });
    threads.clear();
    EXPECT_EQ(given, games * numbers);
    EXPECT_EQ(refused, games * numbers);
    for (const Addition& game : everything(*one)) EXPECT_EQ(std::ssize(game.events), numbers);
}

TEST(PostgresStore, WithoutADatabaseNothingIsToldToBeStored) {
    Cluster& cluster = Cluster::instance();
    const auto store = open(cluster.make_database(), 100ms);
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}}).get());
    cluster.stop();
    for (std::int64_t number = 2; number < 5; ++number) {
        const auto kept = append(*store, "a", {{number, 1, "x"}}).get();
        ASSERT_FALSE(kept);
        EXPECT_EQ(kept.error().key, "error.store.unreachable");
    }
    EXPECT_EQ(store->events("a", 0).error().key, "error.store.unreachable");
    EXPECT_FALSE(store->unfinished());
    EXPECT_FALSE(store->read_all([](const Addition&) { return Result<void>(); }));
    cluster.start();
    EXPECT_EQ(store->events("a", 0)->size(), 1u);
    EXPECT_EQ(store->unfinished()->size(), 1u);
    ASSERT_TRUE(append(*store, "a", {{2, 1, "y"}}).get());
    EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 1, "x"}, {2, 1, "y"}}));
}

TEST(PostgresStore, APatientHouseDoesNotNoticeARestart) {
    Cluster& cluster = Cluster::instance();
    const std::string url = cluster.make_database();
    const auto store = open(url), other = open(url);
    Heard heard(*other);
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}}).get());
    heard.wait_for("a", 1);
    cluster.crash();
    auto waiting = append(*store, "a", {{2, 1, "y"}});
    cluster.start();
    EXPECT_TRUE(waiting.get());
    EXPECT_EQ(store->events("a", 0)->size(), 2u);
    // Who listens is told that he may have missed something, and hears again.
    heard.wait_for_beginning(2);
    ASSERT_TRUE(append(*store, "a", {{3, 1, "z"}}).get());
    heard.wait_for("a", 3);
}

/// One who moves in a game of his own, as fast as he is answered, and looks again whenever something went wrong.
struct Player {
    Store& store;
    std::string game;
    std::int64_t acknowledged = 0;
    int failures = 0;

    void play(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const std::int64_t number = acknowledged + 1;
            const auto kept = append(store, game, {{number, number, game}}).get();
            if (kept) {
                acknowledged = number;
                continue;
            }
            ++failures;
            auto events = store.events(game, 0);
            while (!events) events = store.events(game, 0);
            // Only what is in doubt may be there, and what was acknowledged must be.
            const auto stored = std::ssize(*events);
            EXPECT_GE(stored, acknowledged);
            EXPECT_LE(stored, acknowledged + (kept.error().key == "error.store.doubt" ? 1 : 0))
                << kept.error().key << ' ' << kept.error().found;
            acknowledged = stored;
        }
    }
};

/// Plays while the database is disturbed, and a while longer; then compares. How often a player was refused.
int disturb(std::chrono::milliseconds patience, const std::function<void(Cluster&)>& disturbance) {
    Cluster& cluster = Cluster::instance();
    const std::string url = cluster.make_database();
    int failures = 0;
    {
        const auto one = open(url, patience), other = open(url, patience);
        std::vector<Player> players;
        for (int i = 0; i < 8; ++i) players.push_back({i % 2 == 0 ? *one : *other, "g" + std::to_string(i)});
        std::vector<std::jthread> threads;
        for (Player& player : players)
            threads.emplace_back([&player](const std::stop_token& stop) { player.play(stop); });
        const auto total = [&] {
            for (;;) {
                std::size_t sum = 0;
                const auto read = one->read_all([&](const Addition& game) {
                    sum += game.events.size();
                    return Result<void>();
                });
                if (read) return sum;
            }
        };
        for (int round = 0; round < 3; ++round) {
            // In the middle of it all.
            for (const std::size_t before = total(); total() < before + 20;) std::this_thread::yield();
            disturbance(cluster);
        }
        // It works again.
        for (const std::size_t before = total(); total() < before + 50;) std::this_thread::yield();
        for (auto& thread : threads) thread.request_stop();
        threads.clear();
        for (const Player& player : players) {
            failures += player.failures;
            const auto events = *one->events(player.game, 0);
            EXPECT_EQ(std::ssize(events), player.acknowledged) << player.game;
            if (std::ssize(events) != player.acknowledged) continue;
            for (std::int64_t i = 0; i < player.acknowledged; ++i)
                EXPECT_EQ(events[static_cast<std::size_t>(i)], (Entry{i + 1, i + 1, player.game}));
        }
    }
    return failures;
}

TEST(PostgresStore, NothingIsLostWhenItsProcessesAreKilled) {
    disturb(50ms, [](Cluster& cluster) { cluster.kill_sessions(); });
    disturb(60s, [](Cluster& cluster) { cluster.kill_sessions(); });
}

TEST(PostgresStore, NothingIsLostWhenItIsRestarted) {
    const int failures = disturb(50ms, [](Cluster& cluster) {
        cluster.crash();
        cluster.start();
    });
    EXPECT_GT(failures, 0) << "nobody noticed that the database was away";
    disturb(60s, [](Cluster& cluster) {
        cluster.stop();
        cluster.start();
    });
}

TEST(PostgresStore, AnEventIsStoredOnlyAfterTheOneBeforeIt) {
    const std::string url = Cluster::instance().make_database();
    const auto store = open(url);
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}, {2, 1, "x"}, {3, 1, "x"}, {4, 1, "x"}}).get());
    {
        // As after a failover to a copy that was behind.
        pqxx::connection connection(url);
        pqxx::nontransaction(connection).exec("DELETE FROM events WHERE game = 'a' AND number > 2");
    }
    const auto key = [](Result<void> kept) { return kept ? "kept" : std::string(kept.error().key); };
    // Whoever is with it in a transaction does not suffer from it.
    auto gap = append(*store, "a", {{5, 1, "y"}, {6, 1, "y"}});
    auto other = append(*store, "b", {{1, 1, "z"}, {2, 1, "z"}});
    auto begins_late = append(*store, "c", {{2, 1, "z"}});
    auto hole = append(*store, "d", {{1, 1, "z"}, {3, 1, "z"}});
    EXPECT_EQ(key(gap.get()), "error.store.gap");
    EXPECT_EQ(key(other.get()), "kept");
    EXPECT_EQ(key(begins_late.get()), "error.store.gap");
    EXPECT_EQ(key(hole.get()), "error.store.gap");
    EXPECT_EQ(*store->events("a", 0), (std::vector<Entry>{{1, 1, "x"}, {2, 1, "x"}}));
    EXPECT_TRUE(store->events("d", 0)->empty());
    // It goes on from there, also where several additions to one game share a transaction.
    auto third = append(*store, "a", {{3, 2, "y"}});
    auto fourth = append(*store, "a", {{4, 2, "y"}, {5, 2, "y"}});
    EXPECT_EQ(key(third.get()), "kept");
    EXPECT_EQ(key(fourth.get()), "kept");
    EXPECT_EQ(key(append(*store, "a", {{5, 3, "z"}}).get()), "error.store.conflict");
    EXPECT_EQ(store->events("a", 0)->size(), 5u);
}

TEST(PostgresStore, ALostAnswerIsAskedForAgain) {
    Cluster& cluster = Cluster::instance();
    const std::string url = cluster.make_database();
    Interrupter interrupter(cluster.folder());
    const auto store = open(cluster.through(url, interrupter.folder()));
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}}).get());

    // It was stored, though nobody said so: found there, it is neither a conflict nor stored twice.
    interrupter.lose_next_answer();
    auto first = append(*store, "a", {{2, 2, "y"}});
    auto second = append(*store, "b", {{1, 2, "z"}});
    EXPECT_TRUE(first.get());
    EXPECT_TRUE(second.get());
    EXPECT_EQ(interrupter.lost(), 1);
    EXPECT_EQ(store->events("a", 0)->size(), 2u);
    // The next one is no longer in doubt.
    EXPECT_EQ(append(*store, "a", {{2, 2, "y"}}).get().error().key, "error.store.conflict");
}

TEST(PostgresStore, WhatIsInDoubtIsSaidToBeInDoubt) {
    Cluster& cluster = Cluster::instance();
    const std::string url = cluster.make_database();
    Interrupter interrupter(cluster.folder());
    const auto store = open(cluster.through(url, interrupter.folder()), 100ms);
    ASSERT_TRUE(append(*store, "a", {{1, 1, "x"}}).get());
    interrupter.close_after_loss();
    interrupter.lose_next_answer();
    const auto kept = append(*store, "a", {{2, 2, "y"}}).get();
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().key, "error.store.doubt");
    interrupter.let_through();
    EXPECT_EQ(store->events("a", 0)->size(), 2u);
}

}  // namespace
}  // namespace tavola::store
