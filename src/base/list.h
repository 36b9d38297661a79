// A list with room for a fixed number of items, kept in place: no heap.
#pragma once

#include <cstddef>
#include <type_traits>

namespace tavola {

template <class T, std::size_t Capacity>
class FixedList {
  public:
    using value_type = T;

    // At run time the room is left as it is, so that making a list of thousands of moves costs nothing.
    // Constants may hold nothing unwritten, so constant evaluation clears it.
    constexpr FixedList() noexcept {
        if (std::is_constant_evaluated())
            for (T& item : items_) item = T{};
    }

    /// Whoever makes a list knows how much it can have to hold. Should they be wrong the program ends here, in every
    /// build, and nothing is written beyond the list.
    constexpr void push_back(const T& item) noexcept {
        if (size_ >= Capacity) [[unlikely]]
            __builtin_trap();
        items_[size_++] = item;
    }
    constexpr void pop_back() noexcept { --size_; }
    constexpr void clear() noexcept { size_ = 0; }

    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    static constexpr std::size_t capacity() noexcept { return Capacity; }
    constexpr T& operator[](std::size_t i) noexcept { return items_[i]; }
    constexpr const T& operator[](std::size_t i) const noexcept { return items_[i]; }
    constexpr const T& back() const noexcept { return items_[size_ - 1]; }
    constexpr T* begin() noexcept { return items_; }
    constexpr T* end() noexcept { return items_ + size_; }
    constexpr const T* begin() const noexcept { return items_; }
    constexpr const T* end() const noexcept { return items_ + size_; }

    friend constexpr bool operator==(const FixedList& a, const FixedList& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (!(a.items_[i] == b.items_[i])) return false;
        return true;
    }

  private:
    std::size_t size_ = 0;
    T items_[Capacity];
};

}  // namespace tavola
