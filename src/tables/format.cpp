#include "tables/format.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "tables/checksum.h"

namespace tavola::tables {
namespace {

// The last characters tell a file that a text editor or a transfer has touched.
constexpr std::string_view magic("TAVOLA\x1a\n", 8);

// The header, in bytes:
//     0  magic                       40  slots                     96  plain positions won,
//     8  version, 4 bytes            48  checksum of the words    104  drawn,
//    12  slots of a block, 4 bytes   56  checksum of the directory 112  lost
//    16  payload, 1 byte             64  classes won,             120  length of the game's name, 1 byte
//    17  width, 1 byte               72  drawn,                   121  length of the sector's name, 1 byte
//    18  longest win, 2 bytes        80  lost                     122  length of the rules, 2 bytes
//    20  longest loss, 2 bytes       88  (nothing)                124  (nothing)
//    24  fingerprint
//    32  (nothing)
//   128  game, sector, rules; then zeros up to a multiple of 8, then the checksum of all before it
constexpr std::size_t texts_at = 128, checksum_size = 8;
constexpr std::size_t longest_name = 48, longest_rules = 1600;
static_assert(texts_at + 2 * longest_name + longest_rules + 8 + checksum_size <= largest_header);

constexpr std::uint32_t smallest_block = 8, largest_block = 1 << 20;
constexpr std::uint64_t most_slots = std::uint64_t{1} << 40;

constexpr std::size_t header_size(std::size_t texts) noexcept {
    return (texts_at + texts + 7) / 8 * 8 + checksum_size;
}

template <class Integer>
void store(std::span<std::byte> bytes, std::size_t at, Integer value) noexcept {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}
void store(std::span<std::byte> bytes, std::size_t at, const Counts& counts) noexcept {
    store(bytes, at, counts.won);
    store(bytes, at + 8, counts.drawn);
    store(bytes, at + 16, counts.lost);
}
Counts load_counts(const std::byte* from) noexcept {
    return {load<std::uint64_t>(from), load<std::uint64_t>(from + 8), load<std::uint64_t>(from + 16)};
}

std::string_view text_at(std::span<const std::byte> bytes, std::size_t at, std::size_t length) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()) + at, length};
}

// Some bytes of a file that has them. Where a size is narrower than 64 bits, so are all files in memory.
std::span<const std::byte> part(std::span<const std::byte> file, std::uint64_t at, std::uint64_t length) noexcept {
    assert(at <= file.size() && length <= file.size() - at);
    return {file.data() + at, file.data() + at + length};
}

bool is_game_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= longest_name &&
           std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}
bool is_rules_text(std::string_view rules) noexcept {
    return rules.size() <= longest_rules && std::ranges::all_of(rules, [](char c) { return c >= ' ' && c <= '~'; });
}

// How many of the first slots of a block of values are wins, or losses. A win has the low bit of its two alone, a
// loss the high one: so the marks of 32 slots fill every other bit, and two such words are counted as one.
template <Code code>
std::uint32_t count_codes(std::span<const std::byte> values, std::uint32_t slots) noexcept {
    static_assert(code == Code::win || code == Code::loss);
    constexpr std::uint32_t group = 32;
    const auto marks = [](std::uint64_t some) {
        const std::uint64_t turned = code == Code::win ? some & ~(some >> 1) : (some >> 1) & ~some;
        return turned & 0x5555555555555555u;
    };
    const std::byte* at = values.data();
    int total = 0;
    for (; slots >= 4 * group; slots -= 4 * group, at += 32) {
        const auto two = [&](std::size_t i) {
            return marks(load<std::uint64_t>(at + i)) | marks(load<std::uint64_t>(at + i + 8)) << 1;
        };
        total += std::popcount(two(0)) + std::popcount(two(16));
    }
    for (; slots >= group; slots -= group, at += 8) total += std::popcount(marks(load<std::uint64_t>(at)));
    if (slots > 0) {
        std::uint64_t rest = 0;
        std::memcpy(&rest, at, (slots + 3) / 4);
        total += std::popcount(marks(rest & ((std::uint64_t{1} << 2 * slots) - 1)));
    }
    return static_cast<std::uint32_t>(total);
}

