// Accounts by HTTP: the routes of Api that open, enter, show and erase them.
#include <algorithm>
#include <chrono>

#include "base/parse_json.h"
#include "secrets/secrets.h"
#include "server/api.h"
#include "server/headers.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using nlohmann::json;

constexpr std::size_t most_held = 100;

json account_json(const Visit& visit, Instant now) {
    return {{"name", visit.account.name()},
            {"opened", visit.account.opened().count()},
            {"sessions", visit.account.sessions(now).size()},
            {"games", visit.account.rooms().size()}};
}

/// `"games": [{"room": "...", "token": "..."}]`; none where there is nothing of the kind.
Result<std::vector<Held>> parse_held(const json& message) {
    std::vector<Held> held;
    const auto found = message.find("games");
    if (found == message.end()) return held;
    const Failure bad(Error{.key = "error.request",
                            .what = "request",
                            .field = "games",
                            .expected = "[{\"room\": ..., \"token\": ...}]"});
    if (!found->is_array() || found->size() > most_held) return bad;
    for (const json& one : *found) {
        const auto room = one.is_object() ? need_text(one, "room") : Result<std::string>(bad);
        const auto token = one.is_object() ? need_text(one, "token") : Result<std::string>(bad);
        if (!room || !token) return bad;
        held.push_back({*room, *token});
    }
    return held;
}

/// What somebody says at the door: who he is, and which seats he has as a guest.
struct Greeting {
    std::string name, password;
    std::vector<Held> held;
};

Result<Greeting> parse_greeting(const Result<json>& message) {
    if (!message) return Failure(message.error());
    auto name = need_text(*message, "name"), password = need_text(*message, "password");
    auto held = parse_held(*message);
    if (!name) return Failure(name.error());
    if (!password) return Failure(password.error());
    if (!held) return Failure(held.error());
    return Greeting{*std::move(name), *std::move(password), *std::move(held)};
}

}  // namespace

/// The cookie that makes a browser's next requests somebody's; without a value, nobody's any more.
void Api::set_cookie(Response& response, const std::string& value) const {
    const auto age = value.empty() ? std::chrono::seconds(0) : std::chrono::seconds(accounts::session_time);
    const std::string rest = "; Max-Age=" + std::to_string(age.count()) + "; Path=/; HttpOnly; SameSite=Strict" +
                             (secure_ ? "; Secure" : "");
    const auto name = [](std::string_view text) { return std::string(text) + '='; };
    response.set(http::field::set_cookie, name(secure_ ? secure_session_cookie : session_cookie) + value + rest);
    // The name of before may still be there.
    if (secure_ && value.empty()) response.insert(http::field::set_cookie, name(session_cookie) + rest);
}

/// The seats that a guest has brought along become those of his account; how many there were.
asio::awaitable<std::size_t> Api::sign_all(Member member, Peer peer, std::vector<Held> held) {
    std::size_t count = 0;
    // An account has one seat in a room: what follows it there need not be asked.
    std::ranges::sort(held);
    const auto [first, last] = std::ranges::unique(held);
    held.erase(first, last);
    std::string signed_in;
    for (const Held& one : held) {
        if (one.room == signed_in) continue;
        json message = json::object();
        message["kind"] = "sign";
        message["id"] = secrets::random_name(16);
        message["room"] = one.room;
        message["token"] = one.token;
        const std::string id = message["id"];
        // Each by itself: who shows too many wrong tokens is not heard any more.
        const auto caller = std::make_shared<Caller>(hall_.executor(), peer);
        caller->introduce(member);
        hall_.hear(caller, std::move(message));
        const Answer answer = co_await answer_to(caller, id);
        if (answer.message.is_object() && answer.message["kind"] == "done") {
            ++count;
            signed_in = one.room;
        }
    }
    co_return count;
}

asio::awaitable<Reply> Api::welcome(const Call& call, Accounts::Entered entered, std::vector<Held> held,
                                    http::status status) {
    const std::size_t count = co_await sign_all(entered.visit.member(), call.caller->peer(), std::move(held));
    const auto visit = co_await hall_.accounts().recognise(entered.cookie);
    if (!visit) co_return refused(visit.error());
    json message = account_json(*visit, hall_.now());
    message["signed"] = count;
    Reply reply = told(status, message);
    set_cookie(reply.response, entered.cookie);
    co_return reply;
}

