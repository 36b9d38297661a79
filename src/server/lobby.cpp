#include "server/lobby.h"

#include <iterator>

namespace tavola::server {

void Lobby::add(const std::string& room, Instant made, const std::string& address) {
    const std::string whose = address.empty() ? "room " + room : address;
    if (!rooms_.try_emplace(room, Where{made, whose}).second) return;
    std::set<Entry>& own = by_address_[whose];
    const auto added = own.insert({made, room}).first;
    if (static_cast<std::size_t>(std::distance(own.begin(), added)) >= rooms_of_one) return;
    listed_.insert(*added);
    if (own.size() > rooms_of_one) listed_.erase(*std::next(own.begin(), rooms_of_one));
}

void Lobby::remove(std::string_view room) {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return;
    const auto own = by_address_.find(found->second.address);
    const Entry entry{found->second.made, found->first};
    own->second.erase(entry);
    // The next of the same address moves up.
    if (listed_.erase(entry) > 0 && own->second.size() >= rooms_of_one)
        listed_.insert(*std::next(own->second.begin(), rooms_of_one - 1));
    if (own->second.empty()) by_address_.erase(own);
    rooms_.erase(found);
}

bool Lobby::lists(std::string_view room) const {
    const auto found = rooms_.find(room);
    return found != rooms_.end() && listed_.contains({found->second.made, found->first});
}

std::vector<std::string> Lobby::newest(std::size_t most) const {
    std::vector<std::string> result;
    for (auto entry = listed_.begin(); entry != listed_.end() && result.size() < most; ++entry)
        result.push_back(entry->room);
    return result;
}

}  // namespace tavola::server
