// Additions on their way into a store. One thread writes them: what has come in while it was busy, and for a moment
// longer, goes together, so that the disk is waited for once for all of them.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

#include "store/store.h"

namespace tavola::store {

class WriteQueue {
  public:
    struct Waiting {
        Addition addition;
        Store::Done done;
        std::chrono::steady_clock::time_point since;
        Result<void> result = {};
    };
    /// Writes them all and sets the result of each. Failing means that none was kept.
    using Write = std::function<Result<void>(std::vector<Waiting>& batch)>;

    explicit WriteQueue(Write write);
    ~WriteQueue();  ///< what is waiting is written first
    void add(Addition addition, Store::Done done);

  private:
    void write_waiting();

    const Write write_;
    std::mutex mutex_;
    std::vector<Waiting> waiting_;
    boost::asio::thread_pool thread_;
};

}  // namespace tavola::store
