#include "cli/canvas.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace tavola::cli {
namespace {

void append_utf8(std::string& text, char32_t letter) {
    const auto byte = [&](char32_t bits) { text.push_back(static_cast<char>(bits)); };
    const auto tail = [&](int shift) { byte(0x80 | (letter >> shift & 0x3f)); };
    if (letter < 0x80) {
        byte(letter);
    } else if (letter < 0x800) {
        byte(0xc0 | letter >> 6);
        tail(0);
    } else if (letter < 0x10000) {
        byte(0xe0 | letter >> 12);
        tail(6);
        tail(0);
    } else {
        byte(0xf0 | letter >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Trusts its input to be whole: what is drawn comes from the program's own words.
std::u32string from_utf8(std::string_view text) {
    std::u32string letters;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            letters.push_back(byte);
        else if (byte >= 0xc0)
            letters.push_back(byte & (byte >= 0xf0 ? 0x07u : byte >= 0xe0 ? 0x0fu : 0x1fu));
        else if (!letters.empty())
            letters.back() = letters.back() << 6 | (byte & 0x3fu);
    }
    return letters;
}

/// The escape that turns to a paint from any other.
void append_escape(std::string& text, Paint paint) {
    text += "\x1b[0";
    if (paint.bold) text += ";1";
    if (paint.ink != Paint::none) text += ";38;5;" + std::to_string(paint.ink);
    if (paint.ground != Paint::none) text += ";48;5;" + std::to_string(paint.ground);
    text += 'm';
}

enum Arm : unsigned { up = 1, right = 2, down = 4, left = 8 };
constexpr std::u32string_view box_lines = U" ╵╶└╷│┌├╴┘─┴┐┤┬┼";
constexpr std::u32string_view slope_lines = U" ╱╲╳";
static_assert(box_lines.size() == 16 && slope_lines.size() == 4);

/// A character has two columns of four dots; Unicode numbers the lowest two last.
constexpr std::uint8_t braille[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

struct Dot {
    int row = 0;
    int column = 0;
    friend constexpr bool operator==(Dot, Dot) noexcept = default;
};

/// The dot nearest to a place. A character's middle lies between dots: there the one nearer to the origin is
/// taken, so that what is symmetric around the origin is drawn so.
Dot dot_at(FinePlace place) {
    const auto nearest = [](double dots) {
        constexpr double blur = 1e-6;
        return static_cast<int>(dots > 0 ? std::ceil(dots - blur) : std::floor(dots + blur) + 1);
    };
    return {nearest(4 * place.row) + 1, nearest(2 * place.column)};
}

/// Adds a dot to a path; where the path would turn a square corner, the corner is cut, which keeps it thin.
void extend(std::vector<Dot>& path, Dot dot) {
    if (!path.empty() && path.back() == dot) return;
    if (path.size() >= 2) {
        const Dot before = path[path.size() - 2];
        if (std::abs(before.row - dot.row) <= 1 && std::abs(before.column - dot.column) <= 1) path.pop_back();
    }
    path.push_back(dot);
}

}  // namespace

Glyphs painted(std::u32string_view text, Paint paint) {
    Glyphs glyphs;
    for (const char32_t letter : text) glyphs.push_back({letter, paint});
    return glyphs;
}

Glyphs painted(std::string_view text, Paint paint) { return painted(from_utf8(text), paint); }

char32_t Canvas::Square::look() const {
    if (letter != 0) return letter;
    if (arms != 0) return box_lines[arms];
    if (slopes != 0) return slope_lines[slopes];
    if (dots != 0) return 0x2800u + dots;
    return U' ';
}

Canvas::Square& Canvas::ink(Place at, Paint paint) {
    Square& square = squares_[at];
    if (paint.ground == Paint::none) paint.ground = square.paint.ground;
    square.paint = paint;
    return square;
}

void Canvas::join(Place at, unsigned arms, Paint paint) {
    Square& square = ink(at, paint);
    square.arms = static_cast<std::uint8_t>(square.arms | arms);
}

void Canvas::line(Place from, Place to, Paint paint) {
    // Left to right, or downwards.
    if (std::pair(to.column, to.row) < std::pair(from.column, from.row)) std::swap(from, to);
    const int columns = to.column - from.column, rows = to.row - from.row;
    if (rows == 0) {
        for (int i = 0; i <= columns; ++i)
            join({from.row, from.column + i}, (i > 0 ? left : 0u) | (i < columns ? right : 0u), paint);
    } else if (columns == 0) {
        for (int i = 0; i <= rows; ++i)
            join({from.row + i, from.column}, (i > 0 ? up : 0u) | (i < rows ? down : 0u), paint);
    } else if (columns == std::abs(rows)) {
        const int fall = rows > 0 ? 1 : -1;
        for (int i = 0; i <= columns; ++i) {
            Square& square = ink({from.row + i * fall, from.column + i}, paint);
            square.slopes = static_cast<std::uint8_t>(square.slopes | (fall > 0 ? 2u : 1u));
        }
    } else {
        assert(false && "neither level nor upright nor a slope");
    }
}

void Canvas::stroke(std::span<const FinePlace> path, Paint paint) {
    std::vector<Dot> dots;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const FinePlace from = path[i - 1], to = path[i];
        const double rows = to.row - from.row, columns = to.column - from.column;
        // Steps so short that none skips a dot.
        const int steps = 1 + static_cast<int>(16 * std::max(std::abs(rows), std::abs(columns)));
        for (int step = 0; step <= steps; ++step)
            extend(dots, dot_at({from.row + rows * step / steps, from.column + columns * step / steps}));
    }
    for (const Dot dot : dots) {
        // Shifts round down, also below zero.
        Square& square = ink({dot.row >> 2, dot.column >> 1}, paint);
        square.dots = static_cast<std::uint8_t>(square.dots | braille[dot.row & 3][dot.column & 1]);
    }
}

void Canvas::write(Place at, const Glyphs& glyphs) {
    for (const Glyph& glyph : glyphs) {
        ink(at, glyph.paint).letter = glyph.letter;
        ++at.column;
    }
}

void Canvas::colour_ground(Place at, int ground) { squares_[at].paint.ground = ground; }

void Canvas::fill(int ground) {
    std::map<int, std::pair<int, int>> spans;  // the first and the last column, by row
    for (const auto& [place, square] : squares_) {
        if (square.look() == U' ') continue;
        spans.try_emplace(place.row, place.column, 0).first->second.second = place.column;
    }
    for (const auto& [row, span] : spans)
        for (int column = span.first; column <= span.second; ++column) colour_ground({row, column}, ground);
}

bool Canvas::inked(Place at) const {
    const auto found = squares_.find(at);
    return found != squares_.end() && found->second.look() != U' ';
}

std::string Canvas::print(bool colour) const {
    const auto seen = [&](const Square& square) {
        return square.look() != U' ' || (colour && square.paint.ground != Paint::none);
    };
    int first = std::numeric_limits<int>::max();
    for (const auto& [place, square] : squares_)
        if (seen(square)) first = std::min(first, place.column);

    std::string text;
    Paint paint;
    Place at;
    bool started = false;
    const auto turn_to = [&](Paint next) {
        if (colour && next != paint) append_escape(text, next);
        paint = next;
    };
    const auto end_row = [&] {
        turn_to({});
        text += '\n';
    };
    for (const auto& [place, square] : squares_) {  // row by row, from the left
        if (!seen(square)) continue;
        if (!started) at = {place.row, first};
        started = true;
        for (; at.row < place.row; at = {at.row + 1, first}) end_row();
        if (at.column < place.column) turn_to({});
        text.append(static_cast<std::size_t>(place.column - at.column), ' ');
        turn_to(square.paint);
        append_utf8(text, square.look());
        at.column = place.column + 1;
    }
    if (started) end_row();
    return text;
}

}  // namespace tavola::cli
