// Trilha's judges: a look at a board of three squares as a whole, for what the terms one by one do not see.
//
// A judge looks at the board from each of its sixteen sides: turned, mirrored, inside out. From each he adds up what he
// thinks of what stands on every line, and of how many men there are; he is silent as long as that is below nothing, and
// no louder than loud. Elders listen to all judges and make up their minds in the same way. What judges and elders say
// is how likely the player to move wins, and how likely he loses; where both are unlikely, a draw is not. Since all sides
// are looked from, boards that a symmetry turns into one another are judged alike.
//
// In the words of the trade: a neural network with two hidden layers, the first shared by the symmetries of the board,
// and two outputs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "games/trilha/rules.h"

namespace tavola::trilha {

/// What stands on three points in a row: a digit in base three for each, the first point's the lowest.
namespace line {

inline constexpr std::size_t kinds = 27;

/// By the three bits of the own men, and those of the other's above them.
inline constexpr auto of_bits = [] {
    std::array<std::uint8_t, 64> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        const auto at = [&](unsigned point) {
            return (bits >> point & 1) != 0 ? 1u : (bits >> point & 8) != 0 ? 2u : 0u;
        };
        table[bits] = static_cast<std::uint8_t>(at(0) + 3 * at(1) + 9 * at(2));
    }
    return table;
}();

/// The same line, looked at from its other end.
inline constexpr auto backwards = [] {
    std::array<std::uint8_t, kinds> table{};
    for (unsigned kind = 0; kind < kinds; ++kind)
        table[kind] = static_cast<std::uint8_t>(9 * (kind % 3) + kind / 3 % 3 * 3 + kind / 9);
    return table;
}();

}  // namespace line

/// The lines of three squares: their sides, square by square from the outermost, then the joins.
inline constexpr std::size_t lines = 16;

/// What stands on each line.
using LineKinds = std::array<std::uint8_t, lines>;
constexpr LineKinds kinds_of(const Position& position) noexcept {
    LineKinds kinds{};
    const auto own = static_cast<std::uint32_t>(position.own.bits());
    const auto other = static_cast<std::uint32_t>(position.other.bits());
    for (unsigned square = 0; square < 3; ++square) {
        // Once round and on: the last side ends where the first begins.
        const std::uint32_t ours = (own >> 8 * square & 255) * 0x101, theirs = (other >> 8 * square & 255) * 0x101;
        for (unsigned side = 0; side < 4; ++side)
            kinds[4 * square + side] = line::of_bits[(ours >> 2 * side & 7) | (theirs >> 2 * side & 7) << 3];
    }
    for (unsigned side = 0; side < 4; ++side) {
        const auto join = [&](std::uint32_t men) {
            men >>= 2 * side + 1;
            return (men & 1) | (men >> 7 & 2) | (men >> 14 & 4);
        };
        kinds[12 + side] = line::of_bits[join(own) | join(other) << 3];
    }
    return kinds;
}

/// How the board looks from one of its sides: which line comes in the place of each, and whether it runs backwards.
struct View {
    std::array<std::uint8_t, lines> line{};
    std::array<bool, lines> backwards{};

    /// The row of a panel for what stands on a line.
    constexpr std::size_t row(std::size_t i, unsigned kind) const noexcept {
        return line::kinds * line[i] + (backwards[i] ? line::backwards[kind] : kind);
    }
};
inline constexpr auto views = [] {
    std::array<View, 16> all;
    for (unsigned i = 0; i < all.size(); ++i) {
        const unsigned turned = i & 3;
        const bool mirrored = (i & 4) != 0, inside_out = (i & 8) != 0;
        const auto side_at = [&](unsigned side) { return (mirrored ? turned - side - 1 : turned + side) & 3; };
        for (unsigned side = 0; side < 4; ++side) {
            for (unsigned square = 0; square < 3; ++square) {
                all[i].line[4 * square + side] =
                    static_cast<std::uint8_t>(4 * (inside_out ? 2 - square : square) + side_at(side));
                all[i].backwards[4 * square + side] = mirrored;
            }
            all[i].line[12 + side] = static_cast<std::uint8_t>(12 + side_at(side));
            all[i].backwards[12 + side] = inside_out;
        }
    }
    return all;
}();

