// One suite for all games: what must hold of every game, in every position, under every setting of its rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

#include "constructed.h"
#include "games/play.h"
#include "games/registry.h"
#include "games/text.h"
#include "support.h"

namespace tavola {
namespace {

template <Game G>
MoveList<G> moves_of(const typename G::Rules& rules, const typename G::Position& position) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    return moves;
}

template <Game G>
typename G::Position after(const typename G::Rules& rules, typename G::Position position, typename G::Move move) {
    G::play(rules, position, move);
    return position;
}

template <Game G>
bool captures(const typename G::Rules& rules, const typename G::Position& position, typename G::Move move) {
    Effects effects;
    G::effects(rules, position, move, effects);
    return std::ranges::any_of(effects, [](const Effect& effect) {
        return effect.kind == EffectKind::capture || effect.kind == EffectKind::huff;
    });
}

// A random move. Uniform play seldom captures, so a hungry player draws again, some times, until he does.
template <Game G>
typename G::Move draw(const typename G::Rules& rules, const typename G::Position& position, const MoveList<G>& moves,
                      bool hungry, Random& random) {
    typename G::Move move{};
    for (int tries = hungry ? 6 : 1; tries > 0; --tries) {
        move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        if (hungry && captures<G>(rules, position, move)) break;
    }
    return move;
}

template <Game G>
typename G::Position constructed(const typename G::Rules& rules, Random& random) {
    const AnyGamePtr game = make_game(G::id, all_settings<G>(rules)).value();
    return G::parse_position(rules, game->print(test::construct(*game, random))).value();
}

/// Calls `check(rules, position)` along random games under random rules, until it has seen enough.
template <Game G, class Check>
void along_random_games(std::uint64_t seed, const Check& check) {
    Random random(seed);
    for (int left = TAVOLA_CONFORMANCE_POSITIONS; left > 0;) {
        const std::vector<Setting> settings = test::sample_settings(test::info_of(G::id), random);
        const auto rules = parse_rules<G>(settings).value();
        typename G::Position position = random.below(2) == 0 ? G::start(rules) : constructed<G>(rules, random);
        const bool hungry = random.below(2) == 0;
        // Some games are looked at move by move, others in leaps that reach their ends.
        const std::uint32_t stride = 1 + random.below(6);
        for (std::uint32_t ply = 0; ply < 100 * stride && left > 0; ++ply) {
            const MoveList<G> moves = moves_of<G>(rules, position);
            if (ply % stride == 0 || moves.empty()) {
                SCOPED_TRACE(print_settings(settings) + "   " + G::print_position(rules, position));
                check(rules, position);
                if (testing::Test::HasFailure()) return;
                --left;
            }
            if (moves.empty()) break;
            G::play(rules, position, draw<G>(rules, position, moves, hungry, random));
        }
    }
}

template <class Move>
std::uint64_t key_of(const Move& move) {
    std::uint64_t key = 0;
    std::memcpy(&key, &move, sizeof move);
    return key;
}

// What is seen of a position: how many men of which kind are where.
using Place = std::tuple<Spot::Kind, int, int, int>;
using Sight = std::map<Place, int>;

Place place(Spot spot, Player owner, int rank) {
    return {spot.kind(), spot.on_board() ? spot.cell().index() : spot.owner().index(), owner.index(), rank};
}

template <Game G>
void look_at(const typename G::Rules& rules, const typename G::Position& position, Sight& sight) {
    Picture picture;
    G::picture(rules, position, picture);
    for (const Standing& standing : picture) {
        ASSERT_GT(standing.count, 0);
        const bool first =
            sight.emplace(place(standing.spot, standing.man.owner, standing.man.rank), standing.count).second;
        ASSERT_TRUE(first) << "the same men are shown twice";
    }
}

void change(const Effects& effects, Sight& sight) {
    for (const Effect& effect : effects) {
        if (effect.kind == EffectKind::dice || effect.kind == EffectKind::pass) continue;
        const auto from = sight.find(place(effect.from, effect.man.owner, effect.man.rank));
        ASSERT_TRUE(from != sight.end() && from->second >= effect.count) << "nobody stands where an effect starts";
        from->second -= effect.count;
        if (from->second == 0) sight.erase(from);
        sight[place(effect.to, effect.man.owner, effect.becomes)] += effect.count;
    }
}

// With the players exchanged, each becomes the next.
Outcome image_of(Outcome outcome, bool swaps, int players) {
    if (!swaps || !outcome.over() || outcome.drawn()) return outcome;
    std::vector<Player> winners;
    for (int i = 0; i < players; ++i)
        if (outcome.won_by(Player(i))) winners.push_back(Player((i + 1) % players));
    return winners.size() == 2 ? Outcome::win(winners[0], winners[1]) : Outcome::win(winners.at(0));
}

template <Game G>
std::vector<Symmetry> symmetries_of(const typename G::Rules& rules) {
    std::vector<Symmetry> all;
    for (Symmetry symmetry : G::board(rules).symmetries) {
        if (G::symmetric(rules, symmetry)) all.push_back(symmetry);
        symmetry.swaps_players = !symmetry.swaps_players;
        if (G::sides_alike) all.push_back(symmetry);
    }
    return all;
}

template <Game G>
void expect_symmetric(const typename G::Rules& rules, const typename G::Position& position,
                      const Symmetry& symmetry) {
    const typename G::Position image = G::transform(rules, symmetry, position);
    const bool swaps = symmetry.swaps_players;
    ASSERT_EQ(G::outcome(rules, image), image_of(G::outcome(rules, position), swaps, G::players(rules)));
    ASSERT_EQ(G::insufficient(rules, image), G::insufficient(rules, position));
    ASSERT_EQ(G::settle(rules, image), image_of(G::settle(rules, position), swaps, G::players(rules)));

    std::vector<std::uint64_t> transformed, legal;
    for (const typename G::Move move : moves_of<G>(rules, image)) legal.push_back(key_of(move));
    for (const typename G::Move move : moves_of<G>(rules, position)) {
        const typename G::Move other = G::transform(rules, symmetry, move);
        transformed.push_back(key_of(other));
        ASSERT_EQ(G::transform(rules, symmetry, after<G>(rules, position, move)), after<G>(rules, image, other))
            << G::print_move(rules, move);
    }
    std::ranges::sort(transformed);
    std::ranges::sort(legal);
    ASSERT_EQ(transformed, legal);
}

template <class G>
struct Conformance : testing::Test {};

template <class List>
struct AsTypes;
template <class... Gs>
struct AsTypes<GameList<Gs...>> {
    using Types = testing::Types<Gs...>;
};
TYPED_TEST_SUITE(Conformance, AsTypes<AllGames>::Types, );

TYPED_TEST(Conformance, PositionsReadBackAsTheyArePrinted) {
    using G = TypeParam;
    along_random_games<G>(1, [](const auto& rules, const auto& position) {
        const std::string text = G::print_position(rules, position);
        const auto read = G::parse_position(rules, text);
        ASSERT_TRUE(read) << testing::PrintToString(read.error());
        EXPECT_EQ(*read, position);
        EXPECT_EQ(G::hash(*read), G::hash(position));
        EXPECT_EQ(G::print_position(rules, *read), text);
        // Only this text is read as this position.
        for (const std::string& other : {text + " ", " " + text, text + " 0"})
            EXPECT_FALSE(G::parse_position(rules, other)) << other;
    });
}

TYPED_TEST(Conformance, MovesAreWordsOfTheirOwn) {
    using G = TypeParam;
    along_random_games<G>(2, [](const auto& rules, const auto& position) {
        const MoveList<G> moves = moves_of<G>(rules, position);
        std::vector<std::string> words;
        for (const auto move : moves) words.push_back(G::print_move(rules, move));
        const std::vector<std::string> ordered = test::sorted(words);
        EXPECT_EQ(std::ranges::adjacent_find(ordered), ordered.end());
        for (const std::string& word : words) {
            EXPECT_FALSE(word.empty());
            EXPECT_EQ(word.find(' '), std::string::npos);
        }
        // Finding is linear, so of the longest lists a part must do.
        for (std::size_t i = 0; i < words.size(); i += 1 + words.size() / 64)
            EXPECT_EQ(find_word(words[i], words), i) << words[i];
    });
}

TYPED_TEST(Conformance, MovesAreCountedAndListedAlike) {
    using G = TypeParam;
    along_random_games<G>(3, [](const auto& rules, const auto& position) {
        const MoveList<G> moves = moves_of<G>(rules, position);
        EXPECT_EQ(static_cast<std::size_t>(G::count(rules, position)), moves.size());
        EXPECT_EQ(perft<G>(rules, position, 1), moves.size());
        EXPECT_TRUE(moves_of<G>(rules, position) == moves) << "another order";
        if constexpr (Indexed<G>) {
            const typename G::Choices choices(rules, position);
            ASSERT_EQ(static_cast<std::size_t>(choices.size()), moves.size());
            for (std::size_t i = 0; i < moves.size(); ++i) EXPECT_EQ(choices[static_cast<int>(i)], moves[i]) << i;
        }
    });
}

TYPED_TEST(Conformance, GameIsOverWhenNobodyCanMove) {
    using G = TypeParam;
    int ends = 0;
    along_random_games<G>(4, [&](const auto& rules, const auto& position) {
        const Outcome outcome = G::outcome(rules, position);
        EXPECT_EQ(outcome.over(), moves_of<G>(rules, position).empty());
        EXPECT_EQ(outcome.over(), G::print_outcome(rules, outcome) != "ongoing");
        EXPECT_LT(G::turn(position).index(), G::players(rules));
        EXPECT_TRUE(G::settle(rules, position).over());
        // What settling counts decides it.
        if (const Score score = G::score(rules, position); !score.empty()) {
            ASSERT_EQ(score.size(), static_cast<std::size_t>(G::players(rules)));
            const int most = *std::ranges::max_element(score);
            for (std::size_t i = 0; i < score.size(); ++i)
                EXPECT_EQ(G::settle(rules, position).won_by(Player(static_cast<int>(i))),
                          score[i] == most && std::ranges::count(score, most) == 1);
        }
        if (!outcome.over()) return;
        ++ends;
        EXPECT_FALSE(G::why(rules, position).empty());
    });
    // Random games of Abalone seldom push six balls out, but the others end.
    EXPECT_GT(ends, G::id == "abalone" ? -1 : 0);
}

TYPED_TEST(Conformance, GesturesTellMovesApart) {
    using G = TypeParam;
    along_random_games<G>(5, [](const auto& rules, const auto& position) {
        std::vector<std::string> ways;
        for (const auto move : moves_of<G>(rules, position)) {
            Gestures gestures;
            G::gestures(rules, position, move, gestures);
            EXPECT_FALSE(gestures.empty()) << G::print_move(rules, move);
            for (const Gesture& gesture : gestures) {
                EXPECT_FALSE(gesture.empty());
                std::string way;
                for (const Touch& touch : gesture) way.append(touch.word(G::board(rules))).push_back(' ');
                ways.push_back(way);
            }
        }
        // Sorted, a gesture stands right before those that begin with it: the space comes before every letter.
        std::ranges::sort(ways);
        for (std::size_t i = 1; i < ways.size(); ++i)
            ASSERT_FALSE(ways[i].starts_with(ways[i - 1])) << ways[i - 1] << "| " << ways[i];
    });
}

TYPED_TEST(Conformance, EffectsTurnOnePictureIntoTheNext) {
    using G = TypeParam;
    along_random_games<G>(6, [](const auto& rules, const auto& position) {
        Sight before;
        ASSERT_NO_FATAL_FAILURE(look_at<G>(rules, position, before));
        for (const auto move : moves_of<G>(rules, position)) {
            SCOPED_TRACE(G::print_move(rules, move));
            Effects effects;
            G::effects(rules, position, move, effects);
            EXPECT_FALSE(effects.empty());
            Sight changed = before, next;
            ASSERT_NO_FATAL_FAILURE(change(effects, changed));
            ASSERT_NO_FATAL_FAILURE(look_at<G>(rules, after<G>(rules, position, move), next));
            ASSERT_EQ(changed, next);
        }
    });
}

// Whether there is more to a position than is seen: a counter that runs, men that offended.
template <class Position>
bool hides_something(const Position& position) {
    if constexpr (requires { position.counter; })
        return position.counter != 0;
    else if constexpr (requires { position.offenders; })
        return !position.offenders.empty();
    else
        return false;
}

template <Game G>
Setup setup_of(const typename G::Rules& rules, const typename G::Position& position) {
    Setup setup{.men = {}, .turn = G::turn(position)};
    G::picture(rules, position, setup.men);
    if constexpr (G::dice) {
        // The throw is seen as well; the word for it is that of the move that brought it.
        for (const auto move : moves_of<G>(rules, G::start(rules)))
            if (after<G>(rules, G::start(rules), move).thrown == position.thrown)
                setup.dice = G::print_move(rules, move);
    }
    return setup;
}

TYPED_TEST(Conformance, WhatIsSeenCanBeSetUp) {
    using G = TypeParam;
    int whole = 0;
    along_random_games<G>(11, [&](const auto& rules, const auto& position) {
        const Setup setup = setup_of<G>(rules, position);
        const auto composed = G::compose(rules, setup);
        ASSERT_TRUE(composed) << testing::PrintToString(composed.error());
        Sight seen, again;
        ASSERT_NO_FATAL_FAILURE(look_at<G>(rules, position, seen));
        ASSERT_NO_FATAL_FAILURE(look_at<G>(rules, *composed, again));
        EXPECT_EQ(seen, again);
        EXPECT_EQ(G::turn(*composed), G::turn(position));
        EXPECT_FALSE(hides_something(*composed));
        if (hides_something(position)) return;
        EXPECT_EQ(G::print_position(rules, *composed), G::print_position(rules, position));
        ++whole;
    });
    EXPECT_GT(whole, TAVOLA_CONFORMANCE_POSITIONS / 2);
}

TYPED_TEST(Conformance, SymmetriesKeepTheGame) {
    using G = TypeParam;
    std::uint64_t visited = 0;
    along_random_games<G>(7, [&](const auto& rules, const auto& position) {
        const std::vector<Symmetry> symmetries = symmetries_of<G>(rules);
        ASSERT_EQ(G::transform(rules, symmetries[0], position), position);
        for (const auto move : moves_of<G>(rules, position))
            ASSERT_EQ(G::transform(rules, symmetries[0], move), move);
        // All of them in turn, a few a position.
        for (int i = 0; i < 4; ++i)
            ASSERT_NO_FATAL_FAILURE(expect_symmetric<G>(rules, position, symmetries[visited++ % symmetries.size()]));
    });
}

TYPED_TEST(Conformance, PositionsHashApart) {
    using G = TypeParam;
    std::unordered_map<std::uint64_t, typename G::Position> seen;
    const auto meet = [&](const typename G::Position& position) {
        const auto known = seen.emplace(G::hash(position), position).first;
        ASSERT_EQ(known->second, position) << "two positions of one hash";
    };
    along_random_games<G>(8, [&](const auto& rules, const auto& position) {
        ASSERT_NO_FATAL_FAILURE(meet(position));
        for (const auto move : moves_of<G>(rules, position))
            ASSERT_NO_FATAL_FAILURE(meet(after<G>(rules, position, move)));
    });
    EXPECT_GT(seen.size(), TAVOLA_CONFORMANCE_POSITIONS / 2);
}

TYPED_TEST(Conformance, RandomPlayIsLegalAndDiceAddUp) {
    using G = TypeParam;
    Random random(9);
    along_random_games<G>(9, [&](const auto& rules, const auto& position) {
        const MoveList<G> moves = moves_of<G>(rules, position);
        typename G::Position next = position;
        typename G::Move played{};
        ASSERT_EQ(play_random<G>(rules, next, random, &played), !moves.empty());
        if (moves.empty()) return;
        EXPECT_NE(std::ranges::find(moves, played), moves.end());
        EXPECT_EQ(next, after<G>(rules, position, played));
        int chances = 0;
        for (const auto move : moves) chances += G::chance(position, move);
        EXPECT_TRUE(chances == 0 || chances == 16) << chances;
    });
}

TYPED_TEST(Conformance, ErasedGameIsTheSameGame) {
    using G = TypeParam;
    along_random_games<G>(10, [](const auto& rules, const auto& position) {
        const auto made = make_game(G::id, print_rules<G>(rules));
        ASSERT_TRUE(made);
        const AnyGame& game = **made;
        const auto here = game.parse_position(G::print_position(rules, position));
        ASSERT_TRUE(here);
        EXPECT_EQ(game.print(*here), G::print_position(rules, position));
        EXPECT_EQ(game.hash(*here), G::hash(position));
        EXPECT_EQ(game.outcome(*here), G::outcome(rules, position));
        EXPECT_EQ(game.turn(*here), G::turn(position));

        std::vector<std::string> words;
        for (const auto move : moves_of<G>(rules, position)) words.push_back(G::print_move(rules, move));
        EXPECT_EQ(game.move_words(*here), test::sorted(words));
        for (std::size_t i = 0; i < words.size(); i += 1 + words.size() / 8) {
            const auto move = game.parse_move(*here, words[i]);
            ASSERT_TRUE(move) << words[i];
            EXPECT_EQ(game.print(*move), words[i]);
            EXPECT_EQ(game.print(game.play(*here, *move)),
                      G::print_position(rules, after<G>(rules, position, moves_of<G>(rules, position)[i])));
        }
        if (words.size() <= 40) {
            EXPECT_EQ(game.perft(*here, 2), perft<G>(rules, position, 2));
        }
    });
}

}  // namespace
}  // namespace tavola
