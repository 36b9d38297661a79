// The arbiter: every cell of its table, and taking back.
#include "match/match.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "games/alquerque/alquerque.h"
#include "match/conventions.h"
#include "match/countdown.h"

namespace tavola {
namespace {

AnyGamePtr game(std::string_view id, std::string_view settings = "-") {
    const auto made = make_game(id, settings);
    EXPECT_TRUE(made) << id << ' ' << settings;
    return *made;
}

Match from(const AnyGamePtr& game, std::string_view position) {
    const auto start = game->parse_position(position);
    EXPECT_TRUE(start) << position;
    return Match(game, *start, game->custom());
}

Match from(const AnyGamePtr& game, std::string_view position, const Custom& custom) {
    return Match(game, *game->parse_position(position), custom);
}

// Plays there and back again, so many plies.
void shuttle(Match& match, std::initializer_list<const char*> words, int plies) {
    for (int ply = 0; ply < plies; ++ply) {
        const char* word = words.begin()[static_cast<std::size_t>(ply) % words.size()];
        ASSERT_TRUE(match.play(word)) << word << " at ply " << ply;
    }
}

std::string result(const Match& match) { return match.game().print(match.verdict().outcome); }

// A quiet corner of each game: a position and four moves that lead back to it.
struct Quiet {
    const char *game, *settings, *position;
    std::initializer_list<const char*> words;
    const char* settled;  // who has it when the arbiter stops here
    int plies;            // after so many
};
const Quiet quiets[] = {
    {"trilha", "-", "x.x.x.../......../o.o.o... x 0 0 0", {"a7-d7", "c5-d5", "d7-a7", "d5-c5"}, "draw", 100},
    {"abalone",
     "-",
     "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0",
     {"c3-d3", "g5-f5", "d3-c3", "f5-g5"},
     "draw",
     200},
    {"trench",
     "-",
     "......lg/......sc/......../......../......../......../C......./GL...... x 23 24",
     {"a2-a3", "h7-h6", "a3-a2", "h6-h7"},
     "o",
     100},
    {"policiais", "-", "x...x/.../..././.../.../o...o x", {"a1-a2", "g5-g4", "a2-a1", "g4-g5"}, "draw", 60},
    {"pretoa", "-", "x.x.../....../..o.o./. x", {"a1-b1", "c3-d1", "b1-a1", "d1-c3"}, "draw", 60},
};

TEST(Arbiter, HasTheTableOfTheRules) {
    const auto custom = [](std::string_view id) { return game(id)->custom(); };
    EXPECT_EQ(custom("trilha"), (Custom{3, 100, true}));
    EXPECT_EQ(custom("abalone"), (Custom{3, 200, true}));
    EXPECT_EQ(custom("trench"), (Custom{3, 100, true}));
    EXPECT_EQ(custom("policiais"), (Custom{3, 60, true, true}));
    EXPECT_EQ(custom("pretoa"), (Custom{3, 60, true, true}));
    EXPECT_EQ(custom("niout"), (Custom{0, 0, false}));
}

TEST(Arbiter, EndsAtTheThirdOccurrence) {
    for (const Quiet& quiet : quiets) {
        SCOPED_TRACE(quiet.game);
        Match match = from(game(quiet.game, quiet.settings), quiet.position);
        shuttle(match, quiet.words, 7);
        EXPECT_FALSE(match.over());
        shuttle(match, {quiet.words.begin()[3]}, 1);
        EXPECT_EQ(match.verdict().ending, Ending::repetition);
        EXPECT_EQ(match.verdict().why, "repetition");
        EXPECT_EQ(result(match), quiet.settled);
        EXPECT_FALSE(match.play(quiet.words.begin()[0])) << "nobody moves after the end";
    }
}

TEST(Arbiter, EndsWhenNothingHappensForTooLong) {
    for (const Quiet& quiet : quiets) {
        SCOPED_TRACE(quiet.game);
        const AnyGamePtr made = game(quiet.game, quiet.settings);
        Custom patient = made->custom();
        patient.repetitions = 0;
        Match match = from(made, quiet.position, patient);
        shuttle(match, quiet.words, quiet.plies - 1);
        EXPECT_FALSE(match.over());
        shuttle(match, {quiet.words.begin()[static_cast<std::size_t>(quiet.plies - 1) % 4]}, 1);
        EXPECT_EQ(match.verdict().ending, Ending::quiet);
        EXPECT_EQ(result(match), quiet.settled);
    }
}

TEST(Arbiter, CanBeSwitchedOff) {
    const AnyGamePtr trilha = game("trilha");
    Match match = from(trilha, quiets[0].position, Custom{0, 0, true});
    shuttle(match, quiets[0].words, 400);
    EXPECT_FALSE(match.over());
}

TEST(Arbiter, PlacementAndCaptureStartTheCountAgain) {
    const AnyGamePtr trilha = game("trilha");
    Match match = from(trilha, "x.x.x.../......../o.o.o... x 1 0 0");
    ASSERT_TRUE(match.play("d1"));
    EXPECT_EQ(match.steps().back().quiet, 0) << "a placement";
    ASSERT_TRUE(match.play("c5-d5"));
    EXPECT_EQ(match.steps().back().quiet, 1);

    Match capture = from(game("policiais"), "...../.../.x./o/.../.../....o x");
    ASSERT_TRUE(capture.play("c3xe3"));
    EXPECT_EQ(capture.steps().back().quiet, 0) << "a capture";

    Match huffing = from(game("policiais", "huff=yes"), "x..../.../.x./o/.../.../....o x -");
    ASSERT_TRUE(huffing.play("a1-a2"));
    ASSERT_TRUE(huffing.play("~c3"));
    EXPECT_EQ(huffing.steps().back().quiet, 0) << "a huffed man";

    Match ejection =
        from(game("abalone"), "ooooo/oooo../......./......../........./......../xxxxxxx/....../..xxo x 5 4");
    ASSERT_TRUE(ejection.play("c1-d1"));
    ASSERT_TRUE(ejection.play("h4-g4"));
    EXPECT_EQ(ejection.steps().back().quiet, 2);
    ASSERT_TRUE(ejection.play("a3-a4"));
    EXPECT_EQ(ejection.steps().back().quiet, 0) << "a ball out";
}

TEST(Arbiter, OneManEachAndNothingAtHandIsADrawAtOnce) {
    // The last capture but one leaves one man each.
    for (const char* settings : {"-", "huff=yes"}) {
        SCOPED_TRACE(settings);
        const std::string offenders = settings[0] == '-' ? "" : " -";
        Match match = from(game("policiais", settings), "x..../.../.x./o/.../.../....o x" + offenders);
        EXPECT_FALSE(match.over());
        ASSERT_TRUE(match.play("c3xe3"));
        EXPECT_FALSE(match.over()) << "two men against one";
    }
    Match match = from(game("policiais"), "...../.../.x./o/.../.../....o x");
    ASSERT_TRUE(match.play("c3xe3"));
    EXPECT_EQ(match.verdict().ending, Ending::insufficient);
    EXPECT_EQ(match.verdict().why, "insufficient");
    EXPECT_EQ(result(match), "draw");
    EXPECT_FALSE(match.game().outcome(match.position()).over()) << "the rules let it go on";

    const AnyGamePtr pretoa = game("pretoa");
    EXPECT_EQ(from(pretoa, "x...../....../..o.../. x").verdict().ending, Ending::insufficient);
    Custom patient = pretoa->custom();
    patient.insufficient = false;
    EXPECT_FALSE(from(pretoa, "x...../....../..o.../. x", patient).over()) << "it can be switched off";
}

TEST(Countdown, OfThreeMenEachIsToldBeforeAndAfter) {
    const char* three_each = "x.....x./....x.../o.o...o. x 0 0 5";
    Match match = from(game("trilha", "preset=quadrados"), three_each);
    for (int count = 5; count < 10; ++count) {
        const auto counted = countdown(match.game(), match.position());
        ASSERT_TRUE(counted);
        EXPECT_EQ(counted->count, count);
        EXPECT_EQ(counted->limit, 10);
        shuttle(match, {count % 4 == 1 ? "a1-a4" : count % 4 == 2 ? "e5-d5" : count % 4 == 3 ? "a4-a1" : "d5-e5"}, 1);
    }
    EXPECT_EQ(match.verdict().ending, Ending::rules);
    EXPECT_EQ(match.verdict().why, "three-each");
    EXPECT_EQ(match.verdict().count, 10);
    EXPECT_FALSE(countdown(*game("trilha", "three-each=0"), match.start())) << "by other rules nothing is counted";
    EXPECT_FALSE(countdown(match.game(), match.game().start())) << "with more men";
    EXPECT_FALSE(countdown(*game("pretoa"), game("pretoa")->start()));
}

TEST(Arbiter, GamesOfBeforeThereWasThisConventionGoOn) {
    Match match = from(game("pretoa"), "x...../....../..o.../. x");
    ASSERT_TRUE(match.over());
    EXPECT_FALSE(match.play("a1-b1")) << "nobody moves after the end";
    ASSERT_TRUE(match.follow("a1-b1")) << "but somebody has";
    EXPECT_FALSE(match.over());
    ASSERT_TRUE(match.follow("c3-d1"));
}

// All positions with one man each: won where something can be captured, drawn everywhere else, and lost nowhere. So an arbiter
// who calls a draw takes nothing from anybody; that he calls it too early or too late would show here.
template <class G>
void declares_just_the_draws_of_one_man_each(const typename G::Rules& rules) {
    using Position = typename G::Position;
    enum class Value { draw, win, loss };
    std::map<std::string, Value> values;
    std::vector<Position> positions;
    const CellSet all = G::board(rules).all();
    for (const Player turn : {player_x, player_o})
        for (const Cell own : all)
            for (const Cell other : all - CellSet(own))
                for (const bool offends : {false, true}) {
                    if (offends && !rules.huff) continue;
                    positions.push_back({.own = CellSet(own),
                                         .other = CellSet(other),
                                         .offenders = offends ? CellSet(other) : CellSet(),
                                         .turn = turn});
                }
    const auto value_of = [&](const Position& position) {
        if (const Outcome outcome = G::outcome(rules, position); outcome.over())
            return outcome.won_by(position.turn) ? Value::win : Value::loss;
        const auto found = values.find(G::print_position(rules, position));
        return found == values.end() ? Value::draw : found->second;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const Position& position : positions) {
            if (G::outcome(rules, position).over() || value_of(position) != Value::draw) continue;
            MoveList<G> moves;
            G::generate(rules, position, moves);
            bool wins = false, loses = true;
            for (const auto move : moves) {
                Position next = position;
                G::play(rules, next, move);
                const bool same = next.turn == position.turn;  // a huffed man, and the same player moves on
                wins = wins || value_of(next) == (same ? Value::win : Value::loss);
                loses = loses && value_of(next) == (same ? Value::loss : Value::win);
            }
            if (!wins && !loses) continue;
            values[G::print_position(rules, position)] = wins ? Value::win : Value::loss;
            changed = true;
        }
    }
    int draws = 0;
    for (const Position& position : positions) {
        if (G::outcome(rules, position).over()) continue;
        draws += value_of(position) == Value::draw;
        EXPECT_EQ(G::insufficient(rules, position), value_of(position) == Value::draw)
            << G::print_position(rules, position);
        EXPECT_NE(value_of(position), Value::loss) << G::print_position(rules, position);
    }
    EXPECT_GT(draws, 0);
}

TEST(Arbiter, DeclaresJustTheDrawsOfOneManEach) {
    for (const bool huff : {false, true}) {
        SCOPED_TRACE(huff ? "huff" : "compulsory");
        declares_just_the_draws_of_one_man_each<Policiais>({.huff = huff});
        declares_just_the_draws_of_one_man_each<Pretoa>({.huff = huff});
    }
}

TEST(Arbiter, TellsHowNearAnEndIs) {
    for (const Quiet& quiet : quiets) {
        SCOPED_TRACE(quiet.game);
        Match match = from(game(quiet.game, quiet.settings), quiet.position);
        EXPECT_EQ(match.repeated(), 1);
        shuttle(match, quiet.words, 4);
        EXPECT_EQ(match.repeated(), 2);
        EXPECT_EQ(match.quiet(), 4);
        EXPECT_EQ(match.game().print(match.settled().outcome), quiet.settled);
        shuttle(match, quiet.words, 3);
        // Of all the moves there are, one brings the position back for the third time.
        int ends = 0;
        for (const AnyMove move : match.game().moves(match.position())) {
            const Verdict verdict = match.foretell(move);
            if (!verdict.over()) continue;
            ++ends;
            EXPECT_EQ(match.game().print(move), quiet.words.begin()[3]);
            EXPECT_EQ(verdict.ending, Ending::repetition);
        }
        EXPECT_EQ(ends, 1);
        ASSERT_FALSE(match.over()) << "foretelling plays nothing";
        shuttle(match, {quiet.words.begin()[3]}, 1);
        EXPECT_EQ(match.verdict().count, 3);
    }
}

TEST(Arbiter, ForetellsJustWhatHappens) {
    Random random(5);
    for (const char* id : {"trilha", "abalone", "trench", "policiais", "pretoa"}) {
        SCOPED_TRACE(id);
        const AnyGamePtr made = game(id);
        Custom strict = made->custom();
        strict.repetitions = 2;
        strict.quiet_plies = 6;
        int ends = 0;
        for (int round = 0; round < 40; ++round) {
            Match match(made, made->start(), strict);
            for (int ply = 0; ply < 200 && !match.over(); ++ply) {
                for (const AnyMove move : made->moves(match.position())) {
                    const Verdict foretold = match.foretell(move);
                    Match tried = match;
                    tried.play(move);
                    ASSERT_EQ(foretold.ending, tried.verdict().ending);
                    ASSERT_EQ(foretold.outcome, tried.verdict().outcome);
                    ASSERT_EQ(foretold.count, tried.verdict().count);
                    ends += foretold.over();
                }
                match.play(*made->random_move(match.position(), random));
            }
        }
        EXPECT_GT(ends, 0);
    }
}

TEST(Arbiter, TellsWhatWasCounted) {
    Match quiet = from(game("trench"), quiets[2].position, Custom{0, 6, true});
    shuttle(quiet, quiets[2].words, 6);
    EXPECT_EQ(quiet.verdict().ending, Ending::quiet);
    EXPECT_EQ(quiet.verdict().count, 6);
    EXPECT_EQ(std::vector(quiet.verdict().score.begin(), quiet.verdict().score.end()), (std::vector{23, 24}));
    Match resigned = from(game("trench"), quiets[2].position);
    ASSERT_TRUE(resigned.leave(player_x));
    EXPECT_TRUE(resigned.verdict().score.empty()) << "nothing is counted";
    EXPECT_EQ(resigned.verdict().count, 0);
}

TEST(Conventions, AreWrittenAsTheyDiffer) {
    const AnyGamePtr trilha = game("trilha"), niout = game("niout");
    EXPECT_EQ(print_custom(trilha->custom(), *trilha), "");
    EXPECT_EQ(print_custom({0, 60, false, false}, *trilha), "repetitions=0 quiet-plies=60 agreement=no");
    EXPECT_EQ(*parse_custom("repetitions=0 quiet-plies=60 agreement=no", *trilha), (Custom{0, 60, false}));
    EXPECT_EQ(*parse_custom("", *trilha), trilha->custom());
    EXPECT_EQ(print_custom({3, 60, true, false}, *game("pretoa")), "insufficient=no");
    const auto key = [](const AnyGamePtr& of, std::string_view text) {
        const auto read = parse_custom(text, *of);
        return read ? std::string_view() : read.error().key;
    };
    EXPECT_EQ(key(trilha, "mercy=yes"), "error.arbiter.unknown");
    EXPECT_EQ(key(trilha, "repetitions=1"), "error.option.value");
    EXPECT_EQ(key(trilha, "repetitions=11"), "error.option.value");
    EXPECT_EQ(key(trilha, "quiet-plies=1001"), "error.option.value");
    EXPECT_EQ(key(trilha, "agreement"), "error.option.value");
    EXPECT_EQ(key(trilha, "insufficient=yes"), "error.arbiter.never") << "there is no such thing in Trilha";
    EXPECT_EQ(key(niout, "quiet-plies=60"), "error.arbiter.never");
    EXPECT_EQ(key(niout, "quiet-plies=0"), "");
}

TEST(Conventions, ColoursAreFreeInTrilhaAlone) {
    const AnyGamePtr trilha = game("trilha"), abalone = game("abalone");
    const auto swapped = parse_colours("2 1", *trilha);
    ASSERT_TRUE(swapped);
    EXPECT_EQ((*swapped)[player_x], 1);
    EXPECT_EQ(print_colours(*swapped, *trilha), "2 1");
    EXPECT_EQ(parse_colours("1 2", *abalone), Colours());
    EXPECT_EQ(parse_colours("2 1", *abalone).error().key, "error.colours.fixed");
    for (const char* wrong : {"", "1", "1 1", "1 2 3", "0 1", "2  1", "x o"})
        EXPECT_EQ(parse_colours(wrong, *trilha).error().key, "error.colours") << wrong;
}

TEST(Arbiter, AgreementSettles) {
    Match draw(game("trilha"));
    ASSERT_TRUE(draw.agree());
    EXPECT_EQ(result(draw), "draw");
    EXPECT_EQ(draw.verdict().ending, Ending::agreement);
    EXPECT_FALSE(draw.agree()) << "only once";

    Match armistice = from(game("trench"), quiets[2].position);
    ASSERT_TRUE(armistice.agree());
    EXPECT_EQ(result(armistice), "o") << "points are counted";

    Match race(game("niout"));
    const auto refused = race.agree();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().key, "error.match.agreement");
}

