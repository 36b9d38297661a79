// Names that nobody can guess, and hashes, from libsodium.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tavola::secrets {

using Seed = std::array<unsigned char, 32>;

/// A seed that nobody knows.
Seed random_seed();

/// So many random letters and digits, five bits each.
std::string random_name(int length);

/// A password as it may be kept: Argon2id with a salt of its own. Takes a good part of a tenth of a second and 64 MiB, on
/// purpose: to be done where nobody waits. Empty where there is no memory for it.
std::string hash_password(std::string_view password);
/// The same work, whatever comes of it.
bool is_password(std::string_view password, const std::string& hash);

/// In hexadecimal.
std::string sha256(std::string_view bytes);
std::string hexadecimal(const Seed& seed);
/// Nothing but 64 hexadecimal digits is a seed.
bool parse_seed(std::string_view text, Seed& seed);

/// The first four bits of HMAC-SHA-256 with the seed as its key, that is 0 to 15.
int sixteenth(const Seed& seed, std::string_view message);

}  // namespace tavola::secrets
