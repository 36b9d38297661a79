// Where games are kept: for each an append-only list of numbered events. What an event says is no business of the store.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tavola::store {

struct Entry {
    std::int64_t number = 0;  ///< from 1, without gaps
    std::int64_t at = 0;      ///< milliseconds since 1970
    std::string body;
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// Events of one game that are kept together or not at all.
struct Addition {
    std::string game;
    std::vector<Entry> events;
    bool over = false;  ///< nothing is awaited any more
    /// When something has to be done in the game that nobody asks for (milliseconds since 1970); replaces what was said
    /// before. A game that is over has no such time.
    std::optional<std::int64_t> due = {};
};

/// A game in which something has to be done.
struct Due {
    std::int64_t at = 0;
    std::string game;
    friend auto operator<=>(const Due&, const Due&) = default;
};

/// Some server was running, from when to when.
struct Run {
    std::int64_t from = 0, to = 0;
    friend bool operator==(const Run&, const Run&) = default;
};

/// Whether an addition was refused because its numbers have been given to other events.
inline bool another_was_first(const Error& error) { return error.key == "error.store.conflict"; }

/// Whether an addition was refused because the event before it is not stored: the store has lost its last part.
inline bool lost_its_end(const Error& error) { return error.key == "error.store.gap"; }

class Store {
  public:
    using Done = std::function<void(Result<void>)>;
    virtual ~Store() = default;

    /// Adds events. `done` is called on a thread of the store's own, once they will survive anything, or cannot be
    /// kept: because one of these numbers exists already, or because the disk takes no more.
    virtual void append(Addition addition, Done done) = 0;

    /// Commits something that changes nothing, and reads something: whether the store works, told like an addition.
    virtual void probe(Done done) {
        const auto read = unfinished_of({"probe"});
        done(read ? Result<void>() : Result<void>(Failure(read.error())));
    }

    /// Whether a sync to the disk has failed. The system may have dropped what it could not write, and a later sync that
    /// succeeds does not prove otherwise; so from then on every addition is refused as in doubt, and the server must end.
    virtual bool broken() const noexcept { return false; }

    /// The events of a game with numbers above `after`, in order; none if there is no such game.
    virtual Result<std::vector<Entry>> events(std::string_view game, std::int64_t after = 0) = 0;
    /// The games that are not over, the oldest first.
    virtual Result<std::vector<std::string>> unfinished() = 0;
    /// The first games, by time, in which something has to be done by `until`; those after `after` in this order.
    virtual Result<std::vector<Due>> due(std::int64_t /*until*/, const Due& /*after*/, std::size_t /*most*/) {
        return std::vector<Due>();
    }
    /// When servers were running, the oldest first; for as long back as that can matter to a clock.
    virtual Result<std::vector<Run>> runs() { return std::vector<Run>(); }
    /// A server is running now; `begins` if that is the beginning of a run.
    virtual Result<void> note_running(std::int64_t /*at*/, bool /*begins*/) { return {}; }
    /// Those of these games that are not over, in any order.
    virtual Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& games) = 0;
    /// Removes a game's events for good. Waits until that is done.
    virtual Result<void> erase(const std::string& game) = 0;

    /// Tells every game that has events, whole, the oldest first; all of them as they were at one instant. What `tell`
    /// refuses ends it.
    using Tell = std::function<Result<void>(Addition)>;
    virtual Result<void> read_all(const Tell& tell) = 0;

    /// Where several houses share a store: from now on `heard` is called, on a thread of the store's own, when another
    /// house has added events, with the game and the number of its last one. Where some may have been missed, as at the
    /// beginning and after a lost connection, the game is empty: look at all games that you hold. To be asked once.
    /// `told` is called with what others announce. Empty functions end it.
    using Heard = std::function<void(const std::string& game, std::int64_t number)>;
    using Told = std::function<void(const std::string& text)>;
    virtual void listen(Heard /*heard*/, Told /*told*/ = {}) {}

    // Where several houses share a store; where none can, there is nobody to tell anything.
    virtual bool shared() const noexcept { return false; }
    /// To be asked once, before anything is played: a house is open from now on. Whether it is the only one.
    virtual Result<bool> enter() { return true; }
    /// Milliseconds since 1970, by the one clock that all houses go by.
    virtual Result<std::int64_t> time() {
        using namespace std::chrono;
        return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    }
    /// Tells other houses something that is worth nothing later: short texts, which are lost if nobody listens.
    virtual Result<void> announce(const std::vector<std::string>& /*texts*/) { return {}; }
};

}  // namespace tavola::store
