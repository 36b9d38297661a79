#include "store/write_queue.h"

#include <boost/asio/post.hpp>
#include <thread>
#include <utility>

namespace tavola::store {
namespace {

constexpr auto gathering_time = std::chrono::milliseconds(2);

}  // namespace

WriteQueue::WriteQueue(Write write) : write_(std::move(write)), thread_(1) {}

WriteQueue::~WriteQueue() { thread_.join(); }

void WriteQueue::add(Addition addition, Store::Done done) {
    const std::lock_guard guard(mutex_);
    waiting_.push_back({std::move(addition), std::move(done), std::chrono::steady_clock::now()});
    // The first one wakes the writer; the others are there before it looks.
    if (waiting_.size() == 1) boost::asio::post(thread_, [this] { write_waiting(); });
}

void WriteQueue::write_waiting() {
    std::this_thread::sleep_for(gathering_time);
    std::vector<Waiting> batch;
    {
        const std::lock_guard guard(mutex_);
        batch.swap(waiting_);
    }
    const auto kept = write_(batch);
    for (Waiting& one : batch) one.done(kept ? std::move(one.result) : kept);
}

}  // namespace tavola::store
