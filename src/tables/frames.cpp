#include "tables/frames.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstring>
#include <utility>

#include "tables/checksum.h"
#include "tables/share.h"

namespace tavola::tables {
namespace {

Failure failure(std::string_view key, std::string found = {}, std::string expected = {}) {
    return Failure(detail::table_error(key, std::move(found), std::move(expected)));
}

/// Counts words and adds them up to a checksum.
class Tally {
  public:
    /// False when there is a word that means nothing.
    bool add(std::span<const Word> words) noexcept {
        checksum_.add(std::as_bytes(words));
        std::uint32_t won = 0, drawn_ones = 0, lost = 0, invalid = 0;
        Word longest_win = longest_win_, longest_loss = longest_loss_;
        for (const Word word : words) {
            const bool decided = is_decided(word), odd = (word & 1) != 0;
            won += decided && odd;
            lost += decided && !odd;
            drawn_ones += word == drawn;
            invalid += !is_valid(word);
            longest_win = std::max<Word>(longest_win, decided && odd ? word : 0);
            longest_loss = std::max<Word>(longest_loss, decided && !odd ? word : 0);
        }
        facts_.classes.won += won;
        facts_.classes.drawn += drawn_ones;
        facts_.classes.lost += lost;
        longest_win_ = longest_win;
        longest_loss_ = longest_loss;
        return invalid == 0;
    }
    template <std::floating_point Real>
    bool add(std::span<const Real> probabilities) noexcept {
        checksum_.add(std::as_bytes(probabilities));
        return true;
    }
    Facts facts() const noexcept {
        Facts facts = facts_;
        facts.longest_win = longest_win_;
        facts.longest_loss = longest_loss_;
        facts.checksum = checksum_.value();
        return facts;
    }

  private:
    Facts facts_;
    Word longest_win_ = 0, longest_loss_ = 0;
    Checksum checksum_;
};

/// Compresses blocks. One a thread.
class Compressor {
  public:
    explicit Compressor(int level) : context_(ZSTD_createCCtx()) {
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }
    /// False when there is no memory for it.
    bool compress(std::span<const std::byte> block, std::vector<std::byte>& frame) {
        frame.resize(ZSTD_compressBound(block.size()));
        const std::size_t size =
            ZSTD_compress2(context_.get(), frame.data(), frame.size(), block.data(), block.size());
        if (ZSTD_isError(size) != 0) return false;
        frame.resize(size);
        return true;
    }

  private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> context_;
};

/// Writes frames one after the other and keeps the directory.
class FrameWriter {
  public:
    FrameWriter(const Sink& sink, std::uint64_t at, const Coding& coding) : sink_(sink), at_(at), coding_(coding) {}

    /// So many blocks; `pack(number, bytes)` fills in one of them, on any thread.
    template <class Pack>
    Result<void> add(std::uint64_t blocks, const Pack& pack) {
        // A batch is compressed by all threads, then written in order.
        const Watch watch{.threads = coding_.threads};
        const auto batch = static_cast<std::uint64_t>(coding_.threads) * 64;
        std::vector<std::vector<std::byte>> frames(batch);
        for (std::uint64_t first = 0; first < blocks; first += batch) {
            const std::uint64_t count = std::min(batch, blocks - first);
            std::atomic<bool> failed{false};
            share(watch, count, coding_.threads == 1 ? count : 32, [&](std::size_t from, std::size_t to) {
                Compressor compressor(coding_.level);
                std::vector<std::byte> block;
                for (std::size_t i = from; i < to; ++i) {
                    pack(first + i, block);
                    if (!compressor.compress(block, frames[i])) failed = true;
                }
            });
            if (failed) return failure("error.table.memory");
            for (std::uint64_t i = 0; i < count; ++i)
                if (auto written = write(frames[i]); !written) return written;
        }
        return {};
    }
    /// The directory, closed by the end of the last frame.
    std::span<const std::byte> finish() {
        append({at_, 0});
        return directory_;
    }

