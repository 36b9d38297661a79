// Making tables and checking them: sector after sector, each put on the shelf as soon as it is known, so that whoever is
// interrupted goes on where he was.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/any_game.h"
#include "shelf/shelf.h"

namespace tavola::shelf {

struct Task {
    std::string sectors =
        {};  ///< names split by commas; or a number: all with up to so many men, none in hand; nothing: all
    std::uint64_t memory = 0;  ///< bytes that may be used; 0: half of what the machine has
    int threads = 0;           ///< 0: as many as the machine has cores
};

/// How far it has come.
struct Stage {
    std::string sector;               ///< in work
    std::size_t number = 0, all = 0;  ///< sectors done, and those asked for
    std::uint64_t slots = 0;          ///< of the sectors done in this run, with what is done of the one in work
    std::uint64_t left = 0;           ///< of those still to do, with the ones in work
    int ply = -1;                     ///< decided so far in the sector: all up to so many plies; -1 before that
    double seconds = 0;               ///< since the run began
};

/// Called now and then, by one thread at a time.
using Watcher = std::function<void(const Stage&)>;

/// A sector that is done.
struct Made {
    tables::Header header;
    bool fresh = false;  ///< in this run
    double seconds = 0;  ///< for it and its turned one together
};

/// Solves what is asked for and not on the shelf yet, with all that it rests on. Fewer sectors than asked for if it was
/// stopped.
Result<std::vector<Made>> solve(const AnyGame& game, Shelf& shelf, const Task& task, const std::atomic<bool>& stop,
                                const Watcher& watcher = {});

/// A table that was looked through.
struct Checked {
    std::string sector;
    std::uint64_t slots = 0;
    std::optional<Error> fault = {};  ///< what is wrong with it
    double seconds = 0;
};

/// Checks the tables on the shelf: that every byte is as it was written, and that every value follows from those of
/// its successors by the rules.
Result<std::vector<Checked>> verify(const AnyGame& game, const Shelf& shelf, const Task& task,
                                    const std::atomic<bool>& stop, const Watcher& watcher = {});

}  // namespace tavola::shelf
