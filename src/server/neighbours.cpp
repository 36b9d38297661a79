#include "server/neighbours.h"

#include <nlohmann/json.hpp>

#include "base/parse_json.h"

namespace tavola::server {

using nlohmann::json;

namespace {

struct Said {
    std::string house, room;
    bool closing = false;
    Presence presence;
};

/// What others say may be of a newer kind, and then means nothing.
Said read(std::string_view text) {
    Said said;
    const json form = parse_json(text);
    if (!form.is_object()) return said;
    try {
        said.room = form.value("room", std::string());
        said.closing = form.value("closing", false);
        said.presence = {form.value("seats", 0u), form.value("watchers", 0), form.value("wanted", false)};
        said.house = form.value("house", std::string());
    } catch (const json::exception&) {
        return {};
    }
    return said;
}

}  // namespace

std::string Neighbours::open_text() const { return json{{"house", name_}}.dump(); }

std::string Neighbours::closing_text() const { return json{{"house", name_}, {"closing", true}}.dump(); }

std::string Neighbours::room_text(const std::string& room, const Presence& presence) const {
    return json{{"house", name_},
                {"room", room},
                {"seats", presence.seats},
                {"watchers", presence.watchers},
                {"wanted", presence.wanted}}
        .dump();
}

Neighbours::News Neighbours::hear(std::string_view text, Instant now) {
    News news;
    const Said said = read(text);
    if (said.house.empty() || said.house == name_) return news;
    if (said.closing) {
        const auto found = houses_.find(said.house);
        if (found == houses_.end()) return news;
        news.gone = true;
        for (const auto& [room, seen] : found->second.rooms) news.rooms.push_back(room);
        houses_.erase(found);
        return news;
    }
    const auto [found, newcomer] = houses_.try_emplace(said.house);
    news.newcomer = newcomer;
    House& house = found->second;
    house.heard = now;
    if (said.room.empty()) return news;
    const auto before = house.rooms.find(said.room);
    if (before == house.rooms.end() ? said.presence.anybody() : before->second.presence != said.presence)
        news.rooms.push_back(said.room);
    if (said.presence.anybody())
        house.rooms[said.room] = {said.presence, now};
    else
        house.rooms.erase(said.room);
    return news;
}

Neighbours::News Neighbours::forget(Instant now) {
    News news;
    const Instant last = now - forgotten_after;
    for (auto house = houses_.begin(); house != houses_.end();) {
        const bool silent = house->second.heard < last;
        std::erase_if(house->second.rooms, [&](const auto& room) {
            const bool over = silent || room.second.heard < last;
            if (over) news.rooms.push_back(room.first);
            return over;
        });
        news.gone = news.gone || silent;
        house = silent ? houses_.erase(house) : std::next(house);
    }
    return news;
}

bool Neighbours::first() const {
    for (const auto& [name, house] : houses_)
        if (!name.empty() && name < name_) return false;
    return true;
}

Presence Neighbours::in(const std::string& room) const {
    Presence all;
    for (const auto& [name, house] : houses_) {
        const auto found = house.rooms.find(room);
        if (found == house.rooms.end()) continue;
        all.seats |= found->second.presence.seats;
        all.watchers += found->second.presence.watchers;
        all.wanted = all.wanted || found->second.presence.wanted;
    }
    return all;
}

}  // namespace tavola::server
