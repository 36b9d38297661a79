// A room: one game between people, from the moment it is proposed until nobody comes back to it.
//
// All that happens in a room is a numbered event, and nothing but its events makes it what it is: played again, they
// give the same room. An action is checked against the room as it stands; what it leads to (a move, the dice after it,
// the end of the game) is added to the room and handed out as fresh events, for the house to store and then to tell.
// Rooms know nothing of sockets, storage, or what time it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/clock.h"
#include "match/match.h"
#include "rooms/setup.h"
#include "secrets/dice.h"

namespace tavola::rooms {

/// Its `kind` and parts are told in docs/protocol.md. What stands under `private` stays in the house.
struct Event {
    std::int64_t number = 0;
    Instant at{0};
    nlohmann::json body;
    friend bool operator==(const Event&, const Event&) = default;
};

/// As the world may see it, with its number and time.
nlohmann::json public_form(const Event& event);

/// The allowance from which moves are given back the time they were on their way: full at the beginning, filled again a
/// little by each move. An honest line costs less than that; whoever feigns a slow one gains no
/// more than the refill.
inline constexpr Milliseconds lag_allowance{600}, lag_refill{100};

/// How many events a room takes: so many that are no part of the game (what is said, offered, declined), so many in all.
/// Moves end long before by the rules, unless somebody plays to fill the disk; players can always resign.
inline constexpr std::size_t most_chatter = 2'000, most_events = 50'000;

/// A room in which nobody has sat down for so long waits no longer; and a clock that stood still while the server was away
/// runs again after so long, whether its player is back or not.
inline constexpr Milliseconds gathering_time{std::chrono::days(7)}, return_time{30'000};

struct Seat {
    std::string name;          ///< empty while nobody sits there
    std::string key;           ///< the hash of the token that its player shows; a computer has none
    std::string word;          ///< what he added to the dice
    int level = 0;             ///< of a computer
    std::string account = {};  ///< of its player, if he has one; the seat is his on any device
    bool member = false;       ///< the name is that of his account
    bool taken() const noexcept { return !name.empty(); }
    bool person() const noexcept { return !key.empty(); }
};

/// What players can agree on.
enum class Matter : std::uint8_t { draw, takeback, rematch };
inline constexpr std::string_view matters[] = {"draw", "takeback", "rematch"};
std::optional<Matter> parse_matter(std::string_view word) noexcept;

class Room {
  public:
    enum class Phase : std::uint8_t { gathering, playing, over };

    /// A new room; nobody sits in it yet.
    static Room make(const Setup& setup, Instant now);
    /// A room from all its events.
    static Result<Room> replay(std::span<const Event> events);
    /// What has happened next, elsewhere. A room that has refused an event is good for nothing any more.
    Result<void> follow(const Event& event);

    const Setup& setup() const noexcept { return setup_; }
    const std::vector<Seat>& seats() const noexcept { return seats_; }
    const Match& match() const noexcept { return match_; }
    const Clock& clock() const noexcept { return clock_; }
    Phase phase() const noexcept { return phase_; }
    std::int64_t number() const noexcept { return number_; }
    std::optional<int> seat_of_key(std::string_view key) const noexcept;
    std::optional<int> seat_of_account(std::string_view account) const noexcept;
    /// The seat that is to act, if it is anybody's turn.
    std::optional<int> to_act() const;
    /// The computer that has to say whether it agrees to a draw, as all people do.
    std::optional<int> to_consider() const;
    /// When something has to be done that nobody asks for: a flag falls, a clock runs on, a computer moves or answers, the
    /// room waits no longer. Nothing if that depends on people alone.
    std::optional<Instant> due() const;
    /// When the last event was.
    Instant last_at() const noexcept { return last_at_; }
    /// Nobody sits here, or can sit down any more, but computers: such a game is not played on.
    bool computers_only() const noexcept;
    /// How much of the time that a seat's next move is on its way can be given back.
    Milliseconds lag_left(int seat) const { return lag_left_.at(static_cast<std::size_t>(seat)); }
    /// Who agrees on a matter so far, a bit a seat.
    unsigned agreed(Matter matter) const noexcept { return agreed_[static_cast<std::size_t>(matter)]; }
    /// Whether an opponent who stays away can be given up: not where each turn has days.
    bool live() const noexcept;
    /// Where the game went on, after a rematch was agreed on.
    const std::string& next() const noexcept { return next_; }

    // Actions. Whatever is refused leaves the room as it was.
    Result<void> sit(int seat, const Seat& who, Instant now);

    struct Answer {
        enum class Kind : std::uint8_t { done, repeated, stale } kind;
        std::int64_t number = 0;  ///< of the event
    };
    /// A move in answer to the room's event `number`. The same `id` from the same seat is never played twice. `lag` is
    /// the time that the move and its answer take on the way.
    Result<Answer> play(int seat, std::string_view word, std::string_view id, std::int64_t number, Instant now,
                        Milliseconds lag = Milliseconds{0});
    Result<void> resign(int seat, Instant now);
    /// Agrees on a matter, or proposes it. A take-back happens when all people agree, a draw when all computers do so, too;
    /// a rematch is then `due`. A computer that has declined is not asked again before the next move.
    Result<void> agree(int seat, Matter matter, Instant now);
    /// What a computer has thought of a draw in the room as it was at event `number`; nothing if it is not asked any more.
    void answer_draw(int seat, bool accept, std::int64_t number, Instant now);
    Result<void> decline(int seat, Matter matter, Instant now);
    bool rematch_due() const noexcept;
    void note_rematch(const std::string& room, Instant now);
    /// The game is given to a player whose opponents have been away for too long: those of `absent`, a bit a seat.
    Result<void> claim(int seat, unsigned absent, Instant now);
    Result<void> say(int seat, std::string_view phrase, Instant now);
    /// In the player's own words, where the room's maker allows it.
    Result<void> say_freely(int seat, std::string_view text, Instant now);
    /// A seat that belongs to whoever has its token belongs from now on to this account, too; unless another one has it, or
    /// this one has another seat here.
    void sign(int seat, const std::string& account, Instant now);
    /// Ends the turn of a player whose time is over; whether there was one.
    bool flag(Instant now);
    /// The house closes, or was cut off: nobody's time runs.
    void pause(Instant now);
    void resume(Instant now);

    /// The events that actions have led to since the last time.
    std::vector<Event> take_fresh() { return std::exchange(fresh_, {}); }

    /// A game that is over as it stands, though nothing has said so: one that began before its arbiter knew that.
    void conclude(Instant now);

    /// The game's record, with the players' names, and the dice once it is over.
    Record record() const;

  private:
    explicit Room(const Setup& setup);
    std::int64_t add(nlohmann::json body, Instant now);
    Result<void> apply(const Event& event);
    void follow_up(Instant now);
    /// What is said and offered, by the kinds that are counted apart.
    enum class Chatter : std::uint8_t { text, phrase, offer };
    Result<void> need_phase(Phase phase) const;
    Result<void> need_pace(int seat, Chatter kind, Instant now) const;
    Result<void> apply_checked(const Event& event);
    void note(int seat, Chatter kind, Instant at);
    std::optional<std::size_t> takeback_target(int seat) const;
    unsigned people() const noexcept;
    unsigned voters(Matter matter) const noexcept;
    bool gone(int seat) const noexcept;

    Setup setup_;
    std::vector<Seat> seats_;
    Match match_;
    Clock clock_;
    std::optional<secrets::Dice> dice_;
    Phase phase_ = Phase::gathering;
    unsigned agreed_[std::size(matters)] = {};
    bool draw_declined_ = false;  // by a computer, since the last move
    std::size_t takeback_to_ = 0;
    std::string next_;
    std::int64_t number_ = 0;
    Instant last_at_{0};
    std::int64_t turn_number_ = 0;                             // the last event that changed what can be played
    std::map<std::string, std::int64_t, std::less<>> played_;  // by seat and id
    std::map<std::pair<Chatter, int>, std::vector<Instant>> chatter_at_;  // the last times of each kind, by seat
    std::size_t chatter_ = 0;                                             // how much there was in all
    std::vector<Milliseconds> lag_left_;
    std::vector<Event> fresh_;
};

}  // namespace tavola::rooms
