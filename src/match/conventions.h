// What players may agree on before a game beside its rules: what the arbiter does, and which colour each of them has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "games/any_game.h"

namespace tavola {

/// One part of what an arbiter does.
struct Convention {
    Option<Custom> option;  ///< as records and the command line write it: `quiet-plies=60`
    std::string_view json;  ///< as JSON calls it: `quietPlies`
    bool truth;             ///< true or false there, not a number
};
std::span<const Convention> conventions();

/// Whether a game may be played so. What a game's own arbiter never does, such as counting repetitions in Niout, cannot be
/// switched on.
Result<void> check_custom(const Custom& custom, const AnyGame& game);

/// One `key=value`.
Result<void> set_convention(Custom& custom, std::string_view text);
/// What differs from the game's own arbiter, `repetitions=0 agreement=no`; nothing where nothing does.
std::string print_custom(const Custom& custom, const AnyGame& game);
Result<Custom> parse_custom(std::string_view text, const AnyGame& game);

/// Which of the game's colours each player has.
class Colours {
  public:
    /// Each his own, as the game has it.
    constexpr Colours() noexcept = default;
    /// A permutation of the game's colours; another one than the game's own only where the players may choose.
    static Result<Colours> of(std::span<const int> colours, const AnyGame& game);

    constexpr int operator[](Player player) const noexcept { return of_[static_cast<std::size_t>(player.index())]; }
    friend constexpr bool operator==(const Colours&, const Colours&) noexcept = default;

  private:
    std::array<std::uint8_t, max_players> of_{0, 1, 2, 3};
};

/// Counted from 1, as records count players: `2 1`.
std::string print_colours(const Colours& colours, const AnyGame& game);
Result<Colours> parse_colours(std::string_view text, const AnyGame& game);

}  // namespace tavola
