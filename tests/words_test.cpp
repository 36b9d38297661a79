// The message catalogues: complete, alike in both languages, and enough for every key that the code uses.
#include "words/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "games/any_game.h"

namespace tavola {
namespace {

const Words pt(Language::pt), en(Language::en);

std::set<std::string> placeholders(const std::string& sentence) {
    static const std::regex name("\\{[a-z]+\\}");
    return {std::sregex_token_iterator(sentence.begin(), sentence.end(), name), std::sregex_token_iterator()};
}

// The catalogue's own sentence, nothing filled in: every placeholder stands for itself.
std::string raw(const Words& words, const std::string& key) {
    return words.say(key, {{"what", "{what}"},           {"field", "{field}"},
                           {"fieldname", "{fieldname}"}, {"at", "{at}"},
                           {"text", "{text}"},           {"line", "{line}"},
                           {"found", "{found}"},         {"expected", "{expected}"},
                           {"game", "{game}"},           {"side", "{side}"},
                           {"other", "{other}"},         {"throw", "{throw}"},
                           {"cells", "{cells}"},         {"words", "{words}"},
                           {"count", "{count}"},         {"why", "{why}"},
                           {"time", "{time}"},           {"file", "{file}"},
                           {"example", "{example}"},     {"number", "{number}"},
                           {"options", "{options}"},     {"position", "{position}"},
                           {"depth", "{depth}"},         {"counted", "{counted}"},
                           {"passed", "{passed}"},       {"total", "{total}"},
                           {"move", "{move}"},           {"wins", "{wins}"},
                           {"draws", "{draws}"},         {"losses", "{losses}"},
                           {"score", "{score}"},         {"elo", "{elo}"},
                           {"error", "{error}"},         {"low", "{low}"},
                           {"high", "{high}"},           {"percent", "{percent}"},
                           {"ratio", "{ratio}"},         {"lower", "{lower}"},
                           {"upper", "{upper}"},         {"player", "{player}"},
                           {"round", "{round}"},         {"rounds", "{rounds}"},
                           {"played", "{played}"},       {"games", "{games}"},
                           {"sector", "{sector}"},       {"rate", "{rate}"}});
}

TEST(Words, BothLanguagesHaveTheSameKeysAndParts) {
    EXPECT_EQ(pt.keys(), en.keys());
    for (const std::string& key : en.keys()) {
        EXPECT_FALSE(raw(pt, key).empty()) << key;
        EXPECT_EQ(placeholders(raw(pt, key)), placeholders(raw(en, key))) << key;
    }
}

// A sentence that reads alike in both languages has been forgotten, unless it is one of these or has no words of its own.
TEST(Words, NoSentenceIsLeftUntranslated) {
    const std::set<std::string> alike{"what.cli",   "game.abalone", "game.trench",
                                      "game.niout", "game.pretoa",  "tables.head.classes"};
    static const std::regex part("\\{[a-z]+\\}");
    std::set<std::string> found;
    for (const std::string& key : en.keys()) {
        const std::string own = std::regex_replace(raw(pt, key), part, "");
        const bool has_letters =
            std::ranges::any_of(own, [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; });
        if (has_letters && raw(pt, key) == raw(en, key)) found.insert(key);
    }
    EXPECT_EQ(found, alike);
}

TEST(Words, EveryKeyInTheCodeIsInTheCatalogues) {
    static const std::regex literal(
        "\"((?:error|what|field|play|perft|beside|analyse|arena|tune|tables|solve|verify|probe|export|import|backup)"
        "\\.[a-z.-]*[a-z])\"");
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(TAVOLA_SOURCE "/src")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
        std::ifstream in(entry.path());
        std::stringstream text;
        text << in.rdbuf();
        const std::string code = text.str();
        for (std::sregex_iterator at(code.begin(), code.end(), literal), end; at != end; ++at, ++found)
            EXPECT_TRUE(en.has((*at)[1].str())) << (*at)[1] << " in " << entry.path();
    }
    EXPECT_GT(found, 50u);
}

TEST(Words, EveryGamePresetOptionAndPlayerHasAName) {
    for (const GameInfo& info : all_games()) {
        const std::string id(info.id);
        EXPECT_TRUE(pt.has("game." + id));
        for (const OptionInfo& option : info.options)
            EXPECT_TRUE(pt.has("option." + id + "." + std::string(option.key))) << option.key;
        for (const PresetInfo& preset : info.presets)
            EXPECT_TRUE(pt.has("preset." + id + "." + std::string(preset.name))) << preset.name;
        for (int player = 0; player < (id == "niout" ? 4 : 2); ++player)
            EXPECT_TRUE(pt.has("side." + id + "." + std::to_string(player)));
    }
}

TEST(Words, TheLocaleChoosesTheLanguage) {
    EXPECT_EQ(language_of_locale("pt_BR.UTF-8"), Language::pt);
    EXPECT_EQ(language_of_locale("pt_PT"), Language::pt);
    EXPECT_EQ(language_of_locale("en_GB.UTF-8"), Language::en);
    EXPECT_EQ(language_of_locale("C"), Language::en);
}

TEST(Words, ErrorsNameFieldAndCharacterInOneLine) {
    const auto game = *make_game("trilha", "-");
    const auto error = game->parse_position("......../...?..../........ x 9 9 0").error();
    EXPECT_EQ(en.say(error), "position, board, character 13: '?' is not one of: . x o");
    EXPECT_EQ(pt.say(error), "posição, tabuleiro, caractere 13: '?' não é um destes: . x o");

    const auto move = game->parse_move(game->start(), "d4\nx").error();
    EXPECT_EQ(std::ranges::count(en.say(move), '\n'), 0);
    EXPECT_NE(en.say(move).find("possible: d1 d2 d3 d5 d6 d7"), std::string::npos) << en.say(move);

    const auto option = make_game("trilha", "rings=9").error();
    EXPECT_EQ(en.say(option), "option, rings: '9' is not a value of it; possible: 1..8");
}

TEST(Words, UnknownKeysComeBackAsThemselves) { EXPECT_EQ(en.say("no.such.key"), "no.such.key"); }

}  // namespace
}  // namespace tavola
