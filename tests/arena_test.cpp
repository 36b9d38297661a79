// Matches between players: what the numbers mean, how games are paired, and players that misbehave.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "arena/contestant.h"
#include "arena/elo.h"
#include "arena/furthest.h"
#include "arena/tournament.h"
#include "support.h"

namespace tavola::arena {
namespace {

using test::game_of;

// ---- statistics, against numbers worked out by hand ----------------------------------------------------------

TEST(Elo, IsTheLogisticScale) {
    EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0);
    EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo_of_score(0.75), 190.8485, 1e-4);
    EXPECT_NEAR(score_of_elo(-400), 1.0 / 11, 1e-12);
    EXPECT_TRUE(std::isinf(elo_of_score(1)));
    EXPECT_LT(elo_of_score(0), -1e9);
}

TEST(Statistics, OfSingleGames) {
    const Tally tally{.wins = 10, .draws = 5, .losses = 5};
    const Statistics sample = statistics(tally);
    EXPECT_DOUBLE_EQ(sample.mean, 0.625);
    EXPECT_DOUBLE_EQ(sample.variance, 0.171875);  // (10 + 5/4) / 20 - 0.625²
    EXPECT_NEAR(sample.standard_error(), 0.0927025, 1e-7);

    const Estimate result = estimate(tally, {});
    EXPECT_NEAR(result.score_interval.low, 0.4433064, 1e-7);
    EXPECT_NEAR(result.score_interval.high, 0.8066936, 1e-7);
    EXPECT_NEAR(result.elo, 88.7395, 1e-4);
    EXPECT_NEAR(result.elo_error(), (elo_of_score(0.8066936) - elo_of_score(0.4433064)) / 2, 1e-4);
    EXPECT_NEAR(result.superiority, 0.9112351, 1e-6);
}

TEST(Statistics, OfPairsCountWhatThePairsTell) {
    // Every opening was won by whoever had x: ten wins and ten losses, and no doubt at all that they are equal.
    const Pairs even{{0, 0, 10, 0, 0}};
    EXPECT_DOUBLE_EQ(statistics(even).variance, 0);
    const Pairs spread{{1, 2, 4, 2, 1}};
    EXPECT_DOUBLE_EQ(statistics(spread).mean, 0.5);
    EXPECT_DOUBLE_EQ(statistics(spread).variance, 0.075);
    EXPECT_NEAR(estimate({.wins = 8, .draws = 4, .losses = 8}, spread).score_interval.high,
                0.5 + 1.95996 * std::sqrt(0.0075), 1e-5);
}

TEST(Statistics, AFewWinsInARowAreNotCertainty) {
    const Estimate result = estimate({.wins = 10, .draws = 0, .losses = 0}, {{0, 0, 0, 0, 5}});
    EXPECT_NEAR(result.score_interval.low, 0.7224672, 1e-6);  // 10 / (10 + z²), Wilson
    EXPECT_DOUBLE_EQ(result.score_interval.high, 1);
    EXPECT_NEAR(result.superiority, 0.9992173, 1e-6);
    EXPECT_TRUE(std::isinf(result.elo));
    const Estimate nothing = estimate({}, {});
    EXPECT_DOUBLE_EQ(nothing.score, 0.5);
    EXPECT_DOUBLE_EQ(nothing.score_interval.low, 0);
    EXPECT_DOUBLE_EQ(nothing.superiority, 0.5);
}

TEST(Sprt, BoundsAreWalds) {
    const Sprt sprt{.elo0 = 0, .elo1 = 5};
    EXPECT_NEAR(sprt.lower(), -2.944439, 1e-6);
    EXPECT_NEAR(sprt.upper(), 2.944439, 1e-6);
    EXPECT_EQ(sprt.state(0), Sprt::State::running);
    EXPECT_EQ(sprt.state(3), Sprt::State::elo1);
    EXPECT_EQ(sprt.state(-3), Sprt::State::elo0);
}

TEST(Sprt, WithTwoResultsIsTheBinomialRatio) {
    const Sprt sprt{.elo0 = 0, .elo1 = 50};
    // 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)), with s0 = 0.5 and s1 = 0.5714631
    const double expected = 60 * std::log(0.5714631 / 0.5) + 40 * std::log(0.4285369 / 0.5);
    EXPECT_NEAR(log_likelihood_ratio(sprt, Pairs{{40, 0, 0, 0, 60}}), expected, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt, Tally{.wins = 60, .draws = 0, .losses = 40}), expected, 0.01);
    EXPECT_DOUBLE_EQ(log_likelihood_ratio(sprt, Pairs{}), 0);
}

