#include "api/api.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "api/probe.h"
#include "match/record.h"
#include "search/bench.h"
#include "search/engine.h"

namespace tavola::api {
namespace {

using nlohmann::json;

// ---- what is there, as JSON -----------------------------------------------------------------------------------

json settings_json(const std::vector<Setting>& settings) {
    json result = json::object();
    for (const Setting& setting : settings) result[setting.key] = setting.value;
    return result;
}

json custom_json(const Custom& custom) {
    return {{"repetitions", custom.repetitions},
            {"quietPlies", custom.quiet_plies},
            {"byAgreement", custom.by_agreement}};
}

json games_json() {
    json games = json::array();
    for (const GameInfo& info : all_games()) {
        json options = json::array(), presets = json::array();
        for (const OptionInfo& option : info.options)
            options.push_back({{"key", option.key}, {"values", option.values}, {"default", option.standard}});
        for (const PresetInfo& preset : info.presets)
            presets.push_back({{"name", preset.name}, {"settings", settings_json(preset.settings)}});
        games.push_back(
            {{"id", info.id}, {"options", options}, {"presets", presets}, {"arbiter", custom_json(info.custom)}});
    }
    return games;
}

json board_json(const Topology& board) {
    json cells = json::array(), lines = json::array();
    for (int i = 0; i < board.cells; ++i) {
        const Point point = board.point(Cell(i));
        cells.push_back({{"name", board.name(Cell(i))}, {"x", point.x}, {"y", point.y}});
    }
    for (const Line& line : board.lines) {
        json names = json::array();
        for (Cell cell : line.cells) names.push_back(board.name(cell));
        lines.push_back({{"cells", names}, {"closed", line.closed}});
    }
    return {{"cells", cells}, {"lines", lines}};
}

std::string_view spot_name(Spot::Kind kind) {
    switch (kind) {
        case Spot::Kind::cell: return "cell";
        case Spot::Kind::hand: return "hand";
        case Spot::Kind::taken: return "taken";
        case Spot::Kind::home: return "home";
    }
    return "cell";
}

std::string_view effect_name(EffectKind kind) {
    switch (kind) {
        case EffectKind::place: return "place";
        case EffectKind::slide: return "slide";
        case EffectKind::jump: return "jump";
        case EffectKind::fly: return "fly";
        case EffectKind::push: return "push";
        case EffectKind::capture: return "capture";
        case EffectKind::huff: return "huff";
        case EffectKind::home: return "home";
        case EffectKind::dice: return "dice";
        case EffectKind::pass: return "pass";
    }
    return "slide";
}

// A cell by its name, a place beside the board by its kind; whose it is, the man tells.
json spot_json(const Topology& board, Spot spot) {
    return spot.on_board() ? json{{"cell", board.name(spot.cell())}} : json{{"beside", spot_name(spot.kind())}};
}

json effect_json(const Topology& board, const Effect& effect) {
    json result{{"kind", effect_name(effect.kind)}, {"player", effect.man.owner.index()}};
    if (effect.kind == EffectKind::dice) {
        result["cells"] = effect.count;
    } else if (effect.kind != EffectKind::pass) {
        result["rank"] = effect.man.rank;
        result["becomes"] = effect.becomes;
        result["count"] = effect.count;
        result["from"] = spot_json(board, effect.from);
        result["to"] = spot_json(board, effect.to);
    }
    return result;
}

json effects_json(const AnyGame& game, const AnyPosition& position, AnyMove move) {
    json effects = json::array();
    for (const Effect& effect : game.effects(position, move)) effects.push_back(effect_json(game.board(), effect));
    return effects;
}

// The legal moves in the order of their words.
json moves_json(const AnyGame& game, const AnyPosition& position) {
    std::vector<json> list;
    for (const AnyMove move : game.moves(position)) list.push_back(move_json(game, position, move));
    std::ranges::sort(list, {}, [](const json& move) { return move["move"].get<std::string>(); });
    return list;
}

// What was played, step by step. Who leaves moves nothing.
json trace_json(const Match& match) {
    const AnyGame& game = match.game();
    json trace = json::array();
    for (std::size_t n = 0; n < match.steps().size(); ++n) {
        const Match::Step& step = match.steps()[n];
        trace.push_back({{"move", match.word(step)},
                         {"mover", (step.move ? step.mover : step.left).index()},
                         {"effects", step.move ? effects_json(game, match.position(n), *step.move) : json::array()},
                         {"position", position_json(game, step.after)}});
    }
    return trace;
}

json record_line_json(const RecordLine& line) {
    json moves = json::array();
    for (const RecordMove& move : line.moves) {
        json variations = json::array();
        for (const RecordLine& variation : move.variations) variations.push_back(record_line_json(variation));
        moves.push_back(
            {{"move", move.word}, {"glyphs", move.glyphs}, {"comments", move.comments}, {"variations", variations}});
    }
    return {{"comments", line.comments}, {"moves", moves}};
}

json record_json(const Record& record) {
    json tags = json::object();
    for (const auto& [name, value] : record.tags) tags[name] = value;
    return {{"game", record.game->id()},
            {"settings", settings_json(record.game->settings())},
            {"start", record.game->print(record.start)},
            {"tags", tags},
            {"result", record.result},
            {"ending", record.ending},
            {"line", record_line_json(record.line)},
            {"text", print_record(record)}};
}

// ---- what is asked --------------------------------------------------------------------------------------------

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

// The game that a request names, under the settings that it gives.
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

Result<AnyPosition> position_of(const AnyGame& game, const json& request, const char* field = "position") {
    if (!request.contains(field)) return game.start();
    const auto text = text_of(request, field);
    if (!text) return bad_request(field, "text");
    return game.parse_position(*text);
}

struct Table {
    AnyGamePtr game;
    AnyPosition position;
};

Result<Table> table_of(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const auto position = position_of(**game, request);
    if (!position) return Failure(position.error());
    return Table{*game, *position};
}

Result<bool> truth_of(const json& request, const char* field, bool standard) {
    const auto found = request.find(field);
    if (found == request.end()) return standard;
    if (!found->is_boolean()) return bad_request(field, "true, false");
    return found->get<bool>();
}

// Longer than any game of people, and still answered at once.
constexpr std::size_t max_played = 5000;

// A match so far: where it began, and the words played since, with players leaving. The arbiter may be sent away
// ("arbiter": false): then only the rules end it, as in a record.
Result<Match> match_of(const json& request) {
    const auto game = game_of(request);
    if (!game) return Failure(game.error());
    const auto start = position_of(**game, request, request.contains("start") ? "start" : "position");
    if (!start) return Failure(start.error());
    const auto arbiter = truth_of(request, "arbiter", true);
    if (!arbiter) return Failure(arbiter.error());
    Match match(*game, *start, *arbiter ? (*game)->custom() : Custom{});
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

// ---- the verbs ------------------------------------------------------------------------------------------------

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
    const AnyGame& game = match->game();
    json result = position_json(game, match->position());
    result["moves"] = match->over() ? json::array() : moves_json(game, match->position());
    if (match->over()) {
        const json ending{{"status", game.print(match->verdict().outcome)}, {"why", match->verdict().why}};
        result.update(ending);
        result["ending"] = ending;
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
    if (!request.value("divide", json(false)).is_boolean()) return bad_request("divide", "true, false");
    if (!request.contains("divide") || !request["divide"].get<bool>() || *depth == 0)
        return json{{"count", table->game->perft(table->position, *depth)}};
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

Result<json> record(const json& request) {
    const auto text = text_of(request, "text");
    if (!text) return bad_request("text", "text");
    const auto records = parse_records(*text);
    if (!records) return Failure(records.error());
    json list = json::array();
    for (const Record& one : *records) list.push_back(record_json(one));
    return json{{"records", list}};
}

// The computer player's thoughts. Without any bound it takes a second.
Result<json> think(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    Limits limits;
    const auto depth = number_of(request, "depth", 0, 0, 98), lines = number_of(request, "lines", 1, 1, 500),
               time = number_of(request, "time", 0, 0, 3'600'000),
               nodes = number_of(request, "nodes", 0, 0, 2'000'000'000);
    for (const auto* number : {&depth, &lines, &time, &nodes})
        if (!*number) return Failure(number->error());
    limits.depth = *depth;
    limits.lines = *lines;
    limits.nodes = static_cast<std::uint64_t>(*nodes);
    limits.time = std::chrono::milliseconds(*depth + *time + *nodes == 0 ? 1000 : *time);
    const std::atomic<bool> never{false};
    const Listener nobody;
    const Report report = make_engine(table->game)->think(table->position, {}, limits, never, nobody);
    json found = json::array();
    for (const Variation& line : report.lines) {
        json moves = json::array();
        for (const AnyMove move : line.moves) moves.push_back(table->game->print(move));
        found.push_back({{"score", line.score}, {"endsIn", line.ends_in}, {"moves", moves}});
    }
    return json{{"depth", report.depth}, {"nodes", report.nodes}, {"lines", found}};
}

// A move at a level, for a seed.
Result<json> choose(const json& request) {
    const auto table = table_of(request);
    if (!table) return Failure(table.error());
    const auto level = number_of(request, "level", max_level, 1, max_level);
    const auto time = number_of(request, "time", 1000, 1, 3'600'000);
    const auto seed = number_of(request, "seed", 0, 0, 2'000'000'000);
    for (const auto* number : {&level, &time, &seed})
        if (!*number) return Failure(number->error());
    if (table->game->moves(table->position).empty() || table->game->dice_to_throw(table->position))
        return bad_request("position", "a decision");
    const std::atomic<bool> never{false};
    Random random(static_cast<std::uint64_t>(*seed));
    const Limits limits{.depth = 0, .nodes = 0, .time = std::chrono::milliseconds(*time), .lines = 1};
    const AnyMove move = choose_move(*make_engine(table->game), table->position, {}, *level, random, limits, never);
    return json{{"move", table->game->print(move)}};
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
constexpr Verb verbs[] = {{"games", games},   {"board", board},   {"start", show},       {"moves", moves},
                          {"apply", apply},   {"match", match},   {"show", show},        {"status", status},
                          {"perft", perft},   {"random", random}, {"record", record},    {"think", think},
                          {"choose", choose}, {"bench", bench},   {"probe", probe_table}};

Result<json> respond(const json& request) {
    if (!request.is_object()) return bad_request("request", "object");
    const auto name = text_of(request, "verb");
    if (name)
        for (const Verb& verb : verbs)
            if (verb.name == *name) return verb.run(request);
    std::string known;
    for (const Verb& verb : verbs) known.append(known.empty() ? "" : ", ").append(verb.name);
    return bad_request("verb", known);
}

}  // namespace

json to_json(const Error& error) {
    json result{{"key", error.key}, {"what", error.what},   {"field", error.field},
                {"at", error.at},   {"found", error.found}, {"expected", error.expected}};
    if (error.line > 0) result["line"] = error.line;
    if (error.ply >= 0) result["ply"] = error.ply;
    return result;
}

json position_json(const AnyGame& game, const AnyPosition& position) {
    const Topology& board = game.board();
    json men = json::array();
    for (const Standing& standing : game.picture(position)) {
        json man = spot_json(board, standing.spot);
        man["player"] = standing.man.owner.index();
        man["rank"] = standing.man.rank;
        man["count"] = standing.count;
        men.push_back(man);
    }
    const Outcome outcome = game.outcome(position);
    json result{{"game", game.id()},
                {"settings", settings_json(game.settings())},
                {"position", game.print(position)},
                {"turn", game.turn(position).index()},
                {"status", game.print(outcome)},
                {"dice", game.dice_to_throw(position)},
                {"men", men}};
    if (outcome.over()) result["why"] = game.why(position);
    return result;
}

json move_json(const AnyGame& game, const AnyPosition& position, AnyMove move) {
    const Topology& board = game.board();
    json gestures = json::array();
    for (const Gesture& gesture : game.gestures(position, move)) {
        json touches = json::array();
        for (const Touch& touch : gesture) touches.push_back(touch.word(board));
        gestures.push_back(touches);
    }
    json result{{"move", game.print(move)}, {"gestures", gestures}, {"effects", effects_json(game, position, move)}};
    if (const int chance = game.chance(position, move); chance > 0) result["sixteenths"] = chance;
    return result;
}

json answer(const json& request) {
    const auto result = respond(request);
    return result ? *result : json{{"error", to_json(result.error())}};
}

std::string answer_text(std::string_view request) {
    const json parsed = json::parse(request, nullptr, false);
    const json result =
        parsed.is_discarded()
            ? json{{"error", to_json({.key = "error.request", .what = "request", .expected = "JSON"})}}
            : answer(parsed);
    // Whatever came in may not be UTF-8; it goes out as far as it is.
    return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace tavola::api
