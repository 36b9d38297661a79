// Coroutines that run side by side and end together: whoever starts them waits for them.
//
// A rule for all coroutines here: `co_await` stands alone in a statement or begins a variable, never inside a condition;
// GCC 12 compiles such conditions wrongly.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>

namespace tavola::server {

namespace asio = boost::asio;

/// All of it happens on one thread, that of the executor.
class TaskGroup {
  public:
    explicit TaskGroup(const asio::any_io_executor& executor);
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;

    /// Starts a task. What it throws is logged; the others go on.
    void spawn(asio::awaitable<void> task);
    std::size_t size() const noexcept { return running_.size(); }
    /// Asks every task to end: what it waits for comes back as aborted.
    void cancel();
    /// Until no task is left, or until the time is over; whether none is left.
    asio::awaitable<bool> wait_for(asio::steady_timer::duration time);

  private:
    asio::any_io_executor executor_;
    std::list<asio::cancellation_signal> running_;
    asio::steady_timer empty_;
};

}  // namespace tavola::server
