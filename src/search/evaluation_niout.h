// Niout, judged by how far the horses have run and by who may be sent back.
#pragma once

#include <cmath>

#include "games/niout/niout.h"
#include "search/evaluation.h"
#include "search/weights.h"

namespace tavola {

namespace niout {

/// How many throws a lone horse needs to come home from each station, on average, if it takes the best way. A throw
/// that gives another costs nothing.
inline constexpr auto throws_needed = [] {
    std::array<double, stations> needed{};
    // No way leads back, so every round settles at least one more station.
    for (int round = 0; round < stations; ++round)
        for (int from = 0; from < number(Station::home); ++from) {
            double sum = 0, moving = 0;
            for (int cells = 1; cells <= 5; ++cells) {
                double best = -1;
                for (const Run& run : runs_from(station(from), cells)) {
                    const double rest = needed[static_cast<std::size_t>(number(run.back()))];
                    if (best < 0 || rest < best) best = rest;
                }
                const double chance = throws[cells].sixteenths / 16.0;
                if (best < 0 || !throws[cells].again) sum += chance;
                if (best >= 0) sum += chance * best, moving += chance;
            }
            needed[static_cast<std::size_t>(from)] = sum / moving;
        }
    return needed;
}();

/// What a horse on each station has behind it, in tenths of a throw.
inline constexpr auto way_run = [] {
    std::array<int, stations> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<int>(10 * (throws_needed[0] - throws_needed[i]) + 0.5);
    return table;
}();
constexpr int way_run_to(Station at) noexcept { return way_run[static_cast<std::size_t>(number(at))]; }

/// A set of throws, a bit each.
using Dice = std::uint8_t;

/// With which throws a horse on a station lands on a cell.
inline constexpr auto hits = [] {
    std::array<std::array<Dice, 29>, stations> table{};
    for (int from = 0; from < stations; ++from)
        for (int cells = 1; cells <= 5; ++cells)
            for (const Run& run : runs_from(station(from), cells))
                if (run.back() != Station::home)
                    table[static_cast<std::size_t>(from)][Topology::index(cell(run.back()))] |=
                        static_cast<Dice>(1 << cells);
    return table;
}();

/// How likely one of these throws is, in sixteenths.
inline constexpr auto likelihood = [] {
    std::array<int, 64> table{};
    for (unsigned dice = 0; dice < table.size(); ++dice)
        for (int cells = 1; cells <= 5; ++cells)
            if (dice >> cells & 1) table[dice] += throws[cells].sixteenths;
    return table;
}();

constexpr bool in_play(Station at) noexcept { return at != Station::outside && at < Station::home; }

}  // namespace niout

template <>
struct Evaluation<Niout> : Weighed<Niout> {
    using Rules = niout::Rules;
    using Position = niout::Position;
    using Move = niout::Move;

    // `the throw` and `horses in reach` are the mover's alone: he throws next, and what he can hit now.
    static constexpr std::string_view terms[] = {"way run", "horses home", "horses at risk",
                                                 "tandems", "the throw",   "horses in reach"};
    using Features = std::array<int, std::size(terms)>;
    /// The way is counted in tenths of a throw.
    static constexpr int unit = 10;

    /// Against the strongest of the other sides.
    static constexpr Features features(const Rules& rules, const Position& position) noexcept {
        const Features own = side(rules, position, position.turn);
        Features best{};
        int most = -2 * evaluation_limit;
        for (int i = 0; i < sides(rules); ++i) {
            if (rules.together(Player(i), position.turn)) continue;
            const Features rival = side(rules, position, Player(i));
            if (const int worth = weigh(rival, weights(rules)); worth > most) most = worth, best = rival;
        }
        return minus(own, best);
    }

    static constexpr const Features& weights(const Rules& rules) noexcept {
        return rules.pairs ? weights::niout_pairs : weights::niout;
    }

    /// How likely a player, or his pair, is to win: a logistic of the same features, for any number of sides.
    static double win_chance(const Rules& rules, const Position& position, Player player) noexcept {
        if (const Outcome outcome = niout::outcome(rules, position); outcome.over()) return outcome.won_by(player);
        const int own = weigh(side(rules, position, player), weights(rules));
        double odds = 0;
        for (int i = 0; i < sides(rules); ++i)
            if (!rules.together(Player(i), player)) {
                const int rival = weigh(side(rules, position, Player(i)), weights(rules));
                odds += std::exp((rival - own) / double{weights::niout_lead});
            }
        return 1 / (1 + odds);
    }

    static constexpr bool forcing(const Rules& rules, const Position& position, Move move) noexcept {
        return gain(rules, position, move) > 0;
    }

    /// The way that the horses which are sent back have run.
    static constexpr int gain(const Rules& rules, const Position& position, Move move) noexcept {
        if (move.kind() != Move::Kind::run || move.to() == niout::Station::home) return 0;
        const Player who = niout::runner(rules, position);
        int lost = 0;
        for (int i = 0; i < rules.players; ++i)
            if (!rules.together(Player(i), who))
                for (const niout::Station at : position.of(Player(i)).stations())
                    if (niout::in_play(at) && niout::cell(at) == niout::cell(move.to()))
                        lost += std::max(1, 10 * niout::way_run_to(at));
        return lost;
    }

  private:
    static constexpr int sides(const Rules& rules) noexcept { return rules.pairs ? 2 : rules.players; }

    // The throws with which somebody of these sides can send back a horse there.
    static constexpr niout::Dice hunters(const Rules& rules, const Position& position, Player victim,
                                         niout::Station at, bool only_mover) noexcept {
        niout::Dice dice = 0;
        for (int i = 0; i < rules.players; ++i) {
            const Player hunter(i);
            if (rules.together(hunter, victim) || (only_mover && hunter != position.turn)) continue;
            for (const niout::Station from : position.of(hunter).stations())
                if (from < niout::Station::home)
                    dice |= niout::hits[static_cast<std::size_t>(number(from))][Topology::index(niout::cell(at))];
        }
        return dice;
    }

    // What a player's horses stand to lose, in tenths of a throw.
    static constexpr int risk(const Rules& rules, const Position& position, Player victim, bool only_mover) noexcept {
        int sum = 0;
        for (const niout::Station at : position.of(victim).stations()) {
            if (!niout::in_play(at)) continue;
            const niout::Dice dice = hunters(rules, position, victim, at, only_mover);
            const bool known = only_mover && position.thrown != 0;
            const int chance = known ? 16 * (dice >> position.thrown & 1) : niout::likelihood[dice];
            sum += niout::way_run_to(at) * chance;
        }
        return sum / 16;
    }

    // What a player has, together with his partner in pairs.
    static constexpr Features side(const Rules& rules, const Position& position, Player player) noexcept {
        Features sum{};
        for (int i = 0; i < rules.players; ++i) {
            const Player one(i);
            if (!rules.together(one, player)) {
                if (rules.together(position.turn, player)) sum[5] += risk(rules, position, one, true);
                continue;
            }
            niout::Station last = niout::Horses::none;
            for (const niout::Station at : position.of(one).stations()) {
                if (at == niout::Horses::none) break;
                sum[0] += niout::way_run_to(at);
                sum[1] += at == niout::Station::home;
                if (at == last && niout::in_play(at))
                    sum[3] += niout::way_run_to(niout::Station::home) - niout::way_run_to(at);
                last = at;
            }
            sum[2] += risk(rules, position, one, false);
        }
        sum[4] = rules.together(position.turn, player);
        return sum;
    }
};

static_assert(Evaluated<Niout>);

}  // namespace tavola
