#include "server/messages.h"

namespace tavola::server {

using nlohmann::json;

json answer_to(const json& asked, std::string_view kind) {
    json answer{{"kind", kind}};
    if (asked.is_object())
        if (const auto id = asked.find("id"); id != asked.end() && id->is_string()) answer["id"] = *id;
    return answer;
}

Text refusal(const json& asked, const Error& error) {
    json answer = answer_to(asked, "refused");
    answer["error"] = {{"key", error.key}, {"what", error.what},   {"field", error.field},
                       {"at", error.at},   {"found", error.found}, {"expected", error.expected}};
    return text_of(answer);
}

Error in_doubt() {
    return {
        .key = "error.store.doubt", .what = "store", .found = "the server ends, for the disk could not be synced"};
}

std::string_view phase_word(rooms::Room::Phase phase) noexcept {
    constexpr std::string_view words[] = {"gathering", "playing", "over"};
    return words[static_cast<std::size_t>(phase)];
}

json state_of(const rooms::Room& room, Instant now) {
    const Match& match = room.match();
    json left = json::array(), agreed = json::object();
    for (int i = 0; i < match.game().players(); ++i) left.push_back(room.clock().remaining(Player(i), now).count());
    for (const auto matter : {rooms::Matter::draw, rooms::Matter::takeback, rooms::Matter::rematch}) {
        json seats = json::array();
        for (std::size_t seat = 0; seat < room.seats().size(); ++seat)
            if ((room.agreed(matter) >> seat & 1u) != 0) seats.push_back(seat);
        if (!seats.empty()) agreed[std::string(rooms::matters[static_cast<std::size_t>(matter)])] = std::move(seats);
    }
    json state{{"phase", phase_word(room.phase())},
               {"number", room.number()},
               {"position", match.game().print(match.position())},
               {"turn", match.turn().index()},
               {"status", match.game().print(match.verdict().outcome)},
               {"agreed", std::move(agreed)}};
    if (!room.setup().clock.unlimited()) {
        state["clock"] = {{"left", std::move(left)}, {"running", nullptr}};
        if (const auto running = room.clock().running()) state["clock"]["running"] = running->index();
    }
    return state;
}

json events_json(std::span<const rooms::Event> events) {
    json list = json::array();
    for (const rooms::Event& event : events) list.push_back(rooms::public_form(event));
    return list;
}

Result<std::string> need_text(const json& message, const char* field) {
    if (const auto found = message.find(field); found != message.end() && found->is_string())
        return found->get<std::string>();
    return Failure(Error{.key = "error.request", .what = "request", .field = field, .expected = "text"});
}

std::int64_t number_or_zero(const json& message, const char* field) {
    const auto found = message.find(field);
    return found != message.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

}  // namespace tavola::server
