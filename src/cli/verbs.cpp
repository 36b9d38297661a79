#include "cli/verbs.h"

#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "api/api.h"
#include "cli/draw.h"

namespace tavola::cli {
namespace {

using nlohmann::json;

// The same question, put to the JSON façade.
json request(std::string_view verb, const Question& question) {
    json settings = json::object();
    for (const Setting& setting : question.settings) settings[setting.key] = setting.value;
    json result{{"verb", verb}, {"game", question.game}, {"settings", settings}};
    if (question.position) result["position"] = *question.position;
    return result;
}

Status print_json(const Terminal& terminal, const json& answer) {
    terminal.out << answer.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return good;
}

template <class T>
bool read_number(std::string_view text, T& number) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc() && end == text.data() + text.size();
}

std::vector<std::string> split_tabs(const std::string& line) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= line.size();) {
        const std::size_t end = std::min(line.find('\t', start), line.size());
        parts.push_back(line.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

// One line of a perft file, checked or found wanting.
struct PerftLine {
    std::string game, options, position;
    int depth = 0;
    std::uint64_t expected = 0, counted = 0;
};

Result<PerftLine> count_line(const std::string& text, std::size_t number) {
    const std::vector<std::string> parts = split_tabs(text);
    PerftLine line;
    if (parts.size() != 5 || !read_number(parts[3], line.depth) || !read_number(parts[4], line.expected) ||
        line.depth < 0 || line.depth > 99)
        return Failure(Error{.key = "error.cli.perft", .what = "file", .line = number});
    line.game = parts[0], line.options = parts[1], line.position = parts[2];
    const auto locate = [&](Error error) {
        error.line = number;
        return Failure(std::move(error));
    };
    const auto game = make_game(line.game, std::string_view(line.options));
    if (!game) return locate(game.error());
    const auto position = (*game)->parse_position(line.position);
    if (!position) return locate(position.error());
    line.counted = (*game)->perft(*position, line.depth);
    return line;
}

}  // namespace

void Terminal::complain(const Error& error) const {
    if (json)
        err << nlohmann::json{{"error", api::to_json(error)}}.dump(-1, ' ', false,
                                                                   nlohmann::json::error_handler_t::replace);
    else
        err << words.say(error);
    err << '\n';
}

Status Terminal::refuse(const Error& error) const {
    complain(error);
    return bad_input;
}

DrawStyle draw_style(const Terminal& terminal) {
    DrawStyle style;
    style.colour = terminal.colour;
    style.hand = terminal.words.say("beside.hand");
    style.taken = terminal.words.say("beside.taken");
    style.home = terminal.words.say("beside.home");
    style.points = terminal.words.say("beside.points");
    return style;
}

Result<Table> set_up(const Question& question) {
    const auto game = make_game(question.game, std::span(question.settings));
    if (!game) return Failure(game.error());
    if (!question.position) return Table{*game, (*game)->start()};
    const auto position = (*game)->parse_position(*question.position);
    if (!position) return Failure(position.error());
    return Table{*game, *position};
}

Status games(const Terminal& terminal) {
    if (terminal.json) return print_json(terminal, api::answer({{"verb", "games"}}));
    for (const GameInfo& info : all_games()) {
        const std::string id(info.id);
        terminal.out << id << ": " << terminal.words.say("game." + id) << '\n';
        for (const PresetInfo& preset : info.presets)
            terminal.out << "  --preset " << preset.name << ": "
                         << terminal.words.say("preset." + id + "." + std::string(preset.name)) << '\n';
        for (const OptionInfo& option : info.options) {
            terminal.out << "  --set " << option.key << "=";
            // Long runs of numbers are told by their ends.
            if (option.values.size() > 8)
                terminal.out << option.values.front() << ".." << option.values.back();
            else
                for (std::size_t i = 0; i < option.values.size(); ++i)
                    terminal.out << (i == 0 ? "" : "|") << option.values[i];
            terminal.out << " (" << option.standard
                         << "): " << terminal.words.say("option." + id + "." + std::string(option.key)) << '\n';
        }
    }
    return good;
}

Status start(const Terminal& terminal, const Question& question) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    if (terminal.json) return print_json(terminal, api::answer(request("start", question)));
    terminal.out << table->game->print(table->position) << '\n';
    return good;
}