TEST(Sprt, NearBothHypothesesIsTheNormalRatio) {
    const Sprt sprt{.elo0 = 0, .elo1 = 4};
    const Pairs pairs{{200, 1000, 2500, 1100, 200}};
    const Statistics sample = statistics(pairs);
    const double s0 = 0.5, s1 = score_of_elo(4);
    const double normal = sample.count * (s1 - s0) * (2 * sample.mean - s0 - s1) / (2 * sample.variance);
    EXPECT_NEAR(log_likelihood_ratio(sprt, pairs), normal, 0.02 * std::abs(normal));
}

TEST(Sprt, TurnsRoundWithThePlayers) {
    const Pairs pairs{{3, 10, 30, 14, 5}}, turned{{5, 14, 30, 10, 3}};
    EXPECT_NEAR(log_likelihood_ratio({.elo0 = -5, .elo1 = 15}, pairs),
                -log_likelihood_ratio({.elo0 = -15, .elo1 = 5}, turned), 1e-9);
}

// ---- players ---------------------------------------------------------------------------------------------------

TEST(Player, ReadsKindsAndSettings) {
    const auto searcher = parse_player("nodes:200000,threads=2,hash=64");
    ASSERT_TRUE(searcher);
    EXPECT_EQ(searcher->kind, PlayerSpec::Kind::search);
    EXPECT_EQ(searcher->limits.nodes, 200'000u);
    EXPECT_EQ(searcher->threads, 2);
    EXPECT_EQ(searcher->hash, 64);
    EXPECT_EQ(searcher->name, "nodes:200000,threads=2,hash=64");
    EXPECT_EQ(parse_player("level:7")->level, 7);
    EXPECT_EQ(parse_player("time:100")->limits.time.count(), 100);
    EXPECT_TRUE(parse_player("time:100")->limits.whole_time) << "a fixed time is used up";
    EXPECT_TRUE(parse_player("nodes:9,time=100")->limits.whole_time);
    const auto program = parse_player("cmd:./other engine --x=1,2,nodes=500,name=Other");
    ASSERT_TRUE(program);
    EXPECT_EQ(program->command, "./other engine --x=1,2");
    EXPECT_EQ(program->limits.nodes, 500u);
    EXPECT_EQ(program->limits.time.count(), 0);
    EXPECT_EQ(program->name, "Other");
}

TEST(Player, RefusesEverythingElse) {
    for (const char* text : {"", "level", "level:0", "level:11", "nodes:", "nodes:-5", "depth:x", "random:1",
                             "cmd:", "greedy,speed=3", "nodes:5,hash=0", "nobody"})
        EXPECT_FALSE(parse_player(text)) << text;
    EXPECT_FALSE(check_player(*parse_player("furthest"), *game_of("trilha", "-")));
    EXPECT_TRUE(check_player(*parse_player("furthest"), *game_of("niout", "-")));
}

std::string furthest_word(const std::string& text) {
    const AnyGamePtr game = game_of("niout", "-");
    Random random(1);
    return game->print(furthest_move(*game, *game->parse_position(text), random));
}

TEST(Player, FurthestRunsAheadUnlessItIsInReach) {
    // Nobody is in reach: the short cut from 5 to the centre comes furthest.
    EXPECT_EQ(furthest_word("0*3,5|19,20*3 1 3"), "5-m");
    // The horse on l1 could land in the centre, and the one that comes from outside on 3, but none on 8.
    EXPECT_EQ(furthest_word("0*3,5|0*3,l1 1 3"), "5-8");
    // Home is always safe, and a whole tandem runs.
    EXPECT_EQ(furthest_word("18*2,20*2|0*3,17 1 2"), "18-20*2");
    // In reach wherever it goes: the furthest.
    EXPECT_EQ(furthest_word("0*3,16|0*3,15 1 2"), "16-18");
}

// ---- pairing -----------------------------------------------------------------------------------------------------

Plan plan_of(std::string_view id, std::string_view first, std::string_view second, int pairs,
             std::uint64_t seed = 7) {
    Plan plan;
    plan.game = game_of(id, "-");
    plan.start = plan.game->start();
    plan.players = {*parse_player(first), *parse_player(second)};
    plan.pairs = pairs;
    plan.seed = seed;
    plan.opening_plies = default_opening_plies(*plan.game);
    return plan;
}

const std::atomic<bool> never{false};

std::map<std::string, std::string> texts_of(const Plan& plan, Scores* scores = nullptr) {
    std::map<std::string, std::string> records;
    const Scores result = run_tournament(
        plan,
        [&](const PlayedGame& game, const Scores&) {
            records[std::to_string(game.pair) + "." + std::to_string(game.leg)] = print_record(game.record);
            return true;
        },
        never);
    if (scores != nullptr) *scores = result;
    return records;
}

std::vector<PlayedGame> games_of(const Plan& plan) {
    std::vector<PlayedGame> games;
    run_tournament(
        plan,
        [&](const PlayedGame& game, const Scores&) {
            games.push_back(game);
            return true;
        },
        never);
    return games;
}

std::string tag(const Record& record, std::string_view name) {
    for (const auto& [key, value] : record.tags)
        if (key == name) return value;
    return "";
}

TEST(Opening, IsLegalLeavesTheGameOpenAndVaries) {
    for (const GameInfo& info : all_games()) {
        const AnyGamePtr game = game_of(info.id, "-");
        std::set<std::string> seen;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Random random(seed);
            const auto moves = random_opening(game, game->start(), 6, random);
            EXPECT_EQ(moves.size(), 6u);
            Match match(game);
            for (const AnyMove move : moves) ASSERT_TRUE(match.play(game->print(move)));
            EXPECT_FALSE(match.over());
            seen.insert(game->print(match.position()));
        }
        EXPECT_GT(seen.size(), 20u) << info.id;
    }
}

