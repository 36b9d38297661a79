#include "cli/analyse.h"

#include <chrono>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/tables.h"
#include "match/record.h"
#include "search/bench.h"
#include "shelf/truth.h"

namespace tavola::cli {
namespace {

using nlohmann::json;

// +1.25, or the end that is seen, or a winning chance.
std::string score_text(const Terminal& terminal, const AnyGame& game, const Variation& line) {
    if (line.ends_in != 0)
        return terminal.words.say(line.ends_in > 0 ? "analyse.wins" : "analyse.loses",
                                  {{"count", std::to_string(std::abs(line.ends_in))}});
    if (line.exact && !game.dice()) return terminal.words.say("probe.draw");
    std::ostringstream text;
    text << std::fixed << std::setprecision(2);
    if (game.dice())
        text << line.score / 100.0 << '%';
    else
        text << std::showpos << line.score / 100.0;
    return text.str();
}

std::string moves_text(const AnyGame& game, const std::vector<AnyMove>& moves) {
    std::string text;
    for (const AnyMove move : moves) text.append(text.empty() ? "" : " ").append(game.print(move));
    return text;
}

json line_json(const AnyGame& game, const Variation& line) {
    json moves = json::array();
    for (const AnyMove move : line.moves) moves.push_back(game.print(move));
    json result{{"score", line.score}, {"moves", moves}};
    if (line.ends_in != 0) result["endsIn"] = line.ends_in;
    if (line.exact) result["exact"] = true;
    return result;
}

void print_report(const Terminal& terminal, const AnyGame& game, const AnyPosition& position, const Report& report) {
    if (terminal.json) {
        json lines = json::array();
        for (const Variation& line : report.lines) lines.push_back(line_json(game, line));
        terminal.out << json{{"position", game.print(position)},
                             {"depth", report.depth},
                             {"nodes", report.nodes},
                             {"lines", lines}}
                            .dump()
                     << '\n';
        return;
    }
    for (const Variation& line : report.lines)
        terminal.out << std::setw(10) << score_text(terminal, game, line) << "  " << moves_text(game, line.moves)
                     << '\n';
}

struct Analyst {
    Analyst(const AnalyseOptions& how, const AnyGamePtr& game) : options(how), engine(make_engine(game)) {
        engine->set_threads(options.threads);
        engine->set_oracle(shelf::open_truth(game, open_shelf(options.tables)));
    }

    const AnalyseOptions& options;
    std::unique_ptr<Engine> engine;
    std::atomic<bool> stop{false};

    Report look(const Match& match, std::size_t step) {
        std::vector<AnyPosition> history;
        for (std::size_t n = 0; n < step; ++n) history.push_back(match.position(n));
        return engine->think(match.position(step), history, options.limits, stop, Listener{});
    }
};

Status analyse_record(const Terminal& terminal, const AnalyseOptions& options) {
    std::ifstream in(options.record_file);
    if (!in) return terminal.refuse({.key = "error.cli.file", .what = "file", .found = options.record_file});
    std::ostringstream text;
    text << in.rdbuf();
    const auto records = parse_records(text.str());
    if (!records) return terminal.refuse(records.error());
    for (const Record& record : *records) {
        const Match match = match_of(record);
        Analyst analyst(options, record.game);
        for (std::size_t step = 0; step < match.steps().size(); ++step) {
            // Dice are nobody's decision.
            if (record.game->dice_to_throw(match.position(step))) continue;
            const Report report = analyst.look(match, step);
            if (!terminal.json)
                terminal.out << terminal.words.say("analyse.move", {{"number", std::to_string(step + 1)},
                                                                    {"move", match.word(match.steps()[step])}})
                             << '\n';
            print_report(terminal, *record.game, match.position(step), report);
        }
    }
    return good;
}

}  // namespace

Status analyse(const Terminal& terminal, const Question& question, const AnalyseOptions& options) {
    if (!options.record_file.empty()) return analyse_record(terminal, options);
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    Match match(table->game, table->position, Custom{});
    for (const std::string& word : options.moves)
        if (auto played = match.play(word); !played) return terminal.refuse(played.error());
    Analyst analyst(options, table->game);
    print_report(terminal, *table->game, match.position(), analyst.look(match, match.steps().size()));
    return good;
}

Status bench(const Terminal& terminal, const std::string& game) {
    using Clock = std::chrono::steady_clock;
    if (!game.empty())
        if (const auto known = make_game(game, std::span<const Setting>()); !known)
            return terminal.refuse(known.error());
    json answer = json::object();
    for (const GameInfo& info : all_games()) {
        if (!game.empty() && game != info.id) continue;
        const auto start = Clock::now();
        const Signature signature = tavola::bench(info.id);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        std::ostringstream hash;
        hash << std::hex << std::setw(16) << std::setfill('0') << signature.hash;
        if (terminal.json)
            answer[std::string(info.id)] = {{"nodes", signature.nodes}, {"hash", std::to_string(signature.hash)}};
        else
            terminal.out << std::left << std::setw(10) << info.id << ' ' << hash.str() << ' ' << std::right
                         << std::setw(9) << signature.nodes << ' ' << std::fixed << std::setprecision(2)
                         << static_cast<double>(signature.nodes) / seconds / 1e6 << " M/s\n"
                         << std::flush;
    }
    if (terminal.json) terminal.out << answer.dump() << '\n';
    return good;
}

}  // namespace tavola::cli
