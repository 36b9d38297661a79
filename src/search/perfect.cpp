#include "search/perfect.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

#include "search/search.h"

namespace tavola {
namespace {

/// What the player who has just moved gets, if that is known.
std::optional<int> after_move(const AnyGame& game, const Oracle& oracle, const AnyPosition& after, Player mover) {
    const Outcome outcome = game.outcome(after);
    if (outcome.drawn()) return 0;
    if (outcome.over()) return outcome.won_by(mover) ? 1 : -1;
    const auto ends_in = oracle.ends_in(after);
    if (!ends_in || *ends_in == 0) return ends_in;
    const int sign = game.turn(after) == mover ? 1 : -1;
    return *ends_in > 0 ? sign * (*ends_in + 1) : sign * (*ends_in - 1);
}

/// Quick wins, then draws, then long losses.
int preference(int ends_in) { return ends_in > 0 ? 100000 - ends_in : ends_in < 0 ? -100000 - ends_in : 0; }

/// Keeps a list sorted, the largest first; of equals, the first that came.
template <class Item, class Key>
void insert(std::vector<Item>& list, const std::type_identity_t<Item>& item, Key key) {
    list.insert(std::ranges::upper_bound(list, std::invoke(key, item), std::ranges::greater{}, key), item);
}

std::optional<std::vector<KnownMove>> values(const AnyGame& game, const Oracle& oracle, const AnyPosition& position) {
    std::vector<KnownMove> known;
    for (const AnyMove move : game.moves(position)) {
        const auto ends_in = after_move(game, oracle, game.play(position, move), game.turn(position));
        if (!ends_in) return {};
        insert(known, {move, *ends_in, 0}, [](const KnownMove& one) { return preference(one.ends_in); });
    }
    return known;
}

/// Of the opponent's replies, the share that loses.
double traps(const AnyGame& game, const Oracle& oracle, const AnyPosition& after) {
    const auto replies = values(game, oracle, after);
    if (!replies || replies->empty()) return 0;
    const auto losing = std::ranges::count_if(*replies, [](const KnownMove& reply) { return reply.ends_in < 0; });
    return static_cast<double>(losing) / static_cast<double>(replies->size());
}

std::optional<std::vector<KnownMove>> chances(const AnyGame& game, const Oracle& oracle,
                                              const AnyPosition& position) {
    std::vector<KnownMove> known;
    const Player mover = game.turn(position);
    for (const AnyMove move : game.moves(position)) {
        const AnyPosition after = game.play(position, move);
        const Outcome outcome = game.outcome(after);
        double chance = 0;
        if (outcome.over()) {
            chance = outcome.won_by(mover) ? 1 : 0;
        } else {
            const auto answer = oracle.chance(after);
            if (!answer) return {};
            chance = game.together(game.turn(after), mover) ? *answer : 1 - *answer;
        }
        insert(known, {move, 0, chance}, &KnownMove::chance);
    }
    return known;
}

}  // namespace

std::optional<std::vector<KnownMove>> known_moves(const AnyGame& game, const Oracle& oracle,
                                                  const AnyPosition& position) {
    if (game.outcome(position).over() || game.dice_to_throw(position)) return {};
    auto known = oracle.chance(position) ? chances(game, oracle, position) : values(game, oracle, position);
    if (!known || known->empty() || known->front().ends_in != 0 || known->front().chance != 0) return known;
    // Only draws at the top: the most troublesome for the opponent first.
    const auto losses = std::ranges::find_if(*known, [](const KnownMove& one) { return one.ends_in < 0; });
    std::vector<std::pair<double, KnownMove>> drawn;
    for (auto at = known->begin(); at != losses; ++at)
        insert(drawn, std::pair(traps(game, oracle, game.play(position, at->move)), *at),
               [](const auto& one) { return one.first; });
    std::ranges::transform(drawn, known->begin(), [](const auto& one) { return one.second; });
    return known;
}

std::optional<Report> perfect_report(const AnyGame& game, const Oracle& oracle, const AnyPosition& position,
                                     int lines) {
    const auto known = known_moves(game, oracle, position);
    if (!known || known->empty()) return {};
    Report report;
    for (const KnownMove& first : *known) {
        if (report.lines.size() == static_cast<std::size_t>(std::max(1, lines))) break;
        Variation line{.moves = {first.move}, .score = 0, .ends_in = first.ends_in, .exact = true};
        if (game.chance(position, first.move) == 0 && oracle.chance(position))
            line.score = static_cast<int>(std::lround(first.chance * 10000));
        else if (first.ends_in != 0)
            line.score = first.ends_in > 0 ? search::win - first.ends_in : -search::win - first.ends_in;
        // A decided line goes on to its end.
        AnyPosition at = game.play(position, first.move);
        while (first.ends_in != 0 && line.moves.size() < static_cast<std::size_t>(std::abs(first.ends_in))) {
            const auto next = values(game, oracle, at);
            if (!next || next->empty()) break;
            line.moves.push_back(next->front().move);
            at = game.play(at, next->front().move);
        }
        report.depth = std::max(report.depth, static_cast<int>(line.moves.size()));
        report.lines.push_back(std::move(line));
    }
    return report;
}

}  // namespace tavola
