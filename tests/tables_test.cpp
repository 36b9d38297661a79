// Tables against brute force: every position of the smallest sectors, all of them written out, without symmetry and
// without an index, is worked through move by move until nothing changes.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "games/registry.h"
#include "shelf/background.h"
#include "shelf/solve.h"
#include "shelf/truth.h"
#include "support.h"
#include "tables/solving_alquerque.h"
#include "tables/solving_trilha.h"
#include "tables/verify.h"
#include "temporary_shelf.h"

namespace tavola {
namespace {

/// Positions and how they end: in so many plies, won or lost for the player to move, or never.
template <Game G>
class BruteForce {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    struct Node {
        Position position;
        bool over = false;
        int ends_in = 0;  // as an oracle says it, where it is decided
        bool decided = false;
        std::vector<std::uint32_t> next = {};
    };

    explicit BruteForce(const Rules& rules) : rules_(rules) {}

    std::uint32_t add(const Position& position) {
        const auto [at, fresh] = numbers_.try_emplace(G::hash(position), static_cast<std::uint32_t>(nodes.size()));
        if (fresh) nodes.push_back({position});
        return at->second;
    }

    void work() {
        for (std::size_t i = 0; i < nodes.size(); ++i) expand(i);
        // In round n all that ends in n plies is found.
        bool changed = true;
        for (int round = 0; changed || round < 3; ++round) {
            changed = false;
            std::vector<std::size_t> found;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (nodes[i].decided || nodes[i].over) continue;
                bool all_won = true, one_lost = false;
                for (const std::uint32_t next : nodes[i].next) {
                    all_won = all_won && nodes[next].decided && won(nodes[next]);
                    one_lost = one_lost || (nodes[next].decided && !won(nodes[next]));
                }
                if (!all_won && !one_lost) continue;
                nodes[i].ends_in = one_lost ? round + 1 : -(round + 1);
                found.push_back(i);
            }
            for (const std::size_t i : found) nodes[i].decided = changed = true;
        }
    }

    std::vector<Node> nodes;

  private:
    // The loser of a finished game loses in no plies.
    static bool won(const Node& node) { return node.ends_in > 0; }

    void expand(std::size_t i) {
        const Position position = nodes[i].position;
        MoveList<G> moves;
        G::generate(rules_, position, moves);
        if (moves.empty()) {
            nodes[i].over = true;
            const Outcome outcome = G::outcome(rules_, position);
            nodes[i].decided = !outcome.drawn();
            EXPECT_TRUE(outcome.drawn() || !outcome.won_by(G::turn(position)));
            return;
        }
        for (const auto& move : moves) {
            Position next = position;
            G::play(rules_, next, move);
            const std::uint32_t number = add(next);
            nodes[i].next.push_back(number);
        }
    }

    const Rules rules_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

/// All places of so many men on the cells.
template <class Use>
void each_set(CellSet cells, int men, const Use& use, CellSet chosen = {}) {
    if (men == 0) return use(chosen);
    for (Cell cell : cells) {
        cells -= cell;
        each_set(cells, men - 1, use, chosen | cell);
    }
}

template <Game G>
void expect_agreement(const std::vector<Setting>& settings, const std::string& sectors) {
    const auto game = make_game(G::id, settings);
    ASSERT_TRUE(game);
    const auto rules = parse_rules<G>((*game)->all_settings());
    ASSERT_TRUE(rules);
    SCOPED_TRACE(std::string(G::id) + ' ' + print_settings(settings) + " up to " + sectors);

    const TemporaryShelf folder;
    const std::atomic<bool> stop{false};
    const auto made = shelf::solve(**game, *folder.shelf, {.sectors = sectors, .threads = 2}, stop);
    ASSERT_TRUE(made) << made.error().key;

    BruteForce<G> brute(*rules);
    const CellSet all = G::board(*rules).all();
    for (const shelf::Made& one : *made) {
        const auto sector = tables::parse_sector(one.header.subject.sector);
        ASSERT_TRUE(sector);
        each_set(all, sector->own, [&](CellSet own) {
            each_set(all - own, sector->other,
                     [&](CellSet other) { brute.add(tables::Solving<G>::position(*sector, own, other)); });
        });
    }
    const std::size_t roots = brute.nodes.size();
    brute.work();

    const auto truth = shelf::open_truth(*game, folder.shelf);
    ASSERT_TRUE(truth);
    std::size_t wrong = 0, plain_wins = 0, wins = 0;
    for (std::size_t i = 0; i < brute.nodes.size(); ++i) {
        const auto& node = brute.nodes[i];
        if (node.over) continue;
        const auto known = truth->ends_in(AnyPosition::wrap(node.position));
        const int right = node.decided ? node.ends_in : 0;
        if (i < roots && right > 0) ++wins;
        if (known && *known == right) continue;
        if (++wrong <= 3)
            ADD_FAILURE() << G::print_position(*rules, node.position) << " is " << right << ", the table says "
                          << (known ? std::to_string(*known) : "nothing");
    }
    EXPECT_EQ(wrong, 0u) << "of " << brute.nodes.size();
    for (const shelf::Made& one : *made) plain_wins += one.header.facts.plain.won;
    EXPECT_EQ(plain_wins, wins);

    const auto checked = shelf::verify(**game, *folder.shelf, {.sectors = {}, .threads = 2}, stop);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->size(), made->size());
    for (const auto& one : *checked) EXPECT_FALSE(one.fault) << one.sector;
}

std::vector<Setting> trilha_settings(const std::string& preset, int rings) {
    return {{"preset", preset}, {"rings", std::to_string(rings)}};
}

class TablesOfTrilha : public testing::TestWithParam<const char*> {};
TEST_P(TablesOfTrilha, AgreeOnOneSquare) { expect_agreement<Trilha>(trilha_settings(GetParam(), 1), ""); }
#if !TAVOLA_SLOW
TEST_P(TablesOfTrilha, AgreeOnTwoSquares) { expect_agreement<Trilha>(trilha_settings(GetParam(), 2), "6"); }
#endif
// Placing and all: more than brute force can do here, but every value is held against the rules.
TEST_P(TablesOfTrilha, TwoSquaresAreSolvedWhole) {
    const auto game = make_game("trilha", trilha_settings(GetParam(), 2));
    ASSERT_TRUE(game);
    const TemporaryShelf folder;
    const std::atomic<bool> stop{false};
    const auto made = shelf::solve(**game, *folder.shelf, {.sectors = TAVOLA_SLOW ? "9" : "", .threads = 2}, stop);
    ASSERT_TRUE(made) << made.error().key << ' ' << made.error().found;
    const auto checked = shelf::verify(**game, *folder.shelf, {.sectors = "", .threads = 2}, stop);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->size(), made->size());
    for (const auto& one : *checked) EXPECT_FALSE(one.fault) << one.sector;
    if (TAVOLA_SLOW) return;
    EXPECT_EQ(shelf::open_truth(*game, folder.shelf)->ends_in((*game)->start()), 0);
}
INSTANTIATE_TEST_SUITE_P(Presets, TablesOfTrilha,
                         testing::Values("classica", "recomendada", "quadrados", "internacional"));

