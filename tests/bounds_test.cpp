// Lists have room for a fixed number of moves, and a search lies on the stack: that both suffice, for every position that
// can be written down, and not only for those that are reached in play.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "dive.h"
#include "games/registry.h"

namespace tavola {
namespace {

// ---- Policiais and Pretoa: all positions --------------------------------------------------------------------------

/// The most moves of any position: all sets of men of the other side, and of the own men only those sets that could have
/// more moves than are known already. A man has most moves where nobody of his side stands in his way.
template <class Board>
class MostMoves {
    using Play = alquerque::Play<Board>;
    static constexpr alquerque::Rules huff{.huff = true};  // every move that is there without huffing, and more

  public:
    std::size_t find() {
        const CellSet all = Board::topology.all();
        for (std::uint64_t bits = 1; bits <= all.bits(); ++bits) {
            other_ = CellSet(bits);
            if (other_.size() > Board::men || !first_of_its_images()) continue;
            men_.clear();
            for (const Cell man : all - other_) men_.push_back({moves_of(man, man), man});
            std::ranges::sort(men_, std::ranges::greater{}, &Man::moves);
            add_men(0, {}, other_.size());
        }
        return static_cast<std::size_t>(most_);
    }

  private:
    struct Man {
        int moves;
        Cell at;
    };

    bool first_of_its_images() const {
        return std::ranges::all_of(Board::topology.symmetries, [&](const Symmetry& symmetry) {
            return symmetry(other_).bits() >= other_.bits();
        });
    }
    int moves_of(Cell man, CellSet own) const {
        const CellSet empty = Board::topology.all() - own - other_;
        int moves = (Board::topology.next_to(man) & empty).size();
        Play::extend(huff, alquerque::Move(alquerque::Move::Kind::capture, man), 1, man, other_, empty | man,
                     [&](alquerque::Move) { ++moves; });
        return moves;
    }
    /// With the men from `next` on. No set that can have more moves is left out, since more men only stand in the way.
    void add_men(std::size_t next, CellSet own, int removals) {
        int moves = removals;
        for (const Cell man : own) moves += moves_of(man, own);
        most_ = std::max(most_, moves);
        for (; next < men_.size() && own.size() < Board::men; ++next) {
            int hoped = moves;
            const std::size_t end = std::min(men_.size(), next + static_cast<std::size_t>(Board::men - own.size()));
            for (std::size_t i = next; i < end; ++i) hoped += men_[i].moves;
            if (hoped <= most_) return;
            add_men(next + 1, own | men_[next].at, removals);
        }
    }

