// The erased façade: any game under any rules, behind one type, for the edges that speak text or JSON. Nothing in
// a hot loop goes through it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "board/topology.h"
#include "games/effect.h"
#include "games/game.h"
#include "games/gesture.h"
#include "games/options.h"
#include "games/player.h"
#include "games/setup.h"

namespace tavola {

/// A position of some game, in place. Only the game it came from can read it.
class AnyPosition {
  public:
    static constexpr std::size_t capacity = 64;
    template <class Position>
    static AnyPosition wrap(const Position& position) noexcept {
        static_assert(sizeof(Position) <= capacity && std::is_trivially_copyable_v<Position>);
        AnyPosition any;
        std::memcpy(any.bytes_.data(), &position, sizeof position);
        return any;
    }
    template <class Position>
    Position unwrap() const noexcept {
        Position position;
        std::memcpy(static_cast<void*>(&position), bytes_.data(), sizeof position);
        return position;
    }

  private:
    alignas(8) std::array<std::byte, capacity> bytes_{};
};

/// A move of some game. Only the game it came from can read it.
class AnyMove {
  public:
    template <class Move>
    static AnyMove wrap(Move move) noexcept {
        AnyMove any;
        std::memcpy(any.bytes_.data(), &move, sizeof move);
        return any;
    }
    template <class Move>
    Move unwrap() const noexcept {
        Move move;
        std::memcpy(static_cast<void*>(&move), bytes_.data(), sizeof move);
        return move;
    }
    friend bool operator==(AnyMove, AnyMove) noexcept = default;

  private:
    alignas(8) std::array<std::byte, 8> bytes_{};
};

/// One option of a game, as it is told to people.
struct OptionInfo {
    std::string_view key;
    std::vector<std::string> values;  ///< all of them, in order
    std::string standard;             ///< what holds when nothing is said
};

struct PresetInfo {
    std::string_view name;
    std::vector<Setting> settings;  ///< every option with its value
};

struct GameInfo {
    std::string_view id;
    std::vector<OptionInfo> options;
    std::vector<PresetInfo> presets;  ///< the first is the default
    Custom custom;
    bool free_colours;  ///< which colour each player has is theirs to say
};

/// A game under fixed rules. All its functions are pure; a finished position has no moves.
class AnyGame {
  public:
    virtual ~AnyGame() = default;

    virtual std::string_view id() const = 0;
    virtual std::vector<Setting> settings() const = 0;      ///< the shortest that give these rules
    virtual std::vector<Setting> all_settings() const = 0;  ///< every option with its value
    virtual Custom custom() const = 0;
    virtual bool free_colours() const = 0;
    virtual int players() const = 0;
    /// Whether dice decide some of the actions.
    virtual bool dice() const = 0;
    /// Whether two players are on one side.
    virtual bool together(Player one, Player other) const = 0;
    virtual const Topology& board() const = 0;

    virtual AnyPosition start() const = 0;
    virtual Player turn(const AnyPosition& position) const = 0;
    virtual std::vector<AnyMove> moves(const AnyPosition& position) const = 0;
    virtual AnyPosition play(const AnyPosition& position, AnyMove move) const = 0;
    virtual Outcome outcome(const AnyPosition& position) const = 0;
    virtual std::string_view why(const AnyPosition& position) const = 0;
    virtual Outcome settle(const AnyPosition& position) const = 0;
    virtual Score score(const AnyPosition& position) const = 0;
    virtual bool insufficient(const AnyPosition& position) const = 0;
    /// In sixteenths, where the dice decide; 0 where a player does.
    virtual int chance(const AnyPosition& position, AnyMove move) const = 0;
    /// The position with the next player to act, where a player can be left out (Niout).
    virtual std::optional<AnyPosition> skip(const AnyPosition& position) const = 0;
    virtual bool equal(const AnyPosition& one, const AnyPosition& other) const = 0;
    virtual std::uint64_t hash(const AnyPosition& position) const = 0;
    virtual std::uint64_t perft(const AnyPosition& position, int depth) const = 0;
    /// A random action, if the game is not over.
    virtual std::optional<AnyMove> random_move(const AnyPosition& position, Random& random) const = 0;

    virtual Result<AnyPosition> parse_position(std::string_view text) const = 0;
    virtual std::string print(const AnyPosition& position) const = 0;
    virtual std::string print(AnyMove move) const = 0;
    virtual std::string print(Outcome outcome) const = 0;
    virtual Gestures gestures(const AnyPosition& position, AnyMove move) const = 0;
    virtual Effects effects(const AnyPosition& position, AnyMove move) const = 0;
    virtual Picture picture(const AnyPosition& position) const = 0;
    /// The position that looks so. The men and the turn must be of players of this game.
    virtual Result<AnyPosition> compose(const Setup& setup) const = 0;

    /// The legal move written so.
    Result<AnyMove> parse_move(const AnyPosition& position, std::string_view text) const;
    /// The legal moves as words, sorted bytewise.
    std::vector<std::string> move_words(const AnyPosition& position) const;
    /// Whether the dice are to be thrown.
    bool dice_to_throw(const AnyPosition& position) const;
};

using AnyGamePtr = std::shared_ptr<const AnyGame>;

/// The games of the house, in the order in which it shows them.
const std::vector<GameInfo>& all_games();

/// A game by its id, under the rules that the settings ask for.
Result<AnyGamePtr> make_game(std::string_view id, std::span<const Setting> settings = {});
/// The same with the settings in one text, `key=value,key=value`.
Result<AnyGamePtr> make_game(std::string_view id, std::string_view settings);

}  // namespace tavola
