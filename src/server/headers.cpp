#include "server/headers.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace tavola::server {
namespace {

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// What stands before a separator; the text goes on behind it.
std::string_view take(std::string_view& text, char separator) noexcept {
    const std::size_t at = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return trim(part);
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) noexcept { return std::ranges::equal(a, b, {}, lower, lower); }

// A weight is 0 to 1 with at most three decimals; what cannot be read is taken as 1.
int parse_weight(std::string_view text) noexcept {
    if (text.empty() || text[0] != '0') return 1000;
    int weight = 0, digits = 0;
    for (const char c : text.substr(std::min<std::size_t>(text.size(), 2))) {
        if (c < '0' || c > '9' || digits == 3) break;
        weight = weight * 10 + (c - '0');
        ++digits;
    }
    for (; digits < 3; ++digits) weight *= 10;
    return weight;
}

/// An item of a list with weights, such as `gzip;q=0.5`.
struct Weighted {
    std::string_view word;
    int weight = 1000;
};
Weighted parse_weighted(std::string_view item) noexcept {
    Weighted result{take(item, ';')};
    while (!item.empty()) {
        std::string_view parameter = take(item, ';');
        const std::string_view name = take(parameter, '=');
        if (same_word(name, "q")) result.weight = parse_weight(trim(parameter));
    }
    return result;
}

std::optional<std::uint64_t> parse_number(std::string_view text) noexcept {
    std::uint64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size()) return {};
    return number;
}

int digit(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

std::string_view media_type(std::string_view path) noexcept {
    static constexpr std::pair<std::string_view, std::string_view> types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wav", "audio/wav"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
    };
    for (const auto& [ending, type] : types)
        if (path.ends_with(ending)) return type;
    return "application/octet-stream";
}

int willingness(std::string_view accept, Encoding encoding) noexcept {
    constexpr std::string_view names[] = {"identity", "gzip", "br"};
    const std::string_view name = names[static_cast<int>(encoding)];
    int any = -1;
    while (!accept.empty()) {
        const Weighted item = parse_weighted(take(accept, ','));
        if (same_word(item.word, name)) return item.weight;
        if (item.word == "*") any = item.weight;
    }
    if (any >= 0) return any;
    // Plain bytes are always welcome, unless refused; but whoever names encodings likes them better.
    return encoding == Encoding::plain ? 1 : 0;
}

bool names_tag(std::string_view header, std::string_view tag) noexcept {
    const auto strong = [](std::string_view text) {
        if (text.starts_with("W/")) text.remove_prefix(2);
        return text;
    };
    while (!header.empty()) {
        const std::string_view item = take(header, ',');
        if (item == "*" || strong(item) == strong(tag)) return true;
    }
    return false;
}

RangeRequest parse_range(std::string_view header, std::uint64_t size) noexcept {
    using enum RangeRequest::Kind;
    const std::string_view unit = take(header, '=');
    if (!same_word(unit, "bytes") || header.contains(',')) return {all, {}};
    const std::string_view text = trim(header);
    const std::size_t dash = text.find('-');
    if (dash == text.npos) return {all, {}};
    const std::string_view from = trim(text.substr(0, dash)), to = trim(text.substr(dash + 1));
    const auto first = parse_number(from), last = parse_number(to);
    if ((!first && !from.empty()) || (!last && !to.empty()) || (!first && !last)) return {all, {}};
    if (!first) {  // the last so many bytes
        if (*last == 0 || size == 0) return {unsatisfiable, {}};
        return {part, {size - std::min(*last, size), size - 1}};
    }
    if (last && *last < *first) return {all, {}};
    if (*first >= size) return {unsatisfiable, {}};
    return {part, {*first, last ? std::min(*last, size - 1) : size - 1}};
}

std::optional<std::string> parse_path(std::string_view target) {
    target = target.substr(0, target.find_first_of("?#"));
    if (!target.starts_with('/')) return {};
    std::string path;
    for (std::size_t at = 0; at < target.size(); ++at) {
        char c = target[at];
        if (c == '%') {
            if (at + 2 >= target.size()) return {};
            const int high = digit(target[at + 1]), low = digit(target[at + 2]);
            if (high < 0 || low < 0) return {};
            c = static_cast<char>(high * 16 + low);
            at += 2;
        }
        if (static_cast<unsigned char>(c) < ' ' || c == 127 || c == '\\') return {};
        path += c;
    }
    // Every part between slashes is a name; only the last may be missing.
    std::string_view rest = std::string_view(path).substr(1);
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        if (part.empty() || part == "." || part == "..") return {};
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    return path;
}

std::optional<std::string_view> query_value(std::string_view target, std::string_view name) noexcept {
    target = target.substr(0, target.find('#'));
    const std::size_t start = std::min(target.find('?'), target.size());
    std::string_view query = target.substr(std::min(start + 1, target.size()));
    while (!query.empty()) {
        std::string_view pair = take(query, '&');
        if (take(pair, '=') == name) return pair;
    }
    return {};
}

std::optional<std::string_view> bearer_token(std::string_view header) noexcept {
    if (!same_word(take(header, ' '), "bearer") || trim(header).empty()) return {};
    return trim(header);
}

std::string_view cookie_value(std::string_view header, std::string_view name) noexcept {
    while (!header.empty()) {
        std::string_view pair = take(header, ';');
        if (take(pair, '=') == name) return pair;
    }
    return {};
}

bool same_media_type(std::string_view header, std::string_view type) noexcept {
    return same_word(take(header, ';'), type);
}

bool prefers(std::string_view accept, std::string_view type, std::string_view to) noexcept {
    int wanted = 0, other = 0;
    while (!accept.empty()) {
        const Weighted item = parse_weighted(take(accept, ','));
        if (same_word(item.word, type)) wanted = item.weight;
        if (same_word(item.word, to)) other = item.weight;
    }
    return wanted > other;
}

std::string_view last_forwarded(std::string_view header) noexcept {
    return trim(header.substr(header.rfind(',') + 1));
}

bool prefers_portuguese(std::string_view accept) noexcept {
    int portuguese = -1, other = -1;
    while (!accept.empty()) {
        const Weighted item = parse_weighted(take(accept, ','));
        const bool is_portuguese = item.word == "pt" || item.word.starts_with("pt-");
        int& best = is_portuguese ? portuguese : other;
        best = std::max(best, item.weight);
    }
    return portuguese >= other;
}

}  // namespace tavola::server
