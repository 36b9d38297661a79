// Logistic regression: from what was seen and how it ended to what each term weighs.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tavola {

/// What was seen in a position, and how the game ended for the player to move: 1 won, 0.5 drawn, 0 lost.
template <std::size_t N>
struct Sample {
    std::array<std::int16_t, N> features{};
    float result = 0;
};

template <std::size_t N>
using Coefficients = std::array<double, N>;

template <std::size_t N>
double expected(const Sample<N>& sample, const Coefficients<N>& weights) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += sample.features[i] * weights[i];
    return 1 / (1 + std::exp(-sum));
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

/// Solves a x = b; `a` is symmetric and positive definite, so no pivot is looked for.
template <std::size_t N>
Coefficients<N> solve(std::array<Coefficients<N>, N> a, Coefficients<N> b) noexcept {
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t row = i + 1; row < N; ++row) {
            const double factor = a[row][i] / a[i][i];
            for (std::size_t column = i; column < N; ++column) a[row][column] -= factor * a[i][column];
            b[row] -= factor * b[i];
        }
    for (std::size_t i = N; i-- > 0;) {
        for (std::size_t column = i + 1; column < N; ++column) b[i] -= a[i][column] * b[column];
        b[i] /= a[i][i];
    }
    return b;
}

}  // namespace detail

/// The weights that foretell the results best, by Newton's method: so few terms need no learning rate. A light pull
/// to zero keeps terms that were never seen at zero, and those that always won from growing without end.
template <std::size_t N>
Coefficients<N> fit(std::span<const Sample<N>> samples, double pull = 1.0) noexcept {
    Coefficients<N> weights{};
    for (int round = 0; round < 30; ++round) {
        std::array<Coefficients<N>, N> curvature{};
        Coefficients<N> slope{};
        for (std::size_t i = 0; i < N; ++i) {
            curvature[i][i] = pull;
            slope[i] = -pull * weights[i];
        }
        for (const Sample<N>& sample : samples) {
            const double p = expected(sample, weights);
            for (std::size_t i = 0; i < N; ++i) {
                const double seen = sample.features[i];
                slope[i] += (sample.result - p) * seen;
                for (std::size_t j = 0; j < N; ++j) curvature[i][j] += p * (1 - p) * seen * sample.features[j];
            }
        }
        const Coefficients<N> change = detail::solve(curvature, slope);
        double largest = 0;
        for (std::size_t i = 0; i < N; ++i) {
            weights[i] += change[i];
            largest = std::max(largest, std::abs(change[i]));
        }
        if (largest < 1e-9) break;
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
            double worth = 0;
            for (std::size_t i = 0; i < N; ++i) worth += sample.features[i] * weights[i];
            const double p = 1 / (1 + std::exp(-scale * worth));
            slope += (sample.result - p) * worth;
            curvature += p * (1 - p) * worth * worth;
        }
        scale += slope / curvature;
    }
    return scale;
}

}  // namespace tavola
