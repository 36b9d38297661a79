// One search at a time on a thread of its own, which can be held back, released and ended from outside.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tavola::protocol {

/// All of it is called from one thread only; what it is given runs on another.
class Thinking {
  public:
    /// Looks for an answer, until it is found or soon after `stop` is set.
    using Work = std::function<std::string(const std::atomic<bool>& stop)>;
    using Tell = std::function<void(const std::string& answer)>;

    Thinking() = default;
    Thinking(const Thinking&) = delete;
    Thinking& operator=(const Thinking&) = delete;
    ~Thinking() { end(); }

    /// Ends what goes on and begins anew. If held, the answer is not told before it is released or ended.
    void begin(Work work, Tell tell, bool held);
    /// Lets a held answer out as soon as it is found, and at the latest after this time (0: no limit).
    void release(std::chrono::milliseconds time);
    /// Stops, and waits until the answer has been told. Nothing if nothing goes on.
    void end();

  private:
    void let_go();

    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    bool held_ = false;  // guarded by mutex_
    std::jthread search_;
    std::jthread alarm_;
};

}  // namespace tavola::protocol
