// Trilha on n squares, rule by rule.
#include "model.h"
#include "text.h"

namespace tavola::model {
namespace {

using Names = std::vector<std::string>;
using Board = std::map<std::string, char>;

struct Position {
    Board board;
    char turn;
    std::map<char, int> hand;
    int counter;
};

char other(char player) { return player == 'x' ? 'o' : 'x'; }

class Trilha : public Model {
  public:
    explicit Trilha(const Options& options);

    std::string start() const override;
    std::vector<std::string> moves(const std::string& position) const override;
    std::string apply(const std::string& position, const std::string& move) const override;
    std::string status(const std::string& position) const override;

  private:
    void add_line(const Names& line);
    Position parse(const std::string& text) const;
    std::string print(const Position& position) const;

    int men(const Position& position, char player) const;
    bool three_each(const Position& position) const;
    bool in_mill(const Board& board, const std::string& point) const;
    Names removable(const Board& board, char owner) const;
    Names targets(const Position& position, const std::string& from) const;
    void add_moves(const Position& position, const std::string& from, const std::string& to, Names& found) const;
    Names actions(const Position& position) const;
    std::string verdict(const Position& position, const Names& legal) const;

    int rings_;
    bool placing_captures_;
    std::string protection_;
    bool jump_;
    bool fly_;
    std::string blocked_;
    int three_each_;
    bool may_decline_;

    std::vector<Names> squares_;                         // the points of each square, in text order
    std::map<std::string, Names> neighbours_;            // the points next to a point on some line
    std::map<std::string, std::vector<Names>> triples_;  // three points in a row, by each of the three
};

// Board: the name of the point in a column and a row, both counted from 0.
std::string name(int column, int row) {
    return std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
}

Trilha::Trilha(const Options& options)
    : rings_(std::stoi(options.at("rings"))),
      placing_captures_(options.at("placing-captures") == "yes"),
      protection_(options.at("protection")),
      jump_(options.at("jump") == "yes"),
      fly_(options.at("fly") == "yes"),
      blocked_(options.at("blocked")),
      three_each_(std::stoi(options.at("three-each"))),
      may_decline_(options.at("removal") == "may") {
    // Board: square k has the columns and rows k, n and 2n-k; clockwise from the top left corner.
    for (int k = 0; k < rings_; ++k) {
        const int low = k, middle = rings_, high = 2 * rings_ - k;
        squares_.push_back({name(low, high), name(middle, high), name(high, high), name(high, middle),
                            name(high, low), name(middle, low), name(low, low), name(low, middle)});
    }
    // Lines: the four sides of each square ...
    for (const Names& square : squares_) {
        for (std::size_t corner = 0; corner < 8; corner += 2) {
            add_line({square[corner], square[corner + 1], square[(corner + 2) % 8]});
        }
    }
    // ... and the four joins, each through the same middle of all squares.
    for (std::size_t middle = 1; middle < 8; middle += 2) {
        Names join_line;
        for (const Names& square : squares_) join_line.push_back(square[middle]);
        add_line(join_line);
    }
}

void Trilha::add_line(const Names& line) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        neighbours_[line[i]].push_back(line[i + 1]);
        neighbours_[line[i + 1]].push_back(line[i]);
    }
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
        const Names triple = {line[i], line[i + 1], line[i + 2]};
        for (const std::string& point : triple) triples_[point].push_back(triple);
    }
}

Position Trilha::parse(const std::string& text) const {
    const Names fields = split(text, ' ');
    return {letters_from_rows(fields.at(0), squares_),
            fields.at(1).at(0),
            {{'x', std::stoi(fields.at(2))}, {'o', std::stoi(fields.at(3))}},
            std::stoi(fields.at(4))};
}

std::string Trilha::print(const Position& position) const {
    return join({rows_from_letters(position.board, squares_), std::string(1, position.turn),
                 std::to_string(position.hand.at('x')), std::to_string(position.hand.at('o')),
                 std::to_string(position.counter)},
                " ");
}

std::string Trilha::start() const {
    Board board;
    for (const Names& square : squares_) {
        for (const std::string& point : square) board[point] = '.';
    }
    return print({board, 'x', {{'x', 3 * rings_}, {'o', 3 * rings_}}, 0});
}

/// A player's men in all, board and hand.
int Trilha::men(const Position& position, char player) const {
    int count = position.hand.at(player);
    for (const auto& [point, letter] : position.board) count += letter == player ? 1 : 0;
    return count;
}

/// Option three-each: both have exactly 3 men and none in hand.
bool Trilha::three_each(const Position& position) const {
    return position.hand.at('x') == 0 && position.hand.at('o') == 0 && men(position, 'x') == 3 &&
           men(position, 'o') == 3;
}

/// Whether the man on the point stands in a mill: three in a row on one line, all of its colour.
bool Trilha::in_mill(const Board& board, const std::string& point) const {
    const char owner = board.at(point);
    for (const Names& triple : triples_.at(point)) {
        bool all = true;
        for (const std::string& member : triple) all = all && board.at(member) == owner;
        if (all) return true;
    }
    return false;
}

