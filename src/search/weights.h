// What the terms of the evaluations weigh, in hundredths of a game's first term.
#pragma once

#include <array>

namespace tavola::weights {

// men, mobility, blocked men, mills, open mills, double mills, junctions, flying
inline constexpr std::array<int, 8> trilha_classica = {100, 3, -14, 12, 19, 80, 4, 0};
inline constexpr std::array<int, 8> trilha_recomendada = {100, 8, -12, 30, 27, 89, 0, 79};
inline constexpr std::array<int, 8> trilha_quadrados = {100, 4, -8, 10, 25, 40, 4, 50};
inline constexpr std::array<int, 8> trilha_internacional = {100, 4, -19, 22, 19, 43, 4, 75};

// men, mobility, men under attack, exposed men, centre, offenders
inline constexpr std::array<int, 6> policiais = {100, 3, 1, -6, -8, 60};
inline constexpr std::array<int, 6> pretoa = {100, 0, -7, -4, -11, 60};

// balls, cohesion, centre, rim, edge danger, sumito threats
inline constexpr std::array<int, 6> abalone = {100, 1, 10, -10, -17, 6};

// points, men in the trench, stars under attack, mobility, advance
inline constexpr std::array<int, 5> trench = {100, -11, -12, 2, -1};

// way run, horses home, horses at risk, tandems, the throw, horses in reach
inline constexpr std::array<int, 6> niout = {10, -135, -9, 3, 102, 7};
inline constexpr std::array<int, 6> niout_pairs = {10, 15, -5, 7, 88, 7};
/// A lead of so much makes the odds of winning e to 1.
inline constexpr int niout_lead = 1066;

}  // namespace tavola::weights
