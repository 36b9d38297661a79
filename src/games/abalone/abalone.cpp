#include "games/abalone/abalone.h"

namespace tavola {
namespace {

using abalone::Rules;
using abalone::step;

constexpr std::string_view starts[] = {"standard", "belgian-daisy", "german-daisy"};

// Each start as it is written, rows from i to a.
constexpr std::string_view start_boards[] = {
    "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx",
    "oo.xx/oooxxx/.oo.xx./......../........./......../.xx.oo./xxxooo/xx.oo",
    "...../oo..xx/ooo.xxx/.oo..xx./........./.xx..oo./xxx.ooo/xx..oo/.....",
};

constexpr Option<Rules> option_table[] = {
    named<Rules>(
        "start", starts, [](const Rules& r) { return static_cast<int>(r.start); },
        [](Rules& r, int v) { r.start = static_cast<abalone::Start>(v); }),
};

constexpr std::string_view field_names[] = {"board", "turn", "out", "out"};

constexpr BoardText board_text = [] {
    BoardText layout;
    for (int row = 8; row >= 0; --row) {
        FixedList<Cell, 9> cells;
        for (int number = 0; number < 9; ++number)
            if (abalone::on_board(row, number)) cells.push_back(abalone::cell(row, number));
        layout.add_row(cells);
    }
    return layout;
}();

// The direction from a cell to its neighbour.
int direction_between(Cell from, Cell to) noexcept {
    for (int d = 0; d < abalone::directions; ++d)
        if (abalone::has_ahead(d).has(from) && step(from, d) == to) return d;
    assert(false);
    return 0;
}

// The first cell before a row that is not its own colour: where it goes, or whom it pushes.
Cell before_row(const abalone::Position& position, abalone::Move move) noexcept {
    Cell ahead = move.cell();
    do ahead = step(ahead, move.towards());
    while (position.own.has(ahead));
    return ahead;
}

}  // namespace

const std::span<const Option<Rules>> Abalone::options = option_table;

Abalone::Position Abalone::start(const Rules& rules) noexcept {
    Position position;
    std::size_t next = 0;
    for (char letter : start_boards[static_cast<std::size_t>(rules.start)]) {
        if (letter == '/') continue;
        const Cell cell = board_text.order[next++];
        if (letter == 'x') position.own |= cell;
        if (letter == 'o') position.other |= cell;
    }
    return position;
}

Abalone::Position Abalone::transform(const Rules&, const Symmetry& symmetry, const Position& position) noexcept {
    return {.own = symmetry(position.own),
            .other = symmetry(position.other),
            .turn = symmetry.swaps_players ? position.turn.opponent() : position.turn};
}

Abalone::Move Abalone::transform(const Rules&, const Symmetry& symmetry, Move move) noexcept {
    const int towards = direction_between(symmetry(move.cell()), symmetry(step(move.cell(), move.towards())));
    if (!move.is_broadside()) return Move::in_line(symmetry(move.cell()), towards);
    // The image of the row may have to be named from its other end.
    const int axis = direction_between(symmetry(move.cell()), symmetry(step(move.cell(), move.axis())));
    if (axis < 3) return Move::broadside(symmetry(move.cell()), axis, move.row(), towards);
    return Move::broadside(symmetry(move.far_end()), abalone::opposite(axis), move.row(), towards);
}

Result<Abalone::Position> Abalone::parse_position(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text, field_names);
    if (!fields) return Failure(fields.error());
    const auto letters = read_board((*fields)[0], board_text, men_letters);
    if (!letters) return Failure(letters.error());
    const auto turn = read_turn((*fields)[1], turn_letters);
    if (!turn) return Failure(turn.error());

    CellSet men[2];
    for (std::size_t side = 0; side < 2; ++side) {
        men[side] = cells_with(*letters, board_text, static_cast<int>(side) + 1);
        const Field& field = (*fields)[2 + side];
        if (men[side].size() > abalone::balls)
            return fault_in((*fields)[0], "error.men.many", std::to_string(abalone::balls));
        const auto out = read_number(field, 0, abalone::out_to_lose);
        if (!out) return Failure(out.error());
        if (*out + men[side].size() != abalone::balls)
            return fault_in(field, "error.abalone.out", std::to_string(abalone::balls - men[side].size()));
    }
    if (abalone::lost(men[0]) && abalone::lost(men[1])) return fault_in((*fields)[2], "error.abalone.both-out");
    const auto own = static_cast<std::size_t>(turn->index());
    const Position position{.own = men[own], .other = men[1 - own], .turn = *turn};
    if (auto same = check_canonical(text, print_position(rules, position), field_names); !same)
        return Failure(same.error());
    return position;
}

