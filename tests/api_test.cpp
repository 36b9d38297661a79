// The façade in JSON, as pages use it: matches, thoughts, positions set up by hand, records.
#include "api/api.h"

#include <gtest/gtest.h>

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
    const json start = "x...../....../.....o/. x";
    const std::vector<std::string> to = words(ask("moves", "pretoa", {{"position", start}}).at("moves"));
    // Both go to and fro until the same position is there for the third time.
    json played = json::array();
    std::string x_from, x_to, o_from, o_to;
    const std::string x_goes = to.at(0);
    x_from = x_goes.substr(0, x_goes.find('-')), x_to = x_goes.substr(x_goes.find('-') + 1);
    const std::string o_goes =
        words(ask("match", "pretoa", {{"start", start}, {"played", {x_goes}}}).at("moves")).at(0);
    o_from = o_goes.substr(0, o_goes.find('-')), o_to = o_goes.substr(o_goes.find('-') + 1);
    for (int round = 0; round < 2; ++round)
        for (const std::string& word : {x_goes, o_goes, x_to + "-" + x_from, o_to + "-" + o_from})
            played.push_back(word);

    const json match = ask("match", "pretoa", {{"start", start}, {"played", played}});
    EXPECT_EQ(match.at("ending"), (json{{"status", "draw"}, {"why", "repetition"}})) << match.dump();
    EXPECT_EQ(match.at("status"), "draw");
    EXPECT_EQ(match.at("why"), "repetition");
    EXPECT_EQ(match.at("moves"), json::array());

    const json rules_alone = ask("match", "pretoa", {{"start", start}, {"played", played}, {"arbiter", false}});
    EXPECT_EQ(rules_alone.at("status"), "ongoing");
    EXPECT_EQ(words(rules_alone.at("moves")), to);

    played.push_back(x_goes);
    const json beyond = ask("match", "pretoa", {{"start", start}, {"played", played}});
    EXPECT_EQ(beyond.at("error").at("key"), "error.match.over");
    EXPECT_EQ(beyond.at("error").at("ply"), 8);
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

}  // namespace
}  // namespace tavola
