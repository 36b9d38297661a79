// Game records: what is written is read back, what is wrong is refused with its line and character.
#include "match/record.h"

#include <gtest/gtest.h>

namespace tavola {
namespace {

Record read_one(std::string_view text) {
    const auto records = parse_records(text);
    EXPECT_TRUE(records) << text << "\n" << (records ? "" : records.error().key);
    EXPECT_EQ(records->size(), 1u);
    return records->front();
}

std::string random_record(std::string_view id, std::string_view settings, std::uint64_t seed) {
    Match match(*make_game(id, settings));
    Random random(seed);
    while (!match.over()) match.play(*match.game().random_move(match.position(), random));
    return print_record(record_of(match, {{"Event", "A \"quoted\" \\ name"}, {"Date", "2026.11.15"}}));
}

TEST(Record, OfEveryGameReadsBack) {
    constexpr const char* tables[][2] = {
        {"trilha", "-"},
        {"trilha", "preset=recomendada"},
        {"trilha", "preset=quadrados,rings=2"},
        {"abalone", "start=german-daisy"},
        {"trench", "equal-turns=yes"},
        {"niout", "-"},
        {"niout", "players=3"},
        {"niout", "players=4,pairs=yes"},
        {"policiais", "huff=yes"},
        {"pretoa", "-"},
    };
    for (const auto& [id, settings] : tables)
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const std::string text = random_record(id, settings, seed);
            SCOPED_TRACE(text);
            const Record record = read_one(text);
            EXPECT_EQ(print_record(record), text);
            EXPECT_NE(record.result, "*");
            EXPECT_FALSE(record.ending.empty());
        }
}

TEST(Record, LooksAsDocumented) {
    Match match(*make_game("trilha", "preset=internacional"));
    for (const char* word : {"d2", "f4", "d6"}) ASSERT_TRUE(match.play(word));
    ASSERT_TRUE(match.leave(match.turn()));
    EXPECT_EQ(print_record(record_of(match)),
              "[Game \"trilha\"]\n"
              "[Rules \"preset=internacional\"]\n"
              "[Start \"......../......../........ x 9 9 0\"]\n"
              "[Result \"x\"]\n"
              "[Ending \"resignation\"]\n"
              "\n"
              "1. d2 f4 2. d6 x\n");
}

TEST(Record, NumbersRoundsWhateverTheirLength) {
    // Niout: a throw and a run are one player's; after mo the same player goes on.
    Match match(*make_game("niout", "-"));
    for (const char* word : {"mo", "0-5", "kai", "0-2", "to", "0-1", "kul", "5-8"})
        ASSERT_TRUE(match.play(word)) << word;
    const std::string text = print_record(record_of(match));
    EXPECT_TRUE(text.ends_with("1. mo 0-5 kai 0-2 to 0-1 2. kul 5-8 *\n")) << text;
}

TEST(Record, KeepsCommentsGlyphsAndVariations) {
    const std::string text =
        "[Game \"trilha\"]\n[Rules \"-\"]\n[Start \"......../......../........ x 9 9 0\"]\n"
        "[White \"Inês\"]\n[Result \"*\"]\n\n"
        "{all} 1. d2 $1 $14 {a line full: a \\} and a \\\\} 1... f4 (1... b4 2. f4 (2. d6 {deep}) 2... f2) "
        "(1...\nd6) 2. d6 *\n";
    const Record record = read_one(text);
    EXPECT_EQ(print_record(record), text);
    EXPECT_EQ(record.line.comments, std::vector<std::string>{"all"});
    ASSERT_EQ(record.line.moves.size(), 3u);
    EXPECT_EQ(record.line.moves[0].glyphs, (std::vector<int>{1, 14}));
    EXPECT_EQ(record.line.moves[0].comments.front(), "a line full: a } and a \\");
    ASSERT_EQ(record.line.moves[1].variations.size(), 2u);
    const RecordLine& variation = record.line.moves[1].variations[0];
    ASSERT_EQ(variation.moves.size(), 3u);
    EXPECT_EQ(variation.moves[1].variations[0].moves[0].comments.front(), "deep");
    EXPECT_EQ(record.tags, (std::vector<Record::Tag>{{"White", "Inês"}}));
}

TEST(Record, ReadsWhatPeopleWrite) {
    // No rules, no start, line comments, odd spacing, several games in one file.
    const auto records = parse_records(
        "[Game \"pretoa\"] c3-d1 ; the only kind of move there is\n c6xc3 *\n\n"
        "\t[Game \"trilha\"]\r\n[Rules \"rings=1\"]\r\n\r\n1.a3 1...c3 *");
    ASSERT_FALSE(records) << "1.a3 is one word";
    const auto spaced =
        parse_records("[Game \"trilha\"]\r\n[Rules \"rings=1\"]\r\n\r\n1. a3 1... c3 *  [Game \"niout\"] *");
    ASSERT_TRUE(spaced);
    EXPECT_EQ(spaced->size(), 2u);
    EXPECT_EQ((*spaced)[0].line.moves.size(), 2u);
}

TEST(Record, TellsWhoLeftARace) {
    Match match(*make_game("niout", "players=3"));
    ASSERT_TRUE(match.play("kai"));
    ASSERT_TRUE(match.leave(Player(1)));
    ASSERT_TRUE(match.play("0-2"));
    const std::string text = print_record(record_of(match));
    EXPECT_NE(text.find("kai out:2 0-2"), text.npos) << text;
    const Match again = match_of(read_one(text));
    EXPECT_EQ(again.game().print(again.position()), match.game().print(match.position()));
}

TEST(Record, ReplaysToTheSameEndByItsOwnArbiter) {
    const AnyGamePtr trilha = *make_game("trilha", "");
    Match match(trilha, *trilha->parse_position("x.x.x.../......../o.o.o... x 0 0 0"), {.repetitions = 2});
    for (const char* word : {"a7-d7", "c5-d5", "d7-a7", "d5-c5"}) ASSERT_TRUE(match.play(word));
    ASSERT_EQ(match.verdict().ending, Ending::repetition);
    const std::string text = print_record(record_of(match));
    EXPECT_NE(text.find("[Arbiter \"repetitions=2 quiet-plies=0\"]"), text.npos) << text;
    const Match again = match_of(read_one(text));
    EXPECT_EQ(again.verdict().ending, Ending::repetition);
    EXPECT_EQ(again.verdict().count, 2);
}

TEST(Record, OfBeforeGoesOnBeyondWhatAnArbiterKnowsNow) {
    // Without a word about an arbiter: the same position for the third time, and one man each, were no end.
    const std::string shuttle =
        "[Game \"trilha\"]\n[Start \"x.x.x.../......../o.o.o... x 0 0 0\"]\n\n"
        "a7-d7 c5-d5 d7-a7 d5-c5 a7-d7 c5-d5 d7-a7 d5-c5 a7-d7 *";
    EXPECT_EQ(match_of(read_one(shuttle)).steps().size(), 9u);
    const std::string pretoa = "[Game \"pretoa\"]\n[Start \"x...../....../..o.../. x\"]\n\na1-b1 c3-d1 *";
    EXPECT_EQ(match_of(read_one(pretoa)).steps().size(), 2u);
    EXPECT_FALSE(match_of(read_one(pretoa)).over());
}

struct Wrong {
    const char* text;
    const char* key;
    std::size_t line, at;
};

TEST(Record, RefusesWithLineAndCharacter) {
    const Wrong wrongs[] = {
        {"", "error.record.empty", 1, 1},
        {"  \n ", "error.record.empty", 2, 2},
        {"d2 f4 *", "error.record.game", 1, 1},
        {"[Game trilha]\n*", "error.record.tag", 1, 1},
        {"[Game \"trilha\n*", "error.record.open", 1, 1},
        {"[Game \"trilha\"\n*", "error.record.open", 2, 1},
        {"[Game \"chess\"]\n*", "error.game.unknown", 1, 1},
        {"[Game \"trilha\"]\n[Rules \"rings=9\"]\n*", "error.option.value", 2, 1},
        {"[Game \"trilha\"]\n[Start \"x\"]\n*", "error.field.missing", 2, 1},
        {"[Game \"trilha\"]\n[Arbiter \"mercy=yes\"]\n*", "error.arbiter.unknown", 2, 1},
        {"[Game \"niout\"]\n[Arbiter \"repetitions=3\"]\n*", "error.arbiter.never", 2, 1},
        {"[Game \"abalone\"]\n[Colours \"2 1\"]\n*", "error.colours.fixed", 2, 1},
        {"[Game \"trilha\"]\n\n1. d2 d4 *", "error.move.illegal", 3, 7},
        {"[Game \"trilha\"]\n\n1. d2", "error.record.end", 3, 6},
        {"[Game \"trilha\"]\n\n1. d2 (1. d3", "error.record.end", 3, 13},
        {"[Game \"trilha\"]\n\n1. d2 (1. d3 *", "error.record.end", 3, 14},
        {"[Game \"trilha\"]\n\n(1. d3) *", "error.record.variation", 3, 1},
        {"[Game \"trilha\"]\n\n1. d2 () *", "error.record.close", 3, 8},
        {"[Game \"trilha\"]\n\n1. d2 ) *", "error.record.close", 3, 7},
        {"[Game \"trilha\"]\n\n1. d2 {open *", "error.record.open", 3, 7},
        {"[Game \"trilha\"]\n\n1. d2 $x *", "error.record.glyph", 3, 7},
        {"[Game \"trilha\"]\n\n1. d2 $256 *", "error.record.glyph", 3, 7},
        {"[Game \"trilha\"]\n\n$1 d2 *", "error.record.glyph", 3, 1},
        {"[Game \"trilha\"]\n\n1. d2 ] *", "error.record.character", 3, 7},
        {"[Game \"trilha\"]\n[Result \"x\"]\n1. d2 *", "error.record.result", 2, 1},
        {"[Game \"niout\"]\n\n1. kai out:2 1", "error.match.leave", 3, 8},
        {"[Game \"niout\"]\n\n1. kai out:3 1", "error.match.player", 3, 8},
        // The position is won by x, whatever the record says.
        {"[Game \"policiais\"]\n[Start \"...../.../.x./o/.../.../..... x\"]\n1. c3xe3 o", "error.record.result", 3,
         10},
    };
    for (const Wrong& wrong : wrongs) {
        SCOPED_TRACE(wrong.text);
        const auto records = parse_records(wrong.text);
        ASSERT_FALSE(records);
        EXPECT_EQ(records.error().key, wrong.key);
        EXPECT_EQ(records.error().line, wrong.line);
        EXPECT_EQ(records.error().at, wrong.at);
    }
}

TEST(Record, DoesNotNestForEver) {
    std::string text = "[Game \"trilha\"]\n";
    for (int i = 0; i < 1000; ++i) text += "d2 (";
    const auto records = parse_records(text);
    ASSERT_FALSE(records);
    EXPECT_EQ(records.error().key, "error.record.deep");
}

}  // namespace
}  // namespace tavola
