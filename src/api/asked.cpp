#include "api/asked.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/conventions.h"

namespace tavola::api {
namespace {

using nlohmann::json;

// Longer than any game of people, and still answered at once.
constexpr std::size_t max_played = 5000;

Result<AnyPosition> position_of(const AnyGame& game, const json& request, const char* field) {
    if (!request.contains(field)) return game.start();
    const auto text = text_of(request, field);
    if (!text) return bad_request(field, "text");
    return game.parse_position(*text);
}

// One of the men that a position is set up with.
Result<Standing> standing_of(const AnyGame& game, const json& man) {
    if (!man.is_object()) return bad_request("men", "[{cell | beside, player, rank, count}]");
    const auto player = number_of(man, "player", -1, 0, game.players() - 1), rank = number_of(man, "rank", 0, 0, 255),
               count = number_of(man, "count", 1, 1, 255);
    for (const auto* number : {&player, &rank, &count})
        if (!*number) return Failure(number->error());
    if (*player < 0) return bad_request("player", "0.." + std::to_string(game.players() - 1));
    Standing standing{.spot = {},
                      .man = {Player(*player), static_cast<std::uint8_t>(*rank)},
                      .count = static_cast<std::uint8_t>(*count)};
    if (man.contains("beside")) {
        const auto word = text_of(man, "beside");
        for (const Spot::Kind kind : {Spot::Kind::hand, Spot::Kind::taken, Spot::Kind::home})
            if (word == name(kind)) {
                standing.spot = Spot::beside(kind, standing.man.owner);
                return standing;
            }
        return bad_request("beside", "hand, taken, home");
    }
    const auto word = text_of(man, "cell");
    if (!word) return bad_request("cell", "text");
    Cell cell;
    if (!game.board().find(*word, cell))
        return Failure(Error{.key = "error.cell", .what = "position", .field = "board", .at = 0, .found = *word});
    standing.spot = cell;
    return standing;
}

// A tag's name can be written, and is none that a record writes itself.
bool is_tag(std::string_view name) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    constexpr std::string_view own[] = {"Game", "Rules", "Start", "Arbiter", "Colours", "Result", "Ending"};
    return !name.empty() && name.find_first_not_of(letters) == name.npos &&
           std::ranges::find(own, name) == std::end(own);
}

}  // namespace

Failure bad_request(std::string_view field, std::string expected) {
    return Failure(Error{.key = "error.request",
                         .what = "request",
                         .field = std::string(field),
                         .at = 0,
                         .found = {},
                         .expected = std::move(expected)});
}

std::optional<std::string> text_of(const json& request, const char* field) {
    const auto found = request.find(field);
    if (found == request.end() || !found->is_string()) return {};
    return found->get<std::string>();
}

Result<int> number_of(const json& request, const char* field, int standard, int low, int high) {
    const auto found = request.find(field);
    if (found == request.end()) return standard;
    const std::string expected = std::to_string(low) + ".." + std::to_string(high);
    if (!found->is_number_integer()) return bad_request(field, expected);
    const auto value = found->get<long long>();
    if (value < low || value > high) return bad_request(field, expected);
    return static_cast<int>(value);
}

Result<AnyGamePtr> game_of(const json& request) {
    const auto id = text_of(request, "game");
    if (!id) return bad_request("game", "text");
    std::vector<Setting> settings;
    if (const auto found = request.find("settings"); found != request.end()) {
        if (!found->is_object()) return bad_request("settings", "object");
        for (const auto& [key, value] : found->items()) {
            if (!value.is_string()) return bad_request("settings", "text");
            settings.push_back({key, value.get<std::string>()});
        }
    }
    return make_game(*id, std::span(settings));
}

Result<Table> table_of(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const auto position = position_of(**game, request, "position");
    if (!position) return Failure(position.error());
    return Table{*game, *position};
}

Result<bool> truth_of(const json& request, const char* field, bool standard) {
    const auto found = request.find(field);
    if (found == request.end()) return standard;
    if (!found->is_boolean()) return bad_request(field, "true, false");
    return found->get<bool>();
}

Result<Match> match_of(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const auto start = position_of(**game, request, request.contains("start") ? "start" : "position");
    if (!start) return Failure(start.error());
    const auto custom = custom_of(request, **game);
    if (!custom) return Failure(custom.error());
    Match match(*game, *start, *custom);
    const auto words = request.find("played");
    if (words == request.end()) return match;
    if (!words->is_array() || words->size() > max_played)
        return bad_request("played", "0.." + std::to_string(max_played));
    int ply = 0;
    for (const json& word : *words) {
        auto followed = word.is_string() ? match.follow(word.get_ref<const std::string&>())
                                         : Result<void>(bad_request("played", "text"));
        if (!followed) {
            followed.error().ply = ply;
            return Failure(followed.error());
        }
        ++ply;
    }
    return match;
}

Result<Setup> setup_of(const AnyGame& game, const json& request) {
    const auto men = request.find("men");
    if (men == request.end() || !men->is_array() || men->size() > Picture::capacity())
        return bad_request("men", "0.." + std::to_string(Picture::capacity()));
    const auto turn = number_of(request, "turn", 0, 0, game.players() - 1);
    if (!turn) return Failure(turn.error());
    Setup setup{.men = {}, .turn = Player(*turn)};
    for (const json& man : *men) {
        const auto standing = standing_of(game, man);
        if (!standing) return Failure(standing.error());
        setup.men.push_back(*standing);
    }
    if (const auto dice = request.find("dice"); dice != request.end() && !dice->is_null()) {
        if (!dice->is_string()) return bad_request("dice", "text");
        setup.dice = dice->get<std::string>();
    }
    return setup;
}

Result<std::vector<Record::Tag>> tags_of(const json& request) {
    std::vector<Record::Tag> tags;
    const auto found = request.find("tags");
    if (found == request.end()) return tags;
    if (!found->is_object()) return bad_request("tags", "object");
    for (const auto& [name, value] : found->items()) {
        if (!is_tag(name) || !value.is_string()) return bad_request("tags", "A-Z a-z 0-9 _: text");
        tags.emplace_back(name, value.get<std::string>());
    }
    return tags;
}

}  // namespace tavola::api
