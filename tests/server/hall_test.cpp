// The hall without sockets: which rooms it reads, when, and what it makes of them.
#include "server/hall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <future>

#include "server/own_games.h"
#include "server/temporary_folder.h"
#include "server/turns.h"
#include "store/sqlite_store.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

/// Somebody who only hears.
class Ear final : public Listener {
  public:
    void tell(Text text) override { heard.push_back(nlohmann::json::parse(*text)); }
    Milliseconds lag() const override { return Milliseconds{0}; }
    std::vector<nlohmann::json> heard;
};

class HallTest : public testing::Test {
  protected:
    void keep(const std::string& id, rooms::Room& room) {
        store::Addition addition{.game = id, .events = {}, .over = room.phase() == rooms::Room::Phase::over};
        if (const auto due = room.due()) addition.due = due->count();
        for (const rooms::Event& event : room.take_fresh())
            addition.events.push_back({event.number, event.at.count(), event.body.dump()});
        std::promise<Result<void>> kept;
        store->append(std::move(addition), [&](Result<void> result) { kept.set_value(std::move(result)); });
        ASSERT_TRUE(kept.get_future().get());
    }
    rooms::Room make(Instant at, std::string_view clock = "60") {
        return rooms::Room::make({make_game("trilha").value(), *parse_time_control(clock), false}, at);
    }
    rooms::Room begun(Instant at, std::string_view clock = "60") {
        rooms::Room room = make(at, clock);
        for (int seat : {0, 1}) EXPECT_TRUE(room.sit(seat, {"A", "key" + std::to_string(seat), "", 0}, at));
        return room;
    }
    /// A house was open from then to then, and no other.
    void note_run(Instant from, Instant to) {
        ASSERT_TRUE(store->note_running(from.count(), true));
        ASSERT_TRUE(store->note_running(to.count(), false));
    }
    static void close(asio::io_context& context, Hall& hall) {
        asio::co_spawn(context, hall.close(), asio::detached);
        context.restart();
        context.run();
    }
    template <class Condition>
    static void run_until(asio::io_context& context, Condition condition) {
        const auto limit = std::chrono::steady_clock::now() + 60s;
        while (!condition() && std::chrono::steady_clock::now() < limit) context.run_one_for(100ms);
        EXPECT_TRUE(condition());
    }
    std::string last_kind(Hall& hall, std::string_view room) { return hall.recall(room)->back().body["kind"]; }

    TemporaryFolder folder;
    std::unique_ptr<store::SqliteStore> store = *store::SqliteStore::open(folder.path());
    const Instant now = std::chrono::duration_cast<Instant>(std::chrono::system_clock::now().time_since_epoch());
};

TEST_F(HallTest, ReadsOnlyRoomsInWhichSomethingIsToBeDone) {
    rooms::Room waiting = make(now - 24h), forgotten = make(now - 24h * 30), playing = begun(now - 24h * 30),
                over = begun(now - 24h * 30), in_days = begun(now - 24h, "604800/turn"), no_clock = begun(now, "-");
    ASSERT_TRUE(over.resign(0, now));
    note_run(now - 24h * 30, now - 24h * 30 + 10s);
    keep("waiting", waiting);
    keep("forgotten", forgotten);
    keep("playing", playing);
    keep("over", over);
    keep("in-days", in_days);
    keep("no-clock", no_clock);
    {
        asio::io_context context;
        Hall hall(context.get_executor(), *store);
        ASSERT_TRUE(hall.open());
        EXPECT_EQ(hall.open_rooms(), 0u);
        run_until(context, [&] { return hall.open_rooms() == 1 && last_kind(hall, "playing") == "paused"; });
        close(context, hall);
        EXPECT_EQ(last_kind(hall, "in-days"), "began");
    }
    store.reset();
    store = *store::SqliteStore::open(folder.path());
    EXPECT_EQ(*store->unfinished(), (std::vector<std::string>{"playing", "in-days", "waiting", "no-clock"}));
}

