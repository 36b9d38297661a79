// Those who play in a match: computer players of any strength, simple ones to measure them by, and other programs.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/random.h"
#include "match/match.h"
#include "search/engine.h"

namespace tavola::arena {

/// Why a player did not make a move; it costs the game.
struct Fault {
    std::string_view why;  ///< one word, as records tell it: time, gone, illegal
    std::string note;      ///< what was seen of it
};

class Contestant {
  public:
    virtual ~Contestant() = default;

    /// What was learnt in earlier games is forgotten.
    virtual void new_game() = 0;
    /// A move for the player whose turn it is. The dice are never asked of a contestant.
    virtual std::expected<AnyMove, Fault> choose(const Match& match, Random& random) = 0;
};

/// A player as the command line names one.
struct PlayerSpec {
    enum class Kind : std::uint8_t {
        level,     ///< `level:7`, 1 to 10
        search,    ///< `nodes:200000`, `depth:5` or `time:100` (milliseconds a move)
        random,    ///< `random`: any legal move
        greedy,    ///< `greedy`: the best position after one move
        furthest,  ///< `furthest`, in Niout: the safe move that comes furthest
        command,   ///< `cmd:PROGRAM ARGS`: a program that speaks UCI
    };

    Kind kind = Kind::random;
    int level = 0;
    Limits limits;
    int threads = 1;
    int hash = 16;                               ///< mebibytes
    std::chrono::milliseconds patience{30'000};  ///< how long a program may be silent beyond its time
    std::string tables;  ///< the folder of the tables of perfect play that it may use; empty: none
    std::string command;
    std::string name;  ///< what records call it: the text itself, unless it says `name=`
};

/// Reads a player: a kind, then settings after commas (`nodes:200000,threads=1,hash=16`): `nodes`, `depth`, `time`,
/// `threads`, `hash`, `tables`, `name` and, for programs, `patience` in milliseconds.
Result<PlayerSpec> parse_player(std::string_view text);

/// Whether such a player knows the game.
Result<void> check_player(const PlayerSpec& spec, const AnyGame& game);

/// A player that knows the game, ready for a first game.
std::unique_ptr<Contestant> make_contestant(const PlayerSpec& spec, AnyGamePtr game);

}  // namespace tavola::arena
