// Somebody who follows rooms and speaks in them: a socket as a rule.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "match/clock.h"
#include "server/limits.h"

namespace tavola::server {

using Text = std::shared_ptr<const std::string>;

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

  private:
    Peer peer_;
};

}  // namespace tavola::server
