#include "cli/arena.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "arena/tournament.h"
#include "cli/figures.h"
#include "cli/interrupt.h"
#include "cli/tables.h"
#include "shelf/truth.h"

namespace tavola::cli {
namespace {

using namespace tavola::arena;
using nlohmann::json;

Result<std::optional<Sprt>> parse_sprt(const std::string& text) {
    if (text.empty()) return std::optional<Sprt>();
    constexpr double furthest = 1000;
    Sprt sprt;
    const char *at = text.data(), *end = text.data() + text.size();
    const auto first = std::from_chars(at, end, sprt.elo0);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == ',') {
        const auto second = std::from_chars(first.ptr + 1, end, sprt.elo1);
        const bool ordered = -furthest <= sprt.elo0 && sprt.elo0 < sprt.elo1 && sprt.elo1 <= furthest;
        if (second.ec == std::errc() && second.ptr == end && ordered) return sprt;
    }
    return Failure(Error{.key = "error.arena.sprt", .what = "cli", .found = text, .expected = "0,10"});
}

Result<Plan> plan_of(const Question& question, const ArenaOptions& options) {
    const auto table = set_up(question);
    if (!table) return Failure(table.error());
    Plan plan;
    plan.game = table->game;
    plan.start = table->position;
    for (const std::string* text : {&options.first, &options.second}) {
        auto player = parse_player(*text);
        if (!player) return Failure(player.error());
        plan.players[text == &options.first ? 0 : 1] = *std::move(player);
    }
    plan.pairs = options.games / 2 + options.games % 2;
    plan.concurrency = options.concurrency;
    plan.seed = options.seed;
    if (options.adjudicate) plan.arbiter = shelf::open_truth(plan.game, open_shelf(options.tables));
    plan.opening_plies = options.opening_plies.value_or(default_opening_plies(*plan.game));
    plan.growing_openings = !options.opening_plies;
    plan.max_plies = options.max_plies;
    if (const auto possible = check_plan(plan); !possible) return Failure(possible.error());
    return plan;
}

/// The games of this match that a file has from before, if there is one.
Result<std::vector<PlayedGame>> read_before(const Plan& plan, const std::string& file) {
    std::ifstream in(file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (text.empty()) return {};
    const auto records = parse_records(text);
    if (!records) return Failure(records.error());
    return played_before(plan, *records);
}

/// The match as it goes on, for those who look on and for the file.
class Scribe {
  public:
    Scribe(const Terminal& terminal, const Plan& plan, const std::optional<Sprt>& sprt, std::ofstream& records)
        : terminal_(terminal),
          words_(terminal.words),
          figures_(words_.language()),
          plan_(plan),
          sprt_(sprt),
          records_(records),
          watched_(isatty(STDERR_FILENO) != 0) {}

    /// Takes over games that were played before; false when they decide the test.
    bool go_on_from(std::span<const PlayedGame> games, const std::string& file) {
        for (const PlayedGame& game : games) {
            variety_.add(game);
            if (game.forfeit) ++forfeits_[static_cast<std::size_t>(game.forfeit->contestant)];
        }
        terminal_.err << words_.say("arena.before", {{"count", std::to_string(games.size())}, {"file", file}})
                      << '\n';
        return undecided(scores_of(games));
    }

    /// False when the test is decided.
    bool note(const PlayedGame& game, const Scores& scores) {
        variety_.add(game);
        if (records_.is_open()) records_ << print_record(game.record) << '\n' << std::flush;
        if (game.forfeit) tell_forfeit(game);
        if (watched_) show_progress(scores);
        return undecided(scores);
    }

    Status sum_up(const Scores& scores) {
        if (watched_) terminal_.err << clear_line << std::flush;
        if (terminal_.json)
            terminal_.out << as_json(scores).dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
        else
            write(scores);
        const bool lost = sprt_ && sprt_->state(ratio(scores)) == Sprt::State::elo0;
        return lost ? failed : good;
    }

  private:
    static constexpr std::string_view clear_line = "\r\x1b[K";

    bool undecided(const Scores& scores) const {
        return !sprt_ || sprt_->state(ratio(scores)) == Sprt::State::running;
    }
    double ratio(const Scores& scores) const { return log_likelihood_ratio(*sprt_, scores.pairs); }
    const std::string& name(int contestant) const { return plan_.players[static_cast<std::size_t>(contestant)].name; }

    void show_progress(const Scores& scores) const {
        const Tally& tally = scores.tally;
        const Estimate now = estimate(tally, scores.pairs);
        terminal_.err << clear_line
                      << words_.say("arena.progress", {{"count", std::to_string(tally.games())},
                                                       {"total", std::to_string(2 * plan_.pairs)},
                                                       {"wins", std::to_string(tally.wins)},
                                                       {"draws", std::to_string(tally.draws)},
                                                       {"losses", std::to_string(tally.losses)},
                                                       {"score", figures_.plain(now.score, 3)},
                                                       {"elo", figures_.with_sign(now.elo, 1)},
                                                       {"error", figures_.plain(now.elo_error(), 1)}})
                      << std::flush;
    }

    void tell_forfeit(const PlayedGame& game) {
        const auto& [contestant, fault] = *game.forfeit;
        ++forfeits_[static_cast<std::size_t>(contestant)];
        terminal_.err << (watched_ ? clear_line : "")
                      << words_.say("arena.forfeit",
                                    {{"number", std::to_string(game.pair + 1) + "." + std::to_string(game.leg + 1)},
                                     {"player", name(contestant)},
                                     {"why", words_.say("why." + std::string(fault.why))},
                                     {"text", fault.note}})
                      << '\n';
    }

    void line(std::string_view key, std::initializer_list<Words::Part> parts = {}) const {
        terminal_.out << words_.say(key, parts) << '\n';
    }

    void write(const Scores& scores) const {
        const auto& [tally, pairs] = scores;
        const Estimate result = estimate(tally, pairs);
        line(
            "arena.title",
            {{"game", words_.say("game." + std::string(plan_.game->id()))}, {"player", name(0)}, {"other", name(1)}});
        line("arena.games", {{"count", std::to_string(tally.games())},
                             {"wins", std::to_string(tally.wins)},
                             {"draws", std::to_string(tally.draws)},
                             {"losses", std::to_string(tally.losses)},
                             {"player", name(0)}});
        std::string counts;
        for (std::uint64_t count : pairs.by_half_points)
            counts.append(counts.empty() ? "" : " ").append(std::to_string(count));
        line("arena.pairs", {{"words", counts}});
        line("arena.variety",
             {{"openings", std::to_string(variety_.openings())}, {"games", std::to_string(variety_.games())}});
        if (few_openings(scores)) line("arena.few");
        line("arena.score", {{"score", figures_.plain(result.score, 4)},
                             {"low", figures_.plain(result.score_interval.low, 4)},
                             {"high", figures_.plain(result.score_interval.high, 4)}});
        line("arena.elo",
             {{"elo", figures_.with_sign(result.elo, 1)}, {"error", figures_.plain(result.elo_error(), 1)}});
        line("arena.superiority", {{"player", name(0)}, {"percent", figures_.plain(100 * result.superiority, 1)}});
        if (sprt_) write_sprt(ratio(scores));
        if (interrupted) line("arena.stopped");
    }

    // Fewer openings than pairs of games. Dice see to variety by themselves.
    bool few_openings(const Scores& scores) const {
        return plan_.opening_plies > 0 && !plan_.game->dice() && variety_.openings() < (scores.tally.games() + 1) / 2;
    }

    void write_sprt(double ratio) const {
        const std::string low = figures_.plain(sprt_->elo0, 1), high = figures_.plain(sprt_->elo1, 1);
        const Sprt::State state = sprt_->state(ratio);
        const std::string verdict =
            state == Sprt::State::running
                ? words_.say("arena.sprt.running")
                : words_.say("arena.sprt.accepted", {{"elo", state == Sprt::State::elo0 ? low : high}});
        line("arena.sprt", {{"low", low},
                            {"high", high},
                            {"ratio", figures_.plain(ratio, 2)},
                            {"lower", figures_.plain(sprt_->lower(), 2)},
                            {"upper", figures_.plain(sprt_->upper(), 2)},
                            {"text", verdict}});
    }

    // What is infinite becomes null, as JSON has no such numbers.
    json as_json(const Scores& scores) const {
        const auto& [tally, pairs] = scores;
        const Estimate result = estimate(tally, pairs);
        json answer{{"game", plan_.game->id()},
                    {"rules", print_settings(plan_.game->settings())},
                    {"players", {name(0), name(1)}},
                    {"forfeits", forfeits_},
                    {"seed", plan_.seed},
                    {"games", tally.games()},
                    {"wins", tally.wins},
                    {"draws", tally.draws},
                    {"losses", tally.losses},
                    {"pairs", pairs.by_half_points},
                    {"differentOpenings", variety_.openings()},
                    {"differentGames", variety_.games()},
                    {"score", result.score},
                    {"scoreInterval", {result.score_interval.low, result.score_interval.high}},
                    {"elo", result.elo},
                    {"eloError", result.elo_error()},
                    {"eloInterval", {result.elo_interval.low, result.elo_interval.high}},
                    {"superiority", result.superiority},
                    {"stopped", interrupted.load()}};
        if (sprt_) answer["sprt"] = sprt_json(ratio(scores));
        return answer;
    }

    json sprt_json(double ratio) const {
        const Sprt::State state = sprt_->state(ratio);
        return {{"elo0", sprt_->elo0},
                {"elo1", sprt_->elo1},
                {"alpha", sprt_->alpha},
                {"beta", sprt_->beta},
                {"ratio", ratio},
                {"lower", sprt_->lower()},
                {"upper", sprt_->upper()},
                {"state", state == Sprt::State::running ? "running"
                          : state == Sprt::State::elo0  ? "elo0"
                                                        : "elo1"}};
    }

    const Terminal& terminal_;
    const Words& words_;
    Figures figures_;
    const Plan& plan_;
    const std::optional<Sprt>& sprt_;
    std::ofstream& records_;
    bool watched_;
    std::array<int, 2> forfeits_{};
    Variety variety_;
};

}  // namespace

Status arena(const Terminal& terminal, const Question& question, const ArenaOptions& options) {
    const auto plan = plan_of(question, options);
    if (!plan) return terminal.refuse(plan.error());
    const auto sprt = parse_sprt(options.sprt);
    if (!sprt) return terminal.refuse(sprt.error());
    const auto before = read_before(*plan, options.records);
    if (!before) return terminal.refuse(before.error());
    const Error unwritten{.key = "error.cli.write", .what = "file", .found = options.records};
    std::ofstream records;
    if (!options.records.empty()) {
        records.open(options.records, std::ios::app);
        if (!records) return terminal.refuse(unwritten);
    }
    const InterruptWatch watch;
    Scribe scribe(terminal, *plan, *sprt, records);
    const bool enough = !before->empty() && !scribe.go_on_from(*before, options.records);
    const Scores scores =
        enough ? scores_of(*before)
               : run_tournament(
                     *plan, [&](const PlayedGame& game, const Scores& now) { return scribe.note(game, now); },
                     interrupted, *before);
    const Status status = scribe.sum_up(scores);
    if (records.is_open() && !records) return terminal.refuse(unwritten);
    return status;
}

}  // namespace tavola::cli