  private:
    Result<void> write(std::span<const std::byte> frame) {
        append({at_, checksum(frame)});
        const std::uint64_t at = std::exchange(at_, at_ + frame.size());
        return sink_(at, frame);
    }
    void append(std::array<std::uint64_t, 2> entry) {
        const auto bytes = std::as_bytes(std::span(entry));
        directory_.insert(directory_.end(), bytes.begin(), bytes.end());
    }
    const Sink& sink_;
    std::uint64_t at_;
    const Coding& coding_;
    std::vector<std::byte> directory_;
};

template <class Number>
std::span<const Number> block_of(const Header& header, std::span<const Number> numbers, std::uint64_t block) {
    return numbers.subspan(block * header.block, header.slots_of(block));
}

template <class Number>
Result<Header> encode_table(const Subject& subject, std::span<const Number> numbers, const Counts& plain,
                            const Sink& sink, const Coding& coding) {
    assert(std::has_single_bit(coding.block));
    if (auto fit = check_subject(subject); !fit) return Failure(std::move(fit).error());
    constexpr bool exact = std::is_same_v<Number, Word>;
    Header header{.subject = subject,
                  .payload = exact ? Payload::exact : Payload::probability,
                  .width = exact ? 1 : sizeof(Number),
                  .block = coding.block,
                  .slots = numbers.size()};
    FrameWriter writer(sink, header.frames_at(), coding);

    // 1. The values, or the probabilities, which are all there is.
    Tally tally;
    for (std::uint64_t block = 0; block < header.blocks(); ++block)
        if (!tally.add(block_of(header, numbers, block))) return failure("error.table.word");
    header.facts = tally.facts();
    header.facts.plain = plain;
    const auto first = writer.add(header.blocks(), [&](std::uint64_t block, std::vector<std::byte>& packed) {
        packed.resize(header.most_unpacked(block));
        if constexpr (exact)
            pack_values(block_of(header, numbers, block), packed);
        else
            pack_probabilities(block_of(header, numbers, block), packed);
    });
    if (!first) return Failure(first.error());

    // 2. The distances, as wide as the longest needs.
    if constexpr (exact) {
        const Word longest = std::max(header.facts.longest_win, header.facts.longest_loss);
        header.width = longest / 2 > 0xff ? 2 : 1;
        const auto second = writer.add(header.blocks(), [&](std::uint64_t block, std::vector<std::byte>& packed) {
            packed.resize(header.most_unpacked(header.blocks() + block));
            packed.resize(pack_distances(block_of(header, numbers, block), header.width, packed));
        });
        if (!second) return Failure(second.error());
    }

    // 3. The directory, and the header, which makes it a table.
    const auto directory = writer.finish();
    header.directory_checksum = checksum(directory);
    if (auto written = sink(header.size(), directory); !written) return Failure(std::move(written).error());
    if (auto written = sink(0, print_header(header)); !written) return Failure(std::move(written).error());
    return header;
}

/// Unpacks blocks of a table in order, without a cache.
template <class Number>
class BlockReader {
  public:
    explicit BlockReader(const TableView& table) : table_(table) {}

    Result<void> read(std::uint64_t block, std::span<Number> numbers) {
        const Header& header = table_.header();
        const auto first = unpacker_.unpack(table_, block, first_);
        if (!first) return Failure(first.error());
        if constexpr (std::floating_point<Number>) {
            unpack_probabilities(*first, numbers);
        } else {
            const std::uint64_t frame = header.blocks() + block;
            const auto distances = unpacker_.unpack(table_, frame, second_);
            if (!distances) return Failure(distances.error());
            if (!unpack_words(*first, *distances, header.width, numbers))
                return Failure(detail::damaged_block(header, frame));
        }
        return {};
    }

  private:
    const TableView& table_;
    Unpacker unpacker_;
    std::vector<std::byte> first_, second_;
};

template <class Number>
constexpr Payload payload_of = std::floating_point<Number> ? Payload::probability : Payload::exact;

template <class Number>
Result<void> read_some(const TableView& table, std::uint64_t first, std::uint64_t count, std::span<Number> numbers) {
    const Header& header = table.header();
    if (header.payload != payload_of<Number> || (std::floating_point<Number> && header.width != sizeof(Number)))
        return failure("error.table.payload");
    BlockReader<Number> reader(table);
    for (std::uint64_t block = first; block < first + count; ++block) {
        const std::uint32_t slots = header.slots_of(block);
        if (auto read = reader.read(block, numbers.first(slots)); !read) return read;
        numbers = numbers.subspan(slots);
    }
    return {};
}

template <class Number>
Result<void> check_all(const TableView& table) {
    const Header& header = table.header();
    BlockReader<Number> reader(table);
    std::vector<Number> numbers(header.block);
    Tally tally;
    for (std::uint64_t block = 0; block < header.blocks(); ++block) {
        const auto some = std::span(numbers).first(header.slots_of(block));
        if (auto read = reader.read(block, some); !read) return read;
        if (!tally.add(std::span<const Number>(some))) return Failure(detail::damaged_block(header, block));
    }
    Facts facts = tally.facts();
    facts.plain = header.facts.plain;
    if (facts != header.facts) return failure("error.table.contents");
    return {};
}

}  // namespace

Result<Header> encode(const Subject& subject, std::span<const Word> words, const Counts& plain, const Sink& sink,
                      const Coding& coding) {
    return encode_table(subject, words, plain, sink, coding);
}

Result<Header> encode(const Subject& subject, std::span<const float> probabilities, const Sink& sink,
                      const Coding& coding) {
    return encode_table(subject, probabilities, {}, sink, coding);
}
Result<Header> encode(const Subject& subject, std::span<const double> probabilities, const Sink& sink,
                      const Coding& coding) {
    return encode_table(subject, probabilities, {}, sink, coding);
}

Unpacker::Unpacker() : context_(ZSTD_createDCtx()) {}

void Unpacker::Free::operator()(ZSTD_DCtx_s* context) const noexcept { ZSTD_freeDCtx(context); }

std::optional<std::size_t> Unpacker::unpack(std::span<const std::byte> frame, std::span<std::byte> block) noexcept {
    // One frame of the present kind, and nothing after it: zstd itself would also take old kinds, and several.
    constexpr std::uint32_t zstd_magic = 0xfd2fb528;
    if (!context_ || frame.size() < 4 || load<std::uint32_t>(frame.data()) != zstd_magic) return std::nullopt;
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) return std::nullopt;
    const std::size_t size =
        ZSTD_decompressDCtx(context_.get(), block.data(), block.size(), frame.data(), frame.size());
    if (ZSTD_isError(size) != 0) return std::nullopt;
    return size;
}