TEST(Tables, AgreeUnderMixedOptions) {
    for (const char* protection : {"none", "strict", "international"})
        for (const char* removal : {"must", "may"})
            for (const char* jump : {"no", "yes"})
                expect_agreement<Trilha>({{"rings", "1"},
                                          {"protection", protection},
                                          {"removal", removal},
                                          {"jump", jump},
                                          {"fly", "yes"},
                                          {"three-each", "5"}},
                                         "");
}

TEST(Tables, AgreeOnPretoa) { expect_agreement<Pretoa>({}, TAVOLA_SLOW ? "3" : "4"); }
TEST(Tables, AgreeOnPoliciais) { expect_agreement<Policiais>({}, TAVOLA_SLOW ? "3" : "4"); }

TEST(Tables, KnownTruthOfThreeAgainstThree) {
    const auto game = make_game("trilha", "preset=internacional");
    ASSERT_TRUE(game);
    const TemporaryShelf folder;
    const std::atomic<bool> stop{false};
    const auto made = shelf::solve(**game, *folder.shelf, {.sectors = "3-3"}, stop);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->size(), 1u);
    EXPECT_EQ(made->front().header.facts.plain, (tables::Counts{2232160, 4112, 455648}));
}

// One value that is not what it should be, in a table whose bytes are all right.
TEST(Tables, AlteredValueIsFound) {
    const auto game = make_game("pretoa", "");
    ASSERT_TRUE(game);
    const TemporaryShelf folder;
    const std::atomic<bool> stop{false};
    ASSERT_TRUE(shelf::solve(**game, *folder.shelf, {.sectors = "3"}, stop));
    const std::string rules = tables::rules_text((*game)->all_settings());
    const auto table = folder.shelf->find("pretoa", rules, "2-1");
    ASSERT_TRUE(table);
    const auto header = (*table)->view().header();
    std::vector<tables::Word> words(header.slots);
    ASSERT_TRUE(tables::read_all((*table)->view(), words));
    Random random(7);
    for (int i = 0; i < 20; ++i) {
        std::vector<tables::Word> altered = words;
        const std::size_t at = random.next() % altered.size();
        altered[at] = static_cast<tables::Word>(altered[at] == 2 ? 4 : 2);
        ASSERT_TRUE(folder.shelf->put(header.subject, altered, header.facts.plain));
        const auto checked = shelf::verify(**game, *folder.shelf, {.sectors = "2-1"}, stop);
        ASSERT_TRUE(checked && checked->size() == 1);
        EXPECT_TRUE(checked->front().fault) << "slot " << at;
    }
}

