#include "server/accounts.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <set>
#include <span>

#include "secrets/secrets.h"
#include "server/hall.h"
#include "server/headers.h"

namespace tavola::server {
namespace {

using accounts::Account;
using nlohmann::json;

constexpr int token_length = 26;
// At two a tenth of a second nobody waits longer than a few seconds, and no address keeps others waiting for long.
constexpr std::size_t hashing_at_once = 2, most_hashing = 100, most_hashing_of_one = 40;
constexpr std::size_t most_known = 4096;  // accounts that need not be read from their beginning
constexpr int most_attempts = 10;

Failure refuse(std::string_view key, std::string expected = {}) {
    return Failure(Error{.key = key, .what = "account", .expected = std::move(expected)});
}

template <class Work>
asio::awaitable<std::invoke_result_t<Work>> run(Work work) {
    co_return work();
}

/// Does some work on a thread of that pool, and comes back to ours.
template <class Work>
asio::awaitable<std::invoke_result_t<Work>> elsewhere(asio::thread_pool& pool, Work work) {
    asio::awaitable<std::invoke_result_t<Work>> task = run(std::move(work));
    auto result = co_await asio::co_spawn(pool, std::move(task), asio::use_awaitable);
    co_return result;
}

/// A password that is nobody's: asking for a name that does not exist takes as long as for one that does.
const std::string& nobodys_hash() {
    static const std::string hash = secrets::hash_password(secrets::random_name(token_length));
    return hash;
}

/// Small letters, digits and `-`: what a folded name is made of.
bool is_folded(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

}  // namespace

std::string_view session_of_cookies(std::string_view header) noexcept {
    const std::string_view value = cookie_value(header, secure_session_cookie);
    return value.empty() ? cookie_value(header, session_cookie) : value;
}

Accounts::Accounts(Hall& hall, store::Store& store)
    : hall_(hall), store_(store), hashing_(hall.executor(), hashing_at_once, most_hashing, most_hashing_of_one) {}

// ---- coming and going -----------------------------------------------------------------------------------------

asio::awaitable<Result<Accounts::Entered>> Accounts::open(std::string name, std::string password, Peer& who) {
    const auto parsed = accounts::parse_name(name);
    if (!parsed) co_return Failure(parsed.error());
    const auto long_enough = accounts::check_password(password);
    if (!long_enough) co_return Failure(long_enough.error());
    const std::string log = accounts::log_of_name(parsed->folded);
    const auto present = co_await find(log);
    if (!present) co_return Failure(present.error());
    if (*present) co_return refuse("error.account.taken");
    const auto hash = co_await hashed(std::move(password), who);
    if (!hash) co_return Failure(hash.error());

    const std::string token = secrets::random_name(token_length), key = secrets::sha256(token);
    Account account = Account::open(*parsed, *hash, hall_.now());
    account.enter(key, hall_.now());
    const std::vector<rooms::Event> fresh = account.take_fresh();
    const auto kept = co_await hall_.keep(log, fresh, true);
    // Somebody else was faster.
    if (!kept && store::another_was_first(kept.error())) co_return refuse("error.account.taken");
    if (!kept) co_return Failure(kept.error());
    co_return Entered{.visit = {.account = account, .session = key}, .cookie = account.id() + '.' + token};
}

asio::awaitable<Result<Accounts::Entered>> Accounts::enter(std::string name, std::string password, Peer& who) {
    const auto parsed = accounts::parse_name(name);
    // A name that nobody can have is checked in vain, like one that nobody has.
    const std::string log = accounts::log_of_name(parsed ? parsed->folded : std::string());
    const auto checked = co_await check(log, std::move(password), who);
    if (!checked) co_return Failure(checked.error());
    // Each session is one more event for ever; who knows the password must not fill the disk with them either.
    Peer at_account = who.about(log);
    if (!at_account.take(Deed::entry)) co_return Failure(at_account.refusal(Deed::entry));
    const std::string token = secrets::random_name(token_length), key = secrets::sha256(token);
    // A password that was changed a moment ago opens nothing.
    Action action = [this, key, hash = checked->hash()](Account& account) {
        if (account.hash() == hash) account.enter(key, hall_.now());
    };
    const auto account = co_await change(checked->id(), std::move(action));
    if (!account) co_return Failure(account.error());
    if (!account->has_session(key, hall_.now())) co_return refuse("error.account.wrong");
    co_return Entered{.visit = {.account = *account, .session = key}, .cookie = account->id() + '.' + token};
}

asio::awaitable<Result<Visit>> Accounts::recognise(std::string cookie) {
    const std::size_t dot = cookie.rfind('.');
    if (dot == cookie.npos) co_return refuse("error.account.none");
    const std::string id = cookie.substr(0, dot), token = cookie.substr(dot + 1);
    if (!is_folded(id.substr(0, id.rfind('.')))) co_return refuse("error.account.none");
    const auto found = co_await find(accounts::log_of(id));
    if (!found) co_return Failure(found.error());
    const std::string key = secrets::sha256(token);
    if (!*found || (*found)->id() != id || !(*found)->has_session(key, hall_.now()))
        co_return refuse("error.account.none");
    co_return Visit{.account = **found, .session = key};
}

asio::awaitable<Result<void>> Accounts::leave(Visit visit) {
    Action action = [this, key = visit.session](Account& account) { account.leave(key, hall_.now()); };
    const auto left = co_await change(visit.account.id(), std::move(action));
    if (!left) co_return Failure(left.error());
    co_await review(accounts::log_of(visit.account.id()));
    co_return Result<void>();
}

asio::awaitable<Result<Visit>> Accounts::change_password(Visit visit, std::string old_password,
                                                         std::string new_password, Peer& who) {
    const auto long_enough = accounts::check_password(new_password);
    if (!long_enough) co_return Failure(long_enough.error());
    const std::string log = accounts::log_of(visit.account.id());
    const auto checked = co_await check(log, std::move(old_password), who);
    if (!checked) co_return Failure(checked.error());
    const auto hash = co_await hashed(std::move(new_password), who);
    if (!hash) co_return Failure(hash.error());
    Action action = [this, hash = *hash, key = visit.session](Account& account) {
        account.change_password(hash, key, hall_.now());
    };
    const auto changed = co_await change(visit.account.id(), std::move(action));
    if (!changed) co_return Failure(changed.error());
    co_await review(log);
    co_return Visit{.account = *changed, .session = visit.session};
}

asio::awaitable<Result<void>> Accounts::erase(Visit visit, std::string password, Peer& who) {
    const std::string log = accounts::log_of(visit.account.id());
    const auto checked = co_await check(log, std::move(password), who);
    if (!checked) co_return Failure(checked.error());
    const auto work = [this, log] { return store_.erase(log); };
    const auto erased = co_await elsewhere(archivists_, work);
    if (!erased) co_return Failure(erased.error());
    co_await review(log);
    co_return Result<void>();
}

asio::awaitable<Result<void>> Accounts::note(std::string account, std::string room) {
    Action action = [this, room](Account& one) { one.sign(room, hall_.now()); };
    const auto noted = co_await change(account, std::move(action));
    if (!noted) co_return Failure(noted.error());
    co_return Result<void>();
}

// ---- lists ----------------------------------------------------------------------------------------------------

asio::awaitable<Result<json>> Accounts::games(Visit visit, std::optional<std::int64_t> before) {
    const auto work = [this, account = std::move(visit.account), before] {
        return list_games(store_, account, before);
    };
    auto list = co_await elsewhere(archivists_, work);
    co_return list;
}

asio::awaitable<Result<json>> Accounts::games(std::vector<Held> held) {
    const auto work = [this, held = std::move(held)] { return list_games(store_, held); };
    auto list = co_await elsewhere(archivists_, work);
    co_return list;
}

asio::awaitable<Result<std::string>> Accounts::everything(Visit visit) {
    const auto work = [this, account = std::move(visit.account), now = hall_.now()]() -> Result<std::string> {
        const auto told = tell_everything(store_, account, now);
        if (!told) return Failure(told.error());
        return told->dump(2, ' ', false, json::error_handler_t::replace) + '\n';
    };
    auto told = co_await elsewhere(archivists_, work);
    co_return told;
}

// ---- who is here ----------------------------------------------------------------------------------------------

void Accounts::greet(const std::shared_ptr<Listener>& listener) {
    if (const auto& member = listener->member()) present_.emplace(accounts::log_of(member->account), listener);
}

void Accounts::forget(const Listener& listener) {
    if (!listener.member()) return;
    const auto [first, last] = present_.equal_range(accounts::log_of(listener.member()->account));
    for (auto one = first; one != last;) {
        const auto who = one->second.lock();
        one = !who || who.get() == &listener ? present_.erase(one) : std::next(one);
    }
}

asio::awaitable<void> Accounts::review(std::string log) {
    if (log.empty()) {
        std::set<std::string> all;
        for (const auto& [name, listener] : present_) all.insert(name);
        for (const std::string& name : all) co_await review(name);
        co_return;
    }
    if (!present_.contains(log)) co_return;
    const auto found = co_await find(log);
    if (!found) co_return;
    const auto [first, last] = present_.equal_range(log);
    for (auto one = first; one != last; ++one) {
        const auto who = one->second.lock();
        if (!who) continue;
        const Member& member = *who->member();
        const bool stays =
            *found && (*found)->id() == member.account && (*found)->has_session(member.session, hall_.now());
        if (!stays) who->dismiss();
    }
}

// ---- the log --------------------------------------------------------------------------------------------------

asio::awaitable<Result<std::optional<Account>>> Accounts::find(std::string log) {
    // The last event that is known is read once more: if it is there, so is all that is before it. An account that was
    // erased, perhaps opened anew by somebody else, is read from its beginning.
    const auto before = known_.find(log);
    std::int64_t after = before == known_.end() ? 0 : before->second.last.number - 1;
    auto events = co_await hall_.read(log, after);
    if (!events) co_return Failure(events.error());
    const auto known = known_.find(log);
    if (after > 0 && known != known_.end() && !events->empty() && events->front() == known->second.last) {
        known->second.account.follow(std::span(*events).subspan(1));
        known->second.last = events->back();
        co_return known->second.account;
    }
    if (after > 0) events = co_await hall_.read(log, 0);
    if (!events) co_return Failure(events.error());
    auto account = Account::replay(*events);
    if (known_.size() >= most_known) known_.clear();
    known_.erase(log);
    if (account) known_.emplace(log, Known{*account, events->back()});
    co_return account;
}

/// Does something to an account as it now stands; again, if another house has written in between.
asio::awaitable<Result<Account>> Accounts::change(std::string id, Action action) {
    const std::string log = accounts::log_of(id);
    for (int attempt = 1;; ++attempt) {
        const auto found = co_await find(log);
        if (!found) co_return Failure(found.error());
        if (!*found || (*found)->id() != id) co_return refuse("error.account.none");
        Account account = **found;
        action(account);
        const std::vector<rooms::Event> fresh = account.take_fresh();
        if (fresh.empty()) co_return account;
        const auto kept = co_await hall_.keep(log, fresh, true);
        if (kept) co_return account;
        if (!store::another_was_first(kept.error()) || attempt == most_attempts) co_return Failure(kept.error());
    }
}

/// The account in a log, if this is its password.
asio::awaitable<Result<Account>> Accounts::check(std::string log, std::string password, Peer& who) {
    // A name that nobody has is counted like any other.
    if (!who.take(Deed::login)) co_return Failure(who.refusal(Deed::login));
    Peer at_account = who.about(log);
    if (!at_account.take(Deed::password)) co_return Failure(at_account.refusal(Deed::password));
    const auto found = co_await find(log);
    if (!found) co_return Failure(found.error());
    auto turn = co_await wait_to_hash(who);
    if (!turn) {
        who.give_back(Deed::login);
        at_account.give_back(Deed::password);
        co_return Failure(turn.error());
    }
    // Longer ones need not be looked at: nobody has one.
    password.resize(std::min(password.size(), accounts::longest_password + 1));
    const auto work = [password, hash = *found ? (*found)->hash() : std::string()] {
        const std::string& nobodys = nobodys_hash();
        return secrets::is_password(password, hash.empty() ? nobodys : hash);
    };
    const bool right = co_await elsewhere(hashers_, work);
    turn->reset();
    if (!right || !*found) co_return refuse("error.account.wrong");
    who.give_back(Deed::login);
    at_account.give_back(Deed::password);
    co_return **found;
}

/// So much work costs an address something whether the password is right or wrong.
asio::awaitable<Result<Turns::Turn>> Accounts::wait_to_hash(Peer& who) {
    if (!who.take(Deed::hash)) co_return Failure(who.refusal(Deed::hash));
    auto turn = co_await hashing_.wait(who.address());
    if (!turn) co_return refuse("error.limit.hash", "5");
    co_return turn;
}

asio::awaitable<Result<std::string>> Accounts::hashed(std::string password, Peer& who) {
    const auto turn = co_await wait_to_hash(who);
    if (!turn) co_return Failure(turn.error());
    const auto work = [password] { return secrets::hash_password(password); };
    std::string hash = co_await elsewhere(hashers_, work);
    if (hash.empty()) co_return refuse("error.limit.login", "5");
    co_return hash;
}

}  // namespace tavola::server
