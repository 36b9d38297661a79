#include "cli/play.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "api/api.h"
#include "api/conventions.h"
#include "cli/draw.h"
#include "cli/tables.h"
#include "games/text.h"
#include "match/countdown.h"
#include "match/record.h"
#include "search/consent.h"
#include "search/engine.h"
#include "shelf/background.h"
#include "shelf/truth.h"

namespace tavola::cli {
namespace {

using nlohmann::json;

Instant now() { return std::chrono::duration_cast<Instant>(std::chrono::steady_clock::now().time_since_epoch()); }

std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

// 5:03
std::string minutes(Milliseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    const std::string rest = std::to_string(seconds % 60);
    return std::to_string(seconds / 60) + (rest.size() == 1 ? ":0" : ":") + rest;
}

std::string today() {
    const std::time_t time = std::time(nullptr);
    std::tm day{};
    localtime_r(&time, &day);
    char text[16];
    std::strftime(text, sizeof text, "%Y.%m.%d", &day);
    return text;
}

// An end by quiet play is announced so many plies before.
constexpr int warned_plies = 10;

std::string colour_key(const AnyGame& game, int colour) {
    return "colour." + std::string(game.id()) + "." + std::to_string(colour);
}

/// What a person can ask for besides a move; every word works in every language.
enum class Command { none, moves, undo, draw, resign, show, position, save, quit, help, cancel, yes, no };

Command command_of(const std::string& word) {
    struct Entry {
        std::string_view word;
        Command command;
    };
    static constexpr Entry entries[] = {
        {"moves", Command::moves},
        {"lances", Command::moves},
        {"?", Command::moves},
        {"hint", Command::moves},
        {"dica", Command::moves},
        {"undo", Command::undo},
        {"desfazer", Command::undo},
        {"draw", Command::draw},
        {"empate", Command::draw},
        {"resign", Command::resign},
        {"desistir", Command::resign},
        {"show", Command::show},
        {"ver", Command::show},
        {"position", Command::position},
        {"posição", Command::position},
        {"posicao", Command::position},
        {"save", Command::save},
        {"gravar", Command::save},
        {"quit", Command::quit},
        {"exit", Command::quit},
        {"sair", Command::quit},
        {"help", Command::help},
        {"ajuda", Command::help},
        {"cancel", Command::cancel},
        {"cancelar", Command::cancel},
        {"yes", Command::yes},
        {"sim", Command::yes},
        {"y", Command::yes},
        {"s", Command::yes},
        {"no", Command::no},
        {"não", Command::no},
        {"nao", Command::no},
        {"n", Command::no},
    };
    const auto* entry = std::ranges::find(entries, std::string_view(word), &Entry::word);
    return entry == std::end(entries) ? Command::none : entry->command;
}

/// What was settled before the game.
struct Sitting {
    Player side;      ///< the person's own, against the computer
    Colours colours;  ///< of the players
    bool lots_for_side = false, lots_for_colour = false;
};

/// One game at one terminal.
class Session {
  public:
    Session(const Terminal& terminal, Match match, const PlayOptions& options, const Sitting& sitting)
        : terminal_(terminal),
          words_(terminal.words),
          match_(std::move(match)),
          options_(options),
          sitting_(sitting),
          dice_(options.seed),
          clock_(options.clock, match_.game().players()) {
        if (options.level == 0) return;
        engine_ = make_engine(match_.game_ptr());
        if (options.level < max_level) return;
        // At full strength it knows what the tables know; those of a small game are made meanwhile.
        const auto shelf = open_shelf(options.tables);
        if (shelf::quickly_solved(match_.game())) solving_.emplace(match_.game_ptr(), shelf);
        oracle_ = shelf::open_truth(match_.game_ptr(), shelf);
        engine_->set_oracle(oracle_);
    }

