#include "server/task_group.h"

#include <spdlog/spdlog.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>

namespace tavola::server {

TaskGroup::TaskGroup(const asio::any_io_executor& executor) : executor_(executor), empty_(executor) {}

void TaskGroup::spawn(asio::awaitable<void> task) {
    ++running_;
    asio::co_spawn(executor_, std::move(task), [this](const std::exception_ptr& fault) {
        if (--running_ == 0) empty_.cancel();
        if (!fault) return;
        try {
            std::rethrow_exception(fault);
        } catch (const std::exception& error) {
            spdlog::error("a task failed: {}", error.what());
        }
    });
}

asio::awaitable<bool> TaskGroup::wait_for(asio::steady_timer::duration time) {
    // Another task may have been started between the end of the last one and the moment in which we hear of it.
    const auto deadline = asio::steady_timer::clock_type::now() + time;
    while (running_ != 0 && asio::steady_timer::clock_type::now() < deadline) {
        empty_.expires_at(deadline);
        co_await empty_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return running_ == 0;
}

}  // namespace tavola::server
