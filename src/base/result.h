// What went wrong with a text, told so that any language can say it, and the result type that carries it.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace tavola {

/// One fault in one text. `key` names a sentence in the message catalogues; the other parts fill it in.
struct Error {
    std::string_view key;       ///< the sentence, such as "error.letter"
    std::string_view what;      ///< the text at fault: position, move, option, record, ...
    std::string field = {};     ///< the part of it: board, turn, an option's key, ...
    std::size_t at = 0;         ///< the character, counted from 1; 0 when the fault is not at one place
    std::string found = {};     ///< what stood there
    std::string expected = {};  ///< what would have been right
    std::size_t line = 0;       ///< in a text of several lines the line, counted from 1
    int ply = -1;               ///< in a list of moves the one at fault, counted from 0; -1 when there is no list

    friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = std::expected<T, Error>;

using Failure = std::unexpected<Error>;

}  // namespace tavola
