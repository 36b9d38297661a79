// How a table of perfect play lies in memory and on disk: one sector of one game under one set of rules.
//
//   header      what the table is about and the facts of it; its last 8 bytes are the checksum of the others
//   directory   16 bytes a frame (where it begins, the checksum of its bytes), and one more entry for the end
//   frames      all blocks of the values, then all blocks of the distances; each block is one zstd frame
//
// Slots are cut into blocks of equal size. A block of values has 2 bits a slot (see Code). A block of distances has
// one number for each decided slot, half of the plies rounded down: whether a win or a loss, the values tell, and so
// the last bit. Wins come first in the order of their slots, losses from the end backwards, because distances of one
// kind are more alike: so a slot's place among them is found by counting the slots of its kind before it. Numbers of
// several bytes lie in planes: first the low bytes of all of them, then the next. A table of probabilities (Niout)
// has one section, the number of each slot, float32 or float64, in as many planes as it has bytes.
//
// Every byte is under a checksum. This file knows no compression: with a block that somebody else has unpacked, all
// of it works in the browser too. Frames are read and written in tables/frames.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "games/options.h"
#include "tables/value.h"

namespace tavola::tables {

inline constexpr std::uint32_t format_version = 1;
/// No header is longer: whoever fetches so much of a file has all of it.
inline constexpr std::size_t largest_header = 2048;
inline constexpr std::size_t entry_size = 16;
/// Small enough that a probe unpacks a block in some microseconds, large enough to compress well.
inline constexpr std::uint32_t usual_block = 16 * 1024;

/// What a table is about. The rules are all options of the game with their values, as `rules_text` writes them.
struct Subject {
    std::string game;
    std::string rules;
    std::string sector;  ///< a short name such as `5-4` or `3+2-4+2`: letters, digits and + - _ .

    friend bool operator==(const Subject&, const Subject&) = default;
};

/// The one text of some rules: `key=value` of every option, sorted, split by single spaces.
std::string rules_text(std::span<const Setting> all_settings);
template <class G>
std::string rules_text(const typename G::Rules& rules) {
    return rules_text(all_settings<G>(rules));
}

/// One number for a game, its rules and the version of this format.
std::uint64_t fingerprint(std::string_view game, std::string_view rules) noexcept;

/// Where on a shelf, or beside a page, a table lies: `pretoa-0123456789abcdef/5-4.tvt`.
std::string file_name(std::string_view game, std::string_view rules, std::string_view sector);
/// The folder of that: all sectors of a game under some rules.
std::string folder_name(std::string_view game, std::string_view rules);
inline constexpr std::string_view file_ending = ".tvt";

/// Whether a text can be the name of a sector, and so of a file.
bool is_sector_name(std::string_view name) noexcept;

/// For the player to move.
struct Counts {
    std::uint64_t won = 0, drawn = 0, lost = 0;
    friend bool operator==(const Counts&, const Counts&) = default;
};

/// What is known of a table without reading it through. Probabilities have a checksum only.
struct Facts {
    Counts classes;              ///< slots in use, that is positions up to symmetry
    Counts plain;                ///< positions, each symmetrical one counted
    Word longest_win = 0;        ///< in plies; 0: nobody wins
    Word longest_loss = 0;       ///< in plies
    std::uint64_t checksum = 0;  ///< of the words themselves, however they are packed

    friend bool operator==(const Facts&, const Facts&) = default;
};

enum class Payload : std::uint8_t { exact, probability };

struct Header {
    Subject subject;
    Payload payload = Payload::exact;
    std::uint8_t width = 1;  ///< bytes of a distance (1 or 2) or of a probability (4 or 8)
    std::uint32_t block = usual_block;
    std::uint64_t slots = 0;
    Facts facts = {};
    std::uint64_t directory_checksum = 0;
    std::uint64_t identity = 0;  ///< the header's own checksum: equal for equal files only

    std::uint64_t blocks() const noexcept { return slots / block + (slots % block != 0); }
    std::uint64_t frames() const noexcept { return payload == Payload::exact ? 2 * blocks() : blocks(); }
    std::size_t size() const noexcept;
    std::uint64_t directory_size() const noexcept { return (frames() + 1) * entry_size; }
    std::uint64_t frames_at() const noexcept { return size() + directory_size(); }

