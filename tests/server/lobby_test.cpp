// Who is in a room, and which rooms are listed.
#include "server/lobby.h"

#include <gtest/gtest.h>

#include "server/followers.h"

namespace tavola::server {
namespace {

using Rooms = std::vector<std::string>;

TEST(Lobby, ShowsTheNewestFirst) {
    Lobby lobby;
    lobby.add("old", Instant(10), "a");
    lobby.add("new", Instant(30), "b");
    lobby.add("middle", Instant(20), "c");
    EXPECT_EQ(lobby.shown(), (Rooms{"new", "middle", "old"}));
}

TEST(Lobby, AWholeSchoolSeesItsRooms) {
    Lobby lobby;
    for (int i = 0; i < 60; ++i) lobby.add("school" + std::to_string(i), Instant(i), "school");
    EXPECT_EQ(lobby.shown().size(), 60u);
    EXPECT_EQ(lobby.shown().front(), "school59");
    EXPECT_TRUE(lobby.lists("school0"));
}

TEST(Lobby, NobodyHidesTheRoomsOfOthers) {
    Lobby lobby;
    lobby.add("honest", Instant(1), "somebody");
    for (int i = 0; i < 1000; ++i) lobby.add("spam" + std::to_string(i), Instant(100 + i), "spammer");
    const Rooms shown = lobby.shown();
    EXPECT_EQ(shown.size(), Lobby::most_shown);
    EXPECT_EQ(shown.back(), "honest");
    EXPECT_EQ(shown.front(), "spam999");
    EXPECT_TRUE(lobby.lists("honest"));
    EXPECT_TRUE(lobby.lists("spam999"));
    EXPECT_FALSE(lobby.lists("spam0"));
    EXPECT_FALSE(lobby.lists("unknown"));
    for (int i = 0; i < 1000; ++i) lobby.remove("spam" + std::to_string(i));
    EXPECT_EQ(lobby.shown(), (Rooms{"honest"}));
}

TEST(Lobby, TheNextOfAnAddressMovesUp) {
    Lobby lobby;
    for (int i = 0; i < 200; ++i) lobby.add("other" + std::to_string(i), Instant(1000 + i), "");
    for (int i = 0; i < 8; ++i) lobby.add(std::to_string(i), Instant(i), "a");
    const auto listed = [&] {
        Rooms result;
        for (int i = 0; i < 9; ++i)
            if (lobby.lists(std::to_string(i))) result.push_back(std::to_string(i));
        return result;
    };
    EXPECT_EQ(listed(), (Rooms{"3", "4", "5", "6", "7"}));
    lobby.remove("5");
    EXPECT_EQ(listed(), (Rooms{"2", "3", "4", "6", "7"}));
    lobby.remove("0");
    lobby.add("8", Instant(1), "a");
    EXPECT_EQ(listed(), (Rooms{"2", "3", "4", "6", "7"}));
    for (const char* room : {"7", "6", "4", "3", "2"}) lobby.remove(room);
    EXPECT_EQ(listed(), (Rooms{"1", "8"}));
    EXPECT_EQ(lobby.size(), 202u);
}

TEST(Lobby, RoomsOfUnknownAddressesAreEachOnTheirOwn) {
    Lobby lobby;
    for (int i = 0; i < 20; ++i) lobby.add("unknown" + std::to_string(i), Instant(i), "");
    for (int i = 0; i < 200; ++i) lobby.add(std::to_string(i), Instant(100 + i), "a");
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(lobby.lists("unknown" + std::to_string(i)));
}

TEST(Lobby, ARoomIsThereOnce) {
    Lobby lobby;
    lobby.add("a", Instant(1), "x");
    lobby.add("a", Instant(2), "y");
    EXPECT_EQ(lobby.shown(), (Rooms{"a"}));
    lobby.remove("a");
    EXPECT_TRUE(lobby.shown().empty());
}

class Ear final : public Listener {
  public:
    explicit Ear(Milliseconds lag = Milliseconds{0}) : lag_(lag) {}
    void tell(Text) override { ++told; }
    Milliseconds lag() const override { return lag_; }
    int told = 0;

  private:
    const Milliseconds lag_;
};

TEST(Followers, CountSeatsAndSpectators) {
    Followers followers;
    const auto a = std::make_shared<Ear>(), b = std::make_shared<Ear>(), c = std::make_shared<Ear>();
    followers.admit(a, 1);
    followers.admit(b, 1);
    followers.admit(c, {});
    EXPECT_EQ(followers.presence().seats, 2u);
    EXPECT_EQ(followers.presence().watchers, 1);
    followers.admit(c, {});
    EXPECT_EQ(followers.presence().watchers, 1) << "the same one again";
    followers.admit(a, {});
    EXPECT_EQ(followers.seat_of(*a), 1) << "a seat is not lost by looking again";
    EXPECT_TRUE(followers.remove(*a));
    EXPECT_FALSE(followers.remove(*a));
    EXPECT_EQ(followers.presence().seats, 2u) << "somebody else is in it";
    followers.admit(c, 0);
    EXPECT_EQ(followers.presence().seats, 3u);
    EXPECT_EQ(followers.presence().watchers, 0);
    EXPECT_TRUE(followers.remove(*b));
    EXPECT_TRUE(followers.remove(*c));
    EXPECT_EQ(followers.presence(), Presence{});
    EXPECT_TRUE(followers.empty());
}

TEST(Followers, LagIsThatOfTheSeat) {
    Followers followers;
    const auto slow = std::make_shared<Ear>(Milliseconds{80}), fast = std::make_shared<Ear>(Milliseconds{10}),
               watcher = std::make_shared<Ear>(Milliseconds{900});
    followers.admit(slow, 0);
    followers.admit(fast, 0);
    followers.admit(watcher, {});
    EXPECT_EQ(followers.lag_of(0), Milliseconds{80});
    EXPECT_EQ(followers.lag_of(1), Milliseconds{0});
    followers.remove(*slow);
    EXPECT_EQ(followers.lag_of(0), Milliseconds{10});
}

TEST(Followers, TellAllWhoAreStillThere) {
    Followers followers;
    const auto a = std::make_shared<Ear>();
    auto gone = std::make_shared<Ear>();
    followers.admit(a, 0);
    followers.admit(gone, {});
    gone.reset();
    followers.tell(std::make_shared<const std::string>("hello"));
    EXPECT_EQ(a->told, 1);
}

}  // namespace
}  // namespace tavola::server