/// The men of the owner that a mill of the other side may remove.
Names Trilha::removable(const Board& board, char owner) const {
    Names loose, milled;
    for (const auto& [point, letter] : board) {
        if (letter == owner) (in_mill(board, point) ? milled : loose).push_back(point);
    }
    // Option protection, none: any man.
    if (protection_ == "none") loose.insert(loose.end(), milled.begin(), milled.end());
    // Option protection, international: men in mills only when all of them stand in mills.
    if (protection_ == "international" && loose.empty()) return milled;
    // Option protection, strict: never a man in a mill.
    return loose;
}

/// Where the man on a point may go, when its player has none in hand.
Names Trilha::targets(const Position& position, const std::string& from) const {
    Names found;
    // Option fly: with exactly 3 men, to any empty point.
    if (fly_ && men(position, position.turn) == 3) {
        for (const auto& [point, letter] : position.board) {
            if (letter == '.') found.push_back(point);
        }
        return found;
    }
    // Trilha rule 1: a slide to an adjacent empty point.
    for (const std::string& point : neighbours_.at(from)) {
        if (position.board.at(point) == '.') found.push_back(point);
    }
    // Option jump: over one adjacent opposing man to the next point of the same line, if empty.
    if (!jump_) return found;
    for (const Names& triple : triples_.at(from)) {
        if (from == triple[1] || position.board.at(triple[1]) != other(position.turn)) continue;
        const std::string& landing = from == triple[0] ? triple[2] : triple[0];
        if (position.board.at(landing) == '.') found.push_back(landing);
    }
    return found;
}

/// Adds the moves that place a man (`from` is empty) or shift one, with each removal that goes with it.
void Trilha::add_moves(const Position& position, const std::string& from, const std::string& to, Names& found) const {
    const bool placing = from.empty();
    Board board = position.board;
    if (!placing) board[from] = '.';
    board[to] = position.turn;

    // Trilha rule 2: a mill removes one opposing man, if any may be removed; option placing-captures.
    Names victims;
    if (in_mill(board, to) && (!placing || placing_captures_)) {
        victims = removable(board, other(position.turn));
    }
    const std::string word = placing ? to : from + "-" + to;
    // Option removal: only with `may` can the removal be declined.
    if (victims.empty() || may_decline_) found.push_back(word);
    for (const std::string& victim : victims) found.push_back(word + "x" + victim);
}

/// The moves of the player to move, as if the game were not over.
Names Trilha::actions(const Position& position) const {
    // Trilha rule 1: place while there are men in hand, shift after that.
    const bool placing = position.hand.at(position.turn) > 0;
    Names found;
    for (const auto& [point, letter] : position.board) {
        if (placing && letter == '.') add_moves(position, "", point, found);
        if (!placing && letter == position.turn) {
            for (const std::string& to : targets(position, point)) add_moves(position, point, to, found);
        }
    }
    return found;
}

std::string Trilha::verdict(const Position& position, const Names& legal) const {
    // Trilha rule 3: fewer than 3 men in all loses.
    if (men(position, 'x') < 3) return "o";
    if (men(position, 'o') < 3) return "x";
    // Trilha rule 4 and option blocked: none in hand and no legal move.
    if (position.hand.at(position.turn) == 0 && legal.empty()) {
        return blocked_ == "draw" ? "draw" : std::string(1, other(position.turn));
    }
    // Option three-each; a blocked player has been judged as blocked already.
    if (three_each_ != 0 && three_each(position) && position.counter >= three_each_) return "draw";
    return "ongoing";
}

Names Trilha::moves(const std::string& text) const {
    const Position position = parse(text);
    const Names legal = actions(position);
    return verdict(position, legal) == "ongoing" ? legal : Names{};
}

std::string Trilha::status(const std::string& text) const {
    const Position position = parse(text);
    return verdict(position, actions(position));
}

std::string Trilha::apply(const std::string& text, const std::string& move) const {
    const Position before = parse(text);
    Position after = before;
    // Text: `to`, `from-to`, each perhaps with `x` and the man removed.
    const Names parts = split(move, 'x');
    const Names points = split(parts[0], '-');
    if (points.size() == 1) {
        --after.hand[before.turn];
    } else {
        after.board[points[0]] = '.';
    }
    after.board[points.back()] = before.turn;
    if (parts.size() == 2) after.board[parts[1]] = '.';
    after.turn = other(before.turn);
    // Option three-each: the move that brings three each about gives 0, each later one adds 1.
    const bool runs = three_each_ != 0 && three_each(before) && three_each(after);
    after.counter = runs ? before.counter + 1 : 0;
    return print(after);
}

}  // namespace

std::unique_ptr<Model> make_trilha(const Options& options) { return std::make_unique<Trilha>(options); }

}  // namespace tavola::model
