#include "games/alquerque/alquerque.h"

#include <algorithm>

namespace tavola {
namespace {

using alquerque::Position;
using alquerque::Rules;

constexpr Option<Rules> option_table[] = {
    named<Rules>(
        "huff", no_yes, [](const Rules& r) -> int { return r.huff; }, [](Rules& r, int v) { r.huff = v != 0; }),
};

constexpr std::string_view all_fields[] = {"board", "turn", "offenders"};

std::span<const std::string_view> field_names(const Rules& rules) noexcept {
    return std::span(all_fields).first(rules.huff ? 3 : 2);
}

// Columns or circles in the order of their names: the order of the cells themselves.
template <class Board>
constexpr BoardText board_text() noexcept {
    BoardText layout;
    int next = 0;
    for (std::uint8_t length : Board::rows) {
        layout.add_row(CellSet::first(next + length) - CellSet::first(next));
        next += length;
    }
    return layout;
}

// `-`, or the names of some of the opponent's men, split by commas. Order and repetition are left to the check
// that the whole is printed so.
Result<CellSet> read_offenders(const Field& field, const Topology& board, CellSet candidates) {
    CellSet offenders;
    if (field.text == "-") return offenders;
    for (std::size_t start = 0; start <= field.text.size();) {
        const std::size_t end = std::min(field.text.find(',', start), field.text.size());
        Cell cell;
        if (!board.find(field.text.substr(start, end - start), cell)) return fault_at(field, start, "error.cell");
        if (!candidates.has(cell)) return fault_at(field, start, "error.alquerque.offender");
        offenders |= cell;
        start = end + 1;
    }
    return offenders;
}

}  // namespace

template <class Board>
const std::span<const Option<Rules>> Alquerque<Board>::options = option_table;

template <class Board>
Position Alquerque<Board>::transform(const Rules&, const Symmetry& symmetry, const Position& position) noexcept {
    return {.own = symmetry(position.own),
            .other = symmetry(position.other),
            .offenders = symmetry(position.offenders),
            .turn = symmetry.swaps_players ? position.turn.opponent() : position.turn};
}

template <class Board>
alquerque::Move Alquerque<Board>::transform(const Rules&, const Symmetry& symmetry, Move move) noexcept {
    Move image(move.kind(), symmetry(move.first()));
    for (std::size_t n = 1; move.has(n); ++n) image = image.then(n, symmetry(move.point(n)));
    return image;
}

template <class Board>
Result<Position> Alquerque<Board>::parse_position(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text, field_names(rules));
    if (!fields) return Failure(fields.error());
    constexpr BoardText layout = board_text<Board>();
    const auto letters = read_board((*fields)[0], layout, men_letters);
    if (!letters) return Failure(letters.error());
    const auto turn = read_turn((*fields)[1], turn_letters);
    if (!turn) return Failure(turn.error());

    const CellSet x = cells_with(*letters, layout, 1), o = cells_with(*letters, layout, 2);
    if (x.size() > Board::men || o.size() > Board::men)
        return fault_in((*fields)[0], "error.men.many", std::to_string(Board::men));
    if (x.empty() && o.empty()) return fault_in((*fields)[0], "error.men.none");
    Position position{
        .own = *turn == player_x ? x : o, .other = *turn == player_x ? o : x, .offenders = {}, .turn = *turn};
    if (rules.huff) {
        const auto offenders = read_offenders((*fields)[2], Board::topology, position.other);
        if (!offenders) return Failure(offenders.error());
        position.offenders = *offenders;
    }
    if (auto same = check_canonical(text, print_position(rules, position), field_names(rules)); !same)
        return Failure(same.error());
    return position;
}

template <class Board>
std::string Alquerque<Board>::print_position(const Rules& rules, const Position& position) {
    const Letters letters = position.turn == player_x ? men_on_board(position.own, position.other)
                                                      : men_on_board(position.other, position.own);
    std::string text = print_board(letters, board_text<Board>(), men_letters);
    text.append({' ', turn_letter(position.turn)});
    if (!rules.huff) return text;
    char before = ' ';
    for (Cell cell : position.offenders) {
        text.append({before}).append(Board::topology.name(cell));
        before = ',';
    }
    return position.offenders.empty() ? text + " -" : text;
}

template <class Board>
std::string Alquerque<Board>::print_move(const Rules&, Move move) {
    const char* joint = move.kind() == Move::Kind::step ? "-" : "x";
    std::string text(move.kind() == Move::Kind::removal ? "~" : "");
    text.append(Board::topology.name(move.first()));
    for (std::size_t n = 1; move.has(n); ++n) text.append(joint).append(Board::topology.name(move.point(n)));
    return text;
}

template <class Board>
void Alquerque<Board>::gestures(const Rules& rules, const Position& position, Move move,
                                Gestures& gestures) noexcept {
    Gesture gesture;
    gesture.push_back(move.first());
    for (std::size_t n = 1; move.has(n); ++n) gesture.push_back(move.point(n));
    if (rules.huff && move.kind() == Move::Kind::capture) {
        // A series cut short ends with a second touch of its last point.
        Position after = position;
        play(rules, after, move);
        if (!after.offenders.empty()) gesture.push_back(move.last());
    }
    gestures.push_back(gesture);
}

template <class Board>
void Alquerque<Board>::effects(const Rules&, const Position& position, Move move, Effects& effects) noexcept {
    const Man man{position.turn}, victim{position.turn.opponent()};
    const Spot tray = Spot::taken(victim.owner);
    switch (move.kind()) {
        case Move::Kind::removal:
            effects.push_back(Effect::move(EffectKind::huff, victim, move.first(), tray));
            break;
        case Move::Kind::step:
            effects.push_back(Effect::move(EffectKind::slide, man, move.first(), move.point(1)));
            break;
        case Move::Kind::capture:
            for (std::size_t n = 1; move.has(n); ++n) {
                const Cell from = move.point(n - 1), to = move.point(n);
                const Cell over = Board::tables.between[Topology::index(from)][Topology::index(to)];
                effects.push_back(Effect::move(EffectKind::jump, man, from, to));
                effects.push_back(Effect::move(EffectKind::capture, victim, over, tray));
            }
            break;
    }
}

template <class Board>
void Alquerque<Board>::picture(const Rules&, const Position& position, Picture& picture) noexcept {
    const auto side = [&](Player player, CellSet men) {
        for (Cell cell : men) picture.push_back({cell, Man{player}, 1});
        if (const int lost = Board::men - men.size(); lost > 0)
            picture.push_back({Spot::taken(player), Man{player}, static_cast<std::uint8_t>(lost)});
    };
    side(position.turn, position.own);
    side(position.turn.opponent(), position.other);
}

template <class Board>
Result<Position> Alquerque<Board>::compose(const Rules& rules, const Setup& setup) {
    const auto sides = read_sides(setup, Board::topology, {});
    if (!sides) return Failure(sides.error());
    const auto own = static_cast<std::size_t>(setup.turn.index());
    return parse_position(
        rules,
        print_position(rules,
                       {.own = sides->men[own], .other = sides->men[1 - own], .offenders = {}, .turn = setup.turn}));
}

template struct Alquerque<alquerque::PoliciaisBoard>;
template struct Alquerque<alquerque::PretoaBoard>;

}  // namespace tavola
