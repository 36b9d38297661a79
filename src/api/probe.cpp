#include "api/probe.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "api/asked.h"
#include "base/lock.h"
#include "tables/places.h"

namespace tavola::api {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::byte>;

std::optional<Bytes> parse_base64(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    Bytes bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : text) {
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = letters.find(c);
        if (value == letters.npos) return {};
        held = held << 6 | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::byte>(held >> bits & 255));
    }
    return bytes;
}

/// The bytes that a request brings, by where they belong.
Result<std::map<std::uint64_t, Bytes>> read_bytes(const json& request, const char* field, const char* key) {
    std::map<std::uint64_t, Bytes> result;
    const auto list = request.find(field);
    if (list == request.end()) return result;
    const std::string expected = std::string("[{\"") + key + "\", \"bytes\"}]";
    if (!list->is_array()) return bad_request(field, expected);
    for (const json& item : *list) {
        if (!item.is_object() || !item.contains(key) || !item[key].is_number_unsigned() || !item.contains("bytes") ||
            !item["bytes"].is_string())
            return bad_request(field, expected);
        auto bytes = parse_base64(item["bytes"].get_ref<const std::string&>());
        if (!bytes) return bad_request(field, "base64");
        result.insert_or_assign(item[key].get<std::uint64_t>(), *std::move(bytes));
    }
    return result;
}

// Laying out an index takes a while, and the next question is about the same game.
Result<std::shared_ptr<const tables::Places>> places_of(const AnyGame& game, const std::string& rules) {
    static Lock lock;
    static std::string known;
    static std::shared_ptr<const tables::Places> places;
    const Guard guard(lock);
    if (std::string key = std::string(game.id()) + ' ' + rules; key != known) {
        auto opened = tables::open_places(game);
        if (!opened) return Failure(opened.error());
        places = *std::move(opened);
        known = std::move(key);
    }
    return places;
}

}  // namespace

Result<json> probe(const AnyGame& game, const AnyPosition& position, const json& request) {
    const auto pieces = read_bytes(request, "pieces", "at");
    if (!pieces) return Failure(pieces.error());
    const auto blocks = read_bytes(request, "blocks", "frame");
    if (!blocks) return Failure(blocks.error());

    // 1. Which table, and where in it?
    const std::string rules = tables::rules_text(game.all_settings());
    const auto places = places_of(game, rules);
    if (!places) return Failure(places.error());
    const auto location = (*places)->of(position);
    if (!location || game.outcome(position).over()) return json::object();
    const std::string sector = tables::name(location->sector);
    json answer{{"file", tables::file_name(game.id(), rules, sector)}};

    // 2. The header.
    const auto beginning = pieces->find(0);
    if (beginning == pieces->end()) {
        answer["fetch"] = {{{"at", 0}, {"length", tables::largest_header}}};
        return answer;
    }
    const auto header = tables::parse_header(beginning->second);
    if (!header) return Failure(header.error());
    if (auto right = tables::expect(*header, game.id(), rules, sector); !right) return Failure(right.error());
    if (location->slot >= header->slots || header->payload != (*places)->payload())
        return Failure(Error{.key = "error.table-other-size", .what = "table", .field = sector});

    // 3. Where the blocks lie.
    const tables::Frames frames = tables::frames_of(*header, location->slot);
    std::vector<std::uint64_t> wanted{frames.first};
    if (frames.second) wanted.push_back(*frames.second);
    json fetch = json::array(), unpack = json::array();
    for (const std::uint64_t frame : wanted) {
        const auto entries = pieces->find(tables::entries_at(*header, frame));
        if (entries == pieces->end()) {
            fetch.push_back({{"at", tables::entries_at(*header, frame)}, {"length", tables::entries_size}});
            continue;
        }
        const auto place = tables::parse_entries(*header, frame, entries->second);
        if (!place) return Failure(place.error());
        if (!blocks->contains(frame))
            unpack.push_back({{"frame", frame}, {"at", place->at}, {"length", place->length}});
    }
    if (!fetch.empty()) answer["fetch"] = fetch;
    if (!unpack.empty()) answer["unpack"] = unpack;
    if (!fetch.empty() || !unpack.empty()) return answer;

    // 4. The value.
    for (const std::uint64_t frame : wanted) {
        const std::size_t most = header->most_unpacked(frame), size = blocks->at(frame).size();
        const bool fewer = header->payload == tables::Payload::exact && frame >= header->blocks();
        if (fewer ? size > most || size % header->width != 0 : size != most)
            return Failure(tables::detail::damaged_block(*header, frame));
    }
    if (header->payload == tables::Payload::probability) {
        answer["chance"] = tables::read_probability(blocks->at(frames.first), header->width, frames.index);
        return answer;
    }
    const auto word =
        tables::read_word(blocks->at(frames.first), blocks->at(*frames.second), header->width, frames.index);
    if (!word || *word == tables::unused) return Failure(tables::detail::damaged_block(*header, frames.first));
    answer["endsIn"] = location->ends_in(*word);
    return answer;
}

}  // namespace tavola::api
