// The threads that search for the computer players of all rooms, and the queue in front of them.
//
// At full strength a move takes up to a second, at every other level some milliseconds. So one thread is kept for the lower
// levels: a weak computer answers at once, however many strong ones think. Within the queue the lower level goes first, and
// each address has the same share at each level.
//
// How long a move can wait is bounded: the more searches wait, the shorter is each. With `n` of them on `t` threads an answer
// comes within max(longest_wait, n / t * shortest_search).
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "search/engine.h"
#include "server/fair_queue.h"
#include "server/histogram.h"

namespace tavola::server {

namespace asio = boost::asio;

/// What a computer player is asked.
struct SearchRequest {
    AnyGamePtr game;
    AnyPosition position;
    std::vector<AnyPosition> history;  ///< the positions before, the oldest first
    int level = max_level;
    std::string room;     ///< whose engine is used: what it has found for one move helps with the next
    std::string address;  ///< of the person whom it plays against, for fair shares
};

class EnginePool {
  public:
    static constexpr std::chrono::milliseconds longest_search{1000}, shortest_search{20}, longest_wait{5000};
    static constexpr std::size_t engines_kept = 32, table_mebibytes = 8;

    /// The tables of perfect play for a game, or nothing.
    using OpenOracle = std::function<std::shared_ptr<const Oracle>(const AnyGamePtr&)>;

    /// As many threads for full strength as there are cores less one, and at least one.
    static int usual_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

    explicit EnginePool(OpenOracle open_oracle = {}, int threads = usual_threads());
    ~EnginePool();
    EnginePool(const EnginePool&) = delete;
    EnginePool& operator=(const EnginePool&) = delete;

    /// The move that a computer of this level makes, as a word.
    asio::awaitable<std::string> choose_move(SearchRequest request);
    /// Whether the computer in this seat agrees to end the game as it stands.
    asio::awaitable<bool> accepts_draw(SearchRequest request, int seat);

    /// The game of this room is over: its engine is not needed any more.
    void forget(const std::string& room);
    /// Searches end at once from now on, each with the best move that it has found.
    void hurry() noexcept { hurry_ = true; }

    struct Counts {
        std::size_t waiting = 0;     ///< searches in the queue
        std::uint64_t finished = 0;  ///< since the start
        Histogram waits;             ///< in the queue
        std::size_t engines = 0;     ///< kept
    };
    Counts counts() const;

  private:
    using Work = std::function<void(Engine&, const Limits&)>;
    struct Search {
        SearchRequest request;
        Work work;
        std::function<void()> finished;
        std::chrono::steady_clock::time_point since;
    };
    struct Kept {
        std::string room;
        int level;  // a weak computer is not to know what a strong one has found
        std::unique_ptr<Engine> engine;
    };

    asio::awaitable<void> run(SearchRequest request, Work work);
    void serve(bool full_strength);
    void perform(Search& search, std::chrono::milliseconds time);
    std::chrono::milliseconds thinking_time(std::size_t waiting, std::chrono::steady_clock::duration waited) const;
    std::unique_ptr<Engine> take_engine(const SearchRequest& request);
    void keep_engine(const SearchRequest& request, std::unique_ptr<Engine> engine);
    std::shared_ptr<const Oracle> oracle_for(const AnyGamePtr& game);

    const OpenOracle open_oracle_;
    const int threads_at_full_strength_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::atomic<bool> hurry_ = false;
    FairQueue<Search> quick_, strong_;
    std::uint64_t finished_ = 0;
    Histogram waits_;
    std::list<Kept> engines_;  // the one used last comes first; an engine in use is not among them
    std::mutex opening_;
    std::map<std::string, std::shared_ptr<const Oracle>> oracles_;  // by game and rules
    std::vector<std::jthread> threads_;
};

}  // namespace tavola::server