std::string Abalone::print_position(const Rules&, const Position& position) {
    const bool x_moves = position.turn == player_x;
    const CellSet x = x_moves ? position.own : position.other, o = x_moves ? position.other : position.own;
    std::string text = print_board(men_on_board(x, o), board_text, men_letters);
    text.append({' ', turn_letter(position.turn), ' '});
    text += std::to_string(abalone::balls - x.size()) + ' ';
    return text + std::to_string(abalone::balls - o.size());
}

std::string Abalone::print_move(const Rules&, Move move) {
    const Topology& board = abalone::board();
    std::string text(board.name(move.cell()));
    if (move.is_broadside()) text.append(":").append(board.name(move.far_end()));
    return text.append("-").append(board.name(step(move.cell(), move.towards())));
}

void Abalone::gestures(const Rules&, const Position& position, Move move, Gestures& gestures) noexcept {
    if (!move.is_broadside()) {
        // The rear ball, then what its row meets: never an own ball, so never the other end of a row.
        Gesture gesture;
        gesture.push_back(move.cell());
        gesture.push_back(before_row(position, move));
        gestures.push_back(gesture);
        return;
    }
    // Both ends in either order, then where the first touched goes.
    const Cell ends[2] = {move.cell(), move.far_end()};
    for (int first = 0; first < 2; ++first) {
        Gesture gesture;
        gesture.push_back(ends[first]);
        gesture.push_back(ends[1 - first]);
        gesture.push_back(step(ends[first], move.towards()));
        gestures.push_back(gesture);
    }
}

void Abalone::effects(const Rules&, const Position& position, Move move, Effects& effects) noexcept {
    const Man man{position.turn}, pushed{position.turn.opponent()};
    const int towards = move.towards();
    const auto slide = [&](Cell from) {
        effects.push_back(Effect::move(EffectKind::slide, man, from, step(from, towards)));
    };
    if (move.is_broadside()) {
        Cell at = move.cell();
        for (int i = 0; i < move.row(); ++i) {
            slide(at);
            if (i + 1 < move.row()) at = step(at, move.axis());
        }
        return;
    }
    // From the front to the rear, so that every ball finds its cell empty.
    FixedList<Cell, 3> opposing, own;
    for (Cell at = move.cell(); position.own.has(at); at = step(at, towards)) own.push_back(at);
    const CellSet ahead = abalone::has_ahead(towards);
    for (Cell at = before_row(position, move); position.other.has(at); at = step(at, towards)) {
        opposing.push_back(at);
        if (!ahead.has(at)) break;
    }
    for (std::size_t i = opposing.size(); i-- > 0;)
        if (ahead.has(opposing[i]))
            effects.push_back(Effect::move(EffectKind::push, pushed, opposing[i], step(opposing[i], towards)));
        else
            effects.push_back(Effect::move(EffectKind::capture, pushed, opposing[i], Spot::taken(pushed.owner)));
    for (std::size_t i = own.size(); i-- > 0;) slide(own[i]);
}

void Abalone::picture(const Rules&, const Position& position, Picture& picture) noexcept {
    const auto side = [&](Player player, CellSet men) {
        for (Cell cell : men) picture.push_back({cell, Man{player}, 1});
        if (const int out = abalone::balls - men.size(); out > 0)
            picture.push_back({Spot::taken(player), Man{player}, static_cast<std::uint8_t>(out)});
    };
    side(position.turn, position.own);
    side(position.turn.opponent(), position.other);
}

Result<Abalone::Position> Abalone::compose(const Rules& rules, const Setup& setup) {
    const auto sides = read_sides(setup, board(rules), {});
    if (!sides) return Failure(sides.error());
    const auto own = static_cast<std::size_t>(setup.turn.index());
    return parse_position(
        rules, print_position(rules, {.own = sides->men[own], .other = sides->men[1 - own], .turn = setup.turn}));
}

}  // namespace tavola
