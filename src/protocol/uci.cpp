#include "protocol/uci.h"

#include <algorithm>
#include <istream>
#include <ostream>
#include <utility>

#include "shelf/truth.h"

namespace tavola::protocol {
namespace {

constexpr std::string_view no_move = "bestmove (none)";

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string spin_line(std::string_view name, int standard, int low, int high) {
    return "option name " + std::string(name) + " type spin default " + std::to_string(standard) + " min " +
           std::to_string(low) + " max " + std::to_string(high);
}

// At most so many bytes, and no half letter (UTF-8).
std::string_view beginning(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
    return text.substr(0, most);
}

// The lines that start with a wanted move, the best `most` of them.
void keep_wanted(Report& report, const std::vector<AnyMove>& wanted, std::size_t most) {
    std::erase_if(report.lines, [&](const Variation& line) {
        return line.moves.empty() || std::ranges::find(wanted, line.moves.front()) == wanted.end();
    });
    if (report.lines.size() > most) report.lines.resize(most);
}

}  // namespace

/// An option that is a number.
struct Uci::Spin {
    std::string_view name;
    int Options::* value;
    int low, high;
    void (*tell)(Engine&, int);  ///< for what the engine must know; else null
};

/// All that a search is about: it does not look at the board of the protocol, which may change meanwhile.
struct Uci::Question {
    AnyGamePtr game;
    std::vector<AnyPosition> positions;
    std::vector<AnyMove> wanted;  ///< from `searchmoves`; none: all
    Limits limits;
    std::size_t lines;  ///< to be told; for the sake of `wanted` more may have to be found
    int level;

