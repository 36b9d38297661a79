// What houses know of each other: what is said, what is repeated, and what is forgotten.
#include "server/neighbours.h"

#include <gtest/gtest.h>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using Rooms = std::vector<std::string>;

TEST(Neighbours, KnowWhoIsInWhichRoomElsewhere) {
    Neighbours a("a"), b("b"), c("c");
    EXPECT_FALSE(a.any());
    EXPECT_TRUE(a.hear(b.open_text(), 0ms).newcomer);
    EXPECT_FALSE(a.hear(b.open_text(), 1ms).newcomer);
    EXPECT_FALSE(a.hear(a.open_text(), 1ms).newcomer) << "one's own voice";
    EXPECT_EQ(a.count(), 1u);
    EXPECT_EQ(a.hear(b.room_text("r", {.seats = 0b10, .watchers = 1, .wanted = true}), 1ms).rooms, Rooms{"r"});
    EXPECT_TRUE(a.hear(b.room_text("r", {.seats = 0b10, .watchers = 1, .wanted = true}), 2ms).rooms.empty());
    EXPECT_EQ(a.hear(c.room_text("r", {.seats = 0b01, .watchers = 2}), 2ms).rooms, Rooms{"r"});
    EXPECT_EQ(a.in("r"), (Presence{.seats = 0b11, .watchers = 3, .wanted = true}));
    EXPECT_EQ(a.in("s"), Presence{});
    // Nobody is there any more, and that is told once.
    EXPECT_EQ(a.hear(b.room_text("r", {}), 3ms).rooms, Rooms{"r"});
    EXPECT_TRUE(a.hear(b.room_text("r", {}), 3ms).rooms.empty());
    EXPECT_EQ(a.in("r"), (Presence{.seats = 0b01, .watchers = 2}));
}

TEST(Neighbours, ForgetWhatIsNotRepeated) {
    constexpr Milliseconds memory = Neighbours::forgotten_after;
    Neighbours a("a"), b("b");
    a.hear(b.room_text("r", {.seats = 1}), 0ms);
    a.hear(b.room_text("s", {.seats = 1}), 0ms);
    EXPECT_TRUE(a.forget(memory).rooms.empty());
    a.hear(b.room_text("s", {.seats = 1}), memory);
    // The house is there, but what it said of one room is no longer true.
    const auto news = a.forget(memory + 1ms);
    EXPECT_EQ(news.rooms, Rooms{"r"});
    EXPECT_FALSE(news.gone);
    const auto end = a.forget(2 * memory + 1ms);
    EXPECT_EQ(end.rooms, Rooms{"s"});
    EXPECT_TRUE(end.gone);
    EXPECT_FALSE(a.any());
}

TEST(Neighbours, OneOfThemLooksAfterWhatIsLeftAlone) {
    Neighbours a("a"), b("b"), c("c");
    for (Neighbours* one : {&a, &b, &c})
        for (const Neighbours* other : {&a, &b, &c}) one->hear(other->open_text(), 0ms);
    EXPECT_TRUE(a.first());
    EXPECT_FALSE(b.first());
    EXPECT_FALSE(c.first());
    a.hear(c.room_text("r", {.seats = 1}), 0ms);
    const auto news = a.hear(c.closing_text(), 0ms);
    EXPECT_TRUE(news.gone);
    EXPECT_EQ(news.rooms, Rooms{"r"});
    EXPECT_FALSE(a.hear(c.closing_text(), 0ms).gone) << "once";
    b.hear(a.closing_text(), 0ms);
    EXPECT_TRUE(b.first());
    // One that should be there and says nothing is dead.
    Neighbours d("d");
    d.expect(0ms);
    EXPECT_TRUE(d.any());
    EXPECT_EQ(d.count(), 0u);
    EXPECT_TRUE(d.first());
    EXPECT_TRUE(d.forget(Neighbours::forgotten_after + 1ms).gone);
}

TEST(Neighbours, WhatMakesNoSenseMeansNothing) {
    Neighbours a("a");
    for (const char* text : {"", "x", "[]", "7", R"({"house":7})", R"({"house":""})", R"({"house":"b","seats":"x"})",
                             R"({"house":"b","room":7})", R"({"room":"r","seats":1})"})
        a.hear(text, 0ms);
    EXPECT_FALSE(a.any());
}

}  // namespace
}  // namespace tavola::server
