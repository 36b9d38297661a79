// Finds the weights of a game's evaluation from games that the program plays against itself.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "search/logistic.h"
#include "search/sparring.h"

namespace tavola {

struct TuneSettings {
    int games = 2000;        ///< a round
    std::uint64_t seed = 1;  ///< the same seed, the same weights, on however many threads
    int rounds = 2;          ///< the weights of one round play the games of the next
    int threads = 1;
};

/// Called now and then with the round (from 1) and the games of it that are played.
using TuneListener = std::function<void(int round, int games)>;

template <class G>
struct Tuned {
    Terms<G> weights;           ///< in hundredths
    int lead = 0;               ///< of which so many make the odds of winning e to 1
    std::size_t positions = 0;  ///< of the last round
    double drawn = 0;           ///< the part of its games
    /// On a tenth of its games, which the fit did not see: with the weights that played them, and the new ones.
    double loss_before = 0, loss_after = 0;
};

namespace detail {

template <class G>
using SampleOf = Sample<std::size(Evaluation<G>::terms)>;

/// What is learnt from one game.
template <class G>
struct Lesson {
    std::vector<SampleOf<G>> samples;
    bool drawn = false;
};

template <Evaluated G>
Lesson<G> play_lesson(const typename G::Rules& rules, const Sparring<G>& player, Random random) {
    Lesson<G> lesson;
    std::vector<Player> movers;
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
        SampleOf<G> sample;
        const Terms<G> features = Evaluation<G>::features(rules, seen);
        for (std::size_t i = 0; i < features.size(); ++i) sample.features[i] = static_cast<std::int16_t>(features[i]);
        lesson.samples.push_back(sample);
        movers.push_back(G::turn(seen));
    };
    const Outcome outcome = spar<G>(rules, player, player, Sparse{}, random, look);
    lesson.drawn = outcome.drawn();
    for (std::size_t i = 0; i < movers.size(); ++i)
        lesson.samples[i].result = outcome.drawn() ? 0.5f : outcome.won_by(movers[i]) ? 1.0f : 0.0f;
    return lesson;
}

/// All games of a round. Each has a seed of its own, so it does not matter which thread plays it.
template <Evaluated G>
std::vector<Lesson<G>> play_lessons(const typename G::Rules& rules, const Terms<G>& weights,
                                    const TuneSettings& settings, int round, const TuneListener& listener) {
    const Sparring<G> player(rules, weights);
    std::vector<Lesson<G>> lessons(static_cast<std::size_t>(settings.games));
    std::atomic<int> next = 0;
    const auto work = [&](bool reports) {
        for (int game = next++; game < settings.games; game = next++) {
            const auto number = static_cast<std::uint64_t>(game) | static_cast<std::uint64_t>(round) << 32;
            lessons[static_cast<std::size_t>(game)] =
                play_lesson<G>(rules, player, Random(mix(settings.seed) + mix(number)));
            if (reports && listener) listener(round, game + 1);
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < settings.threads; ++i) others.emplace_back(work, false);
    work(true);
    others.clear();
    return lessons;
}

template <std::size_t N>
Coefficients<N> scaled(const std::array<int, N>& weights, double scale) noexcept {
    Coefficients<N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = scale * weights[i];
    return result;
}

/// The fitted weights such that the first is the game's unit; and none that is not the first is beyond it, since what
/// is seen in the games of shallow players may only be a sign of a man about to fall.
template <class G>
Terms<G> rounded(const Coefficients<std::tuple_size_v<Terms<G>>>& fitted) noexcept {
    Terms<G> weights{};
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<int>(std::lround(Evaluation<G>::unit * fitted[i] / fitted[0]));
    return weights;
}

}  // namespace detail

template <Evaluated G>
Tuned<G> tune(const typename G::Rules& rules, const TuneSettings& settings, const TuneListener& listener = {}) {
    Tuned<G> tuned{.weights = Evaluation<G>::weights(rules)};
    for (int round = 1; round <= settings.rounds; ++round) {
        // 1. Play with the weights there are.
        const auto lessons = detail::play_lessons<G>(rules, tuned.weights, settings, round, listener);
        // 2. Put a tenth of the games aside.
        std::vector<detail::SampleOf<G>> taught, held_out;
        std::size_t drawn = 0;
        for (std::size_t i = 0; i < lessons.size(); ++i) {
            auto& pile = i % 10 == 9 ? held_out : taught;
            pile.insert(pile.end(), lessons[i].samples.begin(), lessons[i].samples.end());
            drawn += lessons[i].drawn;
        }
        // 3. Fit, and see how much better the games that were put aside are foretold.
        const std::span<const detail::SampleOf<G>> seen(taught), unseen(held_out);
        const auto before = detail::scaled(tuned.weights, 1.0);
        const auto fitted = fit(seen);
        tuned.loss_before = log_loss(unseen, detail::scaled(tuned.weights, fit_scale(seen, before)));
        tuned.positions = taught.size() + held_out.size();
        tuned.drawn = static_cast<double>(drawn) / static_cast<double>(lessons.size());
        if (!(fitted[0] > 0)) break;  // too little was seen to tell what even the first term is worth
        tuned.weights = detail::rounded<G>(fitted);
        tuned.lead = static_cast<int>(std::lround(Evaluation<G>::unit / fitted[0]));
        tuned.loss_after = log_loss(unseen, detail::scaled(tuned.weights, 1.0 / tuned.lead));
    }
    return tuned;
}

/// The first term and nothing else: what the tuned weights have to beat.
template <Evaluated G>
constexpr Terms<G> first_term_only() noexcept {
    Terms<G> weights{};
    weights[0] = Evaluation<G>::unit;
    return weights;
}

}  // namespace tavola
