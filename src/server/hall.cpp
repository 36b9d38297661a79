#include "server/hall.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <limits>
#include <optional>
#include <random>

#include "search/engine.h"
#include "secrets/secrets.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using nlohmann::json;

constexpr std::size_t max_rooms = 100000;
constexpr int room_name_length = 16;
constexpr std::size_t shortest_token = 22;
constexpr std::size_t most_waiting = 1000;
constexpr Milliseconds shortest_grace{4000}, longest_grace{6000};
constexpr Milliseconds most_correction{20};  // of the clock, at a time
constexpr auto slowest_reading = std::chrono::milliseconds(200);
constexpr auto closing_time = std::chrono::seconds(10);  // for all rooms together
constexpr std::size_t most_damaged = 1000;               // are named
constexpr auto probe_time = std::chrono::seconds(3);     // longer than that is no answer
constexpr auto probe_good_for = std::chrono::seconds(1);
constexpr auto probe_interval = std::chrono::milliseconds(20);
constexpr auto longest_clock = std::chrono::weeks(4);
constexpr std::size_t due_at_once = 200;             // rooms of which the index is asked
constexpr std::size_t most_due_rooms = 1000;         // in memory at a time
constexpr Milliseconds due_pause{20};                // while there are as many
constexpr Milliseconds due_interval{5000};           // between two looks at it; it is asked so far ahead
constexpr Milliseconds being_open_interval{10'000};  // between two notes that this house is open
constexpr auto measure_interval = std::chrono::milliseconds(250);

/// What the shared clock shows, and when that was.
struct Reading {
    Result<std::int64_t> time = 0;
    std::chrono::steady_clock::time_point before, after;
};

Reading read_clock(store::Store& store) {
    Reading reading;
    reading.before = std::chrono::steady_clock::now();
    reading.time = store.time();
    reading.after = std::chrono::steady_clock::now();
    return reading;
}

// Other logs in the store are nobody's business here, and a name that no room has need not be looked for.
bool can_be_room(std::string_view id) {
    constexpr std::size_t longest = 64;
    return id.size() <= longest && std::ranges::all_of(id, [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
           });
}

// Houses that wait for the same thing do not wait equally long.
Milliseconds random_grace() {
    std::random_device random;
    return std::uniform_int_distribution<Milliseconds::rep>(shortest_grace.count(), longest_grace.count())(random) *
           Milliseconds{1};
}

// What the readers do.
using Events = Result<std::vector<rooms::Event>>;
asio::awaitable<Events> read_events(store::Store& store, std::string room, std::int64_t after) {
    co_return events_of(store, room, after);
}
asio::awaitable<Result<std::vector<store::Due>>> read_due(store::Store& store, std::int64_t until, store::Due after) {
    co_return store.due(until, after, due_at_once);
}
asio::awaitable<Result<void>> note_run(store::Store& store, std::int64_t at) {
    co_return store.note_running(at, false);
}
asio::awaitable<Reading> read_time(store::Store& store) { co_return read_clock(store); }
asio::awaitable<Result<void>> say(store::Store& store, std::vector<std::string> texts) {
    co_return store.announce(texts);
}

/// Who sits where when a room is made: `"seats": ["me", "free", "computer:3"]`; without it, the maker comes first.
Result<std::vector<std::string>> parse_seats(const json& message, std::size_t count) {
    std::vector<std::string> seats(count, "free");
    const auto found = message.find("seats");
    if (found == message.end()) {
        seats.front() = "me";
        return seats;
    }
    const Error fault{.key = "error.request",
                      .what = "request",
                      .field = "seats",
                      .expected = "[\"me\", \"free\", \"computer:3\"]"};
    if (!found->is_array() || found->size() != count) return Failure(fault);
    int mine = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!(*found)[i].is_string()) return Failure(fault);
        seats[i] = (*found)[i].get<std::string>();
        mine += seats[i] == "me";
    }
    if (mine > 1) return Failure(fault);
    return seats;
}

static_assert(max_level == 10, "rooms/room.cpp knows the highest level by this number");

/// The same `make`, sent again because its answer was lost, must lead to the same room: with a token and an id the room's own id
/// follows from these.
std::string room_id_for(const json& message) {
    const auto token = need_text(message, "token");
    const auto id = need_text(message, "id");
    if (!token || token->size() < shortest_token || !id || id->empty()) return {};
    return secrets::sha256("room of " + *token + " " + *id).substr(0, room_name_length);
}

