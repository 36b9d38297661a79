// Where in the tables a position is to be found, for any game that has some.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "games/any_game.h"
#include "tables/format.h"
#include "tables/sector.h"
#include "tables/value.h"

namespace tavola::tables {

struct Location {
    Sector sector;
    std::uint64_t slot = 0;
    int limit = 0;  ///< the game is drawn after so many more plies in the sector; 0: never

    /// What a word found there means: plies to the end as an oracle tells them.
    int ends_in(Word word) const noexcept {
        if (!is_decided(word) || (limit != 0 && plies(word) > limit)) return 0;
        return is_win(word) ? plies(word) : -plies(word);
    }
};

/// Any number of threads may ask.
class Places {
  public:
    virtual ~Places() = default;

    /// Nothing where the game is over or no sector has it. Where dice decide, the throw plays no part.
    virtual std::optional<Location> of(const AnyPosition& position) const = 0;
    /// The number of slots that a sector's table must have.
    virtual std::uint64_t slots(const Sector& sector) const = 0;
    virtual Payload payload() const = 0;
};

/// The places of a game's positions under its rules, or why it can't have tables.
Result<std::unique_ptr<Places>> open_places(const AnyGame& game);

}  // namespace tavola::tables
