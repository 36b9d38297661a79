#include "support.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace tavola {

void PrintTo(const Error& error, std::ostream* out) {
    *out << error.key << " in " << error.what << " '" << error.field << "' at " << error.at << ", found '"
         << error.found << "', expected '" << error.expected << "'";
}

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.key << '=' << setting.value; }

namespace test {
namespace {

// A test without its data or its game proves nothing: it must not go on.
[[noreturn]] void give_up(const std::string& why) {
    std::cerr << why << std::endl;
    std::abort();
}

std::string_view sample_value(const OptionInfo& option, Random& random) {
    const auto all = static_cast<std::uint32_t>(option.values.size());
    const bool is_number = option.values.front().find_first_not_of("0123456789") == std::string::npos;
    return option.values[random.below(is_number ? 1 + random.below(all) : all)];
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back().push_back(c);
    }
    return parts;
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> words;
    for (std::string word; in >> word;)
        if (word != "-") words.push_back(word);
    return words;
}

std::vector<std::string> sorted(std::vector<std::string> words) {
    std::ranges::sort(words);
    return words;
}

std::vector<std::string> read_lines(const std::string& name) {
    std::ifstream in(std::string(TAVOLA_TEST_DATA "/") + name);
    if (!in) give_up("no test data " + name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

const GameInfo& info_of(std::string_view id) {
    for (const GameInfo& game : all_games())
        if (game.id == id) return game;
    give_up("no game " + std::string(id));
}

std::vector<Setting> sample_settings(const GameInfo& game, Random& random) {
    for (;;) {
        std::vector<Setting> settings;
        for (const OptionInfo& option : game.options)
            settings.push_back({std::string(option.key), std::string(sample_value(option, random))});
        if (make_game(game.id, settings)) return settings;
    }
}

AnyGamePtr game_of(std::string_view id, std::string_view settings) {
    const auto game = make_game(id, settings);
    if (!game) give_up("no game " + std::string(id) + " with " + std::string(settings));
    return *game;
}

model::Options options_of(const AnyGame& game) {
    model::Options options;
    for (const Setting& setting : game.all_settings()) options[setting.key] = setting.value;
    return options;
}

std::unique_ptr<model::Model> model_of(const AnyGame& game) {
    return model::make(std::string(game.id()), options_of(game));
}

std::uint64_t model_perft(const model::Model& model, const std::string& position, int depth) {
    if (depth == 0) return 1;
    const std::vector<std::string> moves = model.moves(position);
    if (depth == 1) return moves.size();
    std::uint64_t total = 0;
    for (const std::string& move : moves) total += model_perft(model, model.apply(position, move), depth - 1);
    return total;
}

}  // namespace test
}  // namespace tavola
