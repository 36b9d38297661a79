// What the fuzzers share. Every input is a text of lines; the first is a game's id, a space and its settings.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "games/any_game.h"

namespace tavola::fuzz {

/// Ends the program with a word on what broke: that is how a fuzzer learns of it.
inline void require(bool holds, std::string_view what, std::string_view text = {}) {
    if (holds) return;
    std::cerr << "broken: " << what << ": " << text << std::endl;
    std::abort();
}

/// Cuts the first line off.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// An error says what kind of text is at fault, and where in it.
inline void require_sound(const Error& error, std::string_view what, std::string_view text) {
    require(error.key.starts_with("error."), "an error names its sentence", text);
    require(error.what == what, "an error names its text", text);
    require(error.at <= text.size() + 1, "an error lies within its text", text);
}

/// The game of a first line, if there is such a game.
inline AnyGamePtr game_of(std::string_view line) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const auto game = make_game(line.substr(0, space), line.substr(std::min(space + 1, line.size())));
    return game ? *game : nullptr;
}

/// What must hold of every position that was read.
inline void require_sound(const AnyGame& game, const AnyPosition& position, std::string_view text) {
    require(game.print(position) == text, "only what is printed is read", text);
    const std::vector<AnyMove> moves = game.moves(position);
    require(game.outcome(position).over() == moves.empty(), "over when nobody can move", text);
    require(game.perft(position, 1) == moves.size(), "as many moves as are counted", text);
    const std::vector<std::string> words = game.move_words(position);
    require(std::ranges::adjacent_find(words) == words.end(), "every move its own word", text);
}

/// Plays a move and reads the position after it back.
inline AnyPosition play_soundly(const AnyGame& game, const AnyPosition& position, AnyMove move) {
    const std::string word = game.print(move);
    require(!game.gestures(position, move).empty(), "a gesture for every move", word);
    require(!game.effects(position, move).empty(), "an effect of every move", word);
    const AnyPosition next = game.play(position, move);
    const auto read = game.parse_position(game.print(next));
    require(read && game.equal(*read, next) && game.hash(*read) == game.hash(next), "a move leads to a position",
            game.print(position) + " " + word);
    return next;
}

}  // namespace tavola::fuzz
