#include "games/trilha/trilha.h"

namespace tavola {
namespace {

using trilha::Blocked;
using trilha::Position;
using trilha::Protection;
using trilha::Removal;
using trilha::Rules;

constexpr std::string_view protections[] = {"none", "strict", "international"};
constexpr std::string_view blocked_values[] = {"loss", "draw"};
constexpr std::string_view removals[] = {"must", "may"};

constexpr Option<Rules> option_table[] = {
    numbered<Rules>(
        "rings", 1, trilha::max_rings, [](const Rules& r) -> int { return r.rings; },
        [](Rules& r, int v) { r.rings = static_cast<std::uint8_t>(v); }),
    named<Rules>(
        "placing-captures", no_yes, [](const Rules& r) -> int { return r.placing_captures; },
        [](Rules& r, int v) { r.placing_captures = v != 0; }),
    named<Rules>(
        "protection", protections, [](const Rules& r) { return static_cast<int>(r.protection); },
        [](Rules& r, int v) { r.protection = static_cast<Protection>(v); }),
    named<Rules>(
        "jump", no_yes, [](const Rules& r) -> int { return r.jump; }, [](Rules& r, int v) { r.jump = v != 0; }),
    named<Rules>(
        "fly", no_yes, [](const Rules& r) -> int { return r.fly; }, [](Rules& r, int v) { r.fly = v != 0; }),
    named<Rules>(
        "blocked", blocked_values, [](const Rules& r) { return static_cast<int>(r.blocked); },
        [](Rules& r, int v) { r.blocked = static_cast<Blocked>(v); }),
    numbered<Rules>(
        "three-each", 0, 99, [](const Rules& r) -> int { return r.three_each; },
        [](Rules& r, int v) { r.three_each = static_cast<std::uint8_t>(v); }),
    named<Rules>(
        "removal", removals, [](const Rules& r) { return static_cast<int>(r.removal); },
        [](Rules& r, int v) { r.removal = static_cast<Removal>(v); }),
};

constexpr Preset<Rules> preset_table[] = {
    {"classica", {}},
    {"recomendada", {.protection = Protection::strict, .jump = true, .fly = true}},
    {"quadrados", {.placing_captures = false, .fly = true, .blocked = Blocked::draw, .three_each = 10}},
    {"internacional", {.protection = Protection::international, .fly = true}},
};

constexpr std::string_view field_names[] = {"board", "turn", "hand", "hand", "counter"};

// Squares from the outermost in, each clockwise from the top left: the order of the cells themselves.
BoardText board_text(const Rules& rules) noexcept {
    BoardText layout;
    for (int ring = 0; ring < rules.rings; ++ring) layout.add_row(CellSet::first(8) << (8 * ring));
    return layout;
}

}  // namespace

const std::span<const Option<Trilha::Rules>> Trilha::options = option_table;
const std::span<const Preset<Trilha::Rules>> Trilha::presets = preset_table;

std::string_view Trilha::why(const Rules& rules, const Position& position) noexcept {
    if (position.own_men() < 3 || position.other_men() < 3) return "few-men";
    return rules.three_each != 0 && position.counter >= rules.three_each && outcome(rules, position).drawn()
               ? "three-each"
               : "blocked";
}

Trilha::Position Trilha::transform(const Rules&, const Symmetry& symmetry, const Position& position) noexcept {
    Position image = position;
    image.own = symmetry(position.own);
    image.other = symmetry(position.other);
    if (symmetry.swaps_players) image.turn = position.turn.opponent();
    return image;
}

Trilha::Move Trilha::transform(const Rules&, const Symmetry& symmetry, Move move) noexcept {
    return Move(move.places() ? Move::none : symmetry(move.from()).index(), symmetry(move.to()),
                move.removes() ? symmetry(move.removed()).index() : Move::none);
}

Result<Trilha::Position> Trilha::parse_position(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text, field_names);
    if (!fields) return Failure(fields.error());
    const Field &board_field = (*fields)[0], &counter_field = (*fields)[4];
    const BoardText layout = board_text(rules);
    const auto letters = read_board(board_field, layout, men_letters);
    if (!letters) return Failure(letters.error());
    const auto turn = read_turn((*fields)[1], turn_letters);
    if (!turn) return Failure(turn.error());

    CellSet men[2];
    int hand[2];
    for (std::size_t side = 0; side < 2; ++side) {
        men[side] = cells_with(*letters, layout, static_cast<int>(side) + 1);
        if (men[side].size() > rules.men())
            return fault_in(board_field, "error.men.many", std::to_string(rules.men()));
        const auto number = read_number((*fields)[2 + side], 0, rules.men() - men[side].size());
        if (!number) return Failure(number.error());
        hand[side] = *number;
    }
    if (men[0].size() + hand[0] < 3 && men[1].size() + hand[1] < 3)
        return fault_in(board_field, "error.trilha.both-lost");
    const auto counter = read_number(counter_field, 0, rules.three_each);
    if (!counter) return Failure(counter.error());

