#include "api/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/conventions.h"

namespace tavola::api {
namespace {

using nlohmann::json;

json settings_json(const std::vector<Setting>& settings) {
    json result = json::object();
    for (const Setting& setting : settings) result[setting.key] = setting.value;
    return result;
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
    return spot.on_board() ? json{{"cell", board.name(spot.cell())}} : json{{"beside", name(spot.kind())}};
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

json in_order(std::vector<json> moves) {
    std::ranges::sort(moves, {}, [](const json& move) { return move["move"].get<std::string>(); });
    return moves;
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

}  // namespace

json to_json(const Error& error) {
    json result{{"key", error.key}, {"what", error.what},   {"field", error.field},
                {"at", error.at},   {"found", error.found}, {"expected", error.expected}};
    if (error.line > 0) result["line"] = error.line;
    if (error.ply >= 0) result["ply"] = error.ply;
    return result;
}

json games_json() {
    json games = json::array();
    for (const GameInfo& info : all_games()) {
        json options = json::array(), presets = json::array();
        for (const OptionInfo& option : info.options)
            options.push_back({{"key", option.key}, {"values", option.values}, {"default", option.standard}});
        for (const PresetInfo& preset : info.presets)
            presets.push_back({{"name", preset.name}, {"settings", settings_json(preset.settings)}});
        games.push_back({{"id", info.id},
                         {"options", options},
                         {"presets", presets},
                         {"arbiter", custom_json(info.custom)},
                         {"colours", info.free_colours ? "free" : "fixed"}});
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

json moves_json(const AnyGame& game, const AnyPosition& position) {
    std::vector<json> list;
    for (const AnyMove move : game.moves(position)) list.push_back(move_json(game, position, move));
    return in_order(std::move(list));
}

json moves_json(const Match& match) {
    std::vector<json> list;
    if (match.over()) return list;
    for (const AnyMove move : match.game().moves(match.position())) {
        json told = move_json(match.game(), match.position(), move);
        const Verdict verdict = match.foretell(move);
        if (verdict.over() && verdict.ending != Ending::rules) told["ends"] = verdict.why;
        list.push_back(std::move(told));
    }
    return in_order(std::move(list));
}

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

json record_json(const Record& record) {
    json tags = json::object();
    for (const auto& [name, value] : record.tags) tags[name] = value;
    return {{"game", record.game->id()},
            {"settings", settings_json(record.game->settings())},
            {"start", record.game->print(record.start)},
            {"tags", tags},
            {"arbiter", custom_json(record.custom)},
            {"colours", colours_json(record.colours, *record.game)},
            {"result", record.result},
            {"ending", record.ending},
            {"line", record_line_json(record.line)},
            {"text", print_record(record)}};
}

json report_json(const AnyGame& game, const Report& report) {
    json lines = json::array();
    for (const Variation& line : report.lines) {
        json moves = json::array();
        for (const AnyMove move : line.moves) moves.push_back(game.print(move));
        lines.push_back({{"score", line.score}, {"endsIn", line.ends_in}, {"exact", line.exact}, {"moves", moves}});
    }
    return {{"depth", report.depth}, {"nodes", report.nodes}, {"time", report.time.count()}, {"lines", lines}};
}

}  // namespace tavola::api
