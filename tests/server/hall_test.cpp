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

}  // namespace
}  // namespace tavola::server
