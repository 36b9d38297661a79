// Finds the weights of a game's evaluation from games that the program plays against itself. What foretells the
// results best is not always what plays best, so a fit only proposes weights, and games decide.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "search/logistic.h"
#include "search/on_threads.h"
#include "search/scholar.h"
#include "search/sparring.h"

namespace tavola {

struct TuneSettings {
    int games = 2000;         ///< a round
    std::uint64_t seed = 1;   ///< the same seed, the same weights, on however many threads
    int rounds = 2;           ///< the weights of one round play the games of the next
    int depth = 1;            ///< how many plies the players look ahead
    std::uint64_t nodes = 0;  ///< if not 0, players who search so many nodes a move instead (not with dice)
    int threads = 1;
    int trials = 200;  ///< games to compare one list of weights with another
};

/// Called now and then with the round (from 1) and the games of it that are played.
using TuneListener = std::function<void(int round, int games)>;

template <class G>
struct Tuned {
    Terms<G> weights;           ///< in hundredths
    int lead = 0;               ///< of which so many make the odds of winning e to 1
    std::size_t positions = 0;  ///< that taught them
    double drawn = 0;           ///< the part of the last round's games
    /// On a tenth of those games, which the fit did not see: with the weights that played them, and the new ones.
    double loss_before = 0, loss_after = 0;
};

/// The first term and nothing else: what the tuned weights have to beat.
template <Evaluated G>
constexpr Terms<G> first_term_only() noexcept {
    Terms<G> weights{};
    weights[0] = Evaluation<G>::unit;
    return weights;
}

namespace detail {

template <class G>
using SampleOf = Sample<std::size(Evaluation<G>::terms)>;

/// What is learnt from one game.
template <class G>
struct Lesson {
    std::vector<SampleOf<G>> samples;
    std::vector<int> scores;  ///< what players who search thought of each, to the player to move there; else empty
    bool drawn = false;
};

template <Evaluated G>
Lesson<G> play_lesson(const typename G::Rules& rules, const Terms<G>& weights, const TuneSettings& settings,
                      Random random) {
    const Sparring<G> player(rules, weights, settings.depth);
    Lesson<G> lesson;
    std::vector<Player> movers;
    std::vector<bool> turned;  // whether captures have passed the turn to the other side
    const auto look = [&](const typename G::Position& position) {
        // Where captures hang in the air, the position after them is judged; where dice do, one before the throw.
        typename G::Position seen = position;
        if constexpr (Diced<G>) {
            MoveList<G> moves;
            G::generate(rules, position, moves);
            if (G::chance(position, moves[0]) == 0) return;
        } else {
            seen = player.settled(position);
        }
        lesson.samples.emplace_back(Evaluation<G>::features(rules, seen));
        movers.push_back(G::turn(seen));
        turned.push_back(!G::together(rules, G::turn(position), G::turn(seen)));
    };
    const Outcome outcome = [&] {
        if constexpr (!G::dice)
            if (settings.nodes > 0) {
                const Scholar<G> scholar(rules, weights, settings.nodes);
                const Outcome end = spar<G>(rules, scholar, scholar, scholar.course, random, look);
                lesson.scores = scholar.scores();
                return end;
            }
        return spar<G>(rules, player, player, Course{}, random, look);
    }();
    lesson.drawn = outcome.drawn();
    for (std::size_t i = 0; i < movers.size(); ++i)
        lesson.samples[i].result = outcome.drawn() ? 0.5f : outcome.won_by(movers[i]) ? 1.0f : 0.0f;
    for (std::size_t i = 0; i < lesson.scores.size(); ++i)
        if (turned[i]) lesson.scores[i] = -lesson.scores[i];
    return lesson;
}

/// How a game ended says less of a position than what good players thought of it then, but nobody else says whether they
/// were right: of both, some.
template <class G>
void add_foresight(std::vector<Lesson<G>>& lessons, float part) {
    std::vector<Sample<1>> seen;
    const auto clamped = [](int score) { return std::clamp(score, -1000, 1000); };
    for (const Lesson<G>& lesson : lessons)
        for (std::size_t i = 0; i < lesson.scores.size(); ++i)
            seen.emplace_back(std::array{clamped(lesson.scores[i])}, lesson.samples[i].result);
    if (seen.empty()) return;
    const double scale = fit_scale(std::span<const Sample<1>>(seen), Coefficients<1>{1});
    for (Lesson<G>& lesson : lessons)
        for (std::size_t i = 0; i < lesson.scores.size(); ++i) {
            const double chance = 1 / (1 + std::exp(-scale * clamped(lesson.scores[i])));
            lesson.samples[i].result += part * (static_cast<float>(chance) - lesson.samples[i].result);
        }
}

/// All games of a round. Each has a seed of its own, so it does not matter which thread plays it.
template <Evaluated G>
std::vector<Lesson<G>> play_lessons(const typename G::Rules& rules, const Terms<G>& weights,
                                    const TuneSettings& settings, int round, const TuneListener& listener) {
    std::vector<Lesson<G>> lessons(static_cast<std::size_t>(settings.games));
    on_threads(settings.threads, lessons.size(), [&](std::size_t game, bool reports) {
        const std::uint64_t number = game | static_cast<std::uint64_t>(round) << 32;
        lessons[game] = play_lesson<G>(rules, weights, settings, Random(mix(settings.seed) + mix(number)));
        if (reports && listener) listener(round, static_cast<int>(game) + 1);
    });
    return lessons;
}

template <std::size_t N>
Coefficients<N> scaled(const std::array<int, N>& weights, double scale) noexcept {
    Coefficients<N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = scale * weights[i];
    return result;
}

/// Some of the way from one list of weights to another.
template <std::size_t N>
std::array<int, N> between(const std::array<int, N>& from, const std::array<int, N>& to, double part) noexcept {
    std::array<int, N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = from[i] + static_cast<int>(std::lround(part * (to[i] - from[i])));
    return result;
}

/// What weights score against the old ones and against the first term alone, looking one ply ahead and two; or against
/// the old ones, searching as the players of the lessons do.
template <Evaluated G>
double trial(const typename G::Rules& rules, const Terms<G>& weights, const Terms<G>& old,
             const TuneSettings& settings) {
    if constexpr (!G::dice)
        if (settings.nodes > 0)
            return weights == old ? 0.5
                                  : compare<G>(rules, Scholar<G>(rules, weights, settings.nodes),
                                               Scholar<G>(rules, old, settings.nodes), settings.trials, settings.seed,
                                               Scholar<G>::course);
    double sum = 0;
    for (int depth = 1; depth <= 2; ++depth)
        for (const Terms<G>& rival : {old, first_term_only<G>()})
            sum += weights == rival ? 0.5 : compare<G>(rules, weights, rival, settings.trials, settings.seed, depth);
    return sum / 4;
}

/// The best of some steps from the old weights to the fitted ones; the first is to stay.
template <Evaluated G>
Terms<G> best_step(const typename G::Rules& rules, const Terms<G>& old, const Terms<G>& fitted,
                   const TuneSettings& settings) {
    Terms<G> best = old;
    double most = 0;
    for (const double part : {0.0, 0.25, 0.5, 1.0}) {
        const Terms<G> weights = between(old, fitted, part);
        if (const double score = trial<G>(rules, weights, old, settings); score > most) most = score, best = weights;
    }
    return best;
}

/// The fitted weights in the game's unit. A term that was hardly ever seen keeps the weight it had.
template <class G>
Terms<G> in_units(const Coefficients<std::tuple_size_v<Terms<G>>>& fitted, std::span<const SampleOf<G>> samples,
                  Terms<G> weights) noexcept {
    std::array<int, std::tuple_size_v<Terms<G>>> often{};
    for (const auto& sample : samples)
        for (const auto [term, times] : sample.seen) ++often[term];
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (often[i] >= 100) weights[i] = static_cast<int>(std::lround(Evaluation<G>::unit * fitted[i] / fitted[0]));
    return weights;
}

}  // namespace detail

template <Evaluated G>
Tuned<G> tune(const typename G::Rules& rules, const TuneSettings& settings, const TuneListener& listener = {}) {
    Tuned<G> tuned{.weights = Evaluation<G>::weights(rules)};
    std::vector<detail::SampleOf<G>> taught;  // of all rounds, so that a new fashion does not forget the old one
    for (int round = 1; round <= settings.rounds; ++round) {
        // 1. Play with the weights there are.
        auto lessons = detail::play_lessons<G>(rules, tuned.weights, settings, round, listener);
        detail::add_foresight<G>(lessons, 0.7f);
        // 2. Put a tenth of the games aside.
        std::vector<detail::SampleOf<G>> held_out;
        std::size_t drawn = 0;
        for (std::size_t i = 0; i < lessons.size(); ++i) {
            auto& pile = i % 10 == 9 ? held_out : taught;
            pile.insert(pile.end(), lessons[i].samples.begin(), lessons[i].samples.end());
            drawn += lessons[i].drawn;
        }
        // 3. Fit, and see how much better the games that were put aside are foretold.
        const std::span<const detail::SampleOf<G>> seen(taught), unseen(held_out);
        const auto fitted = fit(seen);
        if (!(fitted[0] > 0)) break;  // too little was seen to tell what even the first term is worth
        tuned.positions = taught.size();
        tuned.drawn = static_cast<double>(drawn) / static_cast<double>(lessons.size());
        const auto loss = [&](const Terms<G>& weights) {
            const auto plain = detail::scaled(weights, 1.0);
            return log_loss(unseen, detail::scaled(weights, fit_scale(seen, plain)));
        };
        tuned.loss_before = loss(tuned.weights);
        // 4. Go as far towards the fit as games confirm.
        const Terms<G> proposed = detail::in_units<G>(fitted, seen, tuned.weights);
        tuned.weights = detail::best_step<G>(rules, tuned.weights, proposed, settings);
        tuned.loss_after = loss(tuned.weights);
        tuned.lead = static_cast<int>(std::lround(1 / fit_scale(seen, detail::scaled(tuned.weights, 1.0))));
    }
    return tuned;
}

}  // namespace tavola