Status moves(const Terminal& terminal, const Question& question) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    if (terminal.json) return print_json(terminal, api::answer(request("moves", question)));
    for (const std::string& word : table->game->move_words(table->position)) terminal.out << word << '\n';
    return good;
}

Status apply(const Terminal& terminal, const Question& question, const std::vector<std::string>& moves) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    AnyPosition position = table->position;
    for (const std::string& word : moves) {
        const auto move = table->game->parse_move(position, word);
        if (!move) return terminal.refuse(move.error());
        position = table->game->play(position, *move);
    }
    if (terminal.json) {
        json asked = request("apply", question);
        asked["moves"] = moves;
        return print_json(terminal, api::answer(asked));
    }
    terminal.out << table->game->print(position) << '\n';
    return good;
}

Status status(const Terminal& terminal, const Question& question) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    if (terminal.json) return print_json(terminal, api::answer(request("status", question)));
    terminal.out << table->game->print(table->game->outcome(table->position)) << '\n';
    return good;
}

Status show(const Terminal& terminal, const Question& question) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    if (terminal.json) return print_json(terminal, api::answer(request("show", question)));
    terminal.out << draw(*table->game, table->position, draw_style(terminal));
    return good;
}

Status perft(const Terminal& terminal, const Question& question, int depth, bool divide) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    if (depth < 0 || depth > 99) return terminal.refuse({.key = "error.cli.depth", .what = "cli"});
    json asked = request("perft", question);
    asked["depth"] = depth;
    asked["divide"] = divide;
    const json answer = api::answer(asked);
    if (terminal.json) return print_json(terminal, answer);
    if (answer.contains("divide"))  // an object keeps its keys sorted
        for (const auto& [move, count] : answer["divide"].items()) terminal.out << move << ' ' << count << '\n';
    terminal.out << answer["count"] << '\n';
    return good;
}

Status perft_file(const Terminal& terminal, const std::string& file) {
    std::ifstream in(file);
    if (!in) return terminal.refuse({.key = "error.cli.file", .what = "file", .found = file});
    std::size_t number = 0, total = 0, passed = 0;
    json mismatches = json::array();
    for (std::string text; std::getline(in, text);) {
        ++number;
        if (text.empty() || text.starts_with('#')) continue;
        const auto line = count_line(text, number);
        if (!line) return terminal.refuse(line.error());
        ++total;
        if (line->counted == line->expected) {
            ++passed;
            continue;
        }
        if (terminal.json)
            mismatches.push_back({{"line", number}, {"expected", line->expected}, {"counted", line->counted}});
        else
            terminal.out << terminal.words.say("perft.mismatch", {{"line", std::to_string(number)},
                                                                  {"game", line->game},
                                                                  {"options", line->options},
                                                                  {"position", line->position},
                                                                  {"depth", std::to_string(line->depth)},
                                                                  {"expected", std::to_string(line->expected)},
                                                                  {"counted", std::to_string(line->counted)}})
                         << '\n';
    }
    if (terminal.json)
        print_json(terminal, {{"total", total}, {"passed", passed}, {"mismatches", mismatches}});
    else
        terminal.out << terminal.words.say("perft.summary",
                                           {{"passed", std::to_string(passed)}, {"total", std::to_string(total)}})
                     << '\n';
    return passed == total ? good : failed;
}

Status random(const Terminal& terminal, const Question& question, std::uint64_t seed, int plies) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    json asked = request("random", question);
    asked["seed"] = seed;
    asked["plies"] = plies;
    const json answer = api::answer(asked);
    if (terminal.json) return print_json(terminal, answer);
    for (const json& step : answer["steps"])
        terminal.out << step["position"].get<std::string>() << '\t' << step["move"].get<std::string>() << '\n';
    terminal.out << answer["position"].get<std::string>() << '\t' << answer["status"].get<std::string>() << '\n';
    return good;
}

}  // namespace tavola::cli
