#include "server/guest.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "base/parse_json.h"
#include "secrets/secrets.h"
#include "server/headers.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
namespace websocket = beast::websocket;
using nlohmann::json;

constexpr std::size_t longest_message = 16 << 10;
constexpr std::size_t fullest_outbox = 4 << 20;
// Far more than anybody has to say. Without it frames that say nothing could come as fast as the line takes them.
constexpr std::size_t bytes_at_once = 256 << 10, bytes_a_second = 64 << 10;
constexpr double messages_a_second = 25, messages_at_once = 100;
constexpr auto ping_interval = 20s;
constexpr auto silent_time = 50s;
constexpr int ping_length = 16;
constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

}  // namespace

Guest::Guest(Stream stream, Hall& hall, Peer peer)
    : Listener(std::move(peer)),
      socket_(std::move(stream)),
      hall_(hall),
      wake_(socket_.get_executor()),
      next_ping_(Clock::now()),
      allowance_(messages_at_once),
      writer_(socket_.get_executor()) {}

asio::awaitable<void> Guest::run(Request request) {
    Stream& stream = beast::get_lowest_layer(socket_);
    stream.expires_never();
    stream.rate_policy().limit(bytes_at_once, bytes_a_second);
    socket_.set_option(websocket::stream_base::timeout{
        .handshake_timeout = 10s, .idle_timeout = silent_time, .keep_alive_pings = false});
    socket_.read_message_max(longest_message);
    socket_.auto_fragment(false);
    // The library names itself where nobody else does.
    socket_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, ""); }));
    socket_.control_callback(
        [this](websocket::frame_type kind, beast::string_view payload) { hear_frame(kind, view(payload)); });
    const std::string_view cookie = session_of_cookies(field(request, http::field::cookie));
    if (!cookie.empty()) {
        const auto visit = co_await hall_.accounts().recognise(std::string(cookie));
        if (visit) introduce(visit->member());
    }
    const auto [fault] = co_await socket_.async_accept(request, with_error);
    if (fault) co_return;
    hall_.accounts().greet(shared_from_this());
    open_ = true;
    ++hall_.counters().sockets;
    writer_.spawn(write_all());
    co_await read_all();
    --hall_.counters().sockets;
    open_ = false;
    wake_.cancel();
    hall_.forget(*this);
    // The writer may be in the middle of a message that nobody takes any more.
    const bool done = co_await writer_.wait_for(10s);
    if (!done) {
        abort();
        co_await writer_.wait_for(1h);
    }
    if (timed_out_ && halfway_) peer().complain(beast::error_code(beast::error::timeout).message());
}

void Guest::finish() {
    finishing_ = true;
    wake_.cancel();
}

void Guest::abort() { beast::get_lowest_layer(socket_).close(); }

void Guest::tell(Text text) {
    if (!open_) return;
    outbox_bytes_ += text->size();
    // Somebody who takes nothing must not fill our memory; he will find all that he missed when he comes back.
    if (outbox_bytes_ > fullest_outbox) {
        peer().complain("a socket that takes nothing is cut off");
        open_ = false;
        return abort();
    }
    outbox_.push_back(std::move(text));
    if (outbox_.size() == 1) wake_.cancel();
}

/// So many messages a second, more for a moment.
bool Guest::too_fast() {
    const auto now = Clock::now();
    const std::chrono::duration<double> passed = now - allowed_at_;
    allowed_at_ = now;
    allowance_ = std::min(messages_at_once, allowance_ + passed.count() * messages_a_second) - 1;
    return allowance_ < 0;
}

/// The time between our ping and the first answer to it is the lag. What was not asked for tells nothing of the line; and
/// all frames count as messages, so that nobody keeps the house busy with pings of his own.
void Guest::hear_frame(websocket::frame_type kind, std::string_view payload) {
    if (kind == websocket::frame_type::pong && !ping_.empty() && payload == ping_) {
        lag_ = std::chrono::duration_cast<Milliseconds>(Clock::now() - pinged_);
        ping_.clear();
    } else if (kind != websocket::frame_type::close && !finishing_ && too_fast()) {
        cut_flood();
    }
}

void Guest::cut_flood() {
    peer().complain("a socket that floods is cut off");
    tell(refusal({}, rooms::refuse("error.room.too-fast").error()));
    finish();
}

/// The library reports a timeout to one operation, and an abort to the other one that is under way.
void Guest::note_timeout(const beast::error_code& fault) {
    timed_out_ = timed_out_ || fault == beast::error::timeout;
}

asio::awaitable<void> Guest::read_all() {
    beast::flat_buffer buffer;
    while (open_) {
        const auto [fault, count] = co_await socket_.async_read(buffer, with_error);
        if (fault) {
            halfway_ = buffer.size() > 0 || !socket_.is_message_done();
            note_timeout(fault);
            if (fault == websocket::error::message_too_big) peer().complain(fault.message());
            co_return;
        }
        if (!finishing_ && too_fast()) cut_flood();
        const auto bytes = buffer.cdata();
        const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
        json message = parse_json(text);
        buffer.consume(buffer.size());
        if (!finishing_) hall_.hear(shared_from_this(), std::move(message));
    }
}

asio::awaitable<void> Guest::write_all() {
    while (open_) {
        if (!outbox_.empty()) {
            const Text text = std::move(outbox_.front());
            const auto [fault, count] = co_await socket_.async_write(asio::buffer(*text), with_error);
            note_timeout(fault);
            if (fault) break;
            outbox_.pop_front();
            outbox_bytes_ -= text->size();
        } else if (finishing_) {
            co_await socket_.async_close(websocket::close_code::going_away, with_error);
            co_return;
        } else if (Clock::now() >= next_ping_) {
            pinged_ = Clock::now();
            next_ping_ = pinged_ + ping_interval;
            ping_ = secrets::random_name(ping_length);
            const websocket::ping_data payload(ping_);
            const auto [fault] = co_await socket_.async_ping(payload, with_error);
            note_timeout(fault);
            if (fault) break;
        } else {
            wake_.expires_at(next_ping_);
            co_await wake_.async_wait(with_error);
        }
    }
    if (open_) abort();
}

}  // namespace tavola::server
