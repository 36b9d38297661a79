// The hall without sockets: which rooms it brings back when it opens.
#include "server/hall.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <future>

#include "server/temporary_folder.h"
#include "store/sqlite_store.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

class HallTest : public testing::Test {
  protected:
    void keep(const std::string& id, rooms::Room& room) {
        store::Addition addition{.game = id, .events = {}, .over = room.phase() == rooms::Room::Phase::over};
        for (const rooms::Event& event : room.take_fresh())
            addition.events.push_back({event.number, event.at.count(), event.body.dump()});
        std::promise<Result<void>> kept;
        store->append(std::move(addition), [&](Result<void> result) { kept.set_value(std::move(result)); });
        ASSERT_TRUE(kept.get_future().get());
    }
    rooms::Room make(Instant at) {
        return rooms::Room::make({make_game("trilha").value(), *parse_time_control("60"), false}, at);
    }

    TemporaryFolder folder;
    std::unique_ptr<store::SqliteStore> store = *store::SqliteStore::open(folder.path());
    const Instant now = std::chrono::duration_cast<Instant>(std::chrono::system_clock::now().time_since_epoch());
};

TEST_F(HallTest, BringsBackWhatIsNotOverAndNotForgotten) {
    rooms::Room fresh = make(now - 24h), forgotten = make(now - 24h * 30), playing = make(now - 24h * 30),
                over = make(now);
    for (rooms::Room* room : {&playing, &over})
        for (int seat : {0, 1})
            ASSERT_TRUE(room->sit(seat, {"A", "key" + std::to_string(seat), "", 0}, now - 24h * 30));
    ASSERT_TRUE(over.resign(0, now));
    keep("fresh", fresh);
    keep("forgotten", forgotten);
    keep("playing", playing);
    keep("over", over);
    {
        asio::io_context context;
        Hall hall(context.get_executor(), *store);
        ASSERT_TRUE(hall.open());
        EXPECT_EQ(hall.open_rooms(), 2u);
        // The clock that ran when the house was cut off a month ago has stood still since.
        asio::co_spawn(context, hall.close(), asio::detached);
        context.run();
        const auto events = hall.recall("playing");
        ASSERT_TRUE(events);
        EXPECT_EQ(events->back().body["kind"], "paused");
        EXPECT_EQ(rooms::Room::replay(*events)->clock().remaining(Player(0), now), 60s);
    }
    store.reset();
    store = *store::SqliteStore::open(folder.path());
    EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"playing", "fresh"}));
}

/// A store that other houses use too, and whose clock is an hour ahead of this machine's.
class SharedStore final : public store::Store {
  public:
    SharedStore(store::Store& own, bool only_one) : own_(own), alone_(only_one) {}
    void append(store::Addition addition, Done done) override { own_.append(std::move(addition), std::move(done)); }
    Result<std::vector<store::Entry>> events(std::string_view game, std::int64_t after) override {
        return own_.events(game, after);
    }
    Result<std::vector<std::string>> unfinished() override { return own_.unfinished(); }
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override {
        return own_.unfinished_of(games);
    }
    Result<void> erase(const std::string& game) override { return own_.erase(game); }
    Result<void> read_all(const Tell& tell) override { return own_.read_all(tell); }
    bool shared() const noexcept override { return true; }
    Result<bool> enter() override { return alone_; }
    Result<std::int64_t> time() override {
        return *own_.time() + std::chrono::duration_cast<Milliseconds>(1h).count();
    }

  private:
    store::Store& own_;
    const bool alone_;
};

TEST_F(HallTest, TheFirstOfSeveralHousesOpensTheRoomsAndAllGoByOneClock) {
    rooms::Room playing = make(now);
    for (int seat : {0, 1}) ASSERT_TRUE(playing.sit(seat, {"A", "key" + std::to_string(seat), "", 0}, now));
    keep("playing", playing);
    for (const bool alone : {false, true}) {
        SharedStore shared(*store, alone);
        asio::io_context context;
        Hall hall(context.get_executor(), shared);
        ASSERT_TRUE(hall.open());
        EXPECT_EQ(hall.open_rooms(), alone ? 1u : 0u);
        EXPECT_EQ(hall.alone(), alone);
        EXPECT_EQ(hall.other_houses(), 0u) << "none has said anything";
        EXPECT_GE(hall.now(), now + 1h);
        EXPECT_LT(hall.now(), now + 2h);
        asio::co_spawn(context, hall.close(), asio::detached);
        context.run();
        EXPECT_EQ(hall.recall("playing")->back().body["kind"], alone ? "paused" : "began");
    }
}

}  // namespace
}  // namespace tavola::server
