#include "games/niout/niout.h"

#include <algorithm>

#include "games/text.h"

namespace tavola {
namespace {

using niout::Horses;
using niout::Rules;
using niout::Station;

constexpr Option<Rules> option_table[] = {
    numbered<Rules>(
        "players", 2, 4, [](const Rules& r) -> int { return r.players; },
        [](Rules& r, int v) { r.players = static_cast<std::uint8_t>(v); }),
    named<Rules>(
        "pairs", no_yes, [](const Rules& r) -> int { return r.pairs; }, [](Rules& r, int v) { r.pairs = v != 0; }),
    named<Rules>(
        "capture-throws", no_yes, [](const Rules& r) -> int { return r.capture_throws; },
        [](Rules& r, int v) { r.capture_throws = v != 0; }),
};

constexpr std::string_view field_names[] = {"horses", "turn", "throw"};
constexpr std::string_view player_digits = "1234";

bool find_station(std::string_view name, Station& station) {
    const auto* found = std::ranges::find(niout::station_names, name);
    station = niout::station(static_cast<int>(found - niout::station_names));
    return found != std::end(niout::station_names);
}

// One player's part of the horses field, which starts at `start`: `station` or `station*count`, split by commas.
Result<Horses> read_horses(const Field& field, std::size_t start, std::string_view text, int expected) {
    Horses horses(expected);
    int placed = 0;
    for (std::size_t item = 0; item <= text.size();) {
        const std::size_t end = std::min(text.find(',', item), text.size());
        const std::string_view word = text.substr(item, end - item);
        const std::size_t star = std::min(word.find('*'), word.size());
        Station station;
        if (!find_station(word.substr(0, star), station)) return fault_at(field, start + item, "error.niout.station");
        int count = 1;
        if (star < word.size()) {
            const std::string_view digits = word.substr(star + 1);
            if (digits.size() != 1 || digits[0] < '2' || digits[0] > '4')
                return fault_at(field, start + item + star + 1, "error.number.range", "2..4");
            count = digits[0] - '0';
        }
        placed += count;
        if (placed > expected) break;
        if (station != Station::outside) horses.move(Station::outside, station, count);
        item = end + 1;
    }
    if (placed != expected) return fault_at(field, start, "error.niout.count", std::to_string(expected));
    return horses;
}

std::string print_horses(const Horses& horses) {
    std::string text;
    Station last = Horses::none;
    for (const Station at : horses.stations()) {
        if (at == last || at == Horses::none) continue;
        last = at;
        text.append(text.empty() ? "" : ",").append(niout::name(at));
        if (horses.count(at) > 1) text.append("*").append(std::to_string(horses.count(at)));
    }
    return text;
}

// Horses that look alike on their cell but run differently: outwards on the right arm, or home from the centre.
std::uint8_t rank(Station station) noexcept {
    return station == Station::q1 || station == Station::q2 || station == Station::mr;
}

Spot spot(Station station, Player owner) noexcept {
    if (station == Station::outside) return Spot::hand(owner);
    if (station == Station::home) return Spot::home(owner);
    return niout::cell(station);
}

// The station of horses that stand so.
std::optional<Station> find_station(const Standing& standing) noexcept {
    for (int i = 0; i < niout::stations; ++i) {
        const Station at = niout::station(i);
        if (spot(at, standing.man.owner) == standing.spot && rank(at) == standing.man.rank) return at;
    }
    return {};
}

std::string throw_names() {
    std::string names;
    for (const niout::Throw& one : std::span(niout::throws).subspan(1))
        names.append(names.empty() ? "" : " ").append(one.name);
    return names;
}

Touch touch(Station station) noexcept {
    return station == Station::outside ? Touch::hand() : Touch(niout::cell(station));
}

}  // namespace

const std::span<const Option<Rules>> Niout::options = option_table;

std::optional<Error> Niout::check(const Rules& rules) {
    if (!rules.pairs || rules.players == 4) return {};
    return Error{.key = "error.niout.pairs",
                 .what = "option",
                 .field = "pairs",
                 .at = 0,
                 .found = "yes",
                 .expected = "players=4"};
}

Niout::Position Niout::transform(const Rules& rules, const Symmetry& symmetry, const Position& position) noexcept {
    if (!symmetry.swaps_players) return position;
    Position image = position;
    for (int i = 0; i < rules.players; ++i) image.of(rules.next(Player(i))) = position.of(Player(i));
    image.turn = rules.next(position.turn);
    return image;
}

Result<Niout::Position> Niout::parse_position(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text, field_names);
    if (!fields) return Failure(fields.error());
    const Field &horses = (*fields)[0], &throw_field = (*fields)[2];
    Position position;
    std::size_t start = 0;
    for (int i = 0; i < rules.players; ++i) {
        if (start > horses.text.size())
            return fault_at(horses, horses.text.size(), "error.niout.players", std::to_string(rules.players));
        const std::size_t end = std::min(horses.text.find('|', start), horses.text.size());
        const auto read = read_horses(horses, start, horses.text.substr(start, end - start), rules.horses());
        if (!read) return Failure(read.error());
        position.of(Player(i)) = *read;
        start = end + 1;
    }
    if (start <= horses.text.size())
        return fault_at(horses, start - 1, "error.niout.players", std::to_string(rules.players));
    const auto turn = read_turn((*fields)[1], player_digits.substr(0, static_cast<std::size_t>(rules.players)));
    if (!turn) return Failure(turn.error());
    position.turn = *turn;
    if (throw_field.text != "-") {
        const auto thrown = read_number(throw_field, 1, 5);
        if (!thrown) return Failure(thrown.error());
        position.thrown = static_cast<std::uint8_t>(*thrown);
    }

