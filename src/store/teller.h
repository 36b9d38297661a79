// Puts events that come one by one, game after game, together again.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "store/store.h"

namespace tavola::store {

class Teller {
  public:
    explicit Teller(const Store::Tell& tell) : tell_(tell) {}

    /// The next event: of the same game as the last one, or of the next.
    Result<void> add(std::string game, bool over, Entry event) {
        if (!open_ || open_->game != game) {
            if (auto told = finish(); !told) return told;
            open_ = Addition{std::move(game), {}, over};
        }
        open_->events.push_back(std::move(event));
        return {};
    }

    /// There are no more.
    Result<void> finish() {
        if (!open_) return {};
        return tell_(*std::exchange(open_, std::nullopt));
    }

  private:
    const Store::Tell& tell_;
    std::optional<Addition> open_;
};

}  // namespace tavola::store
