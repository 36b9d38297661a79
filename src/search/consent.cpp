#include "search/consent.h"

#include <cmath>

namespace tavola {
namespace {

// A man ahead (100) is worth some 70 in 100.
constexpr double steepness = 120;

constexpr double win = 1, draw = 0.5, loss = 0;

// What a line is worth to the player to move.
double share(const AnyGame& game, const Variation& line) {
    if (line.ends_in != 0) return line.ends_in > 0 ? win : loss;
    if (game.dice()) return line.score / 10'000.0;
    if (line.exact) return draw;
    return 1 / (1 + std::exp(-line.score / steepness));
}

double worth(const AnyGame& game, Outcome outcome, Player player) {
    if (outcome.drawn()) return draw;
    for (int i = 0; i < game.players(); ++i)
        if (outcome.won_by(Player(i)) && game.together(Player(i), player)) return win;
    return loss;
}

// What he expects of going on: exactly, where the end is seen or known.
double expectation(Engine& engine, const Offer& offer, int level, const Limits& limits,
                   const std::atomic<bool>& stop) {
    const AnyGame& game = engine.game();
    const Outcome outcome = game.outcome(offer.position);
    if (outcome.over()) return worth(game, outcome, offer.player);
    Limits own = limits;
    own.lines = 1;
    own.careful = false;  // who would give up chances to win for a smaller risk has them still
    const std::vector<Variation> lines = look(engine, offer.position, offer.history, level, own, stop);
    if (lines.empty()) return draw;
    const double mover = share(game, lines.front());
    return game.together(game.turn(offer.position), offer.player) ? mover : 1 - mover;
}

}  // namespace

Consent consider(Engine& engine, const Offer& offer, int level, const Limits& limits, const std::atomic<bool>& stop) {
    const AnyGame& game = engine.game();
    Consent consent{.settled = game.settle(offer.position)};
    consent.expected = expectation(engine, offer, level, limits, stop);
    const double settled = worth(game, consent.settled, offer.player);
    if (settled == draw)
        consent.accept = offer.plies >= draws_from_ply && consent.expected <= draw;
    else
        consent.accept = settled == win;
    return consent;
}

}  // namespace tavola