Failure failure(std::string_view key, std::string found = {}, std::string expected = {}) {
    return Failure(detail::table_error(key, std::move(found), std::move(expected)));
}
Failure too_short(std::uint64_t found, std::uint64_t expected) {
    return failure("error.table.short", std::to_string(found), std::to_string(expected));
}

}  // namespace

namespace detail {

Error table_error(std::string_view key, std::string found, std::string expected) {
    Error error{key, "table"};
    error.found = std::move(found);
    error.expected = std::move(expected);
    return error;
}

Error damaged_block(const Header& header, std::uint64_t frame) {
    return table_error("error.table.block", std::to_string(frame + 1), std::to_string(header.frames()));
}

}  // namespace detail

std::string rules_text(std::span<const Setting> all_settings) {
    std::vector<std::string> words;
    for (const Setting& setting : all_settings) words.push_back(setting.key + '=' + setting.value);
    std::ranges::sort(words);
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

std::uint64_t fingerprint(std::string_view game, std::string_view rules) noexcept {
    const std::uint32_t version = format_version;
    return Checksum().add(std::as_bytes(std::span(&version, 1))).add(game).add("\n").add(rules).value();
}

std::string folder_name(std::string_view game, std::string_view rules) {
    std::string text(16, '0');
    std::uint64_t number = fingerprint(game, rules);
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
        *digit = "0123456789abcdef"[number & 15];
    return std::string(game) + '-' + text;
}

std::string file_name(std::string_view game, std::string_view rules, std::string_view sector) {
    return folder_name(game, rules) + '/' + std::string(sector) + std::string(file_ending);
}

bool is_sector_name(std::string_view name) noexcept {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
               c == '_' || c == '.';
    };
    return !name.empty() && name.size() <= longest_name && name.front() != '.' && name.front() != '-' &&
           std::ranges::all_of(name, fits);
}

std::size_t Header::size() const noexcept {
    return header_size(subject.game.size() + subject.sector.size() + subject.rules.size());
}

std::uint32_t Header::slots_of(std::uint64_t block_number) const noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(block, slots - block_number * block));
}

std::uint32_t Header::most_unpacked(std::uint64_t frame) const noexcept {
    const std::uint64_t count = blocks();
    if (payload == Payload::exact && frame < count) return (slots_of(frame) + 3) / 4;
    return slots_of(frame % count) * width;
}

Result<void> check_subject(const Subject& subject) {
    if (!is_game_name(subject.game)) return failure("error.table.name", subject.game);
    if (!is_sector_name(subject.sector)) return failure("error.table.name", subject.sector);
    if (!is_rules_text(subject.rules)) return failure("error.table.name", subject.rules);
    return {};
}

std::vector<std::byte> print_header(Header& header) {
    const auto& [game, rules, sector] = header.subject;
    std::vector<std::byte> bytes(header.size());
    std::memcpy(bytes.data(), magic.data(), magic.size());
    store(bytes, 8, format_version);
    store(bytes, 12, header.block);
    store(bytes, 16, header.payload);
    store(bytes, 17, header.width);
    store(bytes, 18, header.facts.longest_win);
    store(bytes, 20, header.facts.longest_loss);
    store(bytes, 24, fingerprint(game, rules));
    store(bytes, 40, header.slots);
    store(bytes, 48, header.facts.checksum);
    store(bytes, 56, header.directory_checksum);
    store(bytes, 64, header.facts.classes);
    store(bytes, 96, header.facts.plain);
    store(bytes, 120, static_cast<std::uint8_t>(game.size()));
    store(bytes, 121, static_cast<std::uint8_t>(sector.size()));
    store(bytes, 122, static_cast<std::uint16_t>(rules.size()));
    std::size_t at = texts_at;
    for (const std::string* text : {&game, &sector, &rules}) {
        if (!text->empty()) std::memcpy(bytes.data() + at, text->data(), text->size());
        at += text->size();
    }
    const std::size_t end = bytes.size() - checksum_size;
    header.identity = checksum(std::span(bytes).first(end));
    store(bytes, end, header.identity);
    return bytes;
}

