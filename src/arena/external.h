// A player that is another program, spoken to in UCI.
#pragma once

#include "arena/contestant.h"

namespace tavola::arena {

/// The program is started for the first game, and again for the next one if it ended or had to be ended.
std::unique_ptr<Contestant> make_external(const PlayerSpec& spec, AnyGamePtr game);

}  // namespace tavola::arena
