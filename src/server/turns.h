// Costly work of which little may be done at a time: whoever wants some waits for a turn. Turns go round by address, so that
// somebody with much to ask for is not before somebody with little.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>

namespace tavola::server {

namespace asio = boost::asio;

class Turns {
  public:
    struct GiveBack {
        void operator()(Turns* turns) const { turns->give_back(); }
    };
    /// Is over when it is destroyed; empty if too many were waiting.
    using Turn = std::unique_ptr<Turns, GiveBack>;

    Turns(asio::any_io_executor executor, std::size_t at_once, std::size_t most_waiting, std::size_t most_of_one);

    asio::awaitable<Turn> wait(std::string whose);

  private:
    struct Waiting {
        asio::steady_timer timer;
        bool called = false;
    };
    void give_back();

    asio::any_io_executor executor_;
    const std::size_t at_once_, most_waiting_, most_of_one_;
    std::size_t busy_ = 0, waiting_count_ = 0;
    std::map<std::string, std::deque<Waiting*>> waiting_;
    std::string last_;  // whose turn it was
};

}  // namespace tavola::server
