// What `go` asks for, and how long a move may take.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/player.h"
#include "protocol/line.h"

namespace tavola::protocol {

using std::chrono::milliseconds;

/// What a side has left on its clock, if it has one.
struct SideClock {
    std::optional<milliseconds> left;
    milliseconds increment{0};
};

struct Go {
    int depth = 0;            ///< 0: any
    std::uint64_t nodes = 0;  ///< 0: any number
    std::optional<milliseconds> move_time;
    std::array<SideClock, 2> clocks;  ///< w, then b
    int moves_to_go = 0;              ///< until more time comes; 0: until the end of the game
    int mate = 0;                     ///< only an end within so many of the mover's moves is looked for; 0: any
    bool infinite = false;
    bool ponder = false;
    std::vector<std::string_view> search_moves;
    std::vector<std::string_view> unknown;  ///< words that were passed over

    bool timed() const noexcept { return move_time || clocks[0].left || clocks[1].left; }
    /// Whether only `stop` ends this search.
    bool endless() const noexcept { return infinite || (depth == 0 && nodes == 0 && mate == 0 && !timed()); }
    /// How many plies to look ahead; 0: any number.
    int plies() const noexcept;
};

/// The words after `go`. Whoever says it waits for an answer, so there is always something to go by: unknown words are
/// passed over, a number out of bounds counts as the nearest within them, and a limit without a number as the lowest.
/// What comes twice counts as it comes last.
Go parse_go(Line words);

/// How long this player, who has so many moves to choose from, may think; 0 if nothing was said of time. A time for this
/// move goes before clocks. Players 1 and 3 go by white's clock, 2 and 4 by black's, or by the only one that was told.
/// A move without a choice takes no time.
milliseconds time_to_think(const Go& go, Player player, std::size_t choices);

}  // namespace tavola::protocol
