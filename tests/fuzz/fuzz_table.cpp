// Tables: whatever the bytes, they are refused, or every slot can be asked for.
//
// Checksums would stop nearly everything at the door. So each input is tried as it is, and once more with its
// checksums made right, as somebody might who means harm.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz.h"
#include "tables/checksum.h"
#include "tables/frames.h"

using namespace tavola;
using namespace tavola::tables;

namespace {

void store(std::vector<std::byte>& file, std::size_t at, std::uint64_t value) {
    std::memcpy(file.data() + at, &value, sizeof value);
}

void require_sound(const Error& error) { fuzz::require_sound(error, "table", {}); }

void use(std::span<const std::byte> file) {
    const auto table = TableView::open(file);
    if (!table) return require_sound(table.error());
    const Header& header = table->header();
    fuzz::require(table->expect(header.subject.game, header.subject.rules, header.subject.sector).has_value(),
                  "a table is what it says it is");
    BlockCache cache(8);
    bool all = true;
    const std::uint64_t step = 1 + header.slots / 200;
    for (std::uint64_t slot = 0; slot < header.slots; slot += step) {
        const TableView::Located located = table->locate(slot);
        fuzz::require(located.first.at + located.first.length <= file.size(), "a frame lies in the file");
        if (header.payload == Payload::probability) {
            all = probe_probability(*table, slot, cache).has_value() && all;
            continue;
        }
        const auto word = probe_word(*table, slot, cache);
        const auto code = probe_code(*table, slot, cache);
        if (!word) require_sound(word.error());
        fuzz::require(!word || (is_valid(*word) && code == code_of(*word)), "a word means something");
        all = word && all;
    }
    // What is sound as a whole is so in every part.
    if (header.slots > 1'000'000) return;
    const auto checked = check(*table);
    if (!checked) return require_sound(checked.error());
    fuzz::require(all, "a checked table answers");
    if (header.payload != Payload::exact) return;
    std::vector<Word> words(header.slots);
    fuzz::require(read_all(*table, std::span(words)).has_value(), "a checked table can be read");
    for (std::uint64_t slot = 0; slot < header.slots; slot += step)
        fuzz::require(probe_word(*table, slot, cache) == words[slot], "a probe tells what is read");
}

// Makes the checksums of frames, directory and header right, as far as there are such parts.
void make_right(std::vector<std::byte>& file) {
    if (file.size() < 128) return;
    const std::size_t game = load<std::uint8_t>(file.data() + 120), sector = load<std::uint8_t>(file.data() + 121),
                      rules = load<std::uint16_t>(file.data() + 122);
    const std::size_t end = (128 + game + sector + rules + 7) / 8 * 8;
    if (file.size() < end + 8) return;
    const auto text = [&](std::size_t at, std::size_t size) {
        return std::string_view(reinterpret_cast<const char*>(file.data()) + at, size);
    };
    store(file, 24, fingerprint(text(128, game), text(128 + game + sector, rules)));
    store(file, end, checksum(std::span(file).first(end)));
    auto header = parse_header(file);
    if (!header || header->frames() > file.size() / entry_size || file.size() < header->frames_at()) return;
    for (std::uint64_t frame = 0; frame < header->frames(); ++frame) {
        const std::size_t entry = entries_at(*header, frame);
        const auto place = parse_entries(*header, frame, std::span(file).subspan(entry, entries_size));
        if (!place || place->at > file.size() || place->length > file.size() - place->at) continue;
        store(file, entry + 8, checksum(std::span(file).subspan(place->at, place->length)));
    }
    store(file, 56, checksum(std::span(file).subspan(header->size(), header->directory_size())));
    store(file, end, checksum(std::span(file).first(end)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // A buffer of just that size, so that a step beyond it is seen.
    std::vector<std::byte> file(size);
    if (size > 0) std::memcpy(file.data(), data, size);
    use(file);
    make_right(file);
    use(file);
    return 0;
}
