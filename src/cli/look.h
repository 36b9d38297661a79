// How each game's board looks in a terminal: all that the drawing knows of one game and not of the others.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "cli/canvas.h"
#include "games/player.h"

namespace tavola::cli {

/// What an empty cell shows: a mark, a shade on both sides of it, and a ground where there are colours.
struct Soil {
    char32_t mark = 0;  ///< 0: none where lines meet, for the joint shows the cell
    char32_t shade = 0;
    int ground = Paint::none;
};

/// A row of labels outside the board, the letters or the numbers of the cells' names: each beyond that one of
/// its cells which is the furthest that way.
struct Edge {
    Place offset;          ///< from that cell
    bool aligned = false;  ///< all in one row or column, as on a square grid
};

/// An outline, through corner cells moved away from the board's middle.
struct Rim {
    std::string_view cells;      ///< their names split by spaces, in order
    std::u32string_view glyphs;  ///< for each corner
    double stretch = 1;
    int ground = Paint::none;  ///< of all that lies inside
};

struct Look {
    std::string_view id;
    std::string_view symbols = "xo";  ///< the players' own, as in the text of a position
    /// By owner; a letter for each rank from 1, or one for all.
    std::array<std::u32string_view, max_players> men = {};
    std::array<Paint, max_players> paints = {};

    double columns = 4;       ///< for a unit of the board's points, a thousand
    double rows = 2;          ///< likewise
    double widest = columns;  ///< a board of few cells is drawn with up to so many
    bool lines = true;
    bool framed = false;    ///< cells are drawn as brackets with room for several men, double where lines cross
    bool headings = false;  ///< a rank is no rank but a way to run on, drawn as an arrow
    bool dice = false;      ///< a position's text ends with the throw to be played, if there is one
    bool points = false;    ///< captured men count by their ranks

    std::array<Soil, 3> soils = {};              ///< below the board's middle, level with it, above
    int soil_columns = 0;                        ///< how far a cell's ground and shade reach to each side
    std::optional<Edge> letters = std::nullopt;  ///< without edges each name stands beside its cell
    std::optional<Edge> numbers = std::nullopt;
    std::optional<Rim> rim = std::nullopt;
};

/// The look of a game; a game that has none of its own gets a plain one.
const Look& look_of(std::string_view id);

/// Lines, names and other quiet things.
inline constexpr Paint quiet{.ink = 244};
/// The coloured sides of the dice.
inline constexpr Paint orange{.ink = 208, .bold = true};
/// A marked cell: both its sides, and itself where it is empty.
inline constexpr Paint emphasis{.ink = 231, .ground = 30, .bold = true};

}  // namespace tavola::cli
