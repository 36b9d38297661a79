// Somebody who asks by HTTP, without any socket: what waits for him, and for how long.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>

#include "server/api.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

Text text(std::string words) { return std::make_shared<const std::string>(std::move(words)); }

class CallerTest : public testing::Test {
  protected:
    /// What he hears next; nothing if nothing comes within the time.
    Text next(asio::steady_timer::duration time) {
        Text heard;
        asio::co_spawn(context, caller.next(time), [&](const std::exception_ptr&, Text told) { heard = told; });
        context.run();
        context.restart();
        return heard;
    }

    asio::io_context context;
    Caller caller{context.get_executor(), Peer()};
};

TEST_F(CallerTest, HearsInOrderAndWaitsWhereNothingIsTold) {
    caller.tell(text("a"));
    caller.tell(text("b"));
    EXPECT_EQ(*next(1h), "a");
    EXPECT_EQ(*next(1h), "b");
    EXPECT_EQ(next(1ms), nullptr);
    EXPECT_FALSE(caller.ended());
    asio::post(context, [&] { caller.tell(text("c")); });
    EXPECT_EQ(*next(1h), "c");
}

TEST_F(CallerTest, HearsOutWhatWasToldBeforeTheEnd) {
    caller.tell(text("a"));
    caller.end();
    caller.tell(text("too late"));
    EXPECT_FALSE(caller.ended());
    EXPECT_EQ(*next(1h), "a");
    EXPECT_TRUE(caller.ended());
    EXPECT_EQ(next(1h), nullptr);
}

TEST_F(CallerTest, IsNotLeftWaiting) {
    asio::post(context, [&] { caller.end(); });
    EXPECT_EQ(next(1h), nullptr);
}

TEST_F(CallerTest, WhoTakesNothingDoesNotFillTheMemory) {
    const Text line = text(std::string(1 << 20, 'x'));
    for (int i = 0; i < 4; ++i) caller.tell(line);
    EXPECT_FALSE(caller.ended());
    caller.tell(line);
    EXPECT_TRUE(caller.ended());
    EXPECT_EQ(line.use_count(), 1);
}

}  // namespace
}  // namespace tavola::server
