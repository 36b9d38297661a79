// Niout, judged by how far the horses have run and by who may be sent back.
#pragma once

#include <cmath>

#include "games/niout/niout.h"
#include "search/evaluation.h"
#include "search/niout_race.h"
#include "search/weights.h"

namespace tavola {

namespace niout {

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
    static constexpr std::string_view terms[] = {"way run", "horses at risk", "the throw", "horses in reach"};
    using Features = std::array<int, std::size(terms)>;
    /// The way is counted in tenths of a throw.
    static constexpr int unit = 10;

    /// Against the strongest of the other sides.
    static Features features(const Rules& rules, const Position& position) noexcept {
        const Sight own = side(rules, position, position.turn);
        Sight best{};
        double most = -2 * evaluation_limit;
        for (int i = 0; i < sides(rules); ++i) {
            if (rules.together(Player(i), position.turn)) continue;
            const Sight rival = side(rules, position, Player(i));
            if (const double worth = weigh(rules, rival); worth > most) most = worth, best = rival;
        }
        Features result{};
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<int>(std::lround(own[i] - best[i]));
        return result;
    }

    static constexpr const Features& weights(const Rules& rules) noexcept {
        return rules.pairs ? weights::niout_pairs : weights::niout;
    }

    /// How likely a player, or his pair, is to win: a logistic of the same features, for any number of sides. The longer
    /// the way that all have still to run, the less a lead means.
    static double win_chance(const Rules& rules, const Position& position, Player player) noexcept {
        if (const Outcome outcome = niout::outcome(rules, position); outcome.over()) return outcome.won_by(player);
        double left = 0;
        for (int i = 0; i < rules.players; ++i) left += niout::throws_needed(position.of(Player(i)));
        const double lead = weights::niout_lead * std::sqrt(2 * left / sides(rules));
        const double own = weigh(rules, side(rules, position, player));
        double odds = 0;
        for (int i = 0; i < sides(rules); ++i)
            if (!rules.together(Player(i), player))
                odds += std::exp((weigh(rules, side(rules, position, Player(i))) - own) / lead);
        return 1 / (1 + odds);
    }

    static bool forcing(const Rules& rules, const Position& position, Move move) noexcept {
        return gain(rules, position, move) > 0;
    }

    /// The throws that are lost by those who are sent back.
    static int gain(const Rules& rules, const Position& position, Move move) noexcept {
        if (move.kind() != Move::Kind::run || move.to() == niout::Station::home) return 0;
        const Player who = niout::runner(rules, position);
        int lost = 0;
        for (int i = 0; i < rules.players; ++i) {
            const niout::Horses& horses = position.of(Player(i));
            if (rules.together(Player(i), who) || niout::Horses(horses).send_back(niout::cell(move.to())) == 0)
                continue;
            // It is something even where the way from outside is no longer, as from the cell after a corner.
            lost += std::max(1, static_cast<int>(100 * loss(rules, horses, niout::cell(move.to()))));
        }
        return lost;
    }

  private:
    static constexpr int sides(const Rules& rules) noexcept { return rules.pairs ? 2 : rules.players; }

    /// What a side has of each term, finer than the whole numbers of the features.
    using Sight = std::array<double, std::size(terms)>;

    static double weigh(const Rules& rules, const Sight& sight) noexcept {
        double sum = 0;
        for (std::size_t i = 0; i < sight.size(); ++i) sum += sight[i] * weights(rules)[i];
        return sum;
    }

    // How many throws a player loses when his horses on a cell are sent back. With capture-throws the other has another
    // throw, with which he may well capture again: worth two, as games show.
    static double loss(const Rules& rules, niout::Horses horses, Cell cell) noexcept {
        const double before = niout::throws_needed(horses);
        if (horses.send_back(cell) == 0) return 0;
        return niout::throws_needed(horses) - before + 2 * rules.capture_throws;
    }

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

    // What a player stands to lose, in tenths of a throw.
    static double risk(const Rules& rules, const Position& position, Player victim, bool only_mover) noexcept {
        double sum = 0;
        CellSet seen;
        for (const niout::Station at : position.of(victim).stations()) {
            if (!niout::in_play(at) || seen.has(niout::cell(at))) continue;
            seen |= niout::cell(at);
            const niout::Dice dice = hunters(rules, position, victim, at, only_mover);
            const bool known = only_mover && position.thrown != 0;
            const int chance = known ? 16 * (dice >> position.thrown & 1) : niout::likelihood[dice];
            if (chance > 0) sum += loss(rules, position.of(victim), niout::cell(at)) * chance;
        }
        return sum * 10 / 16;
    }

    // What a player has, together with his partner in pairs.
    static Sight side(const Rules& rules, const Position& position, Player player) noexcept {
        Sight sum{};
        for (int i = 0; i < rules.players; ++i) {
            const Player one(i);
            if (!rules.together(one, player)) {
                if (rules.together(position.turn, player)) sum[3] += risk(rules, position, one, true);
                continue;
            }
            sum[0] +=
                10 * (niout::throws_needed(niout::Horses(rules.horses())) - niout::throws_needed(position.of(one)));
            sum[1] += risk(rules, position, one, false);
        }
        sum[2] = rules.together(position.turn, player);
        return sum;
    }
};

static_assert(Evaluated<Niout>);

}  // namespace tavola
