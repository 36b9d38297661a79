// Somebody who follows rooms and speaks in them: a socket as a rule.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "match/clock.h"

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
    virtual ~Listener() = default;
    /// Passes a message on; never waits.
    virtual void tell(Text text) = 0;
    /// How long a message takes to him and back, as measured by the house.
    virtual Milliseconds lag() const = 0;

    /// Who he is, if he has an account.
    const std::optional<Member>& member() const noexcept { return member_; }
    void introduce(std::optional<Member> member) { member_ = std::move(member); }

  private:
    std::optional<Member> member_;
};

}  // namespace tavola::server
