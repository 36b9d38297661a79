// HTTP: bytes as a client sends them, read as a connection reads them; then what the server takes from the target and the
// headers. The same bytes are also tried as a single header, since most of them are no request.
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "fuzz.h"
#include "server/headers.h"
#include "server/http.h"

using namespace tavola;
using namespace tavola::server;

namespace {

bool within(std::string_view part, std::string_view whole) {
    return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

std::string escaped(std::string_view path) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '/') {
            text += c;
        } else {
            text += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return text;
}

void try_target(std::string_view target) {
    for (const std::string_view name : {"after", "", "before"}) {
        const auto value = query_value(target, name);
        fuzz::require(!value || within(*value, target), "a value stands in its target", target);
    }
    const auto path = parse_path(target);
    if (!path) return;
    fuzz::require(path->starts_with('/') && (path->size() == 1 || path->find("//") == path->npos), "parts have names",
                  target);
    fuzz::require(
        ("/" + *path + "/").find("/../") == std::string::npos && ("/" + *path + "/").find("/./") == std::string::npos,
        "a path leads nowhere above", target);
    fuzz::require(std::ranges::none_of(
                      *path, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\\' || c == 127; }),
                  "a path has no control characters", target);
    fuzz::require(parse_path(escaped(*path)) == path, "an escaped path is the same", target);
    fuzz::require(!media_type(*path).empty(), "every file has a type", target);
}

void try_range(std::string_view header) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, most}) {
        const RangeRequest range = parse_range(header, size);
        if (range.kind != RangeRequest::Kind::part) continue;
        fuzz::require(range.range.first <= range.range.last && range.range.last < size, "a part lies in its file",
                      header);
    }
}

void try_header(std::string_view header) {
    for (const Encoding encoding : {Encoding::plain, Encoding::gzip, Encoding::brotli}) {
        const int willing = willingness(header, encoding);
        fuzz::require(willing >= 0 && willing <= 1000, "willingness is a share", header);
    }
    for (const std::string_view name : {"tavola", "__Host-tavola", ""})
        fuzz::require(within(cookie_value(header, name), header), "a cookie stands in its header", header);
    if (const auto token = bearer_token(header))
        fuzz::require(!token->empty() && within(*token, header) && token->front() != ' ' && token->back() != ' ',
                      "a token is no space", header);
    fuzz::require(within(last_forwarded(header), header), "an address stands in its header", header);
    fuzz::require(!prefers(header, "application/json", "application/json"), "nobody prefers a type to itself",
                  header);
    fuzz::require(names_tag(std::string(header) + ",\"a\"", "\"a\""), "a tag that is there is found", header);
    prefers_portuguese(header);
    same_media_type(header, "application/json");
    try_range(header);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try_target(text);
    try_header(text);

    // As in connection.cpp.
    http::request_parser<http::string_body> parser;
    parser.header_limit(16 << 10);
    parser.body_limit(64 << 10);
    parser.eager(true);
    beast::error_code fault;
    std::size_t read = 0;
    while (read < text.size() && !parser.is_done() && !fault) {
        const std::size_t count = parser.put(asio::buffer(text.data() + read, text.size() - read), fault);
        fuzz::require(count <= text.size() - read, "no more is read than there is", text);
        if (count == 0) break;
        read += count;
    }
    if (fault || !parser.is_header_done()) return 0;
    const Request request = parser.release();
    try_target(view(request.target()));
    for (const auto& one : request) try_header(view(one.value()));
    return 0;
}
