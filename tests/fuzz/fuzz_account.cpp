// Accounts: a name, then a line each: an event as it may have been stored or imported, or an action ("do"). Whatever they
// say, events alone give the same account again, in one go or one by one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "accounts/account.h"
#include "base/parse_json.h"
#include "fuzz.h"

using namespace tavola;
using namespace tavola::accounts;
using nlohmann::json;

namespace {

std::string text_of(const json& message, const char* key) {
    const auto found = message.find(key);
    return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
}
std::int64_t number_of(const json& message, const char* key, std::int64_t otherwise) {
    const auto found = message.find(key);
    return found != message.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

void try_name(std::string_view text) {
    const auto name = parse_name(text);
    if (!name) return fuzz::require(name.error().key.starts_with("error."), "an error names its sentence", text);
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    fuzz::require(!name->folded.empty() && std::ranges::all_of(name->folded, fits), "a folded name is plain", text);
    const auto shown = parse_name(name->shown), folded = parse_name(name->folded);
    fuzz::require(shown && shown->shown == name->shown && shown->folded == name->folded, "a shown name stays", text);
    fuzz::require(folded && folded->folded == name->folded, "a folded name stays", text);
    fuzz::require(log_of(name->folded + ".abcdefgh") == log_of_name(name->folded), "an account has its log", text);
}

/// All there is to see of an account, in one text.
std::string portrait(const Account& account, Instant now) {
    json sessions = json::array(), rooms = json::array();
    for (const Session& session : account.sessions(now)) {
        fuzz::require(account.has_session(session.key, now), "a session that is listed is one", session.key);
        sessions.push_back({session.key, session.since.count()});
    }
    fuzz::require(sessions.size() <= most_sessions, "sessions are bounded");
    for (const Signed& one : account.rooms()) {
        fuzz::require(account.has_room(one.room), "a room that is listed is one", one.room);
        rooms.push_back({one.room, one.number, one.since.count()});
    }
    return json{account.id(), account.name(), account.hash(), account.opened().count(), sessions, rooms}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

void act(Account& account, const json& message, Instant now) {
    const std::string what = text_of(message, "do"), key = text_of(message, "key");
    const bool entered = account.has_session(key, now);
    if (what == "enter") {
        account.enter(key, now);
        fuzz::require(account.has_session(key, now), "who enters is in", key);
    } else if (what == "leave") {
        account.leave(key, now);
        fuzz::require(!account.has_session(key, now), "who leaves is out", key);
    } else if (what == "password") {
        account.change_password(text_of(message, "hash"), key, now);
        fuzz::require(account.hash() == text_of(message, "hash"), "a new password counts", key);
        fuzz::require(std::ranges::all_of(account.sessions(now), [&](const Session& one) { return one.key == key; }),
                      "a new password ends all other sessions", key);
        fuzz::require(account.has_session(key, now) == entered, "and not the own one", key);
    } else if (what == "sign") {
        account.sign(text_of(message, "room"), now);
        fuzz::require(account.has_room(text_of(message, "room")), "a signed room is listed", key);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    try_name(fuzz::take_line(rest));
    std::vector<Event> events;
    std::optional<Account> account;
    Instant now{0};
    while (!rest.empty()) {
        json message = parse_json(fuzz::take_line(rest));
        if (!message.is_object()) continue;
        // Within thousands of years, so that times can be added up.
        constexpr std::int64_t most = 100'000'000'000'000;
        now += Milliseconds(std::clamp<std::int64_t>(number_of(message, "after", 0), 0, 10'000'000'000));
        if (account && message.contains("do")) {
            act(*account, message, now);
            for (Event& event : account->take_fresh()) {
                fuzz::require(events.empty() || event.number == events.back().number + 1, "events have no gaps");
                fuzz::require(!rooms::public_form(event).contains("private"), "secrets stay in the server");
                events.push_back(std::move(event));
            }
            continue;
        }
        const Instant at(std::clamp<std::int64_t>(number_of(message, "at", now.count()), -most, most));
        const std::int64_t next = events.empty() ? 1 : events.back().number + 1;
        const std::int64_t number = std::clamp<std::int64_t>(number_of(message, "number", next), 1, 1'000'000'000);
        events.push_back({number, at, std::move(message)});
        if (account) {
            account->follow(std::span(events).last(1));
        } else {
            account = Account::replay(events);
            if (!account) events.clear();
        }
    }
    if (!account) return 0;
    const auto again = Account::replay(events);
    fuzz::require(again && portrait(*again, now) == portrait(*account, now), "events alone give the same account",
                  portrait(*account, now));
    portrait(*account, now + session_time);
    return 0;
}
