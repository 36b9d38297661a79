// The shelf: the folder where the tables of perfect play lie, one folder a game and set of rules
// (`trilha-0123456789abcdef`, by fingerprint), one file a sector (`5-4.tvt`).
//
// A file appears under its name only when it is whole and on the disk. Until then it has a name of its own, with a
// dot before it, and a lock on it; what is left of a run that was cut off has no lock any more and is swept away.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tables/format.h"
#include "tables/frames.h"

namespace tavola::shelf {

/// A file's bytes, mapped for reading.
class Mapping {
  public:
    static Result<Mapping> open(const std::filesystem::path& path);
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;
    ~Mapping();
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    explicit Mapping(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
    std::span<const std::byte> bytes_;
};

/// A table that lies on the shelf. Any number of threads may read it, each with a cache of its own.
class Table {
  public:
    static Result<std::shared_ptr<const Table>> open(const std::filesystem::path& path);
    const tables::TableView& view() const noexcept { return view_; }

  private:
    Table(Mapping mapping, tables::TableView view) : mapping_(std::move(mapping)), view_(std::move(view)) {}
    Mapping mapping_;
    tables::TableView view_;
};
using TablePtr = std::shared_ptr<const Table>;

/// A file that appears under its name only when it is whole.
class WholeFile {
  public:
    static Result<WholeFile> begin(const std::filesystem::path& path);
    WholeFile(WholeFile&& other) noexcept;
    WholeFile& operator=(WholeFile&& other) = delete;
    ~WholeFile();  ///< without `finish`, nothing is left

    Result<void> write(std::uint64_t at, std::span<const std::byte> bytes);
    Result<void> finish();

    /// Removes what runs that were cut off have left in a folder; returns how many files that were.
    static int sweep(const std::filesystem::path& folder);

  private:
    WholeFile(std::filesystem::path path, std::filesystem::path temporary, int file)
        : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}
    std::filesystem::path path_, temporary_;
    int file_;
};

class Shelf {
  public:
    explicit Shelf(std::filesystem::path folder = usual_folder()) : folder_(std::move(folder)) {}

    /// `$TAVOLA_TABLES`, or `tavola/tables` in `$XDG_DATA_HOME`, or in `~/.local/share`.
    static std::filesystem::path usual_folder();
    const std::filesystem::path& folder() const noexcept { return folder_; }
    std::filesystem::path folder_of(std::string_view game, std::string_view rules) const;
    std::filesystem::path path_of(std::string_view game, std::string_view rules, std::string_view sector) const;

    bool has(std::string_view game, std::string_view rules, std::string_view sector) const;
    /// The table of a sector. It stays mapped while the shelf lives.
    Result<TablePtr> find(std::string_view game, std::string_view rules, std::string_view sector) const;

    /// Puts a table on the shelf, in the place of the old one if there is one.
    Result<tables::Header> put(const tables::Subject& subject, std::span<const tables::Word> words,
                               const tables::Counts& plain, const tables::Coding& coding = {});
    Result<tables::Header> put(const tables::Subject& subject, std::span<const float> probabilities,
                               const tables::Coding& coding = tables::for_probabilities);
    Result<tables::Header> put(const tables::Subject& subject, std::span<const double> probabilities,
                               const tables::Coding& coding = tables::for_probabilities);

    /// How often something was put there by this shelf.
    std::uint64_t changes() const noexcept { return changes_.load(std::memory_order_relaxed); }

    /// Removes what runs that were cut off have left, under all rules. To be called when a new run begins.
    int sweep();

    struct Entry {
        std::filesystem::path path;
        tables::Header header;
        std::uint64_t bytes = 0;  ///< on disk
        double bytes_per_slot() const noexcept;
    };
    struct Listing {
        std::vector<Entry> tables;  ///< by game, rules and sector
        std::vector<Error> faults;  ///< files that look like tables and are none
    };
    /// Everything that lies there; an empty list where there is no folder yet.
    Listing list() const;

  private:
    template <class Encode>
    Result<tables::Header> put_with(const tables::Subject& subject, const Encode& encode);

    std::filesystem::path folder_;
    std::atomic<std::uint64_t> changes_{0};
    mutable std::mutex mutex_;
    mutable std::map<std::filesystem::path, TablePtr> open_;
};

}  // namespace tavola::shelf
