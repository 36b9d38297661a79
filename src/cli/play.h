// `tavola play`: a game for the people at one terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "match/clock.h"

namespace tavola::cli {

struct PlayOptions {
    TimeControl clock;
    std::string record_file;  ///< where the record goes at the end; empty: it is printed
    std::uint64_t seed = 0;   ///< for the dice, and for the computer's moods
    int level = 0;            ///< of the computer that plays the other sides; 0: people play them all
    std::string side;         ///< the person's own, against the computer: x, o, a number, or `lots`; empty: the first
    std::string colour;       ///< where colours are free, that of this side: a word, a number, or `lots`
    std::vector<std::string> arbiter;             ///< what is to be otherwise, `key=value` each
    std::chrono::milliseconds thinking{1000};     ///< what the computer may take for a move
    std::optional<std::filesystem::path> tables;  ///< where tables of perfect play lie, if not where they usually do
};

/// Plays until the game ends, somebody leaves, or there is no more input.
Status play(const Terminal& terminal, const Question& question, const PlayOptions& options);

/// Asks which game, by number or name; nothing if there is no answer.
std::optional<std::string> choose_game(const Terminal& terminal);

}  // namespace tavola::cli
