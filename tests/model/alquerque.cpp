// Policiais e Ladrões and Pretoa, rule by rule: one set of rules on two boards.
#include <set>

#include "model.h"
#include "text.h"

namespace tavola::model {
namespace {

using Names = std::vector<std::string>;
using Board = std::map<std::string, char>;

struct Position {
    Board board;
    char turn;
    std::set<std::string> offenders;  // option huff: the men that the player to move may remove
};

struct Jump {
    std::string over, landing;
};

/// A board as the rules give it: the points in text order, the lines, and the start.
struct Plan {
    std::vector<Names> rows;
    std::vector<Names> lines;
    std::string start;
};

char other(char player) { return player == 'x' ? 'o' : 'x'; }

Plan policiais() {
    Plan plan;
    for (const char* row :
         {"a1 a2 a3 a4 a5", "b2 b3 b4", "c2 c3 c4", "d3", "e2 e3 e4", "f2 f3 f4", "g1 g2 g3 g4 g5"}) {
        plan.rows.push_back(split(row, ' '));
    }
    for (const char* line : {"a2 b2 f2 g2", "a3 b3 c3 d3 e3 f3 g3", "a4 b4 f4 g4",  // horizontal
                             "a1 a2 a3 a4 a5", "b2 b3 b4", "c2 c3 c4",              // vertical
                             "e2 e3 e4", "f2 f3 f4", "g1 g2 g3 g4 g5",              //
                             "a1 b2 c2 d3 e4 f4 g5", "a5 b4 c4 d3 e2 f2 g1"}) {     // diagonal
        plan.lines.push_back(split(line, ' '));
    }
    plan.start = "xxxxx/xxx/xxx/./ooo/ooo/ooooo x";
    return plan;
}

Plan pretoa() {
    Plan plan;
    for (const char* row : {"a1 a2 a3 a4 a5 a6", "b1 b2 b3 b4 b5 b6", "c1 c2 c3 c4 c5 c6", "d1"}) {
        plan.rows.push_back(split(row, ' '));
    }
    // The circles are closed: their first two points are written again at the end.
    for (const char* line : {"a1 a2 a3 a4 a5 a6 a1 a2", "b1 b2 b3 b4 b5 b6 b1 b2", "c1 c2 c3 c4 c5 c6 c1 c2",
                             "a1 b1 c1 d1 c4 b4 a4", "a2 b2 c2 d1 c5 b5 a5", "a3 b3 c3 d1 c6 b6 a6"}) {
        plan.lines.push_back(split(line, ' '));
    }
    plan.start = "xxxooo/xxxooo/xxxooo/. x";
    return plan;
}

class Alquerque : public Model {
  public:
    Alquerque(const Plan& plan, bool huff);

    std::string start() const override;
    std::vector<std::string> moves(const std::string& position) const override;
    std::string apply(const std::string& position, const std::string& move) const override;
    std::string status(const std::string& position) const override;

  private:
    Position parse(const std::string& text) const;
    std::string print(const Position& position) const;

    std::vector<Jump> jumps_from(const Board& board, const std::string& point, char player) const;
    bool can_capture(const Board& board, const std::string& point, char player) const;
    void add_series(const Board& board, const std::string& point, char player, const std::string& path,
                    std::set<std::string>& found) const;
    std::set<std::string> captures(const Position& position) const;
    std::set<std::string> steps(const Position& position) const;
    Names actions(const Position& position) const;
    std::string verdict(const Position& position, const Names& legal) const;

    Position remove_offender(const Position& before, const std::string& point) const;
    Position step(const Position& before, const std::string& from, const std::string& to) const;
    Position capture(const Position& before, const Names& path) const;

    Plan plan_;
    bool huff_;
    std::map<std::string, std::set<std::string>> neighbours_;
    std::map<std::string, std::vector<Jump>> jumps_;
};

Alquerque::Alquerque(const Plan& plan, bool huff) : plan_(plan), huff_(huff) {
    for (const Names& line : plan_.lines) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            neighbours_[line[i]].insert(line[i + 1]);
            neighbours_[line[i + 1]].insert(line[i]);
        }
        for (std::size_t i = 0; i + 2 < line.size(); ++i) {
            jumps_[line[i]].push_back({line[i + 1], line[i + 2]});
            jumps_[line[i + 2]].push_back({line[i + 1], line[i]});
        }
    }
}

std::string Alquerque::start() const { return huff_ ? plan_.start + " -" : plan_.start; }

Position Alquerque::parse(const std::string& text) const {
    const Names fields = split(text, ' ');
    Position position{letters_from_rows(fields.at(0), plan_.rows), fields.at(1).at(0), {}};
    if (huff_ && fields.at(2) != "-") {
        for (const std::string& point : split(fields.at(2), ',')) position.offenders.insert(point);
    }
    return position;
}

std::string Alquerque::print(const Position& position) const {
    const std::string text = rows_from_letters(position.board, plan_.rows) + " " + position.turn;
    if (!huff_) return text;
    if (position.offenders.empty()) return text + " -";
    return text + " " + join(Names(position.offenders.begin(), position.offenders.end()), ",");
}

