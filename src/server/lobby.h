// The list of rooms that wait for players and that everybody may see: the newest first. Where it gets too long, some of each
// address come before more of another, so that nobody fills it.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "match/clock.h"

namespace tavola::server {

class Lobby {
  public:
    static constexpr std::size_t rooms_of_one = 5, most_shown = 100;

    /// A room that waits. An address that is not known is one of its own. A room that is here already stays where it is.
    void add(const std::string& room, Instant made, const std::string& address);
    void remove(std::string_view room);
    /// Whether the room is here and not too many others of its address are.
    bool lists(std::string_view room) const;
    std::vector<std::string> shown() const;
    std::size_t size() const noexcept { return rooms_.size(); }

  private:
    struct Entry {
        Instant made{0};
        std::string room;
        // The newest first.
        friend bool operator<(const Entry& a, const Entry& b) {
            return a.made != b.made ? a.made > b.made : a.room < b.room;
        }
    };
    struct Where {
        Instant made{0};
        std::string address;
    };

    std::map<std::string, Where, std::less<>> rooms_;
    std::map<std::string, std::set<Entry>> by_address_;
    std::set<Entry> first_, rest_;  // of each address the newest, and all others
};

}  // namespace tavola::server
