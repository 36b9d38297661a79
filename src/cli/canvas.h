// A sheet of terminal characters without edges: lines that join, free curves, and writing on top.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavola::cli {

/// A character's place: columns to the right, rows down. Negative places are as good as others.
struct Place {
    int row = 0;
    int column = 0;
    friend constexpr auto operator<=>(Place, Place) noexcept = default;
};

/// A place between characters, in the same units; whole numbers are the middles of characters.
struct FinePlace {
    double row = 0;
    double column = 0;
};

/// Colours by their number among the terminal's 256; `none` leaves the terminal's own.
struct Paint {
    static constexpr int none = -1;
    int ink = none;
    int ground = none;
    bool bold = false;
    friend constexpr bool operator==(Paint, Paint) noexcept = default;
};

struct Glyph {
    char32_t letter = U' ';
    Paint paint;
};
using Glyphs = std::vector<Glyph>;

Glyphs painted(std::u32string_view text, Paint paint);
/// The same for a text in UTF-8.
Glyphs painted(std::string_view text, Paint paint);

class Canvas {
  public:
    /// A straight line between the middles of two characters: level or upright, of box characters that join
    /// where lines meet; or one row up or down for each column, of slopes.
    void line(Place from, Place to, Paint paint);
    /// A line through any places, of Braille dots. It passes under lines of characters and under writing.
    void stroke(std::span<const FinePlace> path, Paint paint);
    /// Characters in one row, over whatever was there. Where they have no ground of their own, the old one
    /// stays.
    void write(Place at, const Glyphs& glyphs);
    /// Gives a place a ground, under whatever is there.
    void colour_ground(Place at, int ground);
    /// Gives it to all places of each row from the first that is inked to the last.
    void fill(int ground);

    /// Whether anything but bare ground is seen there.
    bool inked(Place at) const;
    /// The rows from the topmost used to the lowest, each ending in a newline and none in a space; the
    /// leftmost column used is the first. Without colour there is no escape in it.
    std::string print(bool colour) const;

  private:
    /// What is drawn on one character: the topmost layer in use is the one that shows.
    struct Square {
        char32_t letter = 0;      ///< writing, topmost
        std::uint8_t arms = 0;    ///< box lines that leave the middle: up 1, right 2, down 4, left 8
        std::uint8_t slopes = 0;  ///< rising 1, falling 2
        std::uint8_t dots = 0;    ///< as in Unicode's Braille patterns
        Paint paint;

        char32_t look() const;
    };

    void join(Place at, unsigned arms, Paint paint);
    Square& ink(Place at, Paint paint);

    std::map<Place, Square> squares_;
};

}  // namespace tavola::cli
