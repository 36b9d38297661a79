// One client's connection: requests one after another, each answered within limits of size and time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include "server/api.h"
#include "server/guest.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/read_allowance.h"
#include "server/site.h"

namespace tavola::server {

/// What all connections share.
struct House {
    const Site& site;
    Hall& hall;
    Api& api;
    Ledger& ledger;
    std::string origin;  ///< of the pages as players know them, `https://tavola.example`; may be empty

    bool secure() const noexcept { return origin.starts_with("https:"); }
    /// Whether a request for this `Host` is meant for us. Without an origin nobody can know.
    bool is_host(std::string_view host) const noexcept;

    bool behind_proxy = false;  ///< which tells us who asks
};

class Connection {
  public:
    Connection(asio::ip::tcp::socket socket, const House& house);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Until the client leaves, breaks a limit, or `finish` was called.
    asio::awaitable<void> run();
    /// The answer that is under way is the last one; without one the connection ends now.
    void finish();
    /// Ends it now, whatever is under way.
    void abort();

  private:
    /// Whatever a client sends, no more of it than this is kept before it is understood: so long may a line be that has to be
    /// read whole, such as the head of a chunk with all that may stand behind its size.
    static constexpr std::size_t reading_limit = 32 << 10;
    using Parser = http::request_parser<http::string_body>;

    asio::awaitable<beast::error_code> read(Parser& parser);
    asio::awaitable<bool> answer_next();
    asio::awaitable<Response> tell_readiness();
    void complete(http::response_header<>& header) const;
    asio::awaitable<void> open_socket(Request request, Peer peer);
    asio::awaitable<bool> send(Response response, bool only_header);
    asio::awaitable<bool> send_lines(Response response, bool in_chunks);
    asio::awaitable<bool> send_piece(std::string_view text, bool in_chunk);
    bool same_origin(const Request& request) const;
    Peer peer_of(const Request& request) const;
    Response refuse(const Request& request, const Error& error) const;
    asio::awaitable<void> close();

    Stream stream_;
    beast::flat_buffer buffer_{reading_limit};
    const House& house_;
    Peer peer_;                       // who has connected; behind a proxy each request may come from somebody else
    Place place_;                     // among the connections of an address
    std::shared_ptr<Guest> guest_;    // once the client has asked for a socket
    std::shared_ptr<Caller> caller_;  // while he waits for an answer of the hall's
    bool idle_ = true;
    bool finishing_ = false;
};

}  // namespace tavola::server