    const AnyPosition& position() const { return positions.back(); }
    std::span<const AnyPosition> history() const { return std::span(positions).first(positions.size() - 1); }
};

Uci::Uci(Output output, std::uint64_t seed, const Bounds& bounds)
    : output_(std::move(output)), random_(seed), bounds_(bounds) {
    options_.hash = std::min(options_.hash, bounds.hash);
    options_.tables = bounds.tables;
    game_ = *make_game(options_.variant, options_.rules);
    positions_ = {game_->start()};
}

void Uci::command(std::string_view line) {
    struct Entry {
        std::string_view word;
        void (Uci::*obey)(Line);
    };
    static constexpr Entry entries[] = {
        {"uci", &Uci::identify},        {"isready", &Uci::is_ready},  {"setoption", &Uci::set_option},
        {"ucinewgame", &Uci::new_game}, {"position", &Uci::position}, {"go", &Uci::go},
        {"stop", &Uci::stop},           {"quit", &Uci::quit},         {"ponderhit", &Uci::ponder_hit},
        {"d", &Uci::print_position},
    };
    const std::vector<std::string_view> words = split(line);
    if (words.empty() || finished_) return;
    const Entry* entry = std::ranges::find(entries, words.front(), &Entry::word);
    if (entry == std::end(entries)) return note(in_quotes(words.front()) + " is unknown");
    (this->*entry->obey)(Line(words).subspan(1));
}

// ---- Who speaks

void Uci::identify(Line) {
    const Options standard;
    say("id name Távola " TAVOLA_VERSION);
    say("id author the Távola developers");
    for (const Spin& spin : spins())
        say(spin_line(spin.name, std::min(standard.*spin.value, spin.high), spin.low, spin.high));
    say("option name Ponder type check default false");
    std::string variants = "option name UCI_Variant type combo default " + standard.variant;
    for (const GameInfo& info : all_games()) variants.append(" var ").append(info.id);
    say(variants);
    say("option name Rules type string default " + standard.rules);
    say("option name TablePath type string default " + (bounds_.tables.empty() ? "<empty>" : bounds_.tables));
    say("uciok");
}

void Uci::is_ready(Line) {
    engine();
    say("readyok");
}

void Uci::quit(Line) {
    end_search();
    finished_ = true;
}

// ---- Options

std::vector<Uci::Spin> Uci::spins() const {
    return {
        {"Hash", &Options::hash, 1, bounds_.hash,
         [](Engine& engine, int value) { engine.set_hash(static_cast<std::size_t>(value)); }},
        {"Threads", &Options::threads, 1, bounds_.threads,
         [](Engine& engine, int value) { engine.set_threads(value); }},
        {"MultiPV", &Options::lines, 1, 256, nullptr},
        {"Level", &Options::level, 1, max_level, nullptr},
    };
}

// setoption name NAME [value VALUE], and both may be of several words.
void Uci::set_option(Line words) {
    const auto at = static_cast<std::size_t>(std::ranges::find(words, "value") - words.begin());
    if (words.empty() || words.front() != "name" || at < 2)
        return note("setoption: expected setoption name NAME value VALUE");
    const std::string name = join(words.first(at).subspan(1));
    const std::string value = join(words.subspan(std::min(at + 1, words.size())));
    for (const Spin& spin : spins())
        if (same_word(name, spin.name)) return set_spin(spin, value);
    if (same_word(name, "Ponder")) return set_ponder(value);
    // The same game again keeps its rules.
    if (same_word(name, "UCI_Variant")) return set_game(value, value == options_.variant ? options_.rules : "-");
    if (same_word(name, "Rules"))
        return set_game(options_.variant, value.empty() || value == "<empty>" ? "-" : value);
    if (same_word(name, "TablePath")) return set_tables(value == "<empty>" ? "" : value);
    note("setoption: there is no option " + in_quotes(name));
}

void Uci::set_spin(const Spin& spin, const std::string& value) {
    const auto wanted = number(value, spin.low, spin.high);
    if (!wanted)
        return note("setoption " + std::string(spin.name) + ": " + in_quotes(value) + " is not a number from " +
                    std::to_string(spin.low) + " to " + std::to_string(spin.high));
    options_.*spin.value = static_cast<int>(*wanted);
    if (spin.tell == nullptr || !engine_) return;
    end_search();
    spin.tell(*engine_, options_.*spin.value);
}

// Whether the other side lets the engine ponder; it does so whenever it is told to.
void Uci::set_ponder(const std::string& value) {
    if (value != "true" && value != "false")
        return note("setoption Ponder: " + in_quotes(value) + " is neither true nor false");
    options_.ponder = value == "true";
}

void Uci::set_game(const std::string& variant, const std::string& rules) {
    if (variant == options_.variant && rules == options_.rules) return;
    auto game = make_game(variant, rules);
    if (!game) return note(game.error());
    end_search();
    options_.variant = variant;
    options_.rules = rules;
    engine_.reset();
    game_ = *std::move(game);
    positions_ = {game_->start()};
}

void Uci::set_tables(const std::string& folder) {
    if (folder == options_.tables) return;
    end_search();
    options_.tables = folder;
    engine_.reset();
}

// ---- The position

void Uci::new_game(Line) {
    end_search();
    if (engine_) engine_->forget();
    positions_ = {game_->start()};
}

// position (startpos | fen TEXT) [moves MOVE...]
void Uci::position(Line words) {
    const auto at = static_cast<std::size_t>(std::ranges::find(words, "moves") - words.begin());
    const Line from = words.first(at);
    const Line moves = words.subspan(std::min(at + 1, words.size()));
    std::vector<AnyPosition> positions;
    if (from.size() == 1 && from.front() == "startpos") {
        positions = {game_->start()};
    } else if (from.size() > 1 && from.front() == "fen") {
        const auto position = game_->parse_position(join(from.subspan(1)));
        if (!position) return note(position.error());
        positions = {*position};
    } else {
        return note("position: expected position startpos, or position fen TEXT, then moves MOVE...");
    }
    for (const std::string_view word : moves) {
        const auto move = game_->parse_move(positions.back(), word);
        if (!move) return note(move.error());
        positions.push_back(game_->play(positions.back(), *move));
    }
    positions_ = std::move(positions);
}

void Uci::print_position(Line) { say(game_->print(positions_.back())); }

// ---- Searching

Engine& Uci::engine() {
    if (!engine_) {
        engine_ = make_engine(game_);
        for (const Spin& spin : spins())
            if (spin.tell != nullptr) spin.tell(*engine_, options_.*spin.value);
        if (!options_.tables.empty())
            engine_->set_oracle(shelf::open_truth(game_, std::make_shared<shelf::Shelf>(options_.tables)));
    }
    return *engine_;
}

void Uci::go(Line words) {
    // 1. Whoever asks waits for an answer: what cannot be understood is passed over.
    const Go go = parse_go(words);
    if (!go.unknown.empty()) note("go: not understood: " + join(go.unknown));
    // 2. Where nobody can move there is nothing to search.
    if (const Outcome outcome = game_->outcome(positions_.back()); outcome.over())
        return answer_nothing("the game is over: " + game_->print(outcome));
    if (game_->dice_to_throw(positions_.back())) return answer_nothing("the dice are to be thrown");
    Question question = this->question(go);
    // 3. A search that still runs answers first; then this one begins. While pondering, time does not count yet.
    end_search();
    engine();
    if (go.ponder) ponder_ = {go.endless(), std::exchange(question.limits.time, milliseconds(0))};
    const bool held = go.ponder || go.endless();
    thinking_.begin(
        [this, question = std::move(question)](const std::atomic<bool>& stop) { return think(question, stop); },
        [this](const std::string& answer) { say(answer); }, held);
}

void Uci::answer_nothing(std::string_view why) {
    end_search();
    note(why);
    say(no_move);
}

Uci::Question Uci::question(const Go& go) {
    const std::size_t choices = game_->moves(positions_.back()).size();
    Question question{.game = game_,
                      .positions = positions_,
                      .wanted = {},
                      .limits = {.depth = go.plies(),
                                 .nodes = go.nodes,
                                 .time = time_to_think(go, game_->turn(positions_.back()), choices),
                                 .lines = options_.lines,
                                 .whole_time = go.move_time.has_value()},
                      .lines = static_cast<std::size_t>(options_.lines),
                      .level = options_.level};
    if (bounds_.nodes > 0) question.limits.nodes = go.nodes > 0 ? std::min(go.nodes, bounds_.nodes) : bounds_.nodes;
    for (const std::string_view word : go.search_moves) {
        if (const auto move = game_->parse_move(positions_.back(), word))
            question.wanted.push_back(*move);
        else
            note(move.error());
    }
    // The engine looks at all moves, so the wanted ones are among its lines if it tells of all. If none of them is
    // legal, any move will do.
    if (!question.wanted.empty()) question.limits.lines = static_cast<int>(choices);
    return question;
}

// On the thread of the search. A choice among some moves only is analysis: there the level does not matter.
std::string Uci::think(const Question& question, const std::atomic<bool>& stop) {
    if (question.level == max_level || !question.wanted.empty()) return think_freely(question, stop);
    const AnyMove move = choose_move(*engine_, question.position(), question.history(), question.level, random_,
                                     question.limits, stop);
    return best_line(*question.game, question.position(), {{move}});
}

std::string Uci::think_freely(const Question& question, const std::atomic<bool>& stop) {
    const auto wanted = [&question](Report report) {
        if (!question.wanted.empty()) keep_wanted(report, question.wanted, question.lines);
        return report;
    };
    const auto tell = [&](const Report& report) {
        for (std::size_t i = 0; i < report.lines.size(); ++i) say(info_line(*question.game, report, i));
    };
    std::optional<std::uint64_t> told;
    const Report last = wanted(
        engine_->think(question.position(), question.history(), question.limits, stop, [&](const Report& report) {
            tell(wanted(report));
            told = report.nodes;
        }));
    // What was found since the last full depth is told too, so that the last line shows the move that is played.
    if (told != last.nodes) tell(last);
    // Stopped before any wanted move was looked at: the first of them, then.
    const std::vector<AnyMove>& unseen = question.wanted;
    if (last.lines.empty())
        return best_line(*question.game, question.position(),
                         std::span(unseen).first(std::min<std::size_t>(unseen.size(), 1)));
    return best_line(*question.game, question.position(), last.lines.front().moves);
}

void Uci::stop(Line) { end_search(); }

void Uci::ponder_hit(Line) {
    if (!ponder_) return note("ponderhit: nothing is pondered on");
    if (!ponder_->endless) thinking_.release(ponder_->time);
    ponder_.reset();
}

void Uci::end_search() {
    thinking_.end();
    ponder_.reset();
}

// ---- Output

void Uci::say(std::string_view line) {
    const std::lock_guard lock(speaking_);
    output_(line);
}

// What somebody wrote is repeated, but never as something else than one line, nor at any length.
void Uci::note(std::string_view text) {
    constexpr std::size_t most = 500;
    std::string line = "info string " + std::string(beginning(text, most)) + (text.size() > most ? "..." : "");
    std::ranges::replace_if(line, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
    say(line);
}

void run(std::istream& in, std::ostream& out, std::uint64_t seed, const Bounds& bounds) {
    // Reading would flush a tied output while the search writes to it.
    std::ostream* const tied = in.tie(nullptr);
    {
        Uci uci([&out](std::string_view line) { out << line << std::endl; }, seed, bounds);
        for (std::string line; !uci.finished() && std::getline(in, line);) uci.command(line);
    }
    in.tie(tied);
}

}  // namespace tavola::protocol
