#include "server/followers.h"

#include <algorithm>

namespace tavola::server {

void Followers::count(std::optional<int> seat, int change) {
    if (!seat) {
        presence_.watchers += change;
        return;
    }
    int& here = at_seat_.at(static_cast<std::size_t>(*seat));
    here += change;
    const unsigned bit = 1u << *seat;
    presence_.seats = here > 0 ? presence_.seats | bit : presence_.seats & ~bit;
}

void Followers::admit(const std::shared_ptr<Listener>& who, std::optional<int> seat) {
    const auto [found, fresh] = all_.try_emplace(who.get());
    Follower& follower = found->second;
    // An address in memory may have been another's before, who went without a word.
    if (!fresh) count(follower.seat, -1);
    if (!fresh && follower.who.lock() == who && !seat) seat = follower.seat;
    follower = {who, seat};
    count(seat, 1);
}

bool Followers::remove(const Listener& who) {
    const auto found = all_.find(&who);
    if (found == all_.end()) return false;
    count(found->second.seat, -1);
    all_.erase(found);
    return true;
}

std::optional<int> Followers::seat_of(const Listener& who) const {
    const auto found = all_.find(&who);
    return found == all_.end() ? std::nullopt : found->second.seat;
}

Milliseconds Followers::lag_of(int seat) const {
    Milliseconds lag{0};
    if ((presence_.seats >> seat & 1u) == 0) return lag;
    for (const auto& [address, follower] : all_) {
        if (follower.seat != seat) continue;
        if (const auto who = follower.who.lock()) lag = std::max(lag, who->lag());
    }
    return lag;
}

void Followers::tell(const Text& text) const {
    for (const auto& [address, follower] : all_)
        if (const auto who = follower.who.lock()) who->tell(text);
}

void Followers::dismiss() const {
    for (const auto& [address, follower] : all_)
        if (const auto who = follower.who.lock()) who->dismiss();
}

}  // namespace tavola::server
