// Small games are solved while somebody plays them.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "games/any_game.h"
#include "shelf/shelf.h"

namespace tavola::shelf {

/// Whether all tables of a game under its rules are a matter of a minute or two, and of less than a gibibyte.
bool quickly_solved(const AnyGame& game);

/// Solves what is not on the shelf yet, on one thread, for as long as it lives; what is done by then stays.
class Background {
  public:
    Background(AnyGamePtr game, std::shared_ptr<Shelf> shelf);
    ~Background() { stop_ = true; }

  private:
    std::atomic<bool> stop_{false};
    std::jthread thread_;  // the last, so that it ends before what it uses
};

}  // namespace tavola::shelf
