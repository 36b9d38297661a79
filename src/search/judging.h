// Teaches Trilha's judges (judges.h) from positions whose worth somebody knows: the tables of perfect play, as far as they
// can be reached, and a search where they cannot.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/evaluation_trilha.h"
#include "search/on_threads.h"
#include "search/oracle.h"
#include "search/scholar.h"

namespace tavola::trilha {

/// A position of which it is known, or as good as known, how likely the player to move wins and loses.
struct Known {
    LineKinds kinds;
    MenNumbers men;
    float terms;  ///< what the terms alone say, as log odds
    ByMatter<float> chances;

    float result() const noexcept { return result(chances); }
    /// What is to be expected, from 1 for a win to 0 for a loss.
    static float result(const ByMatter<float>& chances) noexcept {
        return 0.5f + 0.5f * (chances[Matter::winning] - chances[Matter::losing]);
    }
};

struct JudgingSettings {
    Part part = Part::placing;    ///< teach those who judge then
    int games = 2000;             ///< between players of `nodes` nodes a move
    std::uint64_t nodes = 20000;  ///< searches that say what a position is worth where no table does take a tenth
    int one_in = 40;              ///< of the positions that the players judge
    int rounds = 10;              ///< through all positions
    std::uint64_t seed = 1;       ///< the same seed, the same judges, on however many threads
    int threads = 1;
};

struct Taught {
    Judges judges;
    std::size_t positions = 0;
    /// On a twentieth of them, which were put aside: with the terms alone, with the judges there were, with the new ones.
    double loss_without = 0, loss_before = 0, loss_after = 0;
};

/// Called now and then: so many games played, or rounds through the positions done, of all.
enum class Judging : std::uint8_t { games, rounds };
using JudgingListener = std::function<void(Judging what, std::size_t done, std::size_t all)>;

namespace detail {

/// So many hundredths of a man make the odds of winning e to 1.
inline constexpr float lead = 100;
/// What a pupil says counts so many times, so that all numbers are learnt at much the same pace.
inline constexpr float stress = 4;

inline float chance(float odds) noexcept { return 1 / (1 + std::exp(-odds)); }

/// How far a result is from what was foretold; 0 if that was the result itself.
inline double surprise(float foretold, float result) noexcept {
    const auto part = [](double what, double by) {
        return what > 0 ? what * std::log(what / std::max(by, 1e-6)) : 0;
    };
    return part(result, foretold) + part(1.0 - result, 1.0 - foretold);
}

using Pupils = Panel<float>;

/// What pupils say of a position, and how it came about.
struct Heard {
    /// A number of some judges', as many as a wide register holds.
    static constexpr std::size_t bench_size = 8;
    using Bench = float __attribute__((vector_size(bench_size * sizeof(float))));
    static_assert(Pupils::judges % bench_size == 0);
    static Bench bench(const Pupils::OfJudges& numbers, std::size_t first) noexcept {
        Bench some;
        std::memcpy(&some, &numbers[first], sizeof some);
        return some;
    }

    std::size_t stage;
    std::array<Pupils::OfJudges, views.size()> thoughts;
    Pupils::OfJudges said{};
    Pupils::OfElders elder_thoughts;
    ByMatter<float> odds{};

    Heard(const Pupils& pupils, const Known& known) noexcept : stage(stage_of(known.men)) {
        auto at_first = pupils.thoughts[Pupils::at_first];
        for (std::size_t i = 0; i < numbers; ++i) {
            const std::size_t row = Pupils::of_number(i, known.men[i]);
            for (const Matter matter : all_matters) odds[matter] += pupils.worth[matter][row - Pupils::line_rows];
            add(at_first, pupils.thoughts[row]);
        }
        for (std::size_t side = 0; side < views.size(); ++side) {
            auto& thought = thoughts[side] = at_first;
            for (std::size_t i = 0; i < lines; ++i) add(thought, pupils.thoughts[views[side].row(i, known.kinds[i])]);
            Pupils::OfJudges voices;
            std::ranges::transform(thought, voices.begin(), aloud);
            add(said, voices);
        }
        const Pupils::Stage& now = pupils.by_stage[stage];
        for (const Matter matter : all_matters) odds[matter] += weighed(said, now.voice[matter]);
        for (std::size_t elder = 0; elder < Pupils::elders; ++elder) {
            elder_thoughts[elder] = now.at_first[elder] + weighed(said, now.trust[elder]) / part_heard;
            for (const Matter matter : all_matters)
                odds[matter] += now.elder_voice[matter][elder] * aloud(elder_thoughts[elder]);
        }
        for (const Matter matter : all_matters)
            odds[matter] = stress * odds[matter] + (matter == Matter::winning ? known.terms : -known.terms);
    }

