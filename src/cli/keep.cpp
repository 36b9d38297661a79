#include "cli/keep.h"

#include <fcntl.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "server/own_games.h"
#include "shelf/shelf.h"
#include "store/exchange.h"
#include "store/open.h"
#include "store/sqlite_store.h"

namespace tavola::cli {
namespace {

namespace fs = std::filesystem;

store::Place place_of(const KeepOptions& options) {
    return {.folder = options.data ? *options.data : shelf::Shelf::usual_folder().parent_path(),
            .database = options.database};
}

Failure failure(std::string_view key, const std::string& file) {
    return Failure(Error{.key = key, .what = "file", .found = file});
}

Status refuse(const Terminal& terminal, const Error& error) {
    terminal.refuse(error);
    return failed;
}

Status tell(const Terminal& terminal, std::ostream& out, const char* key, const store::Count& count) {
    if (terminal.json)
        out << nlohmann::json{{"games", count.games}, {"events", count.events}} << '\n';
    else
        out << terminal.words.say(key,
                                  {{"games", std::to_string(count.games)}, {"count", std::to_string(count.events)}})
            << '\n';
    return good;
}

/// On the disk, not only on its way there.
bool sync(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool done = fsync(file) == 0;
    ::close(file);
    return done;
}

/// The store has something to say at times, and the output may be an export.
void log_to_errors() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("tavola", std::make_shared<spdlog::sinks::stderr_sink_st>()));
}

/// Makes a file that is there whole or not at all, and never in the place of another. Nobody else may read it: it holds what
/// the store holds.
Result<void> make_file(const fs::path& path, const std::function<Result<void>(const fs::path&)>& fill) {
    std::error_code fault;
    if (fs::exists(path, fault)) return failure("error.export.exists", path.string());
    fs::path draft = path;
    draft += "." + std::to_string(getpid()) + ".part";
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return failure("error.cli.write", path.string());
    ::close(file);
    auto made = fill(draft);
    if (made && !sync(draft)) made = failure("error.cli.write", path.string());
    if (made) fs::rename(draft, path, fault);
    if (made && fault) made = failure("error.cli.write", path.string());
    if (!made) fs::remove(draft, fault);
    if (made) sync(fs::absolute(path, fault).parent_path());
    return made;
}

Result<store::Count> write_file(const fs::path& path, store::Store& store) {
    store::Count count;
    auto made = make_file(path, [&](const fs::path& draft) -> Result<void> {
        std::ofstream out(draft, std::ios::binary);
        if (!out) return failure("error.cli.write", path.string());
        const auto written = store::write_all(store, out);
        if (!written) return Failure(written.error());
        count = *written;
        return {};
    });
    if (!made) return Failure(made.error());
    return count;
}

/// The standard input in a file of its own, for it is read twice. The file has no name any more.
std::fstream spool(std::istream& in) {
    std::string name = (fs::temp_directory_path() / "tavola-XXXXXX").string();
    const int file = mkstemp(name.data());
    std::fstream result;
    if (file < 0) return result;
    result.open(name, std::ios::in | std::ios::out | std::ios::binary);
    ::close(file);
    ::unlink(name.c_str());
    if (in.peek() != std::istream::traits_type::eof()) result << in.rdbuf();
    result.flush();
    result.seekg(0);
    return result;
}

}  // namespace

Status export_games(const Terminal& terminal, const KeepOptions& options) {
    log_to_errors();
    const store::Place place = place_of(options);
    if (!store::exists(place))
        return refuse(terminal, {.key = "error.store.none", .what = "store", .found = place.folder.string()});
    const auto store = store::open(place);
    if (!store) return refuse(terminal, store.error());
    const bool plain = options.file == "-";
    const auto count = plain ? store::write_all(**store, terminal.out) : write_file(options.file, **store);
    if (!count) return refuse(terminal, count.error());
    return tell(terminal, plain ? terminal.err : terminal.out, "export.done", *count);
}

Status import_games(const Terminal& terminal, const KeepOptions& options) {
    log_to_errors();
    std::fstream in =
        options.file == "-" ? spool(terminal.in) : std::fstream(options.file, std::ios::in | std::ios::binary);
    if (!in) {
        terminal.refuse(failure("error.cli.file", options.file).error());
        return bad_input;
    }
    const auto store = store::open(place_of(options));
    if (!store) return refuse(terminal, store.error());
    const auto count = store::read_all(**store, in, server::makes_sense);
    if (!count) return refuse(terminal, count.error());
    return tell(terminal, terminal.out, "import.done", *count);
}

Status back_up(const Terminal& terminal, const KeepOptions& options) {
    log_to_errors();
    // A database can be exported while houses use it; a file is copied beside the house that holds it.
    if (!options.database.empty()) return export_games(terminal, options);
    const fs::path folder = place_of(options).folder;
    const auto made =
        make_file(options.file, [&](const fs::path& draft) { return store::SqliteStore::back_up(folder, draft); });
    if (!made) return refuse(terminal, made.error());
    if (terminal.json)
        terminal.out << nlohmann::json{{"file", options.file}} << '\n';
    else
        terminal.out << terminal.words.say("backup.done", {{"file", options.file}}) << '\n';
    return good;
}

}  // namespace tavola::cli
