// The name of an account: as its owner writes it, and as it is compared with others.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace tavola::accounts {

struct Name {
    std::string shown;   ///< `Ana Luísa`
    std::string folded;  ///< `ana-luisa`: names that look alike are the same. Small letters, digits and `-` only
};

/// At most 24 letters of the Latin alphabet, with or without accents, digits, spaces, `-` and `'`. Letters of other alphabets,
/// which may look just like these, are refused.
Result<Name> parse_name(std::string_view text);

}  // namespace tavola::accounts
