// Accounts in the house: opened, entered, left, erased. Every answer comes from the store, so that it is right wherever else
// the account is used at the same time. Passwords are hashed, and long lists read, where nobody else waits.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/account.h"
#include "server/limits.h"
#include "server/listener.h"
#include "server/own_games.h"
#include "server/turns.h"
#include "store/store.h"

namespace tavola::server {

namespace asio = boost::asio;

class Hall;

/// By this cookie a browser shows whose it is.
inline constexpr std::string_view session_cookie = "tavola";
/// The same where browsers reach the house by TLS: a name that no other host, and no page without TLS, can set.
inline constexpr std::string_view secure_session_cookie = "__Host-tavola";
/// Its value in a request's `Cookie`. One from before the house was reached by TLS goes on until it expires.
std::string_view session_of_cookies(std::string_view header) noexcept;

/// Somebody who has entered, with his account as it stood then.
struct Visit {
    accounts::Account account;
    std::string session = {};  ///< its key

    Member member() const { return {account.id(), account.name(), session}; }
};

class Accounts {
  public:
    Accounts(Hall& hall, store::Store& store);

    struct Entered {
        Visit visit;
        std::string cookie;  ///< by which he will be recognised
    };
    // Whoever gives a password is counted: that it has to be hashed, and again if it is wrong.
    asio::awaitable<Result<Entered>> open(std::string name, std::string password, Peer& who);
    asio::awaitable<Result<Entered>> enter(std::string name, std::string password, Peer& who);
    asio::awaitable<Result<Visit>> recognise(std::string cookie);
    asio::awaitable<Result<void>> leave(Visit visit);
    /// All other sessions end.
    asio::awaitable<Result<Visit>> change_password(Visit visit, std::string old_password, std::string new_password,
                                                   Peer& who);
    /// For good. Games stay.
    asio::awaitable<Result<void>> erase(Visit visit, std::string password, Peer& who);

    /// A room in which this account has a seat goes on its list.
    asio::awaitable<Result<void>> note(std::string account, std::string room);

    /// One's games as docs/api.md shows them: those that go on, then a page of those that are over.
    asio::awaitable<Result<nlohmann::json>> games(Visit visit, std::optional<std::int64_t> before);
    asio::awaitable<Result<nlohmann::json>> games(std::vector<Held> held);
    /// All that is kept about somebody, with the records of his games, as JSON.
    asio::awaitable<Result<std::string>> everything(Visit visit);

    /// A socket was opened by a member. It ends when his session does.
    void greet(const std::shared_ptr<Listener>& listener);
    void forget(const Listener& listener);
    /// Whether somebody is here whose events are in this log.
    bool concerns(const std::string& log) const { return present_.contains(log); }
    std::size_t present() const noexcept { return present_.size(); }
    /// Something was written in this log, or perhaps in any where none is named, here or in another house: sockets whose
    /// session has ended are closed.
    asio::awaitable<void> review(std::string log);

  private:
    using Action = std::function<void(accounts::Account&)>;

    asio::awaitable<Result<std::optional<accounts::Account>>> find(std::string log);
    asio::awaitable<Result<accounts::Account>> change(std::string account, Action action);
    asio::awaitable<Result<accounts::Account>> check(std::string log, std::string password, Peer& who);
    asio::awaitable<Result<std::string>> hashed(std::string password, Peer& who);
    asio::awaitable<Result<Turns::Turn>> wait_to_hash(Peer& who);

    /// An account as it was last read, and the event that it was read up to.
    struct Known {
        accounts::Account account;
        rooms::Event last;
    };

    Hall& hall_;
    store::Store& store_;
    Turns hashing_;
    std::map<std::string, Known, std::less<>> known_;                           // by log
    std::multimap<std::string, std::weak_ptr<Listener>, std::less<>> present_;  // by log
    asio::thread_pool hashers_{2};                                              // each takes 64 MiB at a time
    asio::thread_pool archivists_{1};                                           // make lists, erase
};

}  // namespace tavola::server
