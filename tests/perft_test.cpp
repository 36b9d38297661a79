// The counts of tests/data/games.perft: the fast core on every line, the slow model on the small ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace tavola {
namespace {

constexpr std::uint64_t largest_for_core = TAVOLA_PERFT_LIMIT;
constexpr std::uint64_t largest_for_model = 20000;

struct Line {
    std::string text, game, options, position;
    int depth = 0;
    std::uint64_t count = 0;
};

// Lines are `game<TAB>options<TAB>position<TAB>depth<TAB>count`.
std::vector<Line> lines_of(std::string_view game) {
    std::vector<Line> lines;
    for (const std::string& text : test::read_lines("games.perft")) {
        if (text.empty() || text.front() == '#') continue;
        const std::vector<std::string> fields = test::split(text, '\t');
        EXPECT_EQ(fields.size(), 5u) << text;
        if (fields.at(0) == game)
            lines.push_back(
                {text, fields.at(0), fields.at(1), fields.at(2), std::stoi(fields.at(3)), std::stoull(fields.at(4))});
    }
    return lines;
}

class Perft : public testing::TestWithParam<std::string> {};

TEST_P(Perft, CoreCountsEveryLine) {
    const std::vector<Line> lines = lines_of(GetParam());
    int counted = 0;
    for (const Line& line : lines) {
        if (line.count > largest_for_core) continue;
        SCOPED_TRACE(line.text);
        const AnyGamePtr game = test::game_of(line.game, line.options);
        const auto position = game->parse_position(line.position);
        ASSERT_TRUE(position) << testing::PrintToString(position.error());
        EXPECT_EQ(game->perft(*position, line.depth), line.count);
        ++counted;
    }
    EXPECT_GE(counted, 25);
}

TEST_P(Perft, ModelCountsTheSmallLines) {
    int counted = 0;
    for (const Line& line : lines_of(GetParam())) {
        if (line.count > largest_for_model) continue;
        SCOPED_TRACE(line.text);
        const auto model = test::model_of(*test::game_of(line.game, line.options));
        EXPECT_EQ(test::model_perft(*model, line.position, line.depth), line.count);
        ++counted;
    }
    EXPECT_GE(counted, 15);
}

INSTANTIATE_TEST_SUITE_P(Games, Perft, testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& game) { return game.param; });

// No line of the file is left out because its game is not among the above.
TEST(PerftFile, NamesOnlyGamesThatAreCounted) {
    std::size_t lines = 0, known = 0;
    for (const std::string& text : test::read_lines("games.perft")) lines += !text.empty() && text.front() != '#';
    for (const GameInfo& game : all_games()) known += lines_of(game.id).size();
    EXPECT_EQ(lines, known);
    EXPECT_EQ(all_games().size(), 6u);
}

}  // namespace
}  // namespace tavola
