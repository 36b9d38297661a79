#include "cli/play.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "api/api.h"
#include "cli/draw.h"
#include "cli/tables.h"
#include "games/text.h"
#include "match/record.h"
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

/// What a person can ask for besides a move; every word works in every language.
enum class Command { none, moves, undo, draw, resign, show, position, save, quit, help, cancel };

Command command_of(const std::string& word) {
    struct Entry {
        std::string_view word;
        Command command;
    };
    static constexpr Entry entries[] = {
        {"moves", Command::moves},      {"lances", Command::moves},      {"?", Command::moves},
        {"hint", Command::moves},       {"dica", Command::moves},        {"undo", Command::undo},
        {"desfazer", Command::undo},    {"draw", Command::draw},         {"empate", Command::draw},
        {"resign", Command::resign},    {"desistir", Command::resign},   {"show", Command::show},
        {"ver", Command::show},         {"position", Command::position}, {"posição", Command::position},
        {"posicao", Command::position}, {"save", Command::save},         {"gravar", Command::save},
        {"quit", Command::quit},        {"exit", Command::quit},         {"sair", Command::quit},
        {"help", Command::help},        {"ajuda", Command::help},        {"cancel", Command::cancel},
        {"cancelar", Command::cancel},
    };
    const auto* entry = std::ranges::find(entries, std::string_view(word), &Entry::word);
    return entry == std::end(entries) ? Command::none : entry->command;
}

/// One game at one terminal.
class Session {
  public:
    Session(const Terminal& terminal, Match match, const PlayOptions& options)
        : terminal_(terminal),
          words_(terminal.words),
          match_(std::move(match)),
          options_(options),
          dice_(options.seed),
          clock_(options.clock, match_.game().players()) {
        if (options.level == 0) return;
        engine_ = make_engine(match_.game_ptr());
        if (options.level < max_level) return;
        // At full strength it knows what the tables know; those of a small game are made meanwhile.
        const auto shelf = open_shelf(options.tables);
        if (shelf::quickly_solved(match_.game())) solving_.emplace(match_.game_ptr(), shelf);
        engine_->set_oracle(shelf::open_truth(match_.game_ptr(), shelf));
    }

    Status run() {
        if (!terminal_.json)
            say(engine_ ? "play.welcome.computer" : "play.welcome",
                {{"game", words_.say("game." + std::string(game().id()))},
                 {"side", side(Player(options_.side))},
                 {"number", std::to_string(options_.level)}});
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
        return words_.say("side." + std::string(game().id()) + "." + std::to_string(player.index()));
    }

    // ---- what is seen
    // ----------------------------------------------------------------------------------------

    void show() const {
        if (terminal_.json) return show_json();
        DrawStyle style = draw_style(terminal_);
        style.marked = last_touched();
        terminal_.out << '\n' << draw(game(), match_.position(), style) << '\n';
        if (!clock_.control().unlimited()) {
            std::vector<std::string> times;
            for (int i = 0; i < game().players(); ++i)
                times.push_back(words_.say("play.clock", {{"side", side(Player(i))},
                                                          {"time", minutes(clock_.remaining(Player(i), now()))}}));
            terminal_.out << join(times) << '\n';
        }
        say(game().dice_to_throw(match_.position()) ? "play.throw" : "play.turn", {{"side", side(match_.turn())}});
    }

    void show_json() const {
        json state = api::position_json(game(), match_.position());
        state["moves"] = game().move_words(match_.position());
        state["verdict"] = match_.over() ? json(match_.verdict().why) : json();
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
        switch (command_of(words[0])) {
            case Command::none: touch(words); break;
            case Command::moves: list_moves(argument); break;
            case Command::undo: undo(); break;
            case Command::draw:
                if (auto agreed = match_.agree(); !agreed) complain(agreed.error());
                break;
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

    bool computers_turn() const { return engine_ && match_.turn() != Player(options_.side); }

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

    Record record() const { return record_of(match_, {{"Date", today()}}); }

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
        terminal_.out << '\n' << draw(game(), match_.position(), style) << '\n';
        const std::string why = words_.say("why." + std::string(match_.verdict().why));
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
    Random dice_;
    Clock clock_;
    std::unique_ptr<Engine> engine_;  // where the computer plays too
    std::optional<shelf::Background> solving_;
    std::atomic<bool> never_stop_{false};
    std::vector<std::string> touched_;  // of a move that is not yet whole
    bool redraw_ = false;
};

}  // namespace

Status play(const Terminal& terminal, const Question& question, const PlayOptions& options) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    return Session(terminal, Match(table->game, table->position, table->game->custom()), options).run();
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
