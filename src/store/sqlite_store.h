// The store in one SQLite file, for one house on one machine.
//
// One thread writes. What has come in while it was busy, and for a moment longer, becomes one transaction: the disk is
// waited for once for all of them, and each addition is still kept whole or not at all.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "store/sqlite.h"
#include "store/store.h"

namespace tavola::store {

class SqliteStore final : public Store {
  public:
    /// Opens or makes `tavola.sqlite` in a folder, which no other house may be using, and brings it to the present form.
    static Result<std::unique_ptr<SqliteStore>> open(const std::filesystem::path& folder);
    ~SqliteStore() override;  ///< what was to be kept is kept first

    void append(Addition addition, Done done) override;
    Result<std::vector<Entry>> events(std::string_view game, std::int64_t after) override;
    Result<std::vector<std::string>> unfinished() override;

  private:
    struct Waiting {
        Addition addition;
        Done done;
        Result<void> result = {};
    };
    struct Lock;
    struct Writer;

    SqliteStore();
    void write_all();

    std::unique_ptr<Lock> lock_;      // on the folder
    std::unique_ptr<Writer> writer_;  // belongs to the writing thread
    std::mutex reading_;
    Database reader_;
    Statement read_events_, read_unfinished_;

    std::mutex mutex_;
    std::vector<Waiting> waiting_;
    boost::asio::thread_pool thread_;
};

}  // namespace tavola::store
