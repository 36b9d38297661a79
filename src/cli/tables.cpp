#include "cli/tables.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>

#include "cli/columns.h"
#include "cli/figures.h"
#include "cli/interrupt.h"
#include "cli/probe.h"
#include "shelf/solve.h"
#include "shelf/truth.h"
#include "tables/sector.h"

namespace tavola::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

// 800M, 4G; a plain number is in MiB.
Result<std::uint64_t> parse_memory(const std::string& text) {
    if (text.empty()) return std::uint64_t{0};
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    const std::string_view unit(read.ptr, end);
    int shift = -1;
    if (unit.empty() || unit == "M" || unit == "m") shift = 20;
    if (unit == "K" || unit == "k") shift = 10;
    if (unit == "G" || unit == "g") shift = 30;
    if (unit == "T" || unit == "t") shift = 40;
    const bool fits = shift >= 0 && number <= std::numeric_limits<std::uint64_t>::max() >> shift;
    if (read.ec == std::errc() && fits && number > 0) return number << shift;
    return Failure(Error{.key = "error.memory-size", .what = "memory", .found = text, .expected = "800M, 4G"});
}

Result<shelf::Task> task_of(const TableOptions& options) {
    const auto memory = parse_memory(options.memory);
    if (!memory) return Failure(memory.error());
    return shelf::Task{.sectors = options.sectors, .memory = *memory, .threads = options.threads};
}

// What was asked for can't be, or what lies on the shelf is not right.
Status refuse(const Terminal& terminal, const Error& error) {
    const Status status = terminal.refuse(error);
    return error.what == "table" ? failed : status;
}

