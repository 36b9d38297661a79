// The computer player with tables: where they know, it plays perfectly; on the way there it uses what they know.
#include "search/perfect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "games/play.h"
#include "search/judging.h"
#include "shelf/solve.h"
#include "shelf/truth.h"
#include "support.h"
#include "temporary_shelf.h"

namespace tavola {
namespace {

class PerfectPlay : public testing::Test {
  protected:
    void set_up(const char* id, const char* settings, const char* sectors) {
        const auto made = make_game(id, settings);
        ASSERT_TRUE(made);
        game = *made;
        const std::atomic<bool> never{false};
        ASSERT_TRUE(shelf::solve(*game, *folder.shelf, {.sectors = sectors, .threads = 2}, never));
        truth = shelf::open_truth(game, folder.shelf);
        ASSERT_TRUE(truth);
        engine = make_engine(game);
        engine->set_oracle(truth);
    }
    /// Random play until the oracle knows; nothing if the game ends first.
    std::optional<AnyPosition> stroll(const Oracle& oracle, Random& random) const {
        AnyPosition position = game->start();
        while (!game->outcome(position).over() && !oracle.ends_in(position))
            position = game->play(position, *game->random_move(position, random));
        return game->outcome(position).over() ? std::nullopt : std::optional(position);
    }
    AnyMove best(const AnyPosition& position, const Limits& limits = {}) {
        const std::atomic<bool> never{false};
        return engine->think(position, {}, limits, never).lines.at(0).moves.at(0);
    }

