// Game records: tags and numbered moves in the manner of PGN, with comments, glyphs and variations.
//
//     [Game "trilha"]
//     [Rules "preset=internacional"]
//     [Start "......../......../........ x 9 9 0"]
//     [Arbiter "quiet-plies=60 agreement=no"]
//     [Colours "2 1"]
//     [Result "x"]
//     [Ending "blocked"]
//
//     1. d2 f4 {a comment} 2. d6 $1 (2. d7 b4) b4 x
//
// The rules are the shortest settings that give them. The arbiter is what it was, as far as it differs from the game's own
// (conventions.h); the colours are those of each player, where they are not the game's own. A number stands before each round's first action; a round ends
// when the turn comes back to the player who began. The last word is the result, `*` while the game goes on. In
// comments and tags a backslash keeps the character after it. What is read is valid: every move is legal where it
// stands, in variations too.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/conventions.h"
#include "match/match.h"

namespace tavola {

struct RecordLine;

struct RecordMove {
    std::string word;                    ///< a move, or `out:N`
    std::vector<int> glyphs;             ///< numeric annotation glyphs, `$1`
    std::vector<std::string> comments;   ///< after the move
    std::vector<RecordLine> variations;  ///< other moves in this one's place
};

struct RecordLine {
    std::vector<std::string> comments;  ///< before the first move
    std::vector<RecordMove> moves;
    void add(std::string_view word);
};

struct Record {
    using Tag = std::pair<std::string, std::string>;

    AnyGamePtr game;
    AnyPosition start;
    Custom custom;             ///< what its arbiter did
    Colours colours;           ///< of the players
    std::vector<Tag> tags;     ///< all that are not told by the other fields, in their order
    RecordLine line;           ///< the game itself
    std::string result = "*";  ///< the outcome's word, or `*`
    std::string ending;        ///< why it ended, one word
};

/// The record of a match as it stands; `tags` are names, dates and the like.
Record record_of(const Match& match, std::vector<Record::Tag> tags = {});
/// The match that a record tells, without its variations, with the same arbiter; should it have gone on beyond the end that
/// this one knows, with none.
Match match_of(const Record& record);

/// What a tag says; null where there is none of that name.
const std::string* find_tag(const Record& record, std::string_view name);

/// The words that can end a record: `*`, and every outcome.
std::vector<std::string> results(const AnyGame& game);

std::string print_record(const Record& record);
/// All the records in a text; errors tell line and character.
Result<std::vector<Record>> parse_records(std::string_view text);

}  // namespace tavola