// An import may hold events that lack what they always have.
TEST_F(HallTest, AnAccountIsToldWhateverWasImportedIntoItsRooms) {
    rooms::Room room = make(now);
    ASSERT_TRUE(room.sit(0, {.name = "Ana", .key = "k", .word = {}, .account = "ana.x"}, now));
    ASSERT_TRUE(room.say(0, "hello", now));
    keep("room", room);
    std::promise<Result<void>> kept;
    store->append({"room", {{4, now.count(), R"({"kind":"said","text":"whose?"})"}}, false},
                  [&](Result<void> result) { kept.set_value(std::move(result)); });
    ASSERT_TRUE(kept.get_future().get());
    const std::vector<rooms::Event> events{{1, now, {{"kind", "opened"}, {"account", "ana.x"}, {"name", "Ana"}}},
                                           {2, now, {{"kind", "signed"}, {"account", "ana.x"}, {"room", "room"}}}};
    const auto told = tell_everything(*store, *accounts::Account::replay(events), now);
    ASSERT_TRUE(told) << told.error().key;
    ASSERT_EQ((*told)["games"].size(), 1u);
    EXPECT_EQ((*told)["games"][0]["said"].size(), 1u);
}

TEST_F(HallTest, NobodysTimeRunsWhileTheHouseIsClosed) {
    rooms::Room days = begun(now - 50h, "360000/turn"), seconds = begun(now - 50h);
    keep("days", days);
    keep("seconds", seconds);
    // Twenty hours open, ten closed, five open, and closed since.
    note_run(now - 51h, now - 30h);
    note_run(now - 20h, now - 15h);
    asio::io_context context;
    Hall hall(context.get_executor(), *store);
    ASSERT_TRUE(hall.open());
    const auto ear = std::make_shared<Ear>();
    hall.hear(ear, {{"kind", "watch"}, {"room", "days"}});
    run_until(context, [&] { return last_kind(hall, "days") == "paused"; });
    const auto room = rooms::Room::replay(*hall.recall("days"));
    EXPECT_EQ(room->clock().remaining(Player(0), now), 100h - 20h - 5h + rooms::return_time)
        << "and whoever was to move had a moment to come back";
    // A minute's clock had ended while the house was open; that is seen late, and no mercy.
    run_until(context,
              [&] { return rooms::Room::replay(*hall.recall("seconds"))->phase() == rooms::Room::Phase::over; });
    close(context, hall);
}

TEST_F(HallTest, AFlagFallsThoughNobodyFollowsTheRoom) {
    asio::io_context context;
    Hall hall(context.get_executor(), *store);
    ASSERT_TRUE(hall.open());
    context.run_for(100ms);
    // As if everybody had left it a minute ago, and it had left memory.
    rooms::Room room = begun(hall.now(), "2");
    keep("alone", room);
    run_until(context,
              [&] { return rooms::Room::replay(*hall.recall("alone"))->phase() == rooms::Room::Phase::over; });
    EXPECT_EQ(rooms::Room::replay(*hall.recall("alone"))->match().verdict().ending, Ending::time);
    close(context, hall);
}