TEST(Tables, LittleMemoryIsToldAndEnoughIsKept) {
    const auto game = make_game("pretoa", "");
    ASSERT_TRUE(game);
    const std::atomic<bool> stop{false};
    const TemporaryShelf folder;
    const auto none = shelf::solve(**game, *folder.shelf, {.sectors = "5", .memory = 10000}, stop);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().key, "error.table-memory");
    // With just enough, sectors are let go and fetched again.
    const auto little = shelf::solve(**game, *folder.shelf, {.sectors = "5", .memory = 600'000}, stop);
    ASSERT_TRUE(little) << little.error().expected;
    const TemporaryShelf other;
    const auto much = shelf::solve(**game, *other.shelf, {.sectors = "5"}, stop);
    ASSERT_TRUE(much);
    ASSERT_EQ(little->size(), much->size());
    for (std::size_t i = 0; i < much->size(); ++i)
        EXPECT_EQ((*little)[i].header.facts.checksum, (*much)[i].header.facts.checksum);
}

TEST(Tables, StoppedWorkGoesOn) {
    const auto game = make_game("trilha", "preset=recomendada,rings=2");
    ASSERT_TRUE(game);
    const TemporaryShelf folder, other;
    const std::atomic<bool> never{false};
    const shelf::Task task{.sectors = "8", .threads = 2};
    const auto whole = shelf::solve(**game, *other.shelf, task, never);
    ASSERT_TRUE(whole);
    std::size_t interruptions = 0, before = 0;
    for (int i = 0; i < 100; ++i) {
        std::atomic<bool> stop{false};
        std::size_t calls = 0;
        const auto part = shelf::solve(**game, *folder.shelf, task, stop, [&](const shelf::Stage&) {
            if (++calls == 9) stop = true;
        });
        ASSERT_TRUE(part);
        EXPECT_GE(part->size(), before);
        before = part->size();
        if (part->size() == whole->size()) break;
        ++interruptions;
        if (interruptions == 60) break;
    }
    EXPECT_GT(interruptions, 2u);
    const auto last = shelf::solve(**game, *folder.shelf, task, never);
    ASSERT_TRUE(last && last->size() == whole->size());
    for (std::size_t i = 0; i < whole->size(); ++i)
        EXPECT_EQ((*last)[i].header.facts.checksum, (*whole)[i].header.facts.checksum);
}

// Small games are solved beside whatever else goes on, and an oracle that is asked meanwhile learns of it.
TEST(Tables, SolvedInTheBackground) {
    const auto small = make_game("trilha", "preset=internacional,rings=1"), large = make_game("policiais", "");
    ASSERT_TRUE(small && large);
    EXPECT_TRUE(shelf::quickly_solved(**small));
    EXPECT_TRUE(shelf::quickly_solved(**make_game("pretoa", "")));
    EXPECT_FALSE(shelf::quickly_solved(**large));
    EXPECT_FALSE(shelf::quickly_solved(**make_game("trilha", "preset=internacional")));
    EXPECT_FALSE(shelf::quickly_solved(**make_game("abalone", "")));
    const TemporaryShelf folder;
    const auto truth = shelf::open_truth(*small, folder.shelf);
    EXPECT_FALSE(truth->ends_in((*small)->start()));
    const shelf::Background solving(*small, folder.shelf);
    while (!truth->ends_in((*small)->start())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(truth->ends_in((*small)->start()), 0);
}

TEST(Tables, SectorNames) {
    for (const char* name : {"3-3", "9-4", "3+2-4+2", "0+9-0+9", "0+9-1+8"}) {
        const auto sector = tables::parse_sector(name);
        ASSERT_TRUE(sector) << name;
        EXPECT_EQ(tables::name(*sector), name);
    }
    for (const char* name : {"", "3", "3-", "-3", "03-3", "3-3-3", "3+0-3+0", "99-3", "3+2", "3-4+2", "a-b", "3 -3"})
        EXPECT_FALSE(tables::parse_sector(name)) << name;
}

// Every position finds its slot, its images find the same one, and the slot's position is of its class.
TEST(Tables, IndexIsWhole) {
    const trilha::Rules rules{.rings = 2};
    tables::Indexes<Trilha> indexes(rules);
    for (const tables::Sector sector : {tables::Sector{3, 3}, tables::Sector{4, 2}, tables::Sector{2, 5}}) {
        const tables::Index& index = indexes[sector];
        std::vector<int> uses(index.size());
        const CellSet all = rules.cells();
        each_set(all, sector.own, [&](CellSet own) {
            each_set(all - own, sector.other, [&](CellSet other) {
                const std::uint64_t slot = index.slot(own, other);
                ASSERT_LT(slot, index.size());
                ++uses[slot];
            });
        });
        for (std::size_t number = 0; number < index.rows().size(); ++number) {
            const tables::RowView row = index.row(number);
            for (std::uint32_t column = 0; column < index.columns(); ++column) {
                const std::uint32_t own = index.own(row, column);
                const int alike = index.alike(row, own, column);
                EXPECT_EQ(uses[row.first + column], alike == 0 ? 0 : indexes.symmetries().count() / alike);
                if (alike != 0) {
                    EXPECT_EQ(index.slot(CellSet(own), CellSet(index.rows()[number].set)), row.first + column);
                }
            }
        }
    }
}

}  // namespace
}  // namespace tavola
