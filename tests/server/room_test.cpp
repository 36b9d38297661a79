// Rooms, apart from any socket: what players may do, and that events alone make a room.
#include "rooms/room.h"

#include <gtest/gtest.h>

#include "base/parse_json.h"
#include "base/random.h"
#include "match/record.h"
#include "words/words.h"

namespace tavola::rooms {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;
using enum Room::Answer::Kind;

Setup setup_of(const json& message) {
    auto setup = parse_setup(message);
    EXPECT_TRUE(setup) << message;
    return *setup;
}

/// A room in which all seats are taken by people.
Room begun(const json& message, Instant now = 0ms) {
    Room room = Room::make(setup_of(message), now);
    for (int seat = 0; seat < static_cast<int>(room.seats().size()); ++seat)
        EXPECT_TRUE(room.sit(seat, {"P" + std::to_string(seat), "key" + std::to_string(seat), "w", 0}, now));
    return room;
}

std::string some_move(const Room& room, Random& random) {
    const AnyGame& game = room.match().game();
    return game.print(*game.random_move(room.match().position(), random));
}

/// Everything that can be seen of a room.
json portrait(const Room& room, Instant now) {
    json seats = json::array(), left = json::array();
    for (const Seat& seat : room.seats())
        seats.push_back({seat.name, seat.key, seat.level, seat.word, seat.account, seat.member});
    for (int i = 0; i < room.match().game().players(); ++i)
        left.push_back(room.clock().remaining(Player(i), now).count());
    return {{"seats", seats},
            {"left", left},
            {"phase", static_cast<int>(room.phase())},
            {"number", room.number()},
            {"next", room.next()},
            {"record", print_record(room.record())},
            {"draw", room.agreed(Matter::draw)},
            {"takeback", room.agreed(Matter::takeback)}};
}

const json every_game[] = {
    {{"game", "trilha"}},
    {{"game", "abalone"}, {"settings", {{"start", "belgian-daisy"}}}},
    {{"game", "trench"}},
    {{"game", "niout"}},
    {{"game", "niout"}, {"settings", {{"players", "4"}, {"pairs", "yes"}}}},
    {{"game", "niout"}, {"settings", {{"players", "3"}}}},
    {{"game", "policiais"}},
    {{"game", "pretoa"}},
};

TEST(Room, EventsAloneMakeIt) {
    Random random(7);
    for (json message : every_game) {
        message["clock"] = "600+2";
        Room room = begun(message);
        std::vector<Event> events = room.take_fresh();
        Instant now = 0ms;
        for (int step = 0; step < 3000 && room.phase() == Room::Phase::playing; ++step) {
            now += 10ms;
            const int seat = *room.to_act();
            const unsigned dice = static_cast<unsigned>(random.next() % 40);
            if (dice == 0) {
                EXPECT_TRUE(room.say(seat, "hello", now));
            } else if (dice == 1) {
                if (!room.agree(seat, Matter::takeback, now)) continue;
                for (int other = 0; other < static_cast<int>(room.seats().size()); ++other)
                    if (other != seat && !room.agree(other, Matter::takeback, now)) ADD_FAILURE();
            } else if (dice == 2) {
                room.pause(now);
                now += 1h;
            } else {
                const auto answer =
                    room.play(seat, some_move(room, random), std::to_string(step), room.number(), now);
                ASSERT_TRUE(answer) << answer.error().key;
                EXPECT_EQ(answer->kind, done);
            }
            for (Event& event : room.take_fresh()) {
                // As the store has it: text.
                events.push_back({event.number, event.at, json::parse(event.body.dump())});
            }
            if (step % 100 == 0) {
                const auto again = Room::replay(events);
                ASSERT_TRUE(again) << again.error().key;
                EXPECT_EQ(portrait(*again, now), portrait(room, now));
            }
        }
        const auto again = Room::replay(events);
        ASSERT_TRUE(again);
        EXPECT_EQ(portrait(*again, now), portrait(room, now));
        const auto records = parse_records(print_record(room.record()));
        ASSERT_TRUE(records) << print_record(room.record());
    }
}

TEST(Room, AMoveIsPlayedOnce) {
    Room room = begun({{"game", "trilha"}});
    const std::int64_t before = room.number();
    const auto first = room.play(0, "d2", "one", before, 0ms);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->kind, done);
    const auto again = room.play(0, "d2", "one", before, 0ms);
    EXPECT_EQ(again->kind, repeated);
    EXPECT_EQ(again->number, first->number);
    EXPECT_EQ(room.match().steps().size(), 1u);
    // The other player's id is another id; and what answers an older event is stale.
    EXPECT_EQ(room.play(1, "f4", "one", before, 0ms)->kind, stale);
    EXPECT_EQ(room.play(1, "f4", "one", room.number() + 1, 0ms)->kind, stale);
    ASSERT_TRUE(room.say(0, "hello", 0ms));
    EXPECT_EQ(room.play(1, "f4", "one", first->number, 0ms)->kind, done) << "talk does not make a move stale";
}