TEST_F(HallTest, AClockHasFourWeeksAtMost) {
    asio::io_context context;
    Hall hall(context.get_executor(), *store);
    ASSERT_TRUE(hall.open());
    const auto ear = std::make_shared<Ear>();
    for (const char* clock : {"2419201", "60+2419201", "60d2419201", "2419201/turn"}) {
        ear->heard.clear();
        hall.hear(ear, {{"kind", "make"}, {"game", "trilha"}, {"name", "Ana"}, {"clock", clock}});
        run_until(context, [&] { return !ear->heard.empty(); });
        EXPECT_EQ(ear->heard.front()["kind"], "refused") << clock;
    }
    ear->heard.clear();
    hall.hear(ear, {{"kind", "make"}, {"game", "trilha"}, {"name", "Ana"}, {"clock", "2419200/turn"}});
    run_until(context, [&] { return !ear->heard.empty(); });
    EXPECT_EQ(ear->heard.front()["kind"], "made");
    // Older games with longer clocks go on.
    rooms::Room old = begun(now, "3153600000");
    keep("old", old);
    hall.hear(ear, {{"kind", "watch"}, {"room", "old"}});
    run_until(context, [&] { return ear->heard.back().value("room", "") == "old"; });
    close(context, hall);
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
    Result<std::vector<store::Due>> due(std::int64_t until, const store::Due& after, std::size_t most) override {
        return own_.due(until, after, most);
    }
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
    rooms::Room playing = begun(now);
    keep("playing", playing);
    for (const bool alone : {false, true}) {
        SharedStore shared(*store, alone);
        asio::io_context context;
        Hall hall(context.get_executor(), shared);
        ASSERT_TRUE(hall.open());
        EXPECT_EQ(hall.alone(), alone);
        EXPECT_EQ(hall.other_houses(), 0u) << "none has said anything";
        EXPECT_GE(hall.now(), now + 1h);
        EXPECT_LT(hall.now(), now + 2h);
        // By the shared clock an hour has passed, in which no house was open.
        if (alone) run_until(context, [&] { return last_kind(hall, "playing") == "paused"; });
        context.run_for(100ms);
        EXPECT_EQ(hall.open_rooms(), alone ? 1u : 0u);
        close(context, hall);
        EXPECT_EQ(last_kind(hall, "playing"), alone ? "paused" : "began");
    }
}

/// A store that takes its time: nothing is kept until it is let go on.
class HeldStore final : public store::Store {
  public:
    explicit HeldStore(store::Store& own) : own_(own) {}
    void append(store::Addition addition, Done done) override {
        waiting_.emplace_back(std::move(addition), std::move(done));
    }
    Result<std::vector<store::Entry>> events(std::string_view game, std::int64_t after) override {
        return own_.events(game, after);
    }
    Result<std::vector<std::string>> unfinished() override { return own_.unfinished(); }
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override {
        return own_.unfinished_of(games);
    }
    Result<void> erase(const std::string& game) override { return own_.erase(game); }
    Result<void> read_all(const Tell& tell) override { return own_.read_all(tell); }

    std::size_t waiting() const { return waiting_.size(); }
    void go_on() {
        for (auto& [addition, done] : std::exchange(waiting_, {})) own_.append(std::move(addition), std::move(done));
    }

  private:
    store::Store& own_;
    std::vector<std::pair<store::Addition, Done>> waiting_;
};

TEST_F(HallTest, ClosesAtOnceAlsoWhereARoomIsJustBeingMade) {
    HeldStore held(*store);
    asio::io_context context;
    Hall hall(context.get_executor(), held);
    ASSERT_TRUE(hall.open());
    const auto ear = std::make_shared<Ear>();
    hall.hear(ear, {{"kind", "make"}, {"id", "1"}, {"game", "trilha"}, {"name", "Ana"}});
    while (held.waiting() == 0) context.run_one();
    asio::co_spawn(context, hall.close(), asio::detached);
    context.poll();
    held.go_on();
    // As long as an empty room is kept otherwise is a minute.
    context.run_for(30s);
    EXPECT_TRUE(context.stopped()) << "nothing goes on in the hall";
    EXPECT_EQ(hall.open_rooms(), 0u);
    ASSERT_FALSE(ear->heard.empty());
    EXPECT_EQ(ear->heard.front()["kind"], "made");
}

