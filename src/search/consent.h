// May a game end now, by a draw or an armistice? What the computer player answers when it is asked, the same on a page, at a
// terminal and in a room.
#pragma once

#include <atomic>
#include <span>

#include "search/engine.h"

namespace tavola {

/// Nobody is asked for a draw in the opening: before so many plies the computer plays on, unless it would win.
inline constexpr int draws_from_ply = 20;

/// What somebody is asked.
struct Offer {
    AnyPosition position;
    std::span<const AnyPosition>
        history;    ///< the positions before this one, the oldest first, as far as they can come again
    int plies = 0;  ///< that have been played
    Player player;  ///< who is asked
};

struct Consent {
    bool accept = false;
    Outcome settled;      ///< what the game would come to
    double expected = 0;  ///< what the player expects of going on: 1 is a win, 0.5 a draw, 0 a loss
};

/// Whether a player of this level lets the game end as it would be settled now: at once where that is a win, never where it
/// is a loss, and where it is a draw if he expects no more of the game than that, as far as he sees.
Consent consider(Engine& engine, const Offer& offer, int level, const Limits& limits, const std::atomic<bool>& stop);

}  // namespace tavola
