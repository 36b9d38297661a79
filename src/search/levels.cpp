// Ten levels, from a child's first game to full strength. A weaker player sees less far and wavers between moves that
// look nearly alike to him; he does not throw games away at random.
#include "search/levels.h"

#include <algorithm>
#include <cmath>

#include "search/engine.h"

namespace tavola {
namespace {

// The first sees only how the board looks after its move, the next ones what follows from it, and from the sixth on
// each looks at more than the one below; all grow in care. Even the ninth takes a small part of a second in a browser.
// docs/levels.md tells how they compare.
constexpr Level levels[max_level + 1] = {
    {},           {1, 1, 100},  {1, 500, 60}, {1, 500, 24}, {2, 500, 50}, {2, 500, 22},
    {0, 120, 26}, {0, 190, 12}, {0, 290, 8},  {0, 440, 5},  {0, 0, 0},
};

// Dice make even good players lose, and seeing further gains little: the steps are in care, and only the last is in
// depth. The wavering is in hundredths of a percent of winning chance.
constexpr Level dice_levels[max_level + 1] = {
    {},          {1, 0, 2000}, {1, 0, 1250}, {1, 0, 870}, {1, 0, 630}, {1, 0, 465},
    {1, 0, 350}, {1, 0, 260},  {1, 0, 175},  {1, 0, 50},  {0, 0, 0},
};

// So many times the wavering, and a move is not thought of any more.
constexpr double furthest_behind = 3;

// Of the lines, one: the best most often, others the less the worse they look.
const Variation& waver(const std::vector<Variation>& lines, double wavering, Random& random) {
    if (wavering <= 0) return lines.front();
    std::vector<double> shares;
    double sum = 0;
    for (const Variation& line : lines) {
        const double behind = (lines.front().score - line.score) / wavering;
        shares.push_back(behind > furthest_behind ? 0 : std::exp(-behind));
        sum += shares.back();
    }
    double pointer = static_cast<double>(random.next() >> 11) * 0x1p-53 * sum;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if ((pointer -= shares[i]) < 0) return lines[i];
    return lines.front();
}

// The moves as they look, the best first: nothing is seen of the replies.
std::vector<Variation> glances(const Engine& engine, const AnyPosition& position, const std::vector<AnyMove>& legal) {
    const AnyGame& game = engine.game();
    std::vector<Variation> lines;
    for (const AnyMove move : legal) {
        const int score = glance(engine, game.play(position, move), game.turn(position));
        const auto place = std::ranges::upper_bound(lines, score, std::ranges::greater{}, &Variation::score);
        lines.insert(place, Variation{.moves = {move}, .score = score, .ends_in = 0});
    }
    return lines;
}

}  // namespace

int glance(const Engine& engine, const AnyPosition& position, Player player) {
    constexpr int won = 1'000'000;
    const AnyGame& game = engine.game();
    if (const Outcome outcome = game.outcome(position); outcome.over())
        return outcome.won_by(player) ? won : outcome.drawn() ? 0 : -won;
    const int value = engine.evaluate(position);
    return game.together(game.turn(position), player) ? value : -value;
}

const Level& strength_of(const AnyGame& game, int level) {
    const int rank = std::clamp(level, 1, max_level);
    return game.dice() ? dice_levels[rank] : levels[rank];
}

std::vector<Variation> look(Engine& engine, const AnyPosition& position, std::span<const AnyPosition> history,
                            int level, const Limits& limits, const std::atomic<bool>& stop) {
    const std::vector<AnyMove> legal = engine.game().moves(position);
    const Level& strength = strength_of(engine.game(), level);
    if (strength.looks == 1) return glances(engine, position, legal);
    Limits own = limits;
    own.knowing = limits.knowing && level >= max_level;
    own.whole_time = limits.whole_time && level >= max_level;
    if (strength.depth > 0) own.depth = limits.depth > 0 ? std::min(limits.depth, strength.depth) : strength.depth;
    if (strength.looks > 0) {
        const std::uint64_t nodes = static_cast<std::uint64_t>(strength.looks) * legal.size();
        own.nodes = limits.nodes > 0 ? std::min(limits.nodes, nodes) : nodes;
    }
    // Who sees one move ahead looks at every move; who sees more, at the few best: each costs as much as the best.
    if (strength.wavering > 0) {
        own.lines = strength.depth == 1 ? static_cast<int>(legal.size()) : strength.depth > 0 ? 4 : 2;
        own.within = static_cast<int>(furthest_behind * strength.wavering);
    }
    const Listener nobody;
    return engine.think(position, history, own, stop, nobody).lines;
}

AnyMove choose_move(Engine& engine, const AnyPosition& position, std::span<const AnyPosition> history, int level,
                    Random& random, const Limits& limits, const std::atomic<bool>& stop) {
    const std::vector<AnyMove> legal = engine.game().moves(position);
    if (legal.size() == 1) return legal.front();
    Limits own = limits;
    // The weaker ones play for a win and err; who plays as well as he can would rather not lose.
    own.careful = level >= max_level;
    const std::vector<Variation> lines = look(engine, position, history, level, own, stop);
    if (lines.empty()) return legal.front();
    return waver(lines, strength_of(engine.game(), level).wavering, random).moves.front();
}

}  // namespace tavola