TEST(Arbiter, WhoLeavesLosesAgainstOneSide) {
    Match resigned(game("abalone"));
    ASSERT_TRUE(resigned.leave(player_x));
    EXPECT_EQ(result(resigned), "o");
    EXPECT_EQ(resigned.verdict().ending, Ending::resignation);

    Match flagged(game("pretoa"));
    ASSERT_TRUE(flagged.leave(player_o, Ending::time));
    EXPECT_EQ(result(flagged), "x");
    EXPECT_EQ(flagged.verdict().why, "time");

    Match pairs(game("niout", "players=4,pairs=yes"));
    ASSERT_TRUE(pairs.leave(Player(2)));
    EXPECT_EQ(result(pairs), "24") << "one of a pair takes his partner along";
}

TEST(Arbiter, OfThreeTheOthersGoOn) {
    Match match(game("niout", "players=3"));
    ASSERT_TRUE(match.leave(Player(1)));
    EXPECT_FALSE(match.over());
    EXPECT_FALSE(match.leave(Player(1))) << "who has left cannot leave again";
    ASSERT_TRUE(match.play("kai"));
    ASSERT_TRUE(match.play("0-2"));
    EXPECT_EQ(match.turn(), Player(2)) << "the absent player is passed over";
    ASSERT_TRUE(match.leave(Player(2)));
    EXPECT_EQ(result(match), "1") << "one is left";
}

