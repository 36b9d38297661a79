// What the tables on a shelf know.
#pragma once

#include <memory>

#include "search/oracle.h"
#include "shelf/shelf.h"

namespace tavola::shelf {

/// An oracle that looks things up in the tables of a game under its rules. Tables that appear on the shelf later are seen
/// too, if they were put there through this same shelf. Nothing if such tables can't be.
std::unique_ptr<Oracle> open_truth(AnyGamePtr game, std::shared_ptr<const Shelf> shelf);

/// One for whoever asks about millions of positions: it keeps in memory what it was asked about, a quarter of a byte for
/// each position of a sector, and tells only who wins: 1, 0 or -1.
std::unique_ptr<Oracle> open_winners(const AnyGame& game, std::shared_ptr<const Shelf> shelf);

}  // namespace tavola::shelf
