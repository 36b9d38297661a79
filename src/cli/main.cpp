// The program `tavola`: reads the command line and hands each verb its question.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>

#include "cli/analyse.h"
#include "cli/arena.h"
#include "cli/dice.h"
#include "cli/engine.h"
#include "cli/keep.h"
#include "cli/load.h"
#include "cli/play.h"
#include "cli/probe.h"
#include "cli/processor.h"
#include "cli/serve.h"
#include "cli/tables.h"
#include "cli/tune.h"
#include "cli/verbs.h"

namespace {

using namespace tavola;
using namespace tavola::cli;

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

Language language_of_environment() {
    for (const char* name : {"TAVOLA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"})
        if (const std::string_view value = environment(name); !value.empty()) return language_of_locale(value);
    return Language::en;
}

// Colours where a person looks on, unless asked not to (https://no-color.org).
bool colour_wanted() {
    return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb" &&
           !environment("TERM").empty();
}

/// What the command line said, before anybody has looked whether it makes sense.
struct Arguments {
    std::string game, preset, position, language, file, clock = "-", record;
    std::vector<std::string> settings, moves;
    bool json = false, divide = false, has_position = false, colour = false;
    int depth = 1, plies = 1000, level = 0, lines = 3, threads = 1, milliseconds = 0;
    std::uint64_t nodes = 0;
    std::string side, side_colour;
    std::vector<std::string> arbiter;
    std::uint64_t seed = 0;
    bool has_seed = false;
};

Result<Question> question_of(const Arguments& arguments) {
    Question question{.game = arguments.game, .settings = {}, .position = {}};
    if (!arguments.preset.empty()) question.settings.push_back({"preset", arguments.preset});
    for (const std::string& text : arguments.settings) {
        const auto settings = parse_settings(text);
        if (!settings) return Failure(settings.error());
        question.settings.insert(question.settings.end(), settings->begin(), settings->end());
    }
    if (arguments.has_position) question.position = arguments.position;
    return question;
}

constexpr std::string_view verb_names[] = {"games", "start",  "moves",  "apply",   "status", "show",
                                           "perft", "random", "play",   "analyse", "engine", "match",
                                           "bench", "tune",   "solve",  "verify",  "probe",  "tables",
                                           "serve", "export", "import", "backup",  "dice",   "load"};

std::string known_verbs() {
    std::string text;
    for (std::string_view verb : verb_names) text.append(text.empty() ? "" : ", ").append(verb);
    return text;
}

class Program {
  public:
    Program() {
        app_.require_subcommand(0, 1);
        app_.set_help_flag("--help,-h", "Print this help and leave");
        app_.set_version_flag("--version", "tavola " TAVOLA_VERSION, "Print the version and leave");
        app_.footer("Games: trilha, abalone, trench, niout, policiais, pretoa. 'tavola VERB --help' tells more.");
        app_.add_option("--lang", arguments_.language, "Language of what players read: pt or en")
            ->check(CLI::IsMember({"pt", "en"}));
        plain("games", "The games, their presets and options");
        about_game("start", "The start position");
        about_game("moves", "The legal actions, one a line, sorted");
        about_game("apply", "The position after these actions")
            ->add_option("moves", arguments_.moves, "Actions in order")
            ->required();
        about_game("status", "ongoing, x, o or draw (Niout: ongoing, or the winner's number)");
        about_game("show", "The board, drawn")
            ->add_flag("--colour", arguments_.colour, "Colours even where no terminal is");
        CLI::App* perft = about_game("perft", "How many sequences of actions there are");
        perft->get_option("game")->required(false);
        perft->add_option("--depth", arguments_.depth, "Length of the sequences");
        perft->add_flag("--divide", arguments_.divide, "Count for each first action, then the total");
        perft->add_option("--file", arguments_.file,
                          "Check lines game<TAB>options<TAB>position<TAB>depth<TAB>count; exit 1 if any differs");
        CLI::App* random = about_game("random", "A random game: position<TAB>action lines, then position and status");
        random->add_option("--seed", arguments_.seed, "The same seed, the same game");
        random->add_option("--plies", arguments_.plies, "At most so many actions")->check(CLI::Range(0, 1000000));
        CLI::App* play = about_game("play", "A game in the terminal, for the people in front of it");
        play->get_option("game")->required(false);
        play->add_option("--clock", arguments_.clock, "Seconds: 300, 300+5, 300d5, 60/turn");
        play->add_option("--record", arguments_.record, "Write the game's record to this file");
        play->add_option("--level", arguments_.level, "Against the computer, from 1 (a first game) to 10")
            ->check(CLI::Range(1, max_level));
        play->add_option("--side", arguments_.side,
                         "Which side is yours against the computer: x, o, a number, or lots");
        play->add_option("--colour", arguments_.side_colour,
                         "Its colour, where that is free (trilha): yellow, red, or lots");
        play->add_option("--arbiter", arguments_.arbiter,
                         "What ends a game: repetitions=N, quiet-plies=N (0: never), agreement=no, insufficient=no "
                         "(repeatable)")
            ->allow_extra_args(false);
        play->add_option("--time", arguments_.milliseconds, "Milliseconds that the computer may take for a move")
            ->check(CLI::Range(1, 3600000));
        play->add_option("--seed", arguments_.seed, "For the dice; the same seed, the same throws")
            ->each([this](const std::string&) { arguments_.has_seed = true; });
        add_tables_option(play);
        add_thinking_verbs();
        add_table_verbs();
        add_serve_verb();
        add_keeping_verbs();
    }