    static float aloud(float thought) noexcept { return std::clamp(thought, 0.0f, 1.0f); }
    /// Whether it makes a difference to think a little more.
    static bool heeded(float thought) noexcept { return thought > 0 && thought < 1; }
    static void add(Pupils::OfJudges& sum, const Pupils::OfJudges& row, float times = 1) noexcept {
        for (std::size_t first = 0; first < Pupils::judges; first += bench_size) {
            const Bench some = bench(sum, first) + times * bench(row, first);
            std::memcpy(&sum[first], &some, sizeof some);
        }
    }
    static float weighed(const Pupils::OfJudges& said, const Pupils::OfJudges& weights) noexcept {
        Bench sums{};
        for (std::size_t first = 0; first < Pupils::judges; first += bench_size)
            sums += bench(said, first) * bench(weights, first);
        float sum = 0;
        for (std::size_t i = 0; i < bench_size; ++i) sum += sums[i];
        return sum;
    }
};

/// Adds to the slopes how the surprise at a position changes with each number.
inline void add_slopes(const Pupils& pupils, const Known& known, Pupils& slopes) noexcept {
    const Heard heard(pupils, known);
    ByMatter<float> wrong;
    for (const Matter matter : all_matters)
        wrong[matter] = stress * (chance(heard.odds[matter]) - known.chances[matter]);
    const Pupils::Stage& now = pupils.by_stage[heard.stage];
    Pupils::Stage& slope = slopes.by_stage[heard.stage];
    // 1. How it changes with what each judge says.
    Pupils::OfJudges by_saying{};
    for (const Matter matter : all_matters) {
        Heard::add(by_saying, now.voice[matter], wrong[matter]);
        Heard::add(slope.voice[matter], heard.said, wrong[matter]);
    }
    for (std::size_t elder = 0; elder < Pupils::elders; ++elder) {
        float by = 0;
        for (const Matter matter : all_matters) {
            slope.elder_voice[matter][elder] += wrong[matter] * Heard::aloud(heard.elder_thoughts[elder]);
            by += wrong[matter] * now.elder_voice[matter][elder];
        }
        if (!Heard::heeded(heard.elder_thoughts[elder])) continue;
        slope.at_first[elder] += by;
        Heard::add(slope.trust[elder], heard.said, by / part_heard);
        Heard::add(by_saying, now.trust[elder], by / part_heard);
    }
    // 2. And so with what he thinks, from each side.
    Pupils::OfJudges by_all_sides{};
    for (std::size_t side = 0; side < views.size(); ++side) {
        Pupils::OfJudges by;
        for (std::size_t judge = 0; judge < Pupils::judges; ++judge)
            by[judge] = Heard::heeded(heard.thoughts[side][judge]) ? by_saying[judge] : 0;
        Heard::add(by_all_sides, by);
        for (std::size_t i = 0; i < lines; ++i) Heard::add(slopes.thoughts[views[side].row(i, known.kinds[i])], by);
    }
    for (std::size_t i = 0; i < numbers; ++i) {
        const std::size_t row = Pupils::of_number(i, known.men[i]);
        for (const Matter matter : all_matters) slopes.worth[matter][row - Pupils::line_rows] += wrong[matter];
        Heard::add(slopes.thoughts[row], by_all_sides);
    }
    Heard::add(slopes.thoughts[Pupils::at_first], by_all_sides);
}

/// All numbers of a panel in a row.
inline std::span<float> flat(Pupils& pupils) noexcept {
    static_assert(sizeof(Pupils) == sizeof(float) * Pupils::size);
    return {reinterpret_cast<float*>(&pupils), Pupils::size};
}

/// Gradient descent with a pace for each number of its own (Adam), slower and slower. The parts of a batch are always
/// the same and are added up in order, so it does not matter how many threads work on them.
inline std::unique_ptr<Pupils> descend(std::span<Known> lessons, const JudgingSettings& settings,
                                       const JudgingListener& listener) {
    constexpr std::size_t parts = 4;
    const std::size_t batch = std::min<std::size_t>(512, lessons.size());
    constexpr float fastest = 0.005f, slowest = 0.00001f;
    Random random(mix(settings.seed));
    auto pupils = std::make_unique<Pupils>(), mean = std::make_unique<Pupils>(), spread = std::make_unique<Pupils>();
    // At first each thinks a little of everything, none the same.
    const auto about_zero = [&](float most) {
        return most * (static_cast<float>(random.below(1 << 20)) / (1 << 19) - 1);
    };
    for (std::size_t row = 0; row < Pupils::line_rows; ++row)
        for (float& number : pupils->thoughts[row]) number = about_zero(0.2f);
    pupils->thoughts[Pupils::at_first].fill(0.4f);
    Pupils::Stage& first = pupils->by_stage.front();
    for (auto& voice : first.voice)
        for (float& number : voice) number = about_zero(0.15f);
    for (auto& elder : first.trust)
        for (float& number : elder) number = about_zero(0.08f);
    first.at_first.fill(0.4f);
    for (auto& voice : first.elder_voice)
        for (float& number : voice) number = about_zero(0.5f);
    pupils->by_stage.fill(first);
    const std::size_t batches = lessons.size() / batch;
    const double steps = static_cast<double>(batches) * settings.rounds;
    std::vector<Pupils> slopes(parts);
    int step = 0;
    for (int round = 0; round < settings.rounds; ++round) {
        for (std::size_t i = lessons.size(); i > 1; --i)
            std::swap(lessons[i - 1], lessons[random.below(static_cast<std::uint32_t>(i))]);
        for (std::size_t n = 0; n < batches; ++n) {
            on_threads(settings.threads, parts, [&](std::size_t part, bool) {
                std::ranges::fill(flat(slopes[part]), 0.0f);
                for (std::size_t i = part; i < batch; i += parts)
                    add_slopes(*pupils, lessons[n * batch + i], slopes[part]);
            });
            ++step;
            const auto pace = slowest + fastest * static_cast<float>(0.5 + 0.5 * std::cos(3.14159265 * step / steps));
            const auto mean_known = static_cast<float>(1 - std::pow(0.9, step));
            const auto spread_known = static_cast<float>(1 - std::pow(0.999, step));
            for (std::size_t i = 0; i < flat(*pupils).size(); ++i) {
                float slope = 0;
                for (Pupils& part : slopes) slope += flat(part)[i] / static_cast<float>(batch);
                float& m = flat(*mean)[i];
                float& s = flat(*spread)[i];
                m += 0.1f * (slope - m);
                s += 0.001f * (slope * slope - s);
                flat(*pupils)[i] -= pace * m / mean_known / (std::sqrt(s / spread_known) + 1e-8f);
            }
        }
        if (listener)
            listener(Judging::rounds, static_cast<std::size_t>(round) + 1, static_cast<std::size_t>(settings.rounds));
    }
    return pupils;
}

/// As they sit in court: thoughts in parts of loud, what is said in hundredths of a man.
inline Judges grown_up(const Pupils& pupils) noexcept {
    Judges judges;
    const auto take = [](auto& to, const auto& from, float times) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = static_cast<std::int16_t>(std::lround(std::clamp(from[i] * times, -32000.0f, 32000.0f)));
    };
    for (std::size_t row = 0; row < judges.thoughts.size(); ++row)
        take(judges.thoughts[row], pupils.thoughts[row], loud);
    for (std::size_t i = 0; i < stages; ++i) {
        Judges::Stage& stage = judges.by_stage[i];
        const Pupils::Stage& from = pupils.by_stage[i];
        for (const Matter matter : all_matters) {
            take(stage.voice[matter], from.voice[matter], stress * lead);
            take(stage.elder_voice[matter], from.elder_voice[matter], stress * lead);
        }
        for (std::size_t elder = 0; elder < Judges::elders; ++elder)
            take(stage.trust[elder], from.trust[elder], loud);
        take(stage.at_first, from.at_first, loud);
    }
    for (const Matter matter : all_matters) take(judges.worth[matter], pupils.worth[matter], stress * lead);
    return judges;
}

/// What is to be expected of a position after a verdict.
inline float foretold(const Court& court, const Known& known) noexcept {
    const Odds odds = court.verdict(known.kinds, known.men);
    const auto likely = [&](Matter matter, float terms) {
        return chance(static_cast<float>(odds[matter]) / lead + terms);
    };
    return Known::result({likely(Matter::winning, known.terms), likely(Matter::losing, -known.terms)});
}

/// What is known of a position that is won (1), drawn (0) or lost (-1).
inline ByMatter<float> settled(int worth) noexcept { return {worth > 0 ? 1.0f : 0.0f, worth < 0 ? 1.0f : 0.0f}; }

/// What somebody who searches thinks of a position. He tells who stands better, not how likely a draw is: as long as
/// many men are in hand, about half of all positions are drawn.
inline ByMatter<float> searched(const Scholar<Trilha>& scholar, const Rules& rules, const Position& position) {
    MoveList<Trilha> moves;
    Trilha::generate(rules, position, moves);
    Random nobody(0);
    scholar.new_game();
    scholar.choose(position, moves, nobody);
    const float better = 2 * chance(static_cast<float>(scholar.scores().back()) / lead) - 1;
    const float decided = std::max(0.5f, std::abs(better));
    return {(decided + better) / 2, (decided - better) / 2};
}

/// Positions of which an oracle knows what they lead to, looked through to the end. Not for several threads at once.
class Insight {
  public:
    Insight(const Rules& rules, const Oracle& oracle) : rules_(rules), oracle_(oracle), seen_(1 << 22) {}

