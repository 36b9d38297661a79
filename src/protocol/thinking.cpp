#include "protocol/thinking.h"

#include <stop_token>
#include <utility>

namespace tavola::protocol {

void Thinking::begin(Work work, Tell tell, bool held) {
    end();
    stop_ = false;
    held_ = held;  // nobody else is here
    search_ = std::jthread([this, work = std::move(work), tell = std::move(tell)] {
        const std::string answer = work(stop_);
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return !held_; });
        }
        tell(answer);
    });
}

void Thinking::release(std::chrono::milliseconds time) {
    let_go();
    if (time.count() == 0) return;
    const auto until = std::chrono::steady_clock::now() + time;
    alarm_ = std::jthread([this, until](const std::stop_token& called_off) {
        std::unique_lock lock(mutex_);
        wake_.wait_until(lock, called_off, until, [] { return false; });
        if (!called_off.stop_requested()) stop_ = true;
    });
}

void Thinking::end() {
    alarm_ = {};
    stop_ = true;
    let_go();
    search_ = {};
}

void Thinking::let_go() {
    {
        const std::lock_guard lock(mutex_);
        held_ = false;
    }
    wake_.notify_all();
}

}  // namespace tavola::protocol