TEST(Room, WhatIsNotAllowedChangesNothing) {
    Room room = Room::make(setup_of({{"game", "trilha"}}), 0ms);
    const auto refused = [&](const auto& result, std::string_view key) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().key, key);
    };
    refused(room.play(0, "d2", "", 1, 0ms), "error.room.gathering");
    refused(room.resign(0, 0ms), "error.room.gathering");
    ASSERT_TRUE(room.sit(0, {"Ana", "k", "", 0}, 0ms));
    refused(room.sit(0, {"Rui", "l", "", 0}, 0ms), "error.room.seat");
    refused(room.sit(2, {"Rui", "l", "", 0}, 0ms), "error.room.seat");
    refused(room.sit(-1, {"Rui", "l", "", 0}, 0ms), "error.room.seat");
    ASSERT_TRUE(room.sit(1, {"Rui", "l", "", 0}, 0ms));
    const std::int64_t number = room.number();
    refused(room.play(1, "d2", "", number, 0ms), "error.room.turn");
    refused(room.play(0, "zz", "", number, 0ms), "error.move.illegal");
    refused(room.agree(0, Matter::takeback, 0ms), "error.room.takeback");
    refused(room.agree(0, Matter::rematch, 0ms), "error.room.playing");
    refused(room.decline(0, Matter::draw, 0ms), "error.room.nothing-offered");
    refused(room.say(0, "anything", 0ms), "error.room.phrase");
    EXPECT_EQ(room.number(), number);
    ASSERT_TRUE(room.resign(1, 0ms));
    EXPECT_EQ(room.match().verdict().ending, Ending::resignation);
    refused(room.play(0, "d2", "", room.number(), 0ms), "error.room.over");
    EXPECT_EQ(room.seat_of_key("l"), 1);
    EXPECT_EQ(room.seat_of_key(""), std::nullopt);
}

TEST(Room, DrawTakebackAndRematchNeedConsent) {
    Room room = begun({{"game", "trilha"}});
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 0ms));
    ASSERT_TRUE(room.play(1, "f4", "", room.number(), 0ms));
    ASSERT_TRUE(room.agree(0, Matter::takeback, 0ms));
    EXPECT_EQ(room.match().steps().size(), 2u);
    ASSERT_TRUE(room.decline(1, Matter::takeback, 0ms));
    ASSERT_TRUE(room.agree(0, Matter::takeback, 0ms));
    ASSERT_TRUE(room.agree(1, Matter::takeback, 0ms));
    EXPECT_TRUE(room.match().steps().empty()) << "back to before the asker's own move";
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 0ms));
    EXPECT_EQ(room.agreed(Matter::draw), 0u) << "a move ends the offer";
    ASSERT_TRUE(room.agree(1, Matter::draw, 0ms));
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    EXPECT_EQ(room.match().verdict().ending, Ending::agreement);
    ASSERT_TRUE(room.agree(0, Matter::rematch, 0ms));
    EXPECT_FALSE(room.rematch_due());
    ASSERT_TRUE(room.agree(1, Matter::rematch, 0ms));
    EXPECT_TRUE(room.rematch_due());
    room.note_rematch("next", 0ms);
    EXPECT_FALSE(room.rematch_due());
}

/// A room against a computer.
Room against_computer(const json& message) {
    Room room = Room::make(setup_of(message), 0ms);
    EXPECT_TRUE(room.sit(0, {"Ana", "key", "", 0}, 0ms));
    EXPECT_TRUE(room.sit(1, {"Computer", "", "", 5}, 0ms));
    return room;
}

TEST(Room, AComputerIsAskedForADrawAndAnswersByItsSeat) {
    Room room = against_computer({{"game", "trilha"}});
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    EXPECT_EQ(room.phase(), Room::Phase::playing) << "a person alone ends nothing";
    EXPECT_EQ(room.to_consider(), 1);
    EXPECT_TRUE(room.due().has_value());
    EXPECT_EQ(room.seat_of_key(""), std::nullopt) << "a computer has no key, and nobody has its seat without one";
    EXPECT_EQ(room.seat_of_account(""), std::nullopt);
    room.answer_draw(1, true, room.number(), 0ms);
    EXPECT_EQ(room.match().verdict().ending, Ending::agreement);
    const std::vector<Event> events = room.take_fresh();
    EXPECT_EQ(events[events.size() - 2].body.at("kind"), "agreed");
    EXPECT_EQ(events[events.size() - 2].body.at("seat"), 1);
    EXPECT_EQ(events.back().body.at("kind"), "over");
    const auto again = Room::replay(events);
    ASSERT_TRUE(again);
    EXPECT_EQ(portrait(*again, 0ms), portrait(room, 0ms));
}

TEST(Room, AComputerThatHasDeclinedIsLeftInPeaceUntilTheNextMove) {
    Room room = against_computer({{"game", "trilha"}});
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    room.answer_draw(1, false, room.number(), 0ms);
    EXPECT_EQ(room.agreed(Matter::draw), 0u);
    EXPECT_EQ(room.to_consider(), std::nullopt);
    EXPECT_EQ(room.agree(0, Matter::draw, 0ms).error().key, "error.room.declined");
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 0ms));
    EXPECT_TRUE(room.agree(0, Matter::draw, 0ms));
}

TEST(Room, AComputersAnswerToAnOldBoardIsNone) {
    Room room = against_computer({{"game", "trilha"}});
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    const std::int64_t asked = room.number();
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 0ms));
    EXPECT_EQ(room.to_consider(), std::nullopt) << "a move ends the offer";
    room.answer_draw(1, true, asked, 0ms);
    EXPECT_EQ(room.phase(), Room::Phase::playing);
    ASSERT_TRUE(room.agree(0, Matter::draw, 0ms));
    room.answer_draw(1, true, asked, 0ms);
    EXPECT_EQ(room.phase(), Room::Phase::playing) << "it thought of another position";
}

