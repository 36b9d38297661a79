// Records: whatever is read can be written, and reads back as the same.
#include <cstddef>
#include <cstdint>

#include "fuzz.h"
#include "match/record.h"

using namespace tavola;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto records = parse_records(text);
    if (!records) {
        fuzz::require(records.error().key.starts_with("error."), "an error names its sentence", text);
        fuzz::require(records.error().line > 0 && records.error().at > 0, "a fault in a record lies somewhere", text);
        return 0;
    }
    std::string printed;
    for (const Record& record : *records) {
        printed += print_record(record);
        const Match match = match_of(record);
        fuzz::require(match.steps().size() == record.line.moves.size(), "every move of a record can be followed",
                      text);
    }
    const auto again = parse_records(printed);
    fuzz::require(again.has_value(), "what is written can be read", printed);
    std::string reprinted;
    for (const Record& record : *again) reprinted += print_record(record);
    fuzz::require(reprinted == printed, "and is written the same", printed);
    return 0;
}
