#include "server/hall.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>

#include "search/engine.h"
#include "secrets/secrets.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using nlohmann::json;

constexpr std::size_t max_rooms = 100000;
constexpr int room_name_length = 16;
constexpr auto forgotten_after = std::chrono::days(7);  // nobody has come to play since

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

/// The level of `computer:3`.
std::optional<int> computer_level(const std::string& seat) {
    constexpr std::string_view prefix = "computer:";
    if (!seat.starts_with(prefix)) return {};
    for (int level = 1; level <= max_level; ++level)
        if (seat.substr(prefix.size()) == std::to_string(level)) return level;
    return {};
}

}  // namespace

Hall::Hall(const asio::any_io_executor& executor, store::Store& store)
    : executor_(executor), store_(store), tasks_(executor) {}

Hall::~Hall() {
    closing_ = true;
    thinkers_.join();
}

Instant Hall::now() const {
    using std::chrono::duration_cast;
    return duration_cast<Instant>(opened_.time_since_epoch()) +
           duration_cast<Instant>(std::chrono::steady_clock::now() - opened_steady_);
}

Result<void> Hall::open() {
    const auto unfinished = store_.unfinished();
    if (!unfinished) return Failure(unfinished.error());
    for (const std::string& id : *unfinished) {
        auto events = recall(id);
        auto room = events ? rooms::Room::replay(*events) : Result<rooms::Room>(Failure(events.error()));
        if (!room) {
            // One room that cannot be read must not keep the others closed.
            spdlog::error("room {} cannot be brought back: {} {}", id, room.error().key, room.error().found);
            continue;
        }
        const Instant last = events->back().at;
        if (room->phase() == rooms::Room::Phase::gathering && now() - last > forgotten_after) {
            store_.append({.game = id, .events = {}, .over = true}, [](const Result<void>&) {});
            continue;
        }
        room->pause(last);
        keep_room(id, *std::move(room), *std::move(events));
    }
    if (!unfinished->empty()) spdlog::info("{} rooms are open again", keepers_.size());
    return {};
}

asio::awaitable<void> Hall::close() {
    closing_ = true;
    for (const auto& [id, keeper] : keepers_) keeper->close();
    const bool done = co_await tasks_.wait_for(std::chrono::seconds(30));
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
    if (*kind == "lobby") return tell_lobby(from, message);
    if (*kind == "make") return tasks_.spawn(make(from, std::move(message)));
    const auto id = need_text(message, "room");
    if (!id) return from->tell(refusal(message, id.error()));
    Keeper* const keeper = find(*id);
    if (keeper == nullptr) return from->tell(refusal(message, rooms::refuse("error.room.unknown").error()));
    keeper->hear(from, std::move(message));
}

void Hall::forget(const Listener& listener) {
    accounts_.forget(listener);
    for (const auto& [id, keeper] : keepers_) keeper->forget(listener);
}

void Hall::tell_lobby(const std::shared_ptr<Listener>& from, const json& message) const {
    json answer = answer_to(message, "lobby");
    answer["rooms"] = json::array();
    for (const auto& [id, keeper] : keepers_) {
        const rooms::Room& room = keeper->room();
        if (!room.setup().listed || room.phase() != rooms::Room::Phase::gathering) continue;
        json entry = rooms::print_setup(room.setup());
        entry["room"] = id;
        for (const rooms::Seat& seat : room.seats()) entry["seats"].push_back(seat.name);
        answer["rooms"].push_back(std::move(entry));
        if (answer["rooms"].size() >= 100) break;
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
    if (!from->peer().take(Deed::room)) co_return refuse(from->peer().refusal(Deed::room));
    auto room = rooms::Room::make(*setup, now());
    const auto seats = parse_seats(message, room.seats().size());
    if (!seats) co_return refuse(seats.error());
    std::optional<int> mine;
    for (std::size_t i = 0; i < seats->size(); ++i) {
        const int seat = static_cast<int>(i);
        if ((*seats)[i] == "me") mine = seat;
        if (const auto level = computer_level((*seats)[i]))
            std::ignore = room.sit(seat, {.name = "computer", .key = {}, .word = {}, .level = *level}, now());
    }
    const auto id = co_await add(std::move(room));
    if (!id) co_return refuse(id.error());
    ++counters_.rooms_made;
    json answer = answer_to(message, "made");
    answer["room"] = *id;
    from->tell(text_of(answer));
    // The maker sits down like anybody else, if he wants to; otherwise he looks on.
    message["room"] = *id;
    message["kind"] = mine ? "join" : "watch";
    if (mine) message["seat"] = *mine;
    if (Keeper* const keeper = find(*id)) keeper->hear(from, std::move(message));
}

asio::awaitable<Result<std::string>> Hall::add(rooms::Room room) {
    const std::string id = secrets::random_name(room_name_length);
    std::vector<rooms::Event> events = room.take_fresh();
    auto kept = co_await keep(id, events, false);
    if (!kept) co_return Failure(kept.error());
    keep_room(id, std::move(room), std::move(events));
    co_return id;
}

Keeper* Hall::find(const std::string& id) {
    if (const auto found = keepers_.find(id); found != keepers_.end()) return found->second.get();
    if (closing_) return nullptr;
    auto events = recall(id);
    if (!events || events->empty()) return nullptr;
    auto room = rooms::Room::replay(*events);
    if (!room) return nullptr;
    return keep_room(id, *std::move(room), *std::move(events));
}

Keeper* Hall::keep_room(const std::string& id, rooms::Room room, std::vector<rooms::Event> events) {
    const auto keeper = std::make_shared<Keeper>(*this, id, std::move(room), std::move(events));
    keepers_[id] = keeper;
    tasks_.spawn(work(keeper));
    return keeper.get();
}

asio::awaitable<void> Hall::work(std::shared_ptr<Keeper> keeper) {
    co_await keeper->run();
    keepers_.erase(keeper->id());
}

asio::awaitable<Result<void>> Hall::keep(const std::string& room, std::span<const rooms::Event> events, bool over) {
    store::Addition addition{.game = room, .events = {}, .over = over};
    for (const rooms::Event& event : events)
        addition.events.push_back({event.number, event.at.count(), event.body.dump()});
    // The store answers on its own thread; the answer is brought over to ours.
    Result<void> result;
    asio::steady_timer kept(executor_, asio::steady_timer::time_point::max());
    bool answered = false;
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
    if (result) {
        counters_.events += events.size();
    } else {
        ++counters_.failures;
        spdlog::error("room {}: {} events could not be stored: {}", room, events.size(), result.error().found);
    }
    co_return result;
}

Result<std::vector<rooms::Event>> Hall::recall(std::string_view room) { return read_events(store_, room); }

}  // namespace tavola::server