/// How many men: in the own hand and the other's, on the board the own and the other's; each up to nine.
inline constexpr std::size_t numbers = 4, most_men = 9;
using MenNumbers = std::array<std::uint8_t, numbers>;
constexpr MenNumbers numbers_of(const Position& position) noexcept {
    const auto up_to_nine = [](int men) { return static_cast<std::uint8_t>(std::min<int>(men, most_men)); };
    return {up_to_nine(position.own_hand), up_to_nine(position.other_hand), up_to_nine(position.own.size()),
            up_to_nine(position.other.size())};
}

/// Three panels sit one after the other: while men are placed, while many of them move, and when few are left.
enum class Part : std::uint8_t { placing, moving, ending };
inline constexpr int few_men = 12;  ///< of both sides together
constexpr Part part_of(const MenNumbers& men) noexcept {
    return men[0] + men[1] > 0 ? Part::placing : men[2] + men[3] > few_men ? Part::moving : Part::ending;
}

/// How far a part of the game has come, for the elders: others sit as it goes on, since the same signs then mean other
/// things.
inline constexpr std::size_t stages = 4;
constexpr std::size_t stage_of(const MenNumbers& men) noexcept {
    const int hands = men[0] + men[1], on_board = men[2] + men[3];
    switch (part_of(men)) {
        case Part::placing: return hands > 6 ? 3 : hands > 4 ? 2 : hands > 2 ? 1 : 0;
        case Part::moving: return on_board > 16 ? 0 : on_board > 15 ? 1 : on_board > 14 ? 2 : 3;
        case Part::ending: return on_board > 11 ? 0 : on_board > 10 ? 1 : on_board > 9 ? 2 : 3;
    }
    std::unreachable();
}

/// What is judged: whether the player to move wins, and whether he loses.
enum class Matter : std::uint8_t { winning, losing };
inline constexpr std::size_t matters = 2;
inline constexpr std::array all_matters{Matter::winning, Matter::losing};
template <class Of>
struct ByMatter : std::array<Of, matters> {
    using Base = std::array<Of, matters>;
    constexpr Of& operator[](Matter matter) noexcept { return Base::operator[](static_cast<std::size_t>(matter)); }
    constexpr const Of& operator[](Matter matter) const noexcept {
        return Base::operator[](static_cast<std::size_t>(matter));
    }
};

/// The logarithms of the odds of each, in hundredths.
using Odds = ByMatter<int>;

/// Some judges and elders, and what they think.
template <class Number>
struct Panel {
    static constexpr std::size_t judges = 32, elders = 32;
    static constexpr std::size_t line_rows = lines * line::kinds, number_rows = numbers * (most_men + 1);
    static constexpr std::size_t at_first = line_rows + number_rows;  ///< the row of thoughts before the first look
    using OfJudges = std::array<Number, judges>;
    using OfElders = std::array<Number, elders>;

    /// The elders of a stage, and how the judges are heard in it.
    struct Stage {
        ByMatter<OfJudges> voice{};            ///< what each adds to the odds at his loudest, from one side
        std::array<OfJudges, elders> trust{};  ///< of each elder in each judge
        OfElders at_first{};
        ByMatter<OfElders> elder_voice{};
        static constexpr std::size_t size = judges * (elders + matters) + (1 + matters) * elders;
    };

    std::array<OfJudges, at_first + 1> thoughts{};  ///< of what stands on the lines, and of numbers of men
    std::array<Stage, stages> by_stage{};
    ByMatter<std::array<Number, number_rows>> worth{};  ///< what numbers of men add by themselves

    static constexpr std::size_t of_number(std::size_t which, std::size_t men) noexcept {
        return line_rows + (most_men + 1) * which + men;
    }
    static constexpr std::size_t size = judges * (at_first + 1) + stages * Stage::size + matters * number_rows;
};
using Judges = Panel<std::int16_t>;

