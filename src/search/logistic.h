// Logistic regression: from what was seen and how it ended to what each term weighs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tavola {

/// What was seen in a position, and how the game ended for the player to move: 1 won, 0.5 drawn, 0 lost.
template <std::size_t N>
struct Sample {
    struct Seen {
        std::uint16_t term;
        std::int16_t times;
    };

    Sample() = default;
    explicit Sample(const std::array<int, N>& features, float end = 0) : result(end) {
        const auto many = N - static_cast<std::size_t>(std::ranges::count(features, 0));
        seen.reserve(many);
        for (std::size_t i = 0; i < N; ++i)
            if (features[i] != 0)
                seen.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(features[i])});
    }

    std::vector<Seen> seen;  ///< of many terms a position shows few
    float result = 0;
};

template <std::size_t N>
using Coefficients = std::array<double, N>;

/// What is seen, weighed.
template <std::size_t N>
double worth(const Sample<N>& sample, const Coefficients<N>& weights) noexcept {
    double sum = 0;
    for (const auto [term, times] : sample.seen) sum += times * weights[term];
    return sum;
}

template <std::size_t N>
double expected(const Sample<N>& sample, const Coefficients<N>& weights) noexcept {
    return 1 / (1 + std::exp(-worth(sample, weights)));
}

/// How badly the results are foretold, on average: log 2 is knowing nothing.
template <std::size_t N>
double log_loss(std::span<const Sample<N>> samples, const Coefficients<N>& weights) noexcept {
    double sum = 0;
    for (const Sample<N>& sample : samples) {
        const double p = std::min(std::max(expected(sample, weights), 1e-12), 1 - 1e-12);
        sum -= sample.result * std::log(p) + (1 - sample.result) * std::log(1 - p);
    }
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

namespace detail {

template <std::size_t N>
double product(const Coefficients<N>& a, const Coefficients<N>& b) noexcept {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The change of weights that leads from a slope to level ground if the curvature stays as it is, by conjugate
/// gradients: a sample sees few terms, so a matrix of all pairs would be large and mostly empty. `bend` is how much each
/// sample adds to the curvature.
template <std::size_t N>
Coefficients<N> step(std::span<const Sample<N>> samples, std::span<const double> bend, double pull,
                     const Coefficients<N>& slope) {
    Coefficients<N> scale;  // what is seen often is measured in smaller steps
    scale.fill(pull);
    for (std::size_t k = 0; k < samples.size(); ++k)
        for (const auto [term, times] : samples[k].seen) scale[term] += bend[k] * times * times;
    Coefficients<N> change{}, rest = slope, way, curved;
    for (std::size_t i = 0; i < N; ++i) way[i] = rest[i] / scale[i];
    double left = product(rest, way);
    const double enough = 1e-8 * left;
    for (int turn = 0; turn < 100 && left > enough; ++turn) {
        for (std::size_t i = 0; i < N; ++i) curved[i] = pull * way[i];
        for (std::size_t k = 0; k < samples.size(); ++k) {
            const double by = bend[k] * worth(samples[k], way);
            for (const auto [term, times] : samples[k].seen) curved[term] += by * times;
        }
        const double length = left / product(way, curved);
        double now = 0;
        for (std::size_t i = 0; i < N; ++i) {
            change[i] += length * way[i];
            rest[i] -= length * curved[i];
            now += rest[i] * rest[i] / scale[i];
        }
        for (std::size_t i = 0; i < N; ++i) way[i] = rest[i] / scale[i] + now / left * way[i];
        left = now;
    }
    return change;
}

}  // namespace detail

/// The weights that foretell the results best, by Newton's method, which needs no learning rate. A light pull to zero
/// keeps terms that were never seen at zero, and those that always won from growing without end.
template <std::size_t N>
Coefficients<N> fit(std::span<const Sample<N>> samples, double pull = 1.0) {
    Coefficients<N> weights{};
    std::vector<double> bend(samples.size());
    for (int round = 0; round < 30; ++round) {
        Coefficients<N> slope;
        for (std::size_t i = 0; i < N; ++i) slope[i] = -pull * weights[i];
        for (std::size_t k = 0; k < samples.size(); ++k) {
            const double p = expected(samples[k], weights);
            bend[k] = p * (1 - p);
            for (const auto [term, times] : samples[k].seen) slope[term] += (samples[k].result - p) * times;
        }
        const Coefficients<N> change = detail::step<N>(samples, bend, pull, slope);
        double largest = 0;
        for (std::size_t i = 0; i < N; ++i) {
            weights[i] += change[i];
            largest = std::max(largest, std::abs(change[i]));
        }
        if (largest < 1e-5) break;
    }
    return weights;
}

/// How many of these given weights foretell the results best: the one number that turns a worth into log odds.
template <std::size_t N>
double fit_scale(std::span<const Sample<N>> samples, const Coefficients<N>& weights) noexcept {
    double scale = 0;
    for (int round = 0; round < 30; ++round) {
        double curvature = 1e-9, slope = 0;
        for (const Sample<N>& sample : samples) {
            const double lead = worth(sample, weights);
            const double p = 1 / (1 + std::exp(-scale * lead));
            slope += (sample.result - p) * lead;
            curvature += p * (1 - p) * lead * lead;
        }
        scale += slope / curvature;
    }
    return scale;
}

}  // namespace tavola