TEST(Opening, GetsShorterWhereTheGameWouldEnd) {
    // Whatever x plays, the last horse is home.
    const AnyGamePtr game = game_of("niout", "-");
    Random random(1);
    const auto moves = random_opening(game, *game->parse_position("19,20*3|0*4 1 1"), 6, random);
    EXPECT_TRUE(moves.empty());
}

OpeningPlan opening_plan(std::string_view id, int plies, int pairs, bool growing, std::uint64_t seed = 7) {
    const AnyGamePtr game = game_of(id, "-");
    return {game, game->start(), seed, plies, pairs, growing};
}

AnyPosition position_after(const OpeningPlan& plan, const std::vector<AnyMove>& moves) {
    AnyPosition position = plan.start;
    for (const AnyMove move : moves) position = plan.game->play(position, move);
    return position;
}

TEST(Opening, LikenessIsThatOfMirrorImagesAndExchangedPlayers) {
    const auto like = [](std::string_view id, std::string_view one, std::string_view other) {
        const AnyGamePtr game = game_of(id, "-");
        return likeness(*game, *game->parse_position(one)) == likeness(*game, *game->parse_position(other));
    };
    // A corner is a corner, and the middle of a side is none.
    EXPECT_TRUE(like("trilha", "x......./......../........ o 8 9 0", "..x...../......../........ o 8 9 0"));
    EXPECT_FALSE(like("trilha", "x......./......../........ o 8 9 0", ".x....../......../........ o 8 9 0"));
    EXPECT_TRUE(like("trilha", "x......./......../........ o 8 9 0", "o......./......../........ x 9 8 0"));
    EXPECT_FALSE(like("trilha", "x......./......../........ o 8 9 0", "x......./......../........ x 8 9 0"));
}

TEST(Opening, DiffersForEveryPairAlsoWhereAFewMovesDoNotSuffice) {
    for (const char* id : {"trilha", "abalone", "trench", "policiais", "pretoa"}) {
        const OpeningPlan plan = opening_plan(id, default_opening_plies(*game_of(id, "-")), 100, true);
        Openings openings(plan);
        std::set<std::uint64_t> seen;
        for (int pair = 0; pair < 100; ++pair)
            seen.insert(likeness(*plan.game, position_after(plan, openings.of(pair))));
        EXPECT_EQ(seen.size(), 100u) << id;
    }
}

