// The rules as options: reading, writing, presets, and what is refused.
#include "games/options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/registry.h"
#include "support.h"

namespace tavola {
namespace {

template <Game G>
void expect_round_trip(const std::vector<Setting>& settings) {
    SCOPED_TRACE(std::string(G::id) + " " + print_settings(settings));
    const auto rules = parse_rules<G>(settings);
    ASSERT_TRUE(rules) << testing::PrintToString(rules.error());
    EXPECT_EQ(all_settings<G>(*rules), settings);
    const std::vector<Setting> shortest = print_rules<G>(*rules);
    EXPECT_LE(shortest.size(), settings.size());
    EXPECT_EQ(parse_rules<G>(shortest), *rules) << print_settings(shortest);
    // As text, too; and the game itself tells the same.
    EXPECT_EQ(parse_settings(print_settings(shortest)), shortest);
    const AnyGamePtr game = test::game_of(G::id, print_settings(shortest));
    EXPECT_EQ(game->settings(), shortest);
    EXPECT_EQ(game->all_settings(), settings);
}

// Every combination of all options, in the order of the table; of those with very many values only these.
void each_combination(const GameInfo& game, std::vector<Setting>& chosen, const auto& visit) {
    if (chosen.size() == game.options.size()) return visit(chosen);
    const OptionInfo& option = game.options[chosen.size()];
    for (const std::string& value : option.values) {
        if (option.values.size() > 50 && value != "0" && value != "1" && value != "10" && value != "99") continue;
        chosen.push_back({std::string(option.key), value});
        each_combination(game, chosen, visit);
        chosen.pop_back();
    }
}

template <Game... Gs>
int combinations_of(GameList<Gs...>) {
    int tried = 0;
    const auto all = [&]<class G>() {
        std::vector<Setting> chosen;
        each_combination(test::info_of(G::id), chosen, [&](const std::vector<Setting>& settings) {
            if (!make_game(G::id, settings)) return;
            expect_round_trip<G>(settings);
            ++tried;
        });
    };
    (all.template operator()<Gs>(), ...);
    return tried;
}

TEST(Options, EveryCombinationReadsBack) {
    // Trilha 8*2*3*2*2*2*4*2, Abalone 3, Trench 2, Niout (3 + 1)*2, Policiais 2, Pretoa 2.
    EXPECT_EQ(combinations_of(AllGames()), 3072 + 3 + 2 + 8 + 2 + 2);
}

TEST(Options, EveryNumberReadsBack) {
    for (int value = 0; value <= 99; ++value) {
        const std::vector<Setting> settings{{"three-each", std::to_string(value)}};
        const auto rules = parse_rules<Trilha>(settings);
        ASSERT_TRUE(rules);
        EXPECT_EQ(rules->three_each, value);
    }
}

TEST(Options, StandardValuesAreThoseOfNoSettings) {
    for (const GameInfo& game : all_games()) {
        std::vector<Setting> standard;
        for (const OptionInfo& option : game.options) {
            standard.push_back({std::string(option.key), option.standard});
            EXPECT_EQ(std::ranges::count(option.values, option.standard), 1) << game.id << ' ' << option.key;
        }
        const AnyGamePtr plain = test::game_of(game.id, "-");
        EXPECT_EQ(plain->all_settings(), standard) << game.id;
        EXPECT_TRUE(plain->settings().empty());
        EXPECT_EQ(print_settings(plain->settings()), "-");
    }
}

std::string all_of(std::string_view game, std::string_view settings) {
    return print_settings(test::game_of(game, settings)->all_settings());
}

TEST(Options, PresetsAreThoseOfTheRules) {
    const std::pair<const char*, const char*> presets[] = {
        {"classica",
         "rings=3,placing-captures=yes,protection=none,jump=no,fly=no,blocked=loss,three-each=0,removal=must"},
        {"recomendada",
         "rings=3,placing-captures=yes,protection=strict,jump=yes,fly=yes,blocked=loss,three-each=0,removal=must"},
        {"quadrados",
         "rings=3,placing-captures=no,protection=none,jump=no,fly=yes,blocked=draw,three-each=10,removal=must"},
        {"internacional",
         "rings=3,placing-captures=yes,protection=international,jump=no,fly=yes,blocked=loss,three-each=0,removal="
         "must"},
    };
    const GameInfo& trilha = test::info_of("trilha");
    ASSERT_EQ(trilha.presets.size(), std::size(presets));
    for (std::size_t i = 0; i < std::size(presets); ++i) {
        const auto& [name, settings] = presets[i];
        EXPECT_EQ(trilha.presets[i].name, name);
        EXPECT_EQ(print_settings(trilha.presets[i].settings), settings);
        EXPECT_EQ(all_of("trilha", "preset=" + std::string(name)), settings);
    }
    for (const GameInfo& game : all_games()) EXPECT_EQ(game.presets.empty(), game.id != "trilha") << game.id;
}

TEST(Options, PresetCountsFirstWhereverItStands) {
    EXPECT_EQ(all_of("trilha", "rings=5,preset=quadrados"), all_of("trilha", "preset=quadrados,rings=5"));
    // Of one option said twice, the last word holds.
    EXPECT_EQ(all_of("trilha", "rings=5,rings=2"), all_of("trilha", "rings=2"));
}

TEST(Options, ShortestSettingsNameTheNearestPreset) {
    const auto shortest = [](std::string_view settings) {
        return print_settings(test::game_of("trilha", settings)->settings());
    };
    EXPECT_EQ(shortest("preset=classica"), "-");
    EXPECT_EQ(shortest("fly=yes"), "fly=yes");
    EXPECT_EQ(shortest("preset=quadrados,rings=4"), "preset=quadrados,rings=4");
    EXPECT_EQ(shortest("protection=strict,jump=yes,fly=yes"), "preset=recomendada");
}

struct BadSettings {
    std::string game, settings, key, field, found, expected;
    std::size_t at = 0;
};

TEST(Options, WrongSettingsAreRefused) {
    const BadSettings table[] = {
        {"trilha", "wings=3", "error.option.unknown", "wings", "wings",
         "rings, placing-captures, protection, jump, fly, blocked, three-each, removal"},
        {"abalone", "huff=yes", "error.option.unknown", "huff", "huff", "start"},
        {"trilha", "rings=0", "error.option.value", "rings", "0", "1..8"},
        {"trilha", "rings=9", "error.option.value", "rings", "9", "1..8"},
        {"trilha", "rings=03", "error.option.value", "rings", "03", "1..8"},
        {"trilha", "rings=", "error.option.value", "rings", "", "1..8"},
        {"trilha", "rings=+3", "error.option.value", "rings", "+3", "1..8"},
        {"trilha", "three-each=100", "error.option.value", "three-each", "100", "0..99"},
        {"trilha", "fly=Yes", "error.option.value", "fly", "Yes", "no, yes"},
        {"trilha", "protection=some", "error.option.value", "protection", "some", "none, strict, international"},
        {"trilha", "preset=moinho", "error.preset.unknown", "preset", "moinho",
         "classica, recomendada, quadrados, internacional"},
        {"trench", "preset=classica", "error.preset.none", "preset", "classica", ""},
        {"niout", "pairs=yes", "error.niout.pairs", "pairs", "yes", "players=4"},
        {"niout", "players=3,pairs=yes", "error.niout.pairs", "pairs", "yes", "players=4"},
        {"niout", "players=5", "error.option.value", "players", "5", "2..4"},
        {"pretoa", "huff=talvez", "error.option.value", "huff", "talvez", "no, yes"},
        // Not even settings; `at` is where the item starts.
        {"trilha", "rings", "error.setting", "", "rings", "key=value", 1},
        {"trilha", "=3", "error.setting", "", "=3", "key=value", 1},
        {"trilha", "rings=3,", "error.setting", "", "", "key=value", 9},
        {"trilha", "rings=3,,fly=yes", "error.setting", "", "", "key=value", 9},
        {"trilha", "rings=3,fly", "error.setting", "", "fly", "key=value", 9},
        {"trilha", ",", "error.setting", "", "", "key=value", 1},
    };
    for (const BadSettings& bad : table) {
        SCOPED_TRACE(bad.game + " " + bad.settings);
        const auto game = make_game(bad.game, bad.settings);
        ASSERT_FALSE(game);
        const Error expected{bad.key, "option", bad.field, bad.at, bad.found, bad.expected};
        EXPECT_EQ(game.error(), expected);
    }
}

TEST(Options, SettingsAreSplitAtCommas) {
    const auto read = [](std::string_view text) { return parse_settings(text).value(); };
    EXPECT_TRUE(read("").empty());
    EXPECT_TRUE(read("-").empty());
    EXPECT_EQ(read("a=b,c=d=e"), (std::vector<Setting>{{"a", "b"}, {"c", "d=e"}}));
    EXPECT_EQ(print_settings(read("a=b,c=d=e")), "a=b,c=d=e");
}

TEST(Options, UnknownGameIsRefusedWithTheKnownOnes) {
    const auto game = make_game("xadrez");
    ASSERT_FALSE(game);
    const Error expected{
        "error.game.unknown", "game", "", 0, "xadrez", "trilha, abalone, trench, niout, policiais, pretoa"};
    EXPECT_EQ(game.error(), expected);
}

}  // namespace
}  // namespace tavola
