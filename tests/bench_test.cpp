// What `tavola bench` says of each game is written down in tests/data/bench.signatures: a change of play is never an accident.
#include "search/bench.h"

#include <gtest/gtest.h>

#include <iomanip>
#include <map>
#include <sstream>

#include "base/hash.h"
#include "support.h"

namespace tavola {
namespace {

std::string line_of(const std::string& name, const Signature& signature) {
    std::ostringstream line;
    line << name << '\t' << std::hex << std::setfill('0') << std::setw(16) << signature.hash << '\t' << std::dec
         << signature.nodes;
    return line.str();
}

std::map<std::string, std::string> written_lines() {
    std::map<std::string, std::string> written;
    for (const std::string& line : test::read_lines("bench.signatures"))
        if (!line.starts_with('#')) written[line.substr(0, line.find('\t'))] = line;
    return written;
}

class Bench : public testing::TestWithParam<const char*> {};

TEST_P(Bench, HasTheSignatureThatIsWrittenDown) {
    auto written = written_lines();
    EXPECT_EQ(written.size(), all_games().size() + 1);
    EXPECT_EQ(written[GetParam()], line_of(GetParam(), bench(GetParam())))
        << "the computer player plays differently; if that is meant, write the second of these into the file";
}

// The bench does not go deep enough in Trilha for the techniques that begin some plies above the leaves.
TEST(DeeperBench, TrilhaSearchedDeeperHasTheSignatureThatIsWrittenDown) {
    const auto game = test::game_of("trilha", "-");
    const auto engine = make_engine(game);
    const std::atomic<bool> stop{false};
    Signature signature;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Random random(seed);
        AnyPosition position = game->start();
        for (std::uint64_t ply = 0; ply < 12 * seed; ++ply)
            if (const auto move = game->random_move(position, random)) position = game->play(position, *move);
        engine->forget();
        const Report report = engine->think(position, {}, {.depth = 9}, stop);
        signature.nodes += report.nodes;
        for (const Variation& line : report.lines) {
            signature.hash = hash_words(signature.hash, static_cast<std::uint64_t>(line.score) & 0xffffffff);
            for (const char c : game->print(line.moves.front())) signature.hash = hash_words(signature.hash, c);
        }
        signature.hash = hash_words(signature.hash, report.nodes);
    }
    EXPECT_EQ(written_lines()["trilha-deeper"], line_of("trilha-deeper", signature));
}

INSTANTIATE_TEST_SUITE_P(Games, Bench, testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace tavola
