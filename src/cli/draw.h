// Any position of any game, drawn with characters.
#pragma once

#include <string>

#include "board/cell.h"
#include "games/any_game.h"
#include "match/conventions.h"

namespace tavola::cli {

struct DrawStyle {
    bool colour = false;   ///< with ANSI colours; without them every difference still shows
    bool names = true;     ///< the cells' names, around the board or beside the cells
    Colours colours = {};  ///< of the players
    CellSet marked = {};   ///< cells to emphasise: the last move, or where to go

    // What the men beside the board are called, in the reader's language.
    std::string hand = "hand";
    std::string taken = "taken";
    std::string home = "home";
    std::string points = "points";
};

/// The board with its men, and under it a line for each player: symbol, men, what lies beside the board, and
/// the throw where one is to be played. Lines end in a newline and never in a space.
std::string draw(const AnyGame& game, const AnyPosition& position, const DrawStyle& style);

}  // namespace tavola::cli
