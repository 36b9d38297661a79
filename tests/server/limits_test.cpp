// How much one address may ask: buckets that empty, fill again, and are forgotten.
#include "server/limits.h"

#include <gtest/gtest.h>

#include <boost/asio/ip/address.hpp>

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using boost::asio::ip::make_address;

const Ledger::Clock::time_point start{};

int takes(Ledger& ledger, const std::string& address, Deed deed, Ledger::Clock::time_point now) {
    int count = 0;
    while (ledger.take(address, deed, now)) ++count;
    return count;
}

TEST(LimitsTest, ABucketEmptiesAndFillsAgain) {
    Ledger ledger;
    const Limit& limit = limit_of(Deed::guess);
    EXPECT_EQ(takes(ledger, "a", Deed::guess, start), limit.at_once);
    EXPECT_EQ(ledger.refused(Deed::guess), 1u);
    EXPECT_EQ(ledger.wait("a", Deed::guess, start), 30s);
    EXPECT_EQ(takes(ledger, "a", Deed::guess, start + 29s), 0);
    EXPECT_EQ(ledger.wait("a", Deed::guess, start + 29s), 1s);
    EXPECT_EQ(takes(ledger, "a", Deed::guess, start + 31s), 1);
    EXPECT_EQ(takes(ledger, "a", Deed::guess, start + 24h), limit.at_once);
}

TEST(LimitsTest, AFullBucketDoesNotOverflow) {
    Ledger ledger;
    const Limit& limit = limit_of(Deed::socket);
    // Shortly enough after the first time that nothing has been swept away.
    EXPECT_TRUE(ledger.take("a", Deed::socket, start));
    EXPECT_EQ(takes(ledger, "a", Deed::socket, start + 9s), limit.at_once);
}

TEST(LimitsTest, AlsoWhoIsTrustedFillsNoLog) {
    Ledger ledger;
    Peer peer(ledger, boost::asio::ip::make_address("127.0.0.1"));
    int notes = 0;
    while (notes < 100'000 && peer.take(Deed::note)) ++notes;
    EXPECT_LT(notes, 100'000);
    EXPECT_TRUE(peer.take(Deed::guess));
}

TEST(LimitsTest, AddressesAndDeedsAreCountedApart) {
    Ledger ledger;
    takes(ledger, "a", Deed::room, start);
    EXPECT_TRUE(ledger.take("a", Deed::socket, start));
    EXPECT_TRUE(ledger.take("b", Deed::room, start));
    EXPECT_FALSE(ledger.take("a", Deed::room, start));
    EXPECT_EQ(ledger.refused(Deed::room), 2u);
}

TEST(LimitsTest, WhoHasBeenQuietIsForgotten) {
    Ledger ledger;
    for (int i = 0; i < 1000; ++i) ledger.take(std::to_string(i), Deed::request, start);
    const Place place = ledger.enter("here", 1, start);
    EXPECT_EQ(ledger.known(), 1001u);
    ledger.take("new", Deed::guess, start + 1h);
    EXPECT_EQ(ledger.known(), 2u) << "the new one, and the one who is still connected";
}

TEST(LimitsTest, WhoeverHasTooManyAddressesSharesOne) {
    Ledger ledger;
    for (int i = 0; i < 150'000; ++i) ledger.take(std::to_string(i), Deed::guess, start);
    EXPECT_LE(ledger.known(), 100'001u);
    EXPECT_FALSE(ledger.take("another", Deed::guess, start));
    EXPECT_TRUE(ledger.take("7", Deed::guess, start)) << "who was known before is not harmed";
}

TEST(LimitsTest, PlacesAreGivenBack) {
    Ledger ledger;
    Place first = ledger.enter("a", 2, start), second = ledger.enter("a", 2, start);
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(ledger.enter("a", 2, start));
    EXPECT_TRUE(ledger.enter("b", 2, start));
    EXPECT_EQ(ledger.refused_places(), 1u);
    first.reset();
    EXPECT_TRUE(ledger.enter("a", 2, start));
}

TEST(LimitsTest, AddressesThatOneClientHasAreOne) {
    const auto form = [](const char* text) { return counted_form(make_address(text)); };
    EXPECT_EQ(form("203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(form("::ffff:203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(form("2001:db8:1:2:3:4:5:6"), form("2001:db8:1:2:ffff::1"));
    EXPECT_NE(form("2001:db8:1:2::1"), form("2001:db8:1:3::1"));
}

TEST(LimitsTest, WhoeverIsOnThisMachineIsTrusted) {
    Ledger ledger;
    for (const char* address : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) {
        Peer here(ledger, make_address(address));
        for (int i = 0; i < 1000; ++i) EXPECT_TRUE(here.take(Deed::guess)) << address;
    }
    Peer there(ledger, make_address("203.0.113.7"));
    for (int i = 0; i < limit_of(Deed::guess).at_once; ++i) EXPECT_TRUE(there.take(Deed::guess));
    EXPECT_FALSE(there.take(Deed::guess));
    const Error error = there.refusal(Deed::guess);
    EXPECT_EQ(error.key, "error.limit.guess");
    EXPECT_GT(std::stoi(error.expected), 0);
}

}  // namespace
}  // namespace tavola::server
