// The parts of the engine protocol: time for a move, scores.
#include <gtest/gtest.h>

#include "base/random.h"
#include "protocol/go.h"
#include "protocol/line.h"
#include "search/pace.h"

namespace tavola::protocol {
namespace {

using namespace std::chrono_literals;

milliseconds time_of(std::string_view text, Player player = player_x, std::size_t choices = 20) {
    return time_to_think(parse_go(split(text)), player, choices);
}

TEST(UciTime, IsASliceOfTheClock) {
    EXPECT_EQ(time_of("depth 5"), 0ms);
    EXPECT_EQ(time_of("infinite wtime 1000"), 0ms);
    EXPECT_EQ(time_of("movetime 250"), 250ms);
    EXPECT_EQ(time_of("wtime 60030 btime 1"), 2000ms);
    EXPECT_EQ(time_of("wtime 1 btime 60030", player_o), 2000ms);
    EXPECT_EQ(time_of("wtime 60030 winc 1000"), 2750ms);
    EXPECT_EQ(time_of("wtime 60030 movestogo 10"), 6000ms);
    EXPECT_EQ(time_of("wtime 1030 movestogo 1"), 1000ms);
    EXPECT_EQ(time_of("wtime 230 winc 5000"), 100ms) << "what will come is not there yet";
    for (const char* late : {"wtime 0", "wtime -100", "wtime 5 movestogo 1", "movetime 0", "movetime -7"})
        EXPECT_EQ(time_of(late), 1ms);
    EXPECT_EQ(time_of("btime 60030 binc 1000"), 2750ms) << "the only clock that was told holds for both";
}

TEST(UciTime, ATimeForThisMoveGoesBeforeClocks) {
    // Programs between this protocol and another say so when they have no clocks.
    EXPECT_EQ(time_of("wtime 0 btime 0 movetime 500"), 500ms);
    EXPECT_EQ(time_of("movetime 500 wtime -1 btime -1 winc 0 binc 0"), 500ms);
    EXPECT_EQ(time_of("wtime 60030 movestogo 10 movetime 100"), 100ms);
    EXPECT_EQ(time_of("wtime 1000 btime 1000 movetime 5000"), 5000ms);
}

TEST(UciTime, AMoveWithoutAChoiceTakesNone) {
    for (const char* go : {"movetime 5000", "wtime 600000", "wtime 1000 movestogo 1"})
        EXPECT_EQ(time_of(go, player_x, 1), 1ms);
    EXPECT_EQ(time_of("infinite movetime 5000", player_x, 1), 0ms);
    EXPECT_EQ(time_of("depth 5", player_x, 1), 0ms);
}

TEST(UciGo, PassesOverWhatItDoesNotKnow) {
    const std::string text = "foo depth 3 bar 7 nodes 50 perft";
    const Go go = parse_go(split(text));
    EXPECT_EQ(go.depth, 3);
    EXPECT_EQ(go.nodes, 50u);
    EXPECT_EQ(join(go.unknown), "foo bar 7 perft");
    EXPECT_FALSE(go.endless());
    EXPECT_TRUE(parse_go(split("foo")).endless());
}

TEST(UciGo, TakesTheNearestNumberAndTheLowestWhereThereIsNone) {
    const auto depth = [](std::string_view text) { return parse_go(split(text)).depth; };
    for (const char* text :
         {"depth 0", "depth -5", "depth", "depth soon", "depth 3x", "depth nodes 7", "depth -99999999999999999999"})
        EXPECT_EQ(depth(text), 1) << text;
    EXPECT_EQ(depth("depth 99999999999999999999"), 1000);
    EXPECT_EQ(parse_go(split("depth nodes 7")).nodes, 7u);
    for (const char* text : {"nodes 0", "nodes -3", "nodes x"}) EXPECT_EQ(parse_go(split(text)).nodes, 1u) << text;
    EXPECT_EQ(time_of("wtime soon"), 1ms);
    EXPECT_EQ(time_of("movetime"), 1ms);
}

TEST(UciGo, LooksForAMateAsFarAsItCounts) {
    EXPECT_EQ(parse_go(split("mate 2")).plies(), 4);
    EXPECT_EQ(parse_go(split("mate 2 depth 3")).plies(), 3);
    EXPECT_EQ(parse_go(split("mate 2 depth 30")).plies(), 4);
    EXPECT_EQ(parse_go(split("depth 30")).plies(), 30);
    EXPECT_FALSE(parse_go(split("mate 2")).endless());
}

// ---- When a search stops that is given a time

TEST(Pace, AFixedTimeIsUsedUp) {
    const Limits fixed{.time = 1000ms, .whole_time = true};
    for (const auto used : {0ms, 500ms, 501ms, 700ms, 999ms})
        for (const int growth : {2, 8}) EXPECT_TRUE(search::goes_deeper(fixed, used, growth)) << used.count();
    EXPECT_FALSE(search::goes_deeper(fixed, 1000ms, 2));
}

TEST(Pace, OfAClockIsSavedWhatTheNextDepthWouldWaste) {
    const Limits clock{.time = 1000ms};
    EXPECT_TRUE(search::goes_deeper(clock, 500ms, 2));
    EXPECT_FALSE(search::goes_deeper(clock, 501ms, 2));
    EXPECT_FALSE(search::goes_deeper(clock, 126ms, 8));
    // Who asks for a depth gets it if there is time at all.
    EXPECT_TRUE(search::goes_deeper({.depth = 9, .time = 1000ms}, 999ms, 2));
    EXPECT_FALSE(search::goes_deeper({.depth = 9, .time = 1000ms}, 1000ms, 2));
    EXPECT_TRUE(search::goes_deeper({.nodes = 100}, 100s, 2));
}

TEST(UciTime, NeverRunsOutOfTheClock) {
    Random random(4);
    for (int trial = 0; trial < 1000; ++trial) {
        Go go;
        milliseconds left(100 + random.below(100000));
        go.clocks[0].increment = milliseconds(random.below(3000));
        for (int move = 0; move < 300; ++move) {
            go.clocks[0].left = left;
            const milliseconds time = time_to_think(go, player_x, 20);
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
