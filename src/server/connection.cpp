#include "server/connection.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <ctime>
#include <optional>
#include <tuple>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;

constexpr auto reading_time = 30s;  // for a whole request, the wait for it included
constexpr auto writing_time = 30s;  // for any progress at all
constexpr auto closing_time = 2s;
constexpr std::uint32_t header_limit = 16 << 10;
constexpr std::uint64_t body_limit = 64 << 10;
constexpr std::size_t closing_limit = 1 << 20;

constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

// What is told to a client whose request could not be read; nothing to one who is gone or too slow.
std::optional<http::status> status_of(const beast::error_code& fault) {
    if (fault == http::error::header_limit || fault == http::error::buffer_overflow)
        return http::status::request_header_fields_too_large;
    if (fault == http::error::body_limit) return http::status::payload_too_large;
    if (fault == http::error::end_of_stream || fault == http::error::partial_message) return {};
    static const auto& grammar = beast::error_code(http::error::bad_method).category();
    if (fault.category() == grammar) return http::status::bad_request;
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

}  // namespace

asio::awaitable<void> Connection::run() {
    bool more = true;
    while (more && !finishing_) more = co_await answer_next();
    if (!guest_) co_await close();
}

void Connection::finish() {
    finishing_ = true;
    if (guest_)
        guest_->finish();
    else if (idle_)
        stream_.cancel();
}

void Connection::abort() {
    if (guest_)
        guest_->abort();
    else
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

/// Reads a request and answers it; whether there may be another one.
asio::awaitable<bool> Connection::answer_next() {
    http::request_parser<http::string_body> parser;
    parser.header_limit(header_limit);
    parser.body_limit(body_limit);
    idle_ = true;
    stream_.expires_after(reading_time);
    const auto [fault, count] = co_await http::async_read(stream_, buffer_, parser, with_error);
    idle_ = false;
    if (fault) {
        const auto status = status_of(fault);
        if (status) {
            Response response = house_.site.refuse(*status);
            response.keep_alive(false);
            co_await send(std::move(response), false);
        }
        co_return false;
    }
    Request request = parser.release();
    const bool understood =
        request.version() == 10 || (request.version() == 11 && request.count(http::field::host) == 1);
    if (understood && beast::websocket::is_upgrade(request) && request.target() == "/socket") {
        if (same_origin(request) && !finishing_) {
            guest_ = std::make_shared<Guest>(std::move(stream_), house_.hall);
            co_await guest_->run(std::move(request));
        } else {
            Response response = house_.site.refuse(http::status::forbidden);
            response.keep_alive(false);
            co_await send(std::move(response), false);
        }
        co_return false;
    }
    Response response = understood ? house_.site.answer(request) : house_.site.refuse(http::status::bad_request);
    const bool more = understood && request.keep_alive() && !finishing_;
    response.version(understood ? request.version() : 11);
    response.keep_alive(more);
    const bool sent = co_await send(std::move(response), request.method() == http::verb::head);
    co_return sent&& more;
}

/// Whether all of it has gone out.
asio::awaitable<bool> Connection::send(Response response, bool only_header) {
    response.set(http::field::date, date());
    http::response_serializer<SharedBody> serializer(response);
    serializer.split(only_header);
    while (only_header ? !serializer.is_header_done() : !serializer.is_done()) {
        stream_.expires_after(writing_time);
        const auto [fault, count] = co_await http::async_write_some(stream_, serializer, with_error);
        if (fault) co_return false;
    }
    co_return true;
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
