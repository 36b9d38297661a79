#include "arena/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tavola::arena {
namespace {

// 95% of a normal distribution lie within so many standard deviations.
constexpr double z95 = 1.959963984540054;

double normal_below(double x) noexcept { return std::erfc(-x / std::sqrt(2.0)) / 2; }

Interval clamped(double low, double high) noexcept { return {std::max(low, 0.0), std::min(high, 1.0)}; }

// Wilson's interval: unlike the plain one it does not shrink to a point when all results are alike.
Interval wilson(double score, double games) noexcept {
    const double weight = z95 * z95 / games;
    const double centre = (score + weight / 2) / (1 + weight);
    const double half = std::sqrt(score * (1 - score) * weight + weight * weight / 4) / (1 + weight);
    return clamped(centre - half, centre + half);
}

std::array<std::uint64_t, 3> counts_of(const Tally& tally) noexcept {
    return {tally.losses, tally.draws, tally.wins};
}

// The score of the i-th of some results, the worst first.
double score_at(std::size_t i, std::size_t results) noexcept {
    return static_cast<double>(i) / static_cast<double>(results - 1);
}

// Where the likeliest frequencies under an expected score differ from the observed ones: observed frequency i is
// divided by 1 + tilt * (score i - expected). The tilt is where the constraint holds; the sum below falls with it.
double tilt_to(double expected, std::span<const double> frequencies) noexcept {
    const auto excess = [&](double tilt) {
        double sum = 0;
        for (std::size_t i = 0; i < frequencies.size(); ++i) {
            const double distance = score_at(i, frequencies.size()) - expected;
            sum += frequencies[i] * distance / (1 + tilt * distance);
        }
        return sum;
    };
    double low = -1 / (1 - expected), high = 1 / expected;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (excess(middle) > 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

double ratio(const Sprt& sprt, std::span<const std::uint64_t> counts) noexcept {
    // A result that has not come yet is not impossible.
    constexpr double unseen = 1e-3;
    std::array<double, 5> weights{};
    double total = 0;
    bool any = false;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        any = any || counts[i] > 0;
        weights[i] = counts[i] > 0 ? static_cast<double>(counts[i]) : unseen;
        total += weights[i];
    }
    if (!any) return 0;
    const std::span<double> frequencies(weights.data(), counts.size());
    for (double& frequency : frequencies) frequency /= total;
    const double score0 = score_of_elo(sprt.elo0), score1 = score_of_elo(sprt.elo1);
    const double tilt0 = tilt_to(score0, frequencies), tilt1 = tilt_to(score1, frequencies);
    double sum = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const double score = score_at(i, frequencies.size());
        sum += frequencies[i] * std::log((1 + tilt0 * (score - score0)) / (1 + tilt1 * (score - score1)));
    }
    return total * sum;
}

}  // namespace

double Tally::score() const noexcept {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

void Tally::add(int half_points) noexcept { ++(half_points == 2 ? wins : half_points == 1 ? draws : losses); }

std::uint64_t Pairs::count() const noexcept {
    return std::accumulate(by_half_points.begin(), by_half_points.end(), std::uint64_t{0});
}

double Statistics::standard_error() const noexcept { return count > 0 ? std::sqrt(variance / count) : 0; }

Statistics statistics(std::span<const std::uint64_t> counts) noexcept {
    Statistics result;
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double n = static_cast<double>(counts[i]), score = score_at(i, counts.size());
        result.count += n;
        sum += n * score;
        squares += n * score * score;
    }
    if (result.count > 0) {
        result.mean = sum / result.count;
        result.variance = std::max(0.0, squares / result.count - result.mean * result.mean);
    }
    return result;
}

Statistics statistics(const Tally& tally) noexcept { return statistics(counts_of(tally)); }
Statistics statistics(const Pairs& pairs) noexcept { return statistics(pairs.by_half_points); }

double elo_of_score(double score) noexcept {
    if (score <= 0) return -std::numeric_limits<double>::infinity();
    if (score >= 1) return std::numeric_limits<double>::infinity();
    return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate estimate(const Tally& tally, const Pairs& pairs) noexcept {
    Estimate result;
    result.score = tally.score();
    const double games = static_cast<double>(tally.games());
    const Statistics sample = pairs.count() > 1 ? statistics(pairs) : statistics(tally);
    // Below this, the differences are those of rounding: all results were alike.
    constexpr double no_variance = 1e-12;
    if (games > 0 && sample.variance > no_variance) {
        const double error = sample.standard_error();
        result.score_interval = clamped(result.score - z95 * error, result.score + z95 * error);
        result.superiority = normal_below((result.score - 0.5) / error);
    } else if (games > 0) {
        const double decided = static_cast<double>(tally.wins + tally.losses);
        result.score_interval = wilson(result.score, games);
        if (decided > 0)
            result.superiority = normal_below((static_cast<double>(tally.wins) - static_cast<double>(tally.losses)) /
                                              std::sqrt(decided));
    }
    result.elo = elo_of_score(result.score);
    result.elo_interval = {elo_of_score(result.score_interval.low), elo_of_score(result.score_interval.high)};
    return result;
}

double Sprt::lower() const noexcept { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const noexcept { return std::log((1 - beta) / alpha); }

Sprt::State Sprt::state(double ratio) const noexcept {
    return ratio >= upper() ? State::elo1 : ratio <= lower() ? State::elo0 : State::running;
}

double log_likelihood_ratio(const Sprt& sprt, const Pairs& pairs) noexcept {
    return ratio(sprt, pairs.by_half_points);
}
double log_likelihood_ratio(const Sprt& sprt, const Tally& tally) noexcept { return ratio(sprt, counts_of(tally)); }

}  // namespace tavola::arena