TEST(Room, ADefaultRoomIsWrittenAsItAlwaysWas) {
    const json plain{{"game", "trilha"}};
    Room room = Room::make(setup_of(plain), 0ms);
    const std::string bytes = R"({"chat":"phrases","clock":"-","game":"trilha","kind":"made","listed":false,)"
                              R"("seats":2,"settings":{}})";
    EXPECT_EQ(room.take_fresh()[0].body.dump(), bytes);
    // What says no more than the default is the default.
    for (const json& arbiter : {json(true), json::object(), json{{"repetitions", 3}, {"byAgreement", true}}}) {
        json message = plain;
        message["arbiter"] = arbiter;
        message["colours"] = {0, 1};
        EXPECT_EQ(Room::make(setup_of(message), 0ms).take_fresh()[0].body.dump(), bytes);
    }
}

TEST(Room, KeepsItsArbiterAndColours) {
    const json message{{"game", "trilha"}, {"arbiter", {{"repetitions", 0}, {"quietPlies", 2}}}, {"colours", {1, 0}}};
    Room room = begun(message);
    std::vector<Event> events = room.take_fresh();
    EXPECT_EQ(events[0].body.at("arbiter"),
              (json{{"repetitions", 0}, {"quietPlies", 2}, {"byAgreement", true}, {"insufficient", false}}));
    EXPECT_EQ(events[0].body.at("colours"), (json{1, 0}));
    const auto again = Room::replay(events);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->match().custom(), (Custom{0, 2, true}));
    const std::string record = print_record(again->record());
    EXPECT_NE(record.find("[Arbiter \"repetitions=0 quiet-plies=2\"]\n[Colours \"2 1\"]"), record.npos) << record;
    EXPECT_EQ(print_setup(parse_setup(print_setup(room.setup())).value()), print_setup(room.setup()));

    const auto key = [](const json& of) { return parse_setup(of).error().key; };
    EXPECT_EQ(key({{"game", "abalone"}, {"colours", {1, 0}}}), "error.colours.fixed");
    EXPECT_EQ(key({{"game", "trilha"}, {"colours", {1, 1}}}), "error.colours");
    EXPECT_EQ(key({{"game", "trilha"}, {"colours", "red"}}), "error.request");
    EXPECT_EQ(key({{"game", "trilha"}, {"arbiter", {{"repetitions", 99}}}}), "error.request");
    EXPECT_EQ(key({{"game", "niout"}, {"arbiter", {{"byAgreement", true}}}}), "error.arbiter.never");
}

TEST(Room, AnEndTellsWhatWasCounted) {
    Room room = begun({{"game", "trench"}, {"arbiter", {{"quietPlies", 2}}}});
    Random random(1);
    while (room.phase() == Room::Phase::playing)
        ASSERT_TRUE(room.play(*room.to_act(), some_move(room, random), "", room.number(), 0ms));
    const json over = room.take_fresh().back().body;
    EXPECT_EQ(over.at("kind"), "over");
    EXPECT_EQ(over.at("why"), "quiet");
    EXPECT_EQ(over.at("count"), 2);
    EXPECT_EQ(over.at("score").size(), 2u);
    Room resigned = begun({{"game", "trench"}});
    ASSERT_TRUE(resigned.resign(0, 0ms));
    EXPECT_FALSE(resigned.take_fresh().back().body.contains("score"));
}

// A room of Pretoa, as it was stored, up to the move that leaves one man each; then what `more` adds.
Result<Room> room_of_before(const std::vector<std::string>& words, std::vector<json> more) {
    std::vector<Event> events;
    const auto add = [&](json body) {
        events.push_back({static_cast<std::int64_t>(events.size()) + 1, 0ms, std::move(body)});
    };
    add({{"chat", "phrases"},
         {"clock", "-"},
         {"game", "pretoa"},
         {"kind", "made"},
         {"listed", false},
         {"seats", 2},
         {"settings", json::object()}});
    for (int seat : {0, 1})
        add({{"kind", "sat"}, {"seat", seat}, {"name", "P"}, {"private", {{"key", "k" + std::to_string(seat)}}}});
    add({{"kind", "began"}});
    for (std::size_t n = 0; n < words.size(); ++n) add({{"kind", "moved"}, {"seat", n % 2}, {"move", words[n]}});
    for (json& body : more) add(std::move(body));
    return Room::replay(events);
}

TEST(Room, GamesOfBeforeThereWasInsufficiencyStayAsTheyWere) {
    // A random game that comes down to one man each.
    const AnyGamePtr pretoa = *make_game("pretoa", "");
    std::vector<std::string> words;
    for (std::uint64_t seed = 1; words.empty(); ++seed) {
        ASSERT_LT(seed, 5000u);
        Random random(seed);
        Match match(pretoa);
        while (!match.over()) match.play(*pretoa->random_move(match.position(), random));
        if (match.verdict().ending != Ending::insufficient) continue;
        for (const Match::Step& step : match.steps()) words.push_back(match.word(step));
    }
    const auto stopped = room_of_before(words, {});
    ASSERT_TRUE(stopped);
    const std::string next = pretoa->move_words(stopped->match().position()).front();
    const int seat = static_cast<int>(words.size() % 2);
    const auto moved = room_of_before(words, {{{"kind", "moved"}, {"seat", seat}, {"move", next}}});
    ASSERT_TRUE(moved) << "it went on";
    EXPECT_EQ(moved->phase(), Room::Phase::playing);
    const auto left = room_of_before(words, {{{"kind", "left"}, {"seat", seat}, {"why", "resignation"}},
                                             {{"kind", "over"}, {"status", "x"}, {"why", "resignation"}}});
    ASSERT_TRUE(left) << "somebody gave up";
    EXPECT_EQ(left->match().verdict().ending, Ending::resignation);
    const auto agreed = room_of_before(words, {{{"kind", "agreed"}, {"seat", 0}, {"matter", "draw"}},
                                               {{"kind", "agreed"}, {"seat", 1}, {"matter", "draw"}},
                                               {{"kind", "over"}, {"status", "draw"}, {"why", "agreement"}}});
    ASSERT_TRUE(agreed);
    EXPECT_EQ(agreed->match().verdict().ending, Ending::agreement);
    // What still stood there is over now, and says so.
    Room open = *stopped;
    EXPECT_EQ(open.phase(), Room::Phase::playing);
    open.conclude(0ms);
    EXPECT_EQ(open.phase(), Room::Phase::over);
    EXPECT_EQ(open.take_fresh().back().body.at("why"), "insufficient");
}

