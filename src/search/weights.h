// What the terms of the evaluations weigh, in hundredths of a game's first term: a man, a ball, a point; in Niout a
// throw. Found by `tavola tune`, from weights set by hand; the command is named beside each list.
#pragma once

#include <array>

namespace tavola::weights {

// tavola tune trilha --preset P --games 2000 --rounds 4
// men, mobility, blocked men, mills, open mills, double mills, junctions, flying
inline constexpr std::array<int, 52> trilha_classica = {
    100, 393, 265, 124,                                     // men, flying, four men, five men
    10,  -7,  3,   -50, -57, -20, 53,  19, 40, 0,  14,  5,  // opening
    9,   -13, -27, -37, -36, -16, 52,  10, 46, 26, -16, 7,  // placing
    -5,  -17, -42, -20, 24,  17,  7,   9,  31, 14, 87,  8,  // moving
    -1,  -4,  -4,  70,  33,  11,  -20, 12, -8, 54, 0,   2,  // flying
};
inline constexpr std::array<int, 52> trilha_recomendada = {
    100, 393, 265, 124,                                     // men, flying, four men, five men
    10,  -7,  3,   -50, -57, -20, 53,  19, 40, 0,  14,  5,  // opening
    9,   -13, -27, -37, -36, -16, 52,  10, 46, 26, -16, 7,  // placing
    -5,  -17, -42, -20, 24,  17,  7,   9,  31, 14, 87,  8,  // moving
    -1,  -4,  -4,  70,  33,  11,  -20, 12, -8, 54, 0,   2,  // flying
};
inline constexpr std::array<int, 52> trilha_quadrados = {
    100, 393, 265, 124,                                     // men, flying, four men, five men
    10,  -7,  3,   -50, -57, -20, 53,  19, 40, 0,  14,  5,  // opening
    9,   -13, -27, -37, -36, -16, 52,  10, 46, 26, -16, 7,  // placing
    -5,  -17, -42, -20, 24,  17,  7,   9,  31, 14, 87,  8,  // moving
    -1,  -4,  -4,  70,  33,  11,  -20, 12, -8, 54, 0,   2,  // flying
};
inline constexpr std::array<int, 52> trilha_internacional = {
    100, 393, 265, 124,  // men, flying, four men, five men
    10, -7, 3, -50, -57, -20, 53, 19, 40, 0, 14, 5,  // opening
    9, -13, -27, -37, -36, -16, 52, 10, 46, 26, -16, 7,  // placing
    -5, -17, -42, -20, 24, 17, 7, 9, 31, 14, 87, 8,  // moving
    -1, -4, -4, 70, 33, 11, -20, 12, -8, 54, 0, 2,  // flying
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

// tavola tune niout --games 20000 --rounds 3, in pairs with --set players=4 --set pairs=yes
// way run, horses home, horses at risk, tandems, the throw, horses in reach
// The way is in tenths of a throw. It counts the wait for the throw that fits the last cells, which is no wait while
// other horses can run: hence less for a horse that is home already.
inline constexpr std::array<int, 6> niout = {10, -135, -9, 3, 102, 7};
inline constexpr std::array<int, 6> niout_pairs = {10, 15, -5, 7, 88, 7};
/// A lead of so much makes the odds of winning e to 1.
inline constexpr int niout_lead = 1066;

}  // namespace tavola::weights
