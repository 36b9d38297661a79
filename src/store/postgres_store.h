// The store in a PostgreSQL database, for several houses at once.
//
// What comes in together becomes one transaction. A number that another house has taken meanwhile is refused to that
// one addition. While the database cannot be reached the writer tries again and again, but not for ever: what could not
// be stored in time is told to have failed, and nothing is told to be stored that is not.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "store/store.h"

namespace tavola::store {

class PostgresStore final : public Store {
  public:
    /// Opens the database at `postgres://...` and brings it to the present form. `patience`: how long an addition waits
    /// for a lost connection to come back.
    static Result<std::unique_ptr<PostgresStore>> open(const std::string& url,
                                                       std::chrono::milliseconds patience = std::chrono::seconds(5));
    ~PostgresStore() override;  ///< what was to be kept is kept first, or given up in its time

    void append(Addition addition, Done done) override;
    void probe(Done done) override;
    Result<std::vector<Entry>> events(std::string_view game, std::int64_t after) override;
    Result<std::vector<std::string>> unfinished() override;
    Result<std::vector<Due>> due(std::int64_t until, const Due& after, std::size_t most) override;
    Result<std::vector<Run>> runs() override;
    Result<void> note_running(std::int64_t at, bool begins) override;
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override;
    Result<void> erase(const std::string& game) override;
    Result<void> read_all(const Tell& tell) override;
    void listen(Heard heard, Told told = {}) override;
    bool shared() const noexcept override { return true; }
    Result<bool> enter() override;
    Result<std::int64_t> time() override;
    Result<void> announce(const std::vector<std::string>& texts) override;

  private:
    struct Parts;
    explicit PostgresStore(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace tavola::store
