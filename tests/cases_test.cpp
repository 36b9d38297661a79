// The hand-made cases of tests/data/cases, each of which proves one rule, against the fast core and the slow model.
//
// A case is a block of `key: value` lines; blocks are split by empty lines, and `#` starts a comment.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "support.h"

namespace tavola {
namespace {

using test::words_of;

struct Case {
    std::string rule, game, options = "-", position;
    std::vector<std::pair<std::string, std::string>> checks;  // what is asked, in order
    std::string where;                                        // file and line
};

void take_line(Case& block, const std::string& line) {
    const std::size_t colon = line.find(": ");
    ASSERT_NE(colon, line.npos) << line;
    const std::string key = line.substr(0, colon), value = line.substr(colon + 2);
    if (key == "rule")
        block.rule = value;
    else if (key == "game")
        block.game = value;
    else if (key == "options")
        block.options = value;
    else if (key == "position")
        block.position = value;
    else
        block.checks.emplace_back(key, value);
}

std::vector<Case> read_cases(const std::string& game) {
    const std::string file = game + ".cases";
    std::vector<std::string> lines = test::read_lines("cases/" + file);
    lines.emplace_back();  // ends the last block
    std::vector<Case> cases;
    Case block;
    for (std::size_t number = 0; number < lines.size(); ++number) {
        const std::string& line = lines[number];
        if (line.starts_with('#')) continue;
        if (!line.empty()) {
            if (block.where.empty()) block.where = file + ":" + std::to_string(number + 1);
            take_line(block, line);
        } else if (!block.where.empty()) {
            cases.push_back(std::exchange(block, {}));
        }
    }
    return cases;
}

// `LEFT => RIGHT`
std::pair<std::string, std::string> both_sides(const std::string& value) {
    const std::size_t arrow = value.rfind(" => ");
    EXPECT_NE(arrow, value.npos) << value;
    return {value.substr(0, arrow), value.substr(arrow + 4)};
}

// Core and model behind one face: texts in, texts out.
class Player {
  public:
    virtual ~Player() = default;
    virtual std::string start() const = 0;
    virtual std::vector<std::string> moves(const std::string& position) const = 0;
    virtual std::string apply(const std::string& position, const std::string& move) const = 0;
    virtual std::string status(const std::string& position) const = 0;
    virtual void expect_refused(const std::string& position, const std::string& field) const = 0;
};

class CorePlayer final : public Player {
  public:
    explicit CorePlayer(AnyGamePtr game) : game_(std::move(game)) {}

    std::string start() const override { return game_->print(game_->start()); }
    std::vector<std::string> moves(const std::string& position) const override {
        return game_->move_words(read(position));
    }
    std::string apply(const std::string& position, const std::string& word) const override {
        const auto move = game_->parse_move(read(position), word);
        if (!move) return "illegal: " + testing::PrintToString(move.error());
        return game_->print(game_->play(read(position), *move));
    }
    std::string status(const std::string& position) const override {
        return game_->print(game_->outcome(read(position)));
    }
    void expect_refused(const std::string& position, const std::string& field) const override {
        const auto read = game_->parse_position(position);
        ASSERT_FALSE(read) << position;
        const Error& error = read.error();
        EXPECT_GT(error.at, 0u) << testing::PrintToString(error);
        const bool of_the_whole = field == "fields" && error.key.starts_with("error.field.");
        EXPECT_TRUE(error.field == field || of_the_whole) << field << ", not " << testing::PrintToString(error);
    }

  private:
    AnyPosition read(const std::string& text) const {
        const auto position = game_->parse_position(text);
        EXPECT_TRUE(position) << testing::PrintToString(position.error());
        return position.value_or(game_->start());
    }
    AnyGamePtr game_;
};

class ModelPlayer final : public Player {
  public:
    explicit ModelPlayer(const AnyGame& game) : model_(test::model_of(game)) {}

    std::string start() const override { return model_->start(); }
    std::vector<std::string> moves(const std::string& position) const override { return model_->moves(position); }
    std::string apply(const std::string& position, const std::string& move) const override {
        // A model trusts that the move is legal, so that is asked first.
        if (!std::ranges::count(moves(position), move)) return "illegal";
        return model_->apply(position, move);
    }
    std::string status(const std::string& position) const override { return model_->status(position); }
    // A model trusts its positions: it has nothing to refuse.
    void expect_refused(const std::string&, const std::string&) const override {}