/// The level of `computer:3`.
std::optional<int> computer_level(const std::string& seat) {
    constexpr std::string_view prefix = "computer:";
    if (!seat.starts_with(prefix)) return {};
    for (int level = 1; level <= max_level; ++level)
        if (seat.substr(prefix.size()) == std::to_string(level)) return level;
    return {};
}

}  // namespace

Hall::Hall(const asio::any_io_executor& executor, store::Store& store, Milliseconds claim_after,
           EnginePool::OpenOracle open_oracle)
    : executor_(executor),
      store_(store),
      claim_after_(claim_after),
      engines_(std::move(open_oracle)),
      due_wake_(executor),
      runs_wake_(executor),
      measure_wake_(executor),
      neighbours_(secrets::random_name(12)),
      grace_(random_grace()),
      touch_(executor),
      tasks_(executor) {}

Hall::~Hall() {
    closing_ = true;
    store_.listen({});
    readers_.join();
}

Instant Hall::at(std::chrono::steady_clock::time_point point) const {
    using std::chrono::duration_cast;
    return duration_cast<Instant>(opened_.time_since_epoch()) + duration_cast<Instant>(point - opened_steady_) +
           shift_;
}

Instant Hall::now() const { return last_now_ = std::max(last_now_, at(std::chrono::steady_clock::now())); }

Result<void> Hall::open() {
    const auto alone = store_.enter();
    if (!alone) return Failure(alone.error());
    if (shared()) {
        const Reading reading = read_clock(store_);
        if (!reading.time) return Failure(reading.time.error());
        shift_ = Instant(*reading.time) - at(reading.before + (reading.after - reading.before) / 2);
        store_.listen(
            [this](const std::string& room, std::int64_t number) {
                asio::post(executor_, [this, room, number] { heard(room, number); });
            },
            [this](const std::string& text) {
                asio::post(executor_, [this, text] { consider(neighbours_.hear(text, now())); });
            });
        if (!*alone) neighbours_.expect(now());
        tasks_.spawn(keep_in_touch());
    }
    if (auto noted = note_opening(*alone); !noted) return noted;
    tasks_.spawn(note_being_open());
    tasks_.spawn(watch_due());
    tasks_.spawn(measure_loop());
    return {};
}

// ---- while nobody asks ----------------------------------------------------------------------------------------

Result<void> Hall::note_opening(bool alone) {
    auto runs = store_.runs();
    if (!runs) return Failure(runs.error());
    runs_ = *std::move(runs);
    opened_at_ = began_ = now();
    // Where others are open already, this house carries their run on.
    if (!alone && !runs_.empty()) began_ = Instant(runs_.back().from), runs_.pop_back();
    return store_.note_running(now().count(), alone);
}

/// So that it is known how long the house was closed, also after it was cut off.
asio::awaitable<void> Hall::note_being_open() {
    while (!closing_) {
        runs_wake_.expires_after(being_open_interval);
        co_await runs_wake_.async_wait(asio::as_tuple(asio::use_awaitable));
        asio::awaitable<Result<void>> noting = note_run(store_, now().count());
        const auto noted = co_await asio::co_spawn(readers_, std::move(noting), asio::use_awaitable);
        if (!noted) spdlog::warn("that the house is open could not be stored: {}", noted.error().found);
        check_store();
    }
}

/// A clock that was running when all houses closed, or were cut off, has stood still until one opened again, and a little
/// longer, so that its player can come back.
void Hall::stop_while_closed(rooms::Room& room) const {
    const Instant last = room.last_at(), now = this->now();
    if (last >= began_) return;
    Milliseconds ran{0};
    const auto add = [&](Instant from, Instant to) {
        if (from > last) from += rooms::return_time;
        ran += std::max(Milliseconds{0}, std::min(to, now) - std::max(from, last));
    };
    for (const store::Run& run : runs_) add(Instant(run.from), Instant(run.to));
    add(began_, now);
    if (!room.flag(last + ran)) room.pause(last + ran);
}

