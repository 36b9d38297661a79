// Somebody who follows rooms and speaks in them: a socket as a rule.
#pragma once

#include <memory>
#include <string>

#include "match/clock.h"

namespace tavola::server {

using Text = std::shared_ptr<const std::string>;

class Listener {
  public:
    virtual ~Listener() = default;
    /// Passes a message on; never waits.
    virtual void tell(Text text) = 0;
    /// How long a message takes to him and back, as measured by the house.
    virtual Milliseconds lag() const = 0;
};

}  // namespace tavola::server
