// Abalone, rule by rule.
#include <array>
#include <utility>

#include "model.h"
#include "text.h"

namespace tavola::model {
namespace {

using Names = std::vector<std::string>;
using Board = std::map<std::string, char>;

struct Position {
    Board board;
    char turn;
    std::map<char, int> out;  // each player's own lost balls
};

struct Direction {
    int row, number;
};

// Board: the six directions from a cell.
constexpr std::array<Direction, 6> directions = {{{0, 1}, {0, -1}, {1, 1}, {1, 0}, {-1, 0}, {-1, -1}}};

char other(char player) { return player == 'x' ? 'o' : 'x'; }

class Abalone : public Model {
  public:
    explicit Abalone(const Options& options);

    std::string start() const override;
    std::vector<std::string> moves(const std::string& position) const override;
    std::string apply(const std::string& position, const std::string& move) const override;
    std::string status(const std::string& position) const override;

  private:
    Position parse(const std::string& text) const;
    std::string print(const Position& position) const;

    const std::string& ahead(const std::string& cell, std::size_t direction) const;
    std::size_t direction_of(const std::string& cell, const std::string& next) const;
    bool opposite(std::size_t one, std::size_t two) const;
    bool in_line(const Position& position, const std::string& rear, std::size_t direction) const;
    Names row_of(const Board& board, const std::string& first, std::size_t along, int length) const;
    bool targets_empty(const Board& board, const Names& row, std::size_t direction) const;
    void add_broadsides(const Position& position, const std::string& first, Names& found) const;
    Names actions(const Position& position) const;
    std::string verdict(const Position& position, const Names& legal) const;

    void shift_line(Position& position, const std::string& rear, std::size_t direction) const;
    void shift_row(Position& position, const std::string& first, const std::string& last,
                   std::size_t direction) const;

