// Dice that can be checked. Before a game the house publishes the hash of a seed, its commitment; each player may add a
// word of his own; after the game the seed is shown. Every throw follows from the seed, the words and the number of
// steps played before it, so that nobody, the house included, can choose it, and anybody can compute it again:
//
//     commitment = SHA-256(seed)
//     sixteenth  = first 4 bits of HMAC-SHA-256(seed, word of player 1 '\n' word of player 2 '\n' ... steps)
//
// The possible throws, sorted by their words, share the sixteenths among them in that order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "match/match.h"
#include "match/record.h"
#include "secrets/secrets.h"

namespace tavola::secrets {

struct Dice {
    Seed seed{};
    std::vector<std::string> words;  ///< one a player; empty where he added none

    std::string commitment() const;
    /// What is thrown in a match as it stands; the dice must be to be thrown.
    std::string toss(const Match& match) const;
};

/// The tags by which a record tells of its dice: Commitment, Seed, and Words split by spaces (`-` for none).
std::vector<Record::Tag> tags_of(const Dice& dice);

struct DiceReport {
    int throws = 0;
    std::optional<int> wrong;  ///< the first step, counted from 1, whose throw is another one
    std::string expected;      ///< what it should have been
    bool committed = false;    ///< the seed is the one that was committed to
    bool right() const noexcept { return committed && !wrong; }
};
/// Recomputes every throw of a record; an error if it tells of no dice.
Result<DiceReport> check_dice(const Record& record);

}  // namespace tavola::secrets
