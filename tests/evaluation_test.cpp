// The evaluations: what must hold of every one in every position, and each term in a position made for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>

#include "games/play.h"
#include "games/registry.h"
#include "search/engine.h"
#include "search/evaluations.h"
#include "search/tune.h"
#include "support.h"

namespace tavola {
namespace {

template <class G>
class EveryEvaluation : public testing::Test {};

template <class List>
struct TypesOf;
template <class... Gs>
struct TypesOf<GameList<Gs...>> {
    using type = testing::Types<Gs...>;
};
TYPED_TEST_SUITE(EveryEvaluation, TypesOf<AllGames>::type);

template <Game G>
MoveList<G> moves_of(const typename G::Rules& rules, const typename G::Position& position) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    return moves;
}

template <Game G>
bool captures(const typename G::Rules& rules, const typename G::Position& position, typename G::Move move) {
    Effects effects;
    G::effects(rules, position, move, effects);
    return std::ranges::any_of(effects, [](const Effect& effect) {
        return effect.kind == EffectKind::capture || effect.kind == EffectKind::huff;
    });
}

/// Calls `check(rules, position)` along games at random under random rules. Half of the moves are captures where
/// there are any, so that all stages of a game are seen.
template <Game G, class Check>
void along_games(std::uint64_t seed, const Check& check) {
    Random random(seed);
    for (int left = TAVOLA_CONFORMANCE_POSITIONS / 4; left > 0;) {
        const std::vector<Setting> settings = test::sample_settings(test::info_of(G::id), random);
        const auto rules = parse_rules<G>(settings).value();
        typename G::Position position = G::start(rules);
        for (int ply = 0; ply < 150 && left > 0; ++ply, --left) {
            SCOPED_TRACE(print_settings(settings) + "   " + G::print_position(rules, position));
            check(rules, position);
            if (testing::Test::HasFailure()) return;
            const MoveList<G> moves = moves_of<G>(rules, position);
            if (moves.empty()) break;
            const auto* taking =
                std::ranges::find_if(moves, [&](auto move) { return captures<G>(rules, position, move); });
            if (taking != moves.end() && random.below(2) == 0)
                G::play(rules, position, *taking);
            else
                play_random<G>(rules, position, random);
        }
    }
}

// The same board with the sides exchanged, the other player's men being the mover's now.
trilha::Position exchanged(trilha::Position position) {
    std::swap(position.own, position.other);
    std::swap(position.own_hand, position.other_hand);
    return position;
}
abalone::Position exchanged(abalone::Position position) {
    std::swap(position.own, position.other);
    return position;
}
alquerque::Position exchanged(alquerque::Position position) {
    std::swap(position.own, position.other);
    return position;
}
trench::Position exchanged(trench::Position position) {
    position.turn = position.turn.opponent();
    return position;
}
niout::Position exchanged(niout::Position position) {
    position.turn = position.turn.opponent();
    return position;
}

/// The number of a term.
template <class G>
std::size_t term(std::string_view name) {
    const auto* found = std::ranges::find(Evaluation<G>::terms, name);
    EXPECT_NE(found, std::end(Evaluation<G>::terms)) << name;
    return static_cast<std::size_t>(found - std::begin(Evaluation<G>::terms));
}

/// These belong to the mover, whoever it is.
template <class G>
bool movers_alone(std::size_t number) {
    const std::string_view name = Evaluation<G>::terms[number];
    return name == "offenders" || name == "the throw" || name == "horses in reach";
}

TYPED_TEST(EveryEvaluation, IsNegatedWhenTheSidesAreExchanged) {
    using G = TypeParam;
    int compared = 0;
    along_games<G>(1, [&](const auto& rules, const auto& position) {
        if (G::players(rules) != 2) return;
        ++compared;
        const Terms<G> one = Evaluation<G>::features(rules, position);
        const Terms<G> other = Evaluation<G>::features(rules, exchanged(position));
        for (std::size_t i = 0; i < one.size(); ++i)
            if (!movers_alone<G>(i)) {
                EXPECT_EQ(one[i], -other[i]) << Evaluation<G>::terms[i];
            }
    });
    EXPECT_GT(compared, TAVOLA_CONFORMANCE_POSITIONS / 20);
}

TYPED_TEST(EveryEvaluation, IsTheSameUnderEverySymmetryOfTheBoard) {
    using G = TypeParam;
    along_games<G>(2, [](const auto& rules, const auto& position) {
        const Terms<G> features = Evaluation<G>::features(rules, position);
        for (const Symmetry& symmetry : G::board(rules).symmetries)
            EXPECT_EQ(features, Evaluation<G>::features(rules, G::transform(rules, symmetry, position)));
        const int worth = Evaluation<G>::evaluate(rules, position);
        for (const Symmetry& symmetry : G::board(rules).symmetries)
            EXPECT_EQ(worth, Evaluation<G>::evaluate(rules, G::transform(rules, symmetry, position)));
    });
}

TYPED_TEST(EveryEvaluation, CallsForcingWhatTakesSomething) {
    using G = TypeParam;
    int taking = 0, quiet = 0;
    along_games<G>(3, [&](const auto& rules, const auto& position) {
        for (const auto move : moves_of<G>(rules, position)) {
            const bool takes = captures<G>(rules, position, move);
            ++(takes ? taking : quiet);
            EXPECT_EQ(takes, Evaluation<G>::forcing(rules, position, move)) << G::print_move(rules, move);
            EXPECT_EQ(takes, Evaluation<G>::gain(rules, position, move) > 0) << G::print_move(rules, move);
        }
    });
    EXPECT_GT(taking, 10);
    EXPECT_GT(quiet, 10);
}

TYPED_TEST(EveryEvaluation, StaysWithinBounds) {
    using G = TypeParam;
    along_games<G>(4, [](const auto& rules, const auto& position) {
        for (const int feature : Evaluation<G>::features(rules, position)) EXPECT_LE(std::abs(feature), 1000);
        EXPECT_LE(std::abs(Evaluation<G>::evaluate(rules, position)), evaluation_limit);
        EXPECT_EQ(Evaluation<G>::evaluate(rules, position),
                  Evaluation<G>::evaluate(rules, position, Evaluation<G>::weights(rules)));
    });
    constexpr std::array<int, 1> huge = {3000};
    EXPECT_EQ(weigh(huge, std::array<int, 1>{100}), evaluation_limit);
    EXPECT_EQ(weigh(huge, std::array<int, 1>{-100}), -evaluation_limit);
}

TYPED_TEST(EveryEvaluation, WeighsTheFirstTermMost) {
    using G = TypeParam;
    std::vector<typename G::Rules> all = {{}};
    for (const auto& preset : G::presets) all.push_back(preset.rules);
    for (const auto& rules : all) {
        const Terms<G>& weights = Evaluation<G>::weights(rules);
        EXPECT_EQ(weights[0], Evaluation<G>::unit);
        // Niout has no men to lose; what its terms weigh is a matter of throws.
        if (std::same_as<G, Niout>) return;
        // In Trilha some terms all but decide a phase: a double mill against three men takes the rest of them.
        const int most = std::same_as<G, Trilha> ? 5 * Evaluation<G>::unit : Evaluation<G>::unit;
        for (std::size_t i = 1; i < weights.size(); ++i)
            EXPECT_LT(std::abs(weights[i]), most) << Evaluation<G>::terms[i];
    }
}

/// What is seen of a term in a position given as text.
template <class G>
int seen(std::string_view name, std::string_view text, const typename G::Rules& rules = {}) {
    const auto position = G::parse_position(rules, text);
    EXPECT_TRUE(position) << text;
    return position ? Evaluation<G>::features(rules, *position)[term<G>(name)] : 0;
}

/// The same for a term of Trilha that is weighed by phase.
int seen_by_phase(std::string_view name, std::string_view text, const trilha::Rules& rules = {}) {
    constexpr std::string_view phases[] = {"opening", "placing", "moving", "flying"};
    const auto position = Trilha::parse_position(rules, text);
    EXPECT_TRUE(position) << text;
    if (!position) return 0;
    const auto phase = static_cast<std::size_t>(trilha::phase(rules, *position));
    return seen<Trilha>(std::string(phases[phase]) + ": " + std::string(name), text, rules);
}

// Three squares, from the outermost in, each clockwise from its top left corner.
TEST(TrilhaEvaluation, CountsMenOnTheBoardAndInTheHand) {
    EXPECT_EQ(seen<Trilha>("men", "xx....../......../o....... x 7 6 0"), 9 - 7);
}

TEST(TrilhaEvaluation, CountsStepsAndBlockedMen) {
    constexpr std::string_view text = "xo.....o/......../o.o..... x 2 0 0";
    EXPECT_EQ(seen_by_phase("blocked men", text), 1);
    EXPECT_EQ(seen_by_phase("mobility", text), 0 - (2 + 2 + 2 + 2));
}

TEST(TrilhaEvaluation, CountsMillsOfBothKinds) {
    EXPECT_EQ(seen_by_phase("mills", "xxx..o../.x....../.x...o.o x 0 0 0"), 2);
    EXPECT_EQ(seen_by_phase("mills", ".x.o..../.x.o..../.x.o.... x 0 0 0"), 0);
}

TEST(TrilhaEvaluation, CountsTwoInARowThatAThirdManCanClose) {
    // g7 is open; nobody reaches it but along the line itself.
    EXPECT_EQ(seen_by_phase("open mills", "xx....../......x./o..o.o.. x 0 0 0"), 0);
    // From g4 it can be reached.
    EXPECT_EQ(seen_by_phase("open mills", "xx.x..../......../o..o.o.. x 0 0 0"), 1);
    // Out of the hand any third point will do.
    EXPECT_EQ(seen_by_phase("open mills", "xx....../......x./o..o.o.. x 1 0 0"), 1);
    // And so it will for one who flies.
    EXPECT_EQ(seen_by_phase("open mills", "xx....../......x./o..oo... x 0 0 0", {.fly = true}), 1 - 1);
}

TEST(TrilhaEvaluation, CountsADoubleMillOnce) {
    // The man on d7 closes a7 d7 g7 or, one step inwards, b6 d6 f6.
    EXPECT_EQ(seen_by_phase("double mills", "xxx...../x.x...../...o.o.o x 0 0 0"), 1);
    EXPECT_EQ(seen_by_phase("double mills", "xxx...../xox...../...o.o.. x 0 0 0"), 0);
}

TEST(TrilhaEvaluation, CountsWaysFromJunctions) {
    // d7 has one way more than a corner, d6 two.
    EXPECT_EQ(seen_by_phase("junctions", ".x....../.x....../x.o.o.o. x 0 0 0"), 3);
    EXPECT_EQ(seen_by_phase("junctions", ".x....x./o.o.o... x 0 0 0", {.rings = 2}), 1);
    EXPECT_EQ(seen_by_phase("junctions", ".xx.xooo x 0 0 0", {.rings = 1}), 0);
}

TEST(TrilhaEvaluation, SeesWhoFlies) {
    EXPECT_EQ(seen<Trilha>("flying", "x.x.x.../o.o.o.o./........ x 0 0 0", {.fly = true}), 1);
    EXPECT_EQ(seen<Trilha>("flying", "x.x.x.../o.o.o.o./........ x 0 0 0"), 0);
    EXPECT_EQ(seen<Trilha>("flying", "x.x.x.../o.o.o.o./........ x 1 0 0", {.fly = true}), 0);
}

TEST(TrilhaEvaluation, CountsLinesByWhoStandsOnThem) {
    // a7 d7 and an empty g7; the other lines of the two men have nobody else on them.
    EXPECT_EQ(seen_by_phase("two in a row", "xx....../......../o....o.. x 7 7 0"), 1);
    EXPECT_EQ(seen_by_phase("open lines", "xx....../......../........ x 7 9 0"), 2);
    // One man stops two.
    EXPECT_EQ(seen_by_phase("held lines", "oox...../......../........ x 8 7 0"), 1);
    EXPECT_EQ(seen_by_phase("held lines", "oxo...../......../........ x 8 7 0"), 1);
    EXPECT_EQ(seen_by_phase("held lines", ".o....../.o....../.x...... x 8 7 0"), 1);
}

TEST(TrilhaEvaluation, SeesMillsThatNobodyCanStop) {
    // From g4 to g7: nobody is near, then somebody is.
    EXPECT_EQ(seen_by_phase("sure mills", "xx.x..../......../o...oo.. x 0 0 0"), 1);
    EXPECT_EQ(seen_by_phase("sure mills", "xx.x...x/......../o.o.oo.. x 0 0 0", {.rings = 3}), 1);
    // Who has men in hand stops one, not two.
    EXPECT_EQ(seen_by_phase("sure mills", "xx....../......../o..o.... x 7 7 0"), 0);
    EXPECT_EQ(seen_by_phase("sure mills", "xx.....x/......../o..o.... x 6 7 0"), 1);
    // A mill that opens and closes at will, and one into whose gaps the opponent steps.
    EXPECT_EQ(seen_by_phase("running mills", "xxx...../......../o...oo.. x 0 0 0"), 1);
    EXPECT_EQ(seen_by_phase("running mills", "xxxo...o/.o....../o....... x 0 0 0"), 0);
}

// Judge by judge and side by side, with the board itself turned and the lines read point by point.
trilha::Odds slow_verdict(const trilha::Judges& panel, const trilha::Rules& rules, const trilha::Position& position) {
    using trilha::Judges;
    using trilha::loud;
    const auto men = trilha::numbers_of(position);
    std::array<int, Judges::judges> said{};
    for (const Symmetry& symmetry : Trilha::board(rules).symmetries) {
        const trilha::Position turned = Trilha::transform(rules, symmetry, position);
        const auto at = [&](int cell) {
            return turned.own.has(Cell(cell)) ? 1 : turned.other.has(Cell(cell)) ? 2 : 0;
        };
        for (std::size_t judge = 0; judge < Judges::judges; ++judge) {
            int thought = panel.thoughts[Judges::at_first][judge];
            for (std::size_t i = 0; i < men.size(); ++i)
                thought += panel.thoughts[Judges::of_number(i, men[i])][judge];
            for (int line = 0; line < 16; ++line) {
                const int square = 8 * (line / 4), corner = 2 * (line % 4);
                const int kind =
                    line < 12 ? at(square + corner) + 3 * at(square + corner + 1) + 9 * at(square + (corner + 2) % 8)
                              : at(corner + 1) + 3 * at(8 + corner + 1) + 9 * at(16 + corner + 1);
                thought += panel.thoughts[static_cast<std::size_t>(27 * line + kind)][judge];
            }
            said[judge] += std::clamp(thought, 0, loud);
        }
    }
    // By the men in hand, or by those on the board once all are placed.
    constexpr std::string_view of_hands = "-001122333333333333", of_men = "3333333333210332100";
    const auto hands = static_cast<std::size_t>(position.own_hand + position.other_hand);
    const auto placed = static_cast<std::size_t>(position.own.size() + position.other.size());
    const char stage = hands > 0 ? of_hands[hands] : of_men[placed];
    const Judges::Stage& elders = panel.by_stage[static_cast<std::size_t>(stage - '0')];
    trilha::Odds odds{};
    for (const trilha::Matter matter : {trilha::Matter::winning, trilha::Matter::losing}) {
        int voices = 0;
        for (std::size_t judge = 0; judge < Judges::judges; ++judge)
            voices += said[judge] * elders.voice[matter][judge];
        for (std::size_t elder = 0; elder < Judges::elders; ++elder) {
            int heard = 0;
            for (std::size_t judge = 0; judge < Judges::judges; ++judge)
                heard += said[judge] * elders.trust[elder][judge];
            voices +=
                elders.elder_voice[matter][elder] * std::clamp(elders.at_first[elder] + heard / (4 * loud), 0, loud);
        }
        odds[matter] = voices / loud;
        for (std::size_t i = 0; i < men.size(); ++i) odds[matter] += panel.worth[matter][10 * i + men[i]];
    }
    return odds;
}

TEST(TrilhaEvaluation, JudgesSayWhatEachThinksFromEachSide) {
    Random random(5);
    trilha::JudgesList list;
    for (std::int16_t& number : list) number = static_cast<std::int16_t>(static_cast<int>(random.below(201)) - 100);
    const trilha::Judges panel = trilha::judges_of(list);
    EXPECT_EQ(trilha::list_of(panel), list);
    const trilha::Court court(panel);
    std::set<trilha::Odds> verdicts;
    for (int i = 0; i < 500; ++i) {
        trilha::Position position;
        for (int cell = 0; cell < 24; ++cell)
            if (const auto who = random.below(i % 2 == 0 ? 3 : 6); who == 1 && position.own.size() < 9)
                position.own |= Cell(cell);
            else if (who == 2 && position.other.size() < 9)
                position.other |= Cell(cell);
        // Many men or few, and sometimes all are placed.
        const std::uint32_t most = random.below(11);
        position.own_hand = static_cast<std::uint8_t>(random.below(std::max(most, 1u)));
        position.other_hand = static_cast<std::uint8_t>(random.below(std::max(most, 1u)));
        EXPECT_EQ(court.verdict(position), slow_verdict(panel, {}, position));
        verdicts.insert(court.verdict(position));
    }
    EXPECT_GT(verdicts.size(), 100u) << "they do not all say the same";
}

TEST(TrilhaEvaluation, OnlyThreeSquaresHaveJudges) {
    const auto judged = [](const trilha::Rules& rules, std::string_view text) {
        const auto position = Trilha::parse_position(rules, text).value();
        const auto& weights = Evaluation<Trilha>::weights(rules);
        return Evaluation<Trilha>::evaluate(rules, position, weights) -
               Evaluation<Trilha>::by_terms(rules, position, weights);
    };
    EXPECT_EQ(judged({.rings = 4}, "xx....../......../......../........ x 10 12 0"), 0);
    EXPECT_NE(judged({.rings = 3}, "xxx...../......../o.o.o... x 0 0 0"), 0);
    EXPECT_NE(judged({.rings = 3}, "xxx...../......../o.o.o... x 6 6 0"), 0);
}

TEST(TrilhaEvaluation, EachPartOfAGameHasItsOwnJudges) {
    const auto court_at = [](std::string_view text) {
        const trilha::Rules rules;
        const auto position = Trilha::parse_position(rules, text).value();
        const auto& weights = Evaluation<Trilha>::weights(rules);
        trilha::Odds judged = Evaluation<Trilha>::odds(rules, position, weights);
        judged[trilha::Matter::winning] -= Evaluation<Trilha>::by_terms(rules, position, weights);
        judged[trilha::Matter::losing] += Evaluation<Trilha>::by_terms(rules, position, weights);
        std::vector<trilha::Part> heard;
        for (const auto part : {trilha::Part::placing, trilha::Part::moving, trilha::Part::ending})
            if (trilha::court_of(part).verdict(position) == judged) heard.push_back(part);
        return heard;
    };
    EXPECT_EQ(court_at("xx.xo.../.o.x..../o.o.x... x 4 5 0"), std::vector{trilha::Part::placing});
    EXPECT_EQ(court_at("xx.xo.xo/.o.x.oo./o.o.x.x. x 0 0 0"), std::vector{trilha::Part::moving});
    EXPECT_EQ(court_at("xx.xo.xo/.o.x.o../o.o.x... x 0 0 0"), std::vector{trilha::Part::ending});
}

TEST(TrilhaEvaluation, OddsCountAsMuchAsTheirLogarithmWithOneAdded) {
    for (int odds = -1500; odds <= 1500; ++odds)
        EXPECT_NEAR(trilha::counting(odds), 100 * std::log1p(std::exp(odds / 100.0)), 0.51) << odds;
}

TEST(TrilhaEvaluation, WhoIsCarefulFearsALossMoreThanHeWantsAWin) {
    const auto judged = [](const trilha::Rules& rules, const trilha::Position& position, Careful careful) {
        return Evaluation<Trilha>::evaluate(rules, position, Evaluation<Trilha>::weights(rules), careful);
    };
    along_games<Trilha>(3, [&](const auto& rules, const auto& position) {
        const int mover = judged(rules, position, Careful::mover), nobody = judged(rules, position, Careful::nobody),
                  other = judged(rules, position, Careful::other);
        EXPECT_LE(mover, nobody);
        EXPECT_LE(nobody, other);
        EXPECT_EQ(nobody, Evaluation<Trilha>::evaluate(rules, position));
        if (rules.rings != 3) {
            EXPECT_EQ(mover, other) << "only judges tell winning from not losing";
        }
    });
    const trilha::Rules rules;
    const auto sharp = Trilha::parse_position(rules, "xx.o..../o..x..../.x..o... x 5 6 0").value();
    EXPECT_LT(judged(rules, sharp, Careful::mover) + 100, judged(rules, sharp, Careful::other));
}

TEST(TrilhaEvaluation, WhatIsFoundForACarefulPlayerIsNotToldToOthers) {
    const auto game = *make_game("trilha", "preset=internacional");
    const std::atomic<bool> never{false};
    int feared = 0;
    for (const auto* text : {"xo....../.x.o..../...x.o.. x 6 6 0", "xx.o..../o..x..../.x..o... x 5 6 0",
                             "xx.xo.xo/.o.x.oo./o.o.x.x. x 0 0 0"}) {
        const auto position = *game->parse_position(text);
        const auto score = [&](Engine& engine, bool careful) {
            return engine.think(position, {}, {.depth = 6, .careful = careful}, never, {}).lines.front().score;
        };
        const auto fresh = make_engine(game), used = make_engine(game);
        const int careful = score(*used, true), plain = score(*fresh, false);
        EXPECT_EQ(score(*used, false), plain) << text;
        EXPECT_EQ(score(*used, true), careful) << text;
        EXPECT_LE(careful, plain) << text;
        feared += careful < plain;
    }
    EXPECT_GT(feared, 0);
}

TEST(TrilhaEvaluation, TakesMenWhoThreatenOrStopMillsFirst) {
    const trilha::Rules rules{.protection = trilha::Protection::international};
    const auto position = Trilha::parse_position(rules, "xx.....o/xxo...../....oo.. x 5 5 0").value();
    const auto gain = [&](std::string_view text) {
        for (const auto move : moves_of<Trilha>(rules, position))
            if (Trilha::print_move(rules, move) == text) return Evaluation<Trilha>::gain(rules, position, move);
        ADD_FAILURE() << text;
        return 0;
    };
    EXPECT_GT(gain("g7xf6"), gain("g7xa4"));  // f6 stops b6 and d6
    EXPECT_GT(gain("g7xd3"), gain("g7xa4"));  // d3 and e3 threaten to close at c3
}

TEST(TrilhaEvaluation, KnowsThePhase) {
    const trilha::Rules rules{.fly = true};
    const auto phase = [&](std::string_view text) {
        return trilha::phase(rules, Trilha::parse_position(rules, text).value());
    };
    EXPECT_EQ(phase("......../......../........ x 9 9 0"), trilha::Phase::opening);
    EXPECT_EQ(phase("xxoxo.../xo.x.o../xoxo.... o 2 3 0"), trilha::Phase::placing);
    EXPECT_EQ(phase("x.x.x.x./o.o.o.o./........ x 0 0 0"), trilha::Phase::moving);
    EXPECT_EQ(phase("x.x.x.../o.o.o.o./........ x 0 0 0"), trilha::Phase::flying);
}

TEST(AlquerqueEvaluation, CountsMenAndSteps) {
    EXPECT_EQ(seen<Policiais>("men", "xx.../.../..././.../.../....o x"), 1);
    // a1 goes to a2 and b2, d3 to six points, g5 to g4 and f4.
    EXPECT_EQ(seen<Policiais>("mobility", "x..../.../.../x/.../.../....o x"), 8 - 2);
}

TEST(AlquerqueEvaluation, SeesWhoCanBeJumped) {
    // c3 jumps d3 to e3; nobody stands behind c3 but b3 is empty, so d3 jumps back.
    constexpr std::string_view open = "...../.../.x./o/.../.../..... x";
    EXPECT_EQ(seen<Policiais>("men under attack", open), 0);
    // With b3 behind it, c3 is safe there.
    constexpr std::string_view backed = "...../.x./.x./o/.../.../..... x";
    EXPECT_EQ(seen<Policiais>("men under attack", backed), -1);
    // A corner is never jumped over.
    EXPECT_EQ(seen<Policiais>("exposed men", "x..../.../..././.../.../.o... x"), -1);
}

TEST(AlquerqueEvaluation, CountsTheCentreTwiceItsNeighbours) {
    EXPECT_EQ(seen<Pretoa>("centre", "....o./....../....../x x"), 2);
    EXPECT_EQ(seen<Pretoa>("centre", "....o./....../x...../. x"), 1);
}

TEST(AlquerqueEvaluation, SeesOffendersToRemove) {
    constexpr std::string_view board = "....o./....../....../x x";
    EXPECT_EQ(seen<Pretoa>("offenders", std::string(board) + " a5", {.huff = true}), 1);
    EXPECT_EQ(seen<Pretoa>("offenders", std::string(board) + " -", {.huff = true}), 0);
}

/// A position of two sets of cells, given by their names.
abalone::Position balls(std::initializer_list<std::string_view> own, std::initializer_list<std::string_view> other) {
    abalone::Position position;
    for (const std::string_view name : own) position.own |= abalone::board().at(name);
    for (const std::string_view name : other) position.other |= abalone::board().at(name);
    return position;
}

int seen(std::string_view name, const abalone::Position& position) {
    return Evaluation<Abalone>::features({}, position)[term<Abalone>(name)];
}

TEST(AbaloneEvaluation, CountsBallsAndTheirNeighbours) {
    EXPECT_EQ(seen("balls", balls({"a1", "a2", "a3"}, {"i5", "i6"})), 1);
    EXPECT_EQ(seen("cohesion", balls({"a1", "a2", "a3"}, {"i5", "i6"})), 2 - 1);
    EXPECT_EQ(seen("cohesion", balls({"e5", "e6", "f6"}, {})), 3);
}

TEST(AbaloneEvaluation, CountsTheWayFromTheRim) {
    EXPECT_EQ(seen("centre", balls({"e5"}, {})), 4);
    EXPECT_EQ(seen("centre", balls({"e6", "a1"}, {"e8"})), 3 + 0 - 1);
    EXPECT_EQ(seen("rim", balls({"e6", "a1", "i9"}, {"e9"})), 2 - 1);
}

TEST(AbaloneEvaluation, SeesBallsThatWouldFall) {
    EXPECT_EQ(seen("edge danger", balls({"e9"}, {"e8", "e7"})), 1);
    EXPECT_EQ(seen("edge danger", balls({"e9"}, {"e8"})), 0);
    EXPECT_EQ(seen("edge danger", balls({"e9", "e8"}, {"e7", "e6"})), 0);
    EXPECT_EQ(seen("edge danger", balls({"e9", "e8"}, {"e7", "e6", "e5"})), 1);
    EXPECT_EQ(seen("edge danger", balls({"e9", "e8", "e7"}, {"e6", "e5", "e4", "e3"})), 0);
    EXPECT_EQ(seen("edge danger", balls({"e8"}, {"e7", "e6"})), 0);
}

TEST(AbaloneEvaluation, CountsPushes) {
    EXPECT_EQ(seen("sumito", balls({"e4", "e5"}, {"e6"})), 1);
    EXPECT_EQ(seen("sumito", balls({"e4", "e5"}, {"e6", "e7"})), 0);
    EXPECT_EQ(seen("sumito", balls({"e3", "e4", "e5"}, {"e6", "e7"})), 1);
    EXPECT_EQ(seen("sumito", balls({"e7", "e8"}, {"e9"})), 1);
    // A ball of one's own behind it stops a push.
    EXPECT_EQ(seen("sumito", balls({"e4", "e5", "e7"}, {"e6"})), 0);
}

struct Piece {
    Player player;
    std::string_view cell;
    int stars;
};

int seen(std::string_view name, std::initializer_list<Piece> pieces) {
    trench::Position position;
    for (const Piece& piece : pieces) position.put(piece.player, trench::board().at(piece.cell), piece.stars);
    return Evaluation<Trench>::features({}, position)[term<Trench>(name)];
}

TEST(TrenchEvaluation, CountsPointsAndMenInTheTrench) {
    EXPECT_EQ(seen("points", {{player_x, "a1", 5}, {player_o, "h8", 1}}), 4);
    EXPECT_EQ(seen("men in the trench", {{player_x, "d5", 1}, {player_x, "a1", 1}, {player_o, "h8", 1}}), 1);
    EXPECT_EQ(seen("men in the trench", {{player_x, "d5", 1}, {player_o, "a8", 1}}), 0);
}

TEST(TrenchEvaluation, CountsStarsUnderAttack) {
    // A soldier and a captain side by side can take each other.
    EXPECT_EQ(seen("stars under attack", {{player_x, "a1", 1}, {player_o, "a2", 3}}), 1 - 3);
    // From his own territory nobody takes a man who is in the trench; that man takes all before him.
    EXPECT_EQ(seen("stars under attack", {{player_x, "d5", 4}, {player_o, "d6", 1}, {player_o, "d7", 2}}), -3);
}

TEST(TrenchEvaluation, CountsMovesAndAdvance) {
    EXPECT_EQ(seen("mobility", {{player_x, "a1", 2}, {player_o, "h8", 1}}), 6 - 2);
    EXPECT_EQ(seen("advance", {{player_x, "b2", 1}, {player_o, "h8", 1}}), 2);
    EXPECT_EQ(seen("advance", {{player_x, "b2", 1}, {player_o, "f6", 1}}), 2 - 4);
}

// How many throws the first player needs.
double throws_needed(std::string_view text) {
    return niout::throws_needed(Niout::parse_position({}, text).value().horses[0]);
}

TEST(NioutEvaluation, KnowsHowManyThrowsHorsesNeed) {
    EXPECT_DOUBLE_EQ(throws_needed("20*4|0*4 1 -"), 0);
    // One cell before home only a `to` will do, one time in four.
    EXPECT_NEAR(throws_needed("t2,20*3|0*4 1 -"), 4, 1e-5);
    EXPECT_NEAR(throws_needed("19,20*3|0*4 1 -"), 4, 1e-5);
    // A tandem runs together; two that are apart need a throw more, but the one waits while the other runs.
    EXPECT_NEAR(throws_needed("t2*2,20*2|0*4 1 -"), 4, 1e-5);
    EXPECT_NEAR(throws_needed("19,t2,20*2|0*4 1 -"), 8, 1e-5);
    EXPECT_LT(throws_needed("t1,t2,20*2|0*4 1 -"), throws_needed("t1,20*3|0*4 1 -") + 4);
    // The corner is worth more than the cell after it: there the short way begins.
    EXPECT_LT(throws_needed("5,20*3|0*4 1 -"), throws_needed("6,20*3|0*4 1 -"));
    EXPECT_LT(throws_needed("m,20*3|0*4 1 -"), throws_needed("10,20*3|0*4 1 -"));
}

TEST(NioutEvaluation, CountsTheWay) {
    const double way = throws_needed("0*4|0*4 1 -") - throws_needed("0*3,7|0*4 1 -");
    EXPECT_EQ(seen<Niout>("way run", "0*3,7|0*4 1 -"), std::lround(10 * way));
    EXPECT_EQ(seen<Niout>("way run", "0*3,7|0*3,7 1 -"), 0);
    EXPECT_EQ(seen<Niout>("the throw", "0*4|0*4 2 -"), 1);
}

TEST(NioutEvaluation, CountsWhatMayBeSentBack) {
    const double way = 10 * (throws_needed("0*4|0*4 1 -") - throws_needed("0*3,3|0*4 1 -"));
    // A `kul` brings a horse in on cell 3: four times of sixteen.
    EXPECT_EQ(seen<Niout>("horses at risk", "0*3,3|0*4 1 -"), std::lround(way * 4 / 16));
    EXPECT_EQ(seen<Niout>("horses in reach", "0*3,3|0*4 1 -"), 0);
    EXPECT_EQ(seen<Niout>("horses in reach", "0*3,3|0*4 2 -"), std::lround(way * 4 / 16));
    EXPECT_EQ(seen<Niout>("horses in reach", "0*3,3|0*4 2 3"), std::lround(way));
    EXPECT_EQ(seen<Niout>("horses in reach", "0*3,3|0*4 2 2"), 0);
}

TEST(NioutEvaluation, GivesWinningChancesThatAddUp) {
    along_games<Niout>(5, [](const auto& rules, const auto& position) {
        const int sides = rules.pairs ? 2 : rules.players;
        double sum = 0;
        for (int i = 0; i < sides; ++i) sum += Evaluation<Niout>::win_chance(rules, position, Player(i));
        EXPECT_NEAR(sum, 1, 1e-9);
        const Outcome outcome = Niout::outcome(rules, position);
        for (int i = 0; outcome.over() && i < rules.players; ++i)
            EXPECT_EQ(Evaluation<Niout>::win_chance(rules, position, Player(i)), outcome.won_by(Player(i)) ? 1 : 0);
    });
    // Who throws is ahead, and who has run further.
    const auto chance = [](std::string_view text) {
        return Evaluation<Niout>::win_chance({}, Niout::parse_position({}, text).value(), Player(0));
    };
    EXPECT_GT(chance("0*4|0*4 1 -"), 0.5);
    EXPECT_LT(chance("0*4|0*4 2 -"), 0.5);
    EXPECT_GT(chance("t1,20*3|0*4 1 -"), chance("0*3,20|0*4 1 -"));
}

// A few games a game; what the weights are worth over many is written beside them. Under sanitizers there is only time for
// so few that they show nothing.
#if TAVOLA_CONFORMANCE_POSITIONS >= 10000
TYPED_TEST(EveryEvaluation, PlaysBetterThanTheFirstTermAlone) {
    using G = TypeParam;
    const auto rules = typename G::Rules{};
    const int games = std::same_as<G, Niout> ? 1000 : 60;
    const double score = compare<G>(rules, Evaluation<G>::weights(rules), first_term_only<G>(), games, 11);
    EXPECT_GT(score, 0.5);
    std::cout << G::id << ' ' << score << '\n';
}
#endif

}  // namespace
}  // namespace tavola