    int sides_home = 0;
    for (int i = 0; i < (rules.pairs ? 2 : rules.players); ++i)
        sides_home +=
            position.of(Player(i)).all_home() && (!rules.pairs || position.of(Rules::partner(Player(i))).all_home());
    if (sides_home > 1) return fault_in(horses, "error.niout.both-home");
    if (sides_home == 1 && position.thrown != 0) return fault_in(throw_field, "error.niout.over", "-");
    if (auto same = check_canonical(text, print_position(rules, position), field_names); !same)
        return Failure(same.error());
    return position;
}

std::string Niout::print_position(const Rules& rules, const Position& position) {
    std::string text;
    for (int i = 0; i < rules.players; ++i)
        text.append(i == 0 ? "" : "|").append(print_horses(position.of(Player(i))));
    text.append({' ', player_digits[static_cast<std::size_t>(position.turn.index())], ' '});
    return text + (position.thrown == 0 ? "-" : std::to_string(position.thrown));
}

std::string Niout::print_move(const Rules&, Move move) {
    if (move.kind() == Move::Kind::toss) return std::string(niout::throws[move.cells()].name);
    if (move.kind() == Move::Kind::pass) return "passa";
    std::string text(niout::name(move.from()));
    text.append("-").append(niout::name(move.to()));
    if (move.count() > 1) text.append("*").append(std::to_string(move.count()));
    if (move.along() > 0) text.append("+").append(std::to_string(move.along()));
    return text;
}

std::string Niout::print_outcome(const Rules& rules, Outcome outcome) {
    if (!outcome.over()) return "ongoing";
    if (outcome.drawn()) return "draw";
    std::string text;
    for (int i = 0; i < rules.players; ++i)
        if (outcome.won_by(Player(i))) text.push_back(player_digits[static_cast<std::size_t>(i)]);
    return text;
}

void Niout::gestures(const Rules& rules, const Position& position, Move move, Gestures& gestures) noexcept {
    Gesture gesture;
    if (move.kind() != Move::Kind::run) {
        gesture.push_back(
            Touch::choice(move.kind() == Move::Kind::pass ? "passa" : niout::throws[move.cells()].name));
        gestures.push_back(gesture);
        return;
    }
    gesture.push_back(touch(move.from()));
    gesture.push_back(touch(move.to()));
    // From and to tell the move, unless horses of two stations share the cell, or a tandem can be split.
    bool other_station = false, other_number = false;
    MoveList<Niout> moves;
    generate(rules, position, moves);
    for (const Move other : moves) {
        if (touch(other.from()) != touch(move.from()) || touch(other.to()) != touch(move.to())) continue;
        if (other.from() != move.from())
            other_station = true;
        else if (other != move)
            other_number = true;
    }
    if (other_station) gesture.push_back(Touch::choice(niout::name(move.from())));
    if (other_number) {
        ShortText<6> label;
        label.push_back('*');
        label.push_back_number(move.count());
        if (move.along() > 0) {
            label.push_back('+');
            label.push_back_number(move.along());
        }
        gesture.push_back(Touch::choice(label.view()));
    }
    gestures.push_back(gesture);
}