    Status run() {
        if (!terminal_.json)
            say(engine_ ? "play.welcome.computer" : "play.welcome",
                {{"game", words_.say("game." + std::string(game().id()))},
                 {"side", side(sitting_.side)},
                 {"number", std::to_string(options_.level)}});
        tell_lots();
        bool redraw = true;
        while (!match_.over()) {
            clock_.turn_to(match_.turn(), now());
            if (computers_turn()) {
                answer();
                redraw = true;
                continue;
            }
            if (redraw) show();
            redraw = false;
            std::string line;
            if (!terminal_.json) terminal_.out << words_.say("play.prompt") << std::flush;
            if (!std::getline(terminal_.in, line)) break;
            if (const auto player = clock_.fallen(now())) {
                [[maybe_unused]] const auto left = match_.leave(*player, Ending::time);
                redraw = true;
                continue;
            }
            const std::size_t before = match_.steps().size();
            if (!obey(line)) break;
            redraw = redraw_ || match_.steps().size() != before;
            redraw_ = false;
        }
        return finish();
    }

  private:
    const AnyGame& game() const { return match_.game(); }

    void say(std::string_view key, std::initializer_list<Words::Part> parts = {}) const {
        terminal_.out << words_.say(key, parts) << '\n';
    }
    void complain(const Error& error) const {
        if (terminal_.json)
            terminal_.out << json{{"error", api::to_json(error)}}.dump() << std::endl;
        else
            terminal_.out << words_.say(error) << '\n';
    }

    std::string side(Player player) const {
        if (sitting_.colours == Colours())
            return words_.say("side." + std::string(game().id()) + "." + std::to_string(player.index()));
        return words_.say("side.coloured",
                          {{"colour", colour(player)}, {"player", game().print(Outcome::win(player))}});
    }
    std::string colour(Player player) const { return words_.say(colour_key(game(), sitting_.colours[player])); }

    void tell_lots() const {
        if (!sitting_.lots_for_side && !sitting_.lots_for_colour) return;
        if (terminal_.json) {
            terminal_.out << json{{"side", sitting_.side.index()},
                                  {"colours", api::colours_json(sitting_.colours, game())}}
                                 .dump()
                          << std::endl;
            return;
        }
        if (sitting_.lots_for_side)
            say(engine_ ? "play.lots" : "play.lots.people", {{"side", side(sitting_.side)}});
        else
            say("play.lots.colour", {{"side", side(player_x)}});
    }

    // ---- what is seen
    // ----------------------------------------------------------------------------------------

    void show() const {
        if (terminal_.json) return show_json();
        DrawStyle style = draw_style(terminal_);
        style.marked = last_touched();
        style.colours = sitting_.colours;
        terminal_.out << '\n' << draw(game(), match_.position(), style) << '\n';
        if (!clock_.control().unlimited()) {
            std::vector<std::string> times;
            for (int i = 0; i < game().players(); ++i)
                times.push_back(words_.say("play.clock", {{"side", side(Player(i))},
                                                          {"time", minutes(clock_.remaining(Player(i), now()))}}));
            terminal_.out << join(times) << '\n';
        }
        warn();
        say(game().dice_to_throw(match_.position()) ? "play.throw" : "play.turn", {{"side", side(match_.turn())}});
    }

    /// An end in which nobody wins by a move is announced before it strikes.
    void warn() const {
        const Custom& custom = match_.custom();
        if (const int times = match_.repeated();
            custom.repetitions > 0 && times > 1 && times + 1 == custom.repetitions)
            say("play.near.repetition", {{"count", std::to_string(times)}, {"result", result(match_.settled())}});
        const int left = custom.quiet_plies - match_.quiet();
        if (custom.quiet_plies > 0 && match_.quiet() > 0 && left <= warned_plies)
            say("play.near.quiet", {{"count", std::to_string(match_.quiet())},
                                    {"left", std::to_string(left)},
                                    {"result", result(match_.settled())}});
        if (const auto counted = countdown(game(), match_.position());
            counted && counted->limit - counted->count <= warned_plies)
            say("play.near." + std::string(counted->why),
                {{"count", std::to_string(counted->count)},
                 {"left", std::to_string(counted->limit - counted->count)}});
    }

