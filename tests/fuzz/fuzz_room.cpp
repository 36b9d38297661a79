// Rooms: the first line asks for one, every other line is a message of somebody there. Whatever they say, it happens whole
// or not at all, and the events alone give the same room again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/parse_json.h"
#include "fuzz.h"
#include "rooms/room.h"

using namespace tavola;
using namespace tavola::rooms;
using nlohmann::json;

namespace {

std::string text_of(const json& message, const char* key) {
    const auto found = message.find(key);
    return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t number_of(const json& message, const char* key, std::int64_t least, std::int64_t most) {
    const auto found = message.find(key);
    return found == message.end() || !found->is_number_integer()
               ? least
               : std::clamp(found->get<std::int64_t>(), least, most);
}

/// A room as people ask for it; its dice fall the same every time.
Result<Room> open(const json& asked, std::vector<Event>& events) {
    const auto setup = parse_setup(asked);
    if (!setup) return Failure(setup.error());
    const auto again = parse_setup(print_setup(*setup));
    fuzz::require(again && print_setup(*again) == print_setup(*setup), "what is agreed on can be asked for");
    events = Room::make(*setup, Instant{0}).take_fresh();
    if (setup->game->dice()) events.front().body["private"]["seed"] = std::string(64, '5');
    return Room::replay(events);
}

/// The event that a message answers: the last one, unless it says otherwise. It may be long past, or still to come.
std::int64_t answered(const Room& room, const json& message) {
    const std::int64_t behind = number_of(message, "behind", 0, 1'000'000);
    return message.contains("number") ? number_of(message, "number", -1, room.number() + 2) : room.number() - behind;
}

/// What a move leads to.
Result<void> move(Room& room, int seat, const json& message, Instant now) {
    // A word, or one of the legal moves by its number.
    std::string word = text_of(message, "move");
    const Match& match = room.match();
    if (message.contains("pick") && !match.over()) {
        const auto words = match.game().move_words(match.position());
        if (!words.empty())
            word = words[static_cast<std::size_t>(number_of(message, "pick", 0, 1'000'000)) % words.size()];
    }
    const std::size_t plies = match.steps().size();
    const std::int64_t before = room.number(), number = answered(room, message);
    const std::string id = text_of(message, "id");
    const auto answer = room.play(seat, word, id, number, now, Milliseconds(number_of(message, "lag", 0, 300)));
    if (!answer) return Failure(answer.error());
    using enum Room::Answer::Kind;
    if (answer->kind == done) {
        fuzz::require(number <= before && answer->number > before, "a move answers what has happened", word);
        if (id.empty()) return {};
        const auto again = room.play(seat, word, id, number, now);
        fuzz::require(again && again->kind == repeated && again->number == answer->number,
                      "the same move again is the same move", word);
    } else if (answer->kind == repeated) {
        fuzz::require(room.number() == before && answer->number <= before, "what is repeated has happened", word);
    } else {
        fuzz::require(match.steps().size() == plies, "what comes too late is not played", word);
        fuzz::require(answer->number == room.number(), "who is behind is told how far it is", word);
    }
    return {};
}

/// What a message leads to; whether it was done.
Result<void> act(Room& room, const json& message, Instant now) {
    const std::string kind = text_of(message, "kind");
    const int seat =
        static_cast<int>(number_of(message, "seat", 0, static_cast<std::int64_t>(room.seats().size()) - 1));
    const auto matter = parse_matter(text_of(message, "matter"));
    if (kind == "join") {
        const auto name = clean_name(text_of(message, "name"));
        if (!name) return Failure(name.error());
        fuzz::require(clean_name(*name) == *name, "a clean name stays as it is", *name);
        const auto word = check_word(text_of(message, "word"));
        if (!word) return Failure(word.error());
        const int level = static_cast<int>(number_of(message, "level", 0, 10));
        const std::string account = level > 0 ? "" : text_of(message, "account");
        const std::string key = level > 0 ? "" : "key" + std::to_string(seat);
        // Also a seat that is taken, or none of this room.
        const int wanted = message.contains("seat") ? static_cast<int>(number_of(message, "seat", -1, 5)) : 0;
        const bool free = wanted >= 0 && wanted < static_cast<int>(room.seats().size()) &&
                          !room.seats()[static_cast<std::size_t>(wanted)].taken();
        const auto sat = room.sit(wanted,
                                  {.name = *name,
                                   .key = key,
                                   .word = *word,
                                   .level = level,
                                   .account = account,
                                   .member = !account.empty()},
                                  now);
        fuzz::require(!sat || free, "a seat is taken once", *name);
        return sat;
    }
    if (kind == "move") return move(room, seat, message, now);
    if (kind == "claim") {
        const auto absent = static_cast<unsigned>(number_of(message, "absent", 0, 15));
        const auto claimed = room.claim(seat, absent, now);
        fuzz::require(!claimed || absent != 0, "a seat is claimed only of somebody absent");
        return claimed;
    }
    if (kind == "answer") {
        room.answer_draw(seat, message.contains("accept"), answered(room, message), now);
        return {};
    }
    if (kind == "conclude") room.conclude(now);
    if (kind == "resign") return room.resign(seat, now);
    if (kind == "agree" && matter) return room.agree(seat, *matter, now);
    if (kind == "decline" && matter) return room.decline(seat, *matter, now);
    if (kind == "say") return room.say(seat, text_of(message, "phrase"), now);
    if (kind == "tell") return room.say_freely(seat, text_of(message, "text"), now);
    if (kind == "sign") room.sign(seat, text_of(message, "account"), now);
    if (kind == "flag") room.flag(now);
    if (kind == "pause") room.pause(now);
    if (kind == "resume") room.resume(now);
    if (kind == "rematch" && room.rematch_due()) room.note_rematch("next", now);
    return {};
}

/// All there is to see of a room, in one text.
std::string portrait(const Room& room, Instant now) {
    json left = json::array(), seats = json::array();
    for (int i = 0; i < room.match().game().players(); ++i)
        left.push_back(room.clock().remaining(Player(i), now).count());
    for (const Seat& seat : room.seats()) seats.push_back({seat.name, seat.key, seat.word, seat.level, seat.account});
    const json all{room.number(),
                   static_cast<int>(room.phase()),
                   seats,
                   left,
                   room.agreed(Matter::draw),
                   room.agreed(Matter::takeback),
                   room.agreed(Matter::rematch),
                   room.next(),
                   room.due() ? json(room.due()->count()) : json(),
                   room.to_act() ? json(*room.to_act()) : json(),
                   room.to_consider() ? json(*room.to_consider()) : json(),
                   room.computers_only(),
                   print_record(room.record())};
    return all.dump();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const json asked = parse_json(fuzz::take_line(rest));
    if (!asked.is_object()) return 0;
    std::vector<Event> events;
    auto room = open(asked, events);
    if (!room) {
        fuzz::require(room.error().key.starts_with("error."), "an error names its sentence", asked.dump());
        return 0;
    }
    Instant now{0};
    while (!rest.empty()) {
        const std::string_view line = fuzz::take_line(rest);
        const json message = parse_json(line);
        if (!message.is_object()) continue;
        now += Milliseconds(number_of(message, "after", 0, 100'000));
        const std::string before = portrait(*room, now);
        const auto done = act(*room, message, now);
        const std::vector<Event> fresh = room->take_fresh();
        if (!done) {
            fuzz::require(done.error().key.starts_with("error."), "an error names its sentence", line);
            fuzz::require(fresh.empty() && portrait(*room, now) == before, "what is refused has not happened", line);
        }
        for (const Event& event : fresh) {
            fuzz::require(event.number == static_cast<std::int64_t>(events.size()) + 1, "events have no gaps", line);
            fuzz::require(!public_form(event).contains("private"), "secrets stay in the house", line);
            events.push_back(event);
        }
    }
    const auto again = Room::replay(events);
    fuzz::require(again.has_value(), "events can be followed", asked.dump());
    fuzz::require(portrait(*again, now) == portrait(*room, now), "and give the same room", portrait(*room, now));
    return 0;
}