TEST_F(HallTest, ComputersAmongThemselvesAreNotPlayedOn) {
    rooms::Room room = make(now - 1h);
    for (int seat : {0, 1}) ASSERT_TRUE(room.sit(seat, {"computer", "", "", 1}, now - 1h));
    keep("robots", room);
    asio::io_context context;
    {
        Hall hall(context.get_executor(), *store);
        ASSERT_TRUE(hall.open());
        run_until(context, [&] { return store->unfinished()->empty(); });
        EXPECT_EQ(hall.open_rooms(), 0u);
        // Whoever looks at it sees how it stood.
        const auto ear = std::make_shared<Ear>();
        hall.hear(ear, {{"kind", "watch"}, {"room", "robots"}});
        while (ear->heard.size() < 2) context.run_one();
        context.run_for(100ms);
        const auto shown = std::ranges::find(ear->heard, "room", [](const auto& one) { return one["kind"]; });
        ASSERT_NE(shown, ear->heard.end());
        EXPECT_EQ((*shown)["state"]["phase"], "playing");
        EXPECT_TRUE(std::ranges::none_of(ear->heard, [](const auto& one) { return one["kind"] == "events"; }));
        const auto maker = std::make_shared<Ear>();
        hall.hear(maker, {{"kind", "make"}, {"game", "trilha"}, {"seats", {"computer:1", "computer:2"}}});
        while (maker->heard.empty()) context.run_one();
        EXPECT_EQ(maker->heard.front()["error"]["key"], "error.room.people");
        close(context, hall);
    }
}

/// Counts the events that are read.
class CountingStore final : public store::Store {
  public:
    explicit CountingStore(store::Store& own) : own_(own) {}
    void append(store::Addition addition, Done done) override { own_.append(std::move(addition), std::move(done)); }
    Result<std::vector<store::Entry>> events(std::string_view game, std::int64_t after) override {
        auto found = own_.events(game, after);
        if (found) read += found->size();
        return found;
    }
    Result<std::vector<std::string>> unfinished() override { return own_.unfinished(); }
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override {
        return own_.unfinished_of(games);
    }
    Result<void> erase(const std::string& game) override { return own_.erase(game); }
    Result<void> read_all(const Tell& tell) override { return own_.read_all(tell); }

    std::atomic<std::size_t> read = 0;

  private:
    store::Store& own_;
};

constexpr std::size_t account_rooms = 200, account_requests = 20;
struct Readings {
    std::size_t before = 0, right = 0;
};

/// An account with many events, and then its cookie again and again.
asio::awaitable<void> be_recognised(Accounts& accounts, const CountingStore& store, Readings& readings) {
    Peer peer;
    const auto opened = co_await accounts.open("Ana", "uma frase longa", peer);
    if (!opened) co_return;
    for (std::size_t i = 0; i < account_rooms; ++i)
        std::ignore = co_await accounts.note(opened->visit.account.id(), "room" + std::to_string(i));
    readings.before = store.read;
    for (std::size_t i = 0; i < account_requests; ++i) {
        const auto visit = co_await accounts.recognise(opened->cookie);
        readings.right += visit && visit->account.rooms().size() == account_rooms;
    }
}

TEST_F(HallTest, AnAccountIsNotReadFromItsBeginningAtEachRequest) {
    CountingStore counting(*store);
    asio::io_context context;
    Hall hall(context.get_executor(), counting);
    ASSERT_TRUE(hall.open());
    Readings readings;
    bool ended = false;
    asio::awaitable<void> work = be_recognised(hall.accounts(), counting, readings);
    asio::co_spawn(context, std::move(work), [&](const std::exception_ptr&) { ended = true; });
    run_until(context, [&] { return ended; });
    EXPECT_EQ(readings.right, account_requests);
    EXPECT_LE(counting.read - readings.before, 2 * account_requests) << "the last event, to see whether it still is";
    EXPECT_LE(readings.before, 4 * account_rooms);
    close(context, hall);
}

