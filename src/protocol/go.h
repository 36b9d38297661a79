// What `go` asks for, and how long a move may take.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
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
    bool infinite = false;
    bool ponder = false;
    std::vector<std::string_view> search_moves;

    bool timed() const noexcept { return move_time || clocks[0].left || clocks[1].left; }
    /// Whether only `stop` ends this search.
    bool endless() const noexcept { return infinite || (depth == 0 && nodes == 0 && !timed()); }
};

/// The words after `go`, or what is wrong with them. What comes twice counts as it comes last.
std::expected<Go, std::string> parse_go(Line words);

/// How long this player may think; 0 if nothing was said of time. Players 1 and 3 go by white's clock, 2 and 4 by
/// black's; a fault if only the other clock was told.
std::expected<milliseconds, std::string> time_to_think(const Go& go, Player player);

}  // namespace tavola::protocol
