// Clocks, on a time of their own.
#include "match/clock.h"

#include <gtest/gtest.h>

namespace tavola {
namespace {

using std::chrono::seconds;

TimeControl control(std::string_view text) {
    const auto parsed = parse_time_control(text);
    EXPECT_TRUE(parsed) << text;
    return *parsed;
}

TEST(TimeControl, ReadsBackWhatItPrints) {
    for (const char* text : {"-", "300", "300+5", "300d5", "86400/turn", "1"}) EXPECT_EQ(print(control(text)), text);
}

TEST(TimeControl, RefusesEverythingElse) {
    for (const char* text :
         {"", "x", "-5", "0", "300+", "300+-5", "300x5", "300+5+5", "300/", "99999999999999999999"}) {
        const auto parsed = parse_time_control(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().key, "error.clock");
        EXPECT_GT(parsed.error().at, 0u);
    }
}

TEST(Clock, OnlyTheMoversTimeRuns) {
    Clock clock(control("60"), 2);
    clock.turn_to(player_x, seconds(0));
    EXPECT_EQ(clock.remaining(player_x, seconds(10)), seconds(50));
    EXPECT_EQ(clock.remaining(player_o, seconds(10)), seconds(60));
    clock.turn_to(player_o, seconds(10));
    EXPECT_EQ(clock.remaining(player_x, seconds(30)), seconds(50));
    EXPECT_EQ(clock.remaining(player_o, seconds(30)), seconds(40));
}

TEST(Clock, TheFlagFallsWhenTimeIsUp) {
    Clock clock(control("60"), 2);
    clock.turn_to(player_x, seconds(100));
    EXPECT_EQ(clock.falls_at(), seconds(160));
    EXPECT_FALSE(clock.fallen(seconds(159)));
    EXPECT_EQ(clock.fallen(seconds(160)), player_x);
    EXPECT_EQ(clock.remaining(player_x, seconds(500)), seconds(0)) << "never below zero";
}

TEST(Clock, AnIncrementComesAfterTheTurn) {
    Clock clock(control("60+5"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.turn_to(player_o, seconds(8));
    EXPECT_EQ(clock.remaining(player_x, seconds(8)), seconds(57));
    // The same player acts again: the turn goes on, nothing is added.
    clock.turn_to(player_o, seconds(10));
    EXPECT_EQ(clock.remaining(player_o, seconds(10)), seconds(58));
}

TEST(Clock, ADelayIsFreeEachTurn) {
    Clock clock(control("60d5"), 2);
    clock.turn_to(player_x, seconds(0));
    EXPECT_EQ(clock.remaining(player_x, seconds(4)), seconds(60));
    EXPECT_EQ(clock.remaining(player_x, seconds(7)), seconds(58));
    EXPECT_EQ(clock.falls_at(), seconds(65));
    clock.turn_to(player_o, seconds(3));
    EXPECT_EQ(clock.remaining(player_x, seconds(3)), seconds(60)) << "what is not used is not kept";
}

TEST(Clock, PerTurnTimeIsGivenAnew) {
    Clock clock(control("30/turn"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.turn_to(player_o, seconds(29));
    EXPECT_EQ(clock.remaining(player_x, seconds(29)), seconds(30));
    EXPECT_EQ(clock.fallen(seconds(59)), player_o);
}

TEST(Clock, StandsStillWhilePaused) {
    Clock clock(control("60d5"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.pause(seconds(2));
    EXPECT_TRUE(clock.paused());
    EXPECT_FALSE(clock.fallen(seconds(1000)));
    EXPECT_FALSE(clock.falls_at());
    clock.resume(seconds(1000));
    EXPECT_EQ(clock.remaining(player_x, seconds(1003)), seconds(60)) << "three seconds of the delay were left";
    EXPECT_EQ(clock.remaining(player_x, seconds(1010)), seconds(53));
}

TEST(Clock, TheTurnMayPassWhilePaused) {
    Clock clock(control("60+5"), 3);
    clock.turn_to(player_x, seconds(0));
    clock.pause(seconds(10));
    clock.turn_to(Player(2), seconds(500));
    EXPECT_TRUE(clock.paused());
    EXPECT_FALSE(clock.running());
    EXPECT_FALSE(clock.falls_at());
    EXPECT_EQ(clock.remaining(player_x, seconds(900)), seconds(55)) << "ten used, five for the turn";
    clock.resume(seconds(1000));
    EXPECT_EQ(clock.running(), Player(2));
    EXPECT_EQ(clock.remaining(Player(2), seconds(1010)), seconds(50));
    EXPECT_EQ(clock.remaining(player_x, seconds(1010)), seconds(55));
}

TEST(Clock, LagIsGivenBackUpToWhatWasUsed) {
    Clock clock(control("60"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.turn_to(player_o, seconds(10), seconds(2));
    EXPECT_EQ(clock.remaining(player_x, seconds(10)), seconds(52));
    clock.turn_to(player_x, seconds(11), seconds(30));
    EXPECT_EQ(clock.remaining(player_o, seconds(11)), seconds(60)) << "nobody gains time by being slow";
}

TEST(Clock, ATurnThatIsGivenBackStopsTheOneClockAndStartsTheOther) {
    Clock clock(control("60"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.turn_to(player_o, seconds(10));
    clock.turn_to(player_x, seconds(15));
    EXPECT_EQ(clock.running(), player_x);
    EXPECT_EQ(clock.remaining(player_o, seconds(40)), seconds(55)) << "pays for its own five seconds, and no more";
    EXPECT_EQ(clock.remaining(player_x, seconds(40)), seconds(25)) << "ten before, and what has gone since";
    EXPECT_EQ(clock.falls_at(), seconds(65));
}

TEST(Clock, WithoutALimitNothingFalls) {
    Clock clock(control("-"), 4);
    clock.turn_to(Player(3), seconds(0));
    EXPECT_FALSE(clock.fallen(seconds(1'000'000)));
    EXPECT_FALSE(clock.falls_at());
}

TEST(Clock, TimeCanBeAdded) {
    Clock clock(control("60"), 2);
    clock.turn_to(player_x, seconds(0));
    clock.add(player_o, seconds(15));
    EXPECT_EQ(clock.remaining(player_o, seconds(0)), seconds(75));
}

}  // namespace
}  // namespace tavola
