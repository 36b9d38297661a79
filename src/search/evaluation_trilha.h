// Trilha, judged by men, mills, lines and room to move, each weighed by the phase of the game: while men are placed it
// matters who will be able to move and who holds the lines, later who can close mills. On the common board of three
// squares judges look at the whole besides (judges.h).
#pragma once

#include "games/trilha/trilha.h"
#include "search/evaluation.h"
#include "search/judges.h"
#include "search/weights.h"
#include "search/weights_judges.h"

namespace tavola {

namespace trilha {

/// The phases of a game, as the evaluation sees them.
enum class Phase : std::uint8_t {
    opening,  ///< at least half of the men are still in hand
    placing,
    moving,
    flying,  ///< somebody flies
};

constexpr Phase phase(const Rules& rules, const Position& position) noexcept {
    if (const int hands = position.own_hand + position.other_hand; hands > 0)
        return hands >= rules.men() ? Phase::opening : Phase::placing;
    const bool three = position.own.size() == 3 || position.other.size() == 3;
    return rules.fly && three ? Phase::flying : Phase::moving;
}

/// Those who judge in each part of a game.
inline constexpr std::array courts{Court(weights::trilha_placing), Court(weights::trilha_moving),
                                   Court(weights::trilha_ending)};
inline const Court& court_of(Part part) noexcept { return courts[static_cast<std::size_t>(part)]; }

/// What odds count, as they are given: next to nothing as long as they are small, as much as they say once they are large.
/// That is the logarithm of 1 plus the odds themselves, here found step by step from its slope.
inline constexpr int telling_odds = 1000;
inline constexpr auto countings = [] {
    std::array<std::int16_t, 2 * telling_odds + 1> table{};
    double odds = 4.5399929762484854e-5, counting = odds;  // e to the power of -10
    for (std::int16_t& entry : table) {
        entry = static_cast<std::int16_t>(100 * counting + 0.5);
        const double half_a_step_on = odds * 1.0050125208594010;  // e to the power of 0.005
        counting += 0.01 * half_a_step_on / (1 + half_a_step_on);
        odds *= 1.0100501670841681;  // e to the power of 0.01
    }
    return table;
}();
constexpr int counting(int odds) noexcept {
    return odds < -telling_odds  ? 0
           : odds > telling_odds ? odds
                                 : countings[static_cast<std::size_t>(odds + telling_odds)];
}

}  // namespace trilha

template <>
struct Evaluation<Trilha> : Weighed<Trilha> {
    using Rules = trilha::Rules;
    using Position = trilha::Position;
    using Move = trilha::Move;

    /// The first four weigh the same all the time, the others by phase. The fewer men, the less the next one matters.
    static constexpr std::string_view terms[] = {
        "men", "flying", "four men", "five men",
        // opening
        "opening: mobility", "opening: blocked men", "opening: cramped", "opening: mills", "opening: two in a row",
        "opening: open lines", "opening: held lines", "opening: open mills", "opening: sure mills",
        "opening: double mills", "opening: running mills", "opening: junctions",
        // placing
        "placing: mobility", "placing: blocked men", "placing: cramped", "placing: mills", "placing: two in a row",
        "placing: open lines", "placing: held lines", "placing: open mills", "placing: sure mills",
        "placing: double mills", "placing: running mills", "placing: junctions",
        // moving
        "moving: mobility", "moving: blocked men", "moving: cramped", "moving: mills", "moving: two in a row",
        "moving: open lines", "moving: held lines", "moving: open mills", "moving: sure mills",
        "moving: double mills", "moving: running mills", "moving: junctions",
        // flying
        "flying: mobility", "flying: blocked men", "flying: cramped", "flying: mills", "flying: two in a row",
        "flying: open lines", "flying: held lines", "flying: open mills", "flying: sure mills",
        "flying: double mills", "flying: running mills", "flying: junctions"};
    using Features = std::array<int, std::size(terms)>;

    static constexpr Features features(const Rules& rules, const Position& position) noexcept {
        const Counts counts = seen(rules, position);
        Features features{};
        std::ranges::copy(counts.always, features.begin());
        std::ranges::copy(counts.by_phase, features.data() + first(trilha::phase(rules, position)));
        return features;
    }

