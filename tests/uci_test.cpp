// The engine protocol, as a program on the other side of it sees it.
#include "protocol/uci.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <iostream>
#include <mutex>
#include <regex>
#include <sstream>
#include <thread>

namespace tavola::protocol {
namespace {

using namespace std::chrono_literals;

std::string second_word(const std::string& line) { return std::string(split(line).at(1)); }

/// The other side: sends lines, and reads the answers in their order.
class Dialogue {
  public:
    explicit Dialogue(const Bounds& bounds = {}) : uci_([this](std::string_view line) { hear(line); }, 1, bounds) {}

    void send(std::string_view line) { uci_.command(line); }
    bool finished() const { return uci_.finished(); }

    /// The next line that starts so; what comes before it is passed over. Patient, so that a slow machine is no fault.
    std::string expect(std::string_view start) {
        std::unique_lock lock(mutex_);
        std::string found;
        const bool came = heard_.wait_for(lock, 120s, [&] {
            while (read_ < lines_.size())
                if (lines_[read_++].starts_with(start)) return found = lines_[read_ - 1], true;
            return false;
        });
        EXPECT_TRUE(came) << "never said: " << start;
        return found;
    }
    std::string ask(std::string_view line, std::string_view start) {
        send(line);
        return expect(start);
    }
    /// All that has not been read yet.
    std::vector<std::string> rest() {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> lines(lines_.begin() + static_cast<std::ptrdiff_t>(read_), lines_.end());
        read_ = lines_.size();
        return lines;
    }
    std::vector<std::string> rest(std::string_view start) {
        std::vector<std::string> lines = rest();
        std::erase_if(lines, [&](const std::string& line) { return !line.starts_with(start); });
        return lines;
    }
    /// The position on the board.
    std::string position() {
        rest();
        send("d");
        return rest().at(0);
    }
    /// What is said to a line that is refused; the position stays.
    std::string refusal(std::string_view line) {
        const std::string before = position();
        send(line);
        const std::vector<std::string> answers = rest();
        EXPECT_EQ(answers.size(), 1u) << line;
        EXPECT_EQ(position(), before) << line;
        return answers.empty() ? "" : answers.front();
    }

  private:
    void hear(std::string_view line) {
        {
            const std::lock_guard lock(mutex_);
            lines_.emplace_back(line);
        }
        heard_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<std::string> lines_;
    std::size_t read_ = 0;
    Uci uci_;  // the last: it speaks while it ends
};

void expect_starts(const std::string& line, std::string_view start) {
    EXPECT_TRUE(line.starts_with(start)) << line << "\n  should start with: " << start;
}

TEST(Uci, TellsWhoItIsAndItsOptions) {
    Dialogue dialogue;
    dialogue.send("uci");
    const std::vector<std::string> lines = dialogue.rest();
    ASSERT_EQ(lines.size(), 11u);
    expect_starts(lines[0], "id name Távola ");
    expect_starts(lines[1], "id author ");
    EXPECT_EQ(lines[2], "option name Hash type spin default 16 min 1 max 4096");
    EXPECT_EQ(lines[3], "option name Threads type spin default 1 min 1 max 256");
    EXPECT_EQ(lines[4], "option name MultiPV type spin default 1 min 1 max 256");
    EXPECT_EQ(lines[5], "option name Level type spin default 10 min 1 max 10");
    EXPECT_EQ(lines[6], "option name Ponder type check default false");
    EXPECT_EQ(lines[7],
              "option name UCI_Variant type combo default trilha var trilha var abalone var trench var niout "
              "var policiais var pretoa");
    EXPECT_EQ(lines[8], "option name Rules type string default -");
    EXPECT_EQ(lines[9], "option name TablePath type string default <empty>");
    EXPECT_EQ(lines[10], "uciok");
}

// ---- Every game

class EveryGame : public testing::TestWithParam<std::string_view> {
  protected:
    EveryGame() : game_(*make_game(GetParam())) {
        dialogue_.send("setoption name UCI_Variant value " + std::string(GetParam()));
        EXPECT_EQ(dialogue_.ask("isready", "readyok"), "readyok");
        throw_dice();
    }