std::string hexadecimal(std::uint64_t number) {
    std::string text(16, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
        *digit = "0123456789abcdef"[number & 15];
    return text;
}

json error_json(const Terminal& terminal, const Error& error) {
    return {{"key", error.key}, {"text", terminal.words.say(error)}};
}

void print(const Terminal& terminal, const json& answer) {
    terminal.out << answer.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
}

/// How far it has come: one line that is written over where a person looks on, otherwise a new one now and then.
class Ticker {
  public:
    explicit Ticker(const Terminal& terminal)
        : terminal_(terminal), figures_(terminal.words.language()), watched_(isatty(STDERR_FILENO) != 0) {}

    void tell(const shelf::Stage& stage) {
        stage_ = stage;
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + (watched_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10));
        terminal_.err << (watched_ ? clear_line : "") << line(stage) << (watched_ ? "" : "\n") << std::flush;
    }
    void end() const {
        if (watched_) terminal_.err << clear_line << std::flush;
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    /// How many sectors there are to be in the end, as far as told.
    std::size_t all() const { return stage_.all; }

  private:
    static constexpr std::string_view clear_line = "\r\x1b[K";

    std::string line(const shelf::Stage& stage) const {
        const Words& words = terminal_.words;
        std::string text = words.say("tables.progress", {{"sector", stage.sector},
                                                         {"number", std::to_string(stage.number)},
                                                         {"total", std::to_string(stage.all)}});
        if (stage.ply >= 0) text += words.say("tables.progress.ply", {{"depth", std::to_string(stage.ply)}});
        if (stage.slots > 0 && stage.seconds > 0) {
            const double rate = static_cast<double>(stage.slots) / stage.seconds;
            text += words.say("tables.progress.rate",
                              {{"rate", figures_.grouped(static_cast<std::uint64_t>(rate))},
                               {"time", figures_.duration(static_cast<double>(stage.left) / rate)}});
        }
        return text;
    }

    const Terminal& terminal_;
    Figures figures_;
    bool watched_;
    const Clock::time_point start_ = Clock::now();
    // Whoever is done soon is left in peace.
    Clock::time_point next_ = start_ + (watched_ ? std::chrono::seconds(0) : std::chrono::seconds(10));
    shelf::Stage stage_;
};

/// A table and its place on the disk.
struct Stored {
    tables::Header header;
    std::uint64_t bytes = 0;
    bool fresh = false;  ///< made just now

    bool exact() const { return header.payload == tables::Payload::exact; }
    std::uint64_t classes() const {
        const tables::Counts& counts = header.facts.classes;
        return exact() ? counts.won + counts.drawn + counts.lost : header.slots;
    }
    double bytes_per_slot() const {
        return header.slots == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(header.slots);
    }
};

json counts_json(const tables::Counts& counts) {
    return {{"won", counts.won}, {"drawn", counts.drawn}, {"lost", counts.lost}};
}

json stored_json(const Stored& stored) {
    const tables::Facts& facts = stored.header.facts;
    json answer{{"sector", stored.header.subject.sector},
                {"slots", stored.header.slots},
                {"bytes", stored.bytes},
                {"bytesPerSlot", stored.bytes_per_slot()},
                {"checksum", hexadecimal(facts.checksum)}};
    if (!stored.exact()) return answer;
    answer["classes"] = counts_json(facts.classes);
    answer["positions"] = counts_json(facts.plain);
    answer["longestWin"] = facts.longest_win;
    answer["longestLoss"] = facts.longest_loss;
    return answer;
}

/// Facts of tables for people, a line a sector.
class Sheet {
  public:
    explicit Sheet(const Terminal& terminal) : terminal_(terminal), figures_(terminal.words.language()) {}

    /// All that solving has found out.
    void write_facts(const std::vector<Stored>& all) const {
        // Where dice decide there are chances instead of wins, draws and losses.
        if (!all.front().exact()) return write_chances(all);
        Columns columns;
        head(columns, {"", "classes", "", "", "positions", "", "", "longest", "bytes", ""});
        head(columns, {"sector", "won", "drawn", "lost", "won", "drawn", "lost", "win", "slot", "checksum"});
        for (const Stored& stored : all) {
            std::vector<std::string> cells{stored.header.subject.sector};
            for (const tables::Counts* counts : {&stored.header.facts.classes, &stored.header.facts.plain})
                for (const std::uint64_t count : {counts->won, counts->drawn, counts->lost})
                    cells.push_back(figures_.grouped(count));
            cells.push_back(longest(stored));
            cells.push_back(figures_.plain(stored.bytes_per_slot(), 3));
            cells.push_back(hexadecimal(stored.header.facts.checksum));
            columns.line(std::move(cells));
        }
        columns.write(terminal_.out);
    }

    /// What it takes on the shelf.
    void write_sizes(const std::vector<Stored>& all) const {
        Columns columns;
        head(columns, {"", "", "", "", "bytes", "longest"});
        head(columns, {"sector", "classes", "slots", "size", "slot", "win"});
        for (const Stored& stored : all)
            columns.line({stored.header.subject.sector, figures_.grouped(stored.classes()),
                          figures_.grouped(stored.header.slots), figures_.bytes(stored.bytes),
                          figures_.plain(stored.bytes_per_slot(), 3), longest(stored)});
        columns.write(terminal_.out, "  ");
    }

  private:
    void write_chances(const std::vector<Stored>& all) const {
        Columns columns;
        head(columns, {"", "", "bytes", ""});
        head(columns, {"sector", "positions", "slot", "checksum"});
        for (const Stored& stored : all)
            columns.line({stored.header.subject.sector, figures_.grouped(stored.header.slots),
                          figures_.plain(stored.bytes_per_slot(), 3), hexadecimal(stored.header.facts.checksum)});
        columns.write(terminal_.out);
    }

    void head(Columns& columns, std::initializer_list<std::string_view> names) const {
        std::vector<std::string> cells;
        for (const std::string_view name : names)
            cells.push_back(name.empty() ? "" : terminal_.words.say("tables.head." + std::string(name)));
        columns.line(std::move(cells));
    }
    static std::string longest(const Stored& stored) {
        const tables::Word plies = stored.header.facts.longest_win;
        return stored.exact() && plies > 0 ? std::to_string(plies) : "-";
    }

    const Terminal& terminal_;
    Figures figures_;
};

struct Totals {
    std::uint64_t classes = 0, fresh = 0, bytes = 0;
    explicit Totals(const std::vector<Stored>& all) {
        for (const Stored& stored : all) {
            classes += stored.classes();
            bytes += stored.bytes;
            if (stored.fresh) fresh += stored.classes();
        }
    }
};

/// One run of `tavola solve`, told when it is over.
struct Solution {
    const Terminal& terminal;
    const AnyGame& game;
    const TableOptions& options;
    std::vector<Stored> all = {};
    Worth start = {};
    double seconds = 0;
    bool stopped = false;

    std::string command() const {
        std::string text = "tavola solve " + typed(game);
        if (!options.sectors.empty()) text += " --sectors " + options.sectors;
        if (!options.memory.empty()) text += " --memory " + options.memory;
        if (options.threads > 0) text += " --threads " + std::to_string(options.threads);
        return text + typed_folder(options.tables);
    }

    void write_json(const fs::path& folder) const {
        json sectors = json::array();
        for (const Stored& stored : all) {
            sectors.push_back(stored_json(stored));
            sectors.back()["fresh"] = stored.fresh;
        }
        const Totals totals(all);
        json answer{{"game", game.id()},
                    {"rules", print_settings(game.settings())},
                    {"folder", folder.string()},
                    {"sectors", sectors},
                    {"classes", totals.classes},
                    {"freshClasses", totals.fresh},
                    {"bytes", totals.bytes},
                    {"seconds", seconds},
                    {"classesPerSecond", static_cast<double>(totals.fresh) / seconds},
                    {"stopped", stopped}};
        if (start.known()) answer["start"] = worth_json(start);
        print(terminal, answer);
    }

    void write() const {
        const Words& words = terminal.words;
        const Figures figures(words.language());
        if (!all.empty()) Sheet(terminal).write_facts(all);
        const Totals totals(all);
        terminal.out << words.say("tables.total", {{"count", figures.grouped(totals.classes)},
                                                   {"number", std::to_string(all.size())},
                                                   {"text", figures.bytes(totals.bytes)}})
                     << '\n';
        if (totals.fresh > 0)
            terminal.out << words.say("solve.fresh", {{"count", figures.grouped(totals.fresh)},
                                                      {"time", figures.duration(seconds)},
                                                      {"rate", figures.grouped(static_cast<std::uint64_t>(
                                                                   static_cast<double>(totals.fresh) / seconds))}})
                         << '\n';
        else if (!stopped)
            terminal.out << words.say("solve.nothing-new") << '\n';
        if (start.known())
            terminal.out << words.say("solve.start", {{"text", say_worth(terminal, game, game.start(), start)}})
                         << '\n';
    }
};

// The rules of a header, back from their one text.
AnyGamePtr game_of(const tables::Subject& subject) {
    std::string text = subject.rules;
    std::ranges::replace(text, ' ', ',');
    const auto game = make_game(subject.game, std::string_view(text));
    return game ? *game : nullptr;
}

// Few men before many, empty hands before full ones; names that mean nothing last.
auto natural_order(const Stored& stored) {
    const std::string& name = stored.header.subject.sector;
    const auto sector = tables::parse_sector(name);
    return sector ? std::tuple(0, sector->in_hand(), sector->men(), std::max(sector->own, sector->other), name)
                  : std::tuple(1, 0, 0, std::uint8_t{0}, name);
}

struct Group {
    std::string game, rules;
    std::string title;
    std::vector<Stored> tables;
};

std::vector<Group> group(const std::vector<shelf::Shelf::Entry>& entries) {
    std::vector<Group> groups;
    std::optional<std::pair<std::string, std::string>> last;
    for (const shelf::Shelf::Entry& entry : entries) {
        const tables::Subject& subject = entry.header.subject;
        const std::pair key(subject.game, subject.rules);
        if (last != key) {
            const AnyGamePtr game = game_of(subject);
            groups.push_back({subject.game,
                              game ? print_settings(game->settings()) : subject.rules,
                              game ? typed(*game) : subject.game + ' ' + subject.rules,
                              {}});
            last = key;
        }
        groups.back().tables.push_back({entry.header, entry.bytes});
    }
    for (Group& one : groups) std::ranges::sort(one.tables, {}, natural_order);
    return groups;
}

}  // namespace

