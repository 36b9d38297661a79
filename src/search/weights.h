// What the terms of the evaluations weigh, in hundredths of a game's first term: a man, a ball, a point; in Niout a
// throw. Found by `tavola tune`, from weights set by hand; the command is named beside each list.
#pragma once

#include <array>

namespace tavola::weights {

// tavola tune trilha --preset internacional --games 2000 --rounds 1 --nodes 2500, from weights that such games of the
// same player had taught before; then the others from those with --games 700 --nodes 1000.
// In each phase: mobility, blocked men, cramped, mills, two in a row, open lines, held lines, open mills, sure mills,
// double mills, running mills, junctions. Every man stands on two lines, so what lines weigh is measured by those on
// which one man of each side stands.
inline constexpr std::array<int, 52> trilha_classica = {
    100, 393, 133, 64,                                       // men, flying, four men, five men
    9,   -6,  24,  -34, -37, -13, 64,  0,  66, 0,  14,  6,   // opening
    7,   -18, -41, -13, -31, -14, 63,  4,  71, 41, -21, 10,  // placing
    -5,  -25, -54, 25,  47,  25,  3,   3,  77, 38, 82,  9,   // moving
    -1,  -4,  -4,  70,  33,  11,  -20, 12, -8, 54, 0,   2,   // flying
};
inline constexpr std::array<int, 52> trilha_recomendada = {
    100, 366, 237, 108,                                   // men, flying, four men, five men
    -3,  1,   5,   -21, 1,  17, 28,  1,   72, 0,  14, 0,  // opening
    -11, 0,   6,   -26, 37, 21, 31,  -32, 73, 61, 38, 5,  // placing
    -5,  2,   -7,  -4,  29, 18, 10,  28,  -5, 27, 33, 4,  // moving
    0,   -5,  4,   50,  31, 16, -16, 4,   -4, 48, -7, 1,  // flying
};
inline constexpr std::array<int, 52> trilha_quadrados = {
    100, 374, 243, 131,                                     // men, flying, four men, five men
    10,  -9,  10,  -51, -46, -20, 50,  11, 17, 0,  14,  5,  // opening
    8,   -11, -27, -38, -29, -13, 49,  3,  37, 26, -16, 8,  // placing
    -3,  -15, -18, -30, 15,  12,  9,   10, 41, 59, 114, 7,  // moving
    -1,  -12, -4,  71,  45,  14,  -21, 6,  -4, 54, 3,   3,  // flying
};
// What the judges of `internacional` learnt (weights_judges.h) they learnt beside these.
inline constexpr std::array<int, 52> trilha_internacional = {
    100, 322, 206, 93,                                      // men, flying, four men, five men
    1,   -6,  0,   -52, -20, -6,  46, 2,  31, 0,  12,  4,   // opening
    2,   -10, -11, -38, -45, -11, 55, 37, 37, -4, -20, 10,  // placing
    2,   -9,  -20, 5,   21,  11,  6,  3,  53, 18, 56,  7,   // moving
    4,   0,   2,   19,  12,  5,   -9, 4,  -1, 17, -6,  1,   // flying
};

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
