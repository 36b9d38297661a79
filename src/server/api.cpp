#include "server/api.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "api/told.h"
#include "secrets/secrets.h"
#include "server/headers.h"
#include "server/messages.h"
#include "server/openapi.h"
#include "server/site.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr auto answer_time = 30s;
constexpr std::size_t longest_message = 16 << 10;  // as on a socket
constexpr std::size_t fullest_outbox = 4 << 20;
constexpr std::string_view json_type = "application/json";

Response respond(http::status status, Bytes body, std::string_view type = json_type) {
    Response response(status, 11);
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.body() = std::move(body);
    secure(response);
    response.prepare_payload();
    return response;
}

Bytes bytes_of(const Text& text) { return {text, *text}; }

/// What stands in the place of `{...}`, if the path is of this form; empty where the form has no such place.
std::optional<std::string> match(std::string_view form, std::string_view path) {
    const std::size_t open = form.find('{');
    if (open == form.npos) return form == path ? std::optional<std::string>("") : std::nullopt;
    const std::string_view before = form.substr(0, open), after = form.substr(form.find('}') + 1);
    if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) return {};
    const std::string_view part = path.substr(before.size(), path.size() - before.size() - after.size());
    return part.contains('/') ? std::nullopt : std::optional<std::string>(part);
}

/// A message without an id is an event, and that a room was made is told before the answer.
bool is_answer(const json& message, const std::string& id) {
    return message.is_object() && message.value("id", "") == id && message.value("kind", "") != "made";
}

Failure bad(std::string_view key, std::string expected, std::string field = {}) {
    return Failure(Error{.key = key, .what = "request", .field = std::move(field), .expected = std::move(expected)});
}

}  // namespace

// ---- who asks -------------------------------------------------------------------------------------------------

Caller::Caller(const asio::any_io_executor& executor, Peer peer) : Listener(std::move(peer)), wake_(executor) {}

void Caller::tell(Text text) {
    if (ended_) return;
    outbox_bytes_ += text->size();
    if (outbox_bytes_ > fullest_outbox) {
        peer().complain("a stream that takes nothing is cut off");
        outbox_.clear();
        return end();
    }
    outbox_.push_back(std::move(text));
    wake_.cancel();
}

