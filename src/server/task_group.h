// Coroutines that run side by side and end together: whoever starts them waits for them.
//
// Rules for all coroutines here, because GCC 12 compiles the rest wrongly: `co_await` stands alone in a statement or begins a
// variable, never inside a condition; its statement holds no lists in braces and no lambda that is itself a coroutine.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>

namespace tavola::server {

namespace asio = boost::asio;

/// All of it happens on one thread, that of the executor.
class TaskGroup {
  public:
    explicit TaskGroup(const asio::any_io_executor& executor);
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;

    /// Starts a task. What it throws is logged; the others go on. To end one, close what it waits for.
    void spawn(asio::awaitable<void> task);
    std::size_t size() const noexcept { return running_; }
    /// Until no task is left, or until the time is over; whether none is left.
    asio::awaitable<bool> wait_for(asio::steady_timer::duration time);

  private:
    asio::any_io_executor executor_;
    std::size_t running_ = 0;
    asio::steady_timer empty_;
};

}  // namespace tavola::server
