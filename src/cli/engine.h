// The verb `engine`: the engine protocol on the standard streams.
#pragma once

#include "cli/verbs.h"

namespace tavola::cli {

/// Speaks until `quit` or the end of the input.
Status engine(const Terminal& terminal);

}  // namespace tavola::cli