Result<Header> parse_header(std::span<const std::byte> file) {
    // 1. Is it a table, and one of this version? Only then the other bytes mean what they mean here.
    const std::size_t common = std::min(file.size(), magic.size());
    if (text_at(file, 0, common) != magic.substr(0, common)) return failure("error.table.magic");
    if (file.size() < texts_at) return too_short(file.size(), texts_at);
    const std::byte* const from = file.data();
    if (const auto version = load<std::uint32_t>(from + 8); version != format_version)
        return failure("error.table.version", std::to_string(version), std::to_string(format_version));

    // 2. Are the bytes those that were written?
    const std::size_t game_size = load<std::uint8_t>(from + 120), sector_size = load<std::uint8_t>(from + 121),
                      rules_size = load<std::uint16_t>(from + 122);
    const std::size_t size = header_size(game_size + sector_size + rules_size);
    if (game_size > longest_name || sector_size > longest_name || rules_size > longest_rules)
        return failure("error.table.header");
    if (file.size() < size) return too_short(file.size(), size);
    Header header;
    header.identity = load<std::uint64_t>(from + size - checksum_size);
    if (header.identity != checksum(file.first(size - checksum_size))) return failure("error.table.header");

    // 3. Do they make sense? A checksum guards against accidents, not against authors.
    const std::uint8_t payload = load<std::uint8_t>(from + 16);
    header.payload = static_cast<Payload>(payload);
    header.width = load<std::uint8_t>(from + 17);
    header.block = load<std::uint32_t>(from + 12);
    header.slots = load<std::uint64_t>(from + 40);
    header.facts = {.classes = load_counts(from + 64),
                    .plain = load_counts(from + 96),
                    .longest_win = load<Word>(from + 18),
                    .longest_loss = load<Word>(from + 20),
                    .checksum = load<std::uint64_t>(from + 48)};
    header.directory_checksum = load<std::uint64_t>(from + 56);
    header.subject.game = text_at(file, texts_at, game_size);
    header.subject.sector = text_at(file, texts_at + game_size, sector_size);
    header.subject.rules = text_at(file, texts_at + game_size + sector_size, rules_size);
    const bool width_fits = payload == 0
                                ? header.width == 1 || header.width == 2
                                : payload == 1 && (header.width == sizeof(float) || header.width == sizeof(double));
    if (!width_fits || !std::has_single_bit(header.block) || header.block < smallest_block ||
        header.block > largest_block || header.slots > most_slots || !check_subject(header.subject) ||
        load<std::uint64_t>(from + 24) != fingerprint(header.subject.game, header.subject.rules))
        return failure("error.table.header");
    return header;
}

Frames frames_of(const Header& header, std::uint64_t slot) noexcept {
    assert(slot < header.slots);
    Frames frames;
    frames.first = slot / header.block;
    if (header.payload == Payload::exact) frames.second = header.blocks() + frames.first;
    frames.index = static_cast<std::uint32_t>(slot % header.block);
    return frames;
}

std::uint64_t entries_at(const Header& header, std::uint64_t frame) noexcept {
    return header.size() + frame * entry_size;
}

Result<Place> parse_entries(const Header& header, std::uint64_t frame, std::span<const std::byte> entries) {
    if (frame >= header.frames() || entries.size() < entries_size) return failure("error.table.directory");
    Place place;
    place.frame = frame;
    place.at = load<std::uint64_t>(entries.data());
    place.checksum = load<std::uint64_t>(entries.data() + 8);
    const auto end = load<std::uint64_t>(entries.data() + entry_size);
    if (place.at < header.frames_at() || place.at > end) return failure("error.table.directory");
    place.length = end - place.at;
    place.unpacked = header.most_unpacked(frame);
    return place;
}

