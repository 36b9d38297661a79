#include "server/connection.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <ctime>
#include <iterator>
#include <optional>
#include <tuple>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

constexpr auto idle_time = 30s;     // until the next request begins
constexpr auto header_time = 15s;   // from its first byte to the end of its header
constexpr auto body_time = 20s;     // from there to its end
constexpr auto writing_time = 30s;  // for any progress at all
constexpr auto closing_time = 2s;
constexpr auto line_interval = 15s;  // of a stream in which nothing happens
constexpr std::uint32_t header_limit = 16 << 10;
constexpr std::size_t most_fields = 100;
constexpr std::size_t longest_target = 4 << 10;
constexpr std::uint64_t body_limit = 64 << 10;
constexpr std::size_t wire_limit = 2 * body_limit;  // with the heads of its chunks and what comes after the last one
constexpr std::size_t first_bytes = 4 << 10;
constexpr std::size_t closing_limit = 1 << 20;

constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

// What is told to a client whose request could not be read; nothing to one who is gone or too slow.
std::optional<http::status> status_of(const beast::error_code& fault) {
    if (fault == http::error::header_limit || fault == http::error::buffer_overflow)
        return http::status::request_header_fields_too_large;
    if (fault == http::error::body_limit) return http::status::payload_too_large;
    if (fault == http::error::end_of_stream || fault == http::error::partial_message) return {};
    static const beast::error_code grammar(http::error::bad_method);
    if (fault.category() == grammar.category()) return http::status::bad_request;
    return {};
}

std::string date() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 40> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return {text.data(), length};
}

Error too_much() { return {.key = "error.api.size", .what = "request", .expected = std::to_string(body_limit)}; }

/// A page from elsewhere has asked.
Error foreign(const Request& request, Peer& peer) {
    const std::string origin(field(request, http::field::origin).substr(0, 100));
    peer.complain("a page from elsewhere asks: " + origin);
    return {.key = "error.api.origin", .what = "request", .found = origin};
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, const House& house) : stream_(std::move(socket)), house_(house) {
    beast::error_code fault;
    const auto remote = stream_.socket().remote_endpoint(fault);
    peer_ = Peer(house_.ledger, remote.address());
}

asio::awaitable<void> Connection::run() {
    place_ = peer_.enter();
    if (!place_) co_return;
    bool more = true;
    while (more && !finishing_) more = co_await answer_next();
    if (!guest_) co_await close();
}

void Connection::finish() {
    finishing_ = true;
    if (guest_)
        guest_->finish();
    else if (caller_)
        caller_->end();
    else if (idle_)
        stream_.cancel();
}

void Connection::abort() {
    if (guest_) return guest_->abort();
    if (caller_) caller_->end();
    stream_.close();
}

/// A page from elsewhere must not speak in the name of whoever looks at it; programs that are no browsers say no origin.
bool Connection::same_origin(const Request& request) const {
    std::string_view origin = field(request, http::field::origin);
    if (origin.empty() || origin == house_.origin) return true;
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme)) return origin.substr(scheme.size()) == field(request, http::field::host);
    return false;
}

/// Who asks: the client, or whom a proxy of ours names last. What stands before that, anybody may have written.
Peer Connection::peer_of(const Request& request) const {
    std::string_view named;
    const auto headers = request.equal_range("X-Forwarded-For");
    for (auto header = headers.first; header != headers.second; ++header)
        named = last_forwarded(view(header->value()));
    if (named.empty()) return peer_;
    if (!house_.behind_proxy) {
        house_.ledger.note_proxy();
        return peer_;
    }
    // Whatever is no address counts as one: nobody is let through because his name cannot be read.
    beast::error_code ignored;
    return {house_.ledger, asio::ip::make_address(named, ignored)};
}

/// `tavola.example` with or without the port that goes without saying; also by an address of this machine, as whoever looks
/// after the house and its health asks. A name that somebody has made point here is none of these.
bool House::is_host(std::string_view host) const noexcept {
    if (origin.empty()) return true;
    const std::string_view ours = std::string_view(origin).substr(origin.find("://") + 3);
    const std::string_view usual = secure() ? ":443" : ":80";
    const auto without = [&](std::string_view name) {
        return name.ends_with(usual) ? name.substr(0, name.size() - usual.size()) : name;
    };
    if (beast::iequals(without(host), without(ours))) return true;
    const std::size_t colon = host.rfind(':');
    const bool port = colon != host.npos && host.find_first_not_of("0123456789", colon + 1) == host.npos;
    const std::string_view name = host.substr(0, port ? colon : host.npos);
    return name == "127.0.0.1" || name == "[::1]" || name == "localhost";
}

