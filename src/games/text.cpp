#include "games/text.h"

#include <algorithm>
#include <vector>

namespace tavola {
namespace {

// The character that starts at an offset, whole even where it takes several bytes.
std::string character_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return {};
    std::size_t end = offset + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return std::string(text.substr(offset, end - offset));
}

// A place in a text, counted in characters from 1.
std::size_t column(std::string_view text, std::size_t offset) {
    return 1 + static_cast<std::size_t>(std::ranges::count_if(
                   text.substr(0, offset), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string one_of(std::string_view letters) {
    std::string result;
    for (char letter : letters) result.append(result.empty() ? "" : " ").push_back(letter);
    return result;
}

}  // namespace

Result<Fields> split_fields(std::string_view text, std::span<const std::string_view> names) {
    Fields fields;
    std::size_t start = 0;
    for (std::string_view name : names) {
        if (start > text.size())
            return Failure(Error{.key = "error.field.missing",
                                 .what = "position",
                                 .field = std::string(name),
                                 .at = column(text, text.size()),
                                 .found = {},
                                 .expected = std::string(name)});
        const std::size_t end = std::min(text.find(' ', start), text.size());
        fields.push_back({name, text.substr(start, end - start), start});
        if (start == end) return fault_in(fields.back(), "error.field.empty");
        start = end + 1;
    }
    if (start <= text.size())
        return Failure(Error{.key = "error.field.stray",
                             .what = "position",
                             .field = "fields",
                             .at = column(text, start - 1),
                             .found = std::string(text.substr(start - 1)),
                             .expected = std::to_string(names.size())});
    return fields;
}

Failure fault_at(const Field& field, std::size_t offset, std::string_view key, std::string expected) {
    return Failure(Error{.key = key,
                         .what = "position",
                         .field = std::string(field.name),
                         .at = field.at + offset + 1,
                         .found = character_at(field.text, offset),
                         .expected = std::move(expected)});
}

Failure fault_in(const Field& field, std::string_view key, std::string expected) {
    return Failure(Error{.key = key,
                         .what = "position",
                         .field = std::string(field.name),
                         .at = field.at + 1,
                         .found = std::string(field.text),
                         .expected = std::move(expected)});
}

Result<Player> read_turn(const Field& field, std::string_view letters) {
    if (field.text.size() == 1)
        if (const std::size_t number = letters.find(field.text[0]); number != letters.npos)
            return Player(static_cast<int>(number));
    return fault_in(field, "error.word", one_of(letters));
}

Result<int> read_number(const Field& field, int low, int high) {
    int value = 0;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char c = field.text[i];
        if (c < '0' || c > '9') return fault_at(field, i, "error.letter", "0-9");
        if (i > 0 && value == 0) return fault_at(field, 0, "error.number.zero");
        value = value * 10 + (c - '0');
        if (value > high) break;
    }
    if (value < low || value > high)
        return fault_in(field, "error.number.range", std::to_string(low) + ".." + std::to_string(high));
    return value;
}

Result<Letters> read_board(const Field& field, const BoardText& layout, std::string_view letters) {
    Letters board{};
    std::size_t offset = 0, next = 0;
    for (std::size_t row = 0; row < layout.rows.size(); ++row) {
        for (int i = 0; i < layout.rows[row]; ++i, ++offset) {
            if (offset == field.text.size()) return fault_at(field, offset, "error.board.short", one_of(letters));
            const std::size_t letter = letters.find(field.text[offset]);
            if (letter == letters.npos)
                return fault_at(field, offset, field.text[offset] == '/' ? "error.board.row" : "error.letter",
                                one_of(letters));
            board[static_cast<std::size_t>(layout.order[next++].index())] = static_cast<std::uint8_t>(letter);
        }
        if (row + 1 == layout.rows.size()) break;
        if (offset == field.text.size()) return fault_at(field, offset, "error.board.short", "/");
        if (field.text[offset] != '/') return fault_at(field, offset, "error.letter", "/");
        ++offset;
    }
    if (offset != field.text.size()) return fault_at(field, offset, "error.board.long");
    return board;
}

std::string print_board(const Letters& board, const BoardText& layout, std::string_view letters) {
    std::string text;
    std::size_t next = 0;
    for (std::uint8_t length : layout.rows) {
        if (!text.empty()) text.push_back('/');
        for (int i = 0; i < length; ++i)
            text.push_back(letters[board[static_cast<std::size_t>(layout.order[next++].index())]]);
    }
    return text;
}

CellSet cells_with(const Letters& board, const BoardText& layout, int letter) {
    CellSet set;
    for (Cell cell : layout.order)
        if (board[static_cast<std::size_t>(cell.index())] == letter) set |= cell;
    return set;
}

Result<void> check_canonical(std::string_view text, std::string_view printed,
                             std::span<const std::string_view> names) {
    if (text == printed) return {};
    const auto [a, b] = std::ranges::mismatch(text, printed);
    const auto offset = static_cast<std::size_t>(a - text.begin());
    const auto spaces = static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), ' '));
    return Failure(Error{.key = "error.canonical",
                         .what = "position",
                         .field = std::string(names[std::min(spaces, names.size() - 1)]),
                         .at = offset + 1,
                         .found = character_at(text, offset),
                         .expected = std::string(printed)});
}

Result<std::size_t> find_word(std::string_view word, std::span<const std::string> legal) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (legal[i] == word) return i;
        const auto [a, b] = std::ranges::mismatch(word, legal[i]);
        longest = std::max(longest, static_cast<std::size_t>(a - word.begin()));
    }
    // What could have been written: the legal moves that agree as far as any does.
    std::vector<std::string_view> near;
    for (const std::string& move : legal)
        if (move.starts_with(word.substr(0, longest))) near.push_back(move);
    std::ranges::sort(near);
    std::string expected;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(near.size(), most); ++i) expected.append(i == 0 ? "" : " ").append(near[i]);
    if (near.size() > most) expected.append(" ...");
    return Failure(Error{.key = legal.empty() ? "error.move.over" : "error.move.illegal",
                         .what = "move",
                         .field = std::string(word),
                         .at = longest + 1,
                         .found = character_at(word, longest),
                         .expected = std::move(expected)});
}

}  // namespace tavola