asio::awaitable<Text> Caller::next(asio::steady_timer::duration time) {
    if (outbox_.empty() && !ended_) {
        wake_.expires_after(time);
        co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    Text text;
    if (!outbox_.empty()) {
        text = std::move(outbox_.front());
        outbox_.pop_front();
        outbox_bytes_ -= text->size();
    }
    co_return text;
}

void Caller::end() {
    ended_ = true;
    wake_.cancel();
}

// ---- routes ---------------------------------------------------------------------------------------------------

struct Api::Route {
    http::verb method;
    std::string_view path;
    asio::awaitable<Reply> (Api::*handle)(const Call&);
    std::string_view kind = {};  ///< of the message that a request becomes
};

const Api::Route Api::routes[] = {
    {http::verb::get, "/api/", &Api::list},
    {http::verb::get, "/api/openapi.json", &Api::description},
    {http::verb::get, "/api/games", &Api::games},
    {http::verb::get, "/api/lobby", &Api::ask, "lobby"},
    {http::verb::post, "/api/rooms", &Api::ask, "make"},
    {http::verb::get, "/api/rooms/{room}", &Api::ask, "watch"},
    {http::verb::get, "/api/rooms/{room}/stream", &Api::stream, "watch"},
    {http::verb::get, "/api/rooms/{room}/moves", &Api::ask, "moves"},
    {http::verb::get, "/api/rooms/{room}/record", &Api::record, "record"},
    {http::verb::post, "/api/rooms/{room}/join", &Api::ask, "join"},
    {http::verb::post, "/api/rooms/{room}/move", &Api::ask, "move"},
    {http::verb::post, "/api/rooms/{room}/resign", &Api::ask, "resign"},
    {http::verb::post, "/api/rooms/{room}/agree", &Api::ask, "agree"},
    {http::verb::post, "/api/rooms/{room}/decline", &Api::ask, "decline"},
    {http::verb::post, "/api/rooms/{room}/say", &Api::ask, "say"},
    {http::verb::post, "/api/rooms/{room}/claim", &Api::ask, "claim"},
    {http::verb::post, "/api/rooms/{room}/sign", &Api::ask, "sign"},
    {http::verb::post, "/api/games/mine", &Api::own_games},
    {http::verb::post, "/api/session", &Api::enter},
    {http::verb::delete_, "/api/session", &Api::leave},
    {http::verb::get, "/api/account", &Api::account},
    {http::verb::post, "/api/account", &Api::open_account},
    {http::verb::delete_, "/api/account", &Api::erase_account},
    {http::verb::get, "/api/account/games", &Api::account_games},
    {http::verb::post, "/api/account/password", &Api::change_password},
    {http::verb::get, "/api/account/export", &Api::export_account},
};

Result<const Api::Route*> Api::find(Call& call) {
    const auto path = parse_path(view(call.request.target()));
    std::string allowed;
    for (const Route& route : routes) {
        auto room = path ? match(route.path, *path) : std::nullopt;
        if (!room) continue;
        const bool reads = route.method == http::verb::get;
        if (call.request.method() == route.method || (reads && call.request.method() == http::verb::head)) {
            call.kind = route.kind;
            call.room = *std::move(room);
            return &route;
        }
        allowed.append(allowed.empty() ? "" : ", ").append(view(http::to_string(route.method)));
        if (reads) allowed += ", HEAD";
    }
    if (allowed.empty()) return bad("error.api.path", {});
    return bad("error.api.method", allowed);
}

asio::awaitable<Reply> Api::answer(const Request& request, std::shared_ptr<Caller> caller) {
    Call call(request, std::move(caller));
    const auto route = find(call);
    if (!route) co_return refused(route.error());
    const std::string_view cookie = cookie_value(field(request, http::field::cookie), session_cookie);
    if (!cookie.empty()) {
        call.visit = co_await hall_.accounts().recognise(std::string(cookie));
        if (call.visit) call.caller->introduce(call.visit->member());
    }
    Reply reply = co_await (this->*(*route)->handle)(call);
    co_return reply;
}

// ---- messages -------------------------------------------------------------------------------------------------

/// The message that a request means: what its body says, with the kind, the room and the token that it names elsewhere.
Result<json> Api::message_of(const Call& call) {
    const Request& request = call.request;
    json message = json::object();
    if (request.method() == http::verb::post || !request.body().empty()) {
        if (!same_media_type(field(request, http::field::content_type), json_type))
            return bad("error.api.type", std::string(json_type));
        if (request.body().size() > longest_message) return bad("error.api.size", std::to_string(longest_message));
        if (!request.body().empty()) message = json::parse(request.body(), nullptr, false);
        if (!message.is_object()) return bad("error.request", "{...}");
    }
    if (const auto after = query_value(view(request.target()), "after")) {
        const json number = json::parse(*after, nullptr, false);
        if (!number.is_number_unsigned()) return bad("error.request", "0..", "after");
        message["after"] = number;
    }
    if (const std::string_view shown = field(request, http::field::authorization); !shown.empty()) {
        const auto token = bearer_token(shown);
        if (!token) return bad("error.request", "Bearer ...", "Authorization");
        message["token"] = *token;
    }
    if (const auto id = message.find("id"); id == message.end())
        message["id"] = secrets::random_name(16);
    else if (!id->is_string())
        return bad("error.request", "text", "id");
    message["kind"] = call.kind;
    if (!call.room.empty()) message["room"] = call.room;
    return message;
}

/// Has the house hear a request, and waits for the answer.
asio::awaitable<Api::Answer> Api::put(const Call& call) {
    Answer answer;
    auto message = message_of(call);
    if (!message) {
        answer.text = refusal(json(), message.error());
        answer.message = json::parse(*answer.text);
        co_return answer;
    }
    const std::string id = (*message)["id"];
    hall_.hear(call.caller, *std::move(message));
    answer = co_await answer_to(call.caller, id);
    co_return answer;
}

asio::awaitable<Api::Answer> Api::answer_to(std::shared_ptr<Caller> caller, std::string id) {
    Answer answer;
    for (;;) {
        answer.text = co_await caller->next(answer_time);
        if (!answer.text) co_return answer;
        json heard = json::parse(*answer.text, nullptr, false);
        if (is_answer(heard, id)) {
            answer.message = std::move(heard);
            co_return answer;
        }
        answer.before.append(*answer.text).append("\n");
    }
}

Reply Api::reply_of(const Call& call, const Answer& answer) {
    if (answer.message.is_null()) return refused({.key = "error.api.silence", .what = "request"});
    const std::string kind = answer.message["kind"];
    if (kind == "refused") {
        const json& error = answer.message["error"];
        return {refuse(answer.text, error["key"].get<std::string>(), error["expected"].get<std::string>())};
    }
    // A move that came too late is answered with the room as it is.
    if (kind == "room" && call.kind == "move") return {respond(http::status::conflict, bytes_of(answer.text))};
    if (call.kind != "make") return {respond(http::status::ok, bytes_of(answer.text))};
    Reply reply{respond(http::status::created, bytes_of(answer.text))};
    reply.response.set(http::field::location, "/api/rooms/" + answer.message["room"].get<std::string>());
    return reply;
}

// ---- refusals -------------------------------------------------------------------------------------------------

http::status Api::status_of(std::string_view key) noexcept {
    using enum http::status;
    // By the beginning of the key; what is not listed was asked wrongly.
    static constexpr std::pair<std::string_view, http::status> statuses[] = {
        {"error.api.method", method_not_allowed},
        {"error.api.origin", forbidden},
        {"error.api.path", not_found},
        {"error.api.silence", service_unavailable},
        {"error.api.size", payload_too_large},
        {"error.api.type", unsupported_media_type},
        {"error.account.none", unauthorized},
        {"error.account.wrong", unauthorized},
        {"error.account.seat", conflict},
        {"error.account.taken", conflict},
        {"error.limit.", too_many_requests},
        {"error.store.", service_unavailable},
        {"error.room.token", unauthorized},
        {"error.room.seated", unauthorized},
        {"error.room.too-fast", too_many_requests},
        {"error.room.too-many", service_unavailable},
        {"error.room.unknown", not_found},
        // The room does not stand so that this could happen.
        {"error.match.", conflict},
        {"error.room.chat", conflict},
        {"error.room.declined", conflict},
        {"error.room.gathering", conflict},
        {"error.room.gone", conflict},
        {"error.room.nothing-offered", conflict},
        {"error.room.over", conflict},
        {"error.room.playing", conflict},
        {"error.room.seat", conflict},
        {"error.room.takeback", conflict},
        {"error.room.turn", conflict},
    };
    for (const auto& [beginning, status] : statuses)
        if (key.starts_with(beginning)) return status;
    return bad_request;
}

Response Api::refuse(const Text& text, std::string_view key, const std::string& expected) {
    const http::status status = status_of(key);
    Response response = respond(status, bytes_of(text));
    if (status == http::status::method_not_allowed) response.set(http::field::allow, expected);
    if (status == http::status::unauthorized) response.set(http::field::www_authenticate, "Bearer");
    if (status == http::status::too_many_requests || status == http::status::service_unavailable)
        response.set(http::field::retry_after, key.starts_with("error.limit.") ? expected : "1");
    return response;
}

Response Api::refuse(const Error& error) { return refuse(refusal({}, error), error.key, error.expected); }

Reply Api::refused(const Error& error) { return {refuse(error)}; }

Reply Api::told(http::status status, const json& message) { return {respond(status, bytes_of(text_of(message)))}; }

// ---- handlers -------------------------------------------------------------------------------------------------

asio::awaitable<Reply> Api::ask(const Call& call) {
    const Answer answer = co_await put(call);
    co_return reply_of(call, answer);
}

asio::awaitable<Reply> Api::stream(const Call& call) {
    call.caller->stay();
    hall_.accounts().greet(call.caller);
    const Answer answer = co_await put(call);
    Reply reply = reply_of(call, answer);
    if (reply.response.result() == http::status::ok) {
        reply.goes_on = true;
        reply.response.set(http::field::content_type, "application/x-ndjson");
        reply.response.body() = Bytes::of(answer.before + *answer.text + '\n');
    }
    co_return reply;
}

asio::awaitable<Reply> Api::record(const Call& call) {
    const Answer answer = co_await put(call);
    Reply reply = reply_of(call, answer);
    const bool as_json = prefers(field(call.request, http::field::accept), json_type, "text/plain");
    if (reply.response.result() == http::status::ok && !as_json)
        reply.response = respond(http::status::ok, Bytes::of(answer.message["text"].get<std::string>()),
                                 "text/plain; charset=utf-8");
    reply.response.set(http::field::vary, "Accept");
    co_return reply;
}

asio::awaitable<Reply> Api::games(const Call&) {
    json message = json::object();
    message["kind"] = "games";
    message["games"] = api::games_json();
    co_return Reply(respond(http::status::ok, bytes_of(text_of(message))));
}

asio::awaitable<Reply> Api::description(const Call&) {
    co_return Reply(respond(http::status::ok, Bytes::of(std::string(openapi))));
}

asio::awaitable<Reply> Api::list(const Call&) {
    json message = json::object();
    message["kind"] = "routes";
    for (const Route& route : routes) {
        json& entry = message["routes"].emplace_back();
        entry["method"] = view(http::to_string(route.method));
        entry["path"] = route.path;
    }
    co_return Reply(respond(http::status::ok, bytes_of(text_of(message))));
}

}  // namespace tavola::server