TEST(Room, ASeatIsSignedOnceByOneAccount) {
    Room room = Room::make(setup_of({{"game", "trilha"}}), 0ms);
    ASSERT_TRUE(room.sit(0, {.name = "Ana", .key = "k", .word = "", .account = "ana.1", .member = true}, 0ms));
    ASSERT_TRUE(room.sit(1, {"Rui", "l", "", 0}, 0ms));
    EXPECT_EQ(room.seat_of_account("ana.1"), 0);
    EXPECT_EQ(room.seat_of_account(""), std::nullopt) << "not even where nobody has signed";
    const std::int64_t before = room.number();
    room.sign(0, "eva.1", 0ms);
    room.sign(1, "ana.1", 0ms);
    EXPECT_EQ(room.number(), before) << "a seat is not taken away, and one is enough";
    room.sign(1, "rui.1", 0ms);
    EXPECT_EQ(room.seat_of_account("rui.1"), 1);
    ASSERT_EQ(room.play(0, "d2", "", before, 0ms)->kind, done) << "a signature does not make a move stale";
    const auto events = room.take_fresh();
    EXPECT_EQ(portrait(*Room::replay(events), 0ms), portrait(room, 0ms));
    json shown = json::array();
    for (const Event& event : events) shown.push_back(public_form(event));
    EXPECT_FALSE(shown.dump().contains("ana.1"));
    EXPECT_FALSE(shown.dump().contains("rui.1"));
    EXPECT_EQ(shown[1].value("member", false), true);
    EXPECT_FALSE(shown[2].contains("member"));
    // Only his own name makes a member.
    EXPECT_FALSE(room.seats()[1].member);
}

