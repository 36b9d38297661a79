// Ten levels, from a child's first game to full strength. A weaker player sees less far and wavers between moves that
// look nearly alike to him; he does not throw games away at random.
#include <algorithm>
#include <cmath>

#include "search/engine.h"

namespace tavola {
namespace {

struct Level {
    int depth = 0;            ///< how far it sees, if that bounds it
    std::uint64_t nodes = 0;  ///< or how much it looks at
    double wavering = 0;      ///< how much worse a move may look and still be played now and then, in hundredths
};

// Each sees about three times as much as the one below.
constexpr Level levels[max_level + 1] = {
    {},           {1, 0, 90},    {1, 0, 40},    {2, 0, 30},     {3, 0, 14}, {4, 0, 9},
    {0, 3000, 6}, {0, 10000, 4}, {0, 35000, 3}, {0, 120000, 2}, {0, 0, 0},
};

// Dice make even good players lose: the steps are in care rather than in depth. Hundredths of a percent of chance.
constexpr Level dice_levels[max_level + 1] = {
    {},          {1, 0, 1600}, {1, 0, 900}, {1, 0, 550}, {1, 0, 350}, {1, 0, 220},
    {1, 0, 120}, {1, 0, 50},   {1, 0, 0},   {2, 0, 0},   {0, 0, 0},
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

}  // namespace

AnyMove choose_move(Engine& engine, const AnyPosition& position, std::span<const AnyPosition> history, int level,
                    Random& random, const Limits& limits, const std::atomic<bool>& stop) {
    const std::vector<AnyMove> legal = engine.game().moves(position);
    if (legal.size() == 1) return legal.front();
    const int rank = level < 1 ? 1 : level > max_level ? max_level : level;
    const Level& strength = engine.game().dice() ? dice_levels[rank] : levels[rank];
    Limits own = limits;
    own.knowing = limits.knowing && rank == max_level;
    if (strength.depth > 0) own.depth = limits.depth > 0 ? std::min(limits.depth, strength.depth) : strength.depth;
    if (strength.nodes > 0) own.nodes = limits.nodes > 0 ? std::min(limits.nodes, strength.nodes) : strength.nodes;
    // Who sees little looks at everything he sees; who sees much, at the few best.
    if (strength.wavering > 0) {
        own.lines = strength.depth > 0 ? static_cast<int>(legal.size()) : 4;
        own.within = static_cast<int>(furthest_behind * strength.wavering);
    }
    const Listener nobody;
    const Report report = engine.think(position, history, own, stop, nobody);
    if (report.lines.empty()) return legal.front();
    return waver(report.lines, strength.wavering, random).moves.front();
}

}  // namespace tavola
