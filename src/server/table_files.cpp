#include "server/table_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "server/headers.h"
#include "shelf/shelf.h"

namespace tavola::server {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A folder and a file, as the shelf names them; so nothing else on the disk can be named at all.
bool is_table_name(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == name.npos || !name.ends_with(tables::file_ending)) return false;
    const std::string_view folder = name.substr(0, slash);
    name.remove_suffix(tables::file_ending.size());
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !folder.empty() && std::ranges::all_of(folder, fits) && name.size() > slash &&
           tables::is_sector_name(name.substr(slash + 1));
}

Response missing() { return {http::status::not_found, 11}; }

// A table is written whole and never changed: its size and time tell it from one that has taken its place.
std::string tag_of(const struct stat& state) {
    return '"' + std::to_string(state.st_size) + '-' + std::to_string(state.st_mtim.tv_sec) + '.' +
           std::to_string(state.st_mtim.tv_nsec) + '"';
}

}  // namespace

std::string TableFiles::list() const {
    std::vector<std::pair<std::string, std::uintmax_t>> found;
    std::error_code fault;
    for (fs::directory_iterator game(folder_, fault), end; !fault && game != end; game.increment(fault)) {
        std::error_code inner;
        for (fs::directory_iterator at(game->path(), inner); !inner && at != end; at.increment(inner)) {
            std::string name = (game->path().filename() / at->path().filename()).generic_string();
            if (!is_table_name(name)) continue;
            std::error_code unsized;
            if (const auto bytes = at->file_size(unsized); !unsized) found.emplace_back(std::move(name), bytes);
        }
    }
    std::ranges::sort(found);
    json list = json::array();
    for (const auto& [name, bytes] : found) list.push_back({{"file", name}, {"bytes", bytes}});
    return json{{"tables", std::move(list)}}.dump();
}

Response TableFiles::answer(std::string_view name, const Request& request) const {
    if (!is_table_name(name)) return missing();
    const fs::path path = folder_ / name;
    struct stat state{};
    if (stat(path.c_str(), &state) != 0 || !S_ISREG(state.st_mode)) return missing();
    const std::string tag = tag_of(state);
    Response response(http::status::ok, 11);
    response.set(http::field::etag, tag);
    response.set(http::field::cache_control, "no-cache");
    response.set(http::field::accept_ranges, "bytes");
    if (names_tag(field(request, http::field::if_none_match), tag)) {
        response.result(http::status::not_modified);
        return response;
    }
    auto mapping = shelf::Mapping::open(path);
    if (!mapping) return missing();
    const auto owner = std::make_shared<const shelf::Mapping>(*std::move(mapping));
    const auto bytes = owner->bytes();
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string size = std::to_string(all.size());
    response.set(http::field::content_type, "application/octet-stream");
    RangeRequest asked = parse_range(field(request, http::field::range), all.size());
    // A range of another version of the file is answered with the whole of this one.
    const std::string_view unless_changed = field(request, http::field::if_range);
    if (!unless_changed.empty() && unless_changed != tag) asked = {};
    switch (asked.kind) {
        case RangeRequest::Kind::all: response.body() = {owner, all}; break;
        case RangeRequest::Kind::part: {
            const auto [first, last] = asked.range;
            response.result(http::status::partial_content);
            response.set(http::field::content_range,
                         "bytes " + std::to_string(first) + '-' + std::to_string(last) + '/' + size);
            response.body() = {owner, all.substr(first, last - first + 1)};
            break;
        }
        case RangeRequest::Kind::unsatisfiable:
            response.result(http::status::range_not_satisfiable);
            response.set(http::field::content_range, "bytes */" + size);
            break;
    }
    return response;
}

}  // namespace tavola::server