Result<std::span<const std::byte>> Unpacker::unpack(const TableView& table, std::uint64_t frame,
                                                    std::vector<std::byte>& buffer) {
    const Header& header = table.header();
    const auto bytes = table.frame(frame);
    if (!bytes) return bytes;
    const std::size_t most = header.most_unpacked(frame);
    if (buffer.size() < most) buffer.resize(most);
    const auto size = unpack(*bytes, std::span(buffer).first(most));
    // Only of distances there may be fewer than slots, one for each that is decided.
    const bool fewer = header.payload == Payload::exact && frame >= header.blocks();
    if (!size || (fewer ? *size % header.width != 0 : *size != most))
        return Failure(detail::damaged_block(header, frame));
    return std::span(std::as_const(buffer)).first(*size);
}

BlockCache::BlockCache(std::size_t blocks) : entries_(std::bit_ceil(std::max(blocks, ways))) {}

Result<std::span<const std::byte>> BlockCache::block(const TableView& table, std::uint64_t frame) {
    const std::uint64_t identity = table.header().identity;
    // Neighbouring blocks are asked for together, so they lie in different sets.
    const std::size_t sets = entries_.size() / ways;
    const auto set = std::span(entries_).subspan(((identity + frame) & (sets - 1)) * ways, ways);
    for (Entry& entry : set) {
        if (entry.frame != frame || entry.table != identity || entry.used == 0) continue;
        entry.used = ++clock_;
        ++hits_;
        return entry.block;
    }
    ++misses_;
    Entry& oldest = *std::ranges::min_element(set, {}, &Entry::used);
    oldest.used = 0;
    const auto block = unpacker_.unpack(table, frame, oldest.buffer);
    if (!block) return block;
    oldest.block = *block;
    oldest.table = identity;
    oldest.frame = frame;
    oldest.used = ++clock_;
    return block;
}

Result<Code> probe_code(const TableView& table, std::uint64_t slot, BlockCache& cache) {
    assert(table.header().payload == Payload::exact);
    const Frames frames = frames_of(table.header(), slot);
    const auto values = cache.block(table, frames.first);
    if (!values) return Failure(values.error());
    return read_code(*values, frames.index);
}

Result<Word> probe_word(const TableView& table, std::uint64_t slot, BlockCache& cache) {
    const Header& header = table.header();
    assert(header.payload == Payload::exact);
    const Frames frames = frames_of(header, slot);
    const auto values = cache.block(table, frames.first);
    if (!values) return Failure(values.error());
    const Code code = read_code(*values, frames.index);
    if (code == Code::draw) return drawn;
    if (code == Code::none) return unused;
    const auto distances = cache.block(table, *frames.second);
    if (!distances) return Failure(distances.error());
    const auto word = read_word(*values, *distances, header.width, frames.index);
    if (!word) return Failure(detail::damaged_block(header, *frames.second));
    return *word;
}

Result<double> probe_probability(const TableView& table, std::uint64_t slot, BlockCache& cache) {
    const Header& header = table.header();
    assert(header.payload == Payload::probability);
    const Frames frames = frames_of(header, slot);
    const auto block = cache.block(table, frames.first);
    if (!block) return Failure(block.error());
    return read_probability(*block, header.width, frames.index);
}

Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count, std::span<Word> words) {
    return read_some(table, first, count, words);
}
Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count,
                         std::span<float> probabilities) {
    return read_some(table, first, count, probabilities);
}
Result<void> read_blocks(const TableView& table, std::uint64_t first, std::uint64_t count,
                         std::span<double> probabilities) {
    return read_some(table, first, count, probabilities);
}
Result<void> read_all(const TableView& table, std::span<Word> words) {
    return read_some(table, 0, table.header().blocks(), words);
}
Result<void> read_all(const TableView& table, std::span<float> probabilities) {
    return read_some(table, 0, table.header().blocks(), probabilities);
}
Result<void> read_all(const TableView& table, std::span<double> probabilities) {
    return read_some(table, 0, table.header().blocks(), probabilities);
}

Result<void> check(const TableView& table) {
    if (table.header().payload == Payload::exact) return check_all<Word>(table);
    return table.header().width == sizeof(float) ? check_all<float>(table) : check_all<double>(table);
}

}  // namespace tavola::tables
