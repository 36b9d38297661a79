// The façade in JSON, as pages use it: matches, thoughts, positions set up by hand, records.
#include "api/api.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "support.h"

namespace tavola {
namespace {

using nlohmann::json;

json ask(std::string_view verb, std::string_view game, json more = json::object()) {
    more["verb"] = verb;
    more["game"] = game;
    return api::answer(more);
}

std::vector<std::string> words(const json& moves) {
    std::vector<std::string> result;
    for (const json& move : moves) result.push_back(move.at("move"));
    return result;
}

TEST(ApiMatch, ShowsWhereItStandsAndWhatCanBePlayed) {
    for (const GameInfo& info : all_games()) {
        const json match = ask("match", info.id), shown = ask("show", info.id);
        for (const auto& [key, value] : shown.items()) EXPECT_EQ(match.at(key), value) << key;
        EXPECT_EQ(match.at("moves"), ask("moves", info.id).at("moves"));
        EXPECT_FALSE(match.contains("ending"));
        EXPECT_FALSE(match.contains("trace"));
    }
}

TEST(ApiMatch, PlaysWordsFromAStart) {
    const std::string start = "......../......../........ o 9 9 0";
    const json match = ask("match", "trilha", {{"start", start}, {"played", {"d2", "f4"}}});
    const json applied = ask("apply", "trilha", {{"position", start}, {"moves", {"d2", "f4"}}});
    EXPECT_EQ(match.at("position"), applied.at("position"));
    EXPECT_EQ(match.at("turn"), 1);
}

TEST(ApiMatch, TraceTellsEveryStep) {
    const json played = {"kai", "0-2", "out:2", "to", "0-1"};
    const json settings{{"players", "3"}};
    const json match = ask("match", "niout", {{"settings", settings}, {"played", played}, {"trace", true}});
    const json& trace = match.at("trace");
    ASSERT_EQ(trace.size(), played.size());
    for (std::size_t n = 0; n < played.size(); ++n) {
        EXPECT_EQ(trace[n].at("move"), played[n]);
        const json before(std::vector<json>(played.begin(), played.begin() + static_cast<std::ptrdiff_t>(n) + 1));
        const json then = ask("match", "niout", {{"settings", settings}, {"played", before}});
        for (const auto& [key, value] : trace[n].at("position").items()) EXPECT_EQ(then.at(key), value) << n << key;
    }
    EXPECT_EQ(trace[0].at("mover"), 0);
    EXPECT_EQ(trace[0].at("effects")[0].at("kind"), "dice");
    EXPECT_EQ(trace[2].at("mover"), 1) << "who leaves";
    EXPECT_EQ(trace[2].at("effects"), json::array());
    EXPECT_EQ(trace[3].at("mover"), 2) << "the one who left is passed over";
    EXPECT_EQ(match.at("turn"), 0);
}

TEST(ApiMatch, EndsByTheRules) {
    const json match = ask("match", "pretoa", {{"start", "xx..../....../....../. o"}});
    EXPECT_EQ(match.at("status"), "x");
    EXPECT_EQ(match.at("moves"), json::array());
    EXPECT_EQ(match.at("ending"), (json{{"status", "x"}, {"why", match.at("why")}}));
}

TEST(ApiMatch, EndsByTheArbiterUnlessHeIsSentAway) {
    const json start = "x...../....../.....o/. x", arbiter{{"insufficient", false}};
    const std::vector<std::string> to = words(ask("moves", "pretoa", {{"position", start}}).at("moves"));
    // Both go to and fro until the same position is there for the third time.
    json played = json::array();
    std::string x_from, x_to, o_from, o_to;
    const std::string x_goes = to.at(0);
    x_from = x_goes.substr(0, x_goes.find('-')), x_to = x_goes.substr(x_goes.find('-') + 1);
    const std::string o_goes =
        words(ask("match", "pretoa", {{"start", start}, {"played", {x_goes}}, {"arbiter", arbiter}}).at("moves"))
            .at(0);
    o_from = o_goes.substr(0, o_goes.find('-')), o_to = o_goes.substr(o_goes.find('-') + 1);
    for (int round = 0; round < 2; ++round)
        for (const std::string& word : {x_goes, o_goes, x_to + "-" + x_from, o_to + "-" + o_from})
            played.push_back(word);

    const json match = ask("match", "pretoa", {{"start", start}, {"played", played}, {"arbiter", arbiter}});
    EXPECT_EQ(match.at("ending"), (json{{"status", "draw"}, {"why", "repetition"}, {"count", 3}})) << match.dump();
    EXPECT_EQ(match.at("status"), "draw");
    EXPECT_EQ(match.at("why"), "repetition");
    EXPECT_EQ(match.at("moves"), json::array());

    const json rules_alone = ask("match", "pretoa", {{"start", start}, {"played", played}, {"arbiter", false}});
    EXPECT_EQ(rules_alone.at("status"), "ongoing");
    EXPECT_EQ(words(rules_alone.at("moves")), to);

    played.push_back(x_goes);
    const json beyond = ask("match", "pretoa", {{"start", start}, {"played", played}, {"arbiter", arbiter}});
    EXPECT_EQ(beyond.at("error").at("key"), "error.match.over");
    EXPECT_EQ(beyond.at("error").at("ply"), 8);
}

TEST(ApiMatch, TellsItsStandingWhileItGoesOn) {
    const json start = "......lg/......sc/......../......../......../......../C......./GL...... x 23 24";
    const json played = {"a2-a3", "h7-h6", "a3-a2", "h6-h7"};
    const json match = ask("match", "trench", {{"start", start}, {"played", played}});
    EXPECT_EQ(match.at("standing"), (json{{"repeated", 2},
                                          {"repetitions", 3},
                                          {"quiet", 4},
                                          {"quietPlies", 100},
                                          {"byAgreement", true},
                                          {"settled", "o"},
                                          {"score", {23, 24}}}));
    const json off = ask("match", "trench", {{"arbiter", {{"repetitions", 0}, {"quietPlies", 0}}}}).at("standing");
    EXPECT_FALSE(off.contains("repetitions") || off.contains("quietPlies"));
    EXPECT_EQ(off.at("settled"), "draw");
    const json race = ask("match", "niout").at("standing");
    EXPECT_EQ(race.at("byAgreement"), false);
    EXPECT_FALSE(race.contains("settled")) << "a race is run to its end";
    EXPECT_FALSE(ask("match", "trilha").at("standing").contains("score"));
}

TEST(ApiMatch, TellsWhatTheRulesCountDownTo) {
    const json start = "x.....x./....x.../o.o...o. x 0 0 8", settings{{"preset", "quadrados"}};
    const auto after = [&](const json& played) {
        return ask("match", "trilha", {{"settings", settings}, {"start", start}, {"played", played}});
    };
    EXPECT_EQ(after({"a1-a4"}).at("standing").at("countdown"),
              (json{{"why", "three-each"}, {"count", 9}, {"limit", 10}}));
    EXPECT_EQ(after({"a1-a4", "e5-d5"}).at("ending"),
              (json{{"status", "draw"}, {"why", "three-each"}, {"count", 10}}));
    EXPECT_FALSE(ask("match", "trilha", {{"settings", settings}}).at("standing").contains("countdown"));
}

TEST(ApiMatch, MovesTellWhatTheyEnd) {
    const json start = "......lg/......sc/......../......../......../......../C......./GL...... x 23 24";
    const auto ends = [&](const json& played, const json& arbiter) {
        const json match = ask("match", "trench", {{"start", start}, {"played", played}, {"arbiter", arbiter}});
        std::map<std::string, int> count;
        for (const json& move : match.at("moves")) ++count[move.value("ends", "")];
        count.erase("");
        return count;
    };
    const json three = {"a2-a3", "h7-h6", "a3-a2"};
    using Count = std::map<std::string, int>;
    EXPECT_EQ(ends(three, true), Count{});
    EXPECT_EQ(ends(three, {{"repetitions", 2}}), (Count{{"repetition", 1}}));
    EXPECT_EQ(ends(three, false), Count{});
    const Count quiet = ends(three, {{"quietPlies", 4}});
    EXPECT_GT(quiet.at("quiet"), 3);
    EXPECT_EQ(quiet.size(), 1u);
    const json last = ask("match", "policiais", {{"start", "...../.../.x./o/.../.../....o x"}});
    EXPECT_EQ(last.at("moves")[0].at("ends"), "insufficient");
    const json over =
        ask("match", "policiais", {{"start", "...../.../.x./o/.../.../....o x"}, {"played", {"c3xe3"}}});
    EXPECT_EQ(over.at("ending"), (json{{"status", "draw"}, {"why", "insufficient"}}));
    EXPECT_EQ(ask("status", "policiais", {{"position", over.at("position")}}).at("status"), "ongoing");
}

TEST(ApiMatch, TheArbiterIsThePlayersOwn) {
    const auto error = [](const char* game, const json& arbiter) {
        return ask("match", game, {{"arbiter", arbiter}}).value("error", json::object());
    };
    EXPECT_EQ(error("trilha", {{"repetitions", 0}, {"quietPlies", 1000}, {"byAgreement", false}}), json::object());
    EXPECT_EQ(error("trilha", {{"repetitions", false}, {"insufficient", false}}), json::object());
    EXPECT_EQ(error("niout", {{"repetitions", 0}, {"byAgreement", false}}), json::object());
    EXPECT_EQ(error("trilha", 3).at("field"), "arbiter");
    EXPECT_EQ(error("trilha", {{"mercy", true}}).at("field"), "arbiter");
    EXPECT_EQ(error("trilha", {{"repetitions", 1}}).at("field"), "repetitions");
    EXPECT_EQ(error("trilha", {{"repetitions", 11}}).at("field"), "arbiter.repetitions");
    EXPECT_EQ(error("trilha", {{"quietPlies", -1}}).at("field"), "arbiter.quietPlies");
    EXPECT_EQ(error("trilha", {{"quietPlies", true}}).at("field"), "arbiter.quietPlies");
    EXPECT_EQ(error("trilha", {{"byAgreement", 1}}).at("field"), "arbiter.byAgreement");
    EXPECT_EQ(error("trilha", {{"insufficient", true}}).at("key"), "error.arbiter.never");
    EXPECT_EQ(error("niout", {{"repetitions", 3}}).at("key"), "error.arbiter.never");
    const json refused =
        ask("match", "trilha", {{"arbiter", {{"byAgreement", false}}}, {"end", {{"why", "agreement"}}}});
    EXPECT_EQ(refused.at("error").at("key"), "error.match.agreement");
    for (const json& game : ask("games", "").at("games")) {
        EXPECT_TRUE(game.at("arbiter").contains("insufficient"));
        EXPECT_EQ(game.at("colours"), game.at("id") == "trilha" ? "free" : "fixed");
    }
}

TEST(ApiMatch, AnArmisticeTellsThePoints) {
    const json start = "......lg/......sc/......../......../......../......../C......./GL...... x 23 24";
    const json match = ask("match", "trench", {{"start", start}, {"end", {{"why", "agreement"}}}});
    EXPECT_EQ(match.at("ending"), (json{{"status", "o"}, {"why", "agreement"}, {"score", {23, 24}}}));
}

TEST(ApiConsider, TheComputerAgreesOnlyWhereItLosesNothing) {
    const json start = "......lg/......sc/......../......../......../......../C......./GL...... x 23 24";
    const auto considered = [&](int player) {
        return ask("consider", "trench", {{"start", start}, {"player", player}, {"level", 5}, {"nodes", 2000}});
    };
    EXPECT_EQ(considered(0).at("accept"), false);
    EXPECT_EQ(considered(1).at("accept"), true);
    EXPECT_EQ(considered(1).at("settled"), "o");
    EXPECT_TRUE(considered(1).at("expected").is_number());
    EXPECT_EQ(ask("consider", "niout").at("error").at("key"), "error.match.agreement");
    EXPECT_EQ(considered(2).at("error").at("field"), "player");
}

TEST(ApiMatch, TellsWhichWordIsWrong) {
    const auto error = [](const json& played) {
        return ask("match", "trilha", {{"played", played}}).value("error", json::object());
    };
    EXPECT_EQ(error({"d2", "zz"}).at("key"), "error.move.illegal");
    EXPECT_EQ(error({"d2", "zz"}).at("ply"), 1);
    EXPECT_EQ(error({7}).at("ply"), 0);
    EXPECT_EQ(error({"d2", "out:1"}).at("key"), "error.match.leave");
    EXPECT_EQ(error({"d2", "out:9"}).at("ply"), 1);
    EXPECT_FALSE(error(json("d2")).contains("ply"));
    EXPECT_EQ(error(json("d2")).at("field"), "played");
    EXPECT_EQ(error(json(std::vector<std::string>(5001, "d2"))).at("field"), "played");
    EXPECT_EQ(ask("match", "trilha", {{"start", 7}}).at("error").at("field"), "start");
    EXPECT_EQ(ask("match", "trilha", {{"start", "x"}}).at("error").at("what"), "position");
    EXPECT_EQ(ask("match", "trilha", {{"trace", 1}}).at("error").at("field"), "trace");
    EXPECT_EQ(ask("match", "trilha", {{"arbiter", "no"}}).at("error").at("field"), "arbiter");
}

TEST(ApiMatch, EndsWhenAllAgreeOrSomebodyLeaves) {
    const auto ended = [](const char* game, const json& settings, const json& end) {
        return ask("match", game, {{"settings", settings}, {"end", end}});
    };
    const json none = json::object();
    EXPECT_EQ(ended("trilha", none, {{"why", "agreement"}}).at("ending"),
              json({{"status", "draw"}, {"why", "agreement"}}));
    EXPECT_EQ(ended("trilha", none, {{"why", "resignation"}, {"player", 0}}).at("ending"),
              json({{"status", "o"}, {"why", "resignation"}}));
    EXPECT_EQ(ended("abalone", none, {{"why", "time"}, {"player", 1}}).at("status"), "x");
    EXPECT_TRUE(ended("abalone", none, {{"why", "time"}, {"player", 1}}).at("moves").empty());
    // One of three leaves, and two go on; one of a pair takes his partner along.
    const json three = {{"players", "3"}}, pairs = {{"players", "4"}, {"pairs", "yes"}};
    EXPECT_FALSE(ended("niout", three, {{"why", "resignation"}, {"player", 1}}).contains("ending"));
    EXPECT_EQ(ended("niout", pairs, {{"why", "resignation"}, {"player", 1}}).at("status"), "13");

    EXPECT_EQ(ended("niout", none, {{"why", "agreement"}}).at("error").at("key"), "error.match.agreement");
    EXPECT_EQ(ended("trilha", none, {{"why", "boredom"}}).at("error").at("field"), "why");
    EXPECT_EQ(ended("trilha", none, {{"why", "time"}, {"player", 2}}).at("error").at("field"), "player");
    EXPECT_EQ(ended("trilha", none, "agreement").at("error").at("field"), "end");
}

// ---- the computer player ----------------------------------------------------------------------------------------

json question(std::string_view verb, std::string_view game, json more = json::object()) {
    more["verb"] = verb;
    more["game"] = game;
    return more;
}

TEST(ApiThink, TellsEveryDepthInTheFormOfTheAnswer) {
    for (const char* game : {"trilha", "pretoa"}) {
        std::vector<json> told;
        api::Conversation conversation([&](const json& report) { told.push_back(report); });
        const json answer = conversation.answer(question("think", game, {{"depth", 4}, {"lines", 3}}));
        ASSERT_EQ(told.size(), 4u);
        for (std::size_t i = 0; i < told.size(); ++i) {
            EXPECT_EQ(told[i].at("depth"), i + 1);
            EXPECT_TRUE(told[i].contains("nodes") && told[i].contains("time"));
        }
        EXPECT_EQ(told.back().at("lines"), answer.at("lines"));
        ASSERT_EQ(answer.at("lines").size(), 3u);
        for (const json& line : answer.at("lines")) {
            EXPECT_EQ(line.at("exact"), false);
            EXPECT_EQ(line.at("endsIn"), 0);
            EXPECT_FALSE(ask("match", game, {{"played", line.at("moves")}}).contains("error")) << line.dump();
        }
    }
}

TEST(ApiThink, GoesOnWhereItWasWhileGameAndRulesStay) {
    const json long_thought = question("think", "policiais", {{"depth", 9}});
    const json other_rules = question("think", "policiais", {{"depth", 2}, {"settings", {{"huff", "yes"}}}});
    api::Conversation conversation;
    const json first = conversation.answer(long_thought), second = conversation.answer(long_thought);
    EXPECT_LT(second.at("nodes").get<int>(), first.at("nodes").get<int>() / 2)
        << "what was found is not searched again";
    conversation.answer(question("match", "policiais"));
    EXPECT_LT(conversation.answer(long_thought).at("nodes").get<int>(), first.at("nodes").get<int>() / 2);
    conversation.answer(other_rules);
    EXPECT_EQ(conversation.answer(long_thought).at("nodes"), first.at("nodes")) << "nothing is left of other rules";
}

TEST(ApiThink, SeesRepetitionInWhatWasPlayed) {
    // o is behind, and can bring back a position that was there.
    const json start = "xxx.../....../.....o/. x";
    const json played = {"a1-b1", "c6-c5", "b1-a1"};
    const json here = ask("match", "pretoa", {{"start", start}, {"played", played}});
    ASSERT_FALSE(here.contains("error")) << here.dump();
    const json blind = ask("think", "pretoa", {{"position", here.at("position")}, {"depth", 3}});
    const json seeing = ask("think", "pretoa", {{"start", start}, {"played", played}, {"depth", 3}});
    EXPECT_LT(blind.at("lines")[0].at("score").get<int>(), 0);
    EXPECT_EQ(seeing.at("lines")[0].at("score"), 0);
    EXPECT_EQ(seeing.at("lines")[0].at("moves")[0], "c5-c6");
}

TEST(ApiThink, HasNothingToSayWhenItIsOver) {
    EXPECT_EQ(ask("think", "pretoa", {{"start", "xx..../....../....../. o"}}).at("lines"), json::array());
}

TEST(ApiChoose, BelowTheHighestLevelASeedTellsTheMove) {
    api::Conversation conversation;
    for (const GameInfo& info : all_games())
        for (int level = 1; level < 10; ++level) {
            const json played = info.id == "niout" ? json{"mo"} : json::array();
            const json request =
                question("choose", info.id, {{"played", played}, {"level", level}, {"seed", 5}, {"time", 3'600'000}});
            const json move = conversation.answer(request);
            conversation.answer(question("think", info.id, {{"played", played}, {"nodes", 500}}));
            EXPECT_EQ(conversation.answer(request), move) << info.id << level;
            EXPECT_EQ(ask("choose", info.id, request), move) << info.id << level;
        }
}

TEST(ApiChoose, AsksForADecision) {
    const auto field = [](std::string_view game, const json& more) {
        return ask("choose", game, more).at("error").at("field");
    };
    EXPECT_EQ(field("niout", {}), "position");
    EXPECT_EQ(field("pretoa", {{"start", "xx..../....../....../. o"}}), "position");
    EXPECT_EQ(field("trilha", {{"level", 11}}), "level");
    EXPECT_EQ(ask("choose", "trilha", {{"played", {"d2", "d2"}}}).at("error").at("ply"), 1);
}

// ---- positions set up by hand -------------------------------------------------------------------------------------

TEST(ApiCompose, TakesWhatItShows) {
    Random random(3);
    for (const GameInfo& info : all_games())
        for (int game = 0; game < 10; ++game) {
            const json settings = [&] {
                json result = json::object();
                for (const Setting& setting : test::sample_settings(info, random))
                    result[setting.key] = setting.value;
                return result;
            }();
            const json steps =
                ask("random", info.id, {{"settings", settings}, {"seed", static_cast<unsigned>(game)}, {"plies", 60}})
                    .at("steps");
            for (const json& step : steps) {
                json shown = ask("show", info.id, {{"settings", settings}, {"position", step.at("position")}});
                json asked{{"settings", settings}, {"men", shown.at("men")}, {"turn", shown.at("turn")}};
                const json composed = ask("compose", info.id, asked);
                if (info.id == "niout" && !shown.at("dice").get<bool>()) {
                    EXPECT_EQ(composed.at("dice"), true) << "no throw lies";
                    continue;
                }
                for (const char* seen : {"men", "turn", "dice"}) EXPECT_EQ(composed.at(seen), shown.at(seen));
            }
        }
}

json man(const char* cell, int player, int rank = 0) { return {{"cell", cell}, {"player", player}, {"rank", rank}}; }
json beside(const char* where, int player, int count) {
    return {{"beside", where}, {"player", player}, {"count", count}};
}

TEST(ApiCompose, DerivesWhatIsNotSeen) {
    const json placing = {man("a7", 0), man("g1", 1), beside("hand", 0, 4), beside("hand", 1, 3)};
    EXPECT_EQ(ask("compose", "trilha", {{"men", placing}, {"turn", 1}}).at("position"),
              "x...o.../......../........ o 4 3 0");
    EXPECT_EQ(ask("compose", "trench", {{"men", {man("a1", 0, 5), man("h8", 1, 1)}}}).at("position"),
              ".......s/......../......../......../......../......../......../G....... x 35 31");
    const json race = {beside("home", 0, 3), man("m", 0, 1), beside("hand", 1, 4)};
    EXPECT_EQ(ask("compose", "niout", {{"men", race}, {"dice", "kai"}}).at("position"), "mr,20*3|0*4 1 2");
    EXPECT_EQ(ask("compose", "niout", {{"men", race}, {"dice", nullptr}}).at("position"), "mr,20*3|0*4 1 -");
}

TEST(ApiCompose, RefusesWhatCannotBe) {
    using Men = std::vector<json>;
    const auto fault = [](std::string_view game, const Men& men, json more = json::object()) {
        more["men"] = men;
        const json answer = ask("compose", game, more);
        return answer.value("error", answer);
    };
    const auto key = [&](std::string_view game, const Men& men, const json& more = json::object()) {
        return fault(game, men, more).value("key", fault(game, men, more).dump());
    };
    EXPECT_EQ(key("trilha", {man("a7", 0), man("a7", 1)}), "error.setup.twice");
    EXPECT_EQ(fault("trilha", {man("a7", 0), man("a7", 1)}).at("found"), "a7");
    EXPECT_EQ(key("trilha", {man("z9", 0)}), "error.cell");
    EXPECT_EQ(key("trilha", {man("a7", 0, 1)}), "error.setup.man");
    EXPECT_EQ(key("trilha", {beside("hand", 0, 10), beside("hand", 1, 3)}), "error.number.range");
    EXPECT_EQ(key("trilha", {beside("hand", 0, 3), beside("hand", 0, 3)}), "error.setup.twice");
    EXPECT_EQ(key("trilha", {beside("home", 0, 3)}), "error.setup.man");
    EXPECT_EQ(key("trilha", {man("a7", 0)}), "error.trilha.both-lost");
    EXPECT_EQ(key("trilha", {beside("hand", 0, 9), beside("hand", 1, 9)}, {{"dice", "kai"}}), "error.setup.dice");
    EXPECT_EQ(key("abalone", {man("a1", 0)}), "error.number.range") << "too many balls out";
    EXPECT_EQ(key("abalone", {beside("hand", 0, 1)}), "error.setup.man");
    EXPECT_EQ(key("trench", {man("a1", 0, 5), man("b1", 0, 5)}), "error.trench.pieces");
    EXPECT_EQ(key("trench", {man("a1", 0)}), "error.setup.man");
    EXPECT_EQ(key("pretoa", {}), "error.men.none");
    EXPECT_EQ(key("niout", {beside("hand", 0, 4)}), "error.niout.count");
    EXPECT_EQ(key("niout", {beside("hand", 0, 5), beside("hand", 1, 4)}), "error.niout.count");
    EXPECT_EQ(key("niout", {man("20", 0), beside("hand", 0, 3), beside("hand", 1, 4)}), "error.setup.man");
    EXPECT_EQ(key("niout", {beside("home", 0, 4), beside("hand", 1, 4)}, {{"dice", "mo"}}), "error.niout.over");
    EXPECT_EQ(key("niout", {beside("hand", 0, 4), beside("hand", 1, 4)}, {{"dice", "six"}}), "error.word");
    EXPECT_EQ(fault("abalone", {man("a1", 0)}).at("at"), 0) << "there is no text that a fault could lie in";

    EXPECT_EQ(ask("compose", "trilha").at("error").at("field"), "men");
    EXPECT_EQ(ask("compose", "trilha", {{"men", 7}}).at("error").at("field"), "men");
    EXPECT_EQ(fault("trilha", {7}).at("field"), "men");
    EXPECT_EQ(fault("trilha", Men(97, man("a7", 0))).at("field"), "men");
    EXPECT_EQ(fault("trilha", {man("a7", 2)}).at("field"), "player");
    EXPECT_EQ(fault("trilha", {json{{"cell", "a7"}}}).at("field"), "player");
    EXPECT_EQ(fault("trilha", {json{{"player", 0}}}).at("field"), "cell");
    EXPECT_EQ(fault("trilha", {beside("pocket", 0, 1)}).at("field"), "beside");
    EXPECT_EQ(fault("trilha", {beside("hand", 0, 256)}).at("field"), "count");
    EXPECT_EQ(fault("trilha", {man("a7", 0)}, {{"turn", 2}}).at("field"), "turn");
    EXPECT_EQ(fault("niout", {}, {{"dice", 3}}).at("field"), "dice");
}

// ---- records --------------------------------------------------------------------------------------------------------

TEST(ApiWrite, WritesWhatRecordReadsAndMatchReplays) {
    for (const GameInfo& info : all_games()) {
        const json steps = ask("random", info.id, {{"seed", 7u}, {"plies", 80}}).at("steps");
        json played = json::array();
        for (const json& step : steps) played.push_back(step.at("move"));
        const json tags{{"White", "A \"quoted\" name"}, {"Date", "2024.05.01"}};
        const json request{{"played", played}, {"tags", tags}, {"arbiter", false}};
        const json written = ask("write", info.id, request);
        ASSERT_TRUE(written.contains("text")) << written.dump();
        const json records = ask("record", "", {{"text", written.at("text")}}).at("records");
        ASSERT_EQ(records.size(), 1u);
        const json& read = records[0];
        EXPECT_EQ(read.at("tags"), tags);
        EXPECT_EQ(read.at("text"), written.at("text"));
        EXPECT_EQ(words(read.at("line").at("moves")), played.get<std::vector<std::string>>());
        const json match = ask("match", info.id,
                               {{"start", read.at("start")},
                                {"settings", read.at("settings")},
                                {"played", words(read.at("line").at("moves"))},
                                {"arbiter", false},
                                {"trace", true}});
        EXPECT_EQ(match.at("trace").size(), played.size());
        EXPECT_EQ(match.at("position"), ask("match", info.id, request).at("position"));
        EXPECT_EQ(read.at("result"), match.contains("ending") ? match.at("status") : json("*"));
    }
}

TEST(ApiWrite, KeepsTheArbiterAndTheColours) {
    const json arbiter{{"repetitions", 0}, {"quietPlies", 60}, {"byAgreement", false}, {"insufficient", false}};
    const json text =
        ask("write", "trilha", {{"played", {"d2"}}, {"arbiter", arbiter}, {"colours", {1, 0}}}).at("text");
    EXPECT_NE(
        text.get<std::string>().find("[Arbiter \"repetitions=0 quiet-plies=60 agreement=no\"]\n[Colours \"2 1\"]"),
        std::string::npos)
        << text;
    const json read = ask("record", "", {{"text", text}}).at("records")[0];
    EXPECT_EQ(read.at("arbiter"), arbiter);
    EXPECT_EQ(read.at("colours"), (json{1, 0}));
    EXPECT_EQ(read.at("tags"), json::object());
    EXPECT_EQ(read.at("text"), text);
    EXPECT_EQ(ask("write", "pretoa", {{"colours", {1, 0}}}).at("error").at("key"), "error.colours.fixed");
    EXPECT_EQ(ask("write", "trilha", {{"colours", {0, 0}}}).at("error").at("key"), "error.colours");
    const std::string plain = ask("write", "trilha", {{"played", {"d2"}}}).at("text");
    EXPECT_EQ(plain.find("Arbiter"), plain.npos);
    EXPECT_EQ(plain.find("Colours"), plain.npos);
}

TEST(ApiWrite, TellsHowItEnded) {
    const json given = ask("write", "trilha", {{"played", {"d2"}}, {"result", "x"}, {"ending", "resignation"}});
    const json read = ask("record", "", {{"text", given.at("text")}}).at("records")[0];
    EXPECT_EQ(read.at("result"), "x");
    EXPECT_EQ(read.at("ending"), "resignation");
    const json known = ask("write", "pretoa", {{"start", "xx..../....../....../. o"}});
    EXPECT_NE(known.at("text").get<std::string>().find("[Result \"x\"]"), std::string::npos);
}

TEST(ApiWrite, RefusesWhatCouldNotBeReadAgain) {
    const auto field = [](const json& more) {
        return ask("write", "pretoa", more).value("error", json{{"field", "none"}}).at("field");
    };
    EXPECT_EQ(field({{"result", "z"}}), "result");
    EXPECT_EQ(field({{"result", 1}}), "result");
    EXPECT_EQ(field({{"start", "xx..../....../....../. o"}, {"result", "o"}}), "result") << "x has won";
    EXPECT_EQ(field({{"ending", "a b"}}), "ending");
    EXPECT_EQ(field({{"tags", {{"Result", "x"}}}}), "tags");
    EXPECT_EQ(field({{"tags", {{"a b", "x"}}}}), "tags");
    EXPECT_EQ(field({{"tags", {{"Name", 7}}}}), "tags");
    EXPECT_EQ(field({{"tags", 7}}), "tags");
    EXPECT_EQ(field({{"result", "draw"}}), "none");
    EXPECT_EQ(ask("record", "", {{"text", std::string((1 << 20) + 1, ' ')}}).at("error").at("field"), "text");
}

}  // namespace
}  // namespace tavola