TEST(Opening, LeavesBothPlayersSomethingToHopeFor) {
    // Of Pretoa's first moves one loses, and many go on to lose a man or more.
    const OpeningPlan plan = opening_plan("pretoa", 4, 60, true);
    Openings openings(plan);
    const auto engine = make_engine(plan.game);
    for (int pair = 0; pair < 60; ++pair) {
        const AnyPosition position = position_after(plan, openings.of(pair));
        const Report report = engine->think(position, {}, {.depth = 0, .nodes = 3000}, never);
        ASSERT_FALSE(report.lines.empty());
        EXPECT_LE(std::abs(report.lines.front().score), 150) << plan.game->print(position);
    }
}

TEST(Opening, IsTheSameInWhateverOrderAndForAboutAsManyPairs) {
    Openings forwards(opening_plan("policiais", 4, 30, true)), backwards(opening_plan("policiais", 4, 32, true)),
        other(opening_plan("policiais", 4, 30, true, 8));
    bool all_alike = true;
    for (int pair = 29; pair >= 0; --pair) backwards.of(pair);
    for (int pair = 0; pair < 30; ++pair) {
        EXPECT_EQ(forwards.of(pair), backwards.of(pair));
        EXPECT_EQ(forwards.of(pair).size(), forwards.of(0).size()) << "none is the beginning of another";
        all_alike = all_alike && other.of(pair) == forwards.of(pair);
    }
    EXPECT_FALSE(all_alike) << "another seed, other openings";
}

TEST(Opening, OfAFixedLengthComesAgainWhenThereAreNoMore) {
    const OpeningPlan plan = opening_plan("policiais", 3, 100, false);
    Openings openings(plan);
    std::set<std::uint64_t> seen, first;
    for (int pair = 0; pair < 100; ++pair) {
        EXPECT_EQ(openings.of(pair).size(), 3u);
        seen.insert(likeness(*plan.game, position_after(plan, openings.of(pair))));
        if (pair < 2) first = seen;
    }
    EXPECT_EQ(first.size(), 2u) << "no repeats as long as there are others";
    EXPECT_LT(seen.size(), 20u);
    Openings none(opening_plan("policiais", 0, 100, true));
    EXPECT_TRUE(none.of(5).empty());
}

TEST(Tournament, PlaysNoPairTwiceWithPlayersWhoAlwaysAnswerAlike) {
    for (const char* id : {"trilha", "abalone", "trench", "niout", "policiais", "pretoa"}) {
        Plan plan = plan_of(id, "nodes:40", "nodes:90", 20);
        plan.max_plies = 40;
        std::map<std::string, int> pairs;
        Variety variety;
        for (const PlayedGame& game : games_of(plan)) {
            variety.add(game);
            std::string moves;
            for (const RecordMove& move : game.record.line.moves) moves += move.word + " ";
            const auto [before, fresh] = pairs.emplace(moves, game.pair);
            EXPECT_TRUE(fresh || before->second == game.pair) << id << ": " << moves;
        }
        EXPECT_EQ(variety.games(), pairs.size());
        EXPECT_EQ(variety.openings(), std::string_view(id) == "niout" ? 1u : 20u) << id;
    }
}

TEST(Tournament, BothGamesOfAPairHaveOneOpeningAndSwappedSides) {
    Plan plan = plan_of("trilha", "random,name=A", "random,name=B", 5);
    const std::vector<PlayedGame> games = games_of(plan);
    ASSERT_EQ(games.size(), 10u);
    for (std::size_t i = 0; i < games.size(); i += 2) {
        const PlayedGame &one = games[i], &two = games[i + 1];
        EXPECT_EQ(one.pair, two.pair);
        EXPECT_EQ(tag(one.record, "X"), "A");
        EXPECT_EQ(tag(one.record, "O"), "B");
        EXPECT_EQ(tag(two.record, "X"), "B");
        EXPECT_EQ(tag(two.record, "O"), "A");
        EXPECT_EQ(tag(one.record, "Opening"), "6");
        for (std::size_t ply = 0; ply < 6; ++ply)
            EXPECT_EQ(one.record.line.moves[ply].word, two.record.line.moves[ply].word);
        // The points are those of A, whichever side it has.
        const std::string won = one.leg == 0 ? "x" : "o";
        EXPECT_EQ(one.half_points, one.record.result == "draw" ? 1 : one.record.result == won ? 2 : 0);
        EXPECT_EQ(two.half_points, two.record.result == "draw" ? 1 : two.record.result == "o" ? 2 : 0);
    }
}

