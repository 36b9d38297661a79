// Somebody who follows rooms and speaks in them: a socket as a rule.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "match/clock.h"
#include "server/limits.h"

namespace tavola::server {

using Text = std::shared_ptr<const std::string>;

/// Somebody who has entered with his account.
struct Member {
    std::string account;  ///< its id
    std::string name;
    std::string session;  ///< its key
};

class Listener {
  public:
    explicit Listener(Peer peer = {}) : peer_(std::move(peer)) {}
    virtual ~Listener() = default;
    /// Passes a message on; never waits.
    virtual void tell(Text text) = 0;
    /// How long a message takes to him and back, as measured by the house.
    virtual Milliseconds lag() const = 0;
    /// Whether he follows what happens in a room, rather than waiting for one answer.
    virtual bool stays() const { return true; }
    /// He has to go, once he has heard what he was told.
    virtual void dismiss() {}

    /// Where he is, for the limits.
    Peer& peer() noexcept { return peer_; }

    /// Who he is, if he has an account.
    const std::optional<Member>& member() const noexcept { return member_; }
    void introduce(Member member) { member_ = std::move(member); }

  private:
    Peer peer_;
    std::optional<Member> member_;
};

}  // namespace tavola::server
