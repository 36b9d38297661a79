// What `tavola bench` says of each game is written down in tests/data/bench.signatures: a change of play is never an accident.
#include "search/bench.h"

#include <gtest/gtest.h>

#include <iomanip>
#include <map>
#include <sstream>

#include "support.h"

namespace tavola {
namespace {

class Bench : public testing::TestWithParam<const char*> {};

TEST_P(Bench, HasTheSignatureThatIsWrittenDown) {
    std::map<std::string, std::string> written;
    for (const std::string& line : test::read_lines("bench.signatures"))
        if (!line.starts_with('#')) written[line.substr(0, line.find('\t'))] = line;
    EXPECT_EQ(written.size(), all_games().size());
    const Signature signature = bench(GetParam());
    std::ostringstream line;
    line << GetParam() << '\t' << std::hex << std::setfill('0') << std::setw(16) << signature.hash << '\t' << std::dec
         << signature.nodes;
    EXPECT_EQ(written[GetParam()], line.str())
        << "the computer player plays differently; if that is meant, write the second of these into the file";
}

INSTANTIATE_TEST_SUITE_P(Games, Bench, testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace tavola
