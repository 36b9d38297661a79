// The small parts at the bottom: lists, short texts, random numbers, hashes, errors.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "base/hash.h"
#include "base/list.h"
#include "base/random.h"
#include "base/short_text.h"

namespace tavola {
namespace {

TEST(FixedList, KeepsItemsInOrder) {
    FixedList<int, 4> list;
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.capacity(), 4u);
    for (int item : {3, 1, 2}) list.push_back(item);
    EXPECT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0], 3);
    EXPECT_EQ(list.back(), 2);
    int sum = 0;
    for (int item : list) sum = 10 * sum + item;
    EXPECT_EQ(sum, 312);
    list.pop_back();
    EXPECT_EQ(list.back(), 1);
    list.clear();
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.begin(), list.end());
}

TEST(FixedList, IsEqualByItemsAlone) {
    FixedList<int, 4> one, other;
    for (int item : {1, 2, 3}) one.push_back(item);
    for (int item : {1, 2, 4}) other.push_back(item);
    EXPECT_FALSE(one == other);
    one.pop_back();
    EXPECT_FALSE(one == other);
    // What lies behind the end does not count.
    other.pop_back();
    EXPECT_TRUE(one == other);
}

TEST(FixedList, HoldsAsManyAsItHasRoomFor) {
    FixedList<std::uint8_t, 200> list;
    for (std::size_t i = 0; i < list.capacity(); ++i) list.push_back(static_cast<std::uint8_t>(i));
    EXPECT_EQ(list.size(), 200u);
    EXPECT_EQ(list.back(), 199);
}

// In every build: nothing is ever written beyond a list.
TEST(FixedListDeathTest, EndsTheProgramRatherThanWriteBeyondItsRoom) {
    FixedList<int, 3> list;
    for (int i = 0; i < 3; ++i) list.push_back(i);
    EXPECT_DEATH(list.push_back(3), "");
}

TEST(ShortText, WritesLettersAndNumbers) {
    ShortText<8> text("d");
    text.push_back_number(17);
    text.push_back('/');
    text.push_back_number(0);
    EXPECT_EQ(text.view(), "d17/0");
    EXPECT_EQ(text, ShortText<8>("d17/0"));
    EXPECT_FALSE(text == ShortText<8>("d17/"));
    EXPECT_EQ(ShortText<3>().view(), "");
    EXPECT_EQ(ShortText<3>("abc").view(), "abc");
}

TEST(Random, IsSplitMix64) {
    // The first numbers that its authors' program prints for these seeds.
    Random zero(0), other(1234567);
    for (const std::uint64_t expected : {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu})
        EXPECT_EQ(zero.next(), expected);
    for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u})
        EXPECT_EQ(other.next(), expected);
}

TEST(Random, IsEven) {
    // Sixteen numbers, 160,000 draws: 10,000 each, give or take. The bound is six standard deviations.
    Random random(42);
    std::array<int, 16> drawn{};
    for (int i = 0; i < 160000; ++i) ++drawn.at(random.below(16));
    for (const int count : drawn) EXPECT_NEAR(count, 10000, 600);
}

TEST(Random, StaysBelowItsBound) {
    Random random(7);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(random.below(1), 0u);
        seen.insert(random.below(7));
    }
    EXPECT_EQ(seen.size(), 7u);
    EXPECT_EQ(*seen.rbegin(), 6u);
}

TEST(Hash, TellsWordsAndTheirOrder) {
    EXPECT_EQ(hash_words(1, 2, 3), hash_words(1, 2, 3));
    std::set<std::uint64_t> hashes{hash_words(), hash_words(0), hash_words(0, 0)};
    EXPECT_EQ(hashes.size(), 3u);
    for (std::uint64_t a = 0; a < 64; ++a)
        for (std::uint64_t b = 0; b < 64; ++b)
            hashes.insert(hash_words(std::uint64_t{1} << a, std::uint64_t{1} << b));
    EXPECT_EQ(hashes.size(), 3u + 64 * 64);
}

TEST(Hash, SpreadsEveryBit) {
    // Turning one bit round turns half of the result: 32 of 64 on average, and never only a few.
    int turned = 0;
    for (int bit = 0; bit < 64; ++bit) {
        const int changed =
            std::popcount(mix(0x0123456789abcdefu) ^ mix(0x0123456789abcdefu ^ (std::uint64_t{1} << bit)));
        EXPECT_GT(changed, 12) << bit;
        turned += changed;
    }
    EXPECT_NEAR(turned / 64.0, 32, 2);
}

TEST(Hash, IsTheSameOnEveryMachine) {
    // Frozen: tables and records on disk may rest on it.
    static_assert(mix(1) == 0x5692161d100b05e5u);
    EXPECT_EQ(hash_words(1, 2), mix((mix(0x9e3779b97f4a7c15u ^ 1) + 0x9e3779b97f4a7c15u) ^ 2) + 0x9e3779b97f4a7c15u);
}

}  // namespace
}  // namespace tavola