    void add_thinking_verbs() {
        CLI::App* analyse = about_game("analyse", "The best lines with their scores, for a position or a record");
        analyse->get_option("game")->required(false);
        analyse->add_option("moves", arguments_.moves, "Actions to play first");
        analyse->add_option("--record", arguments_.record, "Go through the records of this file");
        analyse->add_option("--lines", arguments_.lines, "How many lines")->check(CLI::Range(1, 500));
        analyse->add_option("--depth", arguments_.depth, "Look so many plies ahead")->check(CLI::Range(1, 98));
        analyse->add_option("--nodes", arguments_.nodes, "Look at so many positions");
        analyse->add_option("--time", arguments_.milliseconds, "Think so many milliseconds (default 1000)")
            ->check(CLI::Range(1, 3600000));
        analyse->add_option("--threads", arguments_.threads, "Think with so many threads")->check(CLI::Range(1, 256));
        add_tables_option(analyse);
        CLI::App* match = about_game("match", "Two players against each other: score, Elo and error bars");
        match
            ->add_option("first", arena_.first,
                         "level:1..10, nodes:N, depth:N, time:MS, random, greedy, furthest, cmd:PROGRAM ARGS")
            ->required();
        match->add_option("second", arena_.second, "Likewise")->required();
        match->add_option("--games", arena_.games, "Rounded up to pairs")->check(CLI::Range(1, 1000000));
        match->add_option("--concurrency", arena_.concurrency, "Games at a time")->check(CLI::Range(1, 256));
        match->add_option("--seed", arena_.seed, "The same seed, the same games");
        match->add_option("--opening-plies", arena_.opening_plies, "Exactly so many random moves before each pair")
            ->check(CLI::Range(0, 100));
        match->add_option("--sprt", arena_.sprt, "elo0,elo1: stop when one is accepted");
        match->add_option("--records", arena_.records, "Write all games to this file; goes on where it ends");
        match->add_flag("--adjudicate", arena_.adjudicate, "End games where tables know how they must end");
        match->add_option("--tables", arena_.tables, "The folder of those tables");
        match->add_option("--max-plies", arena_.max_plies, "Then a game is settled as it stands")
            ->check(CLI::Range(1, 100000));
        CLI::App* tune = about_game("tune", "Finds the weights of a game's evaluation by playing against itself");
        tune->add_option("--games", tune_.games, "Games a round")->check(CLI::Range(1, 10000000));
        tune->add_option("--seed", tune_.seed, "The same seed, the same games");
        tune->add_option("--rounds", tune_.rounds,
                         "Each with the weights of the one before; for judges, through all positions")
            ->check(CLI::Range(1, 1000));
        tune->add_option("--nodes", tune_.nodes, "The players search so many nodes a move (not with dice)");
        tune->add_option("--threads", tune_.threads, "Play with so many threads")->check(CLI::Range(1, 256));
        tune->add_option("--judges", tune_.judges, "Teach these judges of Trilha: placing, moving or ending")
            ->check(CLI::IsMember({"placing", "moving", "ending"}));
        tune->add_option("--tables", tune_.tables, "The folder of the tables they learn from");
        add_tables_option(plain("engine", "Speaks the engine protocol (UCI) on the standard streams"));
        CLI::App* bench = plain("bench", "Fixed work with a signature a game");
        bench->add_option("game", arguments_.game, "Only this game");
    }

