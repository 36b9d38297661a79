// What the tests share: samples of rules, the models by game, and reading of the data files.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "games/any_game.h"
#include "games/options.h"
#include "model/model.h"

namespace tavola {

// So that a failure says what is in them.
void PrintTo(const Error& error, std::ostream* out);
void PrintTo(const Setting& setting, std::ostream* out);

namespace test {

std::vector<std::string> split(std::string_view text, char separator);
/// The words of a list split by spaces; `-` and nothing mean none.
std::vector<std::string> words_of(std::string_view text);
std::vector<std::string> sorted(std::vector<std::string> words);

/// A file of tests/data, line by line.
std::vector<std::string> read_lines(const std::string& name);

/// What the house knows of a game, by its id.
const GameInfo& info_of(std::string_view id);

/// A random value for every option, such that the game accepts them together. Numbers lean to the low end, where
/// boards are small and counters run out.
std::vector<Setting> sample_settings(const GameInfo& game, Random& random);

/// A game that is known to exist under settings that are known to be right; anything else ends the test program.
AnyGamePtr game_of(std::string_view id, std::string_view settings);

/// Every option of the game with its value, and the slow model under these rules.
model::Options options_of(const AnyGame& game);
std::unique_ptr<model::Model> model_of(const AnyGame& game);

/// perft by the slow model.
std::uint64_t model_perft(const model::Model& model, const std::string& position, int depth);

}  // namespace test
}  // namespace tavola
