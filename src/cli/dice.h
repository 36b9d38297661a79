// `tavola dice verify`: computes every throw of a record again.
#pragma once

#include <string>

#include "cli/verbs.h"

namespace tavola::cli {

/// `failed` if a throw is not the one that follows from the seed, or the seed not the one committed to.
Status verify_dice(const Terminal& terminal, const std::string& file);

}  // namespace tavola::cli
