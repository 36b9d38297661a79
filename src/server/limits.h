// How much one address may ask of the house. Each kind of deed has a bucket that fills again with time; who has been
// quiet for long enough is forgotten.
#pragma once

#include <array>
#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"

namespace tavola::server {

/// What is counted.
enum class Deed : std::uint8_t {
    request,   ///< any request by HTTP
    socket,    ///< a WebSocket opened
    room,      ///< a room made
    guess,     ///< a token shown that opens no seat
    login,     ///< a wrong password
    password,  ///< one for a certain account, from wherever
    hash,      ///< a password hashed, right or wrong
    entry,     ///< a session begun in a certain account
    account,   ///< an account opened
    note,      ///< a line in the log about this address
};

struct Limit {
    std::string_view key;  ///< of the sentence that refuses it
    double at_once;
    double a_second;
};

/// So that a whole school can play behind one address. The numbers stand in docs/operations.md, too.
inline constexpr Limit limits[] = {{"error.limit.request", 20'000, 200},   {"error.limit.socket", 1'000, 20},
                                   {"error.limit.room", 300, 0.5},         {"error.limit.guess", 20, 1.0 / 30},
                                   {"error.limit.login", 50, 1.0 / 30},    {"error.limit.password", 10, 1.0 / 60},
                                   {"error.limit.hash", 60, 1.0 / 5},      {"error.limit.entry", 50, 1.0 / 300},
                                   {"error.limit.account", 100, 1.0 / 60}, {"note", 50, 1.0 / 60}};
inline constexpr int connections_at_once = 2'000;

inline constexpr const Limit& limit_of(Deed deed) { return limits[static_cast<std::size_t>(deed)]; }

/// A place among the connections of an address, free again when it is given up.
struct LeavePlace {
    void operator()(int* taken) const noexcept { --*taken; }
};
using Place = std::unique_ptr<int, LeavePlace>;

/// Who has done how much of late.
class Ledger {
  public:
    using Clock = std::chrono::steady_clock;

    /// Whether this address may do so now; then it is counted.
    bool take(const std::string& address, Deed deed, Clock::time_point now = Clock::now());
    /// It was not meant to count.
    void give_back(const std::string& address, Deed deed, Clock::time_point now = Clock::now());
    /// Until it may again.
    std::chrono::seconds wait(const std::string& address, Deed deed, Clock::time_point now = Clock::now());
    /// One more connection; none if it has too many.
    Place enter(const std::string& address, int most, Clock::time_point now = Clock::now());

    /// How often it was refused.
    std::uint64_t refused(Deed deed) const noexcept { return refused_[static_cast<std::size_t>(deed)]; }
    std::uint64_t refused_places() const noexcept { return refused_places_; }
    /// How many addresses are remembered.
    std::size_t known() const noexcept { return purses_.size(); }

    /// Requests are passed on by a proxy, which nobody has told us of: said once.
    void note_proxy();

  private:
    struct Purse {
        std::array<double, std::size(limits)> left;
        Clock::time_point at;
        int connections = 0;

        explicit Purse(Clock::time_point now);
        void fill(Clock::time_point now) noexcept;
        bool full() const noexcept;
    };

    Purse& purse_of(const std::string& address, Clock::time_point now);

    std::unordered_map<std::string, Purse> purses_;
    Clock::time_point swept_;
    std::array<std::uint64_t, std::size(limits)> refused_{};
    std::uint64_t refused_places_ = 0;
    bool proxy_noted_ = false;
};

/// Somebody at an address. Whoever is on this machine is trusted, as is somebody who has no address.
class Peer {
  public:
    Peer() = default;
    Peer(Ledger& ledger, const boost::asio::ip::address& address);

    /// Whether he may do so now; then it is counted.
    bool take(Deed deed);
    void give_back(Deed deed);
    /// What he is told when he may not.
    Error refusal(Deed deed);
    /// A place for one more connection; none if there are too many. Only for who has an address.
    Place enter();
    /// A line in the log about him, as long as there are not too many.
    void complain(std::string_view what);
    const std::string& address() const noexcept { return address_; }
    /// Whether he is not limited.
    bool trusted() const noexcept { return ledger_ == nullptr || trusted_; }
    /// What is counted for something else than his address: for an account, say.
    Peer about(std::string subject) const;

  private:
    Ledger* ledger_ = nullptr;
    std::string address_;
    bool trusted_ = true;
};

/// An address as it is counted: with version 6 everybody has many, so all that begin alike are one.
std::string counted_form(const boost::asio::ip::address& address);

}  // namespace tavola::server
