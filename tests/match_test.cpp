// The arbiter: every cell of its table, and taking back.
#include "match/match.h"

#include <gtest/gtest.h>

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
    {"policiais", "-", "x..../.../..././.../.../....o x", {"a1-a2", "g5-g4", "a2-a1", "g4-g5"}, "draw", 60},
    {"pretoa", "-", "x...../....../..o.../. x", {"a1-b1", "c3-d1", "b1-a1", "d1-c3"}, "draw", 60},
};

TEST(Arbiter, HasTheTableOfTheRules) {
    const auto custom = [](std::string_view id) { return game(id)->custom(); };
    EXPECT_EQ(custom("trilha"), (Custom{3, 100, true}));
    EXPECT_EQ(custom("abalone"), (Custom{3, 200, true}));
    EXPECT_EQ(custom("trench"), (Custom{3, 100, true}));
    EXPECT_EQ(custom("policiais"), (Custom{3, 60, true}));
    EXPECT_EQ(custom("pretoa"), (Custom{3, 60, true}));
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
