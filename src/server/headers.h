// What the headers of a request mean, each a pure function of its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tavola::server {

/// The type of a file by its ending; bytes that nobody may guess about where it is unknown.
std::string_view media_type(std::string_view path) noexcept;

enum class Encoding : std::uint8_t { plain, gzip, brotli };

/// How willingly a client takes an encoding, by its `Accept-Encoding`: from 0 (not at all) to 1000.
int willingness(std::string_view accept, Encoding encoding) noexcept;

/// Whether one of the tags of `If-None-Match` or `If-Match` is this one. Compared weakly, `*` is every tag.
bool names_tag(std::string_view header, std::string_view tag) noexcept;

/// Part of a file: from its byte `first` to its byte `last`, both counted.
struct Range {
    std::uint64_t first = 0, last = 0;
    friend bool operator==(const Range&, const Range&) = default;
};
struct RangeRequest {
    enum class Kind : std::uint8_t { all, part, unsatisfiable } kind = Kind::all;
    Range range;
    friend bool operator==(const RangeRequest&, const RangeRequest&) = default;
};
/// What a `Range` asks of a file of so many bytes. Several ranges at once, or other units, are answered with all of it.
RangeRequest parse_range(std::string_view header, std::uint64_t size) noexcept;

/// The path of a request's target, without its query, its escapes undone. Nothing if it is no path: it must begin
/// with a slash, and hold no control characters, broken escapes, backslashes or empty, `.` or `..` parts.
std::optional<std::string> parse_path(std::string_view target);

/// The value of a name in a request's query, as it stands there: `3` of `/a?after=3`.
std::optional<std::string_view> query_value(std::string_view target, std::string_view name) noexcept;

/// The token of `Authorization: Bearer ...`.
std::optional<std::string_view> bearer_token(std::string_view header) noexcept;

/// The value of a name in a `Cookie`; empty where there is none.
std::string_view cookie_value(std::string_view header, std::string_view name) noexcept;

/// Whether a `Content-Type` is this type, whatever its parameters.
bool same_media_type(std::string_view header, std::string_view type) noexcept;

/// Whether a client names one type in its `Accept`, and would rather have it than another.
bool prefers(std::string_view accept, std::string_view type, std::string_view to) noexcept;

/// Whom the last of several proxies has named in `X-Forwarded-For`.
std::string_view last_forwarded(std::string_view header) noexcept;

/// Whether a client would rather read Portuguese than English, by its `Accept-Language`. Portuguese where it says nothing.
bool prefers_portuguese(std::string_view accept) noexcept;

}  // namespace tavola::server
