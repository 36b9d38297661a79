// What is known of the other houses that share the store: which are open, and who is in which room there.
//
// Each house tells the others when somebody enters or leaves a room, and repeats it from time to time. What is not repeated
// is forgotten: a house that has died says nothing. These are texts and their meaning; the hall sends and receives them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "match/clock.h"

namespace tavola::server {

/// Who is in a room.
struct Presence {
    unsigned seats = 0;  ///< a bit each
    int watchers = 0;
    bool wanted = false;  ///< it waits for players, and everybody may know
    bool anybody() const noexcept { return seats != 0 || watchers > 0; }
    friend bool operator==(const Presence&, const Presence&) = default;
};

class Neighbours {
  public:
    static constexpr Milliseconds repeated_after{5000}, forgotten_after{16000};

    explicit Neighbours(std::string name) : name_(std::move(name)) {}

    // What this house tells.
    std::string open_text() const;
    std::string closing_text() const;
    std::string room_text(const std::string& room, const Presence& presence) const;

    /// What has changed.
    struct News {
        bool newcomer = false;           ///< a house has opened that knows nothing yet
        bool gone = false;               ///< a house has closed or died, and what it looked after is left alone
        std::vector<std::string> rooms;  ///< others are in them than before
    };
    News hear(std::string_view text, Instant now);
    /// What has not been repeated is over.
    News forget(Instant now);
    /// There is another house, whatever its name; unless it says so in time, it has died.
    void expect(Instant now) { houses_[{}].heard = now; }

    bool any() const noexcept { return !houses_.empty(); }
    /// Those that have said something.
    std::size_t count() const noexcept { return houses_.size() - houses_.count({}); }
    /// Of all open houses exactly one is the first: this one looks after what is left alone.
    bool first() const;
    /// Everybody who is in a room elsewhere.
    Presence in(const std::string& room) const;

  private:
    struct Seen {
        Presence presence;
        Instant heard{0};
    };
    struct House {
        Instant heard{0};
        std::map<std::string, Seen> rooms;
    };

    const std::string name_;
    std::map<std::string, House, std::less<>> houses_;
};

}  // namespace tavola::server
