// The parts of the engine protocol: time for a move, scores.
#include <gtest/gtest.h>

#include "base/random.h"
#include "protocol/go.h"
#include "protocol/line.h"

namespace tavola::protocol {
namespace {

using namespace std::chrono_literals;

std::expected<milliseconds, std::string> time_of(std::string_view text, Player player = player_x) {
    const std::vector<std::string_view> words = split(text);
    const auto go = parse_go(words);
    EXPECT_TRUE(go) << text;
    return time_to_think(*go, player);
}

TEST(UciTime, IsASliceOfTheClock) {
    EXPECT_EQ(time_of("depth 5"), 0ms);
    EXPECT_EQ(time_of("infinite wtime 1000"), 0ms);
    EXPECT_EQ(time_of("movetime 250"), 250ms);
    EXPECT_EQ(time_of("wtime 60030 btime 1"), 2000ms);
    EXPECT_EQ(time_of("wtime 1 btime 60030", player_o), 2000ms);
    EXPECT_EQ(time_of("wtime 60030 winc 1000"), 2750ms);
    EXPECT_EQ(time_of("wtime 60030 movestogo 10"), 6000ms);
    EXPECT_EQ(time_of("wtime 60030 movestogo 10 movetime 100"), 100ms);
    EXPECT_EQ(time_of("wtime 1030 movestogo 1"), 1000ms);
    EXPECT_EQ(time_of("wtime 230 winc 5000"), 100ms) << "what will come is not there yet";
    for (const char* late : {"wtime 0", "wtime -100", "wtime 5 movestogo 1", "movetime 0"})
        EXPECT_EQ(time_of(late), 1ms);
    EXPECT_FALSE(time_of("btime 1000"));
}

TEST(UciTime, NeverRunsOutOfTheClock) {
    Random random(4);
    for (int trial = 0; trial < 1000; ++trial) {
        Go go;
        milliseconds left(100 + random.below(100000));
        go.clocks[0].increment = milliseconds(random.below(3000));
        for (int move = 0; move < 300; ++move) {
            go.clocks[0].left = left;
            const milliseconds time = time_to_think(go, player_x).value();
            ASSERT_LE(time, left);
            left += go.clocks[0].increment - time;
        }
    }
}

TEST(UciScore, CountsTheMoversOwnMovesToTheEnd) {
    const auto words = [](int score, int ends_in) {
        return score_words({.moves = {}, .score = score, .ends_in = ends_in});
    };
    EXPECT_EQ(words(-35, 0), "cp -35");
    EXPECT_EQ(words(9999, 1), "mate 1");
    EXPECT_EQ(words(9999, 3), "mate 2");
    EXPECT_EQ(words(9999, 4), "mate 2");
    EXPECT_EQ(words(-9999, -2), "mate -1");
    EXPECT_EQ(words(-9999, -4), "mate -2");
}

}  // namespace
}  // namespace tavola::protocol
