// Which events of the rules a run has met, so that the comparison with the models proves what it visited.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "games/any_game.h"
#include "model/model.h"

namespace tavola::test {

/// One action, with all that the counters look at.
struct Step {
    const AnyGame& game;
    const model::Options& options;
    const AnyPosition& before;
    AnyMove move;
    const AnyPosition& after;
    const std::vector<std::string>& legal;  // all words that could have been played
};

/// How often each event was met.
using Coverage = std::map<std::string, int>;

void note(const Step& step, Coverage& coverage);
/// The same for a position in which the game is over.
void note_end(const AnyGame& game, const model::Options& options, const AnyPosition& position, Coverage& coverage);

/// The events that a long enough run must meet.
std::vector<std::string> expected_events(std::string_view game);

}  // namespace tavola::test