void Niout::effects(const Rules& rules, const Position& position, Move move, Effects& effects) noexcept {
    if (move.kind() == Move::Kind::toss) {
        effects.push_back({EffectKind::dice, Man{position.turn}, {}, {}, static_cast<std::uint8_t>(move.cells()), 0});
        return;
    }
    if (move.kind() == Move::Kind::pass) {
        effects.push_back({EffectKind::pass, Man{position.turn}, {}, {}, 0, 0});
        return;
    }
    // Cell by cell, everybody who runs together.
    const Player who = niout::runner(rules, position);
    Station at = move.from();
    for (const niout::Run& run : niout::runs_from(move.from(), position.thrown)) {
        if (run.back() != move.to()) continue;
        for (const Station next : run) {
            const EffectKind kind = at == Station::outside  ? EffectKind::place
                                    : next == Station::home ? EffectKind::home
                                                            : EffectKind::slide;
            const auto step = [&](Player owner, int count) {
                if (count > 0)
                    effects.push_back({kind, Man{owner, rank(at)}, spot(at, owner), spot(next, owner),
                                       static_cast<std::uint8_t>(count), rank(next)});
            };
            step(who, move.count());
            step(Rules::partner(who), move.along());
            at = next;
        }
        break;
    }
    if (move.to() == Station::home) return;
    for (int i = 0; i < rules.players; ++i) {
        const Player victim(i);
        if (rules.together(victim, who)) continue;
        Station last = Horses::none;
        for (const Station station : position.of(victim).stations()) {
            if (station == last || station == Station::outside || station >= Station::home) continue;
            last = station;
            if (niout::cell(station) != niout::cell(move.to())) continue;
            effects.push_back({EffectKind::capture, Man{victim, rank(station)}, niout::cell(station),
                               Spot::hand(victim), static_cast<std::uint8_t>(position.of(victim).count(station)), 0});
        }
    }
}

void Niout::picture(const Rules& rules, const Position& position, Picture& picture) noexcept {
    for (int i = 0; i < rules.players; ++i) {
        const Player player(i);
        Station last = Horses::none;
        for (const Station station : position.of(player).stations()) {
            if (station == last || station == Horses::none) continue;
            last = station;
            picture.push_back({spot(station, player), Man{player, rank(station)},
                               static_cast<std::uint8_t>(position.of(player).count(station))});
        }
    }
}

Result<Niout::Position> Niout::compose(const Rules& rules, const Setup& setup) {
    const auto miscounted = [&] {
        return Failure(Error{.key = "error.niout.count",
                             .what = "position",
                             .field = "horses",
                             .at = 0,
                             .found = {},
                             .expected = std::to_string(rules.horses())});
    };
    Position position{.horses = {}, .turn = setup.turn};
    std::array<int, max_players> left{};
    for (int i = 0; i < rules.players; ++i) {
        position.of(Player(i)) = Horses(rules.horses());
        left[static_cast<std::size_t>(i)] = rules.horses();
    }
    for (const Standing& standing : setup.men) {
        const Player owner = standing.man.owner;
        const auto at = find_station(standing);
        if (!at) return misplaced(board(rules), standing);
        int& rest = left[static_cast<std::size_t>(owner.index())];
        rest -= standing.count;
        if (rest < 0) return miscounted();
        if (*at != Station::outside) position.of(owner).move(Station::outside, *at, standing.count);
    }
    if (std::ranges::any_of(left, [](int rest) { return rest != 0; })) return miscounted();
    if (!setup.dice.empty()) {
        const auto* thrown = std::ranges::find(niout::throws, setup.dice, &niout::Throw::name);
        if (thrown == std::end(niout::throws))
            return Failure(Error{.key = "error.word",
                                 .what = "position",
                                 .field = "throw",
                                 .at = 0,
                                 .found = setup.dice,
                                 .expected = throw_names()});
        position.thrown = static_cast<std::uint8_t>(thrown - niout::throws);
    }
    return parse_position(rules, print_position(rules, position));
}

}  // namespace tavola
