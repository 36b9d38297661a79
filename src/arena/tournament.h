// Two players against each other: many games in pairs, each pair from an opening of its own with sides swapped,
// several at a time. With limits in nodes or depth, every game is the same for the same seed, however many are
// played at once.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>

#include "arena/contestant.h"
#include "arena/elo.h"
#include "arena/openings.h"
#include "match/record.h"

namespace tavola::arena {

struct Plan {
    AnyGamePtr game;
    AnyPosition start;
    std::array<PlayerSpec, 2> players;
    int pairs = 100;
    int concurrency = 1;
    std::uint64_t seed = 0;
    int opening_plies = 0;
    bool growing_openings = true;  ///< may openings have more moves, so that all of them differ?
    int max_plies = 400;           ///< moves, throws not counted, after which a game is settled as it stands
    std::string event = "tavola match";
    std::shared_ptr<const Oracle> arbiter = {};  ///< ends games whose outcome it knows, if there is one
};

/// Whether the plan can be played: the game has two sides, and both players know it.
Result<void> check_plan(const Plan& plan);

/// Which of the two sides a player of the game is on: that of player x or 1, or the other.
int side_of(const AnyGame& game, Player player);

/// The contestant, 0 or 1, who has a side in the first or the second game of a pair.
constexpr int contestant_of(int side, int leg) noexcept { return side ^ leg; }

struct PlayedGame {
    int pair = 0;
    int leg = 0;          ///< 0 or 1: in the first game of a pair contestant 0 has the first side
    int half_points = 0;  ///< of contestant 0: 2 a win, 1 a draw, 0 a loss
    Record record;
    struct Forfeit {
        int contestant;
        Fault fault;
    };
    std::optional<Forfeit> forfeit;
};

/// One game of a plan after its opening, by players who know it.
PlayedGame play_game(const Plan& plan, int pair, int leg, std::span<const AnyMove> opening,
                     const std::array<std::unique_ptr<Contestant>, 2>& players);

/// How much games differ. Players who always answer alike play the same game again from the same opening, and what has
/// been seen already tells nothing new.
class Variety {
  public:
    void add(const PlayedGame& game);
    /// The openings that are no likeness of another, and the games that differ in their moves.
    std::size_t openings() const noexcept { return openings_.size(); }
    std::size_t games() const noexcept { return games_.size(); }

  private:
    std::unordered_set<std::uint64_t> openings_;
    std::unordered_set<std::string> games_;
};

/// What a tournament has come to.
struct Scores {
    Tally tally;
    Pairs pairs;  ///< those of which both games have been played

    friend bool operator==(const Scores&, const Scores&) = default;
};

/// Called after each game, never twice at once; false when there has been enough play.
using OnGame = std::function<bool(const PlayedGame&, const Scores&)>;

/// The games of a plan that records tell, so that it can go on where it was stopped. Refuses records of anything else,
/// also of games after other openings.
Result<std::vector<PlayedGame>> played_before(const Plan& plan, std::span<const Record> records);
Scores scores_of(std::span<const PlayedGame> games);

/// Plays the plan, which has been checked, but for the games that were played before. Once `stop` is set, or there has
/// been enough, no further game begins; those that run are played to their end.
Scores run_tournament(const Plan& plan, const OnGame& on_game, const std::atomic<bool>& stop,
                      std::span<const PlayedGame> before = {});

}  // namespace tavola::arena
