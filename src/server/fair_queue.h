// A queue that is fair to its flows: self-clocked fair queueing. A flow is whatever shares are counted by; a flow that asks
// for much waits for itself, and holds up others by no more than its share. Cheap work goes before expensive work, and
// nothing waits for ever.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace tavola::server {

template <class T>
class FairQueue {
  public:
    void push(const std::string& flow, double cost, T item) {
        double& last = finish_[flow];
        last = std::max(last, clock_) + cost;
        // Of equal finish times the first come is the first served.
        waiting_.emplace(last, std::move(item));
    }

    /// There must be one.
    T pop() {
        const auto first = waiting_.begin();
        clock_ = first->first;
        T item = std::move(first->second);
        waiting_.erase(first);
        // A flow whose last finish time has passed starts at the clock again, so it need not be remembered.
        if (waiting_.empty())
            finish_.clear();
        else if (finish_.size() > 2 * waiting_.size() + 64)
            std::erase_if(finish_, [this](const auto& flow) { return flow.second <= clock_; });
        return item;
    }

    bool empty() const noexcept { return waiting_.empty(); }
    std::size_t size() const noexcept { return waiting_.size(); }

  private:
    double clock_ = 0;                      // the finish time of what was served last
    std::map<std::string, double> finish_;  // of the last item of each flow
    std::multimap<double, T> waiting_;      // by finish time
};

}  // namespace tavola::server