std::shared_ptr<shelf::Shelf> open_shelf(const std::optional<fs::path>& folder) {
    return folder ? std::make_shared<shelf::Shelf>(*folder) : std::make_shared<shelf::Shelf>();
}

std::string typed(const AnyGame& game) {
    std::string text(game.id());
    for (const Setting& setting : game.settings())
        text +=
            setting.key == "preset" ? " --preset " + setting.value : " --set " + setting.key + '=' + setting.value;
    return text;
}

std::string typed_folder(const std::optional<fs::path>& folder) {
    if (!folder) return {};
    std::string text = folder->string();
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    if (text.find_first_not_of(plain) == text.npos) return " --tables " + text;
    for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4) text.replace(at, 1, "'\\''");
    return " --tables '" + text + '\'';
}

Status solve(const Terminal& terminal, const Question& question, const TableOptions& options) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    const auto task = task_of(options);
    if (!task) return terminal.refuse(task.error());
    const auto shelf = open_shelf(options.tables);
    const AnyGame& game = *table->game;

    const InterruptWatch watch({SIGINT, SIGTERM});
    Ticker ticker(terminal);
    const auto made =
        shelf::solve(game, *shelf, *task, interrupted, [&](const shelf::Stage& stage) { ticker.tell(stage); });
    ticker.end();
    if (!made) return refuse(terminal, made.error());

    Solution solution{.terminal = terminal, .game = game, .options = options, .seconds = ticker.seconds()};
    // Whoever asks for an end when all is done gets all.
    solution.stopped = interrupted && made->size() != ticker.all();
    for (const shelf::Made& one : *made) {
        const tables::Subject& subject = one.header.subject;
        std::error_code fault;
        const auto bytes = fs::file_size(shelf->path_of(subject.game, subject.rules, subject.sector), fault);
        solution.all.push_back({one.header, fault ? 0 : bytes, one.fresh});
    }
    if (const auto truth = shelf::open_truth(table->game, shelf)) solution.start = worth_of(*truth, game.start());
    if (terminal.json)
        solution.write_json(shelf->folder());
    else
        solution.write();
    if (!solution.stopped) return good;
    terminal.err << terminal.words.say("solve.stopped", {{"example", solution.command()}}) << '\n';
    return failed;
}

