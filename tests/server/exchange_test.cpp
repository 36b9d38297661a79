// Games go from one store into another and come out the same; a text that is not whole changes nothing.
#include "store/exchange.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engines.h"
#include "keeping.h"

namespace tavola::store {
namespace {

using tests::append;
using tests::Engine;
using tests::everything;

std::string exported(Store& store) {
    std::ostringstream out;
    const auto count = write_all(store, out);
    return count ? out.str() : "failed: " + count.error().found;
}

Result<Count> import(Store& store, const std::string& text) {
    std::istringstream in(text);
    return read_all(store, in);
}

class ExchangeTest : public testing::TestWithParam<std::tuple<Engine, Engine>> {
  protected:
    ExchangeTest() {
        append(*from, "a", {{1, 10, "a1 \"☃\" \\ \n"}, {2, 20, ""}});
        append(*from, "b", {{1, 5, "b1"}, {2, 6, "b2"}}, true);
        append(*from, "c", {{1, -7, "c1"}}).get();
        text = exported(*from);
    }
    static std::unique_ptr<Store> make(const Engine& engine) {
        auto opened = engine.make()();
        if (!opened) throw std::runtime_error(opened.error().found);
        return *std::move(opened);
    }
    std::unique_ptr<Store> from = make(std::get<0>(GetParam())), to = make(std::get<1>(GetParam()));
    std::string text;
};

INSTANTIATE_TEST_SUITE_P(Engines, ExchangeTest,
                         testing::Combine(testing::ValuesIn(tests::engines), testing::ValuesIn(tests::engines)),
                         [](const auto& pair) {
                             return std::string(std::get<0>(pair.param).name) + "_to_" + std::get<1>(pair.param).name;
                         });

TEST_P(ExchangeTest, AllGamesArriveAsTheyWere) {
    const auto count = import(*to, text);
    ASSERT_TRUE(count) << count.error().key;
    EXPECT_EQ(count->games, 3u);
    EXPECT_EQ(count->events, 5u);
    EXPECT_EQ(exported(*to), text);
    EXPECT_EQ(*to->unfinished(), *from->unfinished());
    // Once more does no harm, and adds nothing.
    const auto again = import(*to, text);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->games + again->events, 0u);
    EXPECT_EQ(exported(*to), text);
}

TEST_P(ExchangeTest, OnlyWhatIsMissingIsAdded) {
    ASSERT_TRUE(append(*to, "b", {{1, 5, "b1"}}).get());
    ASSERT_TRUE(append(*to, "c", {{1, -7, "c1"}, {2, 8, "c2"}}).get());
    ASSERT_TRUE(append(*to, "d", {{1, 9, "d1"}}).get());
    const auto count = import(*to, text);
    ASSERT_TRUE(count) << count.error().key;
    EXPECT_EQ(count->games, 2u);
    EXPECT_EQ(count->events, 3u);
    EXPECT_EQ(*to->events("b", 0), *from->events("b", 0));
    EXPECT_EQ(to->events("c", 0)->size(), 2u);
    EXPECT_EQ(*to->unfinished(), (std::vector<std::string>{"c", "d", "a"}));
}

TEST_P(ExchangeTest, WhatWentOnDifferentlyIsLeftAlone) {
    ASSERT_TRUE(append(*to, "c", {{1, -7, "other"}}).get());
    const std::string before = exported(*to);
    const auto count = import(*to, text);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().key, "error.export.differs");
    EXPECT_EQ(count.error().found, "c");
    EXPECT_EQ(exported(*to), before);
}

TEST_P(ExchangeTest, ABrokenTextChangesNothing) {
    // Cut off anywhere, with one letter changed anywhere, with something after its end.
    std::vector<std::string> bad{"", "\n", "{}\n", text + "\n", text + text, text + "x"};
    for (std::size_t at = 0; at < text.size(); ++at) {
        bad.push_back(text.substr(0, at));
        bad.push_back(text);
        bad.back()[at] = bad.back()[at] == 'x' ? 'y' : 'x';
    }
    const auto line = text.find('\n') + 1, next = text.find('\n', line) + 1;
    bad.push_back(text.substr(0, line) + text.substr(next));
    for (const std::string& one : bad) EXPECT_FALSE(import(*to, one)) << one;
    EXPECT_TRUE(everything(*to).empty());
    EXPECT_EQ(import(*to, "{\"tavola\":\"games\",\"version\":2}\n").error().key, "error.export.newer");
    EXPECT_EQ(import(*to, "{\"tavola\":\"songs\",\"version\":1}\n").error().key, "error.export.kind");
    EXPECT_EQ(import(*to, text.substr(0, text.size() - 1)).error().key, "error.export.short");
    EXPECT_EQ(import(*to, text.substr(0, next)).error().key, "error.export.short");
}

/// Tells what no store would.
struct Forger final : Store {
    explicit Forger(std::vector<Addition> games) : told(std::move(games)) {}
    void append(Addition, Done) override {}
    Result<std::vector<Entry>> events(std::string_view, std::int64_t) override { return std::vector<Entry>(); }
    Result<std::vector<std::string>> unfinished() override { return std::vector<std::string>(); }
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) override { return games; }
    Result<void> erase(const std::string&) override { return {}; }
    Result<void> read_all(const Tell& tell) override {
        for (const Addition& game : told)
            if (auto done = tell(game); !done) return done;
        return {};
    }
    std::vector<Addition> told;
};

TEST_P(ExchangeTest, NumbersThatDoNotGrowAreFoundBeforeAnythingIsWritten) {
    for (const std::vector<Entry>& events :
         {std::vector<Entry>{{1, 1, "x"}, {1, 1, "x"}}, {{2, 1, "x"}, {1, 1, "x"}}, {{0, 1, "x"}}, {{-1, 1, "x"}}}) {
        Forger forger({{.game = "right", .events = {{1, 1, "x"}}}, {.game = "wrong", .events = events}});
        const auto read = import(*to, exported(forger));
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().key, "error.export.line");
        EXPECT_TRUE(everything(*to).empty());
    }
}

TEST_P(ExchangeTest, AFullDiskIsNoticed) {
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    EXPECT_EQ(write_all(*from, out).error().key, "error.export.write");
}

}  // namespace
}  // namespace tavola::store
