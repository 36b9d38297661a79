// Niout, played with a list of horses by the names of their stations.
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model.h"
#include "text.h"

namespace tavola::model {
namespace {

const std::string outside = "0";
const std::string home = "20";

/// How many horses stand on each station; a station without any is not in the map.
using Horses = std::map<std::string, int>;

struct Position {
    std::vector<Horses> horses;  // horses[0] are those of player 1
    int turn;                    // from 1
    int cells;                   // what the dice gave; 0 when they are to be thrown
};

/// `from-to*own+partner`
struct Run {
    std::string from;
    std::string to;
    int own;
    int partner;
};

/// The order in which a position lists the stations.
const std::vector<std::string> stations = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",  "9",  "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "l1", "l2", "b1", "b2", "m", "q2", "q1", "r1", "r2", "mr", "t1", "t2", "20",
};

/// Where a horse that starts its move on a station can go next; the first is the way straight on.
const std::map<std::string, std::vector<std::string>> next = {
    {"0", {"1"}},   {"1", {"2"}},   {"2", {"3"}},   {"3", {"4"}},         {"4", {"5"}},         {"5", {"6", "l1"}},
    {"6", {"7"}},   {"7", {"8"}},   {"8", {"9"}},   {"9", {"10"}},        {"10", {"11", "b1"}}, {"11", {"12"}},
    {"12", {"13"}}, {"13", {"14"}}, {"14", {"15"}}, {"15", {"16", "r1"}}, {"16", {"17"}},       {"17", {"18"}},
    {"18", {"19"}}, {"19", {"20"}}, {"l1", {"l2"}}, {"l2", {"m"}},        {"b1", {"b2"}},       {"b2", {"m"}},
    {"r1", {"r2"}}, {"r2", {"mr"}}, {"mr", {"t1"}}, {"m", {"t1", "q2"}},  {"q2", {"q1"}},       {"q1", {"15"}},
    {"t1", {"t2"}}, {"t2", {"20"}}, {"20", {}},
};

/// The throws by name and the cells they give (Niout rule 1).
const std::map<std::string, int> throws = {{"to", 1}, {"kai", 2}, {"kul", 3}, {"niout", 4}, {"mo", 5}};

/// Some stations are the same cell, run through another way.
std::string cell(const std::string& station) {
    if (station == "mr") return "m";
    if (station == "q1") return "r1";
    if (station == "q2") return "r2";
    return station;
}

/// The next station of a horse that runs through `station` without having started there.
std::string run_through(const std::string& before, const std::string& station) {
    if (station == "m") return before == "l2" ? "q2" : "t1";
    return next.at(station).front();
}

/// The stations where a horse that runs `cells` cells from `from` can land.
std::vector<std::string> landings(const std::string& from, int cells) {
    std::vector<std::string> found;
    for (const std::string& first : next.at(from)) {
        std::string before = from;
        std::string station = first;
        int run = 1;
        // Niout rule 5: there is nothing past the way out.
        while (run < cells && station != home) {
            const std::string after = run_through(before, station);
            before = station;
            station = after;
            ++run;
        }
        if (run == cells) found.push_back(station);
    }
    return found;
}

int count(const Horses& horses, const std::string& station) {
    const auto found = horses.find(station);
    return found == horses.end() ? 0 : found->second;
}

void put(Horses& horses, const std::string& station, int number) {
    if (number > 0) horses[station] += number;
}

void take(Horses& horses, const std::string& station, int number) {
    if (number == 0) return;
    horses.at(station) -= number;
    if (horses.at(station) == 0) horses.erase(station);
}

bool all_home(const Horses& horses) { return horses.size() == 1 && horses.begin()->first == home; }

/// `5-8*2` reads as {"5-8", 2}, `5-8` as {"5-8", absent}: a text and the number behind a mark.
std::pair<std::string, int> number_behind(const std::string& text, char mark, int absent) {
    const std::vector<std::string> parts = split(text, mark);
    if (parts.size() == 1) return {text, absent};
    return {parts.at(0), std::stoi(parts.at(1))};
}

Horses parse_horses(const std::string& text) {
    Horses horses;
    for (const std::string& item : split(text, ',')) {
        const auto [station, number] = number_behind(item, '*', 1);
        put(horses, station, number);
    }
    return horses;
}

std::string print_horses(const Horses& horses) {
    std::vector<std::string> items;
    for (const std::string& station : stations) {
        const int number = count(horses, station);
        if (number == 1) items.push_back(station);
        if (number > 1) items.push_back(station + "*" + std::to_string(number));
    }
    return join(items, ",");
}

Position parse(const std::string& text) {
    const std::vector<std::string> fields = split(text, ' ');
    Position position;
    for (const std::string& horses : split(fields.at(0), '|')) position.horses.push_back(parse_horses(horses));
    position.turn = std::stoi(fields.at(1));
    position.cells = fields.at(2) == "-" ? 0 : std::stoi(fields.at(2));
    return position;
}

std::string print(const Position& position) {
    std::vector<std::string> players;
    for (const Horses& horses : position.horses) players.push_back(print_horses(horses));
    return join({join(players, "|"), std::to_string(position.turn),
                 position.cells == 0 ? "-" : std::to_string(position.cells)},
                " ");
}

Run parse_run(const std::string& text) {
    const auto [without_partner, partner] = number_behind(text, '+', 0);
    const auto [way, own] = number_behind(without_partner, '*', 1);
    const std::vector<std::string> ends = split(way, '-');
    return {ends.at(0), ends.at(1), own, partner};
}

std::string print_run(const Run& run) {
    std::string text = run.from + "-" + run.to;
    if (run.own > 1) text += "*" + std::to_string(run.own);
    if (run.partner > 0) text += "+" + std::to_string(run.partner);
    return text;
}

class Niout : public Model {
  public:
    explicit Niout(const Options& options)
        : players_(std::stoi(options.at("players"))),
          pairs_(options.at("pairs") == "yes"),
          capture_throws_(options.at("capture-throws") == "yes") {}

