// The words of HTTP that the server uses: requests, and answers whose bytes belong to somebody.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/optional.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tavola::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

/// Bytes that stay where they are while they are sent: a page kept in memory, a mapped file, a text made for one answer.
struct Bytes {
    std::shared_ptr<const void> owner;
    std::string_view text;

    static Bytes of(std::string text) {
        const auto owner = std::make_shared<const std::string>(std::move(text));
        return {owner, *owner};
    }
};

/// Such bytes as the body of a message, in the form that Beast asks for.
struct SharedBody {
    using value_type = Bytes;
    static std::uint64_t size(const value_type& body) noexcept { return body.text.size(); }

    class writer {
      public:
        using const_buffers_type = asio::const_buffer;
        template <bool is_request, class Fields>
        writer(const http::header<is_request, Fields>&, const value_type& body) : text_(body.text) {}
        void init(beast::error_code& fault) { fault = {}; }
        boost::optional<std::pair<const_buffers_type, bool>> get(beast::error_code& fault) {
            fault = {};
            return {{asio::buffer(text_), false}};
        }

      private:
        std::string_view text_;
    };
};

using Request = http::request<http::string_body>;
using Response = http::response<SharedBody>;

inline std::string_view view(beast::string_view text) noexcept { return {text.data(), text.size()}; }

/// A header's value; empty where there is none.
inline std::string_view field(const Request& request, http::field name) { return view(request[name]); }

}  // namespace tavola::server
