// Bad texts: every refusal names its sentence, the field and the character.
#include <gtest/gtest.h>

#include "games/text.h"
#include "support.h"

namespace tavola {
namespace {

struct BadPosition {
    std::string game, settings, text;
    std::string key, field;
    std::size_t at;
    std::string found, expected;
};

void expect_refused(const std::vector<BadPosition>& table) {
    for (const BadPosition& bad : table) {
        SCOPED_TRACE(bad.game + " [" + bad.settings + "] '" + bad.text + "'");
        const auto position = test::game_of(bad.game, bad.settings)->parse_position(bad.text);
        ASSERT_FALSE(position);
        const Error expected{bad.key, "position", bad.field, bad.at, bad.found, bad.expected};
        EXPECT_EQ(position.error(), expected);
    }
}

const std::string letters = ". x o";

TEST(BadPosition, Fields) {
    expect_refused({
        {"trilha", "-", "", "error.field.empty", "board", 1, "", ""},
        {"trilha", "-", "......../......../........", "error.field.missing", "turn", 27, "", "turn"},
        {"trilha", "-", "......../......../........ x 9 9", "error.field.missing", "counter", 33, "", "counter"},
        {"trilha", "-", "......../......../........  9 9 0", "error.field.empty", "turn", 28, "", ""},
        {"trilha", "-", " ......../......../........ x 9 9 0", "error.field.empty", "board", 1, "", ""},
        {"trilha", "-", "......../......../........ x 9 9 0 ", "error.field.stray", "fields", 35, " ", "5"},
        {"trilha", "-", "......../......../........ x 9 9 0 7", "error.field.stray", "fields", 35, " 7", "5"},
        {"policiais", "-", "xxxxx/xxx/xxx/./ooo/ooo/ooooo x -", "error.field.stray", "fields", 32, " -", "2"},
        {"policiais", "huff=yes", "xxxxx/xxx/xxx/./ooo/ooo/ooooo x", "error.field.missing", "offenders", 32, "",
         "offenders"},
        {"niout", "-", "0*4|0*4 1", "error.field.missing", "throw", 10, "", "throw"},
        {"abalone", "-", "x", "error.field.missing", "turn", 2, "", "turn"},
        {"trench", "-", "x x 0 0 0", "error.field.stray", "fields", 8, " 0", "4"},
    });
}

TEST(BadPosition, Boards) {
    expect_refused({
        {"trilha", "-", "......../......../....... x 9 9 0", "error.board.short", "board", 26, "", letters},
        {"trilha", "-", "......../........ x 9 9 0", "error.board.short", "board", 18, "", "/"},
        {"trilha", "-", "......../......../......... x 9 9 0", "error.board.long", "board", 27, ".", ""},
        {"trilha", "-", "......./......../........ x 9 9 0", "error.board.row", "board", 8, "/", letters},
        {"trilha", "-", "........./......./........ x 9 9 0", "error.letter", "board", 9, ".", "/"},
        {"trilha", "-", "......../..X...../........ x 9 9 0", "error.letter", "board", 12, "X", letters},
        {"trilha", "rings=2", "......../......../........ x 6 6 0", "error.board.long", "board", 18, "/", ""},
        {"policiais", "-", "xxxxx/xxx/xxx/O/ooo/ooo/ooooo x", "error.letter", "board", 15, "O", letters},
        {"pretoa", "-", "xxxooo/xxxooo/xxxooo/ x", "error.board.short", "board", 22, "", letters},
        {"abalone", "-", "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx. x 0 0",
         "error.board.long", "board", 70, ".", ""},
        {"trench", "-", "....rclg/....srcl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCK.... x 0 0",
         "error.letter", "board", 67, "K", ". S R C L G s r c l g"},
    });
}

TEST(BadPosition, LettersOfSeveralBytesAreShownWhole) {
    expect_refused({
        {"trilha", "-", "..ç...../......../........ x 9 9 0", "error.letter", "board", 3, "ç", letters},
        {"abalone", "-", "●oooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0",
         "error.letter", "board", 1, "●", letters},
        {"trilha", "-", "......../......../........ ❌ 9 9 0", "error.word", "turn", 28, "❌", "x o"},
        {"trilha", "-", "......../......../........ x ９ 9 0", "error.letter", "hand", 30, "９", "0-9"},
        // A lone byte of such a letter is shown as it is.
        {"pretoa", "-", "xxx\xffoo/xxxooo/xxxooo/. x", "error.letter", "board", 4, "\xff", letters},
    });
}

TEST(BadPosition, Turns) {
    expect_refused({
        {"trilha", "-", "......../......../........ X 9 9 0", "error.word", "turn", 28, "X", "x o"},
        {"abalone", "-", "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx xo 0 0", "error.word",
         "turn", 71, "xo", "x o"},
        {"niout", "-", "0*4|0*4 3 -", "error.word", "turn", 9, "3", "1 2"},
        {"niout", "-", "0*4|0*4 x -", "error.word", "turn", 9, "x", "1 2"},
        {"niout", "players=3", "0*3|0*3|0*3 4 -", "error.word", "turn", 13, "4", "1 2 3"},
        {"niout", "players=4", "0*2|0*2|0*2|0*2 0 -", "error.word", "turn", 17, "0", "1 2 3 4"},
    });
}

TEST(BadPosition, Numbers) {
    expect_refused({
        {"trilha", "-", "......../......../........ x 09 9 0", "error.number.zero", "hand", 30, "0", ""},
        {"trilha", "-", "......../......../........ x 9 10 0", "error.number.range", "hand", 32, "10", "0..9"},
        {"trilha", "-", "......../......../........ x -1 9 0", "error.letter", "hand", 30, "-", "0-9"},
        {"trilha", "-", "......../......../........ x 9 9 1", "error.number.range", "counter", 34, "1", "0..0"},
        {"trilha", "three-each=10", "......../......../........ x 9 9 11", "error.number.range", "counter", 34, "11",
         "0..10"},
        {"trilha", "three-each=10", "......../......../........ x 9 9 00", "error.number.zero", "counter", 34, "0",
         ""},
        // Far more than any number can hold.
        {"trilha", "-", "......../......../........ x 99999999999999999999999 9 0", "error.number.range", "hand", 30,
         "99999999999999999999999", "0..9"},
        {"trench", "-", "......../......../......../......../......../......../......../........ x 37 36",
         "error.number.range", "points", 75, "37", "0..36"},
        {"niout", "-", "0*4|0*4 1 6", "error.number.range", "throw", 11, "6", "1..5"},
        {"niout", "-", "0*4|0*4 1 0", "error.number.range", "throw", 11, "0", "1..5"},
        {"niout", "-", "0*4|0*4 1 to", "error.letter", "throw", 11, "t", "0-9"},
    });
}

TEST(BadPosition, TrilhaCounts) {
    expect_refused({
        {"trilha", "rings=1", "xxxx.... o 0 3 0", "error.men.many", "board", 1, "xxxx....", "3"},
        {"trilha", "-", "x......./......../........ o 9 9 0", "error.number.range", "hand", 30, "9", "0..8"},
        {"trilha", "-", "xx....../oo....../........ x 0 0 0", "error.trilha.both-lost", "board", 1,
         "xx....../oo....../........", ""},
        {"trilha", "three-each=10", "xxx...../ooo...../........ x 0 1 1", "error.trilha.counter", "counter", 34, "1",
         "0"},
    });
}

TEST(BadPosition, AbaloneCounts) {
    const std::string no_men = "...../....../......./......../........./......../......./....../.....";
    expect_refused({
        {"abalone", "-", "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 1 0",
         "error.abalone.out", "out", 73, "1", "0"},
        {"abalone", "-", "ooooo/oooooo/..ooo../......../........./......../..xx.../xxxxxx/xxxxx x 0 0",
         "error.abalone.out", "out", 73, "0", "1"},
        {"abalone", "-", "ooooo/oooooo/..ooo../......../........./......../.xxxx../xxxxxx/xxxxx x 0 0",
         "error.men.many", "board", 1, "ooooo/oooooo/..ooo../......../........./......../.xxxx../xxxxxx/xxxxx", "14"},
        {"abalone", "-", no_men + " x 14 14", "error.number.range", "out", 73, "14", "0..6"},
        {"abalone", "-", "ooooo/ooo.../......./......../........./......../......./xxx.../xxxxx x 6 6",
         "error.abalone.both-out", "out", 73, "6", ""},
    });
}

TEST(BadPosition, TrenchCounts) {
    expect_refused({
        {"trench", "-", "....rclg/....srcl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 0 1",
         "error.trench.points", "points", 77, "1", "0"},
        // o's soldier is missing: a point for x.
        {"trench", "-", "....rclg/.....rcl/....ssrc/....sssr/RSSS..../CRSS..../LCRS..../GLCR.... x 0 0",
         "error.trench.points", "points", 75, "0", "1"},
        {"trench", "-", "G......./......../......../......../......../......../......../G......g x 31 31",
         "error.trench.pieces", "board", 1, "G......./......../......../......../......../......../......../G......g",
         "G 1"},
        {"trench", "-", "sssssss./......../......../......../......../......../......../........ x 29 36",
         "error.trench.pieces", "board", 1, "sssssss./......../......../......../......../......../......../........",
         "s 6"},
    });
}

TEST(BadPosition, NioutHorses) {
    expect_refused({
        {"niout", "-", "0*3|0*4 1 -", "error.niout.count", "horses", 1, "0", "4"},
        {"niout", "-", "0*4|0*4,1 1 -", "error.niout.count", "horses", 5, "0", "4"},
        {"niout", "-", "0*4 1 -", "error.niout.players", "horses", 4, "", "2"},
        {"niout", "-", "0*4|0*4|0*4 1 -", "error.niout.players", "horses", 8, "|", "2"},
        {"niout", "-", "0*4|0*3,21 1 -", "error.niout.station", "horses", 9, "2", ""},
        {"niout", "-", "0*4|0*3,c1 1 -", "error.niout.station", "horses", 9, "c", ""},
        {"niout", "-", "0*4|0*3, 1 -", "error.niout.station", "horses", 9, "", ""},
        {"niout", "-", "0*4|0*3,05 1 -", "error.niout.station", "horses", 9, "0", ""},
        {"niout", "-", "0*4|0*3,1*1 1 -", "error.number.range", "horses", 11, "1", "2..4"},
        {"niout", "-", "0*5|0*4 1 -", "error.number.range", "horses", 3, "5", "2..4"},
        {"niout", "-", "0*04|0*4 1 -", "error.number.range", "horses", 3, "0", "2..4"},
        {"niout", "-", "0*|0*4 1 -", "error.number.range", "horses", 3, "|", "2..4"},
        {"niout", "-", "20*4|20*4 1 -", "error.niout.both-home", "horses", 1, "20*4|20*4", ""},
        {"niout", "-", "20*4|0*4 2 3", "error.niout.over", "throw", 12, "3", "-"},
        {"niout", "players=4,pairs=yes", "20*2|20*2|20*2|20*2 1 -", "error.niout.both-home", "horses", 1,
         "20*2|20*2|20*2|20*2", ""},
        // The same horses in another order, or not drawn together.
        {"niout", "-", "1,0*3|0*4 1 -", "error.canonical", "horses", 1, "1", "0*3,1|0*4 1 -"},
        {"niout", "-", "0,0*3|0*4 1 -", "error.canonical", "horses", 2, ",", "0*4|0*4 1 -"},
        {"niout", "-", "0*3,m|r1,q2,0*2 1 -", "error.canonical", "horses", 7, "r", "0*3,m|0*2,q2,r1 1 -"},
    });
}

TEST(BadPosition, AlquerqueCounts) {
    const std::string start = "xxxxx/xxx/xxx/./ooo/ooo/ooooo x ";
    expect_refused({
        {"policiais", "-", "xxxxx/xxx/xxx/x/ooo/ooo/oooo. x", "error.men.many", "board", 1,
         "xxxxx/xxx/xxx/x/ooo/ooo/oooo.", "11"},
        {"pretoa", "-", "xxxooo/xxxooo/xxxooo/o x", "error.men.many", "board", 1, "xxxooo/xxxooo/xxxooo/o", "9"},
        {"pretoa", "-", "....../....../....../. x", "error.men.none", "board", 1, "....../....../....../.", ""},
        {"policiais", "huff=yes", start + "z9", "error.cell", "offenders", 33, "z", ""},
        {"policiais", "huff=yes", start + "a1", "error.alquerque.offender", "offenders", 33, "a", ""},
        {"policiais", "huff=yes", start + "e3,d3", "error.alquerque.offender", "offenders", 36, "d", ""},
        {"policiais", "huff=yes", start + "e3,", "error.cell", "offenders", 36, "", ""},
        {"policiais", "huff=yes", start + "--", "error.cell", "offenders", 33, "-", ""},
        {"policiais", "huff=yes", start + "e3,e2", "error.canonical", "offenders", 34, "3", start + "e2,e3"},
        {"policiais", "huff=yes", start + "e3,e3", "error.canonical", "offenders", 35, ",", start + "e3"},
    });
}

struct BadMove {
    std::string game, settings, position, word;
    std::string key;
    std::size_t at;
    std::string found, expected;
};

TEST(BadMove, SaysWhereItStopsBeingOneAndWhatWouldDo) {
    const std::string abalone = "ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx x 0 0";
    const std::string policiais = "xxxxx/xxx/xxx/./ooo/ooo/ooooo x";
    const BadMove table[] = {
        {"policiais", "-", policiais, "c3-d4", "error.move.illegal", 5, "4", "c3-d3"},
        {"policiais", "-", policiais, "c3", "error.move.illegal", 3, "", "c3-d3"},
        {"policiais", "-", policiais, "c3-d3x", "error.move.illegal", 6, "x", "c3-d3"},
        {"policiais", "-", policiais, "", "error.move.illegal", 1, "", "c2-d3 c3-d3 c4-d3"},
        {"policiais", "-", policiais, "xyz", "error.move.illegal", 1, "x", "c2-d3 c3-d3 c4-d3"},
        {"policiais", "-", policiais, "c3–d3", "error.move.illegal", 3, "–", "c3-d3"},
        {"policiais", "-", policiais, "C3-d3", "error.move.illegal", 1, "C", "c2-d3 c3-d3 c4-d3"},
        // More than eight are not told.
        {"abalone", "-", abalone, "z1-z2", "error.move.illegal", 1, "z",
         "a1-b1 a1-b2 a2-b2 a2-b3 a3-b3 a3-b4 a4-b4 a4-b5 ..."},
        {"abalone", "-", abalone, "a1:a3-b1", "error.move.illegal", 3, ":", "a1-b1 a1-b2"},
        {"niout", "-", "0*4|0*4 1 -", "passa", "error.move.illegal", 1, "p", "kai kul mo niout to"},
        {"niout", "-", "0*4|0*4 1 -", "kal", "error.move.illegal", 3, "l", "kai"},
        {"niout", "-", "0*4|0*4 1 3", "kul", "error.move.illegal", 1, "k", "0-3"},
        {"trilha", "-", "xx....../oooo..../........ x 0 0 0", "a4-a1", "error.move.over", 1, "a", ""},
    };
    for (const BadMove& bad : table) {
        SCOPED_TRACE(bad.game + " " + bad.position + " '" + bad.word + "'");
        const AnyGamePtr game = test::game_of(bad.game, bad.settings);
        const auto position = game->parse_position(bad.position);
        ASSERT_TRUE(position);
        const auto move = game->parse_move(*position, bad.word);
        ASSERT_FALSE(move);
        const Error expected{bad.key, "move", bad.word, bad.at, bad.found, bad.expected};
        EXPECT_EQ(move.error(), expected);
    }
}

TEST(FindWord, FindsWordsByNumber) {
    const std::vector<std::string> legal{"b", "a", "ab"};
    EXPECT_EQ(find_word("a", legal), 1u);
    EXPECT_EQ(find_word("ab", legal), 2u);
    const auto none = find_word("ac", legal);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().at, 2u);
    EXPECT_EQ(none.error().expected, "a ab");
}

TEST(FindWord, EightAreToldInFull) {
    std::vector<std::string> legal;
    for (char c = 'a'; c < 'i'; ++c) legal.emplace_back(1, c);
    EXPECT_EQ(find_word("z", legal).error().expected, "a b c d e f g h");
    legal.emplace_back("i");
    EXPECT_EQ(find_word("z", legal).error().expected, "a b c d e f g h ...");
}

}  // namespace
}  // namespace tavola
