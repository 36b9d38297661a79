// Trench, played on eight strings: every rule is looked up square by square.
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model.h"
#include "text.h"

namespace tavola::model {
namespace {

const int side_length = 8;
const int points_to_win = 25;
const char trench = '-';  // the zone that belongs to nobody; the others are 'x' and 'o'
const char nobody = '.';

struct Square {
    int column;  // 0 is a
    int row;     // 0 is row 1
};

struct Direction {
    int columns;
    int rows;
};

struct Rank {
    int stars;                          // reach and points alike
    std::vector<Direction> directions;  // as x sees them; o's are turned by half a circle
};

struct Position {
    std::vector<std::string> board;  // board[0] is row 1
    char turn;
    std::map<char, int> points;
};

const Direction up = {0, 1}, down = {0, -1}, right = {1, 0}, left = {-1, 0};  // orthogonal
const Direction forward = {1, 1}, backward = {-1, -1};                        // vertical
const Direction leftward = {-1, 1}, rightward = {1, -1};                      // horizontal

/// The table of pieces.
const std::map<char, Rank> ranks = {
    {'S', {1, {up, down, right, left}}},
    {'R', {2, {up, down, right, left, forward}}},
    {'C', {3, {up, down, right, left, forward, backward}}},
    {'L', {4, {up, down, right, left, forward, leftward, rightward}}},
    {'G', {5, {up, down, right, left, forward, backward, leftward, rightward}}},
};

char opponent(char player) { return player == 'x' ? 'o' : 'x'; }

/// Whose territory a square lies in, or the trench.
char zone(Square square) {
    const int ranks_from_corner = square.column + square.row;
    if (ranks_from_corner == side_length - 1) return trench;
    return ranks_from_corner < side_length - 1 ? 'x' : 'o';
}

bool on_board(Square square) {
    return square.column >= 0 && square.column < side_length && square.row >= 0 && square.row < side_length;
}

char& at(Position& position, Square square) {
    return position.board.at(static_cast<std::size_t>(square.row)).at(static_cast<std::size_t>(square.column));
}

char at(const Position& position, Square square) {
    return position.board.at(static_cast<std::size_t>(square.row)).at(static_cast<std::size_t>(square.column));
}

/// The player a piece belongs to: capitals are x's, small letters o's.
char owner(char piece) {
    if (piece == '.') return nobody;
    return piece >= 'A' && piece <= 'Z' ? 'x' : 'o';
}

const Rank& rank_of(char piece) {
    return ranks.at(owner(piece) == 'x' ? piece : static_cast<char>(piece - 'a' + 'A'));
}

std::string name(Square square) {
    return {static_cast<char>('a' + square.column), static_cast<char>('1' + square.row)};
}

Square square_named(const std::string& text) { return {text.at(0) - 'a', text.at(1) - '1'}; }

Square step(Square from, Direction direction, int squares) {
    return {from.column + direction.columns * squares, from.row + direction.rows * squares};
}

Position parse(const std::string& text) {
    const std::vector<std::string> fields = split(text, ' ');
    const std::vector<std::string> rows = split(fields.at(0), '/');
    Position position;
    position.board.assign(rows.rbegin(), rows.rend());
    position.turn = fields.at(1).at(0);
    position.points['x'] = std::stoi(fields.at(2));
    position.points['o'] = std::stoi(fields.at(3));
    return position;
}

std::string print(const Position& position) {
    const std::vector<std::string> rows(position.board.rbegin(), position.board.rend());
    return join({join(rows, "/"), std::string(1, position.turn), std::to_string(position.points.at('x')),
                 std::to_string(position.points.at('o'))},
                " ");
}

/// May a piece of `player` that starts its turn on `from` take an opposing piece on `target`?
bool may_capture(char player, Square from, Square target) {
    // Trench rules 3, 4 and 5: out of the trench only what is in the opponent's territory can be taken.
    if (zone(from) == trench) return zone(target) == opponent(player);
    // Trench rule 6: from his own territory nobody can take what is in the trench.
    if (zone(target) == trench) return zone(from) != player;
    // Trench rules 2 and 7: everything else can be taken, also across the trench.
    return true;
}

void add_moves_along(const Position& position, Square from, Direction direction, std::vector<std::string>& moves) {
    const char player = position.turn;
    const int reach = rank_of(at(position, from)).stars;
    bool captured = false;
    for (int squares = 1; squares <= reach; ++squares) {
        const Square to = step(from, direction, squares);
        if (!on_board(to)) return;
        const char met = owner(at(position, to));
        // Trench rule 1: an own piece bars the way, and so does one that cannot be taken.
        if (met == player) return;
        if (met == opponent(player)) {
            if (!may_capture(player, from, to)) return;
            captured = true;
        }
        moves.push_back(name(from) + (captured ? "x" : "-") + name(to));
        // Trench rule 2: a capture ends the move; rule 3: not for a piece that started in the trench.
        if (captured && zone(from) != trench) return;
    }
}

/// Where the pieces of the player to move can go, whether or not the game is over.
std::vector<std::string> piece_moves(const Position& position) {
    std::vector<std::string> moves;
    for (int row = 0; row < side_length; ++row) {
        for (int column = 0; column < side_length; ++column) {
            const Square from = {column, row};
            const char piece = at(position, from);
            if (owner(piece) != position.turn) continue;
            for (const Direction seen : rank_of(piece).directions) {
                const int sense = position.turn == 'x' ? 1 : -1;
                add_moves_along(position, from, {sense * seen.columns, sense * seen.rows}, moves);
            }
        }
    }
    return moves;
}

/// Trench rule 9: more points wins, equal is a draw.
std::string count_points(const Position& position) {
    const int x = position.points.at('x');
    const int o = position.points.at('o');
    if (x == o) return "draw";
    return x > o ? "x" : "o";
}

class Trench : public Model {
  public:
    explicit Trench(const Options& options) : equal_turns_(options.at("equal-turns") == "yes") {}

