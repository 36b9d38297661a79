// A player's WebSocket: what he says goes to the hall, what he is told waits in a queue of limited length.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <deque>
#include <memory>

#include "server/hall.h"
#include "server/http.h"
#include "server/listener.h"
#include "server/read_allowance.h"
#include "server/task_group.h"

namespace tavola::server {

class Guest final : public Listener, public std::enable_shared_from_this<Guest> {
  public:
    Guest(Stream stream, Hall& hall, Peer peer);

    /// Answers the request that asked for the socket, and stays until either side closes it.
    asio::awaitable<void> run(Request request);
    /// The house closes: he is told so, and the socket ends.
    void finish();
    /// At once.
    void abort();

    void tell(Text text) override;
    Milliseconds lag() const override { return lag_; }
    void dismiss() override { finish(); }

  private:
    using Clock = std::chrono::steady_clock;

    asio::awaitable<void> read_all();
    asio::awaitable<void> write_all();
    void note_timeout(const beast::error_code& fault);
    bool too_fast();
    void hear_frame(beast::websocket::frame_type kind, std::string_view payload);
    void cut_flood();

    beast::websocket::stream<Stream> socket_;
    Hall& hall_;
    std::deque<Text> outbox_;
    std::size_t outbox_bytes_ = 0;
    asio::steady_timer wake_;
    bool open_ = false, finishing_ = false;
    bool halfway_ = false;    ///< in the middle of a message when reading ended
    bool timed_out_ = false;  ///< nothing has come for too long; told to whichever of reader and writer asks first
    Milliseconds lag_{0};
    std::string ping_;  ///< what the ping said that is not answered yet; nobody can answer one that he has not heard
    Clock::time_point pinged_, next_ping_;
    double allowance_;
    Clock::time_point allowed_at_ = Clock::now();
    TaskGroup writer_;
};

}  // namespace tavola::server
