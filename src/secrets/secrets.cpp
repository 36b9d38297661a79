#include "secrets/secrets.h"

#include <sodium.h>

#include <cstdlib>
#include <span>
#include <vector>

namespace tavola::secrets {
namespace {

// Without a source of random numbers there is nothing to be promised.
void prepare() {
    static const bool ready = sodium_init() >= 0;
    if (!ready) std::abort();
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string to_hexadecimal(std::span<const unsigned char> bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    text.pop_back();
    return text;
}

}  // namespace

Seed random_seed() {
    prepare();
    Seed seed;
    randombytes_buf(seed.data(), seed.size());
    return seed;
}

std::string random_name(int length) {
    prepare();
    // Without letters that look like others.
    constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    static_assert(letters.size() == 32);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(length));
    randombytes_buf(bytes.data(), bytes.size());
    std::string name;
    for (const unsigned char byte : bytes) name += letters[byte & 31u];
    return name;
}

std::string hash_password(std::string_view password) {
    prepare();
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    if (crypto_pwhash_str(hash.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return {};
    return hash.data();
}

bool is_password(std::string_view password, const std::string& hash) {
    prepare();
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

std::string sha256(std::string_view bytes) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
    crypto_hash_sha256(hash.data(), bytes_of(bytes), bytes.size());
    return to_hexadecimal(hash);
}

std::string hexadecimal(const Seed& seed) { return to_hexadecimal(seed); }

bool parse_seed(std::string_view text, Seed& seed) {
    std::size_t length = 0;
    return text.size() == 2 * seed.size() &&
           sodium_hex2bin(seed.data(), seed.size(), text.data(), text.size(), nullptr, &length, nullptr) == 0 &&
           length == seed.size();
}

int sixteenth(const Seed& seed, std::string_view message) {
    static_assert(crypto_auth_hmacsha256_KEYBYTES == std::tuple_size_v<Seed>);
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code;
    crypto_auth_hmacsha256(code.data(), bytes_of(message), message.size(), seed.data());
    return code[0] >> 4;
}

}  // namespace tavola::secrets