    std::string start() const override {
        return "....rclg/....srcl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 0 0";
    }

    std::vector<std::string> moves(const std::string& text) const override {
        const Position position = parse(text);
        if (won_by_points(position)) return {};
        return piece_moves(position);
    }

    std::string apply(const std::string& text, const std::string& move) const override {
        Position position = parse(text);
        const Square from = square_named(move.substr(0, 2));
        const Square to = square_named(move.substr(3, 2));
        const Direction direction = {sign(to.column - from.column), sign(to.row - from.row)};
        const char piece = at(position, from);
        at(position, from) = '.';
        // Trench rule 3: whatever stands on the squares passed goes; rule 8: each gives its stars.
        Square square = from;
        while (square.column != to.column || square.row != to.row) {
            square = step(square, direction, 1);
            const char taken = at(position, square);
            if (taken == '.') continue;
            position.points.at(position.turn) += rank_of(taken).stars;
            at(position, square) = '.';
        }
        at(position, to) = piece;
        position.turn = opponent(position.turn);
        return print(position);
    }

    std::string status(const std::string& text) const override {
        const Position position = parse(text);
        // Trench rule 8, or the count after the last move of `equal-turns`.
        if (won_by_points(position)) return count_points(position);
        // Trench rule 9: no legal move.
        if (piece_moves(position).empty()) return count_points(position);
        return "ongoing";
    }

  private:
    static int sign(int number) {
        if (number == 0) return 0;
        return number > 0 ? 1 : -1;
    }

    /// Trench rule 8: has 25 points been reached, with no further move owed to o?
    bool won_by_points(const Position& position) const {
        const bool x_is_there = position.points.at('x') >= points_to_win;
        const bool o_is_there = position.points.at('o') >= points_to_win;
        // Option `equal-turns`: x is there and o still has a move to make.
        if (equal_turns_ && x_is_there && position.turn == 'o') return false;
        return x_is_there || o_is_there;
    }

    bool equal_turns_;
};

}  // namespace

std::unique_ptr<Model> make_trench(const Options& options) { return std::make_unique<Trench>(options); }

}  // namespace tavola::model