/// Rule 2: over an adjacent opposing man to the next point on the same line, which must be empty.
std::vector<Jump> Alquerque::jumps_from(const Board& board, const std::string& point, char player) const {
    std::vector<Jump> found;
    for (const Jump& jump : jumps_.at(point)) {
        if (board.at(jump.over) == other(player) && board.at(jump.landing) == '.') found.push_back(jump);
    }
    return found;
}

bool Alquerque::can_capture(const Board& board, const std::string& point, char player) const {
    return !jumps_from(board, point, player).empty();
}

/// Adds every series of jumps that goes on from the point. The man that jumps is not on the board
/// meanwhile, so the point where it started counts as empty.
void Alquerque::add_series(const Board& board, const std::string& point, char player, const std::string& path,
                           std::set<std::string>& found) const {
    for (const Jump& jump : jumps_from(board, point, player)) {
        Board next = board;
        next[jump.over] = '.';  // rule 2: the jumped man comes off at once
        const std::string longer = path + "x" + jump.landing;
        // Rule 3: a series must be played to its end. Option huff: it may stop after any jump.
        if (huff_ || !can_capture(next, jump.landing, player)) found.insert(longer);
        add_series(next, jump.landing, player, longer, found);
    }
}

std::set<std::string> Alquerque::captures(const Position& position) const {
    std::set<std::string> found;
    for (const auto& [point, letter] : position.board) {
        if (letter != position.turn || !can_capture(position.board, point, position.turn)) continue;
        Board lifted = position.board;
        lifted[point] = '.';
        add_series(lifted, point, position.turn, point, found);
    }
    return found;
}

/// Rule 1: one man along a line to an adjacent empty point.
std::set<std::string> Alquerque::steps(const Position& position) const {
    std::set<std::string> found;
    for (const auto& [point, letter] : position.board) {
        if (letter != position.turn) continue;
        for (const std::string& to : neighbours_.at(point)) {
            if (position.board.at(to) == '.') found.insert(point + "-" + to);
        }
    }
    return found;
}

/// The actions of the player to move, as if the game were not over.
Names Alquerque::actions(const Position& position) const {
    const std::set<std::string> taking = captures(position);
    Names found(taking.begin(), taking.end());
    // Rule 3: captures are compulsory. Option huff: they are not enforced.
    if (taking.empty() || huff_) {
        for (const std::string& word : steps(position)) found.push_back(word);
    }
    // Option huff: the turn may open with the removal of one offending man.
    for (const std::string& point : position.offenders) found.push_back("~" + point);
    return found;
}

std::string Alquerque::verdict(const Position& position, const Names& legal) const {
    // Rule 4: a player with no men left has lost.
    for (const char player : {'x', 'o'}) {
        bool any = false;
        for (const auto& [point, letter] : position.board) any = any || letter == player;
        if (!any) return std::string(1, other(player));
    }
    // Rule 4: so has a player to move who has no legal move. A removal is one (option huff).
    if (legal.empty()) return std::string(1, other(position.turn));
    return "ongoing";
}

Names Alquerque::moves(const std::string& text) const {
    const Position position = parse(text);
    const Names legal = actions(position);
    return verdict(position, legal) == "ongoing" ? legal : Names{};
}

std::string Alquerque::status(const std::string& text) const {
    const Position position = parse(text);
    return verdict(position, actions(position));
}

/// Option huff: a free action, only one a turn; the same player goes on with the normal move.
Position Alquerque::remove_offender(const Position& before, const std::string& point) const {
    Position after = before;
    after.board[point] = '.';
    after.offenders.clear();
    return after;
}

Position Alquerque::step(const Position& before, const std::string& from, const std::string& to) const {
    Position after{before.board, other(before.turn), {}};
    after.board[from] = '.';
    after.board[to] = before.turn;
    if (!huff_) return after;
    // Option huff: every man offends that could have captured before the step; the one that stepped is
    // named by where it stands now.
    for (const auto& [point, letter] : before.board) {
        if (letter != before.turn || !can_capture(before.board, point, before.turn)) continue;
        after.offenders.insert(point == from ? to : point);
    }
    return after;
}

Position Alquerque::capture(const Position& before, const Names& path) const {
    Position after{before.board, other(before.turn), {}};
    after.board[path.front()] = '.';
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        for (const Jump& jump : jumps_from(after.board, path[i], before.turn)) {
            if (jump.landing != path[i + 1]) continue;
            after.board[jump.over] = '.';
            break;
        }
    }
    // Option huff: after a series cut short the man that jumped offends.
    if (huff_ && can_capture(after.board, path.back(), before.turn)) after.offenders.insert(path.back());
    after.board[path.back()] = before.turn;
    return after;
}

std::string Alquerque::apply(const std::string& text, const std::string& move) const {
    const Position before = parse(text);
    // Text: `~point`, `from-to`, or `from` and every landing point, split by `x`.
    if (move[0] == '~') return print(remove_offender(before, move.substr(1)));
    const Names points = split(move, '-');
    if (points.size() == 2) return print(step(before, points[0], points[1]));
    return print(capture(before, split(move, 'x')));
}

}  // namespace

std::unique_ptr<Model> make_alquerque(const std::string& game, const Options& options) {
    const Plan plan = game == "pretoa" ? pretoa() : policiais();
    return std::make_unique<Alquerque>(plan, options.at("huff") == "yes");
}

}  // namespace tavola::model
