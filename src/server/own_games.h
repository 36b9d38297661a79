// A player's games as a list, read from the store alone, so that any thread may do it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accounts/account.h"
#include "rooms/room.h"
#include "store/store.h"

namespace tavola::server {

/// The events of a room or an account, from a number on.
Result<std::vector<rooms::Event>> events_of(store::Store& store, std::string_view log, std::int64_t after = 0);

Result<std::vector<rooms::Event>> events_of(std::span<const store::Entry> entries);

/// Whether a server could open this game again: all that its events say is followed. Accounts need only be readable.
bool makes_sense(const store::Addition& game);

/// A seat that somebody says is his, by its token.
struct Held {
    std::string room, token;
    friend auto operator<=>(const Held&, const Held&) = default;
};

/// Those that go on, then a page of those that are over, the latest first; docs/api.md shows the form. `before` is what the
/// page before this one named as `next`.
Result<nlohmann::json> list_games(store::Store& store, const accounts::Account& account,
                                  std::optional<std::int64_t> before);
/// Those of these seats whose token is right.
Result<nlohmann::json> list_games(store::Store& store, const std::vector<Held>& held);

/// All that is kept about somebody, with the records of his games and what he said there.
Result<nlohmann::json> tell_everything(store::Store& store, const accounts::Account& account, Instant now);

}  // namespace tavola::server