Result<TableView> TableView::open(std::span<const std::byte> file) {
    auto header = parse_header(file);
    if (!header) return Failure(std::move(header).error());
    const std::uint64_t frames_at = header->frames_at();
    if (file.size() < frames_at) return too_short(file.size(), frames_at);
    const auto directory = part(file, header->size(), header->directory_size());
    if (checksum(directory) != header->directory_checksum) return failure("error.table.directory");
    // The frames lie one after the other, up to the end of the file.
    std::uint64_t end = frames_at;
    for (std::uint64_t frame = 0; frame <= header->frames(); ++frame) {
        const auto at = load<std::uint64_t>(directory.data() + frame * entry_size);
        if (frame == 0 ? at != frames_at : at < end) return failure("error.table.directory");
        end = at;
    }
    if (file.size() < end) return too_short(file.size(), end);
    if (file.size() > end) return failure("error.table.long", std::to_string(file.size()), std::to_string(end));
    return TableView(*std::move(header), file);
}

Result<void> expect(const Header& header, std::string_view game, std::string_view rules, std::string_view sector) {
    const Subject& found = header.subject;
    if (found.game != game) return failure("error.table.game", found.game, std::string(game));
    if (found.rules != rules) return failure("error.table.rules", found.rules, std::string(rules));
    if (found.sector != sector) return failure("error.table.sector", found.sector, std::string(sector));
    return {};
}

Place TableView::place(std::uint64_t frame) const noexcept {
    assert(frame < header_.frames());
    const std::byte* const entry = file_.data() + entries_at(header_, frame);
    const auto at = load<std::uint64_t>(entry), end = load<std::uint64_t>(entry + entry_size);
    return {frame, at, end - at, load<std::uint64_t>(entry + 8), header_.most_unpacked(frame)};
}

TableView::Located TableView::locate(std::uint64_t slot) const noexcept {
    const Frames frames = frames_of(header_, slot);
    Located located{.first = place(frames.first), .index = frames.index};
    if (frames.second) located.second = place(*frames.second);
    return located;
}

Result<std::span<const std::byte>> TableView::frame(std::uint64_t frame) const {
    const Place there = place(frame);
    const auto bytes = part(file_, there.at, there.length);
    if (checksum(bytes) != there.checksum) return Failure(detail::damaged_block(header_, frame));
    return bytes;
}

void pack_values(std::span<const Word> words, std::span<std::byte> block) noexcept {
    assert(block.size() == (words.size() + 3) / 4);
    const auto code = [](Word word) { return static_cast<unsigned>(code_of(word)); };
    const std::size_t whole = words.size() / 4;
    for (std::size_t i = 0; i < whole; ++i) {
        const Word* const four = words.data() + 4 * i;
        block[i] =
            static_cast<std::byte>(code(four[0]) | code(four[1]) << 2 | code(four[2]) << 4 | code(four[3]) << 6);
    }
    if (whole == block.size()) return;
    unsigned last = 0;
    for (std::size_t i = 4 * whole; i < words.size(); ++i) last |= code(words[i]) << 2 * (i % 4);
    block[whole] = static_cast<std::byte>(last);
}

std::size_t pack_distances(std::span<const Word> words, int width, std::span<std::byte> block) noexcept {
    const std::size_t count = static_cast<std::size_t>(std::ranges::count_if(words, is_decided));
    assert(block.size() >= count * static_cast<std::size_t>(width));
    std::size_t front = 0, back = count;
    for (const Word word : words) {
        if (!is_decided(word)) continue;
        const std::size_t at = is_win(word) ? front++ : --back;
        block[at] = static_cast<std::byte>(word >> 1 & 0xff);
        if (width == 2) block[count + at] = static_cast<std::byte>(word >> 9);
    }
    return count * static_cast<std::size_t>(width);
}

namespace {
// A number's bits, as many bytes in as many planes.
template <class Real>
using BitsOf = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

template <class Real>
void pack_planes(std::span<const Real> numbers, std::span<std::byte> block) noexcept {
    const std::size_t count = numbers.size();
    assert(block.size() == count * sizeof(Real));
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<BitsOf<Real>>(numbers[i]);
        for (std::size_t plane = 0; plane < sizeof(Real); ++plane)
            block[plane * count + i] = static_cast<std::byte>(bits >> 8 * plane & 255);
    }
}

template <class Real>
Real read_planes(std::span<const std::byte> block, std::uint32_t index) noexcept {
    const std::size_t count = block.size() / sizeof(Real);
    BitsOf<Real> bits = 0;
    for (std::size_t plane = 0; plane < sizeof(Real); ++plane)
        bits |= static_cast<BitsOf<Real>>(block[plane * count + index]) << 8 * plane;
    return std::bit_cast<Real>(bits);
}

