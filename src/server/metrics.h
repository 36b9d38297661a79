// How the house is doing, in the text form that Prometheus reads.
#pragma once

#include <string>

#include "server/hall.h"
#include "server/limits.h"

namespace tavola::server {

std::string metrics_of(Hall& hall, const Ledger& ledger);

}  // namespace tavola::server