TEST(Arbiter, TheTurnPassesOnWhenItsOwnerLeaves) {
    Match match(game("niout", "players=4"));
    ASSERT_TRUE(match.play("kul"));
    ASSERT_TRUE(match.leave(Player(0)));
    EXPECT_EQ(match.game().print(match.position()), "0*2|0*2|0*2|0*2 2 -") << "with dice to throw";
}

TEST(Match, EndsByTheRules) {
    Match match = from(game("policiais"), "...../.../.x./o/.../.../..... x");
    ASSERT_TRUE(match.play("c3xe3"));
    EXPECT_EQ(match.verdict().ending, Ending::rules);
    EXPECT_EQ(match.verdict().why, "no-men");
    EXPECT_EQ(result(match), "x");
}

TEST(Match, TakesBackMoveByMoveAndTheEndWithIt) {
    Match match = from(game("trilha"), quiets[0].position);
    const std::string start = match.game().print(match.position());
    shuttle(match, quiets[0].words, 8);
    ASSERT_TRUE(match.over());
    ASSERT_TRUE(match.undo());
    EXPECT_FALSE(match.over());
    while (match.undo()) {
    }
    EXPECT_EQ(match.game().print(match.position()), start);
    EXPECT_FALSE(match.undo());
}

TEST(Match, RefusesWhatIsNotLegal) {
    Match match(game("trilha"));
    const auto refused = match.play("d4");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().key, "error.move.illegal");
    EXPECT_EQ(refused.error().at, 2u);
    EXPECT_TRUE(match.steps().empty());
}

TEST(Match, ArbiterWhoKnowsTheEnd) {
    Match match(*make_game("pretoa", ""));
    ASSERT_TRUE(match.adjudicate(Outcome::draw()));
    EXPECT_TRUE(match.over());
    EXPECT_TRUE(match.verdict().outcome.drawn());
    EXPECT_EQ(match.verdict().ending, Ending::truth);
    EXPECT_EQ(match.verdict().why, "truth");
    EXPECT_FALSE(match.adjudicate(Outcome::win(player_x)));
}

}  // namespace
}  // namespace tavola
