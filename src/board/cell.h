// Cells and sets of cells: every board of the house fits in one 64-bit word.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace tavola {

/// A place on a board, by its number there (0..63).
class Cell {
  public:
    constexpr Cell() noexcept = default;
    explicit constexpr Cell(int index) noexcept : index_(static_cast<std::uint8_t>(index)) {
        assert(index >= 0 && index < 64);
    }
    constexpr int index() const noexcept { return index_; }
    friend constexpr auto operator<=>(Cell, Cell) noexcept = default;

  private:
    std::uint8_t index_;
};

/// A set of cells, one bit each. Iterates from the lowest number up.
class CellSet {
  public:
    constexpr CellSet() noexcept = default;
    explicit constexpr CellSet(std::uint64_t bits) noexcept : bits_(bits) {}
    constexpr CellSet(Cell cell) noexcept : bits_(std::uint64_t{1} << cell.index()) {}
    constexpr CellSet(std::initializer_list<Cell> cells) noexcept {
        for (Cell cell : cells) *this |= cell;
    }
    /// The first n cells.
    static constexpr CellSet first(int n) noexcept {
        return CellSet(n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1);
    }

    constexpr std::uint64_t bits() const noexcept { return bits_; }
    constexpr int size() const noexcept { return std::popcount(bits_); }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    constexpr bool has(Cell cell) const noexcept { return (bits_ >> cell.index()) & 1; }
    constexpr bool contains(CellSet other) const noexcept { return (other.bits_ & ~bits_) == 0; }
    constexpr Cell lowest() const noexcept { return Cell(std::countr_zero(bits_)); }

    /// The n-th cell of the set, counted from 0.
    constexpr Cell nth(int n) const noexcept {
#if defined(__BMI2__)
        // By the compilers' built-in: <immintrin.h> takes longer to read than most units.
        if (!std::is_constant_evaluated())
            return Cell(std::countr_zero(std::uint64_t{__builtin_ia32_pdep_di(std::uint64_t{1} << n, bits_)}));
#endif
        std::uint64_t rest = bits_;
        for (; n > 0; --n) rest &= rest - 1;
        return Cell(std::countr_zero(rest));
    }

    friend constexpr CellSet operator&(CellSet a, CellSet b) noexcept { return CellSet(a.bits_ & b.bits_); }
    friend constexpr CellSet operator|(CellSet a, CellSet b) noexcept { return CellSet(a.bits_ | b.bits_); }
    friend constexpr CellSet operator^(CellSet a, CellSet b) noexcept { return CellSet(a.bits_ ^ b.bits_); }
    friend constexpr CellSet operator-(CellSet a, CellSet b) noexcept { return CellSet(a.bits_ & ~b.bits_); }
    friend constexpr CellSet operator~(CellSet a) noexcept { return CellSet(~a.bits_); }
    friend constexpr CellSet operator<<(CellSet a, int n) noexcept { return CellSet(a.bits_ << n); }
    friend constexpr CellSet operator>>(CellSet a, int n) noexcept { return CellSet(a.bits_ >> n); }
    constexpr CellSet& operator&=(CellSet other) noexcept { return *this = *this & other; }
    constexpr CellSet& operator|=(CellSet other) noexcept { return *this = *this | other; }
    constexpr CellSet& operator^=(CellSet other) noexcept { return *this = *this ^ other; }
    constexpr CellSet& operator-=(CellSet other) noexcept { return *this = *this - other; }
    friend constexpr bool operator==(CellSet, CellSet) noexcept = default;

    class Iterator {
      public:
        using value_type = Cell;
        using difference_type = std::ptrdiff_t;
        constexpr Iterator() noexcept = default;
        explicit constexpr Iterator(std::uint64_t rest) noexcept : rest_(rest) {}
        constexpr Cell operator*() const noexcept { return Cell(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() noexcept {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) noexcept {
            Iterator before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(Iterator, Iterator) noexcept = default;

      private:
        std::uint64_t rest_ = 0;
    };
    constexpr Iterator begin() const noexcept { return Iterator(bits_); }
    constexpr Iterator end() const noexcept { return Iterator(0); }

  private:
    std::uint64_t bits_ = 0;
};

}  // namespace tavola
