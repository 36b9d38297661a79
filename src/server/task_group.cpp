#include "server/task_group.h"

#include <spdlog/spdlog.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <exception>

namespace tavola::server {

TaskGroup::TaskGroup(const asio::any_io_executor& executor) : executor_(executor), empty_(executor) {}

void TaskGroup::spawn(asio::awaitable<void> task) {
    const auto signal = running_.emplace(running_.end());
    const auto ended = [this, signal](const std::exception_ptr& fault) {
        running_.erase(signal);
        if (running_.empty()) empty_.cancel();
        if (!fault) return;
        try {
            std::rethrow_exception(fault);
        } catch (const boost::system::system_error& error) {
            if (error.code() != asio::error::operation_aborted) spdlog::error("a task failed: {}", error.what());
        } catch (const std::exception& error) {
            spdlog::error("a task failed: {}", error.what());
        }
    };
    asio::co_spawn(executor_, std::move(task), asio::bind_cancellation_slot(signal->slot(), ended));
}

void TaskGroup::cancel() {
    // What a task waits for is answered later, never from within `emit`: the list stays as it is meanwhile.
    for (asio::cancellation_signal& signal : running_) signal.emit(asio::cancellation_type::terminal);
}

asio::awaitable<bool> TaskGroup::wait_for(asio::steady_timer::duration time) {
    if (running_.empty()) co_return true;
    empty_.expires_after(time);
    co_await empty_.async_wait(asio::as_tuple(asio::use_awaitable));
    co_return running_.empty();
}

}  // namespace tavola::server
