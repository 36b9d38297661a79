#include "shelf/shelf.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <system_error>
#include <tuple>
#include <utility>

namespace tavola::shelf {
namespace {

namespace fs = std::filesystem;

// Which file an error is about: the last two names of its path tell it.
Error about(Error error, const fs::path& path) {
    if (error.field.empty()) error.field = (path.parent_path().filename() / path.filename()).string();
    return error;
}

const char* variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

}  // namespace

Result<TablePtr> Table::open(const fs::path& path) {
    auto mapping = Mapping::open(path);
    if (!mapping) return Failure(std::move(mapping).error());
    auto view = tables::TableView::open(mapping->bytes());
    if (!view) return Failure(about(std::move(view).error(), path));
    return TablePtr(new Table(*std::move(mapping), *std::move(view)));
}

fs::path Shelf::usual_folder() {
    if (const char* folder = variable("TAVOLA_TABLES")) return folder;
    // By its specification, the variable counts only when it is an absolute path.
    if (const char* data = variable("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return fs::path(data) / "tavola" / "tables";
    fs::path home;
    if (const char* folder = variable("HOME")) {
        home = folder;
    } else if (const passwd* user = getpwuid(getuid()); user != nullptr && user->pw_dir != nullptr) {
        home = user->pw_dir;
    }
    return home / ".local" / "share" / "tavola" / "tables";
}

fs::path Shelf::folder_of(std::string_view game, std::string_view rules) const {
    return folder_ / tables::folder_name(game, rules);
}

fs::path Shelf::path_of(std::string_view game, std::string_view rules, std::string_view sector) const {
    return folder_ / tables::file_name(game, rules, sector);
}

bool Shelf::has(std::string_view game, std::string_view rules, std::string_view sector) const {
    std::error_code fault;
    return fs::is_regular_file(path_of(game, rules, sector), fault);
}

Result<TablePtr> Shelf::find(std::string_view game, std::string_view rules, std::string_view sector) const {
    const tables::Subject subject{std::string(game), std::string(rules), std::string(sector)};
    if (auto fit = tables::check_subject(subject); !fit) return Failure(std::move(fit).error());
    const fs::path path = path_of(game, rules, sector);
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(path); found != open_.end()) return found->second;
    std::error_code fault;
    if (!fs::exists(path, fault)) {
        Error error{"error.table.missing", "table"};
        error.found = path.string();
        return Failure(std::move(error));
    }
    auto table = Table::open(path);
    if (!table) return table;
    if (auto right = (*table)->view().expect(game, rules, sector); !right)
        return Failure(about(std::move(right).error(), path));
    open_.emplace(path, *table);
    return table;
}

template <class Encode>
Result<tables::Header> Shelf::put_with(const tables::Subject& subject, const Encode& encode) {
    if (auto fit = tables::check_subject(subject); !fit) return Failure(std::move(fit).error());
    const fs::path path = path_of(subject.game, subject.rules, subject.sector);
    auto file = WholeFile::begin(path);
    if (!file) return Failure(std::move(file).error());
    auto header = encode([&](std::uint64_t at, std::span<const std::byte> bytes) { return file->write(at, bytes); });
    if (!header) return Failure(about(std::move(header).error(), path));
    if (auto finished = file->finish(); !finished) return Failure(std::move(finished).error());
    const std::lock_guard lock(mutex_);
    open_.erase(path);
    changes_.fetch_add(1, std::memory_order_relaxed);
    return header;
}

Result<tables::Header> Shelf::put(const tables::Subject& subject, std::span<const tables::Word> words,
                                  const tables::Counts& plain, const tables::Coding& coding) {
    return put_with(subject,
                    [&](const tables::Sink& sink) { return tables::encode(subject, words, plain, sink, coding); });
}

Result<tables::Header> Shelf::put(const tables::Subject& subject, std::span<const float> probabilities,
                                  const tables::Coding& coding) {
    return put_with(subject,
                    [&](const tables::Sink& sink) { return tables::encode(subject, probabilities, sink, coding); });
}
Result<tables::Header> Shelf::put(const tables::Subject& subject, std::span<const double> probabilities,
                                  const tables::Coding& coding) {
    return put_with(subject,
                    [&](const tables::Sink& sink) { return tables::encode(subject, probabilities, sink, coding); });
}

int Shelf::sweep() {
    int swept = 0;
    std::error_code fault;
    for (fs::directory_iterator at(folder_, fault), end; !fault && at != end; at.increment(fault)) {
        std::error_code none;
        if (at->is_directory(none)) swept += WholeFile::sweep(at->path());
    }
    return swept;
}

double Shelf::Entry::bytes_per_slot() const noexcept {
    return header.slots == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(header.slots);
}

Shelf::Listing Shelf::list() const {
    Listing listing;
    std::error_code fault;
    for (fs::directory_iterator game(folder_, fault), end; !fault && game != end; game.increment(fault)) {
        std::error_code inner;
        for (fs::directory_iterator at(game->path(), inner); !inner && at != end; at.increment(inner)) {
            const fs::path& path = at->path();
            if (path.extension() != tables::file_ending || path.filename().string().starts_with('.')) continue;
            auto table = Table::open(path);
            if (!table) {
                listing.faults.push_back(std::move(table).error());
                continue;
            }
            const tables::TableView& view = (*table)->view();
            const tables::Subject& subject = view.header().subject;
            if (path != path_of(subject.game, subject.rules, subject.sector)) {
                Error error{"error.table.place", "table"};
                error.expected = path_of(subject.game, subject.rules, subject.sector).string();
                listing.faults.push_back(about(std::move(error), path));
                continue;
            }
            listing.tables.push_back({path, view.header(), view.file().size()});
        }
    }
    std::ranges::sort(listing.tables, {}, [](const Entry& entry) {
        const tables::Subject& subject = entry.header.subject;
        return std::tie(subject.game, subject.rules, subject.sector);
    });
    std::ranges::sort(listing.faults, {}, &Error::field);
    return listing;
}

}  // namespace tavola::shelf