TEST(Tournament, GoesOnWhereItWasStopped) {
    const Plan plan = plan_of("niout", "random,name=A", "furthest,name=B", 4);
    Scores whole;
    const auto all = texts_of(plan, &whole);
    // Stopped within the second pair.
    std::vector<Record> records;
    run_tournament(
        plan,
        [&](const PlayedGame& game, const Scores&) {
            records.push_back(*parse_records(print_record(game.record))->begin());
            return records.size() < 3;
        },
        never);
    const auto before = played_before(plan, records);
    ASSERT_TRUE(before);
    ASSERT_EQ(before->size(), 3u);
    EXPECT_EQ(scores_of(*before).tally.games(), 3u);
    std::set<std::string> later;
    const Scores scores = run_tournament(
        plan,
        [&](const PlayedGame& game, const Scores&) {
            const std::string name = std::to_string(game.pair) + "." + std::to_string(game.leg);
            EXPECT_EQ(print_record(game.record), all.at(name));
            later.insert(name);
            return true;
        },
        never, *before);
    EXPECT_EQ(later, (std::set<std::string>{"1.1", "2.0", "2.1", "3.0", "3.1"}));
    EXPECT_EQ(scores, whole);
}

TEST(Tournament, RefusesToGoOnFromGamesOfAnother) {
    const Plan plan = plan_of("pretoa", "random,name=A", "random,name=B", 2);
    std::vector<Record> records;
    for (const PlayedGame& game : games_of(plan)) records.push_back(game.record);
    EXPECT_TRUE(played_before(plan, records));
    const std::span<const Record> all(records);
    const auto refused = [&](const Plan& other) {
        const auto before = played_before(other, all);
        return !before && before.error().key == "error.arena.other";
    };
    EXPECT_TRUE(refused(plan_of("pretoa", "random,name=A", "random,name=B", 2, 8))) << "another seed";
    EXPECT_TRUE(refused(plan_of("pretoa", "random,name=B", "random,name=A", 2))) << "other sides";
    EXPECT_TRUE(refused(plan_of("policiais", "random,name=A", "random,name=B", 2))) << "another game";
    EXPECT_TRUE(refused(plan_of("pretoa", "random,name=A", "random,name=B", 1))) << "fewer games";
    Plan longer = plan;
    longer.opening_plies = 5;
    EXPECT_TRUE(refused(longer)) << "other openings";
    records[1] = records[0];
    EXPECT_TRUE(refused(plan)) << "one twice";
    records[1] = games_of(plan)[1].record;
    records[1].result = "*";
    EXPECT_TRUE(refused(plan)) << "one not ended";
    records[1].tags.clear();
    EXPECT_TRUE(refused(plan)) << "one without a name";
}

TEST(Tournament, DiceFallAlikeForBothPlayersOfAPair) {
    // Each seat's throws in order; in the second game the other player sits there.
    const std::vector<PlayedGame> games = games_of(plan_of("niout", "random", "furthest", 3));
    const std::set<std::string> names{"to", "kai", "kul", "niout", "mo"};
    const auto throws_of = [&](const Record& record, int seat) {
        std::vector<std::string> result;
        Match match(record.game, record.start, Custom{});
        for (const RecordMove& move : record.line.moves) {
            if (match.turn().index() == seat && names.contains(move.word)) result.push_back(move.word);
            EXPECT_TRUE(match.follow(move.word));
        }
        return result;
    };
    for (std::size_t i = 0; i < games.size(); i += 2)
        for (int seat : {0, 1}) {
            auto one = throws_of(games[i].record, seat), two = throws_of(games[i + 1].record, seat);
            const std::size_t both = std::min(one.size(), two.size());
            EXPECT_GT(both, 10u);
            one.resize(both), two.resize(both);
            EXPECT_EQ(one, two);
        }
}

TEST(Tournament, TheSameSeedTheSameGamesHoweverManyAtOnce) {
    for (const char* id : {"trilha", "niout", "policiais"}) {
        Plan plan = plan_of(id, "nodes:200", "random", 4);
        Scores alone, together;
        const auto one = texts_of(plan, &alone);
        plan.concurrency = 3;
        EXPECT_EQ(texts_of(plan, &together), one);
        EXPECT_EQ(alone, together);
        plan.seed = 8;
        EXPECT_NE(texts_of(plan), one);
    }
}