    /// The slots of a block: fewer in the last one.
    std::uint32_t slots_of(std::uint64_t block_number) const noexcept;
    /// The bytes of a frame when it is unpacked; of distances there may be fewer.
    std::uint32_t most_unpacked(std::uint64_t frame) const noexcept;
};

/// Why a header could not be written so, if it could not.
Result<void> check_subject(const Subject& subject);
/// The bytes of a header; fills in its identity.
std::vector<std::byte> print_header(Header& header);
/// Whether it is the table of this sector under these rules.
Result<void> expect(const Header& header, std::string_view game, std::string_view rules, std::string_view sector);
/// Reads a header from the beginning of a file, of which the rest may be missing.
Result<Header> parse_header(std::span<const std::byte> file);

/// Where a frame lies in the file.
struct Place {
    std::uint64_t frame = 0;
    std::uint64_t at = 0;
    std::uint64_t length = 0;
    std::uint64_t checksum = 0;  ///< of these bytes
    std::uint32_t unpacked = 0;  ///< bytes when unpacked, or more than that (Header::most_unpacked)
};

/// The frames that know a slot, and its number in their block.
struct Frames {
    std::uint64_t first = 0;                   ///< values, or probabilities
    std::optional<std::uint64_t> second = {};  ///< distances
    std::uint32_t index = 0;
};
Frames frames_of(const Header& header, std::uint64_t slot) noexcept;

/// Where in the file the directory tells of a frame: two entries, its own and the next.
inline constexpr std::size_t entries_size = 2 * entry_size;
std::uint64_t entries_at(const Header& header, std::uint64_t frame) noexcept;
/// The place of a frame from those two entries.
Result<Place> parse_entries(const Header& header, std::uint64_t frame, std::span<const std::byte> entries);

/// A whole table in memory, mapped from a file as a rule. The bytes must outlive the view.
class TableView {
  public:
    /// Checks header and directory, not the frames.
    static Result<TableView> open(std::span<const std::byte> file);

    const Header& header() const noexcept { return header_; }
    std::uint64_t slots() const noexcept { return header_.slots; }
    std::span<const std::byte> file() const noexcept { return file_; }
    /// Whether it is the table of this sector under these rules.
    Result<void> expect(std::string_view game, std::string_view rules, std::string_view sector) const {
        return tables::expect(header_, game, rules, sector);
    }

    struct Located {
        Place first;
        std::optional<Place> second = {};
        std::uint32_t index = 0;
    };
    Located locate(std::uint64_t slot) const noexcept;
    Place place(std::uint64_t frame) const noexcept;
    /// The packed bytes of a frame, if they are as they were written.
    Result<std::span<const std::byte>> frame(std::uint64_t frame) const;

  private:
    TableView(Header header, std::span<const std::byte> file) : header_(std::move(header)), file_(file) {}
    Header header_;
    std::span<const std::byte> file_;
};

/// How a block of values spells a slot.
enum class Code : std::uint8_t { draw, win, loss, none };
constexpr Code code_of(Word word) noexcept {
    if (word >= drawn) return word == drawn ? Code::draw : Code::none;
    return (word & 1) != 0 ? Code::win : Code::loss;
}

// Unpacked blocks from words and back. Blocks of values and probabilities have the size Header::most_unpacked.
void pack_values(std::span<const Word> words, std::span<std::byte> block) noexcept;
/// Returns how many bytes of the block were needed.
std::size_t pack_distances(std::span<const Word> words, int width, std::span<std::byte> block) noexcept;
void pack_probabilities(std::span<const float> probabilities, std::span<std::byte> block) noexcept;
void pack_probabilities(std::span<const double> probabilities, std::span<std::byte> block) noexcept;
/// False when the blocks do not fit together, or hold something that no word can be.
bool unpack_words(std::span<const std::byte> values, std::span<const std::byte> distances, int width,
                  std::span<Word> words) noexcept;
void unpack_probabilities(std::span<const std::byte> block, std::span<float> probabilities) noexcept;
void unpack_probabilities(std::span<const std::byte> block, std::span<double> probabilities) noexcept;

// One slot of unpacked blocks. A word that cannot be comes back as nothing.
Code read_code(std::span<const std::byte> values, std::uint32_t index) noexcept;
std::optional<Word> read_word(std::span<const std::byte> values, std::span<const std::byte> distances, int width,
                              std::uint32_t index) noexcept;
double read_probability(std::span<const std::byte> block, int width, std::uint32_t index) noexcept;

namespace detail {
Error table_error(std::string_view key, std::string found = {}, std::string expected = {});
Error damaged_block(const Header& header, std::uint64_t frame);
}  // namespace detail

}  // namespace tavola::tables
