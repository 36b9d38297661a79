#include "arena/furthest.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <tuple>
#include <vector>

#include "games/niout/niout.h"

namespace tavola::arena {
namespace {

using namespace niout;

/// For each station the fewest cells to home.
constexpr std::array<int, stations> cells_to_home = [] {
    std::array<int, stations> cells{};
    cells.fill(stations);
    cells[static_cast<std::size_t>(number(Station::home))] = 0;
    // Each round settles at least the stations one cell further away.
    for (int round = 0; round < stations; ++round)
        for (int from = 0; from < stations; ++from)
            for (const Run& run : runs_from(station(from), 1)) {
                int& known = cells[static_cast<std::size_t>(from)];
                known = std::min(known, 1 + cells[static_cast<std::size_t>(number(run.back()))]);
            }
    return cells;
}();
static_assert(cells_to_home[0] == 11 && cells_to_home[10] == 6 && cells_to_home[15] == 5);

// Whether a horse can land on a cell with one throw.
bool reaches(Station from, Cell target) {
    if (from >= Station::home) return false;
    for (int thrown = 1; thrown <= 5; ++thrown)
        for (const Run& run : runs_from(from, thrown))
            if (run.back() != Station::home && cell(run.back()) == target) return true;
    return false;
}

bool safe(const Rules& rules, const Position& after, Player runner, Station at) {
    if (at == Station::home) return true;
    for (int i = 0; i < rules.players; ++i) {
        if (rules.together(Player(i), runner)) continue;
        for (const Station from : after.of(Player(i)).stations())
            if (reaches(from, cell(at))) return false;
    }
    return true;
}

/// What is compared: the greater, the better.
using Rank = std::tuple<bool, int, int>;

Rank rank(const Rules& rules, const Position& position, niout::Move move) {
    if (move.kind() != niout::Move::Kind::run) return {};
    Position after = position;
    niout::play(rules, after, move);
    return {safe(rules, after, position.turn, move.to()), -cells_to_home[static_cast<std::size_t>(number(move.to()))],
            move.count() + move.along()};
}

}  // namespace

AnyMove furthest_move(const AnyGame& game, const AnyPosition& any, Random& random) {
    // The façade hides the position; its text does not.
    const Rules rules = *parse_rules<Niout>(game.settings());
    const Position position = *Niout::parse_position(rules, game.print(any));
    assert(position.thrown != 0);
    FixedList<niout::Move, Niout::max_moves> moves;
    Niout::generate(rules, position, moves);
    std::vector<niout::Move> best;
    for (const niout::Move move : moves) {
        const auto order = best.empty() ? std::strong_ordering::greater
                                        : rank(rules, position, move) <=> rank(rules, position, best.front());
        if (order > 0) best.clear();
        if (order >= 0) best.push_back(move);
    }
    const niout::Move chosen = best[random.below(static_cast<std::uint32_t>(best.size()))];
    return *game.parse_move(any, Niout::print_move(rules, chosen));
}

}  // namespace tavola::arena
