// Accounts, apart from any socket: names that look alike, and that events alone make an account.
#include "accounts/account.h"

#include <gtest/gtest.h>

#include "secrets/secrets.h"

namespace tavola::accounts {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

std::string folded(std::string_view text) {
    const auto name = parse_name(text);
    return name ? name->folded : "refused: " + std::string(name.error().key);
}

TEST(AccountName, LookAlikesAreTheSame) {
    EXPECT_EQ(parse_name("  Ana   Luísa ")->shown, "Ana Luísa");
    for (const char* name : {"Ana Luísa", "ana luisa", "ANA-LUÍSA", "Añà'Lüïsa", " ana -- luisa-"})
        EXPECT_EQ(folded(name), "ana-luisa") << name;
    EXPECT_NE(folded("Ana Luísa"), folded("Analuísa"));
    EXPECT_EQ(folded("'Ångström' Øÿ"), "angstrom-oy");
    EXPECT_EQ(folded("Żółć"), "zolc");
    EXPECT_EQ(folded("7"), "7");
    EXPECT_EQ(folded("Œuvre ſ"), "ouvre-s");
}

TEST(AccountName, OtherAlphabetsAndSignsAreRefused) {
    // Cyrillic а, Greek ο, a combining accent, full-width letters, signs, an emoji, broken bytes.
    for (const char* name : {"Аna", "Rοi", "e\u0301", "Ａ", "a.b", "a/b", "a:b", "a@b", "☃", "😀", "a×b", "÷", "\xc3",
                             "\xff\xfe", "", " ", "-", "' -", "1234567890123456789012345"})
        EXPECT_EQ(folded(name), "refused: error.account.name") << name;
    // Bytes that continue a character that never began.
    EXPECT_EQ(folded(std::string(60, '\xb7')), "refused: error.account.name");
}

TEST(Password, OnlyTheLengthIsAsked) {
    EXPECT_FALSE(check_password(std::string(9, 'x')));
    EXPECT_TRUE(check_password(std::string(10, 'x')));
    EXPECT_TRUE(check_password(std::string(256, 'x')));
    EXPECT_FALSE(check_password(std::string(257, 'x')));
}

TEST(Password, IsKeptAsArgon2) {
    const std::string hash = secrets::hash_password("uma frase longa");
    // What a guess costs is written in the hash: 64 MiB of memory, gone through twice.
    EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=65536,t=2,p=1$")) << hash;
    EXPECT_NE(hash, secrets::hash_password("uma frase longa")) << "each with a salt of its own";
    EXPECT_TRUE(secrets::is_password("uma frase longa", hash));
    EXPECT_FALSE(secrets::is_password("uma frase long", hash));
    EXPECT_FALSE(secrets::is_password("", hash));
    EXPECT_FALSE(secrets::is_password("uma frase longa", ""));
}

class AccountTest : public testing::Test {
  protected:
    /// What its events make of it.
    Account again() {
        for (Event& event : account.take_fresh()) events.push_back(std::move(event));
        return *Account::replay(events);
    }
    Account account = Account::open(*parse_name("Ana Luísa"), "hash", 1000ms);
    std::vector<Event> events;
};

TEST_F(AccountTest, EventsAloneMakeIt) {
    account.enter("one", 2000ms);
    account.enter("two", 3000ms);
    account.enter("three", 4000ms);
    account.leave("two", 5000ms);
    account.sign("room1", 6000ms);
    account.sign("room2", 7000ms);
    account.sign("room1", 8000ms);
    const Account other = again();
    EXPECT_EQ(other.id(), account.id());
    EXPECT_TRUE(other.id().starts_with("ana-luisa."));
    EXPECT_EQ(log_of(other.id()), log_of_name("ana-luisa"));
    EXPECT_EQ(other.name(), "Ana Luísa");
    EXPECT_EQ(other.hash(), "hash");
    EXPECT_EQ(other.opened(), 1000ms);
    ASSERT_EQ(other.rooms().size(), 2u) << "a room is noted once";
    EXPECT_EQ(other.rooms()[1].room, "room2");
    EXPECT_EQ(other.rooms()[1].number, 7);
    EXPECT_TRUE(other.has_session("one", 9000ms));
    EXPECT_FALSE(other.has_session("two", 9000ms));
    EXPECT_FALSE(other.has_session("", 9000ms));
    for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i].number, static_cast<std::int64_t>(i + 1));
}

TEST_F(AccountTest, ANewPasswordEndsTheOtherSessions) {
    account.enter("one", 0ms);
    account.enter("two", 0ms);
    account.change_password("another", "two", 0ms);
    EXPECT_EQ(again().hash(), "another");
    EXPECT_FALSE(again().has_session("one", 0ms));
    EXPECT_TRUE(again().has_session("two", 0ms));
}

TEST_F(AccountTest, SessionsEndAndAreFew) {
    account.enter("first", 0ms);
    EXPECT_TRUE(account.has_session("first", session_time - 1ms));
    EXPECT_FALSE(account.has_session("first", session_time));
    EXPECT_TRUE(account.sessions(session_time).empty());
    account.leave("first", session_time);
    for (std::size_t i = 0; i <= most_sessions; ++i) account.enter(std::to_string(i), 1ms);
    EXPECT_EQ(again().sessions(1ms).size(), most_sessions);
    EXPECT_FALSE(again().has_session("0", 1ms));
    EXPECT_TRUE(again().has_session("1", 1ms));
}

TEST_F(AccountTest, NothingOfAnErasedOneComesBack) {
    account.enter("thief", 0ms);
    account.change_password("thief's", "thief", 0ms);
    account.sign("room", 0ms);
    again();
    // A house that was late wrote these into the log of somebody new with the same name.
    Account fresh = Account::open(*parse_name("ana luisa"), "own", 0ms);
    EXPECT_NE(fresh.id(), account.id());
    std::vector<Event> mixed = fresh.take_fresh();
    mixed.insert(mixed.end(), events.begin() + 1, events.end());
    Account found = *Account::replay(mixed);
    EXPECT_EQ(found.hash(), "own");
    EXPECT_TRUE(found.sessions(0ms).empty());
    EXPECT_TRUE(found.rooms().empty());
    found.enter("own", 0ms);
    EXPECT_EQ(found.take_fresh().front().number, 5) << "the next number that is free";
    // And without its first event there is no account.
    EXPECT_FALSE(Account::replay(std::span(events).subspan(1)));
    EXPECT_FALSE(Account::replay({}));
}

TEST_F(AccountTest, SecretsArePrivate) {
    account = Account::open(*parse_name("Rui"), "HASH", 0ms);
    account.enter("KEY", 0ms);
    account.change_password("HASH2", "KEY", 0ms);
    account.leave("KEY", 0ms);
    for (const Event& event : account.take_fresh()) {
        const std::string shown = rooms::public_form(event).dump();
        for (const char* secret : {"HASH", "KEY"}) EXPECT_FALSE(shown.contains(secret)) << shown;
    }
}

}  // namespace
}  // namespace tavola::accounts