    void add_table_verbs() {
        for (const bool solving : {true, false}) {
            CLI::App* verb = solving ? about_rules("solve", "Makes tables of perfect play; goes on where it stopped")
                                     : about_rules("verify", "Checks tables; exit 1 if one is wrong");
            verb->add_option("--sectors", tables_.sectors,
                             "Sectors by name (3-3,4-3), or the most men (7); default: all");
            verb->add_option("--memory", tables_.memory,
                             "Use so much at most: 800M, 4G, a number in MiB (default: half of the machine's)");
            verb->add_option("--threads", tables_.threads, "Work with so many threads (default: one a core)")
                ->check(CLI::Range(1, 256));
            add_tables_option(verb);
        }
        add_tables_option(about_game("probe", "What tables know of a position and its moves"));
        add_tables_option(plain("tables", "The tables that are there, by game and rules"));
    }

    void add_serve_verb() {
        CLI::App* verb = plain("serve", "The house: its pages over HTTP (also when no verb is given)");
        verb->add_option("--host", serve_.host, "Listen at this address; 0.0.0.0 for everybody (default: 127.0.0.1)")
            ->envname("TAVOLA_HOST");
        verb->add_option("--port", serve_.port, "Listen at this port (default: 6464, or the next that is free)")
            ->envname("TAVOLA_PORT");
        verb->add_option("--data", serve_.data, "The folder of all that is kept (default: your own)")
            ->envname("TAVOLA_DATA");
        verb->add_option(
                "--database", serve_.database,
                "Keep games in this PostgreSQL database, which several houses may share: postgres://user@host/name")
            ->envname("TAVOLA_DATABASE");
        verb->add_option("--database-wait", serve_.database_wait,
                         "Seconds to wait for the database at the start (default: 30)")
            ->check(CLI::Range(0, 86400));
        verb->add_option("--claim-after", serve_.claim_after,
                         "Seconds that a player must be away before his opponent may claim the game (default: 180)")
            ->check(CLI::Range(1, 86400));
        verb->add_option("--pages", serve_.pages, "The folder of the built pages")->envname("TAVOLA_PAGES");
        verb->add_option("--tables", serve_.tables, "The folder of the tables (default: 'tables' in the data's)")
            ->envname("TAVOLA_TABLES");
        verb->add_option("--public-url", serve_.public_url, "The address that players know, behind a proxy")
            ->envname("TAVOLA_PUBLIC_URL");
        verb->add_flag("--behind-proxy", serve_.behind_proxy, "Believe the proxy in front who asks (X-Forwarded-For)")
            ->envname("TAVOLA_BEHIND_PROXY");
        verb->add_flag("--open,!--no-open", serve_.open_page, "Open the pages in a browser, or do not");

        CLI::App* dice = plain("dice", "Checks dice: 'tavola dice verify RECORD' computes every throw again");
        dice->add_option("action", arguments_.side, "verify")->required()->check(CLI::IsMember({"verify"}));
        dice->add_option("record", arguments_.record, "A file of records")->required();

        CLI::App* load = plain("load", "Many players at once against a house: how many moves, how fast");
        load->add_option("--host", load_.host, "The house's address (default: 127.0.0.1)");
        load->add_option("--port", load_.port, "Its port")->required();
        load->add_option("--other-port", load_.other_port,
                         "Where the second player of each game is (default: there too)");
        load->add_option("--games", load_.games, "Games at once")->check(CLI::Range(1, 30000));
        load->add_option("--idle", load_.idle, "Sockets that only stay open")->check(CLI::Range(0, 30000));
        load->add_option("--seconds", load_.seconds, "So long")->check(CLI::Range(1, 86400));
        load->add_option("--rate", load_.rate, "Moves a second in all; 0: as fast as the house answers");
        load->add_option("--log", load_.log,
                         "Write every acknowledged move to this file, as it comes; the seats' tokens too");
    }