    std::string start_;
    std::vector<Names> rows_;                                 // the cells in text order
    std::map<std::string, std::array<std::string, 6>> next_;  // the neighbours; "" is outside the board
};

std::string name(int row, int number) {
    return std::string(1, static_cast<char>('a' + row)) + std::to_string(number);
}

/// The letter on a cell, `#` outside the board.
char letter_at(const Board& board, const std::string& cell) { return cell.empty() ? '#' : board.at(cell); }

Abalone::Abalone(const Options& options) : start_(options.at("start")) {
    // Board: row a has the numbers 1 to 5, row e 1 to 9, row i 5 to 9; the text runs from i to a.
    for (int row = 8; row >= 0; --row) {
        Names cells;
        for (int number = 1; number <= 9; ++number) {
            if (number - row <= 5 && row - number <= 3) cells.push_back(name(row, number));
        }
        rows_.push_back(cells);
        for (const std::string& cell : cells) next_[cell];
    }
    for (auto& [cell, next] : next_) {
        for (std::size_t d = 0; d < directions.size(); ++d) {
            const std::string neighbour =
                name(cell[0] - 'a' + directions[d].row, cell[1] - '0' + directions[d].number);
            if (next_.contains(neighbour)) next[d] = neighbour;
        }
    }
}

std::string Abalone::start() const {
    if (start_ == "belgian-daisy") {
        return "oo.xx/oooxxx/.oo.xx./......../........./......../.xx.oo./xxxooo/xx.oo x 0 0";
    }
    if (start_ == "german-daisy") {
        return "...../oo..xx/ooo.xxx/.oo..xx./........./.xx..oo./xxx.ooo/xx..oo/..... x 0 0";
    }
    return "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0";
}

Position Abalone::parse(const std::string& text) const {
    const Names fields = split(text, ' ');
    return {letters_from_rows(fields.at(0), rows_),
            fields.at(1).at(0),
            {{'x', std::stoi(fields.at(2))}, {'o', std::stoi(fields.at(3))}}};
}

std::string Abalone::print(const Position& position) const {
    return join({rows_from_letters(position.board, rows_), std::string(1, position.turn),
                 std::to_string(position.out.at('x')), std::to_string(position.out.at('o'))},
                " ");
}

/// The next cell in a direction, "" outside the board.
const std::string& Abalone::ahead(const std::string& cell, std::size_t direction) const {
    return next_.at(cell)[direction];
}

std::size_t Abalone::direction_of(const std::string& cell, const std::string& next) const {
    std::size_t direction = 0;
    while (ahead(cell, direction) != next) ++direction;
    return direction;
}

bool Abalone::opposite(std::size_t one, std::size_t two) const {
    return directions[one].row == -directions[two].row && directions[one].number == -directions[two].number;
}

/// Whether the ball and all balls of its colour in front of it may move in line.
bool Abalone::in_line(const Position& position, const std::string& rear, std::size_t direction) const {
    std::string cell = rear;
    int own = 0, theirs = 0;
    for (; letter_at(position.board, cell) == position.turn; cell = ahead(cell, direction)) ++own;
    for (; letter_at(position.board, cell) == other(position.turn); cell = ahead(cell, direction)) ++theirs;
    const char behind = letter_at(position.board, cell);
    // Abalone rule 1: at most three balls.
    if (own > 3) return false;
    // Abalone rule 2: nothing to push, so the cell in front is empty; nobody moves off the board.
    if (theirs == 0) return behind == '.';
    // Abalone rule 4: more balls than the other side, and behind them an empty cell or the outside.
    return own > theirs && (behind == '.' || behind == '#');
}

/// The balls of the first one's colour in a row of the length, none if there are not so many.
Names Abalone::row_of(const Board& board, const std::string& first, std::size_t along, int length) const {
    Names row = {first};
    while (static_cast<int>(row.size()) < length) {
        const std::string& cell = ahead(row.back(), along);
        if (letter_at(board, cell) != board.at(first)) return {};
        row.push_back(cell);
    }
    return row;
}

bool Abalone::targets_empty(const Board& board, const Names& row, std::size_t direction) const {
    for (const std::string& cell : row) {
        if (letter_at(board, ahead(cell, direction)) != '.') return false;
    }
    return true;
}

/// Abalone rule 3: 2 or 3 balls in a direction that is not along their row, every target cell empty.
void Abalone::add_broadsides(const Position& position, const std::string& first, Names& found) const {
    for (std::size_t along = 0; along < directions.size(); ++along) {
        for (const int length : {2, 3}) {
            const Names row = row_of(position.board, first, along, length);
            // Text: the first end is the one whose name sorts first.
            if (row.empty() || row.back() < first) continue;
            for (std::size_t d = 0; d < directions.size(); ++d) {
                if (d == along || opposite(d, along) || !targets_empty(position.board, row, d)) continue;
                found.push_back(first + ":" + row.back() + "-" + ahead(first, d));
            }
        }
    }
}

/// The moves of the player to move, as if the game were not over.
Names Abalone::actions(const Position& position) const {
    Names found;
    for (const auto& [cell, letter] : position.board) {
        if (letter != position.turn) continue;
        for (std::size_t d = 0; d < directions.size(); ++d) {
            if (in_line(position, cell, d)) found.push_back(cell + "-" + ahead(cell, d));
        }
        add_broadsides(position, cell, found);
    }
    return found;
}

std::string Abalone::verdict(const Position& position, const Names& legal) const {
    // Abalone rule 5: the first to push out 6 opposing balls wins.
    if (position.out.at('o') >= 6) return "x";
    if (position.out.at('x') >= 6) return "o";
    // Abalone rule 5: a player with no legal move draws.
    if (legal.empty()) return "draw";
    return "ongoing";
}

Names Abalone::moves(const std::string& text) const {
    const Position position = parse(text);
    const Names legal = actions(position);
    return verdict(position, legal) == "ongoing" ? legal : Names{};
}

std::string Abalone::status(const std::string& text) const {
    const Position position = parse(text);
    return verdict(position, actions(position));
}

/// Every ball from the rear one on goes one cell ahead, up to the first empty cell or off the board.
void Abalone::shift_line(Position& position, const std::string& rear, std::size_t direction) const {
    char carried = '.';
    std::string cell = rear;
    do {
        std::swap(carried, position.board.at(cell));
        cell = ahead(cell, direction);
    } while (carried != '.' && !cell.empty());
    // Abalone rule 4: the last one falls off and is out.
    if (carried != '.') ++position.out.at(carried);
}

void Abalone::shift_row(Position& position, const std::string& first, const std::string& last,
                        std::size_t direction) const {
    for (std::size_t along = 0; along < directions.size(); ++along) {
        for (const int length : {2, 3}) {
            const Names row = row_of(position.board, first, along, length);
            if (row.empty() || row.back() != last) continue;
            for (const std::string& cell : row) {
                std::swap(position.board.at(cell), position.board.at(ahead(cell, direction)));
            }
            return;
        }
    }
}

std::string Abalone::apply(const std::string& text, const std::string& move) const {
    Position position = parse(text);
    // Text: `rear-next`, or `first:last-target of the first`.
    const Names words = split(move, '-');
    const Names ends = split(words[0], ':');
    const std::size_t direction = direction_of(ends[0], words[1]);
    if (ends.size() == 1) {
        shift_line(position, ends[0], direction);
    } else {
        shift_row(position, ends[0], ends[1], direction);
    }
    position.turn = other(position.turn);
    return print(position);
}

}  // namespace

std::unique_ptr<Model> make_abalone(const Options& options) { return std::make_unique<Abalone>(options); }

}  // namespace tavola::model