template <class Real>
void unpack_planes(std::span<const std::byte> block, std::span<Real> numbers) noexcept {
    assert(block.size() == numbers.size() * sizeof(Real));
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = read_planes<Real>(block, i);
}
}  // namespace

void pack_probabilities(std::span<const float> probabilities, std::span<std::byte> block) noexcept {
    pack_planes(probabilities, block);
}
void pack_probabilities(std::span<const double> probabilities, std::span<std::byte> block) noexcept {
    pack_planes(probabilities, block);
}

bool unpack_words(std::span<const std::byte> values, std::span<const std::byte> distances, int width,
                  std::span<Word> words) noexcept {
    assert(values.size() == (words.size() + 3) / 4);
    const auto slots = static_cast<std::uint32_t>(words.size());
    const std::size_t count = distances.size() / static_cast<std::size_t>(width);
    if (count * static_cast<std::size_t>(width) != distances.size()) return false;
    if (count_codes<Code::win>(values, slots) + count_codes<Code::loss>(values, slots) != count) return false;
    // Without branches, as values are hard to foretell: the next distance of either kind is at hand, a slot takes it
    // doubled or not at all, and sets some bits.
    static constexpr std::array<unsigned, 4> keep{0, 0xffff, 0xffff, 0}, set{drawn, 1, 0, unused};
    static constexpr std::array<std::byte, 2> nothing{};
    if (count == 0) distances = nothing;
    const std::size_t last = count == 0 ? 0 : count - 1, high = width == 2 ? std::max<std::size_t>(count, 1) : 0;
    std::size_t front = 0, back = count;
    unsigned beyond = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const unsigned code = static_cast<unsigned>(values[i / 4]) >> 2 * (i % 4) & 3;
        const bool win = code == static_cast<unsigned>(Code::win), loss = code == static_cast<unsigned>(Code::loss);
        back -= loss;
        const std::size_t at = std::min(loss ? back : front, last);
        front += win;
        unsigned half = static_cast<unsigned>(distances[at]);
        if (high != 0) half |= static_cast<unsigned>(distances[high + at]) << 8;
        const unsigned word = (2 * half & keep[code]) | set[code];
        beyond |= (win || loss) && 2 * half + win > longest_decided;
        words[i] = static_cast<Word>(word);
    }
    return beyond == 0;
}

void unpack_probabilities(std::span<const std::byte> block, std::span<float> probabilities) noexcept {
    unpack_planes(block, probabilities);
}
void unpack_probabilities(std::span<const std::byte> block, std::span<double> probabilities) noexcept {
    unpack_planes(block, probabilities);
}

Code read_code(std::span<const std::byte> values, std::uint32_t index) noexcept {
    return static_cast<Code>(static_cast<unsigned>(values[index / 4]) >> 2 * (index % 4) & 3);
}

std::optional<Word> read_word(std::span<const std::byte> values, std::span<const std::byte> distances, int width,
                              std::uint32_t index) noexcept {
    const Code code = read_code(values, index);
    if (code == Code::draw) return drawn;
    if (code == Code::none) return unused;
    const std::size_t count = distances.size() / static_cast<std::size_t>(width);
    const std::size_t before =
        code == Code::win ? count_codes<Code::win>(values, index) : count_codes<Code::loss>(values, index);
    if (before >= count) return std::nullopt;
    const std::size_t at = code == Code::win ? before : count - 1 - before;
    unsigned half = static_cast<unsigned>(distances[at]);
    if (width == 2) half |= static_cast<unsigned>(distances[count + at]) << 8;
    const unsigned word = 2 * half + (code == Code::win);
    if (word > longest_decided) return std::nullopt;
    return static_cast<Word>(word);
}

double read_probability(std::span<const std::byte> block, int width, std::uint32_t index) noexcept {
    return width == sizeof(float) ? static_cast<double>(read_planes<float>(block, index))
                                  : read_planes<double>(block, index);
}

}  // namespace tavola::tables
