// The house's door: listens, lets clients in, and closes in good order.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <cstdint>
#include <list>
#include <string>

#include "base/result.h"
#include "server/connection.h"
#include "server/site.h"
#include "server/task_group.h"

namespace tavola::server {

/// Where to listen. Unless exactly this port is wanted, the next free one will do.
struct Door {
    std::string host = "127.0.0.1";
    std::uint16_t port = 6464;
    bool exactly = false;
};

/// Everything happens on the one thread that runs the context.
class Server {
  public:
    Server(asio::io_context& context, const House& house);

    Result<void> listen(const Door& door);
    /// `http://127.0.0.1:6464/`
    std::string address() const;
    /// Lets clients in until the program is asked to end (SIGINT, SIGTERM). Then answers that are under way are
    /// finished; a second signal ends the program at once. False if it had to end because the store is broken.
    asio::awaitable<bool> run();

  private:
    asio::awaitable<void> accept();
    asio::awaitable<void> serve(asio::ip::tcp::socket socket);

    asio::io_context& context_;
    const House& house_;
    asio::ip::tcp::acceptor acceptor_;
    asio::signal_set signals_;
    std::list<Connection> connections_;
    TaskGroup tasks_;
};

}  // namespace tavola::server