Status verify(const Terminal& terminal, const Question& question, const TableOptions& options) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    const auto task = task_of(options);
    if (!task) return terminal.refuse(task.error());
    const auto shelf = open_shelf(options.tables);

    const InterruptWatch watch({SIGINT, SIGTERM});
    Ticker ticker(terminal);
    const auto checked = shelf::verify(*table->game, *shelf, *task, interrupted,
                                       [&](const shelf::Stage& stage) { ticker.tell(stage); });
    ticker.end();
    if (!checked) return refuse(terminal, checked.error());
    const bool stopped = interrupted && checked->size() != ticker.all();

    const Words& words = terminal.words;
    const Figures figures(words.language());
    std::size_t faults = 0;
    json list = json::array();
    Columns columns;
    for (const shelf::Checked& one : *checked) {
        // Too little memory is no fault of the table.
        if (one.fault && one.fault->what != "table") return refuse(terminal, *one.fault);
        if (one.fault) ++faults;
        json entry{{"sector", one.sector}, {"slots", one.slots}, {"ok", !one.fault}, {"seconds", one.seconds}};
        if (one.fault) entry["fault"] = error_json(terminal, *one.fault);
        list.push_back(entry);
        columns.line({one.sector, figures.grouped(one.slots), figures.duration(one.seconds)},
                     one.fault ? words.say(*one.fault) : words.say("verify.right"));
    }
    if (terminal.json) {
        print(terminal, {{"game", table->game->id()},
                         {"rules", print_settings(table->game->settings())},
                         {"folder", shelf->folder().string()},
                         {"tables", list},
                         {"faults", faults},
                         {"seconds", ticker.seconds()},
                         {"stopped", stopped}});
    } else {
        columns.write(terminal.out);
        if (!checked->empty())
            terminal.out << words.say("verify.total", {{"passed", std::to_string(checked->size() - faults)},
                                                       {"total", std::to_string(checked->size())},
                                                       {"time", figures.duration(ticker.seconds())}})
                         << '\n';
    }
    if (stopped)
        terminal.err << words.say("verify.stopped") << '\n';
    else if (checked->empty())
        terminal.err << words.say("verify.none", {{"game", typed(*table->game)}, {"file", shelf->folder().string()}})
                     << '\n';
    return stopped || checked->empty() || faults > 0 ? failed : good;
}

Status list_tables(const Terminal& terminal, const std::optional<fs::path>& folder) {
    const auto shelf = open_shelf(folder);
    const auto [entries, faults] = shelf->list();
    const std::vector<Group> groups = group(entries);
    if (terminal.json) {
        json list = json::array(), damaged = json::array();
        for (const Group& one : groups) {
            json sectors = json::array();
            for (const Stored& stored : one.tables) sectors.push_back(stored_json(stored));
            list.push_back({{"game", one.game}, {"rules", one.rules}, {"sectors", sectors}});
        }
        for (const Error& error : faults) damaged.push_back(error_json(terminal, error));
        print(terminal, {{"folder", shelf->folder().string()}, {"tables", list}, {"faults", damaged}});
        return faults.empty() ? good : failed;
    }
    const Words& words = terminal.words;
    const Figures figures(words.language());
    terminal.out << words.say(entries.empty() ? "tables.empty" : "tables.folder",
                              {{"file", shelf->folder().string()}})
                 << '\n';
    for (const Group& one : groups) {
        terminal.out << '\n' << one.title << '\n';
        Sheet(terminal).write_sizes(one.tables);
        const Totals totals(one.tables);
        terminal.out << "  "
                     << words.say("tables.total", {{"count", figures.grouped(totals.classes)},
                                                   {"number", std::to_string(one.tables.size())},
                                                   {"text", figures.bytes(totals.bytes)}})
                     << '\n';
    }
    for (const Error& error : faults) terminal.err << words.say(error) << '\n';
    return faults.empty() ? good : failed;
}

}  // namespace tavola::cli