    /// `black 2, white 0`; empty where nothing is counted.
    std::string score(const Verdict& verdict) const {
        std::string text;
        for (std::size_t i = 0; i < verdict.score.size(); ++i)
            text.append(text.empty() ? "" : ", ")
                .append(words_.say("play.score", {{"side", colour(Player(static_cast<int>(i)))},
                                                  {"count", std::to_string(verdict.score[i])}}));
        return text;
    }

    /// What a game would come to: `a draw`, or `black 2, white 0: black wins`.
    std::string result(const Verdict& verdict) const {
        std::string text = words_.say("play.result.drawn");
        for (int i = 0; i < game().players(); ++i)
            if (verdict.outcome.won_by(Player(i))) text = words_.say("play.result.won", {{"side", side(Player(i))}});
        const std::string counted = score(verdict);
        return counted.empty() ? text : words_.say("play.result.score", {{"score", counted}, {"result", text}});
    }

    void show_json() const {
        json state = api::position_json(game(), match_.position());
        state["moves"] = game().move_words(match_.position());
        state["verdict"] = match_.over() ? json(match_.verdict().why) : json();
        if (match_.over())
            state["ending"] = api::ending_json(game(), match_.verdict());
        else
            state["standing"] = api::standing_json(match_);
        terminal_.out << state.dump() << std::endl;
    }

    // The cells that the last move changed.
    CellSet last_touched() const {
        CellSet cells;
        if (match_.steps().empty() || !match_.steps().back().move) return cells;
        const AnyPosition& before = match_.position(match_.steps().size() - 1);
        for (const Effect& effect : game().effects(before, *match_.steps().back().move)) {
            if (effect.kind == EffectKind::dice || effect.kind == EffectKind::pass) continue;
            if (effect.from.on_board()) cells |= effect.from.cell();
            if (effect.to.on_board()) cells |= effect.to.cell();
        }
        return cells;
    }

    // ---- what is said
    // ----------------------------------------------------------------------------------------

    /// Does what a line asks for; false to leave.
    bool obey(const std::string& line) {
        const std::vector<std::string> words = split(line);
        if (words.empty()) {
            if (game().dice_to_throw(match_.position())) throw_dice();
            return true;
        }
        // What follows the command, spaces and all: it may be a file's name.
        const std::size_t command_end = line.find(words[0]) + words[0].size();
        const std::size_t rest = std::min(line.find_first_not_of(" \t\r", command_end), line.size());
        const std::string argument = line.substr(rest, line.find_last_not_of(" \t\r") + 1 - rest);
        const Command command = command_of(words[0]);
        if (offered_ && command != Command::quit) {
            answer_offer(command);
            return true;
        }
        switch (command) {
            case Command::yes:
            case Command::no:
            case Command::none: touch(words); break;
            case Command::moves: list_moves(argument); break;
            case Command::undo: undo(); break;
            case Command::draw: offer(); break;
            case Command::resign:
                if (auto left = match_.leave(match_.turn()); !left) complain(left.error());
                break;
            case Command::show: redraw_ = true; break;
            case Command::position: terminal_.out << game().print(match_.position()) << '\n'; break;
            case Command::save: save(argument); break;
            case Command::quit: return false;
            case Command::help: help(); break;
            case Command::cancel:
                touched_.clear();
                say("play.forgot");
                break;
        }
        return true;
    }

    bool computers_turn() const { return engine_ && match_.turn() != sitting_.side; }

    // ---- ending it by agreement
    // ----------------------------------------------------------------------------------------

    /// A draw or an armistice is offered with the result that it would give. The other side answers; and against the
    /// computer, whoever would win or lose by it says first that it is meant.
    void offer() {
        if (const auto right = match_.may_agree(); !right) return complain(right.error());
        const Verdict settled = match_.settled();
        if (engine_ && settled.outcome.drawn()) return ask_computer();
        offered_ = true;
        ask();
    }

