// Tables with their blocks compressed: written, read through, checked and probed. What they look like is told in
// tables/format.h; everything here needs zstd and is left out of the browser build.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "tables/format.h"
#include "tables/value.h"

struct ZSTD_DCtx_s;

namespace tavola::tables {

/// Takes some bytes of a table and where in it they belong. The frames come in order; the header comes last, to the
/// place that was left for it, so that a table cut off in the middle is none.
using Sink = std::function<Result<void>(std::uint64_t at, std::span<const std::byte> bytes)>;

struct Coding {
    int level = 6;  ///< of zstd: from here on, files shrink slower than the time grows
    std::uint32_t block = usual_block;
    int threads = 1;  ///< that compress; the bytes are the same for any number
};

/// They are four times as wide as distances.
inline constexpr Coding for_probabilities{.block = usual_block / 4};

/// Writes a table. Counts and checksum of the words are found on the way; how many plain positions stand behind
/// them only the caller knows. Returns what was written as header.
Result<Header> encode(const Subject& subject, std::span<const Word> words, const Counts& plain, const Sink& sink,
                      const Coding& coding = {});
Result<Header> encode(const Subject& subject, std::span<const float> probabilities, const Sink& sink,
                      const Coding& coding = for_probabilities);
Result<Header> encode(const Subject& subject, std::span<const double> probabilities, const Sink& sink,
                      const Coding& coding = for_probabilities);

/// Unpacks frames. One a thread.
class Unpacker {
  public:
    Unpacker();
    /// How many bytes of the block a frame has filled; nothing when it is damaged or does not fit.
    std::optional<std::size_t> unpack(std::span<const std::byte> frame, std::span<std::byte> block) noexcept;
    /// The block behind a frame of a table, in the buffer, which grows as it must.
    Result<std::span<const std::byte>> unpack(const TableView& table, std::uint64_t frame,
                                              std::vector<std::byte>& buffer);

  private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const noexcept;
    };
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
};

/// Blocks that were unpacked lately, of any number of tables. One a thread; what it holds is found again without
/// touching the heap.
class BlockCache {
  public:
    explicit BlockCache(std::size_t blocks = 64);

    /// The unpacked bytes of a frame; those of the last two calls stay in place.
    Result<std::span<const std::byte>> block(const TableView& table, std::uint64_t frame);

    std::uint64_t hits() const noexcept { return hits_; }
    std::uint64_t misses() const noexcept { return misses_; }

  private:
    // Sets of four, of which the one that was asked for longest ago makes room.
    static constexpr std::size_t ways = 4;
    struct Entry {
        std::uint64_t table = 0, frame = 0, used = 0;  // used: 0 when there is nothing in it
        std::vector<std::byte> buffer;
        std::span<const std::byte> block;  // in the buffer
    };
    std::vector<Entry> entries_;
    Unpacker unpacker_;
    std::uint64_t clock_ = 0, hits_ = 0, misses_ = 0;
};

/// Whether the player to move wins, draws or loses, without the distance: it reads one block less.
Result<Code> probe_code(const TableView& table, std::uint64_t slot, BlockCache& cache);
/// The word of a slot of a table of exact values.
Result<Word> probe_word(const TableView& table, std::uint64_t slot, BlockCache& cache);
/// The probability of a slot of a table of those.
Result<double> probe_probability(const TableView& table, std::uint64_t slot, BlockCache& cache);

/// All words of some blocks in order; several threads may share a table in this way.
Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count, std::span<Word> words);
Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count,
                         std::span<float> probabilities);
Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count,
                         std::span<double> probabilities);
/// All of a table: as many words as it has slots.
Result<void> read_all(const TableView& table, std::span<Word> words);
Result<void> read_all(const TableView& table, std::span<float> probabilities);
Result<void> read_all(const TableView& table, std::span<double> probabilities);

/// Reads all of it and holds it against its header: every byte is as it was written.
Result<void> check(const TableView& table);

}  // namespace tavola::tables