    /// What the terms say by themselves.
    static constexpr int by_terms(const Rules& rules, const Position& position, const Features& weights) noexcept {
        const Counts counts = seen(rules, position);
        const int* by_phase = weights.data() + first(trilha::phase(rules, position));
        int sum = 0;
        for (std::size_t i = 0; i < counts.always.size(); ++i) sum += counts.always[i] * weights[i];
        for (std::size_t i = 0; i < counts.by_phase.size(); ++i) sum += counts.by_phase[i] * by_phase[i];
        return sum;
    }
    /// How likely the mover wins and loses on three squares: terms and judges together.
    static trilha::Odds odds(const Rules& rules, const Position& position, const Features& weights) noexcept {
        const trilha::MenNumbers men = trilha::numbers_of(position);
        trilha::Odds odds = trilha::court_of(trilha::part_of(men)).verdict(trilha::kinds_of(position), men);
        const int lead = by_terms(rules, position, weights);
        odds[trilha::Matter::winning] += lead;
        odds[trilha::Matter::losing] -= lead;
        return odds;
    }
    static int evaluate(const Rules& rules, const Position& position, const Features& weights,
                        Careful careful = Careful::nobody) noexcept {
        if (rules.rings != 3)
            return std::clamp(by_terms(rules, position, weights), -evaluation_limit, evaluation_limit);
        const trilha::Odds odds = Evaluation::odds(rules, position, weights);
        const int winning = trilha::counting(odds[trilha::Matter::winning]),
                  losing = trilha::counting(odds[trilha::Matter::losing]);
        // For who is careful, to win is a quarter of what not to lose is.
        const int sum = careful == Careful::nobody  ? 4 * (winning - losing)
                        : careful == Careful::mover ? winning - 4 * losing
                                                    : 4 * winning - losing;
        return std::clamp(sum * 3 / 8, -evaluation_limit, evaluation_limit);
    }
    static int evaluate(const Rules& rules, const Position& position) noexcept {
        return evaluate(rules, position, weights(rules));
    }

    static constexpr const Features& weights(const Rules& rules) noexcept {
        if (!rules.placing_captures) return weights::trilha_quadrados;
        if (!rules.fly) return weights::trilha_classica;
        return rules.jump ? weights::trilha_recomendada : weights::trilha_internacional;
    }

    static constexpr bool forcing(const Rules&, const Position&, Move move) noexcept { return move.removes(); }

    /// A man of a mill is more, and so is one who threatens to close mills or stops one.
    static constexpr int gain(const Rules& rules, const Position& position, Move move) noexcept {
        if (!move.removes()) return 0;
        const Cell man = move.removed();
        const CellSet empty = rules.cells() - position.own - position.other;
        const auto threats = [&](CellSet men) { return (trilha::Pairs(men).all() & empty).size(); };
        const int fewer = threats(position.other) - threats(position.other - man);
        return 100 +
               30 * (fewer + trilha::in_mills(position.other).has(man) + trilha::Pairs(position.own).all().has(man));
    }

    static constexpr std::size_t full_depth_moves = 2;
    static constexpr double boldness = 1.3;
    static constexpr bool ways_meet = true;
    static constexpr std::size_t full_depth_captures = 4;
    static constexpr int doubt = 167;
    static constexpr int quiet_gain = 267;
    static constexpr int alone_by = 12;

    /// A man on the third point of a line that lacks only that.
    static constexpr auto answers(const Rules&, const Position& position) noexcept {
        return [threatened = trilha::Pairs(position.other).all()](Move move) { return threatened.has(move.to()); };
    }

    /// A man placed helps where it stands, so a player who could pass while he places would gain nothing; and who has
    /// many moves later on seldom hurts himself with all of them.
    static constexpr bool passing_hardly_helps(const Position& position, std::size_t moves) noexcept {
        return position.own_hand > 0 || (moves >= 8 && position.own.size() > 3 && position.other.size() > 3);
    }
    static constexpr Position passed(Position position) noexcept {
        std::swap(position.own, position.other);
        std::swap(position.own_hand, position.other_hand);
        position.turn = position.turn.opponent();
        return position;
    }

  private:
    /// What is seen in a position, in the order of the terms.
    struct Counts {
        std::array<int, 4> always;
        std::array<int, 12> by_phase;
    };

    static constexpr std::size_t first(trilha::Phase phase) noexcept {
        return 4 + 12 * static_cast<std::size_t>(phase);
    }
    static constexpr Counts seen(const Rules& rules, const Position& position) noexcept {
        const CellSet empty = rules.cells() - position.own - position.other;
        const Camp own{position.own, position.own_hand}, other{position.other, position.other_hand};
        const Counts ours = side(rules, own, other, empty), theirs = side(rules, other, own, empty);
        return {minus(ours.always, theirs.always), minus(ours.by_phase, theirs.by_phase)};
    }

    struct Camp {
        CellSet men;
        int hand;
        constexpr bool flies(const Rules& rules) const noexcept { return rules.fly && hand == 0 && men.size() == 3; }
    };

    // One side's men on the board, and what they can reach along the lines (jumps are left to the search).
    struct Men {
        CellSet men;
        CellSet reached[4];  ///< clockwise, anticlockwise, inwards, outwards