    TemporaryShelf folder;
    AnyGamePtr game;
    std::shared_ptr<const Oracle> truth;
    std::unique_ptr<Engine> engine;
};

// From whatever random play leads to, both sides at full strength: the game ends when and as the table says.
TEST_F(PerfectPlay, EndsWhenTheTableSays) {
    set_up("pretoa", "", "4");
    Random random(3);
    int decided = 0, drawn = 0;
    for (int game_number = 0; game_number < 300; ++game_number) {
        const auto known = stroll(*truth, random);
        if (!known) continue;
        AnyPosition position = *known;
        const int ends_in = *truth->ends_in(position);
        const Player mover = game->turn(position);
        if (ends_in == 0) {
            // Nobody can make a drawn game end.
            for (int ply = 0; ply < 60; ++ply) {
                ASSERT_FALSE(game->outcome(position).over());
                position = game->play(position, best(position));
            }
            ++drawn;
            continue;
        }
        int plies = 0;
        for (; !game->outcome(position).over(); ++plies) {
            ASSERT_LE(plies, std::abs(ends_in)) << game->print(position);
            position = game->play(position, best(position));
        }
        EXPECT_EQ(plies, std::abs(ends_in));
        EXPECT_EQ(game->outcome(position).won_by(mover), ends_in > 0);
        ++decided;
    }
    EXPECT_GT(decided, 50);
    EXPECT_GT(drawn, 5);
}

TEST_F(PerfectPlay, LinesGoToTheEndAndAreSorted) {
    set_up("pretoa", "", "4");
    Random random(5);
    int seen = 0, decided = 0;
    // The quickest win first, then draws, the latest loss last but for quicker ones.
    const auto rank = [](const Variation& line) {
        return line.ends_in > 0 ? 1000 - line.ends_in : line.ends_in < 0 ? -1000 - line.ends_in : 0;
    };
    while (seen < 50) {
        const auto known = stroll(*truth, random);
        if (!known) continue;
        AnyPosition position = *known;
        const auto moves = known_moves(*game, *truth, position);
        ASSERT_TRUE(moves);
        EXPECT_EQ(moves->size(), game->moves(position).size());
        EXPECT_EQ(moves->front().ends_in, *truth->ends_in(position)) << game->print(position);
        const auto report = perfect_report(*game, *truth, position, 100);
        ASSERT_TRUE(report);
        for (const Variation& line : report->lines) {
            EXPECT_TRUE(line.exact);
            if (line.ends_in != 0) {
                ++decided;
                EXPECT_EQ(line.moves.size(), static_cast<std::size_t>(std::abs(line.ends_in)));
            }
        }
        EXPECT_TRUE(std::ranges::is_sorted(report->lines, std::ranges::greater{}, rank)) << game->print(position);
        ++seen;
    }
    EXPECT_GT(decided, 50);
}

// One man too many for the tables: a shallow search that can ask them sees the end half as often again as one that can't.
TEST_F(PerfectPlay, SearchUsesTheTables) {
    set_up("pretoa", "", "4");
    TemporaryShelf more;
    const std::atomic<bool> never{false};
    ASSERT_TRUE(shelf::solve(*game, *more.shelf, {.sectors = "5", .threads = 2}, never));
    const auto all = shelf::open_truth(game, more.shelf);
    const auto alone = make_engine(game);
    Random random(9);
    int asked = 0, seen_knowing = 0, seen_alone = 0;
    while (asked < 300) {
        const auto known = stroll(*all, random);
        if (!known || truth->ends_in(*known) || *all->ends_in(*known) == 0) continue;
        const AnyPosition position = *known;
        ++asked;
        const auto sees = [&](Engine& player) {
            const int ends_in = player.think(position, {}, {.depth = 4}, never).lines.at(0).ends_in;
            // Whoever sees the end sees the right one.
            EXPECT_GE(ends_in * *all->ends_in(position), 0) << game->print(position);
            return ends_in != 0;
        };
        seen_knowing += sees(*engine);
        seen_alone += sees(*alone);
    }
    EXPECT_GT(2 * seen_knowing, 3 * seen_alone) << seen_knowing << " and " << seen_alone << " of " << asked;
}

// Level 1 strays from the quickest way now and then, level 10 never does.
TEST_F(PerfectPlay, WeakerLevelsDoNotKnow) {
    set_up("pretoa", "", "4");
    Random random(1);
    const std::atomic<bool> never{false};
    int strayed = 0;
    for (int i = 0; i < 100; ++i) {
        const auto known = stroll(*truth, random);
        if (!known) continue;
        AnyPosition position = *known;
        const auto moves = known_moves(*game, *truth, position);
        ASSERT_TRUE(moves);
        const auto worth = [&](int level) {
            const AnyMove move = choose_move(*engine, position, {}, level, random, {.nodes = 1000}, never);
            return std::ranges::find(*moves, move, &KnownMove::move)->ends_in;
        };
        EXPECT_EQ(worth(10), moves->front().ends_in);
        strayed += worth(1) != moves->front().ends_in;
    }
    EXPECT_GT(strayed, 0);
}

// With the winners alone in memory, and with what men in hand lead to looked through to the end.
TEST_F(PerfectPlay, WhoWinsIsSaidAlike) {
    set_up("trilha", "rings=1,fly=yes,protection=international", "");
    const auto winners = shelf::open_winners(*game, folder.shelf);
    ASSERT_TRUE(winners);
    const auto rules = trilha::Rules{.rings = 1, .protection = trilha::Protection::international, .fly = true};
    trilha::detail::Insight insight(rules, *winners);
    Random random(8);
    std::map<int, int> often;
    for (int i = 0; i < 1000; ++i)
        for (trilha::Position position = Trilha::start(rules); !Trilha::outcome(rules, position).over();) {
            const AnyPosition any = AnyPosition::wrap(position);
            const int ends_in = truth->ends_in(any).value();
            const int sign = (ends_in > 0) - (ends_in < 0);
            EXPECT_EQ(winners->ends_in(any), sign) << game->print(any);
            EXPECT_EQ(insight.worth(position), sign) << game->print(any);
            ++often[sign];
            if (random.below(40) == 0) break;
            play_random<Trilha>(rules, position, random);
        }
    EXPECT_GT(often[-1], 20);
    EXPECT_GT(often[0], 20);
    EXPECT_GT(often[1], 20);
    // What lies on no shelf is not known.
    const TemporaryShelf empty;
    const auto nobody = shelf::open_winners(*game, empty.shelf);
    EXPECT_EQ(nobody->ends_in(game->start()), std::nullopt);
    trilha::detail::Insight blind(rules, *nobody);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(blind.worth(Trilha::start(rules)), std::nullopt);
}

}  // namespace
}  // namespace tavola
