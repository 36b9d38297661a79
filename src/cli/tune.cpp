#include "cli/tune.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/tables.h"
#include "games/registry.h"
#include "search/evaluations.h"
#include "search/judging.h"
#include "search/tune.h"
#include "shelf/truth.h"

namespace tavola::cli {
namespace {

using nlohmann::json;

constexpr int games_of_comparison = 200;

/// What was found, for any game.
struct Finding {
    std::vector<std::string_view> terms;
    std::vector<int> weights;
    int lead = 0;
    std::size_t positions = 0;
    double drawn = 0, loss_before = 0, loss_after = 0;
    double score = 0;  ///< against the first term alone
};

template <class G>
Finding find(const typename G::Rules& rules, const TuneSettings& settings, const TuneListener& listener) {
    const Tuned<G> tuned = tavola::tune<G>(rules, settings, listener);
    Finding finding;
    finding.terms.assign(std::begin(Evaluation<G>::terms), std::end(Evaluation<G>::terms));
    finding.weights.assign(tuned.weights.begin(), tuned.weights.end());
    finding.lead = tuned.lead;
    finding.positions = tuned.positions;
    finding.drawn = tuned.drawn;
    finding.loss_before = tuned.loss_before;
    finding.loss_after = tuned.loss_after;
    // Games the tuning has not seen.
    finding.score = compare<G>(rules, tuned.weights, first_term_only<G>(), games_of_comparison, settings.seed + 1);
    return finding;
}

template <class... Gs>
Result<Finding> find(GameList<Gs...>, const Question& question, const TuneSettings& settings,
                     const TuneListener& listener) {
    Result<Finding> result;
    const auto attempt = [&]<class G>() {
        if (G::id != question.game) return false;
        const auto rules = parse_rules<G>(question.settings);
        if (rules)
            result = find<G>(*rules, settings, listener);
        else
            result = Failure(rules.error());
        return true;
    };
    (attempt.template operator()<Gs>() || ...);
    return result;
}

// A name for the array: the game, and what its rules were set to.
std::string array_name(const Question& question) {
    std::string name = question.game;
    for (const Setting& setting : question.settings)
        name += '_' + (setting.key == "preset" ? setting.value : setting.key + '_' + setting.value);
    std::ranges::replace(name, '-', '_');
    return name;
}

std::string command(const Question& question, const TuneOptions& options) {
    std::string text = "tavola tune " + question.game;
    for (const Setting& setting : question.settings)
        text +=
            setting.key == "preset" ? " --preset " + setting.value : " --set " + setting.key + '=' + setting.value;
    if (!options.judges.empty()) text += " --judges " + options.judges;
    return text + " --games " + std::to_string(options.games) + " --seed " + std::to_string(options.seed) +
           " --rounds " + std::to_string(options.rounds) +
           (options.nodes > 0 ? " --nodes " + std::to_string(options.nodes) : std::string());
}

template <class List, class Text>
std::string joined(const List& items, const Text& text) {
    std::string line;
    for (const auto& item : items) line.append(line.empty() ? "" : ", ").append(text(item));
    return line;
}

// Between 0 and 10, with three digits after the point.
std::string thousandths(double value) {
    const std::string digits = std::to_string(std::lround(1000 * value) + 10000);
    return digits.substr(1, 1) + '.' + digits.substr(2);
}

void print_array(std::ostream& out, const Question& question, const TuneOptions& options, const Finding& finding) {
    out << "// " << command(question, options) << '\n'
        << "// " << finding.positions << " positions; log loss " << thousandths(finding.loss_before) << " -> "
        << thousandths(finding.loss_after) << "; scores " << thousandths(finding.score) << " against "
        << finding.terms[0] << " alone; a lead of " << finding.lead << " makes the odds e to 1\n"
        << "// " << joined(finding.terms, [](std::string_view term) { return std::string(term); }) << '\n'
        << "inline constexpr std::array<int, " << finding.weights.size() << "> " << array_name(question) << " = {"
        << joined(finding.weights, [](int weight) { return std::to_string(weight); }) << "};\n";
}

void print_json(std::ostream& out, const Question& question, const Finding& finding) {
    const json answer{{"game", question.game},
                      {"terms", finding.terms},
                      {"weights", finding.weights},
                      {"lead", finding.lead},
                      {"positions", finding.positions},
                      {"drawn", finding.drawn},
                      {"loss", {{"before", finding.loss_before}, {"after", finding.loss_after}}},
                      {"score", finding.score}};
    out << answer.dump() << '\n';
}

// Numbers, as many a line as there is room for.
void print_numbers(std::ostream& out, std::span<const std::int16_t> numbers) {
    constexpr std::size_t width = 116;
    std::string line = "   ";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string next = ' ' + std::to_string(numbers[i]) + (i + 1 < numbers.size() ? "," : "");
        if (line.size() + next.size() > width) {
            out << line << '\n';
            line = "   ";
        }
        line += next;
    }
    out << line;
}

Status teach(const Terminal& terminal, const Question& question, const TuneOptions& options) {
    const auto rules = parse_rules<Trilha>(question.settings);
    if (!rules) return terminal.refuse(rules.error());
    if (question.game != Trilha::id || rules->rings != 3)
        return terminal.refuse(Error{.key = "error.no-judges", .what = "option", .field = "judges"});
    const auto table = set_up(question);
    const auto oracle = shelf::open_winners(*table->game, open_shelf(options.tables));
    trilha::JudgingListener listener;
    if (options.progress)
        listener = [&](trilha::Judging what, std::size_t done, std::size_t all) {
            const bool games = what == trilha::Judging::games;
            terminal.err << '\r'
                         << terminal.words.say(games ? "tune.games" : "tune.rounds",
                                               {{"done", std::to_string(done)}, {"all", std::to_string(all)}})
                         << std::flush;
        };
    const auto part = options.judges == "placing"  ? trilha::Part::placing
                      : options.judges == "moving" ? trilha::Part::moving
                                                   : trilha::Part::ending;
    const trilha::JudgingSettings settings{.part = part,
                                           .games = options.games,
                                           .nodes = options.nodes > 0 ? options.nodes : 20000,
                                           .one_in = part == trilha::Part::placing ? 40 : 60,
                                           .rounds = options.rounds,
                                           .seed = options.seed,
                                           .threads = options.threads};
    const trilha::Taught taught = trilha::teach_judges(*rules, oracle.get(), settings, listener);
    if (options.progress) terminal.err << '\n';
    if (taught.positions == 0) return terminal.refuse(Error{.key = "error.nothing-known", .what = "tables"});
    const trilha::JudgesList numbers = trilha::list_of(taught.judges);
    if (terminal.json) {
        const json answer{
            {"judges", options.judges},
            {"numbers", numbers},
            {"positions", taught.positions},
            {"loss",
             {{"without", taught.loss_without}, {"before", taught.loss_before}, {"after", taught.loss_after}}}};
        terminal.out << answer.dump() << '\n';
        return good;
    }
    terminal.out << "// " << command(question, options) << '\n'
                 << "// " << taught.positions << " positions; loss " << thousandths(taught.loss_without)
                 << " with the terms alone, " << thousandths(taught.loss_before) << " with the judges there were, "
                 << thousandths(taught.loss_after) << " with these\n"
                 << "inline constexpr trilha::Judges trilha_" << options.judges << " = trilha::judges_of({\n";
    print_numbers(terminal.out, numbers);
    terminal.out << "});\n";
    return good;
}

}  // namespace

Status tune(const Terminal& terminal, const Question& question, const TuneOptions& options) {
    if (const auto table = set_up(question); !table) return terminal.refuse(table.error());
    if (!options.judges.empty()) return teach(terminal, question, options);
    TuneListener listener;
    if (options.progress)
        listener = [&](int round, int games) {
            terminal.err << '\r'
                         << terminal.words.say("tune.progress", {{"round", std::to_string(round)},
                                                                 {"rounds", std::to_string(options.rounds)},
                                                                 {"played", std::to_string(games)},
                                                                 {"games", std::to_string(options.games)}})
                         << std::flush;
        };
    const TuneSettings settings{.games = options.games,
                                .seed = options.seed,
                                .rounds = options.rounds,
                                .nodes = options.nodes,
                                .threads = options.threads,
                                .trials = std::max(2, options.games / 5)};
    const auto finding = find(AllGames(), question, settings, listener);
    if (options.progress) terminal.err << '\n';
    if (!finding) return terminal.refuse(finding.error());
    if (terminal.json)
        print_json(terminal.out, question, *finding);
    else
        print_array(terminal.out, question, options, *finding);
    return good;
}

}  // namespace tavola::cli
