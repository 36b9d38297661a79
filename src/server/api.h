// The house for programs: each request under /api/ becomes a message as a socket would send it, and the answer to that
// message becomes the response. docs/api.md tells how it is used, docs/openapi.json every part of it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "server/hall.h"
#include "server/http.h"
#include "server/listener.h"

namespace tavola::server {

/// Whoever makes a request. What he is told waits until it is asked for.
class Caller final : public Listener {
  public:
    Caller(const asio::any_io_executor& executor, Peer peer);

    void tell(Text text) override;
    Milliseconds lag() const override { return Milliseconds{0}; }
    bool stays() const override { return stays_; }
    void dismiss() override { end(); }
    /// From now on he follows what happens in the rooms that he asks for.
    void stay() noexcept { stays_ = true; }

    /// The next message; nothing when none has come within this time, or none will come any more.
    asio::awaitable<Text> next(asio::steady_timer::duration time);
    /// He waits for nothing any more.
    void end();
    bool ended() const noexcept { return ended_ && outbox_.empty(); }

  private:
    std::deque<Text> outbox_;
    std::size_t outbox_bytes_ = 0;
    asio::steady_timer wake_;
    bool stays_ = false, ended_ = false;
};

/// A request under way.
struct Call {
    const Request& request;
    std::shared_ptr<Caller> caller;
    std::string_view kind = {};  ///< of the message that it becomes
    std::string room = {};       ///< what stands in the place of `{room}` in its path
    /// Whose account it is, by the cookie.
    Result<Visit> visit = Failure(Error{.key = "error.account.none", .what = "account"});
};

struct Reply {
    Response response;
    bool goes_on = false;  ///< what the caller is told from now on follows, a line each
};

class Api {
  public:
    /// `secure`: browsers reach the house by TLS, and are to show their cookies nowhere else.
    explicit Api(Hall& hall, bool secure = false) : hall_(hall), secure_(secure) {}

    static bool owns(std::string_view target) noexcept { return target.starts_with("/api/"); }
    asio::awaitable<Reply> answer(const Request& request, std::shared_ptr<Caller> caller);

    /// How a refusal looks here, and with which status.
    static Response refuse(const Error& error);
    static http::status status_of(std::string_view key) noexcept;

  private:
    struct Route;
    struct Answer {
        nlohmann::json message;  ///< null if none came in time
        Text text;
        std::string before;  ///< what was told meanwhile, a line each
    };
    static const Route routes[];

    // Handlers of routes.
    asio::awaitable<Reply> ask(const Call& call);
    asio::awaitable<Reply> stream(const Call& call);
    asio::awaitable<Reply> record(const Call& call);
    asio::awaitable<Reply> games(const Call& call);
    asio::awaitable<Reply> description(const Call& call);
    asio::awaitable<Reply> list(const Call& call);

    // Those of accounts, in account_api.cpp.
    asio::awaitable<Reply> open_account(const Call& call);
    asio::awaitable<Reply> enter(const Call& call);
    asio::awaitable<Reply> leave(const Call& call);
    asio::awaitable<Reply> account(const Call& call);
    asio::awaitable<Reply> account_games(const Call& call);
    asio::awaitable<Reply> own_games(const Call& call);
    asio::awaitable<Reply> change_password(const Call& call);
    asio::awaitable<Reply> export_account(const Call& call);
    asio::awaitable<Reply> erase_account(const Call& call);
    asio::awaitable<Reply> welcome(const Call& call, Accounts::Entered entered, std::vector<Held> held,
                                   http::status status);
    asio::awaitable<std::size_t> sign_all(Member member, Peer peer, std::vector<Held> held);
    void set_cookie(Response& response, const std::string& value) const;

    static Result<const Route*> find(Call& call);
    asio::awaitable<Answer> put(const Call& call);
    static asio::awaitable<Answer> answer_to(std::shared_ptr<Caller> caller, std::string id);
    static Result<nlohmann::json> message_of(const Call& call);
    static Reply reply_of(const Call& call, const Answer& answer);
    static Response refuse(const Text& text, std::string_view key, const std::string& expected);
    static Reply refused(const Error& error);
    static Reply told(http::status status, const nlohmann::json& message);

    Hall& hall_;
    const bool secure_;
};

}  // namespace tavola::server
