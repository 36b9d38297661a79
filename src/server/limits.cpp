#include "server/limits.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
namespace ip = boost::asio::ip;

constexpr std::size_t most_addresses = 100'000;
constexpr auto sweep_interval = 10s;

/// An address of version 4 also where it comes dressed as one of version 6.
ip::address plain(const ip::address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

}  // namespace

Ledger::Purse::Purse(Clock::time_point now) : at(now) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = limits[i].at_once;
}

void Ledger::Purse::fill(Clock::time_point now) noexcept {
    const std::chrono::duration<double> passed = now - at;
    at = now;
    for (std::size_t i = 0; i < left.size(); ++i)
        left[i] = std::min(limits[i].at_once, left[i] + passed.count() * limits[i].a_second);
}

bool Ledger::Purse::full() const noexcept {
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] < limits[i].at_once) return false;
    return connections == 0;
}

Ledger::Purse& Ledger::purse_of(const std::string& address, Clock::time_point now) {
    if (now - swept_ > sweep_interval) {
        swept_ = now;
        for (auto& entry : purses_) entry.second.fill(now);
        std::erase_if(purses_, [](const auto& entry) { return entry.second.full(); });
    }
    // Somebody with that many addresses shares what is left with everybody who comes after him.
    const bool crowded = purses_.size() >= most_addresses && !purses_.contains(address);
    Purse& purse = purses_.try_emplace(crowded ? std::string() : address, now).first->second;
    purse.fill(now);
    return purse;
}

bool Ledger::take(const std::string& address, Deed deed, Clock::time_point now) {
    const auto i = static_cast<std::size_t>(deed);
    double& left = purse_of(address, now).left[i];
    if (left < 1) {
        ++refused_[i];
        return false;
    }
    left -= 1;
    return true;
}

void Ledger::give_back(const std::string& address, Deed deed, Clock::time_point now) {
    double& left = purse_of(address, now).left[static_cast<std::size_t>(deed)];
    left = std::min(limit_of(deed).at_once, left + 1);
}

std::chrono::seconds Ledger::wait(const std::string& address, Deed deed, Clock::time_point now) {
    const double missing = 1 - purse_of(address, now).left[static_cast<std::size_t>(deed)];
    return std::chrono::seconds(std::max(1, static_cast<int>(std::ceil(missing / limit_of(deed).a_second))));
}

Place Ledger::enter(const std::string& address, int most, Clock::time_point now) {
    // Entries of the map stay where they are, and those with connections are never forgotten.
    int& connections = purse_of(address, now).connections;
    if (connections >= most) {
        ++refused_places_;
        return nullptr;
    }
    ++connections;
    return Place(&connections);
}

void Ledger::note_proxy() {
    if (!std::exchange(proxy_noted_, true))
        spdlog::warn("a proxy passes requests on; without --behind-proxy nobody can be told apart");
}

Peer::Peer(Ledger& ledger, const ip::address& address)
    : ledger_(&ledger), address_(counted_form(address)), trusted_(plain(address).is_loopback()) {}

bool Peer::take(Deed deed) {
    if (ledger_ == nullptr || (trusted_ && deed != Deed::note)) return true;
    const bool taken = ledger_->take(address_, deed);
    if (!taken && deed != Deed::note) complain(limit_of(deed).key);
    return taken;
}

void Peer::give_back(Deed deed) {
    if (ledger_ != nullptr && !trusted_) ledger_->give_back(address_, deed);
}

Error Peer::refusal(Deed deed) {
    const auto wait = ledger_ == nullptr ? 1s : ledger_->wait(address_, deed);
    return {.key = limit_of(deed).key, .what = "request", .expected = std::to_string(wait.count())};
}

Place Peer::enter() {
    Place place = ledger_->enter(address_, trusted_ ? std::numeric_limits<int>::max() : connections_at_once);
    if (!place) complain("too many connections at once");
    return place;
}

void Peer::complain(std::string_view what) {
    if (take(Deed::note)) spdlog::warn("{}: {}", address_, what);
}

Peer Peer::about(std::string subject) const {
    Peer other = *this;
    other.address_ = std::move(subject);
    other.trusted_ = false;
    return other;
}

std::string counted_form(const ip::address& address) {
    const ip::address form = plain(address);
    if (form.is_v4()) return form.to_string();
    auto bytes = form.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), 0);
    return ip::address_v6(bytes).to_string() + "/64";
}

}  // namespace tavola::server
