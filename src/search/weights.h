// What the terms of the evaluations weigh, in hundredths of a game's first term: a man, a ball, a point; in Niout a
// throw. Found by `tavola tune`, from weights set by hand; the command is named beside each list.
#pragma once

#include <array>

namespace tavola::weights {

// tavola tune trilha --preset P --games 2000 --rounds 4
// men, mobility, blocked men, mills, open mills, double mills, junctions, flying
inline constexpr std::array<int, 8> trilha_classica = {100, 5, -12, 1, 15, 66, 2, 0};
inline constexpr std::array<int, 8> trilha_recomendada = {100, 8, -12, 30, 27, 89, 0, 79};
inline constexpr std::array<int, 8> trilha_quadrados = {100, 4, -12, 28, 22, 58, 5, 75};
inline constexpr std::array<int, 8> trilha_internacional = {100, 4, -18, 26, 23, 30, 3, 74};

// tavola tune policiais --games 2000 --rounds 4, and the same for pretoa
// men, mobility, men under attack, exposed men, centre, offenders
// Offenders are by hand: the tuner plays captures and removals out before it looks.
inline constexpr std::array<int, 6> policiais = {100, 1, -4, -3, -6, 60};
inline constexpr std::array<int, 6> pretoa = {100, 0, -7, -4, -11, 60};

// tavola tune abalone --set start=belgian-daisy --games 400 --rounds 3: from there the balls meet soon.
// balls, cohesion, centre, rim, edge danger, sumito
inline constexpr std::array<int, 6> abalone = {100, 1, 10, -10, -17, 6};

// tavola tune trench --games 400 --rounds 2
// points, men in the trench, stars under attack, mobility, advance
inline constexpr std::array<int, 5> trench = {100, -11, -12, 2, -1};

// Fitted to the exact chances of 90,000 positions with one to three horses to run on each side (src/tables), which they
// foretell with a root mean square error of 4.6 points; for pairs by games, looking one move ahead.
// way run, horses at risk, the throw, horses in reach
// The way is in tenths of a throw.
inline constexpr std::array<int, 4> niout = {10, -8, 61, 3};
inline constexpr std::array<int, 4> niout_pairs = {10, -4, 61, 7};
/// So much of a lead, times the root of the throws that two sides still need, makes the odds of winning e to 1.
inline constexpr int niout_lead = 108;

}  // namespace tavola::weights
