#include "api/api.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/asked.h"
#include "api/conventions.h"
#include "api/probe.h"
#include "api/thinker.h"
#include "search/bench.h"

namespace tavola::api {
namespace {

using nlohmann::json;

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

Result<json> games(const json&) { return json{{"games", games_json()}}; }

Result<json> board(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    return board_json((*game)->board());
}

Result<json> show(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    return position_json(*table->game, table->position);
}

Result<json> status(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    const Outcome outcome = table->game->outcome(table->position);
    json result{{"status", table->game->print(outcome)}};
    if (outcome.over()) result["why"] = table->game->why(table->position);
    return result;
}

Result<json> moves(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    return json{{"moves", moves_json(*table->game, table->position)}};
}

// All agree to end it, or somebody leaves; with more than two sides the others go on.
Result<void> end_match(Match& match, const json& request) {
    const auto end = request.find("end");
    if (end == request.end()) return {};
    if (!end->is_object()) return bad_request("end", "object");
    const auto why = text_of(*end, "why");
    if (why == "agreement") return match.agree();
    if (why != "resignation" && why != "time") return bad_request("why", "agreement, resignation, time");
    const auto player = number_of(*end, "player", match.turn().index(), 0, match.game().players() - 1);
    if (!player) return Failure(player.error());
    return match.leave(Player(*player), why == "time" ? Ending::time : Ending::resignation);
}

Result<json> match(const json& request) {
    auto match = match_of(request);
    if (!match) return Failure(match.error());
    if (const auto ended = end_match(*match, request); !ended) return Failure(ended.error());
    const auto trace = truth_of(request, "trace", false);
    if (!trace) return Failure(trace.error());
    json result = position_json(match->game(), match->position());
    result["moves"] = moves_json(*match);
    if (match->over()) {
        const json ending = ending_json(match->game(), match->verdict());
        result.update(ending);
        result["ending"] = ending;
    } else {
        result["standing"] = standing_json(*match);
    }
    if (*trace) result["trace"] = trace_json(*match);
    return result;
}

Result<json> apply(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    const auto words = request.find("moves");
    if (words == request.end() || !words->is_array()) return bad_request("moves", "list");
    AnyPosition position = table->position;
    json played = json::array();
    for (const json& word : *words) {
        if (!word.is_string()) return bad_request("moves", "text");
        const auto move = table->game->parse_move(position, word.get<std::string>());
        if (!move) return Failure(move.error());
        played.push_back(move_json(*table->game, position, *move));
        position = table->game->play(position, *move);
    }
    json result = position_json(*table->game, position);
    result["played"] = played;
    return result;
}

Result<json> perft(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    const auto depth = number_of(request, "depth", 1, 0, 99);
    if (!depth) return Failure(depth.error());
    const auto divide = truth_of(request, "divide", false);
    if (!divide) return Failure(divide.error());
    if (!*divide || *depth == 0) return json{{"count", table->game->perft(table->position, *depth)}};
    json parts = json::object();
    std::uint64_t total = 0;
    for (const AnyMove move : table->game->moves(table->position)) {
        const std::uint64_t count = table->game->perft(table->game->play(table->position, move), *depth - 1);
        parts[table->game->print(move)] = count;
        total += count;
    }
    return json{{"count", total}, {"divide", parts}};
}

Result<json> random(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    const auto seed = request.find("seed");
    if (seed != request.end() && !seed->is_number_unsigned()) return bad_request("seed", "0..");
    const auto plies = number_of(request, "plies", 1000, 0, 1'000'000);
    if (!plies) return Failure(plies.error());
    Random dice(seed == request.end() ? 0 : seed->get<std::uint64_t>());
    json steps = json::array();
    AnyPosition position = table->position;
    for (int ply = 0; ply < *plies; ++ply) {
        const auto move = table->game->random_move(position, dice);
        if (!move) break;
        steps.push_back({{"position", table->game->print(position)}, {"move", table->game->print(*move)}});
        position = table->game->play(position, *move);
    }
    return json{{"steps", steps},
                {"position", table->game->print(position)},
                {"status", table->game->print(table->game->outcome(position))}};
}

// Some thousand games, or a long study.
constexpr std::size_t max_record = 1 << 20;

Result<json> record(const json& request) {
    const auto text = text_of(request, "text");
    if (!text || text->size() > max_record) return bad_request("text", "0.." + std::to_string(max_record));
    const auto records = parse_records(*text);
    if (!records) return Failure(records.error());
    json list = json::array();
    for (const Record& one : *records) list.push_back(record_json(one));
    return json{{"records", list}};
}

// A match as a record. How it ended is told where neither the rules nor the arbiter can know: "result", "ending".
Result<json> write(const json& request) {
    const auto match = match_of(request);
    if (!match) return Failure(match.error());
    auto tags = tags_of(request);
    if (!tags) return Failure(tags.error());
    Record record = record_of(*match, *std::move(tags));
    const auto colours = colours_of(request, match->game());
    if (!colours) return Failure(colours.error());
    record.colours = *colours;
    if (request.contains("result")) {
        const Outcome outcome = match->game().outcome(match->position());
        const std::vector<std::string> possible =
            outcome.over() ? std::vector{match->game().print(outcome)} : results(match->game());
        const auto result = text_of(request, "result");
        if (!result || std::ranges::find(possible, *result) == possible.end())
            return bad_request("result", joined(possible));
        record.result = *result;
    }
    if (request.contains("ending")) {
        const auto ending = text_of(request, "ending");
        if (!ending || ending->find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != ending->npos)
            return bad_request("ending", "a-z -");
        record.ending = *ending;
    }
    return json{{"text", print_record(record)}};
}

Result<json> compose(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const auto setup = setup_of(**game, request);
    if (!setup) return Failure(setup.error());
    const auto position = (*game)->compose(*setup);
    if (!position) return Failure(position.error());
    return position_json(**game, *position);
}

Result<json> bench(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const Signature signature = tavola::bench((*game)->id());
    return json{{"nodes", signature.nodes}, {"hash", std::to_string(signature.hash)}};
}

Result<json> probe_table(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    return probe(*table->game, table->position, request);
}

struct Verb {
    std::string_view name;
    Result<json> (*run)(const json&);
};
constexpr Verb verbs[] = {{"games", games},     {"board", board},   {"start", show},       {"moves", moves},
                          {"apply", apply},     {"match", match},   {"show", show},        {"status", status},
                          {"perft", perft},     {"random", random}, {"record", record},    {"write", write},
                          {"compose", compose}, {"bench", bench},   {"probe", probe_table}};

struct ThinkingVerb {
    std::string_view name;
    Result<json> (Thinker::*run)(const json&);
};
constexpr ThinkingVerb thinking_verbs[] = {
    {"think", &Thinker::think}, {"choose", &Thinker::choose}, {"consider", &Thinker::consider}};

Result<json> respond(Thinker& thinker, const json& request) {
    if (!request.is_object()) return bad_request("request", "object");
    const auto name = text_of(request, "verb");
    std::vector<std::string> known;
    for (const Verb& verb : verbs) {
        if (verb.name == name) return verb.run(request);
        known.emplace_back(verb.name);
    }
    for (const ThinkingVerb& verb : thinking_verbs) {
        if (verb.name == name) return (thinker.*verb.run)(request);
        known.emplace_back(verb.name);
    }
    return bad_request("verb", joined(known));
}

}  // namespace

Conversation::Conversation(Tell tell) : thinker_(std::make_unique<Thinker>(std::move(tell))) {}

Conversation::~Conversation() = default;

json Conversation::answer(const json& request) {
    const auto result = respond(*thinker_, request);
    return result ? *result : json{{"error", to_json(result.error())}};
}

std::string Conversation::answer_text(std::string_view request) {
    const json parsed = json::parse(request, nullptr, false);
    const json result =
        parsed.is_discarded()
            ? json{{"error", to_json({.key = "error.request", .what = "request", .expected = "JSON"})}}
            : answer(parsed);
    // Whatever came in may not be UTF-8; it goes out as far as it is.
    return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

json answer(const json& request) { return Conversation().answer(request); }

}  // namespace tavola::api