asio::awaitable<Reply> Api::open_account(const Call& call) {
    auto greeting = parse_greeting(message_of(call));
    if (!greeting) co_return refused(greeting.error());
    if (!call.caller->peer().take(Deed::account)) co_return refused(call.caller->peer().refusal(Deed::account));
    auto entered = co_await hall_.accounts().open(greeting->name, greeting->password, call.caller->peer());
    if (!entered) co_return refused(entered.error());
    Reply reply = co_await welcome(call, *std::move(entered), std::move(greeting->held), http::status::created);
    co_return reply;
}

asio::awaitable<Reply> Api::enter(const Call& call) {
    auto greeting = parse_greeting(message_of(call));
    if (!greeting) co_return refused(greeting.error());
    auto entered = co_await hall_.accounts().enter(greeting->name, greeting->password, call.caller->peer());
    if (!entered) co_return refused(entered.error());
    Reply reply = co_await welcome(call, *std::move(entered), std::move(greeting->held), http::status::ok);
    co_return reply;
}

asio::awaitable<Reply> Api::leave(const Call& call) {
    if (call.visit) {
        const auto left = co_await hall_.accounts().leave(*call.visit);
        if (!left) co_return refused(left.error());
    } else if (call.visit.error().key != "error.account.none") {
        co_return refused(call.visit.error());
    }
    Reply reply = told(http::status::ok, json::object());
    set_cookie(reply.response, {});
    co_return reply;
}

asio::awaitable<Reply> Api::account(const Call& call) {
    if (!call.visit) co_return refused(call.visit.error());
    co_return told(http::status::ok, account_json(*call.visit, hall_.now()));
}

asio::awaitable<Reply> Api::account_games(const Call& call) {
    if (!call.visit) co_return refused(call.visit.error());
    std::optional<std::int64_t> before;
    if (const auto asked = query_value(view(call.request.target()), "before")) {
        const json number = parse_json(*asked);
        if (!number.is_number_unsigned())
            co_return refused({.key = "error.request", .what = "request", .field = "before", .expected = "0.."});
        before = number.get<std::int64_t>();
    }
    const auto list = co_await hall_.accounts().games(*call.visit, before);
    if (!list) co_return refused(list.error());
    co_return told(http::status::ok, *list);
}

asio::awaitable<Reply> Api::own_games(const Call& call) {
    const auto message = message_of(call);
    if (!message) co_return refused(message.error());
    auto held = parse_held(*message);
    if (!held) co_return refused(held.error());
    const auto list = co_await hall_.accounts().games(*std::move(held));
    if (!list) co_return refused(list.error());
    co_return told(http::status::ok, *list);
}

asio::awaitable<Reply> Api::change_password(const Call& call) {
    const auto message = message_of(call);
    if (!message) co_return refused(message.error());
    if (!call.visit) co_return refused(call.visit.error());
    auto password = need_text(*message, "password"), next = need_text(*message, "new");
    if (!password) co_return refused(password.error());
    if (!next) co_return refused(next.error());
    const auto visit = co_await hall_.accounts().change_password(*call.visit, *std::move(password), *std::move(next),
                                                                 call.caller->peer());
    if (!visit) co_return refused(visit.error());
    co_return told(http::status::ok, account_json(*visit, hall_.now()));
}

asio::awaitable<Reply> Api::export_account(const Call& call) {
    if (!call.visit) co_return refused(call.visit.error());
    auto text = co_await hall_.accounts().everything(*call.visit);
    if (!text) co_return refused(text.error());
    Reply reply = told(http::status::ok, json::object());
    reply.response.body() = Bytes::of(*std::move(text));
    reply.response.prepare_payload();
    reply.response.set(http::field::content_disposition, "attachment; filename=\"tavola.json\"");
    co_return reply;
}

asio::awaitable<Reply> Api::erase_account(const Call& call) {
    const auto message = message_of(call);
    if (!message) co_return refused(message.error());
    if (!call.visit) co_return refused(call.visit.error());
    auto password = need_text(*message, "password");
    if (!password) co_return refused(password.error());
    const auto erased = co_await hall_.accounts().erase(*call.visit, *std::move(password), call.caller->peer());
    if (!erased) co_return refused(erased.error());
    Reply reply = told(http::status::ok, json::object());
    set_cookie(reply.response, {});
    co_return reply;
}

}  // namespace tavola::server
