#include "server/server.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <csignal>
#include <string_view>
#include <thread>
#include <tuple>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using asio::ip::tcp;

constexpr std::size_t max_connections = 20000;
constexpr int ports_to_try = 20;
constexpr auto grace = 5s;
constexpr auto closing_limit = 25s;  // more than all the waiting below
constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

Failure closed_door(const Door& door, const boost::system::error_code& why) {
    const bool taken = why == asio::error::address_in_use;
    return Failure(Error{.key = taken ? "error.serve.port" : "error.serve.host",
                         .what = "serve",
                         .found = taken ? std::to_string(door.port) : door.host,
                         .expected = why.message()});
}

boost::system::error_code listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
    boost::system::error_code fault;
    acceptor.open(endpoint.protocol(), fault);
    if (!fault) acceptor.set_option(tcp::acceptor::reuse_address(true), fault);
    if (!fault) acceptor.bind(endpoint, fault);
    if (!fault) acceptor.listen(4096, fault);
    boost::system::error_code ignored;
    if (fault) acceptor.close(ignored);
    return fault;
}

/// A store that has stopped answering must not keep the program from ending: whoever waits for it waits for ever. Nothing
/// that was confirmed is lost by that.
void end_in_time() {
    std::thread([] {
        std::this_thread::sleep_for(closing_limit);
        constexpr std::string_view text = "the store does not answer: the program ends without it\n";
        std::ignore = write(STDERR_FILENO, text.data(), text.size());
        _exit(1);
    }).detach();
}

// Every connection is an open file: take as many as the system lets us have.
void raise_file_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Server::Server(asio::io_context& context, const House& house)
    : context_(context),
      house_(house),
      acceptor_(context),
      signals_(context, SIGINT, SIGTERM),
      tasks_(context.get_executor()) {
    raise_file_limit();
}

Result<void> Server::listen(const Door& door) {
    boost::system::error_code fault;
    const auto found = tcp::resolver(context_).resolve(door.host, "", tcp::resolver::passive, fault);
    if (fault || found.empty()) return closed_door(door, fault);
    tcp::endpoint endpoint = *found.begin();
    for (int step = 0; step < (door.exactly ? 1 : ports_to_try); ++step) {
        endpoint.port(static_cast<std::uint16_t>(door.port + step));
        fault = listen_at(acceptor_, endpoint);
        if (fault != asio::error::address_in_use) break;
    }
    if (fault) return closed_door(door, fault);
    return {};
}

std::string Server::address() const {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    const std::string host = endpoint.address().to_string();
    return "http://" + (endpoint.address().is_v6() ? '[' + host + ']' : host) + ':' +
           std::to_string(endpoint.port()) + '/';
}

asio::awaitable<bool> Server::run() {
    tasks_.spawn(accept());
    house_.hall.on_broken([this] { signals_.cancel(); });
    co_await signals_.async_wait(with_error);
    signals_.clear();  // the next one is the system's
    end_in_time();
    spdlog::debug("stopping: {} connections are open", connections_.size());
    acceptor_.close();
    co_await house_.hall.close();
    for (Connection& connection : connections_) connection.finish();
    const bool all_left = co_await tasks_.wait_for(grace);
    const bool good = !house_.hall.broken();
    if (all_left) co_return good;
    spdlog::warn("cutting off {} connections", connections_.size());
    for (Connection& connection : connections_) connection.abort();
    co_await tasks_.wait_for(grace);
    co_return good;
}

asio::awaitable<void> Server::accept() {
    while (acceptor_.is_open()) {
        auto [fault, socket] = co_await acceptor_.async_accept(with_error);
        if (!acceptor_.is_open()) break;
        if (fault) {
            // As a rule there are too many open files: somebody will leave.
            spdlog::warn("a client could not be let in: {}", fault.message());
            asio::steady_timer pause(context_, 100ms);
            co_await pause.async_wait(with_error);
            continue;
        }
        if (connections_.size() >= max_connections) continue;
        tasks_.spawn(serve(std::move(socket)));
    }
}

asio::awaitable<void> Server::serve(tcp::socket socket) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    struct Registration {
        std::list<Connection>& all;
        std::size_t& count;
        std::list<Connection>::iterator self;
        ~Registration() {
            all.erase(self);
            count = all.size();
        }
    };
    std::size_t& count = house_.hall.counters().connections;
    const Registration registered{connections_, count,
                                  connections_.emplace(connections_.end(), std::move(socket), house_)};
    count = connections_.size();
    co_await registered.self->run();
}

}  // namespace tavola::server