    const auto own = static_cast<std::size_t>(turn->index()), other = 1 - own;
    const Position position{.own = men[own],
                            .other = men[other],
                            .own_hand = static_cast<std::uint8_t>(hand[own]),
                            .other_hand = static_cast<std::uint8_t>(hand[other]),
                            .turn = *turn,
                            .counter = static_cast<std::uint8_t>(*counter)};
    if (position.counter > 0 && !position.three_each()) return fault_in(counter_field, "error.trilha.counter", "0");
    if (auto same = check_canonical(text, print_position(rules, position), field_names); !same)
        return Failure(same.error());
    return position;
}

std::string Trilha::print_position(const Rules& rules, const Position& position) {
    const bool x_moves = position.turn == player_x;
    const Letters letters =
        x_moves ? men_on_board(position.own, position.other) : men_on_board(position.other, position.own);
    std::string text = print_board(letters, board_text(rules), men_letters);
    text.append({' ', turn_letter(position.turn), ' '});
    text += std::to_string(x_moves ? position.own_hand : position.other_hand) + ' ';
    text += std::to_string(x_moves ? position.other_hand : position.own_hand) + ' ';
    return text + std::to_string(position.counter);
}

std::string Trilha::print_move(const Rules& rules, Move move) {
    const Topology& board = Trilha::board(rules);
    std::string text;
    if (!move.places()) text.append(board.name(move.from())).append("-");
    text += board.name(move.to());
    if (move.removes()) text.append("x").append(board.name(move.removed()));
    return text;
}

void Trilha::gestures(const Rules& rules, const Position& position, Move move, Gestures& gestures) noexcept {
    Gesture gesture;
    if (!move.places()) gesture.push_back(move.from());
    gesture.push_back(move.to());
    if (move.removes()) {
        gesture.push_back(move.removed());
    } else if (rules.removal == Removal::may) {
        // Declining: where some move goes the same way and removes a man, the man that moved is touched again.
        MoveList<Trilha> moves;
        generate(rules, position, moves);
        for (Move other : moves)
            if (other.removes() && other.to() == move.to() && other.places() == move.places() &&
                (other.places() || other.from() == move.from())) {
                gesture.push_back(move.to());
                break;
            }
    }
    gestures.push_back(gesture);
}

void Trilha::effects(const Rules& rules, const Position& position, Move move, Effects& effects) noexcept {
    const Man man{position.turn};
    if (move.places()) {
        effects.push_back(Effect::move(EffectKind::place, man, Spot::hand(position.turn), move.to()));
    } else {
        const bool steps = board(rules).next_to(move.from()).has(move.to());
        const bool flies = rules.fly && position.own.size() == 3;
        const EffectKind kind = steps ? EffectKind::slide : flies ? EffectKind::fly : EffectKind::jump;
        effects.push_back(Effect::move(kind, man, move.from(), move.to()));
    }
    if (move.removes()) {
        const Player victim = position.turn.opponent();
        effects.push_back(Effect::move(EffectKind::capture, Man{victim}, move.removed(), Spot::taken(victim)));
    }
}

void Trilha::picture(const Rules& rules, const Position& position, Picture& picture) noexcept {
    const auto side = [&](Player player, CellSet men, int hand) {
        for (Cell cell : men) picture.push_back({cell, Man{player}, 1});
        if (hand > 0) picture.push_back({Spot::hand(player), Man{player}, static_cast<std::uint8_t>(hand)});
        if (const int lost = rules.men() - men.size() - hand; lost > 0)
            picture.push_back({Spot::taken(player), Man{player}, static_cast<std::uint8_t>(lost)});
    };
    side(position.turn, position.own, position.own_hand);
    side(position.turn.opponent(), position.other, position.other_hand);
}

Result<Trilha::Position> Trilha::compose(const Rules& rules, const Setup& setup) {
    const auto sides = read_sides(setup, board(rules), {.hand = true});
    if (!sides) return Failure(sides.error());
    const auto own = static_cast<std::size_t>(setup.turn.index()), other = 1 - own;
    return parse_position(rules, print_position(rules, {.own = sides->men[own],
                                                        .other = sides->men[other],
                                                        .own_hand = sides->hand[own],
                                                        .other_hand = sides->hand[other],
                                                        .turn = setup.turn}));
}

}  // namespace tavola
