// The openings of a match: random moves, a different position for every pair of games where the game has so many.
//
// On small boards a few random moves soon come to the same positions, and players who always answer alike would play
// the same games again. So what was there before, or is its mirror image, is drawn anew, and so is what a glance shows
// to be decided already. Where that does not suffice all openings are longer, unless their length was asked for. All, for
// if one were the beginning of another, players could go on from it to the other.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "base/random.h"
#include "games/any_game.h"
#include "search/engine.h"

namespace tavola::arena {

/// How many random moves a game's openings have, unless one says otherwise.
int default_opening_plies(const AnyGame& game);

/// Random legal moves from the start, none of which ends the game; fewer than asked for where that is not possible.
std::vector<AnyMove> random_opening(const AnyGamePtr& game, const AnyPosition& start, int plies, Random& random);

/// The same number for a position, its mirror images, and what it is with the players exchanged, as far as the rules
/// treat them alike.
std::uint64_t likeness(const AnyGame& game, const AnyPosition& position);

/// What openings are asked for.
struct OpeningPlan {
    AnyGamePtr game;
    AnyPosition start;
    std::uint64_t seed = 0;
    int plies = 0;
    int pairs = 1;
    bool growing = false;  ///< may have more moves where so many do not give every pair a position of its own
};

class Openings {
  public:
    explicit Openings(OpeningPlan plan);

    /// The moves before both games of a pair, counted from 0. They depend on the plan and on earlier pairs, but not on
    /// who asks first; several threads may ask. The number of pairs matters for their length alone, and only as far as
    /// the next power of two.
    const std::vector<AnyMove>& of(int pair);

  private:
    void settle_length();
    bool ample() const;
    void draw();
    std::vector<AnyMove> next(Random& random);
    bool even(const AnyPosition& position);

    OpeningPlan plan_;
    std::mutex mutex_;
    std::unique_ptr<Engine> judge_;
    std::vector<std::unique_ptr<const std::vector<AnyMove>>> openings_;
    std::vector<std::vector<AnyMove>> different_;
    std::unordered_set<std::uint64_t> seen_;  ///< positions that were taken, or found decided
    bool exhausted_ = false;                  ///< as far as one can see there is no other opening
};

}  // namespace tavola::arena
