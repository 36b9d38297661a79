// What headers mean, apart from any socket.
#include "server/headers.h"

#include <gtest/gtest.h>

namespace tavola::server {
namespace {

TEST(Paths, AreNamesBetweenSlashes) {
    EXPECT_EQ(parse_path("/"), "/");
    EXPECT_EQ(parse_path("/assets/index-1.js?v=2#top"), "/assets/index-1.js");
    EXPECT_EQ(parse_path("/jogo%20novo/%C3%A1"), "/jogo novo/á");
    EXPECT_EQ(parse_path("/..."), "/...");
    EXPECT_EQ(parse_path("/a/"), "/a/");
    for (const char* target : {"", "*", "a", "http://a/b", "/..", "/../a", "/a/..", "/a/./b", "/%2e%2E/a", "/a%2f..",
                               "/a//b", "//", "/%", "/%2", "/%zz", "/%00", "/a\\b", "/a%5cb", "/a%0d%0a"})
        EXPECT_EQ(parse_path(target), std::nullopt) << target;
}

TEST(Ranges, ArePartsOfAFile) {
    using enum RangeRequest::Kind;
    EXPECT_EQ(parse_range("bytes=0-9", 100), (RangeRequest{part, {0, 9}}));
    EXPECT_EQ(parse_range("Bytes = 5-", 100), (RangeRequest{part, {5, 99}}));
    EXPECT_EQ(parse_range("bytes=90-200", 100), (RangeRequest{part, {90, 99}}));
    EXPECT_EQ(parse_range("bytes=-30", 100), (RangeRequest{part, {70, 99}}));
    EXPECT_EQ(parse_range("bytes=-300", 100), (RangeRequest{part, {0, 99}}));
    EXPECT_EQ(parse_range("bytes=100-", 100).kind, unsatisfiable);
    EXPECT_EQ(parse_range("bytes=-0", 100).kind, unsatisfiable);
    EXPECT_EQ(parse_range("bytes=0-", 0).kind, unsatisfiable);
    for (const char* header : {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=3-2", "bytes=0-1,3-4",
                               "bytes=1 2-3", "items=0-1", "bytes=99999999999999999999-"})
        EXPECT_EQ(parse_range(header, 100).kind, all) << header;
}

TEST(Encodings, AreWeighed) {
    EXPECT_EQ(willingness("gzip, br", Encoding::brotli), 1000);
    EXPECT_EQ(willingness("gzip;q=0.25", Encoding::gzip), 250);
    EXPECT_EQ(willingness("GZIP; Q=0.5", Encoding::gzip), 500);
    EXPECT_EQ(willingness("gzip", Encoding::brotli), 0);
    EXPECT_EQ(willingness("*;q=0.1, gzip", Encoding::brotli), 100);
    EXPECT_EQ(willingness("*;q=0, gzip", Encoding::plain), 0);
    EXPECT_EQ(willingness("identity;q=0", Encoding::plain), 0);
    EXPECT_GT(willingness("", Encoding::plain), 0);
    EXPECT_EQ(willingness("br;q=", Encoding::brotli), 1000);
}

TEST(Tags, AreFoundInLists) {
    EXPECT_TRUE(names_tag("\"a\", W/\"b\"", "\"b\""));
    EXPECT_TRUE(names_tag("*", "\"b\""));
    EXPECT_FALSE(names_tag("", "\"b\""));
    EXPECT_FALSE(names_tag("\"bb\", b", "\"b\""));
}

TEST(Languages, PortugueseFirst) {
    EXPECT_TRUE(prefers_portuguese(""));
    EXPECT_TRUE(prefers_portuguese("pt-PT"));
    EXPECT_TRUE(prefers_portuguese("en;q=0.5, pt;q=0.6"));
    EXPECT_FALSE(prefers_portuguese("en, pt;q=0.9"));
    EXPECT_FALSE(prefers_portuguese("fr"));
}

TEST(MediaTypes, AreKnownByEndings) {
    EXPECT_EQ(media_type("/a/core.wasm"), "application/wasm");
    EXPECT_EQ(media_type("/index.html"), "text/html; charset=utf-8");
    EXPECT_EQ(media_type("/what.ever"), "application/octet-stream");
}

TEST(Queries, AreFoundByName) {
    EXPECT_EQ(query_value("/a?after=3", "after"), "3");
    EXPECT_EQ(query_value("/a?before=1&after=3#after=4", "after"), "3");
    EXPECT_EQ(query_value("/a?after=", "after"), "");
    EXPECT_EQ(query_value("/a?after", "after"), "");
    for (const char* target : {"/a", "/a?", "/after=3", "/a?rafter=3", "/a#?after=3"})
        EXPECT_EQ(query_value(target, "after"), std::nullopt) << target;
}

TEST(Tokens, ComeAfterTheWordBearer) {
    EXPECT_EQ(bearer_token("Bearer abc"), "abc");
    EXPECT_EQ(bearer_token("bearer  abc "), "abc");
    for (const char* header : {"", "Bearer", "Bearer ", "abc", "Basic abc", "Bearerabc"})
        EXPECT_EQ(bearer_token(header), std::nullopt) << header;
}

TEST(MediaTypes, AreComparedWithoutTheirParameters) {
    EXPECT_TRUE(same_media_type("application/json", "application/json"));
    EXPECT_TRUE(same_media_type("Application/JSON; charset=utf-8", "application/json"));
    EXPECT_FALSE(same_media_type("", "application/json"));
    EXPECT_FALSE(same_media_type("text/plain; application/json", "application/json"));
}

TEST(Accept, NamesWhatAClientWouldRatherHave) {
    const auto json = [](std::string_view accept) { return prefers(accept, "application/json", "text/plain"); };
    EXPECT_TRUE(json("application/json"));
    EXPECT_TRUE(json("text/plain;q=0.5, application/json;q=0.6"));
    for (const char* accept : {"", "*/*", "text/plain", "application/json;q=0", "text/plain, application/json"})
        EXPECT_FALSE(json(accept)) << accept;
}

TEST(Proxies, OnlyTheLastIsBelieved) {
    EXPECT_EQ(last_forwarded("203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(last_forwarded("1.2.3.4, 203.0.113.7 "), "203.0.113.7");
    EXPECT_EQ(last_forwarded("1.2.3.4,"), "");
    EXPECT_EQ(last_forwarded(""), "");
}

}  // namespace
}  // namespace tavola::server
