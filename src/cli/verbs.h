// The verbs of the command line that ask one question and print one answer.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/draw.h"
#include "games/any_game.h"
#include "words/words.h"

namespace tavola::cli {

/// Exit status: the answer is there; it is 'no' or a check failed; the input was bad.
enum Status : int { good = 0, failed = 1, bad_input = 2 };

/// Where a verb speaks, and in which language.
struct Terminal {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    Words words;
    bool colour = false;
    bool json = false;

    /// Says in one line what is wrong: in words, or with `--json` as the façade does, {"error": {...}}.
    void complain(const Error& error) const;
    /// The same, as the end of a verb.
    Status refuse(const Error& error) const;
};

/// How boards are drawn there.
DrawStyle draw_style(const Terminal& terminal);

/// What was asked for: a game under some rules, and a position.
struct Question {
    std::string game;
    std::vector<Setting> settings;
    std::optional<std::string> position;
};

/// The table that a question sets up.
struct Table {
    AnyGamePtr game;
    AnyPosition position;
};
Result<Table> set_up(const Question& question);

Status games(const Terminal& terminal);
Status start(const Terminal& terminal, const Question& question);
Status moves(const Terminal& terminal, const Question& question);
Status apply(const Terminal& terminal, const Question& question, const std::vector<std::string>& moves);
Status status(const Terminal& terminal, const Question& question);
Status show(const Terminal& terminal, const Question& question);
Status perft(const Terminal& terminal, const Question& question, int depth, bool divide);
/// Recomputes every line `game<TAB>options<TAB>position<TAB>depth<TAB>count` of a file.
Status perft_file(const Terminal& terminal, const std::string& file);
Status random(const Terminal& terminal, const Question& question, std::uint64_t seed, int plies);

}  // namespace tavola::cli
