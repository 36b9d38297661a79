// One client's connection: requests one after another, each answered within limits of size and time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include "server/http.h"
#include "server/site.h"

namespace tavola::server {

class Connection {
  public:
    Connection(asio::ip::tcp::socket socket, const Site& site) : stream_(std::move(socket)), site_(site) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Until the client leaves, breaks a limit, or `finish` was called.
    asio::awaitable<void> run();
    /// The answer that is under way is the last one; without one the connection ends now.
    void finish();

  private:
    asio::awaitable<bool> answer_next();
    asio::awaitable<bool> send(Response response, bool only_header);
    asio::awaitable<void> close();

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    const Site& site_;
    bool idle_ = true;
    bool finishing_ = false;
};

}  // namespace tavola::server
