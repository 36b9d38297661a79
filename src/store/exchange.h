// All games of a store as one text, to take them from one store into another or lay them by.
//
// A line of JSON each: first {"tavola":"games","version":1}, then the games, each once, {"game":ID,"over":BOOL,
// "events":[[NUMBER,AT,BODY],...]}, and last {"games":COUNT,"events":COUNT,"sha256":HEX} with the sum of all bytes before that line.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>

#include "store/store.h"

namespace tavola::store {

struct Count {
    std::size_t games = 0, events = 0;
};

/// Writes all games, as they are at one instant.
Result<Count> write_all(Store& store, std::ostream& out);

/// Whether the events of a game make sense.
using Check = std::function<bool(const Addition&)>;

/// Adds the games and events that the store lacks, and counts those. A text that is broken or not whole, or a game that
/// went on differently here or does not pass the check, is refused before anything is written. The text is read twice.
Result<Count> read_all(Store& store, std::istream& in, const Check& check = {});

}  // namespace tavola::store