/// In the words of whoever asks: programs read JSON, people a page.
Response Connection::refuse(const Request& request, const Error& error) const {
    Response response = Api::refuse(error);
    if (Api::owns(view(request.target()))) return response;
    Response page = house_.site.refuse(response.result(), field(request, http::field::accept_language));
    if (response.count(http::field::retry_after) > 0)
        page.set(http::field::retry_after, response[http::field::retry_after]);
    return page;
}

/// Reads a request, all of it within limits of size and time.
asio::awaitable<beast::error_code> Connection::read(Parser& parser) {
    if (buffer_.size() == 0) {
        stream_.expires_after(idle_time);
        const auto [fault, count] = co_await stream_.async_read_some(buffer_.prepare(first_bytes), with_error);
        if (fault) co_return fault == asio::error::eof ? beast::error_code(http::error::end_of_stream) : fault;
        buffer_.commit(count);
    }
    const auto too_many = [&] {
        const auto& fields = parser.get();
        return static_cast<std::size_t>(std::distance(fields.begin(), fields.end())) > most_fields;
    };
    stream_.expires_after(header_time);
    const auto [fault, count] = co_await http::async_read_header(stream_, buffer_, parser, with_error);
    if (fault) co_return fault;
    if (too_many()) co_return http::error::header_limit;
    stream_.expires_after(body_time);
    for (std::size_t bytes = 0; !parser.is_done();) {
        const auto [broken, more] = co_await http::async_read_some(stream_, buffer_, parser, with_error);
        if (broken) co_return broken;
        bytes += more;
        if (bytes > wire_limit) co_return http::error::body_limit;
    }
    // What follows a body in chunks are fields, too.
    if (too_many()) co_return http::error::header_limit;
    co_return beast::error_code();
}

/// What every answer has.
void Connection::complete(http::response_header<>& header) const {
    header.set(http::field::date, date());
    // For a year: whoever has come by TLS once does not ask without it again.
    if (house_.secure()) header.set("Strict-Transport-Security", "max-age=31536000");
}

asio::awaitable<Response> Connection::tell_readiness() {
    const bool ready = co_await house_.hall.ready();
    co_return house_.site.tell_readiness(ready);
}

/// Reads a request and answers it; whether there may be another one.
asio::awaitable<bool> Connection::answer_next() {
    Parser parser;
    parser.header_limit(header_limit);
    parser.body_limit(body_limit);
    idle_ = true;
    const beast::error_code fault = co_await read(parser);
    idle_ = false;
    if (fault) {
        const auto status = status_of(fault);
        if (status || (fault == beast::error::timeout && parser.got_some())) peer_.complain(fault.message());
        if (status) {
            const bool too_long = *status == http::status::payload_too_large;
            Response response = too_long ? refuse(parser.get(), too_much()) : house_.site.refuse(*status);
            response.keep_alive(false);
            co_await send(std::move(response), false);
        }
        co_return false;
    }
    Request request = parser.release();
    const bool understood =
        request.version() == 10 || (request.version() == 11 && request.count(http::field::host) == 1);
    const bool only_header = request.method() == http::verb::head;
    Peer peer = peer_of(request);
    Reply reply;
    if (!understood) {
        reply.response = house_.site.refuse(http::status::bad_request);
    } else if (!peer.take(Deed::request)) {
        reply.response = refuse(request, peer.refusal(Deed::request));
    } else if (request.target().size() > longest_target) {
        reply.response = house_.site.refuse(http::status::uri_too_long);
    } else if (request.target() == "/readyz" && request.method() == http::verb::get) {
        reply.response = co_await tell_readiness();
    } else if (!house_.is_host(field(request, http::field::host)) && !Site::is_health(view(request.target()))) {
        reply.response = house_.site.refuse(http::status::misdirected_request);
    } else if (beast::websocket::is_upgrade(request) && request.target() == "/socket") {
        co_await open_socket(std::move(request), std::move(peer));
        co_return false;
    } else if (!Api::owns(view(request.target()))) {
        reply.response = house_.site.answer(request);
    } else if (!same_origin(request)) {
        reply.response = refuse(request, foreign(request, peer));
    } else {
        caller_ = std::make_shared<Caller>(stream_.get_executor(), std::move(peer));
        reply = co_await house_.api.answer(request, caller_);
    }
    const bool more = understood && request.keep_alive() && !finishing_;
    reply.response.version(understood ? request.version() : 11);
    reply.response.keep_alive(more);
    bool sent = false;
    if (reply.goes_on && !only_header)
        sent = co_await send_lines(std::move(reply.response), request.version() == 11);
    else
        sent = co_await send(std::move(reply.response), only_header);
    if (caller_ && caller_->stays()) house_.hall.forget(*caller_);
    caller_.reset();
    co_return sent&& more && !finishing_;
}