TEST(Levels, TheFirstLosesToOneWhoLooksAMoveAhead) {
    for (const GameInfo& info : all_games()) {
        Scores scores;
        texts_of(plan_of(info.id, "level:1", "greedy", 20), &scores);
        EXPECT_LT(scores.tally.score(), 0.5) << info.id;
    }
}

TEST(Tournament, RandomAgainstRandomIsEvenAndItsRecordsReadBack) {
    for (const GameInfo& info : all_games()) {
        Plan plan = plan_of(info.id, "random", "random", 6);
        plan.max_plies = 60;
        Scores scores;
        std::string text;
        for (const auto& [round, record] : texts_of(plan, &scores)) text += record + "\n";
        EXPECT_EQ(scores.tally.games(), 12u);
        EXPECT_EQ(scores.pairs.count(), 6u);
        const auto records = parse_records(text);
        ASSERT_TRUE(records) << info.id << records.error().key << ' ' << records.error().line;
        ASSERT_EQ(records->size(), 12u);
        for (const Record& record : *records) {
            EXPECT_FALSE(record.ending.empty());
            EXPECT_NE(record.result, "*");
            EXPECT_EQ(tag(record, "Event"), "tavola match");
        }
    }
    Scores many;
    texts_of(plan_of("pretoa", "random", "random", 100), &many);
    EXPECT_NEAR(many.tally.score(), 0.5, 0.15);
}

TEST(Tournament, LongGamesAreSettled) {
    Plan plan = plan_of("abalone", "random", "random", 1);
    plan.max_plies = 10;
    for (const PlayedGame& game : games_of(plan)) {
        EXPECT_EQ(game.record.ending, "plies");
        EXPECT_EQ(game.record.result, "draw");
        EXPECT_EQ(game.record.line.moves.size(), 18u);  // eight of them the opening
    }
}

TEST(Tournament, StopsWhenThereIsEnough) {
    const Plan plan = plan_of("pretoa", "random", "random", 100);
    int seen = 0;
    const Scores scores = run_tournament(plan, [&](const PlayedGame&, const Scores&) { return ++seen < 6; }, never);
    EXPECT_EQ(scores.tally.games(), 6u);
    const std::atomic<bool> at_once{true};
    EXPECT_EQ(run_tournament(plan, [](const auto&, const auto&) { return true; }, at_once).tally.games(), 0u);
}

TEST(Tournament, NeedsTwoSides) {
    Plan plan = plan_of("niout", "random", "random", 1);
    EXPECT_TRUE(check_plan(plan));
    plan.game = game_of("niout", "players=3");
    plan.start = plan.game->start();
    EXPECT_FALSE(check_plan(plan));
    plan.game = game_of("niout", "players=4,pairs=yes");
    plan.start = plan.game->start();
    ASSERT_TRUE(check_plan(plan));
    for (const PlayedGame& game : games_of(plan)) {
        EXPECT_TRUE(game.record.result == "13" || game.record.result == "24" || game.record.ending == "plies");
        if (game.record.result != "draw") {
            EXPECT_EQ(game.half_points == 2, (game.record.result == "13") == (game.leg == 0));
        }
    }
}

// ---- programs ----------------------------------------------------------------------------------------------------