TEST(Room, OwnWordsWhereTheyAreAllowed) {
    Room strict = begun({{"game", "trilha"}});
    EXPECT_EQ(strict.say_freely(0, "Boa!", 0ms).error().key, "error.room.chat");
    EXPECT_FALSE(parse_setup({{"game", "trilha"}, {"chat", "loud"}}));
    EXPECT_FALSE(parse_setup({{"game", "trilha"}, {"chat", true}}));

    Room room = begun({{"game", "trilha"}, {"chat", "free"}});
    const std::int64_t number = room.number();
    EXPECT_EQ(room.take_fresh().front().body["chat"], "free");
    for (const std::string& text : {std::string(), std::string("\n\t \u200b"), std::string(201, 'x')})
        EXPECT_EQ(room.say_freely(0, text, 0ms).error().key, "error.room.text") << text;
    EXPECT_EQ(room.number(), number);
    ASSERT_TRUE(room.say_freely(0, " Boa\n ideia! \u202e😀 ", 0ms));
    EXPECT_EQ(room.take_fresh().front().body, (json{{"kind", "said"}, {"seat", 0}, {"text", "Boa ideia! 😀"}}));
    for (int i = 1; i < 5; ++i) ASSERT_TRUE(room.say_freely(0, std::string(200, 'x'), 1s * i));
    EXPECT_EQ(room.say_freely(0, "!", 9'999ms).error().key, "error.room.too-fast");
    EXPECT_TRUE(room.say_freely(1, "!", 9'999ms)) << "the other one may speak";
    EXPECT_TRUE(room.say(0, "hello", 9'999ms));
    EXPECT_TRUE(room.say_freely(0, "!", 10s));
    EXPECT_EQ(room.say_freely(0, "!", 10s).error().key, "error.room.too-fast");
}

TEST(Room, WhatIsSaidAndOfferedHasAPaceForEachSeat) {
    Room room = begun({{"game", "trilha"}});
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(room.say(0, "hello", 1s * i));
    EXPECT_EQ(room.say(0, "hello", 9'999ms).error().key, "error.room.too-fast");
    EXPECT_TRUE(room.say(1, "hello", 9'999ms)) << "the other one may speak";
    EXPECT_TRUE(room.say(0, "hello", 10s));
    // Offers, and offers refused: ten within as many seconds.
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(room.agree(0, Matter::draw, 20s)) << i;
        ASSERT_TRUE(room.decline(1, Matter::draw, 20s)) << i;
    }
    EXPECT_EQ(room.agree(0, Matter::draw, 29'999ms).error().key, "error.room.too-fast");
    const std::int64_t number = room.number();
    ASSERT_EQ(room.play(0, "d2", "a", number, 29'999ms)->kind, done) << "moves have no such limit";
    EXPECT_EQ(room.agree(0, Matter::takeback, 29'999ms).error().key, "error.room.too-fast");
    EXPECT_TRUE(room.agree(0, Matter::takeback, 30s));
    // The same in another house, or after this one has been closed.
    const auto events = room.take_fresh();
    Room again = *Room::replay(events);
    int more = 0;
    for (Result<void> last; last && more < 20; ++more)
        last = more % 2 == 0 ? again.decline(0, Matter::takeback, 30s) : again.agree(0, Matter::takeback, 30s);
    EXPECT_EQ(more, 10) << "nine, and one that is refused";
}

TEST(Room, TalkAndOffersComeToAnEndAndMovesGoOn) {
    Room room = begun({{"game", "trilha"}});
    Instant now{0};
    std::size_t said = 0;
    Result<void> last;
    for (; (last = room.say(static_cast<int>(said % 2), "hello", now)); ++said) now += 10s;
    EXPECT_EQ(last.error().key, "error.room.full");
    EXPECT_EQ(said, most_chatter);
    EXPECT_EQ(room.agree(0, Matter::draw, now).error().key, "error.room.full");
    ASSERT_EQ(room.play(0, "d2", "a", room.number(), now)->kind, done);
    EXPECT_EQ(room.agree(0, Matter::takeback, now).error().key, "error.room.full");
    EXPECT_TRUE(room.resign(1, now));
    EXPECT_EQ(room.phase(), Room::Phase::over);
}

TEST(Room, AnOfferEndsWhenSomebodyLeavesWhoWouldComeBackByIt) {
    Room room = begun({{"game", "niout"}, {"settings", {{"players", "3"}}}});
    Random random(1);
    const int first = *room.to_act();
    ASSERT_EQ(room.play(first, some_move(room, random), "a", room.number(), 1s)->kind, done);
    const int leaver = (first + 2) % 3, other = (first + 1) % 3;
    ASSERT_TRUE(room.agree(first, Matter::takeback, 2s));
    ASSERT_TRUE(room.resign(leaver, 3s));
    EXPECT_EQ(room.agreed(Matter::takeback), 0u);
    ASSERT_EQ(room.phase(), Room::Phase::playing);
    EXPECT_FALSE(room.agree(other, Matter::takeback, 4s)) << "nothing is on offer, and there is no way back";
    EXPECT_EQ(room.match().steps().back().gone, 1u << leaver);
    // A draw is between those who are there.
    EXPECT_EQ(room.agree(leaver, Matter::takeback, 5s).error().key, "error.room.gone");
}

TEST(Room, NoWayBackLeadsPastALeaver) {
    // Whoever leaves, in whatever way, and whoever has offered what before.
    for (const int count : {3, 4})
        for (const bool offered_by_leaver : {true, false})
            for (const std::string_view way : {"resignation", "absence", "time"}) {
                Room room =
                    begun({{"game", "niout"}, {"settings", {{"players", std::to_string(count)}}}, {"clock", "6000"}});
                Random random(7);
                const auto turn = [&](Instant at) {
                    const int seat = *room.to_act();
                    EXPECT_EQ(room.play(seat, some_move(room, random), "", room.number(), at)->kind, done);
                    return seat;
                };
                // Until everybody has moved, and the turn is not the first one's: a player may move several times on end.
                const int first = turn(1s);
                unsigned moved = 1u << first;
                while (moved != (1u << count) - 1 || room.to_act() == first) moved |= 1u << turn(2s);
                const int leaver = *room.to_act();
                const int asker = offered_by_leaver ? leaver : first;
                ASSERT_TRUE(room.agree(asker, Matter::takeback, 3s));
                const Instant left = way == "time" ? 6010s : 4s;
                if (way == "time")
                    EXPECT_TRUE(room.flag(left));
                else
                    EXPECT_TRUE(way == "absence" ? room.claim(first, 1u << leaver, 4s) : room.resign(leaver, 4s));
                ASSERT_EQ(room.phase(), Room::Phase::playing) << way;
                EXPECT_EQ(room.agreed(Matter::takeback), 0u) << way;
                // The others agree as often as they like; the leaver can neither help nor hinder.
                EXPECT_EQ(room.agree(leaver, Matter::takeback, left + 1s).error().key, "error.room.gone");
                for (int seat = 0; seat < count; ++seat)
                    if (seat != leaver) std::ignore = room.agree(seat, Matter::takeback, left + 1s);
                EXPECT_EQ(room.match().steps().back().gone & 1u << leaver, 1u << leaver) << way;
                // A move back that they made among themselves is theirs to take back.
                const int mover = turn(left + 2s);
                ASSERT_NE(mover, leaver);
                ASSERT_TRUE(room.agree(mover, Matter::takeback, left + 3s));
                EXPECT_EQ(room.decline(leaver, Matter::takeback, left + 3s).error().key, "error.room.gone");
                for (int seat = 0; seat < count; ++seat)
                    if (seat != leaver && seat != mover) {
                        EXPECT_TRUE(room.agree(seat, Matter::takeback, left + 3s));
                    }
                EXPECT_EQ(room.to_act(), mover) << way;
                EXPECT_EQ(room.match().steps().back().gone, 1u << leaver) << way;
                const auto again = Room::replay(room.take_fresh());
                ASSERT_TRUE(again);
                EXPECT_EQ(portrait(*again, left + 4s), portrait(room, left + 4s));
            }
}

TEST(Room, ARematchDoesNotWaitForWhoLeftWhileTheOthersWentOn) {
    Room room = begun({{"game", "niout"}, {"settings", {{"players", "3"}}}});
    ASSERT_TRUE(room.resign(1, 1s));
    ASSERT_TRUE(room.resign(2, 2s));
    ASSERT_EQ(room.phase(), Room::Phase::over);
    ASSERT_TRUE(room.agree(0, Matter::rematch, 3s));
    EXPECT_FALSE(room.rematch_due()) << "the one who ended it by leaving is asked";
    EXPECT_EQ(room.decline(1, Matter::rematch, 3s).error().key, "error.room.gone") << "nor can they be kept from it";
    ASSERT_TRUE(room.agree(2, Matter::rematch, 4s));
    EXPECT_TRUE(room.rematch_due());
    // Of two, both are asked, whoever gave up.
    Room two = begun({{"game", "trilha"}});
    ASSERT_TRUE(two.resign(1, 1s));
    ASSERT_TRUE(two.agree(0, Matter::rematch, 3s));
    EXPECT_FALSE(two.rematch_due());
}

TEST(Room, ComputersAmongThemselvesHaveNoRematchAndAreNotPlayedOn) {
    Room room = Room::make(setup_of({{"game", "trilha"}}), 0ms);
    EXPECT_FALSE(room.computers_only()) << "somebody may come";
    ASSERT_TRUE(room.sit(0, {"computer", "", "", 1}, 0ms));
    EXPECT_FALSE(room.computers_only());
    ASSERT_TRUE(room.sit(1, {"computer", "", "", 2}, 0ms));
    EXPECT_TRUE(room.computers_only());
    EXPECT_EQ(room.due(), room.last_at()) << "to be closed at once";
    ASSERT_TRUE(room.resign(0, 1s));
    EXPECT_FALSE(room.rematch_due()) << "nobody has agreed";
}

TEST(Room, LagIsGivenBackFromAnAllowance) {
    Room room = begun({{"game", "pretoa"}, {"clock", "600"}});
    Random random(3);
    Milliseconds given[2]{};
    int moves = 0;
    for (; room.phase() == Room::Phase::playing && moves < 20; ++moves) {
        const int seat = *room.to_act();
        ASSERT_EQ(room.play(seat, some_move(room, random), std::to_string(moves), room.number(), 1s * moves,
                            seat == 0 ? 300ms : 80ms)
                      ->kind,
                  done);
        for (const Event& event : room.take_fresh())
            if (event.body.contains("lag")) given[seat] += Milliseconds(event.body["lag"].get<int>());
    }
    ASSERT_GE(moves, 10);
    const int each = moves / 2;
    EXPECT_EQ(given[1], 80ms * each) << "an honest line is given all of it";
    EXPECT_LE(given[0], lag_allowance + lag_refill * each);
    EXPECT_GE(given[0], 300ms);
}

TEST(Room, EventsThatMakeNoSenseAreRefused) {
    Room room = begun({{"game", "trilha"}});
    ASSERT_EQ(room.play(0, "d2", "a", room.number(), 1s)->kind, done);
    const std::vector<Event> good = room.take_fresh();
    ASSERT_TRUE(Room::replay(good));
    const auto refused = [&](const json& body, Instant at = 2s) {
        std::vector<Event> events = good;
        events.push_back({room.number() + 1, at, body});
        return !Room::replay(events);
    };
    EXPECT_TRUE(refused({{"kind", "agreed"}, {"seat", 0}, {"matter", "takeback"}, {"to", nullptr}}));
    EXPECT_TRUE(refused({{"kind", "agreed"}, {"seat", 0}, {"matter", "takeback"}, {"to", -1}}));
    EXPECT_TRUE(refused({{"kind", "agreed"}, {"seat", 0}, {"matter", "takeback"}, {"to", 99}}));
    EXPECT_TRUE(refused({{"kind", "agreed"}, {"seat", 0}, {"matter", "takeback"}, {"to", "x"}}));
    EXPECT_TRUE(refused({{"kind", "tookback"}}));
    EXPECT_TRUE(refused({{"kind", "tookback"}, {"to", json::array()}}));
    EXPECT_TRUE(refused({{"kind", "sat"}, {"seat", 0}, {"name", "Eva"}, {"level", 99}}));
    EXPECT_TRUE(refused({{"kind", "began"}}));
    EXPECT_TRUE(refused({{"kind", "made"}, {"game", "trilha"}, {"seats", 2}}));
    EXPECT_TRUE(refused({{"kind", "moved"}, {"seat", 1}, {"move", "f4"}, {"lag", -5}}));
    EXPECT_TRUE(refused({{"kind", "moved"}, {"seat", 7}, {"move", "f4"}}));
    EXPECT_TRUE(refused({{"kind", "moved"}, {"seat", 1}, {"move", {}}}));
    EXPECT_TRUE(refused(json::array()));
    EXPECT_TRUE(refused(nullptr));
    EXPECT_TRUE(refused({{"kind", "paused"}}, Instant::max()));
    EXPECT_TRUE(refused({{"kind", "paused"}}, Instant(-1)));
    EXPECT_FALSE(refused({{"kind", "moved"}, {"seat", 1}, {"move", "f4"}}));
    EXPECT_FALSE(refused({{"kind", "paused"}}));
}

TEST(Json, IsReadOnlyAsDeepAsSomebodyCanGo) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_FALSE(parse_json(nested(deepest_json)).is_discarded());
    EXPECT_TRUE(parse_json(nested(deepest_json + 1)).is_discarded());
    EXPECT_TRUE(parse_json(nested(200'000)).is_discarded());
    EXPECT_TRUE(parse_json(R"({"a":)" + nested(200'000) + '}').is_discarded());
    EXPECT_EQ(parse_json(R"({"a": "[[[[\"[[[[", "b": [[1]]})")["b"][0][0], 1) << "brackets in texts are texts";
    EXPECT_EQ(parse_json('"' + std::string(1000, '[') + '"'), std::string(1000, '['));
    EXPECT_TRUE(parse_json("]]]]" + nested(65)).is_discarded());
    EXPECT_TRUE(parse_json("nonsense").is_discarded());
}

TEST(Room, ClocksRunPauseAndEndTheGame) {
    Room room = begun({{"game", "trilha"}, {"clock", "60"}}, 1000ms);
    EXPECT_FALSE(room.flag(60'999ms));
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 11'000ms, 500ms));
    EXPECT_EQ(room.clock().remaining(Player(0), 11'000ms), 50'500ms) << "what was lost on the way is given back";
    room.pause(21'000ms);
    EXPECT_FALSE(room.flag(1'000'000ms));
    room.resume(1'000'000ms);
    EXPECT_EQ(room.clock().remaining(Player(1), 1'000'000ms), 50'000ms);
    // A move that was on its way when the flag fell is in time; a later one is not.
    Room late = *Room::replay(room.take_fresh());
    EXPECT_EQ(late.play(1, "f4", "", late.number(), 1'050'200ms, 300ms)->kind, done);
    EXPECT_EQ(room.play(1, "f4", "", room.number(), 1'050'400ms, 300ms)->kind, stale);
    EXPECT_EQ(room.phase(), Room::Phase::over);
    EXPECT_EQ(room.match().verdict().why, "time");
    // Once the game is over no clock runs, however it ended.
    Room ended = begun({{"game", "trilha"}, {"clock", "60"}});
    ASSERT_TRUE(ended.resign(1, 10s));
    EXPECT_EQ(ended.clock().running(), std::nullopt);
    EXPECT_EQ(ended.clock().remaining(Player(0), 1h), 50s);
}

TEST(Room, AfterATakeBackTheClockRunsForWhoeverIsToMoveAgain) {
    Room room = begun({{"game", "trilha"}, {"clock", "60"}});
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 10s));
    ASSERT_EQ(room.clock().running(), Player(1));
    ASSERT_TRUE(room.agree(0, Matter::takeback, 12s));
    EXPECT_EQ(room.clock().running(), Player(1)) << "an offer alone changes nothing";
    ASSERT_TRUE(room.agree(1, Matter::takeback, 15s));
    ASSERT_TRUE(room.match().steps().empty());
    EXPECT_EQ(room.clock().running(), Player(0));
    EXPECT_EQ(room.clock().remaining(Player(0), 15s), 50s) << "time that was used is not given back";
    EXPECT_EQ(room.clock().remaining(Player(1), 15s), 55s);
    EXPECT_EQ(room.clock().remaining(Player(0), 25s), 40s);
    EXPECT_EQ(room.clock().remaining(Player(1), 25s), 55s);
    const auto again = Room::replay(room.take_fresh());
    ASSERT_TRUE(again);
    EXPECT_EQ(portrait(*again, 25s), portrait(room, 25s));
    EXPECT_FALSE(room.flag(64s));
    EXPECT_TRUE(room.flag(65s));
    EXPECT_EQ(room.match().game().print(room.match().verdict().outcome), "o");
    // Agreed on while the clocks stand still, it sets them going for the same player.
    Room paused = begun({{"game", "trilha"}, {"clock", "60"}});
    ASSERT_TRUE(paused.play(0, "d2", "", paused.number(), 10s));
    paused.pause(20s);
    ASSERT_TRUE(paused.agree(0, Matter::takeback, 100s));
    ASSERT_TRUE(paused.agree(1, Matter::takeback, 200s));
    EXPECT_FALSE(paused.clock().paused());
    EXPECT_EQ(paused.clock().running(), Player(0));
    EXPECT_EQ(paused.clock().remaining(Player(1), 300s), 50s);
    EXPECT_EQ(paused.clock().remaining(Player(0), 230s), 20s);
}

TEST(Room, WhoStaysAwayMayLoseByIt) {
    const auto key = [](const Result<void>& result) { return result ? "" : std::string(result.error().key); };
    Room room = begun({{"game", "trilha"}, {"clock", "60"}});
    EXPECT_EQ(key(room.claim(0, 0b00, 1s)), "error.room.claim") << "nobody is away";
    EXPECT_EQ(key(room.claim(0, 0b01, 1s)), "error.room.claim") << "nobody claims against himself";
    ASSERT_TRUE(room.claim(0, 0b11, 1s));
    EXPECT_EQ(room.match().verdict().why, "absence");
    EXPECT_EQ(room.match().game().print(room.match().verdict().outcome), "x");
    const auto again = Room::replay(room.take_fresh());
    ASSERT_TRUE(again);
    EXPECT_EQ(portrait(*again, 1s), portrait(room, 1s));
    EXPECT_EQ(key(room.claim(0, 0b10, 1s)), "error.room.over");

    Room days = begun({{"game", "trilha"}, {"clock", "86400/turn"}});
    EXPECT_EQ(key(days.claim(0, 0b10, 1s)), "error.room.claim-days");
    Room turns = begun({{"game", "trilha"}, {"clock", "60/turn"}});
    EXPECT_TRUE(turns.claim(0, 0b10, 1s));

    // A computer is never away. With more than two sides the others go on; partners do not claim against each other.
    Room computer = Room::make(setup_of({{"game", "trilha"}}), 0ms);
    ASSERT_TRUE(computer.sit(0, {"P", "key", "", 0}, 0ms));
    ASSERT_TRUE(computer.sit(1, {"computer", "", "", 3}, 0ms));
    EXPECT_EQ(key(computer.claim(0, 0b10, 1s)), "error.room.claim");
    Room three = begun({{"game", "niout"}, {"settings", {{"players", "3"}}}});
    ASSERT_TRUE(three.claim(0, 0b010, 1s));
    EXPECT_EQ(three.phase(), Room::Phase::playing);
    EXPECT_EQ(key(three.claim(0, 0b010, 1s)), "error.room.claim") << "he has left already";
    EXPECT_EQ(key(three.claim(1, 0b100, 1s)), "error.room.gone");
    ASSERT_TRUE(three.claim(0, 0b100, 1s));
    EXPECT_EQ(three.phase(), Room::Phase::over);
    Room pairs = begun({{"game", "niout"}, {"settings", {{"players", "4"}, {"pairs", "yes"}}}});
    EXPECT_EQ(key(pairs.claim(0, 0b0100, 1s)), "error.room.claim");
    ASSERT_TRUE(pairs.claim(0, 0b1110, 1s));
    EXPECT_EQ(pairs.match().game().print(pairs.match().verdict().outcome), "13");
}

TEST(Room, FollowsOnlyWhatComesNext) {
    Room room = begun({{"game", "trilha"}});
    std::vector<Event> events = room.take_fresh();
    Room other = *Room::replay(events), confused = other;
    ASSERT_TRUE(room.play(0, "d2", "", room.number(), 0ms));
    const std::vector<Event> more = room.take_fresh();
    EXPECT_FALSE(confused.follow(events.back())) << "again";
    Event later = more.front();
    ++later.number;
    EXPECT_FALSE(confused.follow(later)) << "one is missing";
    ASSERT_TRUE(other.follow(more.front()));
    EXPECT_EQ(portrait(other, 0ms), portrait(room, 0ms));
    EXPECT_TRUE(other.take_fresh().empty());
}

TEST(Room, DiceCanBeChecked) {
    Random random(3);
    Room room = begun({{"game", "niout"}});
    const auto events = room.take_fresh();
    EXPECT_FALSE(public_form(events.front()).contains("private"));
    EXPECT_FALSE(
        public_form(events.front()).dump().contains(events.front().body["private"]["seed"].get<std::string>()));
    while (room.phase() == Room::Phase::playing)
        ASSERT_TRUE(room.play(*room.to_act(), some_move(room, random), "", room.number(), 0ms));
    Record record = room.record();
    auto report = secrets::check_dice(record);
    ASSERT_TRUE(report) << report.error().key;
    EXPECT_TRUE(report->right());
    EXPECT_GT(report->throws, 10);
    EXPECT_EQ(events.front().body["commitment"], record.tags[3].second);
    // Another word of a player's gives other throws; another seed is not the one committed to.
    for (Record::Tag& tag : record.tags)
        if (tag.first == "Words") tag.second = "x w";
    EXPECT_TRUE(secrets::check_dice(record)->wrong.has_value());
    for (Record::Tag& tag : record.tags)
        if (tag.first == "Seed") tag.second[0] = tag.second[0] == '0' ? '1' : '0';
    EXPECT_FALSE(secrets::check_dice(record)->committed);
    record.tags.clear();
    EXPECT_FALSE(secrets::check_dice(record));
}

TEST(Dice, AreFairAndFollowTheirDefinition) {
    secrets::Seed seed;
    ASSERT_TRUE(secrets::parse_seed("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", seed));
    EXPECT_FALSE(secrets::parse_seed("00", seed));
    EXPECT_EQ(secrets::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    int counts[16] = {};
    for (int i = 0; i < 16000; ++i) ++counts[secrets::sixteenth(seed, std::to_string(i))];
    // Fifteen degrees of freedom: the same numbers every time, far from a suspicious sum of squares.
    double sum = 0;
    for (const int count : counts) sum += (count - 1000.0) * (count - 1000.0) / 1000.0;
    EXPECT_LT(sum, 37.7);
    EXPECT_GT(sum, 3.5);
}

TEST(Phrases, HaveSentences) {
    int phrases = 0;
    for (const std::string& key : Words(Language::pt).keys()) {
        if (!key.starts_with("phrase.")) continue;
        ++phrases;
        EXPECT_TRUE(is_phrase(key.substr(7))) << key;
    }
    EXPECT_EQ(phrases, 8);
    EXPECT_FALSE(is_phrase("anything"));
}

TEST(Names, AreCleaned) {
    EXPECT_EQ(*clean_name("  Ana   Luísa "), "Ana Luísa");
    EXPECT_EQ(*clean_name("a\u200b\u202eb"), "a b");
    EXPECT_EQ(*clean_name("é"), "é");
    for (const char* name : {"", "   ", "\n", "\u200b", "1234567890123456789012345"})
        EXPECT_FALSE(clean_name(name)) << name;
    // Nothing can be seen of these, whatever they are for: blanks that count as letters, and what only changes letters.
    for (const char* name : {"\u2800", "\u115f", "\u1160", "\u3164", "\uffa0", "\u17b4\u17b5", "\u180b\u180d\u180f",
                             "\u180e", "\u034f", "\u061c", "\ufe0f", "\U000e0041\U000e0042", "\U000e0001",
                             "\U000e0101", "\U0001d173", "\U000f0000", "\ufffc", "\u2800 \u115f \ufe0f"})
        EXPECT_FALSE(clean_name(name)) << name;
    EXPECT_EQ(*clean_name("A\u2800\u2800B"), "A B");
    EXPECT_EQ(*clean_name("❤\ufe0fana\U000e0041"), "❤ana");
    EXPECT_EQ(*clean_name("ไทย 😀 한"), "ไทย 😀 한");
    EXPECT_TRUE(check_word("abcXYZ09"));
    EXPECT_TRUE(check_word(""));
    EXPECT_FALSE(check_word("a b"));
    EXPECT_FALSE(check_word(std::string(65, 'a')));
}

}  // namespace
}  // namespace tavola::rooms