    /// 1 if the player to move wins, 0 if it is drawn, -1 if he loses; nothing if somewhere the oracle does not know.
    std::optional<int> worth(const Position& position) {
        unknown_ = false;
        const int worth = look(position, -1, 1);
        return unknown_ ? std::nullopt : std::optional(worth);
    }

  private:
    /// What was found: the worth lies between these.
    struct Seen {
        std::uint64_t key = 0;
        std::int8_t least = -1, most = 1;
    };

    int look(const Position& position, int alpha, int beta) {
        if (const Outcome outcome = Trilha::outcome(rules_, position); outcome.over())
            return outcome.drawn() ? 0 : outcome.won_by(position.turn) ? 1 : -1;
        if (position.own_hand + position.other_hand == 0) {
            const auto ends_in = oracle_.ends_in(AnyPosition::wrap(position));
            if (!ends_in) unknown_ = true;
            return ends_in.value_or(0) > 0 ? 1 : ends_in.value_or(0) < 0 ? -1 : 0;
        }
        const std::uint64_t key = Trilha::hash(position);
        Seen seen = seen_[key % seen_.size()];
        if (seen.key != key) seen = {.key = key};
        if (seen.least >= beta || seen.least == seen.most) return seen.least;
        if (seen.most <= alpha) return seen.most;
        alpha = std::max<int>(alpha, seen.least);
        beta = std::min<int>(beta, seen.most);
        const int best = best_move(position, alpha, beta);
        if (best > alpha || best >= beta) seen.least = static_cast<std::int8_t>(best);
        if (best < beta) seen.most = static_cast<std::int8_t>(best);
        if (!unknown_) seen_[key % seen_.size()] = seen;
        return best;
    }

