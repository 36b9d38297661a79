// Reading and writing positions: fields split by one space, boards as rows split by slashes. Whatever is not
// exactly what printing gives is refused, with the field and the character.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/list.h"
#include "base/result.h"
#include "board/cell.h"
#include "games/player.h"

namespace tavola {

/// One field of a position's text; `at` is where it starts, counted from 0.
struct Field {
    std::string_view name;
    std::string_view text;
    std::size_t at = 0;
};

using Fields = FixedList<Field, 6>;

/// Cuts a position into fields of these names: as many, no more, no fewer.
Result<Fields> split_fields(std::string_view text, std::span<const std::string_view> names);

/// A fault at a character of a field (counted from 0 there).
Failure fault_at(const Field& field, std::size_t offset, std::string_view key, std::string expected = {});
/// A fault of a field as a whole.
Failure fault_in(const Field& field, std::string_view key, std::string expected = {});

/// Which players `letters` stand for, one letter each: the field must be one of them.
Result<Player> read_turn(const Field& field, std::string_view letters);
/// A number as it is printed, between bounds.
Result<int> read_number(const Field& field, int low, int high);

/// In which order a board's cells are written, and after how many a slash follows.
struct BoardText {
    FixedList<Cell, 64> order;
    FixedList<std::uint8_t, 16> rows;

    template <class Cells>
    constexpr void add_row(const Cells& cells) noexcept {
        std::uint8_t length = 0;
        for (Cell cell : cells) {
            order.push_back(cell);
            ++length;
        }
        rows.push_back(length);
    }
};

/// For each cell the number of its letter in `letters`.
using Letters = std::array<std::uint8_t, 64>;

Result<Letters> read_board(const Field& field, const BoardText& layout, std::string_view letters);
std::string print_board(const Letters& board, const BoardText& layout, std::string_view letters);

/// The cells that carry one letter.
CellSet cells_with(const Letters& board, const BoardText& layout, int letter);

/// Refuses a text that says the same as another, shorter or differently: only what is printed can be read.
Result<void> check_canonical(std::string_view text, std::string_view printed,
                             std::span<const std::string_view> names);

/// Finds a word among the legal moves. If it is none of them, says from which character on no legal move is
/// written so, and what would be possible there.
Result<std::size_t> find_word(std::string_view word, std::span<const std::string> legal);

}  // namespace tavola