        constexpr Men(CellSet own, CellSet empty) noexcept
            : men(own),
              reached{trilha::clockwise(own) & empty, trilha::anticlockwise(own) & empty,
                      trilha::inwards(own & trilha::middles) & empty,
                      trilha::outwards(own & trilha::middles) & empty} {}

        constexpr int steps() const noexcept {
            return reached[0].size() + reached[1].size() + reached[2].size() + reached[3].size();
        }
        /// The men that can go somewhere.
        constexpr CellSet movable() const noexcept { return back(reached); }

        /// Of where men arrive, the cells on which they close a mill: the line ahead, or one that crosses.
        constexpr void keep_closing(const trilha::Pairs& pairs) noexcept {
            const CellSet joins = pairs.joins();
            reached[0] &= pairs.ahead_clockwise | joins;
            reached[1] &= pairs.ahead_anticlockwise | joins;
            reached[2] &= pairs.between_corners | pairs.ahead_inwards;
            reached[3] &= pairs.between_corners | pairs.ahead_outwards;
        }

      private:
        static constexpr CellSet back(const CellSet (&to)[4]) noexcept {
            return trilha::anticlockwise(to[0]) | trilha::clockwise(to[1]) | trilha::outwards(to[2]) |
                   trilha::inwards(to[3]);
        }
    };

    // How many lines of three have a cell of the first set in the middle and one of each other set at the ends.
    static constexpr int lines(const Rules& rules, CellSet middle, CellSet end, CellSet other_end) noexcept {
        const CellSet sides = (trilha::clockwise(end) & trilha::anticlockwise(other_end)) |
                              (trilha::clockwise(other_end) & trilha::anticlockwise(end));
        const CellSet joins = (trilha::inwards(end) & trilha::outwards(other_end)) |
                              (trilha::inwards(other_end) & trilha::outwards(end));
        const CellSet centres = rules.cells() & trilha::middles & middle;
        return (sides & centres).size() + (joins & centres).size();
    }
    // How many lines have one cell of the first set and two of the second.
    static constexpr int lines_with(const Rules& rules, CellSet one, CellSet two) noexcept {
        return lines(rules, one, two, two) + lines(rules, two, one, two);
    }

    // The ways from a point beyond the two that each has: one more in the middle of a side, two where lines cross.
    static constexpr int junctions(const Rules& rules, CellSet men) noexcept {
        if (rules.rings == 1) return 0;
        const CellSet between = (rules.cells() >> 8) & (rules.cells() << 8);  // squares with one on either side
        return (men & trilha::middles).size() + (men & trilha::middles & between).size();
    }

    static constexpr CellSet neighbours(CellSet set) noexcept {
        return trilha::clockwise(set) | trilha::anticlockwise(set) | trilha::inwards(set & trilha::middles) |
               trilha::outwards(set & trilha::middles);
    }

    static constexpr Counts side(const Rules& rules, const Camp& camp, const Camp& rival, CellSet empty) noexcept {
        const CellSet own = camp.men;
        Men men(own, empty);
        const bool flies = camp.flies(rules);
        const int steps = men.steps();
        const CellSet movable = men.movable();
        const int blocked = flies ? 0 : (own - movable).size();
        const bool cramped = !flies && steps <= 2;
        const int all = own.size() + camp.hand;
        const trilha::Pairs pairs(own);
        men.keep_closing(pairs);
        // Out of the hand, or flying, any two in a row can be made three.
        const CellSet closed = camp.hand > 0 || flies
                                   ? pairs.all() & empty
                                   : men.reached[0] | men.reached[1] | men.reached[2] | men.reached[3];
        // Who places or flies can stop any one mill, others only where they are near.
        const bool anywhere = rival.hand > 0 || rival.flies(rules);
        const CellSet guarded = neighbours(rival.men);
        const int sure = anywhere ? closed.size() >= 2 : (closed - guarded).size();
        // Vaivém: the man that closes one mill opens another.
        const CellSet mills = trilha::in_mills(own);
        const CellSet swings = men.movable() & mills;
        // A mill that opens and closes at will: nobody can step into the gap.
        const bool running = !anywhere && !((mills & movable) - guarded).empty();
        return {.always = {all, flies, all == 4, all == 5},
                .by_phase = {steps, blocked, cramped, lines(rules, own, own, own),
                             lines_with(rules, empty, own),      // two in a row
                             lines_with(rules, own, empty),      // open lines
                             lines_with(rules, own, rival.men),  // held lines: one man stops two
                             closed.size(), sure, swings.size(), running, junctions(rules, own)}};
    }
};

static_assert(Evaluated<Trilha>);

}  // namespace tavola