    void ask() const {
        const Verdict settled = match_.settled();
        if (terminal_.json) {
            json offered = api::ending_json(game(), settled);
            offered.erase("why");
            terminal_.out << json{{"offer", offered}}.dump() << std::endl;
            return;
        }
        const Player other = engine_ ? sitting_.side : match_.turn().opponent();
        say(settled.score.empty() ? "play.draw.asked" : "play.draw.asked.score",
            {{"side", side(other)}, {"result", result(settled)}});
    }

    void answer_offer(Command command) {
        if (command != Command::yes && command != Command::no) return ask();
        offered_ = false;
        if (command == Command::no) {
            if (!terminal_.json) say("play.draw.refused");
        } else if (engine_) {
            ask_computer();
        } else {
            std::ignore = match_.agree();
        }
    }

    void ask_computer() {
        std::vector<AnyPosition> history;
        for (std::size_t n = 0; n < match_.steps().size(); ++n) history.push_back(match_.position(n));
        const Offer offer{.position = match_.position(),
                          .history = history,
                          .plies = static_cast<int>(history.size()),
                          .player = sitting_.side.opponent()};
        const Limits limits{.depth = 0, .nodes = 0, .time = options_.thinking, .lines = 1};
        const auto asked = make_engine(match_.game_ptr());
        asked->set_oracle(oracle_);
        const bool accept = consider(*asked, offer, options_.level, limits, never_stop_).accept;
        if (terminal_.json)
            terminal_.out << json{{"accept", accept}}.dump() << std::endl;
        else
            say(accept ? "play.draw.accepted" : "play.draw.declined");
        if (accept) std::ignore = match_.agree();
    }

    /// The computer throws or moves.
    void answer() {
        if (game().dice_to_throw(match_.position())) return throw_dice();
        std::vector<AnyPosition> history;
        for (std::size_t n = 0; n < match_.steps().size(); ++n) history.push_back(match_.position(n));
        const Limits limits{.depth = 0, .nodes = 0, .time = options_.thinking, .lines = 1, .whole_time = true};
        const AnyMove move =
            choose_move(*engine_, match_.position(), history, options_.level, dice_, limits, never_stop_);
        if (!terminal_.json) say("play.computer", {{"move", game().print(move)}});
        match_.play(move);
    }

    void throw_dice() {
        const auto thrown = game().random_move(match_.position(), dice_);
        if (!thrown) return;
        tell_throw(*thrown);
        match_.play(*thrown);
    }

    void tell_throw(AnyMove move) const {
        if (terminal_.json) return;
        for (const Effect& effect : game().effects(match_.position(), move))
            if (effect.kind == EffectKind::dice)
                say(effect.count == 1 ? "play.thrown.one" : "play.thrown", {{"side", side(match_.turn())},
                                                                            {"throw", game().print(move)},
                                                                            {"cells", std::to_string(effect.count)}});
    }

    /// A move as a word, or touches one by one: what continues no gesture is refused, and what was touched before
    /// stays touched.
    void touch(const std::vector<std::string>& words) {
        if (words.size() == 1 && touched_.empty())
            if (const auto move = game().parse_move(match_.position(), words[0])) return make(*move);
        for (const std::string& word : words) {
            std::optional<AnyMove> whole;
            const std::vector<std::string> next = continuations(whole, word);
            if (whole) return make(*whole);
            if (next.empty()) return refuse_touch(join(words));
            touched_.push_back(word);
            if (&word == &words.back()) say("play.next", {{"words", join(next)}});
        }
    }

