// What the results of a match tell: score, Elo difference, how sure we are of them, and when to stop.
//
// Games are played in pairs, both from one opening with sides swapped. The two games of a pair are not independent
// of each other (a won opening is won for both), so whatever measures doubt counts pairs, by their points
// ("pentanomial"), and single games only where there are no pairs.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace tavola::arena {

/// The games of one player against another.
struct Tally {
    std::uint64_t wins = 0, draws = 0, losses = 0;

    std::uint64_t games() const noexcept { return wins + draws + losses; }
    /// Of the points to be had, the part that was won; one half when there are no games.
    double score() const noexcept;
    void add(int half_points) noexcept;
    friend bool operator==(const Tally&, const Tally&) = default;
};

/// Pairs of games by the half points that they brought, 0 to 4.
struct Pairs {
    std::array<std::uint64_t, 5> by_half_points{};

    std::uint64_t count() const noexcept;
    void add(int half_points) noexcept { ++by_half_points[static_cast<std::size_t>(half_points)]; }
    friend bool operator==(const Pairs&, const Pairs&) = default;
};

/// How often each of some scores came, the scores being spread evenly from 0 to 1: a loss, a draw and a win, or the
/// five results of a pair.
struct Statistics {
    double count = 0;     ///< how many there are
    double mean = 0.5;    ///< of the score
    double variance = 0;  ///< of the score of one of them

    double standard_error() const noexcept;
};
Statistics statistics(std::span<const std::uint64_t> counts) noexcept;
Statistics statistics(const Tally& tally) noexcept;
Statistics statistics(const Pairs& pairs) noexcept;

/// The difference in Elo at which a score is expected, and the other way round. Scores of 0 and 1 are infinitely far.
double elo_of_score(double score) noexcept;
double score_of_elo(double elo) noexcept;

struct Interval {
    double low = 0, high = 1;
};

/// What can be said of the first player's strength against the second's.
struct Estimate {
    double score = 0.5;
    Interval score_interval;  ///< 95%; the first is stronger, by this measure, if it is all above one half
    double elo = 0;
    Interval elo_interval;     ///< 95%; its ends may be infinite
    double superiority = 0.5;  ///< the likelihood that the first is the stronger one

    /// Half the width of the Elo interval.
    double elo_error() const noexcept { return (elo_interval.high - elo_interval.low) / 2; }
};
Estimate estimate(const Tally& tally, const Pairs& pairs) noexcept;

/// The sequential probability ratio test: play until one of two differences is the likelier by far.
struct Sprt {
    double elo0 = 0, elo1 = 10;
    double alpha = 0.05, beta = 0.05;  ///< how often elo1 is accepted wrongly, and elo0

    double lower() const noexcept;  ///< at this log-likelihood ratio elo0 is accepted
    double upper() const noexcept;  ///< and at this one elo1
    enum class State : std::uint8_t { running, elo0, elo1 };
    State state(double ratio) const noexcept;
};

/// The log-likelihood ratio of elo1 to elo0: each hypothesis is given the likeliest frequencies of the five pair
/// results that have its score (the generalised test).
double log_likelihood_ratio(const Sprt& sprt, const Pairs& pairs) noexcept;
/// The same from single games.
double log_likelihood_ratio(const Sprt& sprt, const Tally& tally) noexcept;

}  // namespace tavola::arena