/// A folder that goes when the test does, with a program in it.
class ProgramTest : public ::testing::Test {
  protected:
    ProgramTest() : folder_(std::filesystem::temp_directory_path() / ("arena." + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~ProgramTest() override { std::filesystem::remove_all(folder_); }

    // A player that answers `go` as it is told, and keeps what it was sent in a file.
    std::string program(const std::string& on_go) const {
        const auto file = folder_ / "player.sh";
        std::ofstream(file) << "while read -r line; do\n  echo \"$line\" >> '" << heard_file().string()
                            << "'\n  case $line in\n    uci) echo id name test; echo uciok;;\n"
                               "    isready) echo readyok;;\n    go*) "
                            << on_go << ";;\n    quit) exit;;\n  esac\ndone\n";
        return "cmd:sh '" + file.string() + "',nodes=100,patience=2000";
    }
    std::filesystem::path heard_file() const { return folder_ / "heard"; }
    std::vector<std::string> heard() const {
        std::ifstream in(heard_file());
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }

    // Both games of one pair, the program being the first player.
    std::vector<PlayedGame> play(const std::string& first) const {
        Plan plan = plan_of("trilha", first, "random", 1);
        plan.opening_plies = 2;
        plan.max_plies = 2;
        return games_of(plan);
    }

    static void expect_forfeits(const std::vector<PlayedGame>& games, std::string_view why) {
        ASSERT_EQ(games.size(), 2u);
        for (const PlayedGame& game : games) {
            EXPECT_EQ(game.half_points, 0);
            ASSERT_TRUE(game.forfeit);
            EXPECT_EQ(game.forfeit->contestant, 0);
            EXPECT_EQ(game.forfeit->fault.why, why) << game.forfeit->fault.note;
            EXPECT_FALSE(game.forfeit->fault.note.empty());
            EXPECT_EQ(game.record.ending, why);
            EXPECT_EQ(game.record.result, game.leg == 0 ? "o" : "x");
            EXPECT_TRUE(parse_records(print_record(game.record)));
        }
    }

  private:
    std::filesystem::path folder_;
};

TEST_F(ProgramTest, IsToldTheGameAndPlays) {
    // The first point that nobody has named yet.
    const std::string first_free =
        "for p in a1 d1 g1 b2 d2; do case \"$all\" in *\" $p\"*) ;; *) echo info depth 1; echo bestmove $p; break;; "
        "esac; done";
    const auto games =
        play(program("all=$(grep '^position' '" + heard_file().string() + "' | tail -n 1); " + first_free));
    ASSERT_EQ(games.size(), 2u);
    for (const PlayedGame& game : games) {
        EXPECT_FALSE(game.forfeit) << game.forfeit->fault.note;
        EXPECT_EQ(game.record.ending, "plies");
    }
    const std::vector<std::string> lines = heard();
    const auto has = [&](const std::string& line) { return std::ranges::find(lines, line) != lines.end(); };
    EXPECT_EQ(lines.front(), "uci");
    EXPECT_TRUE(has("setoption name UCI_Variant value trilha"));
    EXPECT_FALSE(
        std::ranges::any_of(lines, [](const auto& line) { return line.starts_with("setoption name Rules"); }));
    EXPECT_TRUE(has("ucinewgame"));
    EXPECT_TRUE(has("go nodes 100"));
    const std::string opening = games[0].record.line.moves[0].word + " " + games[0].record.line.moves[1].word;
    EXPECT_TRUE(has("position fen ......../......../........ x 9 9 0 moves " + opening));
    EXPECT_EQ(lines.back(), "quit");
}

TEST_F(ProgramTest, IsToldRulesThatAreNotTheDefault) {
    Plan plan = plan_of("trilha", program("echo bestmove none"), "random", 1);
    plan.game = game_of("trilha", "preset=internacional");
    plan.start = plan.game->start();
    games_of(plan);
    const auto lines = heard();
    EXPECT_NE(std::ranges::find(lines, "setoption name Rules value preset=internacional"), lines.end());
}

TEST_F(ProgramTest, LosesByIllegalMoves) { expect_forfeits(play(program("echo bestmove zz")), "illegal"); }
TEST_F(ProgramTest, LosesBySilence) {
    std::string silent = program(":");
    silent.replace(silent.rfind("2000"), 4, "200");
    expect_forfeits(play(silent), "time");
}
TEST_F(ProgramTest, LosesByDying) { expect_forfeits(play(program("exit 3")), "gone"); }
TEST_F(ProgramTest, LosesByNotBeingThere) { expect_forfeits(play("cmd:/no/such/program 2>/dev/null"), "gone"); }
TEST_F(ProgramTest, LosesByEchoing) { expect_forfeits(play("cmd:/bin/cat,patience=200"), "time"); }
TEST_F(ProgramTest, LosesByTalkingWithoutEnd) { expect_forfeits(play("cmd:yes nonsense,patience=200"), "time"); }
TEST_F(ProgramTest, LosesByNotListening) { expect_forfeits(play("cmd:sleep 5,patience=200"), "time"); }

}  // namespace
}  // namespace tavola::arena