    std::string start() const override {
        const std::map<int, int> horses_each = {{2, 4}, {3, 3}, {4, 2}};
        Position position;
        position.horses.assign(static_cast<std::size_t>(players_), {{outside, horses_each.at(players_)}});
        position.turn = 1;
        position.cells = 0;
        return print(position);
    }

    std::vector<std::string> moves(const std::string& text) const override {
        const Position position = parse(text);
        if (status_of(position) != "ongoing") return {};
        std::vector<std::string> found;
        if (position.cells == 0) {
            for (const auto& [name, cells] : throws) found.push_back(name);
            return found;
        }
        found = runs(position);
        // Niout rule 5: the turn passes only when no horse can use the throw.
        if (found.empty()) found.push_back("passa");
        return found;
    }

    std::string apply(const std::string& text, const std::string& move) const override {
        Position position = parse(text);
        if (position.cells == 0) {
            position.cells = throws.at(move);
            return print(position);
        }
        bool again = false;
        if (move != "passa") {
            const bool captured = make_run(position, parse_run(move));
            // Niout rule 6: `niout` and `mo` throw again. Niout rule 4: so does a capture, by option.
            again = position.cells >= 4 || (captured && capture_throws_);
        }
        if (!again) position.turn = position.turn % players_ + 1;
        position.cells = 0;
        return print(position);
    }

    std::string status(const std::string& text) const override { return status_of(parse(text)); }

  private:
    static const Horses& horses_of(const Position& position, int player) {
        return position.horses.at(static_cast<std::size_t>(player - 1));
    }

    static Horses& horses_of(Position& position, int player) {
        return position.horses.at(static_cast<std::size_t>(player - 1));
    }

    /// In pairs 1 plays with 3 and 2 with 4.
    static int partner_of(int player) { return player <= 2 ? player + 2 : player - 2; }

    bool same_side(int one, int other) const { return one == other || (pairs_ && partner_of(one) == other); }

    /// Niout rule 7: whose horses the player to move runs with, his own or (all his are home) his partner's.
    int runner(const Position& position) const {
        if (pairs_ && all_home(horses_of(position, position.turn))) return partner_of(position.turn);
        return position.turn;
    }

    /// How many horses of the partner stand on a station and could be taken along.
    int companions(const Position& position, const std::string& station) const {
        // Niout rule 7: only in pairs, and only while the player runs with his own horses.
        if (!pairs_ || runner(position) != position.turn) return 0;
        return count(horses_of(position, partner_of(position.turn)), station);
    }

    std::vector<std::string> runs(const Position& position) const {
        std::vector<std::string> found;
        for (const auto& [from, number] : horses_of(position, runner(position))) {
            // Niout rule 2: entering horses go one at a time, and nobody takes them along.
            const int most_own = from == outside ? 1 : number;
            const int most_partner = from == outside ? 0 : companions(position, from);
            for (const std::string& to : landings(from, position.cells)) {
                // Niout rule 3: the player chooses how many run together.
                for (int own = 1; own <= most_own; ++own) {
                    for (int partner = 0; partner <= most_partner; ++partner) {
                        found.push_back(print_run({from, to, own, partner}));
                    }
                }
            }
        }
        return found;
    }

    /// Runs the horses; true when they captured.
    bool make_run(Position& position, const Run& run) const {
        Horses& own = horses_of(position, runner(position));
        take(own, run.from, run.own);
        put(own, run.to, run.own);
        if (run.partner > 0) {
            Horses& partner = horses_of(position, partner_of(position.turn));
            take(partner, run.from, run.partner);
            put(partner, run.to, run.partner);
        }
        return capture(position, run.to);
    }

    /// Niout rule 4: the opposing horses on the cell of a station go back to the start, whichever way they
    /// run.
    bool capture(Position& position, const std::string& landing) const {
        if (landing == home) return false;  // horses at home are safe
        bool captured = false;
        for (int player = 1; player <= players_; ++player) {
            if (same_side(player, position.turn)) continue;
            Horses& horses = horses_of(position, player);
            for (const std::string& station : stations) {
                const int number = count(horses, station);
                if (number == 0 || cell(station) != cell(landing)) continue;
                take(horses, station, number);
                put(horses, outside, number);
                captured = true;
            }
        }
        return captured;
    }

    /// Niout rule 7: the first player, or pair, with all horses home wins.
    std::string status_of(const Position& position) const {
        if (pairs_) {
            if (all_home(horses_of(position, 1)) && all_home(horses_of(position, 3))) return "13";
            if (all_home(horses_of(position, 2)) && all_home(horses_of(position, 4))) return "24";
            return "ongoing";
        }
        for (int player = 1; player <= players_; ++player) {
            if (all_home(horses_of(position, player))) return std::to_string(player);
        }
        return "ongoing";
    }

    int players_;
    bool pairs_;
    bool capture_throws_;
};

}  // namespace

std::unique_ptr<Model> make_niout(const Options& options) { return std::make_unique<Niout>(options); }

}  // namespace tavola::model
