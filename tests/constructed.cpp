#include "constructed.h"

#include <algorithm>
#include <array>

#include "support.h"

namespace tavola::test {
namespace {

int below(Random& random, int bound) { return static_cast<int>(random.below(static_cast<std::uint32_t>(bound))); }
bool chance(Random& random, int percent) { return below(random, 100) < percent; }
int between(Random& random, int low, int high) { return low + below(random, high - low + 1); }

std::string shuffled(std::string letters, Random& random) {
    for (std::size_t i = letters.size(); i > 1; --i)
        std::swap(letters[i - 1], letters[random.below(static_cast<std::uint32_t>(i))]);
    return letters;
}

// A board's letters, cut into rows.
std::string rows_of(const std::string& letters, const std::vector<int>& rows) {
    std::string text;
    std::size_t next = 0;
    for (const int row : rows) {
        if (!text.empty()) text.push_back('/');
        text += letters.substr(next, static_cast<std::size_t>(row));
        next += static_cast<std::size_t>(row);
    }
    return text;
}

std::string men(int x, int o, int points) {
    std::string letters(static_cast<std::size_t>(x), 'x');
    letters.append(static_cast<std::size_t>(o), 'o');
    letters.resize(static_cast<std::size_t>(points), '.');
    return letters;
}

std::string turn(Random& random) { return chance(random, 50) ? "x" : "o"; }

std::string trilha(const AnyGame& game, Random& random) {
    const model::Options options = options_of(game);
    const int rings = std::stoi(options.at("rings")), limit = std::stoi(options.at("three-each"));
    const std::vector<int> rows(static_cast<std::size_t>(rings), 8);
    int x = 3, o = 3, x_hand = 0, o_hand = 0, counter = 0;
    if (limit > 0 && chance(random, 40)) {
        // Three each, the counter near its end.
        counter = limit - between(random, 0, std::min(limit, 2));
    } else {
        const int most = chance(random, 50) ? std::min(5, 3 * rings) : 3 * rings;
        x = between(random, 2, most);
        o = between(random, 2, most);
        if (chance(random, 30)) {
            x_hand = between(random, 0, 3 * rings - x);
            o_hand = between(random, 0, 3 * rings - o);
        }
    }
    return rows_of(shuffled(men(x, o, 8 * rings), random), rows) + ' ' + turn(random) + ' ' + std::to_string(x_hand) +
           ' ' + std::to_string(o_hand) + ' ' + std::to_string(counter);
}

std::string abalone(const AnyGame&, Random& random) {
    const int x_out = between(random, 0, 6), o_out = between(random, 0, 5);
    return rows_of(shuffled(men(14 - x_out, 14 - o_out, 61), random), {5, 6, 7, 8, 9, 8, 7, 6, 5}) + ' ' +
           turn(random) + ' ' + std::to_string(x_out) + ' ' + std::to_string(o_out);
}

// Some of a side's pieces; the rest has been lost.
std::string some_pieces(std::string_view set, int kept_percent, Random& random) {
    std::string kept;
    for (const char piece : set)
        if (chance(random, kept_percent)) kept.push_back(piece);
    return kept;
}

int stars(std::string_view pieces, std::string_view ranks) {
    int sum = 0;
    for (const char piece : pieces) sum += static_cast<int>(ranks.find(piece)) + 1;
    return sum;
}

// Half of the pieces gather in and around the trench, where the rules are. A few players have none left.
std::string trench(const AnyGame&, Random& random) {
    const auto kept_percent = [&] { return chance(random, 4) ? 0 : between(random, 15, 90); };
    const std::string x = some_pieces("SSSSSSRRRRCCCLLG", kept_percent(), random);
    const std::string o = some_pieces("ssssssrrrrcccllg", kept_percent(), random);
    std::array<std::string, 8> rows;
    rows.fill("........");
    for (const char piece : x + o)
        for (;;) {
            int column = below(random, 8), row = below(random, 8);
            if (chance(random, 50)) row = std::clamp(7 - column + between(random, -1, 1), 0, 7);
            char& square = rows[static_cast<std::size_t>(7 - row)][static_cast<std::size_t>(column)];
            if (square != '.') continue;
            square = piece;
            break;
        }
    std::string text;
    for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
    return text + ' ' + turn(random) + ' ' + std::to_string(36 - stars(o, "srclg")) + ' ' +
           std::to_string(36 - stars(x, "SRCLG"));
}

const std::vector<std::string> stations = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10",
                                           "11", "12", "13", "14", "15", "16", "17", "18", "19", "l1", "l2",
                                           "b1", "b2", "m",  "q2", "q1", "r1", "r2", "mr", "t1", "t2", "20"};

// All horses on a few stations, so that they meet.
std::string niout(const AnyGame& game, Random& random) {
    const int players = game.players(), horses = players == 2 ? 4 : players == 3 ? 3 : 2;
    const int crowd = between(random, 1, 8);
    std::vector<int> meeting;
    for (int i = 0; i < crowd; ++i) meeting.push_back(below(random, 33));
    if (chance(random, 30)) meeting = {22, 23, 24, 25, 26, 27, 28, 29};  // around the centre
    std::string text;
    for (int player = 0; player < players; ++player) {
        std::array<int, 33> count{};
        const int at_home = chance(random, 20) ? 90 : 15;
        for (int i = 0; i < horses; ++i) {
            const auto place = meeting[random.below(static_cast<std::uint32_t>(meeting.size()))];
            ++count[static_cast<std::size_t>(chance(random, at_home) ? 32 : place)];
        }
        std::string list;
        for (std::size_t i = 0; i < count.size(); ++i) {
            if (count[i] == 0) continue;
            list += (list.empty() ? "" : ",") + stations[i];
            if (count[i] > 1) list += "*" + std::to_string(count[i]);
        }
        text += (player == 0 ? "" : "|") + list;
    }
    text += ' ' + std::to_string(between(random, 1, players)) + ' ';
    // Nothing has been thrown where somebody has won, and mostly that is only known when it is read.
    const bool thrown = !chance(random, 15) && game.parse_position(text + "1");
    return text + (thrown ? std::to_string(between(random, 1, 5)) : "-");
}

// The letters of a board on which one man, `mover`, is walled in by the other side; empty where there are too few men.
std::string cornered(const Topology& board, char mover, int side, Random& random) {
    const char other = mover == 'x' ? 'o' : 'x';
    const Cell man(below(random, board.cells));
    CellSet wall = board.next_to(man);
    for (const Cell next : board.next_to(man)) wall |= board.next_to(next);
    wall -= man;
    if (wall.size() > side) return {};
    std::string letters(static_cast<std::size_t>(board.cells), '.');
    letters[static_cast<std::size_t>(man.index())] = mover;
    for (const Cell cell : wall) letters[static_cast<std::size_t>(cell.index())] = other;
    for (int more = between(random, 0, side - wall.size()); more > 0; --more)
        if (char& point = letters[random.below(static_cast<std::uint32_t>(board.cells))]; point == '.') point = other;
    return letters;
}

// Some of the men that are not the mover's, as a list.
std::string some_offenders(const Topology& board, std::string_view letters, char mover, Random& random) {
    const int percent = chance(random, 50) ? 0 : between(random, 1, 60);
    std::string list;
    for (int i = 0; i < board.cells; ++i) {
        const char letter = letters[static_cast<std::size_t>(i)];
        if (letter != '.' && letter != mover && chance(random, percent))
            list.append(list.empty() ? "" : ",").append(board.name(Cell(i)));
    }
    return list.empty() ? "-" : list;
}

std::string alquerque(const AnyGame& game, Random& random) {
    const bool policiais = game.id() == "policiais";
    const std::vector<int> rows = policiais ? std::vector{5, 3, 3, 1, 3, 3, 5} : std::vector{6, 6, 6, 1};
    const int side = policiais ? 11 : 9;
    const char mover = turn(random)[0];
    // Few men of the one and many of the other make long series.
    int x = between(random, 1, side), o = chance(random, 50) ? between(random, 1, side) : between(random, 0, 3);
    if (chance(random, 50)) std::swap(x, o);
    std::string letters = shuffled(men(x, o, game.board().cells), random);
    if (chance(random, 10))
        if (const std::string walled = cornered(game.board(), mover, side, random); !walled.empty()) letters = walled;
    const std::string text = rows_of(letters, rows) + ' ' + mover;
    return options_of(game).at("huff") == "no" ? text
                                               : text + ' ' + some_offenders(game.board(), letters, mover, random);
}

std::string text_for(const AnyGame& game, Random& random) {
    if (game.id() == "trilha") return trilha(game, random);
    if (game.id() == "abalone") return abalone(game, random);
    if (game.id() == "trench") return trench(game, random);
    if (game.id() == "niout") return niout(game, random);
    return alquerque(game, random);
}

}  // namespace

Construction& construction() {
    static Construction counts;
    return counts;
}

AnyPosition construct(const AnyGame& game, Random& random) {
    for (;;) {
        ++construction().made;
        // What a maker cannot easily avoid (two sides that have lost, say) the game refuses.
        if (const auto position = game.parse_position(text_for(game, random))) return *position;
        ++construction().refused;
    }
}

}  // namespace tavola::test