    // Goes on as long as the dice decide.
    void throw_dice() {
        while (game_->dice_to_throw(position_)) play(game_->print(*game_->random_move(position_, random_)));
    }
    void play(const std::string& word) {
        const auto move = game_->parse_move(position_, word);
        ASSERT_TRUE(move) << word << " in " << game_->print(position_);
        position_ = game_->play(position_, *move);
        line_.append(line_.empty() ? " moves " : " ").append(word);
    }
    void start_again() {
        position_ = game_->start();
        line_.clear();
        throw_dice();
    }
    void set_up() {
        dialogue_.send("position startpos" + line_);
        EXPECT_EQ(dialogue_.position(), game_->print(position_));
    }
    // The move that the engine finds, which must be legal.
    std::string best(const std::string& go) {
        const std::string word = second_word(dialogue_.ask(go, "bestmove "));
        EXPECT_TRUE(game_->parse_move(position_, word)) << word << " in " << game_->print(position_);
        return word;
    }

    Dialogue dialogue_;
    AnyGamePtr game_;
    AnyPosition position_ = game_->start();
    std::string line_;
    Random random_{2};
};

TEST_P(EveryGame, IsSearchedUnderEveryLimit) {
    set_up();
    for (const char* go : {"go nodes 300", "go depth 1", "go depth 2", "go movetime 20", "go movetime 0",
                           "go wtime 400 btime 400 winc 10 binc 10", "go wtime -5 btime -5 movestogo 1"})
        best(go);
    dialogue_.send("go infinite");
    EXPECT_EQ(dialogue_.ask("isready", "readyok"), "readyok");
    best("stop");
    EXPECT_TRUE(dialogue_.rest().empty());
}

TEST_P(EveryGame, IsPlayedThroughItsFirstMoves) {
    for (int turn = 0; turn < 30 && !game_->outcome(position_).over(); ++turn) {
        set_up();
        play(best("go nodes 60"));
        throw_dice();
    }
    set_up();
}

TEST_P(EveryGame, TellsItsLinesInTheUsualForm) {
    set_up();
    dialogue_.send("setoption name MultiPV value 3");
    dialogue_.send("go depth 2");
    const std::string last = dialogue_.expect("info depth ");
    static const std::regex form(
        "info depth \\d+ multipv \\d+ score (cp|mate) -?\\d+ nodes \\d+ nps \\d+ hashfull \\d+ time \\d+ pv( \\S+)+");
    EXPECT_TRUE(std::regex_match(last, form)) << last;
    dialogue_.expect("bestmove ");
}

TEST_P(EveryGame, IsPlayedByWeakerLevels) {
    set_up();
    for (const char* level : {"1", "5", "9"}) {
        dialogue_.send(std::string("setoption name Level value ") + level);
        best("go nodes 200");
    }
}

TEST_P(EveryGame, StopsAtOnce) {
    // Time of the processor, since a busy machine makes everything else longer.
    constexpr int tries = 50;
    std::vector<double> seconds;
    for (int i = 0; i < tries; ++i) {
        set_up();
        dialogue_.send("go infinite");
        std::this_thread::sleep_for(1ms * (i % 10));
        EXPECT_TRUE(dialogue_.rest("bestmove ").empty());
        const std::clock_t start = std::clock();
        dialogue_.send("stop");
        seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        EXPECT_EQ(dialogue_.rest("bestmove ").size(), 1u) << "the answer is there when stop has been obeyed";
        // On to another position.
        play(game_->print(*game_->random_move(position_, random_)));
        throw_dice();
        if (game_->outcome(position_).over()) start_again();
    }
    std::ranges::sort(seconds);
    // Sanitizers make a search ten times slower.
    EXPECT_LT(seconds[tries / 2], 0.05);
    EXPECT_LT(seconds.back(), 0.5);
    std::cout << GetParam() << " stops after " << 1000 * seconds.front() << " to " << 1000 * seconds.back()
              << " ms of the processor\n";
}

INSTANTIATE_TEST_SUITE_P(Uci, EveryGame,
                         testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& of) { return std::string(of.param); });

// ---- Positions and options

TEST(Uci, TakesPositionsAndMoves) {
    Dialogue dialogue;
    EXPECT_EQ(dialogue.position(), "......../......../........ x 9 9 0");
    dialogue.send("position startpos moves d2 f4");
    EXPECT_EQ(dialogue.position(), "......../...o.x../........ x 8 8 0");
    dialogue.send("  position\tfen  x.....o./...x..o./.x....o. x 0 0 0   moves f4-e4\r");
    EXPECT_EQ(dialogue.position(), "x.....o./......o./.x.x..o. o 0 0 0");
    dialogue.send("ucinewgame");
    EXPECT_EQ(dialogue.position(), "......../......../........ x 9 9 0");
}

TEST(Uci, RefusesWhatItDoesNotUnderstandAndStaysAsItWas) {
    Dialogue dialogue;
    dialogue.send("position startpos moves d2 f4");
    EXPECT_EQ(dialogue.refusal("castle"), "info string 'castle' is unknown");
    EXPECT_EQ(dialogue.refusal("bell\arings\x01"), "info string 'bell rings ' is unknown");
    expect_starts(dialogue.refusal("position"), "info string position: expected");
    expect_starts(dialogue.refusal("position fen"), "info string position: expected");
    expect_starts(dialogue.refusal("position startpos x"), "info string position: expected");
    // Nothing of the command holds, not even the moves before the wrong one.
    expect_starts(dialogue.refusal("position startpos moves a1 a4 a4"), "info string move: 'a4' is not a legal move");
    expect_starts(dialogue.refusal("position fen x......./......../....... x 8 9 0"), "info string position, board");
    expect_starts(dialogue.refusal("setoption Hash 5"), "info string setoption: expected");
    expect_starts(dialogue.refusal("setoption name value 5"), "info string setoption: expected");
    expect_starts(dialogue.refusal("setoption name Contempt value 5"), "info string setoption: there is no option");
    for (const char* value : {"", " value", " value 0", " value 4097", " value 1x", " value 99999999999999999999"})
        expect_starts(dialogue.refusal(std::string("setoption name Hash") + value), "info string setoption Hash: '");
    expect_starts(dialogue.refusal("setoption name Level value 11"), "info string setoption Level: '11'");
    expect_starts(dialogue.refusal("setoption name Ponder value maybe"), "info string setoption Ponder: 'maybe'");
    expect_starts(dialogue.refusal("setoption name UCI_Variant value chess"), "info string game: there is no game");
    expect_starts(dialogue.refusal("setoption name Rules value rings=30"), "info string option, rings: '30'");
    expect_starts(dialogue.refusal("setoption name Rules value rings"), "info string option");
    expect_starts(dialogue.refusal("ponderhit"), "info string ponderhit: ");
    for (const char* nothing : {"", "   ", "\r", "stop"}) {
        dialogue.send(nothing);
        EXPECT_TRUE(dialogue.rest().empty()) << nothing;
    }
    EXPECT_EQ(second_word(dialogue.ask("go depth 1", "bestmove ")).size(), 2u);
}

TEST(Uci, ChangesTheGameAndItsRules) {
    Dialogue dialogue;
    dialogue.send("position startpos moves d2");
    dialogue.send("setoption name uci_variant value abalone");
    expect_starts(dialogue.position(), "ooooo/oooooo/..ooo..");
    dialogue.send("setoption name Rules value start=belgian-daisy");
    const std::string daisy = dialogue.position();
    expect_starts(daisy, "oo.xx/");
    // The same again changes nothing; another game has rules of its own.
    dialogue.send("position startpos moves " + second_word(dialogue.ask("go depth 1", "bestmove ")));
    const std::string moved = dialogue.position();
    EXPECT_NE(moved, daisy);
    dialogue.send("setoption name Rules value start=belgian-daisy");
    dialogue.send("setoption name UCI_Variant value abalone");
    EXPECT_EQ(dialogue.position(), moved);
    dialogue.send("setoption name UCI_Variant value trilha");
    EXPECT_EQ(dialogue.position(), "......../......../........ x 9 9 0");
    dialogue.send("setoption name Rules value preset=internacional,rings=4");
    expect_starts(dialogue.position(), "......../......../......../........ x ");
    dialogue.send("setoption name Rules value <empty>");
    EXPECT_EQ(dialogue.position(), "......../......../........ x 9 9 0");
}

TEST(Uci, KeepsItsBounds) {
    Dialogue dialogue({.hash = 2, .threads = 1, .nodes = 50});
    EXPECT_EQ(dialogue.ask("uci", "option name Hash"), "option name Hash type spin default 2 min 1 max 2");
    EXPECT_EQ(dialogue.expect("option name Threads"), "option name Threads type spin default 1 min 1 max 1");
    dialogue.ask("go depth 90 nodes 1000000000", "bestmove ");  // by itself, and soon
}

// ---- Dice

TEST(Uci, TakesThrowsAsMoves) {
    Dialogue dialogue;
    dialogue.send("setoption name UCI_Variant value niout");
    dialogue.rest();
    dialogue.send("go depth 1");
    EXPECT_EQ(dialogue.rest(),
              (std::vector<std::string>{"info string the dice are to be thrown", "bestmove (none)"}));
    dialogue.send("position startpos moves kai");
    EXPECT_EQ(dialogue.position(), "0*4|0*4 1 2");
    // The dice answer the only move, and nobody ponders on them.
    EXPECT_EQ(dialogue.ask("go depth 2", "bestmove "), "bestmove 0-2");
    dialogue.send("position startpos moves kai 0-2 to");
    EXPECT_EQ(dialogue.ask("go depth 2", "bestmove "), "bestmove 0-1");
    expect_starts(dialogue.refusal("position startpos moves 0-2"), "info string move: '0-2'");
}

TEST(Uci, HasClocksForTwoSidesOnly) {
    Dialogue dialogue;
    dialogue.send("setoption name UCI_Variant value niout");
    dialogue.send("setoption name Rules value players=3");
    dialogue.send("position startpos moves to 0-1 kai 0-2 kul");
    ASSERT_EQ(dialogue.position(), "0*2,1|0*2,2|0*3 3 3");
    EXPECT_EQ(dialogue.ask("go wtime 1000", "bestmove "), "bestmove 0-3");
    EXPECT_EQ(dialogue.ask("go btime 1000", "bestmove "), "bestmove 0-3");
}

// ---- Searching

TEST(Uci, HasNoMoveWhenTheGameIsOver) {
    Dialogue dialogue;
    dialogue.send("setoption name UCI_Variant value policiais");
    dialogue.send("position fen x..../.../..././.../.../..... o");
    dialogue.rest();
    for (const char* go : {"go depth 1", "go infinite", "go ponder", "go wtime 1"}) {
        dialogue.send(go);
        EXPECT_EQ(dialogue.rest(), (std::vector<std::string>{"info string the game is over: x", "bestmove (none)"}));
    }
}

TEST(Uci, SeesTheEnd) {
    Dialogue dialogue;
    dialogue.send("position fen xx.x..../......../o.o.o... x 0 0 0");
    dialogue.send("go depth 3");
    expect_starts(dialogue.expect("bestmove "), "bestmove g4-g7x");
    dialogue.send("go depth 3");
    EXPECT_NE(dialogue.expect("info depth ").find(" score mate 1 "), std::string::npos);
}

TEST(Uci, TellsSeveralLines) {
    Dialogue dialogue;
    dialogue.send("setoption name MultiPV value 4");
    dialogue.send("position startpos moves d2 f4");
    dialogue.rest();
    dialogue.ask("go depth 1", "info depth 1 multipv 1 ");
    std::vector<std::string> firsts;
    for (const char* start : {"info depth 1 multipv 2 ", "info depth 1 multipv 3 ", "info depth 1 multipv 4 "}) {
        const std::string line = dialogue.expect(start);
        firsts.emplace_back(split(line.substr(line.find(" pv ") + 4)).at(0));
    }
    std::ranges::sort(firsts);
    EXPECT_EQ(std::ranges::adjacent_find(firsts), firsts.end()) << "each line starts with a move of its own";
    dialogue.expect("bestmove ");
    EXPECT_TRUE(dialogue.rest().empty());
}

TEST(Uci, SearchesSomeMovesOnly) {
    Dialogue dialogue;
    for (const char* level : {"10", "3"}) {
        dialogue.send(std::string("setoption name Level value ") + level);
        for (const char* move : {"a1", "d2", "e5"}) {
            EXPECT_EQ(second_word(dialogue.ask("go searchmoves " + std::string(move) + " depth 2", "bestmove ")),
                      move);
            EXPECT_EQ(second_word(dialogue.ask("go movetime 0 searchmoves " + std::string(move), "bestmove ")), move);
        }
    }
    dialogue.send("setoption name MultiPV value 5");
    dialogue.send("go depth 1 searchmoves a1 d2");
    dialogue.expect("info depth 1 multipv 2 ");
    EXPECT_TRUE(dialogue.expect("bestmove ").find_first_of("ad") != std::string::npos);
}

TEST(Uci, SearchesWithSeveralThreads) {
    Dialogue dialogue;
    dialogue.send("setoption name Threads value 2");
    dialogue.ask("go nodes 2000", "bestmove ");
    dialogue.send("go infinite");
    dialogue.expect("info depth 1 ");
    dialogue.send("stop");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
    dialogue.send("setoption name Threads value 1");
    dialogue.ask("go nodes 100", "bestmove ");
}

TEST(Uci, KeepsAnEndlessAnswerUntilItIsAskedFor) {
    Dialogue dialogue;
    dialogue.send("position startpos moves d2 f4");
    for (const char* go : {"go infinite depth 1", "go infinite movetime 1", "go infinite nodes 1"}) {
        dialogue.send(go);
        std::this_thread::sleep_for(30ms);
        EXPECT_EQ(dialogue.ask("isready", "readyok"), "readyok");
        dialogue.send("stop");
        EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
        dialogue.send("stop");
        EXPECT_TRUE(dialogue.rest().empty());
    }
}

TEST(Uci, AnswersTheOldQuestionBeforeTheNew) {
    Dialogue dialogue;
    dialogue.send("go infinite");
    dialogue.send("go infinite");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
    // What is refused disturbs nothing, nor does what the search does not depend on.
    for (const char* line : {"setoption name Hash value x", "setoption name Rules value x",
                             "setoption name MultiPV value 2", "position startpos moves d2", "ponderhit", "d", "uci"})
        dialogue.send(line);
    EXPECT_TRUE(dialogue.rest("bestmove ").empty());
    dialogue.send("setoption name Hash value 1");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
    for (const char* line : {"ucinewgame", "setoption name UCI_Variant value pretoa", "quit"}) {
        dialogue.send("go infinite");
        EXPECT_TRUE(dialogue.rest("bestmove ").empty());
        dialogue.send(line);
        EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u) << line;
    }
    EXPECT_TRUE(dialogue.finished());
    dialogue.send("isready");
    EXPECT_TRUE(dialogue.rest().empty()) << "nothing is obeyed after quit";
}

TEST(Uci, AnswersEveryGoOnce) {
    Dialogue dialogue;
    dialogue.send("setoption name Hash value 1");
    dialogue.send("position startpos moves d2 f4");
    const std::string long_word(100'000, 'z');
    for (const std::string& go :
         {std::string("go mate 2"), std::string("go foo depth 3"), std::string("go depth 3 3"),
          std::string("go depth"), std::string("go depth 0"), std::string("go depth -2 fast"),
          std::string("go nodes 0"), std::string("go nodes -1"), std::string("go movetime soon"),
          std::string("go movetime -5"), std::string("go wtime 1 btime"), std::string("go btime 100"),
          std::string("go wtime 0 btime 0 movetime 5"), std::string("go depth 1 searchmoves a1 d2"),
          std::string("go depth 1 searchmoves d2 zz"), std::string("go searchmoves depth 1"),
          std::string("go depth 99999999999999999999 nodes 20\r"), "go depth 1 " + long_word}) {
        dialogue.rest();
        const std::string word = second_word(dialogue.ask(go, "bestmove "));
        EXPECT_NE(word, "(none)") << go;
        for (const std::string& line : dialogue.rest()) EXPECT_FALSE(line.starts_with("bestmove")) << go;
    }
    // Of the wanted moves only the legal ones count, if there are any.
    EXPECT_EQ(second_word(dialogue.ask("go depth 1 searchmoves zz g7 d2", "bestmove ")), "g7");
    // What is said about it stays one line of some length.
    dialogue.rest();
    dialogue.send("go depth 1 " + long_word);
    EXPECT_LT(dialogue.expect("info string go: not understood: zzz").size(), 1000u);
    dialogue.expect("bestmove ");
    // After a refused position the old one is thought about.
    dialogue.send("position startpos moves d2 d2");
    EXPECT_NE(second_word(dialogue.ask("go depth 1", "bestmove ")), "(none)");
    // Nothing but unknown words is no limit, and ends with stop.
    dialogue.rest();
    dialogue.send("go foo");
    EXPECT_EQ(dialogue.ask("isready", "readyok"), "readyok");
    EXPECT_TRUE(dialogue.rest("bestmove ").empty());
    dialogue.send("stop");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
}

TEST(Uci, UsesAFixedTimeUpAndOfAClockItsShare) {
    Dialogue dialogue;
    const auto time_of = [&](const std::string& go) {
        const auto start = std::chrono::steady_clock::now();
        dialogue.ask(go, "bestmove ");
        return std::chrono::steady_clock::now() - start;
    };
    // A busy machine makes it longer, never shorter. No limit above: that a fixed time ends is what matters here.
    for (const char* game : {"trilha", "abalone", "policiais", "pretoa"}) {
        dialogue.send(std::string("setoption name UCI_Variant value ") + game);
        dialogue.ask("isready", "readyok");
        EXPECT_GE(time_of("go movetime 300"), 285ms) << game;
    }
    // The only move of this position needs no thought.
    dialogue.send("setoption name UCI_Variant value policiais");
    dialogue.send("position startpos moves c2-d3");
    EXPECT_LT(time_of("go movetime 3600000"), 60s);
}

TEST(Uci, Ponders) {
    Dialogue dialogue;
    dialogue.send("setoption name Ponder value true");
    dialogue.send("position startpos moves d2 f4");
    // 1. Nothing is said before the other side has moved, even if all is found.
    for (const char* go : {"go ponder depth 1", "go ponder movetime 1", "go ponder wtime 1 btime 1"}) {
        dialogue.send(go);
        std::this_thread::sleep_for(20ms);
        EXPECT_EQ(dialogue.ask("isready", "readyok"), "readyok");
        EXPECT_TRUE(dialogue.rest("bestmove ").empty());
        // 2. As expected: from now on the limits count, and the answer comes by itself.
        dialogue.ask("ponderhit", "bestmove ");
        expect_starts(dialogue.refusal("ponderhit"), "info string ponderhit");
    }
    // 3. Otherwise than expected: an answer, and a new question.
    dialogue.send("go ponder wtime 60000 btime 60000");
    dialogue.send("stop");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
    expect_starts(dialogue.refusal("ponderhit"), "info string ponderhit");
    // 4. Stopped while the clock runs.
    dialogue.send("go ponder movetime 3600000");
    dialogue.send("ponderhit");
    EXPECT_TRUE(dialogue.rest("bestmove ").empty());
    dialogue.send("stop");
    EXPECT_EQ(dialogue.rest("bestmove ").size(), 1u);
    // 5. Without any limit it stays endless.
    dialogue.send("go ponder");
    dialogue.send("ponderhit");
    EXPECT_TRUE(dialogue.rest("bestmove ").empty());
    dialogue.send("go depth 1");
    dialogue.expect("bestmove ");
    dialogue.expect("bestmove ");
}

// ---- The loop over streams

std::vector<std::string> spoken(const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    run(in, out, 3);
    std::vector<std::string> lines;
    std::istringstream text(out.str());
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

TEST(UciLoop, EndsWithTheInput) {
    EXPECT_TRUE(spoken("").empty());
    EXPECT_EQ(spoken("isready\nd\n"), (std::vector<std::string>{"readyok", "......../......../........ x 9 9 0"}));
    EXPECT_EQ(spoken("isready"), std::vector<std::string>{"readyok"});
    expect_starts(spoken("go infinite\n").back(), "bestmove ");
    expect_starts(spoken("go ponder wtime 1000000\r\nponderhit\r\n").back(), "bestmove ");
}

TEST(UciLoop, BearsAnything) {
    std::string input = "\n\r\n\t\nstop\nponderhit\ngo depth 1\n";
    input += std::string("\0\xff\xfe\n", 4) + std::string(2'000'000, 'x') + "\nposition startpos moves ";
    for (int i = 0; i < 100'000; ++i) input += "a1 ";
    input += "\r\nsetoption name " + std::string(100'000, 'y') + " value 1\r\nposition\r\ngo depth 2\r\ngo depth 1";
    const std::vector<std::string> lines = spoken(input);
    EXPECT_EQ(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("bestmove "); }), 3);
    for (const std::string& line : lines) EXPECT_LT(line.size(), 1000u);
    expect_starts(lines.back(), "bestmove ");
}

TEST(UciLoop, EndsWithQuit) {
    EXPECT_EQ(spoken("isready\nquit\nisready\n"), std::vector<std::string>{"readyok"});
    expect_starts(spoken("go infinite\nquit\n").back(), "bestmove ");
}

}  // namespace
}  // namespace tavola::protocol
