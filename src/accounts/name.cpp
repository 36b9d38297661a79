#include "accounts/name.h"

#include "rooms/setup.h"

namespace tavola::accounts {
namespace {

constexpr char32_t first_accented = 0xc0;
// The letters of Unicode's blocks Latin-1 and Latin Extended-A without their accents; a dot where there is no letter.
constexpr std::string_view base_letters =
    "aaaaaaaceeeeiiiidnooooo.ouuuuyps"
    "aaaaaaaceeeeiiiidnooooo.ouuuuypy"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(base_letters.size() == 0x180 - first_accented);

/// A letter or digit as it is compared; 0 for what may not stand in a name.
char folded(char32_t letter) noexcept {
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) return static_cast<char>(letter);
    if (letter >= 'A' && letter <= 'Z') return static_cast<char>(letter - 'A' + 'a');
    if (letter < first_accented || letter - first_accented >= base_letters.size()) return 0;
    const char base = base_letters[letter - first_accented];
    return base == '.' ? '\0' : base;
}

}  // namespace

Result<Name> parse_name(std::string_view text) {
    const auto clean = rooms::clean_name(text);
    const Failure refused(Error{.key = "error.account.name", .what = "account", .expected = "24"});
    if (!clean) return refused;
    Name name{.shown = *clean, .folded = {}};
    for (std::string_view rest = name.shown; !rest.empty();) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
        char32_t letter = byte(0);
        if (byte(0) >= 0x80) {
            // All that is wanted has two bytes; what is longer, or broken, is no letter below.
            const bool two = (byte(0) & 0xe0u) == 0xc0u && rest.size() > 1 && (byte(1) & 0xc0u) == 0x80u;
            if (!two) return refused;
            letter = (byte(0) & 0x1fu) << 6 | (byte(1) & 0x3fu);
            rest.remove_prefix(1);
        }
        rest.remove_prefix(1);
        if (letter == ' ' || letter == '-' || letter == '\'') {
            if (!name.folded.empty() && name.folded.back() != '-') name.folded += '-';
        } else if (const char base = folded(letter); base != 0) {
            name.folded += base;
        } else {
            return refused;
        }
    }
    if (name.folded.ends_with('-')) name.folded.pop_back();
    if (name.folded.empty()) return refused;
    return name;
}

}  // namespace tavola::accounts