    void add_keeping_verbs() {
        for (const auto& [name, what, file] :
             {std::tuple("export", "All games of a closed house, or of a database, in one text",
                         "A new file; - for the output"),
              std::tuple("import", "Adds the games of an export; what is there already stays",
                         "An export; - for the input"),
              std::tuple("backup", "A copy of all games while the house is open", "A new file")}) {
            CLI::App* verb = plain(name, what);
            verb->add_option("file", keep_.file, file)->required();
            verb->add_option("--data", keep_.data, "The folder of the house (default: your own)")
                ->envname("TAVOLA_DATA");
            verb->add_option("--database", keep_.database, "A PostgreSQL database instead: postgres://user@host/name")
                ->envname("TAVOLA_DATABASE");
        }
    }

    /// The words of the command line, the program's own name first.
    int run(std::vector<const char*> words) {
        // Some programs can only be given the name of an engine, without arguments.
        const bool is_engine = !words.empty() && std::filesystem::path(words[0]).filename() == "tavola-engine";
        const std::string_view first = words.size() > 1 ? words[1] : "";
        if (is_engine && first != "--version")
            words.insert(words.begin() + 1, "engine");
        else if (!first.empty() && first[0] != '-' && std::ranges::find(verb_names, first) == std::end(verb_names))
            return refuse(
                words,
                {.key = "error.cli.verb", .what = "cli", .found = std::string(first), .expected = known_verbs()});
        try {
            app_.parse(static_cast<int>(words.size()), words.data());
        } catch (const CLI::Success& done) {  // help, or the version
            return app_.exit(done);
        } catch (const CLI::ParseError& fault) {
            return refuse(words, {.key = "error.cli.usage", .what = "cli", .found = fault.what()});
        }
        const int status = dispatch();
        if (std::cout.flush() || status != good) return status;
        return terminal().refuse({.key = "error.cli.write", .what = "file", .found = "stdout"});
    }

  private:
    // A line that cannot be read sets nothing, so its words are looked at for the form of the answer.
    Status refuse(const std::vector<const char*>& words, const Error& error) {
        const auto end = std::ranges::find(words, std::string_view("--"));
        arguments_.json = std::find(words.begin(), end, std::string_view("--json")) != end;
        return terminal().refuse(error);
    }

    CLI::App* plain(const std::string& verb, const std::string& what) {
        CLI::App* sub = app_.add_subcommand(verb, what);
        sub->add_flag("--json", arguments_.json, "Answer in JSON");
        sub->add_option("--lang", arguments_.language, "pt or en")->check(CLI::IsMember({"pt", "en"}));
        return sub;
    }

    CLI::App* about_game(const std::string& verb, const std::string& what) {
        CLI::App* sub = about_rules(verb, what);
        sub->add_option("--position", arguments_.position, "A position instead of the start")
            ->each([this](const std::string&) { arguments_.has_position = true; });
        return sub;
    }

    CLI::App* about_rules(const std::string& verb, const std::string& what) {
        CLI::App* sub = plain(verb, what);
        sub->add_option("game", arguments_.game, "The game")->required();
        sub->add_option("--preset", arguments_.preset, "A named set of rules");
        sub->add_option("--set", arguments_.settings, "One rule: key=value (repeatable)")->allow_extra_args(false);
        return sub;
    }

    void add_tables_option(CLI::App* verb) {
        verb->add_option("--tables", tables_.tables,
                         "The folder of the tables (default: $TAVOLA_TABLES, or your own)");
    }

    Terminal terminal() const {
        const Language language =
            arguments_.language.empty() ? language_of_environment() : language_of_locale(arguments_.language);
        return {.in = std::cin,
                .out = std::cout,
                .err = std::cerr,
                .words = Words(language),
                .colour = arguments_.colour || colour_wanted(),
                .json = arguments_.json};
    }

