// The store in one SQLite file, for one house on one machine.
//
// What comes in together becomes one transaction: the disk is waited for once for all of them, and each addition is
// still kept whole or not at all.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "store/sqlite.h"
#include "store/store.h"
#include "store/write_queue.h"

namespace tavola::store {

class SqliteStore final : public Store {
  public:
    static constexpr const char* file_name = "tavola.sqlite";
    /// Opens or makes `tavola.sqlite` in a folder, which no other house may be using, and brings it to the present form.
    static Result<std::unique_ptr<SqliteStore>> open(const std::filesystem::path& folder);
    ~SqliteStore() override;  ///< what was to be kept is kept first

    void append(Addition addition, Done done) override;
    void probe(Done done) override;
    bool broken() const noexcept override;
    Result<std::vector<Entry>> events(std::string_view game, std::int64_t after) override;
    Result<std::vector<std::string>> unfinished() override;
    Result<std::vector<Due>> due(std::int64_t until, const Due& after, std::size_t most) override;
    Result<std::vector<Run>> runs() override;
    Result<void> note_running(std::int64_t at, bool begins) override;
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override;
    Result<void> erase(const std::string& game) override;
    Result<void> read_all(const Tell& tell) override;

    /// Copies a store into a new file while a house is open in its folder, as it was at one instant.
    static Result<void> back_up(const std::filesystem::path& folder, const std::filesystem::path& file);

  private:
    struct Lock;
    struct Writer;

    SqliteStore();

    std::filesystem::path file_;
    std::unique_ptr<Lock> lock_;      // on the folder
    std::unique_ptr<Writer> writer_;  // belongs to the writing thread
    std::mutex reading_;
    Database reader_;
    Statement read_events_, read_unfinished_, read_due_, read_over_;
    std::optional<WriteQueue> queue_;  // ends before all that it writes to
};

}  // namespace tavola::store
