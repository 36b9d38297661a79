// Being asked to stop, with Ctrl-C as a rule.
#pragma once

#include <atomic>
#include <csignal>
#include <initializer_list>
#include <vector>

namespace tavola::cli {

inline std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal sets it");

/// While it lives, these signals ask for an end; a second one is not asked any more.
class InterruptWatch {
  public:
    explicit InterruptWatch(std::initializer_list<int> signals = {SIGINT}) {
        interrupted = false;
        struct sigaction action{};
        action.sa_handler = [](int) { interrupted = true; };
        action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
        for (const int signal : signals) sigaction(signal, &action, &before_.emplace_back(signal).action);
    }
    ~InterruptWatch() {
        for (const Before& before : before_) sigaction(before.signal, &before.action, nullptr);
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

  private:
    struct Before {
        explicit Before(int number) : signal(number) {}
        int signal;
        struct sigaction action{};
    };
    std::vector<Before> before_;
};

}  // namespace tavola::cli