/// Written as one list.
using JudgesList = std::array<std::int16_t, Judges::size>;
constexpr Judges judges_of(const JudgesList& list) noexcept { return std::bit_cast<Judges>(list); }
constexpr JudgesList list_of(const Judges& panel) noexcept { return std::bit_cast<JudgesList>(panel); }

/// As loud as a judge can be.
inline constexpr int loud = 256;
/// An elder hears them from all sides together, so each of them counts a part.
inline constexpr int part_heard = 4;

/// The judges on their benches.
class Court {
  public:
    explicit constexpr Court(const Judges& panel) noexcept : panel_(panel) {}

    /// What they say.
    Odds verdict(const Position& position) const noexcept {
        return verdict(kinds_of(position), numbers_of(position));
    }
    Odds verdict(const LineKinds& kinds, const MenNumbers& men) const noexcept {
        std::array<LineKinds, 2> seen{kinds};  // forwards and backwards
        std::ranges::transform(kinds, seen[1].begin(), [](unsigned kind) { return line::backwards[kind]; });
        Judges::OfJudges heard;
        for (std::size_t first = 0; first < Judges::judges; first += bench_size) {
            const Bench said = said_by(first, seen, men);
            std::memcpy(&heard[first], &said, sizeof said);
        }
        const Judges::Stage& stage = panel_.by_stage[stage_of(men)];
        Odds odds;
        for (const Matter matter : all_matters) odds[matter] = weigh(heard, stage.voice[matter]);
        for (std::size_t elder = 0; elder < Judges::elders; ++elder) {
            const int said =
                std::clamp(stage.at_first[elder] + weigh(heard, stage.trust[elder]) / (loud * part_heard), 0, loud);
            for (const Matter matter : all_matters) odds[matter] += stage.elder_voice[matter][elder] * said;
        }
        for (const Matter matter : all_matters) {
            odds[matter] /= loud;
            for (std::size_t i = 0; i < numbers; ++i)
                odds[matter] += panel_.worth[matter][(most_men + 1) * i + men[i]];
        }
        return odds;
    }

  private:
    /// A number of every judge's on a bench: as many as one register holds where it is wide.
    static constexpr std::size_t bench_size = 16;
    using Bench = std::int16_t __attribute__((vector_size(bench_size * sizeof(std::int16_t))));
    static_assert(Judges::judges % bench_size == 0);

    /// What a bench thinks of one thing; the bench that begins with this judge.
    Bench thought(std::size_t first, std::size_t row) const noexcept {
        Bench bench;
        std::memcpy(&bench, &panel_.thoughts[row][first], sizeof bench);
        return bench;
    }
    Bench said_by(std::size_t first, const std::array<LineKinds, 2>& seen, const MenNumbers& men) const noexcept {
        Bench at_first = thought(first, Judges::at_first);
        for (std::size_t i = 0; i < numbers; ++i) at_first += thought(first, Judges::of_number(i, men[i]));
        // Each side and line is known to the compiler, so that little is left to do but to add.
        return [&]<std::size_t... side>(std::index_sequence<side...>) {
            return (aloud(at_first + of_lines<side>(first, seen, std::make_index_sequence<lines>())) + ...);
        }(std::make_index_sequence<views.size()>());
    }
    template <std::size_t side, std::size_t... i>
    Bench of_lines(std::size_t first, const std::array<LineKinds, 2>& seen,
                   std::index_sequence<i...>) const noexcept {
        constexpr View view = views[side];
        return (thought(first, line::kinds * view.line[i] + seen[view.backwards[i]][i]) + ...);
    }
    static Bench aloud(Bench thought) noexcept {
        thought = thought < 0 ? Bench{} : thought;
        return thought > loud ? Bench{} + static_cast<std::int16_t>(loud) : thought;
    }

    static int weigh(const Judges::OfJudges& heard, const Judges::OfJudges& weights) noexcept {
        int sum = 0;
        for (std::size_t judge = 0; judge < Judges::judges; ++judge) sum += heard[judge] * weights[judge];
        return sum;
    }

    Judges panel_;
};

}  // namespace tavola::trilha