TEST_F(HallTest, ADamagedRoomIsSetAsideAndCounted) {
    for (const auto& [id, body] :
         {std::pair<std::string, std::string>{"odd", R"({"kind":"agreed","seat":0,"matter":"takeback","to":null})"},
          {"deep", std::string(200'000, '[') + std::string(200'000, ']')},
          {"broken", "{"}}) {
        rooms::Room room = make(now - 1h);
        for (int seat : {0, 1}) ASSERT_TRUE(room.sit(seat, {"A", "key" + std::to_string(seat), "", 0}, now - 1h));
        const std::int64_t next = room.number() + 1;
        keep(id, room);
        std::promise<Result<void>> kept;
        store->append({.game = id, .events = {{next, now.count(), body}}, .over = false, .due = 0},
                      [&](Result<void> result) { kept.set_value(std::move(result)); });
        ASSERT_TRUE(kept.get_future().get());
    }
    asio::io_context context;
    Hall hall(context.get_executor(), *store);
    ASSERT_TRUE(hall.open());
    run_until(context, [&] { return hall.counters().damaged.size() == 3; });
    EXPECT_EQ(hall.counters().damaged, (std::set<std::string, std::less<>>{"broken", "deep", "odd"}));
    const auto ear = std::make_shared<Ear>();
    hall.hear(ear, {{"kind", "watch"}, {"room", "deep"}});
    while (ear->heard.empty()) context.run_one();
    EXPECT_EQ(ear->heard.front()["error"]["key"], "error.room.damaged");
    asio::co_spawn(context, hall.close(), asio::detached);
    context.restart();
    context.run();
}

TEST_F(HallTest, ALongRoomIsShownPageByPage) {
    rooms::Room room = make(now - 24h);
    for (int seat : {0, 1}) ASSERT_TRUE(room.sit(seat, {"A", "key" + std::to_string(seat), "", 0}, now - 24h));
    for (int i = 0; i < 1300; ++i) ASSERT_TRUE(room.say(i % 2, "hello", now - 24h + 5s * i));
    keep("long", room);
    asio::io_context context;
    Hall hall(context.get_executor(), *store);
    ASSERT_TRUE(hall.open());
    const auto ear = std::make_shared<Ear>();
    std::vector<std::int64_t> numbers;
    bool more = true;
    int pages = 0;
    for (; more && pages < 10; ++pages) {
        const std::string id = std::to_string(pages);
        hall.hear(ear,
                  {{"kind", "watch"}, {"room", "long"}, {"id", id}, {"after", numbers.empty() ? 0 : numbers.back()}});
        const auto answer = [&] {
            return std::ranges::find(ear->heard, id, [](const auto& one) { return one.value("id", ""); });
        };
        while (answer() == ear->heard.end()) context.run_one();
        EXPECT_LE((*answer())["events"].size(), 1000u);
        for (const auto& event : (*answer())["events"]) numbers.push_back(event["number"]);
        more = answer()->value("more", false);
        EXPECT_EQ(more, numbers.back() < (*answer())["state"]["number"].template get<std::int64_t>());
    }
    EXPECT_EQ(pages, 2);
    ASSERT_GT(numbers.size(), 1300u);
    for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], static_cast<std::int64_t>(i) + 1);
    asio::co_spawn(context, hall.close(), asio::detached);
    context.restart();
    context.run();
}

TEST(TurnsTest, GoRoundByAddress) {
    asio::io_context context;
    Turns turns(context.get_executor(), 1, 10, 4);
    std::vector<std::string> order;
    int refused = 0;
    std::vector<Turns::Turn> held;
    const auto want = [&](const std::string& whose) {
        asio::co_spawn(context, turns.wait(whose), [&, whose](const std::exception_ptr&, Turns::Turn turn) {
            if (!turn) return void(++refused);
            order.push_back(whose);
            held.push_back(std::move(turn));
        });
        context.restart();
        context.poll();
    };
    for (int i = 0; i < 8; ++i) want("greedy");
    want("b");
    want("c");
    EXPECT_EQ(refused, 3) << "one has a turn, four wait";
    while (!held.empty()) {
        held.erase(held.begin());
        context.restart();
        context.poll();
    }
    EXPECT_EQ(order, (std::vector<std::string>{"greedy", "b", "c", "greedy", "greedy", "greedy", "greedy"}));
    want("d");
    EXPECT_EQ(order.back(), "d") << "all turns were given back";
}

}  // namespace
}  // namespace tavola::server
