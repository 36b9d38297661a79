#include "cli/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/canvas.h"
#include "cli/look.h"

namespace tavola::cli {
namespace {

/// Boards give their points in thousandths.
constexpr double unit = 1000;

/// The middle of what the board takes up on the page.
Point middle(const Topology& board) {
    Point low = board.point(Cell(0)), high = low;
    for (Cell cell : board.all()) {
        const Point point = board.point(cell);
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    return {(low.x + high.x) / 2, (low.y + high.y) / 2};
}

void append(Glyphs& glyphs, std::string_view text) {
    for (const Glyph& glyph : painted(text, {})) glyphs.push_back(glyph);
}

/// One drawing of one position.
class Drawing {
  public:
    Drawing(const AnyGame& game, const AnyPosition& position, const DrawStyle& style);
    std::string print() const;

  private:
    // Where things are.
    FinePlace fine_place(Point point) const;
    Place place(Cell cell) const;
    const Soil& soil(Cell cell) const;
    bool crossing(Cell cell) const;

    // The board, from the ground up.
    void lay_soil();
    void draw_lines();
    void draw_segment(Cell from, Cell to);
    void draw_round(const Line& line);
    void draw_rim(const Rim& rim);
    void write_names();
    void name_edge(const Edge& edge, bool letters);
    void name_cells();
    Place best_name_place(Cell cell, int width) const;
    void draw_cells();
    void draw_cell(Cell cell);
    Glyphs empty_mark(Cell cell, bool marked) const;

    // The men.
    char32_t letter(Man man) const;
    Paint paint(Player player) const { return look_.paints[static_cast<std::size_t>(style_.colours[player])]; }
    Glyphs men_on(Cell cell) const;
    Glyphs player_line(Player player) const;
    Glyphs lying(Spot spot, bool count_only) const;
    int points_of(Player player) const;
    Glyphs dice() const;

    const AnyGame& game_;
    const AnyPosition& position_;
    const DrawStyle& style_;
    const Look& look_;
    const Topology& board_;
    Picture picture_;
    Point middle_;
    double columns_ = 0;
    double rows_ = 0;
    Canvas canvas_;
};

Drawing::Drawing(const AnyGame& game, const AnyPosition& position, const DrawStyle& style)
    : game_(game),
      position_(position),
      style_(style),
      look_(look_of(game.id())),
      board_(game.board()),
      picture_(game.picture(position)),
      middle_(middle(board_)),
      columns_(look_.columns),
      rows_(look_.rows) {
    // A board of few cells may be drawn larger.
    constexpr double comfortable = 36;
    double width = 0;
    for (Cell cell : board_.all()) width = std::max(width, 2 * (board_.point(cell).x - middle_.x) / unit);
    while (columns_ < look_.widest && (columns_ + 2) * width <= comfortable) {
        columns_ += 2;
        rows_ += 1;
    }
    lay_soil();
    if (look_.lines) draw_lines();
    if (look_.rim) draw_rim(*look_.rim);
    if (style_.names) write_names();
    draw_cells();
}

FinePlace Drawing::fine_place(Point point) const {
    return {rows_ * (middle_.y - point.y) / unit, columns_ * (point.x - middle_.x) / unit};
}

Place Drawing::place(Cell cell) const {
    const FinePlace fine = fine_place(board_.point(cell));
    return {static_cast<int>(std::lround(fine.row)), static_cast<int>(std::lround(fine.column))};
}

const Soil& Drawing::soil(Cell cell) const {
    const int height = board_.point(cell).y - middle_.y;
    return look_.soils[height < 0 ? 0 : height == 0 ? 1 : 2];
}

/// Whether lines cross at a cell.
bool Drawing::crossing(Cell cell) const {
    return std::ranges::count_if(board_.lines, [&](const Line& line) {
               return std::ranges::find(line.cells, cell) != line.cells.end();
           }) > 1;
}

void Drawing::lay_soil() {
    for (Cell cell : board_.all()) {
        const Place at = place(cell);
        const Soil& here = soil(cell);
        for (int column = -look_.soil_columns; column <= look_.soil_columns; ++column) {
            const Place there{at.row, at.column + column};
            if (here.ground != Paint::none) canvas_.colour_ground(there, here.ground);
            if (here.shade != 0) canvas_.write(there, {{here.shade, quiet}});
        }
    }
}

void Drawing::draw_lines() {
    for (const Line& line : board_.lines) {
        if (line.closed) {
            draw_round(line);
            continue;
        }
        for (std::size_t i = 0; line.reaches(i, 1); ++i) draw_segment(line.cells[i], line.ahead(i, 1));
    }
}

void Drawing::draw_segment(Cell from, Cell to) {
    const Place start = place(from), end = place(to);
    if (start.row == end.row || start.column == end.column)
        canvas_.line(start, end, quiet);
    else
        canvas_.stroke(std::array{fine_place(board_.point(from)), fine_place(board_.point(to))}, quiet);
}

/// A closed line is a circle around the middle.
void Drawing::draw_round(const Line& line) {
    const Point first = board_.point(line.cells[0]);
    const double radius = std::hypot(first.x - middle_.x, first.y - middle_.y);
    // By quarters, each from the level to the upright, so that all four come out alike.
    for (const int right : {-1, 1})
        for (const int up : {-1, 1}) {
            std::vector<FinePlace> path;
            constexpr int steps = 40;
            for (int i = 0; i <= steps; ++i) {
                const double angle = std::numbers::pi / 2 * i / steps;
                path.push_back({-rows_ * up * radius * std::sin(angle) / unit,
                                columns_ * right * radius * std::cos(angle) / unit});
            }
            canvas_.stroke(path, quiet);
        }
}

void Drawing::draw_rim(const Rim& rim) {
    std::vector<Place> corners;
    for (std::string_view rest = rim.cells; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const Place at = place(board_.at(rest.substr(0, end)));
        corners.push_back({static_cast<int>(std::lround(at.row * rim.stretch)),
                           static_cast<int>(std::lround(at.column * rim.stretch))});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (std::size_t i = 0; i < corners.size(); ++i)
        canvas_.line(corners[i], corners[(i + 1) % corners.size()], quiet);
    for (std::size_t i = 0; i < corners.size(); ++i) canvas_.write(corners[i], {{rim.glyphs[i], quiet}});
    if (rim.ground != Paint::none) canvas_.fill(rim.ground);
}

void Drawing::write_names() {
    if (look_.letters) name_edge(*look_.letters, true);
    if (look_.numbers) name_edge(*look_.numbers, false);
    if (!look_.letters && !look_.numbers) name_cells();
}

void Drawing::name_edge(const Edge& edge, bool letters) {
    const auto part = [&](Cell cell) {
        const std::string_view name = board_.name(cell);
        return letters ? name.substr(0, 1) : name.substr(1);
    };
    const auto reach = [&](Cell cell) {
        return place(cell).row * edge.offset.row + place(cell).column * edge.offset.column;
    };
    const Cell outermost = std::ranges::max(board_.all(), {}, reach);
    for (Cell cell : board_.all()) {
        // Only the furthest cell of each label brings it.
        const auto further = [&](Cell other) {
            return part(other) == part(cell) && std::pair(reach(other), other) > std::pair(reach(cell), cell);
        };
        if (std::ranges::any_of(board_.all(), further)) continue;
        Place at = place(cell);
        if (edge.aligned && edge.offset.row != 0) at.row = place(outermost).row;
        if (edge.aligned && edge.offset.column != 0) at.column = place(outermost).column;
        // Two digits end where one does.
        const int width = static_cast<int>(part(cell).size());
        canvas_.write({at.row + edge.offset.row, at.column + edge.offset.column - width + 1},
                      painted(part(cell), quiet));
    }
}

void Drawing::name_cells() {
    // Names keep clear of lines and cells, and of the names before them.
    for (Cell cell : board_.all()) {
        const std::string_view name = board_.name(cell);
        canvas_.write(best_name_place(cell, static_cast<int>(name.size())), painted(name, quiet));
    }
}

/// Beside the cell, where the name covers the fewest lines; among equal places away from the board's middle.
Place Drawing::best_name_place(Cell cell, int width) const {
    const Place at = place(cell);
    // How far the cell reaches to the side; framed ones with four men in them.
    const int side = look_.framed ? (crossing(cell) ? 4 : 3) : 1;
    const int half = width / 2;
    const Place candidates[] = {{1, 1},     {1, -width}, {-1, 1},       {-1, -width},
                                {1, -half}, {-1, -half}, {0, side + 1}, {0, -side - width}};
    const auto cost = [&](Place offset) {
        const auto covered = [&](int i) { return Place{at.row + offset.row, at.column + offset.column + i}; };
        double sum = 0;
        for (int i = 0; i < width; ++i) {
            if (canvas_.inked(covered(i))) sum += 8;
            for (Cell other : board_.all()) {
                const Place there = place(other);
                if (there.row == covered(i).row && std::abs(there.column - covered(i).column) <= side) sum += 100;
            }
        }
        // Rows count double, as they do for the eye.
        const double dy = 2.0 * offset.row, dx = offset.column + (width - 1) / 2.0;
        const double outwards = 2.0 * at.row * dy + at.column * dx;
        const double length = std::hypot(2.0 * at.row, at.column) * std::hypot(dy, dx);
        return sum - (length > 0 ? 3 * outwards / length : 0);
    };
    const Place best = *std::ranges::min_element(candidates, {}, cost);
    return {at.row + best.row, at.column + best.column};
}

void Drawing::draw_cells() {
    for (Cell cell : board_.all()) draw_cell(cell);
}

/// Nothing where the lines that meet are enough to see the cell by.
Glyphs Drawing::empty_mark(Cell cell, bool marked) const {
    const Paint paint = marked ? emphasis : quiet;
    if (look_.framed) return painted(U" ", paint);
    if (soil(cell).mark != 0) return {{soil(cell).mark, paint}};
    return crossing(cell) && !marked ? Glyphs{} : painted(U"·", paint);
}

void Drawing::draw_cell(Cell cell) {
    Glyphs inside = men_on(cell);
    const bool empty = inside.empty(), marked = style_.marked.has(cell);
    if (empty) inside = empty_mark(cell, marked);
    const int width = std::max(1, static_cast<int>(inside.size()));
    Place at = place(cell);
    at.column -= (width - 1) / 2;
    canvas_.write(at, inside);

    const auto sides = [&](std::u32string_view left, std::u32string_view right, Paint paint) {
        canvas_.write({at.row, at.column - static_cast<int>(left.size())}, painted(left, paint));
        canvas_.write({at.row, at.column + width}, painted(right, paint));
    };
    const bool twice = look_.framed && crossing(cell);
    if (marked)
        sides(twice ? U"[[" : U"[", twice ? U"]]" : U"]", emphasis);
    else if (look_.framed)
        sides(twice ? U"((" : U"(", twice ? U"))" : U")", quiet);
    else if (!empty && (inside[0].paint.ground != Paint::none || soil(cell).shade != 0))
        sides(U" ", U" ", inside[0].paint);
}

char32_t Drawing::letter(Man man) const {
    const std::u32string_view letters = look_.men[static_cast<std::size_t>(man.owner.index())];
    return letters[std::clamp<std::size_t>(man.rank, 1, letters.size()) - 1];
}

Glyphs Drawing::men_on(Cell cell) const {
    Glyphs glyphs;
    for (const Standing& standing : picture_) {
        if (standing.spot != Spot(cell)) continue;
        glyphs.insert(glyphs.end(), standing.count, {letter(standing.man), paint(standing.man.owner)});
        // From the centre such a horse can only go up; on the arm it runs to the right.
        if (look_.headings && standing.man.rank != 0)
            glyphs.push_back({board_.point(cell).x == middle_.x ? U'↑' : U'→', paint(standing.man.owner)});
    }
    return glyphs;
}

/// The men on a spot beside the board, such as ○×2; or only how many they are.
Glyphs Drawing::lying(Spot spot, bool count_only) const {
    Glyphs glyphs;
    int count = 0;
    for (const Standing& standing : picture_) {
        if (standing.spot != spot) continue;
        count += standing.count;
        if (!glyphs.empty()) append(glyphs, " ");
        glyphs.push_back({letter(standing.man), paint(standing.man.owner)});
        append(glyphs, "×" + std::to_string(standing.count));
    }
    return count_only && count > 0 ? painted(std::to_string(count), {}) : glyphs;
}

/// The throw to be played: how many of the four dice show orange, and the cells to run.
Glyphs Drawing::dice() const {
    constexpr int dice = 4;
    const char thrown = game_.print(position_).back();
    if (thrown < '1' || thrown > '5') return {};
    const int cells = thrown - '0', coloured = cells % (dice + 1);
    Glyphs glyphs;
    for (int i = 0; i < dice; ++i) glyphs.push_back(i < coloured ? Glyph{U'▮', orange} : Glyph{U'▯', {}});
    append(glyphs, " " + std::to_string(cells));
    return glyphs;
}

Glyphs Drawing::player_line(Player player) const {
    const auto index = static_cast<std::size_t>(player.index());
    // The symbol, and the men's letters unless they are the same.
    const Glyphs letters = painted(look_.men[index], paint(player));
    Glyphs line = painted(look_.symbols.substr(index, 1), {});
    if (letters.size() == 1 && letters[0].letter == line[0].letter)
        line.clear();
    else
        append(line, " ");
    line.insert(line.end(), letters.begin(), letters.end());

    const auto add = [&](std::string_view label, const Glyphs& what) {
        if (what.empty()) return;
        append(line, label.empty() ? "   " : "   " + std::string(label) + " ");
        line.insert(line.end(), what.begin(), what.end());
    };
    add(style_.hand, lying(Spot::hand(player), true));
    add(style_.home, lying(Spot::home(player), true));
    // What was captured lies with the captor.
    if (game_.players() == 2) {
        if (look_.points) add(style_.points, painted(std::to_string(points_of(player)), {}));
        add(style_.taken, lying(Spot::taken(player.opponent()), false));
    }
    if (look_.dice && game_.turn(position_) == player) add("", dice());
    return line;
}

int Drawing::points_of(Player player) const {
    int points = 0;
    for (const Standing& standing : picture_)
        if (standing.spot == Spot::taken(player.opponent())) points += standing.man.rank * standing.count;
    return points;
}

std::string Drawing::print() const {
    Canvas below;
    for (int i = 0; i < game_.players(); ++i) below.write({i, 0}, player_line(Player(i)));
    return canvas_.print(style_.colour) + "\n" + below.print(style_.colour);
}

}  // namespace

std::string draw(const AnyGame& game, const AnyPosition& position, const DrawStyle& style) {
    return Drawing(game, position, style).print();
}

}  // namespace tavola::cli
