// The computer player, erased: any game under fixed rules, for the edges that speak text (engine protocol, matches,
// the terminal, the browser). The search itself is in search.h and its neighbours.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "games/any_game.h"
#include "search/oracle.h"

namespace tavola {

/// What bounds a search; zero means no bound. With nothing but `nodes` and one thread, the same question always
/// gets the same answer.
struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds time{0};
    int lines = 1;         ///< how many of the best lines are wanted
    int within = 0;        ///< lines further behind the best than this need not be looked for
    bool knowing = true;   ///< may the oracle be asked, if there is one?
    bool careful = false;  ///< would the player to move rather not lose than win?
};

/// A line of play and what it is worth to the player to move.
struct Variation {
    std::vector<AnyMove> moves;
    int score = 0;       ///< in hundredths of a man or ball; where there are dice, of a percent of winning chance
    int ends_in = 0;     ///< if the end is seen: plies until it, negative when the player to move loses; else 0
    bool exact = false;  ///< known rather than thought out
};

/// How far a search has come.
struct Report {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds time{0};
    int hash_permille = 0;         ///< how full the transposition table is
    std::vector<Variation> lines;  ///< the best first; empty if the game is over
};

/// Called after every depth; may be empty.
using Listener = std::function<void(const Report&)>;

class Engine {
  public:
    virtual ~Engine() = default;

    /// Looks for the best moves. `history` are the positions before this one, the oldest first, so that repetition
    /// is seen. Stops at a limit, or soon after `stop` is set; there is always an answer unless the game is over.
    virtual Report think(const AnyPosition& position, std::span<const AnyPosition> history, const Limits& limits,
                         const std::atomic<bool>& stop, const Listener& listener = {}) = 0;
    /// What was learnt is forgotten.
    virtual void forget() = 0;
    virtual void set_hash(std::size_t mebibytes) = 0;
    virtual void set_threads(int threads) = 0;
    /// Somebody to ask before thinking, and on the way.
    virtual void set_oracle(std::shared_ptr<const Oracle> oracle) = 0;
    /// The worth of a position without looking ahead, to the player to move.
    virtual int evaluate(const AnyPosition& position) const = 0;

    virtual const AnyGame& game() const = 0;
};

/// The worth of a position to a player as it looks; if the game is over, that is all that counts.
int glance(const Engine& engine, const AnyPosition& position, Player player);

inline constexpr int max_level = 10;

/// An engine for a game.
std::unique_ptr<Engine> make_engine(AnyGamePtr game);

/// What a player of this level (1 to 10) sees: the moves that he would think of, the best first. `limits` bounds what even
/// the strongest may use (level 10 uses all of it).
std::vector<Variation> look(Engine& engine, const AnyPosition& position, std::span<const AnyPosition> history,
                            int level, const Limits& limits, const std::atomic<bool>& stop);

/// A move as a player of this level makes it (1 to 10): weaker ones see less and waver between plausible moves.
/// `limits` bounds what even the strongest may use (level 10 uses all of it).
AnyMove choose_move(Engine& engine, const AnyPosition& position, std::span<const AnyPosition> history, int level,
                    Random& random, const Limits& limits, const std::atomic<bool>& stop);

}  // namespace tavola