    /// What could be touched after `touched_` and one more word (none if it is empty); and the move, if that makes
    /// one whole.
    std::vector<std::string> continuations(std::optional<AnyMove>& whole_move, const std::string& word) const {
        std::vector<std::string> touches = touched_;
        if (!word.empty()) touches.push_back(word);
        std::vector<std::string> next;
        for (const AnyMove move : game().moves(match_.position()))
            for (const Gesture& gesture : game().gestures(match_.position(), move)) {
                std::vector<std::string> whole;
                for (const Touch& touch : gesture) whole.emplace_back(touch.word(game().board()));
                if (whole == touches) whole_move = move;
                if (whole.size() > touches.size() && std::equal(touches.begin(), touches.end(), whole.begin()))
                    next.push_back(whole[touches.size()]);
            }
        std::ranges::sort(next);
        next.erase(std::ranges::unique(next).begin(), next.end());
        return next;
    }

    void refuse_touch(const std::string& word) const {
        if (touched_.empty()) {
            if (const auto move = game().parse_move(match_.position(), word); !move) complain(move.error());
            return;
        }
        std::optional<AnyMove> none;
        const auto found = find_word(word, continuations(none, {}));
        if (!found) complain(found.error());
    }

    void make(AnyMove move) {
        touched_.clear();
        tell_throw(move);
        match_.play(move);
    }

    void list_moves(const std::string& start) const {
        std::vector<std::string> words = game().move_words(match_.position());
        std::erase_if(words, [&](const std::string& word) { return !word.starts_with(start); });
        say("play.moves", {{"count", std::to_string(words.size())}, {"words", join(words)}});
    }

    void undo() {
        if (!touched_.empty()) {
            touched_.clear();
            return say("play.forgot");
        }
        const bool undone = match_.undo();
        // Against the computer, back to one's own last decision.
        while (undone && computers_turn() && match_.undo()) {
        }
        say(undone ? "play.undone" : "play.nothing");
    }

    void help() const {
        const std::vector<std::string> legal = game().move_words(match_.position());
        say("play.help", {{"example", legal.empty() ? "" : legal.front()}});
    }

    // ---- the end
    // ---------------------------------------------------------------------------------------------

    Record record() const {
        Record record = record_of(match_, {{"Date", today()}});
        record.colours = sitting_.colours;
        return record;
    }

    bool save(const std::string& file) const {
        std::ofstream out(file);
        out << print_record(record());
        out.close();
        if (!out) {
            complain({.key = "error.cli.write", .what = "file", .found = file});
            return false;
        }
        say("play.saved", {{"file", file}});
        return true;
    }

    Status finish() const {
        if (match_.over()) {
            show_end();
        } else if (!terminal_.json) {
            terminal_.out << '\n';
            say("play.stopped");
        }
        if (terminal_.json) {
            terminal_.out << json{{"record", print_record(record())}}.dump() << std::endl;
            if (options_.record_file.empty()) return good;
        }
        if (!options_.record_file.empty()) return save(options_.record_file) ? good : bad_input;
        say("play.record");
        terminal_.out << '\n' << print_record(record()) << '\n';
        say("play.bye");
        return good;
    }

    void show_end() const {
        if (terminal_.json) return show_json();
        DrawStyle style = draw_style(terminal_);
        style.marked = last_touched();
        style.colours = sitting_.colours;
        terminal_.out << '\n' << draw(game(), match_.position(), style) << '\n';
        std::string why = words_.say("why." + std::string(match_.verdict().why),
                                     {{"count", std::to_string(match_.verdict().count)}});
        if (const std::string counted = score(match_.verdict()); !counted.empty())
            why = words_.say("play.counted", {{"why", why}, {"score", counted}});
        std::vector<std::string> winners;
        for (int i = 0; i < game().players(); ++i)
            if (match_.verdict().outcome.won_by(Player(i))) winners.push_back(side(Player(i)));
        if (winners.empty())
            say("play.drawn", {{"why", why}});
        else
            say(winners.size() == 1 ? "play.won" : "play.won.pair",
                {{"side", winners.front()}, {"other", winners.back()}, {"why", why}});
    }

