// A few characters kept in place: names of cells, labels of choices.
#pragma once

#include <cassert>
#include <cstdint>
#include <string_view>

namespace tavola {

template <std::size_t Capacity>
class ShortText {
  public:
    constexpr ShortText() noexcept = default;
    explicit constexpr ShortText(std::string_view text) noexcept {
        for (char c : text) push_back(c);
    }
    constexpr void push_back(char c) noexcept {
        assert(size_ < Capacity);
        text_[size_++] = c;
    }
    constexpr void push_back_number(int number) noexcept {
        if (number >= 10) push_back_number(number / 10);
        push_back(static_cast<char>('0' + number % 10));
    }
    constexpr std::string_view view() const noexcept { return {text_, size_}; }
    friend constexpr bool operator==(const ShortText& a, const ShortText& b) noexcept { return a.view() == b.view(); }

  private:
    char text_[Capacity] = {};
    std::uint8_t size_ = 0;
};

}  // namespace tavola
