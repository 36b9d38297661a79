#include "server/own_games.h"

#include <algorithm>
#include <set>

#include "base/parse_json.h"
#include "match/record.h"
#include "secrets/secrets.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using nlohmann::json;
using rooms::Room;

constexpr std::size_t page_size = 50;
constexpr std::size_t most_going_on = 200;

/// A room as it lies in the store.
struct Stored {
    std::string id;
    std::vector<rooms::Event> events;
    Room room;
};

/// The same, and which seat in it is somebody's.
struct Own : Stored {
    int seat;
};

/// Nothing if there is no such room, or none that can be read.
Result<std::optional<Stored>> find_room(store::Store& store, const std::string& id) {
    auto events = events_of(store, id);
    if (!events && events.error().key != "error.room.damaged") return Failure(events.error());
    auto room = events ? Room::replay(*events) : Result<Room>(Failure(events.error()));
    if (!room) return std::nullopt;
    return Stored{id, *std::move(events), *std::move(room)};
}

/// Nothing if there is no such seat in it either.
template <class SeatOf>
Result<std::optional<Own>> find_own(store::Store& store, const std::string& id, SeatOf seat_of) {
    auto stored = find_room(store, id);
    if (!stored) return Failure(stored.error());
    const std::optional<int> seat = *stored ? seat_of((*stored)->room) : std::nullopt;
    if (!seat) return std::nullopt;
    return Own{**std::move(stored), *seat};
}

auto seat_by_account(const accounts::Account& account) {
    return [&account](const Room& room) { return room.seat_of_account(account.id()); };
}

json summary_of(const Stored& own, int seat_of_owner) {
    const Room& room = own.room;
    json form = rooms::print_setup(room.setup());
    form.erase("listed");
    form["room"] = own.id;
    form["seat"] = seat_of_owner;
    form["names"] = form["levels"] = json::array();
    for (const rooms::Seat& seat : room.seats()) {
        form["names"].push_back(seat.name);
        form["levels"].push_back(seat.level);
    }
    form["phase"] = phase_word(room.phase());
    form["turn"] = nullptr;
    if (const auto acting = room.to_act()) form["turn"] = *acting;
    form["status"] = room.match().game().print(room.match().verdict().outcome);
    form["at"] = own.events.back().at.count();
    return form;
}

}  // namespace

Result<std::vector<rooms::Event>> events_of(store::Store& store, std::string_view log, std::int64_t after) {
    const auto entries = store.events(log, after);
    if (!entries) return Failure(entries.error());
    return events_of(*entries);
}

Result<std::vector<rooms::Event>> events_of(std::span<const store::Entry> entries) {
    std::vector<rooms::Event> events;
    for (const store::Entry& entry : entries) {
        json body = parse_json(entry.body);
        if (!body.is_object()) return rooms::refuse("error.room.damaged", std::to_string(entry.number));
        events.push_back({entry.number, Instant(entry.at), std::move(body)});
    }
    return events;
}

bool makes_sense(const store::Addition& game) {
    const auto events = events_of(game.events);
    return events && (game.game.starts_with("account:") || Room::replay(*events));
}

Result<json> list_games(store::Store& store, const accounts::Account& account, std::optional<std::int64_t> before) {
    std::vector<std::string> ids;
    for (const accounts::Signed& one : account.rooms()) ids.push_back(one.room);
    auto unfinished = store.unfinished_of(ids);
    if (!unfinished) return Failure(unfinished.error());
    std::ranges::sort(*unfinished);

    std::vector<std::string> chosen;
    std::size_t going_on = 0, ended = 0;
    std::int64_t last = 0;
    bool more = false;
    for (const bool wanted : {true, false}) {
        for (auto one = account.rooms().rbegin(); one != account.rooms().rend(); ++one) {
            if (std::ranges::binary_search(*unfinished, one->room) != wanted) continue;
            if (wanted) {
                if (!before && going_on++ < most_going_on) chosen.push_back(one->room);
            } else if (!before || one->number < *before) {
                more = ended++ >= page_size;
                if (more) break;
                chosen.push_back(one->room);
                last = one->number;
            }
        }
    }
    json games = json::array();
    for (const std::string& id : chosen) {
        const auto own = find_own(store, id, seat_by_account(account));
        if (!own) return Failure(own.error());
        if (*own) games.push_back(summary_of(**own, (*own)->seat));
    }
    json list{{"games", std::move(games)}, {"next", nullptr}};
    if (more) list["next"] = last;
    return list;
}

Result<json> list_games(store::Store& store, const std::vector<Held>& held) {
    // Each room is read once, however often and with however many tokens it is named, and each seat shown once.
    std::vector<Held> sorted = held;
    std::ranges::sort(sorted);
    std::vector<json> games;
    for (auto one = sorted.begin(); one != sorted.end();) {
        const auto next = std::find_if(one, sorted.end(), [&](const Held& other) { return other.room != one->room; });
        const auto stored = find_room(store, one->room);
        if (!stored) return Failure(stored.error());
        std::set<int> seats;
        for (; one != next; ++one) {
            const auto seat = *stored ? (*stored)->room.seat_of_key(secrets::sha256(one->token)) : std::nullopt;
            if (seat && seats.insert(*seat).second) games.push_back(summary_of(**stored, *seat));
        }
    }
    std::ranges::sort(games, [](const json& a, const json& b) {
        const bool over_a = a["phase"] == "over", over_b = b["phase"] == "over";
        return over_a != over_b ? over_b : a["at"] > b["at"];
    });
    return json{{"games", std::move(games)}, {"next", nullptr}};
}

Result<json> tell_everything(store::Store& store, const accounts::Account& account, Instant now) {
    const auto events = events_of(store, accounts::log_of(account.id()));
    if (!events) return Failure(events.error());
    json sessions = json::array(), games = json::array();
    for (const accounts::Session& session : account.sessions(now))
        sessions.push_back({{"since", session.since.count()}});
    for (const accounts::Signed& one : account.rooms()) {
        const auto own = find_own(store, one.room, seat_by_account(account));
        if (!own) return Failure(own.error());
        if (!*own) continue;
        json game = summary_of(**own, (*own)->seat);
        game["record"] = print_record((*own)->room.record());
        game["said"] = json::array();
        for (const rooms::Event& event : (*own)->events) {
            // An imported event may lack any of its parts.
            const auto is = [&](const char* key, const json& value) {
                const auto found = event.body.find(key);
                return found != event.body.end() && *found == value;
            };
            if (is("kind", "said") && is("seat", (*own)->seat)) game["said"].push_back(rooms::public_form(event));
        }
        games.push_back(std::move(game));
    }
    return json{{"name", account.name()},
                {"opened", account.opened().count()},
                {"sessions", std::move(sessions)},
                {"events", events_json(*events)},
                {"games", std::move(games)}};
}

}  // namespace tavola::server
