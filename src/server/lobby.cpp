#include "server/lobby.h"

#include <iterator>

namespace tavola::server {

void Lobby::add(const std::string& room, Instant made, const std::string& address) {
    const std::string whose = address.empty() ? "room " + room : address;
    if (!rooms_.try_emplace(room, Where{made, whose}).second) return;
    std::set<Entry>& own = by_address_[whose];
    const auto added = own.insert({made, room}).first;
    if (static_cast<std::size_t>(std::distance(own.begin(), added)) >= rooms_of_one) {
        rest_.insert(*added);
        return;
    }
    first_.insert(*added);
    if (own.size() > rooms_of_one) rest_.insert(first_.extract(*std::next(own.begin(), rooms_of_one)));
}

void Lobby::remove(std::string_view room) {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return;
    const auto own = by_address_.find(found->second.address);
    const Entry entry{found->second.made, found->first};
    own->second.erase(entry);
    rest_.erase(entry);
    // The next of the same address moves up.
    if (first_.erase(entry) > 0 && own->second.size() >= rooms_of_one)
        first_.insert(rest_.extract(*std::next(own->second.begin(), rooms_of_one - 1)));
    if (own->second.empty()) by_address_.erase(own);
    rooms_.erase(found);
}

bool Lobby::lists(std::string_view room) const {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return false;
    return rooms_.size() <= most_shown || first_.contains({found->second.made, found->first});
}

std::vector<std::string> Lobby::shown() const {
    std::set<Entry> entries;
    for (const std::set<Entry>* some : {&first_, &rest_})
        for (auto entry = some->begin(); entry != some->end() && entries.size() < most_shown; ++entry)
            entries.insert(*entry);
    std::vector<std::string> rooms;
    for (const Entry& entry : entries) rooms.push_back(entry.room);
    return rooms;
}

}  // namespace tavola::server