  private:
    std::unique_ptr<model::Model> model_;
};

void run_check(const Player& player, const std::string& position, const std::string& key, const std::string& value) {
    if (key == "refused") return player.expect_refused(both_sides(value).first, both_sides(value).second);
    if (key == "status") {
        EXPECT_EQ(player.status(position), value);
        return;
    }
    const std::vector<std::string> legal = test::sorted(player.moves(position));
    if (key == "moves") {
        EXPECT_EQ(legal, test::sorted(words_of(value)));
    } else if (key == "count") {
        EXPECT_EQ(std::to_string(legal.size()), value);
    } else if (key == "legal" || key == "illegal") {
        for (const std::string& word : words_of(value))
            EXPECT_EQ(std::ranges::binary_search(legal, word), key == "legal") << word;
    } else if (key == "apply" || key == "line") {
        const auto [moves, expected] = both_sides(value);
        std::string at = position;
        for (const std::string& word : words_of(moves)) at = player.apply(at, word);
        EXPECT_EQ(at, expected);
    } else {
        ADD_FAILURE() << "unknown key";
    }
}

void run(const Case& block, const Player& player) {
    EXPECT_FALSE(block.checks.empty()) << "a case that asks nothing";
    const std::string position = block.position == "start" ? player.start() : block.position;
    for (const auto& [key, value] : block.checks) {
        SCOPED_TRACE(key + ": " + value);
        ASSERT_TRUE(key == "refused" || !position.empty()) << "no position";
        run_check(player, position, key, value);
    }
}

class Cases : public testing::TestWithParam<std::string> {};

TEST_P(Cases, HoldInTheCore) {
    for (const Case& block : read_cases(GetParam())) {
        SCOPED_TRACE(block.where + "  " + block.rule + "  [" + block.options + "]  " + block.position);
        ASSERT_EQ(block.game, GetParam());
        run(block, CorePlayer(test::game_of(block.game, block.options)));
    }
}

TEST_P(Cases, HoldInTheModel) {
    for (const Case& block : read_cases(GetParam())) {
        SCOPED_TRACE(block.where + "  " + block.rule + "  [" + block.options + "]  " + block.position);
        run(block, ModelPlayer(*test::game_of(block.game, block.options)));
    }
}

// The rule books' numbered rules, and of numeric options the values that differ in kind.
struct Book {
    std::string game, name;
    int rules;
    std::vector<std::string> options;
};
const Book books[] = {
    {"trilha",
     "Trilha",
     4,
     {"preset=classica", "preset=recomendada", "preset=quadrados", "preset=internacional", "three-each=0",
      "three-each=1", "three-each=10", "three-each=99"}},
    {"abalone", "Abalone", 5, {}},
    {"trench", "Trench", 9, {}},
    {"niout", "Niout", 7, {}},
    {"policiais", "Policiais", 4, {}},
    {"pretoa", "Pretoa", 4, {}},
};

std::vector<std::string> headings(const Book& book) {
    std::vector<std::string> result{book.name + " text"};
    for (int rule = 1; rule <= book.rules; ++rule) result.push_back(book.name + " rule " + std::to_string(rule));
    for (const std::string& option : book.options) result.push_back(book.name + " option " + option);
    for (const OptionInfo& option : test::info_of(book.game).options)
        if (option.key != "three-each")
            for (const std::string& value : option.values)
                result.push_back(book.name + " option " + std::string(option.key) + "=" + value);
    return result;
}

TEST(CasesFile, ProveEveryRuleAndEveryOption) {
    EXPECT_EQ(std::size(books), all_games().size());
    for (const Book& book : books) {
        const std::vector<Case> cases = read_cases(book.game);
        for (const std::string& heading : headings(book))
            EXPECT_TRUE(
                std::ranges::any_of(cases, [&](const Case& block) { return block.rule.starts_with(heading + ":"); }))
                << "no case for " << heading;
    }
}

INSTANTIATE_TEST_SUITE_P(Games, Cases, testing::Values("trilha", "abalone", "trench", "niout", "policiais", "pretoa"),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace tavola
