// The threads that search for all rooms, and the queue in front of them.
#include "server/engine_pool.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <ctime>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

std::vector<int> drain(FairQueue<int>& queue) {
    std::vector<int> order;
    while (!queue.empty()) order.push_back(queue.pop());
    return order;
}

TEST(FairQueue, WhoAsksForMuchWaitsForItself) {
    FairQueue<int> queue;
    for (int i = 0; i < 5; ++i) queue.push("greedy", 1, i);
    queue.push("modest", 1, 100);
    EXPECT_EQ(drain(queue), (std::vector<int>{0, 100, 1, 2, 3, 4}));
}

TEST(FairQueue, CheapWorkGoesFirstAndNothingWaitsForEver) {
    FairQueue<int> queue;
    queue.push("dear", 10, -1);
    for (int i = 0; i < 5; ++i) queue.push("cheap", 1, i);
    EXPECT_EQ(drain(queue), (std::vector<int>{0, 1, 2, 3, 4, -1}));
    queue.push("dear", 10, -1);
    for (int i = 0; i < 30; ++i) queue.push("cheap", 1, i);
    const std::vector<int> order = drain(queue);
    EXPECT_EQ(std::ranges::find(order, -1) - order.begin(), 9) << "after work of the same cost";
}

TEST(FairQueue, AFlowThatRestedHasNoClaimToMore) {
    FairQueue<int> queue;
    for (int i = 0; i < 50; ++i) queue.push("busy", 1, i);
    for (int i = 0; i < 40; ++i) queue.pop();
    for (int i = 0; i < 10; ++i) queue.push("rested", 1, 100 + i);
    const std::vector<int> order = drain(queue);
    const auto rested_in_first_half =
        std::ranges::count_if(order.begin(), order.begin() + 10, [](int i) { return i >= 100; });
    EXPECT_EQ(rested_in_first_half, 5);
}

SearchRequest request(int level, const std::string& room, const std::string& address) {
    const AnyGamePtr game = make_game("trilha").value();
    return {.game = game, .position = game->start(), .history = {}, .level = level, .room = room, .address = address};
}

class EnginePoolTest : public testing::Test {
  protected:
    /// Asks, and notes when the answer comes.
    void ask(EnginePool& pool, SearchRequest request) {
        const std::string name = request.room;
        ++asked;
        asio::co_spawn(context, pool.choose_move(std::move(request)),
                       [this, name](const std::exception_ptr& fault, const std::string& move) {
                           EXPECT_FALSE(fault);
                           answers.emplace_back(name, move);
                       });
    }
    void wait() {
        const auto limit = std::chrono::steady_clock::now() + 300s;
        while (answers.size() < asked && std::chrono::steady_clock::now() < limit) context.run_one_for(100ms);
        ASSERT_EQ(answers.size(), asked);
    }
    std::size_t place(const std::string& name) const {
        return static_cast<std::size_t>(
            std::ranges::find(answers, name, &std::pair<std::string, std::string>::first) - answers.begin());
    }

    asio::io_context context;
    asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(context);
    std::vector<std::pair<std::string, std::string>> answers;
    std::size_t asked = 0;
};

TEST_F(EnginePoolTest, AWeakComputerDoesNotWaitForStrongOnes) {
    EnginePool pool({}, 1);
    for (int i = 0; i < 5; ++i) ask(pool, request(10, "strong" + std::to_string(i), "a"));
    context.run_for(50ms);
    ask(pool, request(1, "weak", "b"));
    wait();
    EXPECT_LE(place("weak"), 1u) << "at most one that was under way was sooner";
    for (const auto& [room, move] : answers) EXPECT_FALSE(move.empty()) << room;
}

TEST_F(EnginePoolTest, OneAddressDoesNotHoldUpAnother) {
    EnginePool pool({}, 1);
    for (int i = 0; i < 12; ++i) ask(pool, request(10, "many" + std::to_string(i), "a"));
    context.run_for(20ms);
    ask(pool, request(10, "one", "b"));
    wait();
    EXPECT_LE(place("one"), 4u) << "not behind the twelve";
}

TEST_F(EnginePoolTest, TheMoreWaitTheShorterEachThinksSoThatNoneWaitsLong) {
    EnginePool pool({}, 1);
    const auto begun = std::chrono::steady_clock::now();
    const int rooms = 120;
    for (int i = 0; i < rooms; ++i) ask(pool, request(10, std::to_string(i), std::to_string(i)));
    wait();
    // A second each would take two minutes. The bound is five seconds; the rest is for busy machines.
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 80s);
}

TEST_F(EnginePoolTest, KeepsAnEngineForEachRoomUntilItIsForgotten) {
    EnginePool pool({}, 1);
    ask(pool, request(3, "a", "x"));
    ask(pool, request(3, "b", "x"));
    wait();
    ask(pool, request(3, "a", "x"));
    wait();
    EXPECT_EQ(pool.counts().engines, 2u);
    EXPECT_EQ(pool.counts().finished, 3u);
    pool.forget("a");
    EXPECT_EQ(pool.counts().engines, 1u);
    for (std::size_t i = 0; i < 2 * EnginePool::engines_kept; ++i)
        ask(pool, request(1, "r" + std::to_string(i), "x"));
    wait();
    EXPECT_EQ(pool.counts().engines, EnginePool::engines_kept);
}

TEST_F(EnginePoolTest, EndsAtOnceWhenTheHouseCloses) {
    EnginePool pool({}, 1);
    for (int i = 0; i < 10; ++i) ask(pool, request(10, std::to_string(i), "a"));
    context.run_for(20ms);
    pool.hurry();
    const std::clock_t begun = std::clock();
    wait();
    // Time of the processor, so that a busy machine does not count: ten searches to their end take five seconds.
    EXPECT_LT(std::clock() - begun, 2 * CLOCKS_PER_SEC) << "no search goes on";
    for (const auto& [room, move] : answers) EXPECT_FALSE(move.empty()) << room;
}

/// Knows nothing, and counts who asks.
class Witness final : public Oracle {
  public:
    explicit Witness(std::atomic<int>& asked) : asked_(asked) {}
    std::optional<int> ends_in(const AnyPosition&) const override {
        ++asked_;
        return {};
    }
    std::optional<double> chance(const AnyPosition&) const override { return {}; }

  private:
    std::atomic<int>& asked_;
};

TEST_F(EnginePoolTest, OnlyFullStrengthAsksTheTables) {
    std::atomic<int> asked_tables = 0, opened = 0;
    EnginePool pool(
        [&](const AnyGamePtr&) {
            ++opened;
            return std::make_shared<Witness>(asked_tables);
        },
        1);
    ask(pool, request(9, "a", "x"));
    wait();
    EXPECT_EQ(asked_tables, 0);
    ask(pool, request(10, "a", "x"));
    ask(pool, request(10, "b", "x"));
    wait();
    EXPECT_GT(asked_tables, 0);
    EXPECT_EQ(opened, 1) << "one for all rooms under the same rules";
    asked_tables = 0;
    ask(pool, request(9, "a", "x"));
    wait();
    EXPECT_EQ(asked_tables, 0) << "another computer has played at full strength in this room";
}

}  // namespace
}  // namespace tavola::server