    CellSet other_;
    std::vector<Man> men_;
    int most_ = 0;
};

TEST(Bounds, NoPositionOfPoliciaisOrPretoaHasMoreMovesThanThereIsRoomFor) {
    EXPECT_EQ(MostMoves<alquerque::PoliciaisBoard>().find(), Policiais::max_moves);
    EXPECT_EQ(MostMoves<alquerque::PretoaBoard>().find(), Pretoa::max_moves);
}

TEST(Bounds, TheWorstPositionsThatCanBeWrittenAreListed) {
    const auto moves_of = [](std::string_view id, std::string_view text) {
        const auto game = make_game(id, "huff=yes");
        const auto position = (*game)->parse_position(text);
        EXPECT_TRUE(position) << text;
        return position ? (*game)->moves(*position).size() : 0;
    };
    EXPECT_EQ(moves_of("pretoa", "o.o.ox/.o.o.o/o.o.o./x x a1,a3,a5,b2,b4,b6,c1,c3,c5"), Pretoa::max_moves);
    EXPECT_EQ(moves_of("policiais", "x.o.x/ooo/ooo/./ooo/xo./.x.xx x a3,b2,b3,b4,c2,c3,c4,e2,e3,e4,f3"),
              Policiais::max_moves);
}

// ---- the other games: from many random positions uphill -----------------------------------------------------------

/// From random places of the men, some are put down, taken away and moved as long as that gives more moves. A board is
/// one kind a cell, 0 where nobody stands.
using Board = std::vector<int>;
int climb(Board board, int kinds, int starts, const std::function<int(const Board&)>& moves) {
    Random random(7);
    const auto cells = static_cast<std::uint32_t>(board.size());
    int most = 0;
    for (int start = 0; start < starts; ++start) {
        for (std::uint32_t i = cells - 1; i > 0; --i) std::swap(board[i], board[random.below(i + 1)]);
        int now = moves(board);
        for (int fruitless = 0; fruitless < 400; ++fruitless) {
            Board next = board;
            const std::size_t at = random.below(cells);
            if (random.below(2) == 0)
                next[at] = static_cast<int>(random.below(static_cast<std::uint32_t>(kinds)));
            else
                std::swap(next[at], next[random.below(cells)]);
            const int then = moves(next);
            if (then > now) fruitless = 0;
            if (then < now) continue;
            now = then;
            board = std::move(next);
        }
        most = std::max(most, now);
    }
    return most;
}
/// So many of each kind, from 1.
Board full(int cells, const std::vector<int>& men) {
    Board board;
    for (std::size_t kind = 0; kind < men.size(); ++kind)
        board.insert(board.end(), static_cast<std::size_t>(men[kind]), static_cast<int>(kind) + 1);
    board.resize(static_cast<std::size_t>(cells));
    return board;
}
CellSet cells_of(const Board& board, int kind) {
    CellSet cells;
    for (std::size_t i = 0; i < board.size(); ++i)
        if (board[i] == kind) cells |= Cell(static_cast<int>(i));
    return cells;
}
/// Lists them, so that the list itself is tried.
template <Game G>
int listed(const typename G::Rules& rules, const typename G::Position& position) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    return static_cast<int>(moves.size());
}

TEST(Bounds, NoPositionOfTrilhaHasMoreMovesThanThereIsRoomFor) {
    const trilha::Rules rules{.rings = 8, .jump = true, .fly = true, .removal = trilha::Removal::may};
    for (const int hand : {0, 1}) {
        const int most = climb(full(64, {rules.men() - hand, rules.men()}), 3, 60, [&](const Board& board) {
            const trilha::Position position{
                .own = cells_of(board, 1), .other = cells_of(board, 2), .own_hand = static_cast<std::uint8_t>(hand)};
            if (position.own_men() > rules.men() || position.other_men() > rules.men()) return -1;
            return listed<Trilha>(rules, position);
        });
        RecordProperty(hand == 0 ? "moving" : "placing", most);
        EXPECT_LE(most, static_cast<int>(Trilha::max_moves));
        EXPECT_GT(most, 200);
    }
}

TEST(Bounds, NoPositionOfAbaloneHasMoreMovesThanThereIsRoomFor) {
    const CellSet all = CellSet::first(61);
    const int most = climb(full(all.size(), {abalone::balls, abalone::balls}), 3, 60, [](const Board& board) {
        const abalone::Position position{.own = cells_of(board, 1), .other = cells_of(board, 2)};
        if (position.own.size() > abalone::balls || position.other.size() > abalone::balls) return -1;
        return listed<Abalone>({}, position);
    });
    EXPECT_LE(most, static_cast<int>(Abalone::max_moves));
    EXPECT_GT(most, 60);
}

TEST(Bounds, NoPositionOfTrenchHasMoreMovesThanThereIsRoomFor) {
    std::vector<int> pieces(std::begin(trench::pieces_of_stars) + 1, std::end(trench::pieces_of_stars));
    pieces.insert(pieces.end(), std::begin(trench::pieces_of_stars) + 1, std::end(trench::pieces_of_stars));
    const int most = climb(full(64, pieces), 2 * trench::max_stars + 1, 60, [](const Board& board) {
        trench::Position position;
        for (std::size_t i = 0; i < board.size(); ++i)
            if (const int kind = board[i]; kind > 0)
                position.put(Player((kind - 1) / trench::max_stars), Cell(static_cast<int>(i)),
                             1 + (kind - 1) % trench::max_stars);
        for (const Player player : {player_x, player_o})
            for (int stars = 1; stars <= trench::max_stars; ++stars)
                if (std::ranges::count(board, player.index() * trench::max_stars + stars) >
                    trench::pieces_of_stars[stars])
                    return -1;
        return listed<Trench>({}, position);
    });
    EXPECT_LE(most, static_cast<int>(Trench::max_moves));
    EXPECT_GT(most, 80);
}

// ---- the stack ----------------------------------------------------------------------------------------------------

/// Runs something in a thread with a stack of so many bytes; beyond its end lies nothing, and whoever goes there ends the
/// program.
void on_stack_of(std::size_t bytes, const std::function<void()>& work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
    pthread_t thread{};
    const auto run = [](void* what) -> void* {
        (*static_cast<const std::function<void()>*>(what))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<void*>(static_cast<const void*>(&work))), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

template <Game G>
void expect_room(std::string_view settings, std::string_view text) {
    const auto list = parse_settings(settings);
    ASSERT_TRUE(list);
    const auto rules = parse_rules<G>(*list);
    ASSERT_TRUE(rules);
    const auto position =
        text.empty() ? Result<typename G::Position>(G::start(*rules)) : G::parse_position(*rules, text);
    ASSERT_TRUE(position) << G::id;
    on_stack_of(search::stack_needed, [&] {
        const std::uintptr_t used = stack_of_dives<G>(*rules, *position);
        testing::Test::RecordProperty(std::string(G::id), std::to_string(used));
        // It went down all the way: most of the plies have their list of moves there.
        EXPECT_GT(used, search::max_ply * 9 / 10 * sizeof(MoveList<G>)) << G::id;
        EXPECT_LT(used, search::stack_needed) << G::id;
    });
}

TEST(Bounds, TheDeepestSearchFitsOnItsStack) {
    expect_room<Trilha>("rings=8,jump=yes,fly=yes,removal=may", "");
    expect_room<Abalone>("", "");
    expect_room<Trench>("", "");
    expect_room<Policiais>("huff=yes", "");
    expect_room<Pretoa>("huff=yes", "o.o.ox/.o.o.o/o.o.o./x x a1,a3,a5,b2,b4,b6,c1,c3,c5");
}

}  // namespace
}  // namespace tavola