/// Opens the rooms that nobody follows when something is to be done in them.
asio::awaitable<void> Hall::watch_due() {
    store::Due last{.at = std::numeric_limits<std::int64_t>::min(), .game = {}};
    const store::Due first = last;
    while (!closing_) {
        bool more = false;
        // Not before the other houses have said who is where.
        if (alone() || (other_houses() > 0 && neighbours_.first())) {
            asio::awaitable<Result<std::vector<store::Due>>> reading =
                read_due(store_, (now() + due_interval).count(), last);
            const auto due = co_await asio::co_spawn(readers_, std::move(reading), asio::use_awaitable);
            for (std::size_t i = 0; due && i < due->size() && !closing_; ++i) {
                const std::string& id = (*due)[i].game;
                if (find(id) == nullptr && !fetched_.contains(id) && !elsewhere(id).anybody())
                    co_await look_at_due(id);
                while (due_rooms_ >= most_due_rooms && !closing_) {
                    due_wake_.expires_after(due_pause);
                    co_await due_wake_.async_wait(asio::as_tuple(asio::use_awaitable));
                }
            }
            more = due && due->size() == due_at_once;
            last = more ? due->back() : first;
        }
        if (more || closing_) continue;
        due_wake_.expires_after(due_interval);
        co_await due_wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

/// Does what is to be done in a room, or sets the index right.
asio::awaitable<void> Hall::look_at_due(std::string id) {
    auto events = co_await read(id, 0);
    if (find(id) != nullptr || closing_ || (events && events->empty())) co_return;
    auto room = restore(id, events);
    if (!room) {
        if (!room.error().key.starts_with("error.store.")) note_due(id, {}, false);
        co_return;
    }
    using Phase = rooms::Room::Phase;
    const bool known = room->phase() == Phase::over;
    stop_while_closed(*room);
    auto due = room->due();
    if (room->clock().paused()) due = std::max(room->last_at(), opened_at_) + rooms::return_time;
    if (!known && room->phase() == Phase::over) {
        keep_room(id, *std::move(room), *std::move(events), std::nullopt);
        co_return;
    }
    // An earlier version made rooms of computers alone, and played in them without end.
    if (room->phase() == Phase::over || room->computers_only() ||
        (room->phase() == Phase::gathering && *due <= now()))
        note_due(id, {}, true);
    else if (room->phase() == Phase::playing && due && *due <= now() + due_interval)
        keep_room(id, *std::move(room), *std::move(events), std::nullopt);
    else
        note_due(id, due, false);
}

void Hall::note_due(const std::string& room, std::optional<Instant> due, bool over) {
    store::Addition addition{.game = room, .events = {}, .over = over, .due = {}};
    if (due) addition.due = due->count();
    store_.append(std::move(addition), [room](const Result<void>& kept) {
        if (!kept) spdlog::warn("room {}: when it is due could not be stored: {}", room, kept.error().found);
    });
}

/// How late timers are is how long everybody waits for somebody else's work.
asio::awaitable<void> Hall::measure_loop() {
    using Clock = std::chrono::steady_clock;
    while (!closing_) {
        measure_wake_.expires_after(measure_interval);
        const auto [fault] = co_await measure_wake_.async_wait(asio::as_tuple(asio::use_awaitable));
        if (!fault) counters_.loop_lag.add(Clock::now() - measure_wake_.expiry());
    }
}

// ---- rooms ----------------------------------------------------------------------------------------------------

/// A room from its events. One that cannot be read is set aside, and must not keep the others closed.
Result<rooms::Room> Hall::restore(const std::string& id, const Events& events) {
    auto room = events ? rooms::Room::replay(*events) : Result<rooms::Room>(Failure(events.error()));
    if (!room && !room.error().key.starts_with("error.store.") && counters_.damaged.size() < most_damaged &&
        counters_.damaged.insert(id).second)
        spdlog::error("room {} is damaged and set aside: {} {}", id, room.error().key, room.error().found);
    return room;
}

asio::awaitable<void> Hall::close() {
    closing_ = true;
    if (shared()) {
        touch_.cancel();
        std::vector<std::string> goodbye(1, neighbours_.closing_text());
        co_await tell_others(std::move(goodbye));
    }
    engines_.hurry();
    for (asio::steady_timer* timer : {&due_wake_, &runs_wake_, &measure_wake_}) timer->cancel();
    for (const auto& [id, keeper] : keepers_) keeper->close();
    const bool done = co_await tasks_.wait_for(closing_time);
    if (!done) spdlog::error("{} rooms could not be closed in time", keepers_.size());
}

void Hall::hear(const std::shared_ptr<Listener>& from, json message) {
    ++counters_.messages;
    const auto kind =
        message.is_object()
            ? need_text(message, "kind")
            : Result<std::string>(Failure(Error{.key = "error.request", .what = "request", .expected = "{...}"}));
    if (!kind) return from->tell(refusal(message, kind.error()));
    if (*kind == "ping") return from->tell(text_of(answer_to(message, "pong")));
    if (broken_) return from->tell(refusal(message, in_doubt()));
    if (*kind == "lobby") return tell_lobby(from, message);
    if (*kind == "make" && closing_)
        return from->tell(refusal(message, rooms::refuse("error.room.too-many").error()));
    if (*kind == "make") return tasks_.spawn(make(from, std::move(message)));
    const auto id = need_text(message, "room");
    if (!id) return from->tell(refusal(message, id.error()));
    if (Keeper* const keeper = find(*id)) return keeper->hear(from, std::move(message));
    if (closing_ || !can_be_room(*id))
        return from->tell(refusal(message, rooms::refuse("error.room.unknown").error()));
    fetch(*id);
    auto& waiting = fetched_[*id];
    if (waiting.size() >= most_waiting)
        return from->tell(refusal(message, rooms::refuse("error.room.too-fast").error()));
    waiting.push_back({from, std::move(message)});
}

void Hall::forget(const Listener& listener) {
    accounts_.forget(listener);
    const auto followed = followed_.extract(&listener);
    if (followed.empty()) return;
    for (const std::string& id : followed.mapped())
        if (Keeper* const keeper = find(id)) keeper->forget(listener);
}

void Hall::note_follower(const Listener& who, const std::string& room) {
    std::vector<std::string>& rooms = followed_[&who];
    if (std::ranges::find(rooms, room) == rooms.end()) rooms.push_back(room);
}

void Hall::review_lobby(const Keeper& keeper) {
    const rooms::Room& room = keeper.room();
    if (room.setup().listed && room.phase() == rooms::Room::Phase::gathering)
        lobby_.add(keeper.id(), keeper.made_at(), keeper.address());
    else
        lobby_.remove(keeper.id());
}

void Hall::tell_lobby(const std::shared_ptr<Listener>& from, const json& message) {
    json answer = answer_to(message, "lobby");
    answer["rooms"] = json::array();
    for (const std::string& id : lobby_.shown()) {
        const rooms::Room& room = find(id)->room();
        json entry = rooms::print_setup(room.setup());
        entry["room"] = id;
        for (const rooms::Seat& seat : room.seats()) entry["seats"].push_back(seat.name);
        answer["rooms"].push_back(std::move(entry));
    }
    from->tell(text_of(answer));
}

asio::awaitable<void> Hall::make(std::shared_ptr<Listener> from, json message) {
    const auto refuse = [&](const Error& error) {
        ++counters_.refused;
        from->tell(refusal(message, error));
    };
    if (closing_ || keepers_.size() >= max_rooms) co_return refuse(rooms::refuse("error.room.too-many").error());
    const auto setup = rooms::parse_setup(message);
    if (!setup) co_return refuse(setup.error());
    if (const TimeControl& clock = setup->clock;
        std::max({clock.base, clock.increment, clock.delay}) > Milliseconds(longest_clock))
        co_return refuse({.key = "error.request",
                          .what = "request",
                          .field = "clock",
                          .expected = "<= " + std::to_string(std::chrono::seconds(longest_clock).count())});
    const auto seats = parse_seats(message, static_cast<std::size_t>(setup->game->players()));
    if (!seats) co_return refuse(seats.error());
    // Computers among themselves would play for nobody, and as long as the house stands.
    if (std::ranges::all_of(*seats, [](const std::string& seat) { return computer_level(seat).has_value(); }))
        co_return refuse(rooms::refuse("error.room.people").error());
    if (!from->peer().take(Deed::room)) co_return refuse(from->peer().refusal(Deed::room));
    auto room = rooms::Room::make(*setup, now());
    std::optional<int> mine;
    for (std::size_t i = 0; i < seats->size(); ++i) {
        const int seat = static_cast<int>(i);
        if ((*seats)[i] == "me") mine = seat;
        if (const auto level = computer_level((*seats)[i]))
            std::ignore = room.sit(seat, {.name = "computer", .key = {}, .word = {}, .level = *level}, now());
    }
    const auto id = co_await add(std::move(room), room_id_for(message), from->peer().address());
    if (!id) co_return refuse(id.error());
    ++counters_.rooms_made;
    json answer = answer_to(message, "made");
    answer["room"] = *id;
    from->tell(text_of(answer));
    // The maker sits down like anybody else, if he wants to; otherwise he looks on.
    message["room"] = *id;
    message["kind"] = mine ? "join" : "watch";
    if (mine) message["seat"] = *mine;
    hear(from, std::move(message));
}

asio::awaitable<Result<std::string>> Hall::add(rooms::Room room, std::string id, std::string address) {
    const bool known = !id.empty();
    if (!known) id = secrets::random_name(room_name_length);
    std::vector<rooms::Event> events = room.take_fresh();
    auto kept = co_await keep(id, events, false, room.due());
    if (!kept && known && store::another_was_first(kept.error())) co_return id;
    if (!kept) co_return Failure(kept.error());
    keep_room(id, std::move(room), std::move(events), std::move(address));
    co_return id;
}

Keeper* Hall::find(const std::string& id) {
    const auto found = keepers_.find(id);
    return found == keepers_.end() ? nullptr : found->second.get();
}

/// From the store. What is said in the room meanwhile waits.
void Hall::fetch(const std::string& id) {
    if (!closing_ && fetched_.try_emplace(id).second) tasks_.spawn(bring(id));
}

asio::awaitable<void> Hall::bring(std::string id) {
    auto events = co_await read(id, 0);
    Keeper* keeper = find(id);
    Error fault = events ? rooms::refuse("error.room.unknown").error() : events.error();
    if (keeper == nullptr && !closing_ && (!events || !events->empty())) {
        std::string address;
        for (const Message& message : fetched_[id])
            if (const auto from = message.from.lock(); from && address.empty()) address = from->peer().address();
        if (auto room = restore(id, events)) {
            stop_while_closed(*room);
            keeper = keep_room(id, *std::move(room), *std::move(events), std::move(address));
        } else {
            fault = room.error();
        }
    }
    for (Message& message : std::exchange(fetched_[id], {})) {
        const auto from = message.from.lock();
        if (from && keeper != nullptr) keeper->hear(from, std::move(message.text));
        if (from && keeper == nullptr) from->tell(refusal(message.text, fault));
    }
    fetched_.erase(id);
}

Keeper* Hall::keep_room(const std::string& id, rooms::Room room, std::vector<rooms::Event> events,
                        std::optional<std::string> address) {
    // Somebody may have asked for it while it was being made.
    if (Keeper* const known = find(id)) return known;
    const auto keeper = std::make_shared<Keeper>(*this, id, std::move(room), std::move(events), address);
    keepers_[id] = keeper;
    if (!address) ++due_rooms_;
    review_lobby(*keeper);
    // A room that was being made when the house began to close: nobody else will say so to its keeper.
    if (closing_) keeper->close();
    tasks_.spawn(work(keeper, !address));
    return keeper.get();
}

asio::awaitable<void> Hall::work(std::shared_ptr<Keeper> keeper, bool due) {
    co_await keeper->run();
    if (due) --due_rooms_;
    lobby_.remove(keeper->id());
    keepers_.erase(keeper->id());
}

asio::awaitable<Result<void>> Hall::keep(const std::string& room, std::span<const rooms::Event> events, bool over,
                                         std::optional<Instant> due) {
    store::Addition addition{.game = room, .events = {}, .over = over, .due = {}};
    if (due) addition.due = due->count();
    for (const rooms::Event& event : events)
        addition.events.push_back({event.number, event.at.count(), event.body.dump()});
    // The store answers on its own thread; the answer is brought over to ours.
    Result<void> result;
    asio::steady_timer kept(executor_, asio::steady_timer::time_point::max());
    bool answered = false;
    const auto begun = std::chrono::steady_clock::now();
    ++counters_.being_stored;
    store_.append(std::move(addition), [&, executor = executor_](Result<void> outcome) {
        asio::post(executor, [&, outcome = std::move(outcome)]() mutable {
            result = std::move(outcome);
            answered = true;
            kept.cancel();
        });
    });
    while (!answered) {
        boost::system::error_code ignored;
        co_await kept.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    --counters_.being_stored;
    check_store();
    counters_.commit.add(std::chrono::steady_clock::now() - begun);
    if (result) {
        counters_.events += events.size();
    } else if (store::another_was_first(result.error())) {
        ++counters_.conflicts;
    } else {
        ++counters_.failures;
        spdlog::error("room {}: {} events could not be stored: {}", room, events.size(), result.error().found);
    }
    co_return result;
}

Result<std::vector<rooms::Event>> Hall::recall(std::string_view room, std::int64_t after) {
    return events_of(store_, room, after);
}

asio::awaitable<Events> Hall::read(std::string room, std::int64_t after) {
    asio::awaitable<Events> reading = read_events(store_, std::move(room), after);
    auto events = co_await asio::co_spawn(readers_, std::move(reading), asio::use_awaitable);
    co_return events;
}

void Hall::check_store() {
    if (broken_ || !store_.broken()) return;
    broken_ = true;
    spdlog::critical("the disk could not be synced; the server ends, and the next one reads what the disk has");
    if (end_) end_();
}

/// A store that does not answer is not asked again.
void Hall::probe_store() {
    probe_->under_way = true;
    probe_->begun = std::chrono::steady_clock::now();
    store_.probe([probe = probe_, executor = executor_](const Result<void>& outcome) {
        asio::post(executor, [probe, good = outcome.has_value()] {
            probe->under_way = false;
            probe->good = good;
            probe->good_at = std::chrono::steady_clock::now();
        });
    });
}

asio::awaitable<bool> Hall::ready() {
    const auto begun = std::chrono::steady_clock::now();
    if (!probe_->under_way && begun - probe_->good_at > probe_good_for) probe_store();
    asio::steady_timer pause(executor_);
    while (probe_->under_way && !closing_ && std::chrono::steady_clock::now() - probe_->begun < probe_time) {
        pause.expires_after(probe_interval);
        co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return !probe_->under_way && probe_->good && !closing_;
}

// ---- other houses ---------------------------------------------------------------------------------------------

void Hall::heard(const std::string& room, std::int64_t number) {
    if (room.empty() || accounts_.concerns(room)) tasks_.spawn(accounts_.review(room));
    if (!room.empty()) {
        if (Keeper* const keeper = find(room)) keeper->look(number);
        return;
    }
    // Anything may have been missed.
    for (const auto& [id, keeper] : keepers_) keeper->look();
}

void Hall::announce(const std::string& room) {
    if (!shared()) return;
    changed_.insert(room);
    touch_.cancel();
}

void Hall::consider(const Neighbours::News& news) {
    for (const std::string& id : news.rooms) {
        if (Keeper* const keeper = find(id))
            keeper->note_presence();
        else if (elsewhere(id).wanted)
            fetch(id);  // it is to be seen in our lobby too
    }
    if (news.newcomer) {
        repeat_at_ = now();
        touch_.cancel();
    }
    // What it looked after may be ours to look after now.
    if (news.gone) due_wake_.cancel();
}

/// Tells the others who is here, at once and again and again, and sets the clock.
asio::awaitable<void> Hall::keep_in_touch() {
    while (!closing_) {
        std::vector<std::string> texts;
        const bool repeating = now() >= repeat_at_;
        if (repeating) {
            repeat_at_ = now() + Neighbours::repeated_after;
            texts.push_back(neighbours_.open_text());
            for (const auto& [id, keeper] : keepers_)
                if (keeper->presence().anybody()) changed_.insert(id);
        }
        for (const std::string& id : std::exchange(changed_, {})) {
            const Keeper* const keeper = find(id);
            texts.push_back(neighbours_.room_text(id, keeper == nullptr ? Presence{} : keeper->presence()));
        }
        if (!texts.empty()) co_await tell_others(std::move(texts));
        if (repeating) co_await set_clock();
        consider(neighbours_.forget(now()));
        if (closing_ || !changed_.empty()) continue;
        touch_.expires_after(std::max(repeat_at_ - now(), Milliseconds{1}));
        co_await touch_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

asio::awaitable<void> Hall::tell_others(std::vector<std::string> texts) {
    asio::awaitable<Result<void>> saying = say(store_, std::move(texts));
    const auto said = co_await asio::co_spawn(readers_, std::move(saying), asio::use_awaitable);
    // It will be repeated.
    if (!said) spdlog::debug("other houses could not be told: {}", said.error().found);
}

/// Clocks of machines drift. A little at a time, so that nobody's time jumps.
asio::awaitable<void> Hall::set_clock() {
    asio::awaitable<Reading> reading_time = read_time(store_);
    const Reading reading = co_await asio::co_spawn(readers_, std::move(reading_time), asio::use_awaitable);
    const auto took = reading.after - reading.before;
    if (!reading.time || took > slowest_reading) co_return;
    const Milliseconds wrong = Instant(*reading.time) - at(reading.before + took / 2);
    shift_ += std::clamp(wrong, -most_correction, most_correction);
}

}  // namespace tavola::server