    int dispatch() {
        const Terminal terminal = this->terminal();
        const auto chosen = app_.get_subcommands();
        const std::string verb = chosen.empty() ? "serve" : chosen.front()->get_name();
        if (verb == "serve") return serve(terminal, serve_);
        if (verb == "dice") return verify_dice(terminal, arguments_.record);
        if (verb == "load") return load(terminal, load_);
        if (verb == "export") return export_games(terminal, keep_);
        if (verb == "import") return import_games(terminal, keep_);
        if (verb == "backup") return back_up(terminal, keep_);
        if (verb == "games") return games(terminal);
        if (verb == "perft" && !arguments_.file.empty()) return perft_file(terminal, arguments_.file);
        if (verb == "engine") return engine(terminal, {.tables = tables_.tables});
        if (verb == "tables") return list_tables(terminal, tables_.tables);
        if (verb == "bench") return bench(terminal, arguments_.game);
        if (verb == "analyse" && !arguments_.record.empty())
            return analyse(terminal, {}, analyse_options(*chosen.front()));
        if (verb == "play" && arguments_.game.empty()) return ask_game(terminal);
        if (arguments_.game.empty()) return need_game(terminal);
        const auto question = question_of(arguments_);
        if (!question) return terminal.refuse(question.error());
        if (verb == "start") return start(terminal, *question);
        if (verb == "moves") return moves(terminal, *question);
        if (verb == "apply") return apply(terminal, *question, arguments_.moves);
        if (verb == "status") return status(terminal, *question);
        if (verb == "show") return show(terminal, *question);
        if (verb == "perft") return perft(terminal, *question, arguments_.depth, arguments_.divide);
        if (verb == "random") return random(terminal, *question, arguments_.seed, arguments_.plies);
        if (verb == "tune") {
            tune_.progress = isatty(STDERR_FILENO) != 0;
            return tune(terminal, *question, tune_);
        }
        if (verb == "solve") return solve(terminal, *question, tables_);
        if (verb == "verify") return verify(terminal, *question, tables_);
        if (verb == "probe") return probe(terminal, *question, tables_.tables);
        if (verb == "match") return arena(terminal, *question, arena_);
        if (verb == "analyse") return analyse(terminal, *question, analyse_options(*chosen.front()));
        return play_game(terminal, *question);
    }

    AnalyseOptions analyse_options(const CLI::App& verb) const {
        AnalyseOptions options{.limits = {},
                               .threads = arguments_.threads,
                               .moves = arguments_.moves,
                               .record_file = arguments_.record,
                               .tables = tables_.tables};
        options.limits.lines = arguments_.lines;
        options.limits.nodes = arguments_.nodes;
        options.limits.time = std::chrono::milliseconds(arguments_.milliseconds);
        if (verb.count("--depth") > 0) options.limits.depth = arguments_.depth;
        if (options.limits.depth == 0 && options.limits.nodes == 0 && arguments_.milliseconds == 0)
            options.limits.time = std::chrono::milliseconds(1000);
        options.limits.whole_time = true;
        return options;
    }

    // Without a game a person is asked what to play.
    int ask_game(const Terminal& terminal) {
        if (arguments_.json || isatty(STDIN_FILENO) == 0) return need_game(terminal);
        const auto game = choose_game(terminal);
        if (!game) return good;
        arguments_.game = *game;
        const auto question = question_of(arguments_);
        return question ? play_game(terminal, *question) : terminal.refuse(question.error());
    }

    int play_game(const Terminal& terminal, const Question& question) {
        const auto clock = parse_time_control(arguments_.clock);
        if (!clock) return terminal.refuse(clock.error());
        PlayOptions options;
        options.clock = *clock;
        options.record_file = arguments_.record;
        options.seed = arguments_.seed;
        options.level = arguments_.level;
        options.tables = tables_.tables;
        if (arguments_.milliseconds > 0) options.thinking = std::chrono::milliseconds(arguments_.milliseconds);
        options.side = arguments_.side;
        options.colour = arguments_.side_colour;
        options.arbiter = arguments_.arbiter;
        if (!arguments_.has_seed) options.seed = std::random_device()() * 0x100000001ull ^ std::random_device()();
        return play(terminal, question, options);
    }

    int need_game(const Terminal& terminal) {
        std::string known;
        for (const GameInfo& info : all_games()) known.append(known.empty() ? "" : ", ").append(info.id);
        return terminal.refuse({.key = "error.cli.game", .what = "cli", .expected = known});
    }

    CLI::App app_{"Távola, a house of board games"};
    Arguments arguments_;
    ArenaOptions arena_;
    TuneOptions tune_;
    TableOptions tables_;
    ServeOptions serve_;
    LoadOptions load_;
    KeepOptions keep_;
};

}  // namespace

int main(int argc, char** argv) {
#if defined(TAVOLA_FASTER_PROGRAM)
    use_faster_program(argv);
#endif
    std::ios::sync_with_stdio(false);
    return Program().run({argv, argv + argc});
}
