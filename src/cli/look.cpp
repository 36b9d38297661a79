#include "cli/look.h"

#include <algorithm>

namespace tavola::cli {
namespace {

constexpr Paint yellow{.ink = 178, .bold = true}, red{.ink = 160, .bold = true}, green{.ink = 34, .bold = true},
    blue{.ink = 33, .bold = true};
constexpr int black = 16, white = 231, glass = 240;

constexpr std::array<Soil, 3> everywhere(Soil soil) { return {soil, soil, soil}; }

constexpr Look looks[] = {
    {
        .id = "trilha",
        .men = {U"●", U"○"},
        .paints = {yellow, red},
        .columns = 4,
        .rows = 2,
        .widest = 8,
        .letters = Edge{{1, 0}, true},
        .numbers = Edge{{0, -3}, true},
    },
    {
        .id = "abalone",
        .men = {U"●", U"○"},
        .paints = {Paint{.ink = black, .ground = glass}, Paint{.ink = white, .ground = glass}},
        .columns = 4,
        .rows = 2 / 0.866,
        .lines = false,
        .soils = everywhere({.mark = U'·'}),
        .letters = Edge{{0, -4}},
        .numbers = Edge{{2, 2}},
        .rim = Rim{"a1 a5 e9 i9 i5 e1", U"╰╯>╮╭<", 1.125, glass},
    },
    {
        .id = "trench",
        .men = {U"SRCLG", U"srclg"},
        .paints = {Paint{.ink = white, .ground = black, .bold = true},
                   Paint{.ink = black, .ground = white, .bold = true}},
        .columns = 2,
        .rows = 1,
        .lines = false,
        .points = true,
        .soils = {Soil{U'•', 0, 239}, Soil{U'▓', U'░', 94}, Soil{U'◦', 0, 249}},
        .soil_columns = 2,
        .letters = Edge{{1, 4}},
        .numbers = Edge{{1, -4}},
    },
    {
        .id = "niout",
        .symbols = "1234",
        .men = {U"1", U"2", U"3", U"4"},
        .paints = {yellow, red, green, blue},
        .columns = 22.0 / 3,
        .rows = 11.0 / 3,
        .framed = true,
        .headings = true,
        .dice = true,
    },
    {
        .id = "policiais",
        .men = {U"●", U"○"},
        .paints = {yellow, red},
        .columns = 5,
        .rows = 2,
        .soils = everywhere({.mark = U'·'}),
    },
    {
        .id = "pretoa",
        .men = {U"●", U"○"},
        .paints = {yellow, red},
        .columns = 8,
        .rows = 3.6,
        .soils = everywhere({.mark = U'·'}),
    },
};

constexpr Look plain{
    .id = "",
    .symbols = "xo34",
    .men = {U"x", U"o", U"3", U"4"},
    .paints = {yellow, red, green, blue},
    .soils = everywhere({.mark = U'·'}),
};

}  // namespace

const Look& look_of(std::string_view id) {
    const auto* found = std::ranges::find(looks, id, &Look::id);
    return found == std::end(looks) ? plain : *found;
}

}  // namespace tavola::cli
