#include "server/turns.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace tavola::server {

Turns::Turns(asio::any_io_executor executor, std::size_t at_once, std::size_t most_waiting, std::size_t most_of_one)
    : executor_(std::move(executor)), at_once_(at_once), most_waiting_(most_waiting), most_of_one_(most_of_one) {}

asio::awaitable<Turns::Turn> Turns::wait(std::string whose) {
    if (busy_ < at_once_) {
        ++busy_;
        last_ = whose;
        co_return Turn(this);
    }
    if (waiting_count_ >= most_waiting_) co_return nullptr;
    std::deque<Waiting*>& line = waiting_[whose];
    if (line.size() >= most_of_one_) co_return nullptr;
    Waiting self{.timer = asio::steady_timer(executor_, asio::steady_timer::time_point::max())};
    line.push_back(&self);
    ++waiting_count_;
    while (!self.called) co_await self.timer.async_wait(asio::as_tuple(asio::use_awaitable));
    co_return Turn(this);
}

void Turns::give_back() {
    --busy_;
    if (waiting_.empty()) return;
    auto next = waiting_.upper_bound(last_);
    if (next == waiting_.end()) next = waiting_.begin();
    Waiting* const called = next->second.front();
    next->second.pop_front();
    last_ = next->first;
    if (next->second.empty()) waiting_.erase(next);
    --waiting_count_;
    ++busy_;
    called->called = true;
    called->timer.cancel();
}

}  // namespace tavola::server
