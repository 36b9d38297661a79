#include "accounts/account.h"

#include <algorithm>

#include "secrets/secrets.h"

namespace tavola::accounts {
namespace {

using nlohmann::json;

constexpr int mark_length = 8;

std::string text_of(const json& body, const char* key) {
    const auto found = body.find(key);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string secret_of(const json& body, const char* key) {
    const auto found = body.find("private");
    return found != body.end() && found->is_object() ? text_of(*found, key) : std::string();
}

bool is_live(const Session& session, Instant now) { return now - session.since < session_time; }

}  // namespace

Result<void> check_password(std::string_view password) {
    if (password.size() >= shortest_password && password.size() <= longest_password) return {};
    return Failure(Error{.key = "error.account.length",
                         .what = "account",
                         .expected = std::to_string(shortest_password) + "–" + std::to_string(longest_password)});
}

std::string log_of_name(std::string_view folded) { return "account:" + std::string(folded); }
std::string log_of(std::string_view account) { return log_of_name(account.substr(0, account.rfind('.'))); }

Account Account::open(const Name& name, const std::string& hash, Instant now) {
    Account account;
    account.id_ = name.folded + '.' + secrets::random_name(mark_length);
    account.add({{"kind", "opened"}, {"name", name.shown}, {"private", {{"hash", hash}}}}, now);
    return account;
}

std::optional<Account> Account::replay(std::span<const Event> events) {
    if (events.empty() || events.front().number != 1 || text_of(events.front().body, "kind") != "opened") return {};
    Account account;
    account.id_ = text_of(events.front().body, "account");
    for (const Event& event : events) account.apply(event);
    return account;
}

void Account::follow(std::span<const Event> events) {
    for (const Event& event : events) apply(event);
}

void Account::add(json body, Instant now) {
    body["account"] = id_;
    Event event{number_ + 1, now, std::move(body)};
    apply(event);
    fresh_.push_back(std::move(event));
}

void Account::apply(const Event& event) {
    const json& body = event.body;
    number_ = event.number;
    // A house that had not heard of it may have written for an account that was erased meanwhile.
    if (text_of(body, "account") != id_) return;
    const std::string kind = text_of(body, "kind");
    if (kind == "opened") {
        name_ = text_of(body, "name");
        hash_ = secret_of(body, "hash");
        opened_ = event.at;
    } else if (kind == "password") {
        hash_ = secret_of(body, "hash");
        std::erase_if(sessions_, [&](const Session& one) { return one.key != secret_of(body, "key"); });
    } else if (kind == "entered") {
        std::erase_if(sessions_, [&](const Session& one) { return !is_live(one, event.at); });
        if (sessions_.size() >= most_sessions) sessions_.erase(sessions_.begin());
        sessions_.push_back({secret_of(body, "key"), event.at});
    } else if (kind == "left") {
        std::erase_if(sessions_, [&](const Session& one) { return one.key == secret_of(body, "key"); });
    } else if (kind == "signed") {
        rooms_.push_back({text_of(body, "room"), event.number, event.at});
    }
}

std::vector<Session> Account::sessions(Instant now) const {
    std::vector<Session> live = sessions_;
    std::erase_if(live, [&](const Session& one) { return !is_live(one, now); });
    return live;
}

bool Account::has_session(std::string_view key, Instant now) const {
    return std::ranges::any_of(sessions_, [&](const Session& one) { return one.key == key && is_live(one, now); });
}

bool Account::has_room(std::string_view room) const {
    return std::ranges::find(rooms_, room, &Signed::room) != rooms_.end();
}

void Account::enter(const std::string& key, Instant now) {
    add({{"kind", "entered"}, {"private", {{"key", key}}}}, now);
}

void Account::leave(const std::string& key, Instant now) {
    if (has_session(key, now)) add({{"kind", "left"}, {"private", {{"key", key}}}}, now);
}

void Account::change_password(const std::string& hash, const std::string& key, Instant now) {
    add({{"kind", "password"}, {"private", {{"hash", hash}, {"key", key}}}}, now);
}

void Account::sign(const std::string& room, Instant now) {
    if (!has_room(room)) add({{"kind", "signed"}, {"room", room}}, now);
}

}  // namespace tavola::accounts
