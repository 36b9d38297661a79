#include "games/trench/trench.h"

namespace tavola {
namespace {

using trench::max_stars;
using trench::Rules;

constexpr Option<Rules> option_table[] = {
    named<Rules>(
        "equal-turns", no_yes, [](const Rules& r) -> int { return r.equal_turns; },
        [](Rules& r, int v) { r.equal_turns = v != 0; }),
};

constexpr std::string_view field_names[] = {"board", "turn", "points", "points"};

// A letter's number is its stars, for o five more.
constexpr std::string_view piece_letters = ".SRCLGsrclg";

constexpr BoardText board_text = [] {
    BoardText layout;
    for (int row = 7; row >= 0; --row) layout.add_row(CellSet::first(8) << (8 * row));
    return layout;
}();

}  // namespace

const std::span<const Option<Rules>> Trench::options = option_table;

Trench::Position Trench::transform(const Rules&, const Symmetry& symmetry, const Position& position) noexcept {
    const bool swaps = symmetry.swaps_players;
    Position image;
    for (std::size_t side = 0; side < 2; ++side) image.side[side] = symmetry(position.side[swaps ? 1 - side : side]);
    for (std::size_t digit = 0; digit < 3; ++digit) image.stars[digit] = symmetry(position.stars[digit]);
    image.turn = swaps ? position.turn.opponent() : position.turn;
    return image;
}

Trench::Move Trench::transform(const Rules&, const Symmetry& symmetry, Move move) noexcept {
    return Move(symmetry(move.from()), symmetry(move.to()), move.takes());
}

Result<Trench::Position> Trench::parse_position(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text, field_names);
    if (!fields) return Failure(fields.error());
    const auto letters = read_board((*fields)[0], board_text, piece_letters);
    if (!letters) return Failure(letters.error());
    const auto turn = read_turn((*fields)[1], turn_letters);
    if (!turn) return Failure(turn.error());

    Position position;
    position.turn = *turn;
    for (std::size_t letter = 1; letter < piece_letters.size(); ++letter) {
        const int stars = (static_cast<int>(letter) - 1) % max_stars + 1;
        const CellSet cells = cells_with(*letters, board_text, static_cast<int>(letter));
        if (cells.size() > trench::pieces_of_stars[stars])
            return fault_in(
                (*fields)[0], "error.trench.pieces",
                std::string(1, piece_letters[letter]) + " " + std::to_string(trench::pieces_of_stars[stars]));
        for (Cell cell : cells) position.put(Player(letter > max_stars), cell, stars);
    }
    for (std::size_t side = 0; side < 2; ++side) {
        const Field& field = (*fields)[2 + side];
        const auto points = read_number(field, 0, trench::points_of_side);
        if (!points) return Failure(points.error());
        const int right = position.points(Player(static_cast<int>(side)));
        if (*points != right) return fault_in(field, "error.trench.points", std::to_string(right));
    }
    if (auto same = check_canonical(text, print_position(rules, position), field_names); !same)
        return Failure(same.error());
    return position;
}

std::string Trench::print_position(const Rules&, const Position& position) {
    Letters letters{};
    for (Cell cell : position.occupied())
        letters[Topology::index(cell)] =
            static_cast<std::uint8_t>(position.stars_on(cell) + (position.side[1].has(cell) ? max_stars : 0));
    std::string text = print_board(letters, board_text, piece_letters);
    text.append({' ', turn_letter(position.turn), ' '});
    return text + std::to_string(position.points(player_x)) + ' ' + std::to_string(position.points(player_o));
}

std::string Trench::print_move(const Rules&, Move move) {
    std::string text(trench::board().name(move.from()));
    return text.append(move.takes() ? "x" : "-").append(trench::board().name(move.to()));
}

void Trench::gestures(const Rules&, const Position&, Move move, Gestures& gestures) noexcept {
    Gesture gesture;
    gesture.push_back(move.from());
    gesture.push_back(move.to());
    gestures.push_back(gesture);
}

void Trench::effects(const Rules&, const Position& position, Move move, Effects& effects) noexcept {
    const auto man_on = [&](Player player, Cell cell) {
        return Man{player, static_cast<std::uint8_t>(position.stars_on(cell))};
    };
    const Player victim = position.turn.opponent();
    const CellSet taken = trench::taken(position, move);
    for (Cell at = move.from(); at != move.to();) {
        at = Cell(at.index() + trench::shift_between(move.from(), move.to()));
        if (taken.has(at))
            effects.push_back(Effect::move(EffectKind::capture, man_on(victim, at), at, Spot::taken(victim)));
    }
    effects.push_back(Effect::move(EffectKind::slide, man_on(position.turn, move.from()), move.from(), move.to()));
}

void Trench::picture(const Rules&, const Position& position, Picture& picture) noexcept {
    for (const Player player : {player_x, player_o}) {
        int missing[max_stars + 1];
        for (int stars = 1; stars <= max_stars; ++stars) missing[stars] = trench::pieces_of_stars[stars];
        for (Cell cell : position.men(player)) {
            const int stars = position.stars_on(cell);
            picture.push_back({cell, Man{player, static_cast<std::uint8_t>(stars)}, 1});
            --missing[stars];
        }
        for (int stars = 1; stars <= max_stars; ++stars)
            if (missing[stars] > 0)
                picture.push_back({Spot::taken(player), Man{player, static_cast<std::uint8_t>(stars)},
                                   static_cast<std::uint8_t>(missing[stars])});
    }
}

Result<Trench::Position> Trench::compose(const Rules& rules, const Setup& setup) {
    const auto sides = read_sides(setup, board(rules), {.lowest_rank = 1, .highest_rank = max_stars});
    if (!sides) return Failure(sides.error());
    Position position;
    position.turn = setup.turn;
    for (const Standing& standing : setup.men)
        if (standing.spot.on_board()) position.put(standing.man.owner, standing.spot.cell(), standing.man.rank);
    return parse_position(rules, print_position(rules, position));
}

}  // namespace tavola
