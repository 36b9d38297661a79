// How long Niout's horses need if nobody is in their way.
#pragma once

#include "games/niout/niout.h"

namespace tavola::niout {

/// How many throws a player needs on average to bring all his horses home, if he runs as well as can be and nobody
/// sends him back. A throw that gives another costs nothing.
double throws_needed(const Horses& horses) noexcept;

}  // namespace tavola::niout