    // Captures first, then what stops a mill, then where lines cross.
    int best_move(const Position& position, int alpha, int beta) {
        MoveList<Trilha> moves;
        Trilha::generate(rules_, position, moves);
        const CellSet threatened = Pairs(position.other).all(), held = in_mills(position.other);
        std::ranges::sort(moves, std::ranges::greater{}, [&](Move move) {
            const int taken = !move.removes() ? 0 : held.has(move.removed()) ? 10 : 8;
            return taken + (threatened.has(move.to()) ? 4 : 0) + (middles.has(move.to()) ? 1 : 0);
        });
        int best = -1;
        for (const Move move : moves) {
            Position next = position;
            Trilha::play(rules_, next, move);
            best = std::max(best, -look(next, -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    Rules rules_;
    const Oracle& oracle_;
    std::vector<Seen> seen_;
    bool unknown_ = false;
};

/// Takes some of the positions that a player judges.
struct Sampler {
    std::vector<Position>* found;
    Random* random;
    std::uint32_t one_in;
    void operator()(const Position& position) const {
        if (random->below(one_in) == 0) found->push_back(position);
    }
};

/// Men set up anywhere, as many as there are in this part of a game once all are placed, so that best play ends in a draw:
/// where nothing is decided, most is to be learnt. Nothing if none is found.
inline std::optional<Position> set_up(const Rules& rules, const Oracle& oracle, Part part, Random& random) {
    const bool ending = part == Part::ending;
    const int least = ending ? few_men - 3 : few_men + 1, most = ending ? few_men + 1 : 2 * rules.men();
    for (int tries = 0; tries < 100; ++tries) {
        const int men = least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
        const int fewer = std::max({3, men - rules.men(), men / 2 - static_cast<int>(random.below(3))});
        const bool own_fewer = random.below(2) == 0;
        Position position;
        const auto put = [&](CellSet& men_of, int number) {
            while (men_of.size() < number)
                if (const Cell cell(static_cast<int>(random.below(24))); !(position.own | position.other).has(cell))
                    men_of |= cell;
        };
        put(position.own, own_fewer ? fewer : men - fewer);
        put(position.other, own_fewer ? men - fewer : fewer);
        if (!Trilha::outcome(rules, position).over() && oracle.ends_in(AnyPosition::wrap(position)) == 0)
            return position;
    }
    return std::nullopt;
}

/// What is learnt from one game: from positions that its players judged on the way.
inline std::vector<Known> learn_from_game(const Rules& rules, const Oracle* oracle, const JudgingSettings& settings,
                                          Random random) {
    const Terms<Trilha>& weights = Evaluation<Trilha>::weights(rules);
    std::vector<Position> judged;
    Random chosen(random.next());
    const Scholar<Trilha, Sampler> player(rules, weights, settings.nodes,
                                          {&judged, &chosen, static_cast<std::uint32_t>(settings.one_in)});
    // Games seldom come to endings, and then to much the same ones: those are set up, as are some with more men.
    std::optional<Position> set;
    if (oracle != nullptr &&
        (settings.part == Part::ending || (settings.part == Part::moving && random.below(2) == 0)))
        set = set_up(rules, *oracle, settings.part, random);
    const Course course = set ? Course{.opening = 0, .one_in = 12, .plies = 8, .repeats = false}
                              : Course{.opening = 7, .least = 2, .one_in = 30, .plies = 24, .repeats = false};
    spar_from<Trilha>(set.value_or(Trilha::start(rules)), rules, player, player, course, random,
                      [](const Position&) {});
    const Scholar<Trilha> scholar(rules, weights, settings.nodes / 10);
    std::optional<Insight> insight;
    if (oracle != nullptr) insight.emplace(rules, *oracle);
    std::vector<Known> known;
    for (const Position& position : judged) {
        const MenNumbers men = numbers_of(position);
        if (part_of(men) != settings.part) continue;
        const int hands = position.own_hand + position.other_hand;
        // The more men are in hand, the longer it takes to look to the end: further away there are fewer lessons.
        if (hands > 6 && chosen.below(hands > 8 ? 32 : 6) != 0) continue;
        // With the fewest men players judge the same positions again and again.
        if (hands == 0 && men[2] + men[3] < 10 && chosen.below(4) != 0) continue;
        const auto worth = insight && hands <= 8 ? insight->worth(position) : std::nullopt;
        if (!worth && hands == 0) continue;
        known.push_back({.kinds = kinds_of(position),
                         .men = men,
                         .terms = static_cast<float>(Evaluation<Trilha>::by_terms(rules, position, weights)) / lead,
                         .chances = worth ? settled(*worth) : searched(scholar, rules, position)});
    }
    return known;
}

inline std::vector<Known> learn_from_games(const Rules& rules, const Oracle* oracle, const JudgingSettings& settings,
                                           const JudgingListener& listener) {
    std::vector<std::vector<Known>> found(static_cast<std::size_t>(settings.games));
    on_threads(settings.threads, found.size(), [&](std::size_t game, bool reports) {
        found[game] = learn_from_game(rules, oracle, settings, Random(mix(settings.seed) + mix(game)));
        if (reports && listener) listener(Judging::games, game + 1, found.size());
    });
    std::vector<Known> all;
    for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace detail

/// Plays and teaches. Without an oracle nothing is known of positions in which all men are placed.
inline Taught teach_judges(const Rules& rules, const Oracle* oracle, const JudgingSettings& settings,
                           const JudgingListener& listener = {}) {
    std::vector<Known> lessons = detail::learn_from_games(rules, oracle, settings, listener);
    // The last games are put aside.
    const std::size_t aside = lessons.size() / 20, kept = lessons.size() - aside;
    const std::vector<Known> unseen(lessons.begin() + static_cast<std::ptrdiff_t>(kept), lessons.end());
    lessons.resize(kept);
    if (lessons.empty()) return {};
    const auto pupils = detail::descend(lessons, settings, listener);
    Taught taught{.judges = detail::grown_up(*pupils), .positions = lessons.size()};
    const auto loss = [&](const auto& foretold) {
        double sum = 0;
        for (const Known& known : unseen) sum += detail::surprise(foretold(known), known.result());
        return unseen.empty() ? 0 : sum / static_cast<double>(unseen.size());
    };
    const auto in_court = [&](const Court& court) {
        return loss([&](const Known& known) { return detail::foretold(court, known); });
    };
    taught.loss_without = loss([](const Known& known) { return detail::chance(known.terms); });
    taught.loss_before = in_court(court_of(settings.part));
    taught.loss_after = in_court(Court(taught.judges));
    return taught;
}

}  // namespace tavola::trilha