    const Terminal& terminal_;
    const Words& words_;
    Match match_;
    PlayOptions options_;
    Sitting sitting_;
    Random dice_;
    Clock clock_;
    std::unique_ptr<Engine> engine_;  // where the computer plays too
    std::shared_ptr<const Oracle> oracle_;
    std::optional<shelf::Background> solving_;
    std::atomic<bool> never_stop_{false};
    std::vector<std::string> touched_;  // of a move that is not yet whole
    bool redraw_ = false;
    bool offered_ = false;  // to end the game, and not answered yet
};

constexpr std::string_view lots = "lots";

// x and o, the players' numbers, or by lots.
Result<Player> side_of(const AnyGame& game, const std::string& text, Random& random) {
    if (text.empty()) return player_x;
    if (text == lots) return Player(static_cast<int>(random.below(static_cast<std::uint32_t>(game.players()))));
    std::string known;
    for (int i = 0; i < game.players(); ++i) {
        const std::string name = game.print(Outcome::win(Player(i)));
        if (text == name || text == std::to_string(i + 1)) return Player(i);
        known.append(name).append(", ");
    }
    return Failure(Error{.key = "error.cli.side", .what = "cli", .found = text, .expected = known.append(lots)});
}

// Who has which colour, if this side has that one: a word of either language, a number, or by lots. Two players change
// places or do not.
Result<Colours> colours_of(const AnyGame& game, Player side, const std::string& text, Random& random) {
    if (text.empty()) return Colours();
    if (!game.free_colours())
        return Failure(Error{.key = "error.colours.fixed",
                             .what = "colours",
                             .found = text,
                             .expected = print_colours(Colours(), game)});
    int wanted = text == lots ? static_cast<int>(random.below(2)) : -1;
    std::string known;
    for (int colour = 0; colour < game.players(); ++colour)
        for (const Language language : {Language::en, Language::pt}) {
            const std::string word = Words(language).say(colour_key(game, colour));
            if (text == word || text == std::to_string(colour + 1)) wanted = colour;
            known.append(word).append(", ");
        }
    if (wanted < 0)
        return Failure(
            Error{.key = "error.cli.colour", .what = "cli", .found = text, .expected = known.append(lots)});
    const bool own = wanted == side.index();
    return Colours::of(std::array{own ? 0 : 1, own ? 1 : 0}, game);
}

}  // namespace

Status play(const Terminal& terminal, const Question& question, const PlayOptions& options) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    const AnyGame& game = *table->game;
    Custom custom = game.custom();
    for (const std::string& text : options.arbiter)
        if (const auto set = set_convention(custom, text); !set) return terminal.refuse(set.error());
    if (const auto right = check_custom(custom, game); !right) return terminal.refuse(right.error());
    Random random(options.seed);
    const auto side = side_of(game, options.side, random);
    if (!side) return terminal.refuse(side.error());
    const auto colours = colours_of(game, *side, options.colour, random);
    if (!colours) return terminal.refuse(colours.error());
    const Sitting sitting{.side = *side,
                          .colours = *colours,
                          .lots_for_side = options.side == lots,
                          .lots_for_colour = options.colour == lots};
    return Session(terminal, Match(table->game, table->position, custom), options, sitting).run();
}

std::optional<std::string> choose_game(const Terminal& terminal) {
    const auto& games = all_games();
    for (std::size_t i = 0; i < games.size(); ++i)
        terminal.out << i + 1 << "  " << terminal.words.say("game." + std::string(games[i].id)) << '\n';
    terminal.out << terminal.words.say("play.choose") << '\n';
    for (std::string line;;) {
        terminal.out << terminal.words.say("play.prompt") << std::flush;
        if (!std::getline(terminal.in, line)) return {};
        const std::vector<std::string> words = split(line);
        if (words.empty()) continue;
        if (command_of(words[0]) == Command::quit) return {};
        for (std::size_t i = 0; i < games.size(); ++i)
            if (words[0] == games[i].id || words[0] == std::to_string(i + 1)) return std::string(games[i].id);
        const auto unknown = make_game(words[0], std::span<const Setting>());
        if (!unknown) terminal.out << terminal.words.say(unknown.error()) << '\n';
    }
}

}  // namespace tavola::cli
