// The transposition table by itself: what is stored comes back whole, and what is worth more stays longer.
#include <gtest/gtest.h>

#include <optional>

#include "games/registry.h"
#include "search/table.h"

namespace tavola::search {
namespace {

using Bound = Found::Bound;

TEST(TranspositionEntry, KeepsAllItsParts) {
    for (const int score : {-30000, -29001, -1, 0, 1, 29001, 30000})
        for (const int standing : {-20000, 0, 20000})
            for (const int depth : {0, 1, 100, 255})
                for (const Bound bound : {Bound::upper, Bound::lower, Bound::exact}) {
                    const Found found(score, standing, depth, bound, 63, 0xabcd);
                    EXPECT_EQ(found.score(), score);
                    EXPECT_EQ(found.standing(), standing);
                    EXPECT_EQ(found.depth(), depth);
                    EXPECT_EQ(found.bound(), bound);
                    EXPECT_EQ(found.age(), 63u);
                    EXPECT_EQ(found.choice(), 0xabcd);
                }
}

// In a game from the start the turn tells what is in the other's hand; in a position that was set up it does not.
TEST(TranspositionKey, TellsBothHandsApart) {
    const auto hash = [](const char* text) { return Trilha::hash(Trilha::parse_position({}, text).value()); };
    const std::uint64_t one = hash("......../......../x......o x 5 5 0");
    EXPECT_NE(one, hash("......../......../x......o x 5 4 0"));
    EXPECT_NE(one, hash("......../......../x......o x 4 5 0"));
    EXPECT_NE(one, hash("......../......../x......o o 5 5 0"));
}

// Keys that share a bucket of a table of one mebibyte.
std::uint64_t key_of(std::uint64_t number) { return 5 + (number << 40); }

class TranspositionTable : public testing::Test {
  protected:
    void SetUp() override { table.resize(1); }
    void store(std::uint64_t number, int depth, Bound bound = Bound::exact, std::uint16_t choice = 7) {
        table.store(key_of(number), 100 + depth, 3, depth, bound, choice);
    }
    std::optional<Found> probe(std::uint64_t number) const {
        Found found;
        return table.probe(key_of(number), found) ? std::optional(found) : std::nullopt;
    }
    Table table;
};

TEST_F(TranspositionTable, FindsWhatWasStoredAndNothingElse) {
    EXPECT_FALSE(probe(1));
    store(1, 4);
    ASSERT_TRUE(probe(1));
    EXPECT_EQ(probe(1)->score(), 104);
    EXPECT_EQ(probe(1)->choice(), 7);
    EXPECT_FALSE(probe(2)) << "another position of the same bucket";
    table.clear();
    EXPECT_FALSE(probe(1));
}

TEST_F(TranspositionTable, TheShallowestGoesFirst) {
    for (const int depth : {5, 2, 9, 7}) store(static_cast<std::uint64_t>(depth), depth);
    store(20, 1);
    EXPECT_FALSE(probe(2));
    for (const std::uint64_t kept : {5u, 9u, 7u, 20u}) EXPECT_TRUE(probe(kept)) << kept;
}

TEST_F(TranspositionTable, WhatOlderSearchesLeftGoesBeforeWhatIsNew) {
    store(1, 9);
    table.new_search();
    table.new_search();
    for (const std::uint64_t number : {2u, 3u, 4u}) store(number, 2);
    store(5, 1);
    EXPECT_FALSE(probe(1)) << "deep, but two searches old";
    for (const std::uint64_t kept : {2u, 3u, 4u, 5u}) EXPECT_TRUE(probe(kept)) << kept;
}

TEST_F(TranspositionTable, ABestMoveThatIsKnownIsNotForgotten) {
    store(1, 4, Bound::exact, 12);
    store(1, 5, Bound::upper, Found::no_choice);
    EXPECT_EQ(probe(1)->choice(), 12);
    EXPECT_EQ(probe(1)->depth(), 5);
    store(1, 5, Bound::lower, 3);
    EXPECT_EQ(probe(1)->choice(), 3);
}

TEST_F(TranspositionTable, ABoundDoesNotDriveAMuchDeeperResultOut) {
    store(1, 8, Bound::exact);
    store(1, 4, Bound::lower);
    EXPECT_EQ(probe(1)->depth(), 8);
    store(1, 5, Bound::lower);
    EXPECT_EQ(probe(1)->depth(), 5);
    store(1, 9, Bound::lower);
    store(1, 1, Bound::exact);
    EXPECT_EQ(probe(1)->depth(), 1) << "an exact value always counts";
    store(1, 9, Bound::lower);
    table.new_search();
    store(1, 2, Bound::lower);
    EXPECT_EQ(probe(1)->depth(), 2) << "so does what a newer search finds";
}

TEST_F(TranspositionTable, TellsHowFullItIsOfThisSearch) {
    EXPECT_EQ(table.permille(), 0);
    for (std::uint64_t bucket = 0; bucket < 125; ++bucket) table.store(bucket, 0, 0, 1, Bound::exact, 0);
    EXPECT_EQ(table.permille(), 125);
    table.new_search();
    EXPECT_EQ(table.permille(), 0);
}

}  // namespace
}  // namespace tavola::search