asio::awaitable<void> Connection::open_socket(Request request, Peer peer) {
    std::optional<Error> refused;
    if (!same_origin(request))
        refused = foreign(request, peer);
    else if (!peer.take(Deed::socket))
        refused = peer.refusal(Deed::socket);
    else if (peer.address() != peer_.address())
        place_ = peer.enter();
    if (!place_) refused = peer.refusal(Deed::socket);
    if (refused || finishing_) {
        Response response =
            refused ? refuse(request, *refused) : house_.site.refuse(http::status::service_unavailable);
        response.keep_alive(false);
        co_await send(std::move(response), false);
        co_return;
    }
    guest_ = std::make_shared<Guest>(std::move(stream_), house_.hall, std::move(peer));
    co_await guest_->run(std::move(request));
}

/// Whether all of it has gone out.
asio::awaitable<bool> Connection::send(Response response, bool only_header) {
    complete(response);
    http::response_serializer<SharedBody> serializer(response);
    serializer.split(only_header);
    while (only_header ? !serializer.is_header_done() : !serializer.is_done()) {
        stream_.expires_after(writing_time);
        const auto [fault, count] = co_await http::async_write_some(stream_, serializer, with_error);
        if (fault == beast::error::timeout) peer_.complain("an answer that nobody takes is given up");
        if (fault) co_return false;
    }
    co_return true;
}

/// A header, then what the caller is told, a line each as it comes; an empty line where nothing has come for a while. With
/// HTTP/1.0 the lines simply follow each other.
asio::awaitable<bool> Connection::send_lines(Response response, bool in_chunks) {
    const Bytes first = response.body();
    http::response<http::empty_body> header(std::move(response.base()));
    complete(header);
    header.erase(http::field::content_length);
    header.chunked(in_chunks);
    if (!in_chunks) header.keep_alive(false);
    http::response_serializer<http::empty_body> serializer(header);
    stream_.expires_after(writing_time);
    const auto [fault, count] = co_await http::async_write_header(stream_, serializer, with_error);
    // A client who leaves, or asks for something else, wants no more of this.
    stream_.socket().async_wait(asio::ip::tcp::socket::wait_read,
                                [caller = caller_](const beast::error_code&) { caller->end(); });
    bool going = !fault;
    if (going) going = co_await send_piece(first.text, in_chunks);
    while (going && !caller_->ended()) {
        const Text text = co_await caller_->next(line_interval);
        const std::string line = (text ? *text : std::string()) + '\n';
        if (text || !caller_->ended()) going = co_await send_piece(line, in_chunks);
    }
    if (!going || !in_chunks) co_return false;
    stream_.socket().cancel();
    const auto [broken, size] = co_await asio::async_write(stream_, http::make_chunk_last(), with_error);
    co_return !broken;
}

asio::awaitable<bool> Connection::send_piece(std::string_view text, bool in_chunk) {
    stream_.expires_after(writing_time);
    beast::error_code fault;
    auto told = asio::redirect_error(asio::use_awaitable, fault);
    if (in_chunk)
        co_await asio::async_write(stream_, http::make_chunk(asio::buffer(text)), told);
    else
        co_await asio::async_write(stream_, asio::buffer(text), told);
    if (fault == beast::error::timeout) peer_.complain("a stream that takes nothing is cut off");
    co_return !fault;
}

/// Says that no more will come, and hears the client out for a while: whatever it was sending must not make the system
/// throw away our last answer.
asio::awaitable<void> Connection::close() {
    beast::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    if (ignored) co_return;
    std::array<char, 4096> rest{};
    stream_.expires_after(closing_time);
    for (std::size_t heard = 0; heard < closing_limit;) {
        const auto [fault, count] = co_await stream_.async_read_some(asio::buffer(rest), with_error);
        if (fault) break;
        heard += count;
    }
}

}  // namespace tavola::server
