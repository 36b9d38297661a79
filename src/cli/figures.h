// Numbers as a language writes them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "words/words.h"

namespace tavola::cli {

class Figures {
  public:
    explicit Figures(Language language) : language_(language) {}

    std::string plain(double number, int digits) const {
        if (std::isinf(number)) return number < 0 ? "-∞" : "∞";
        char text[64];
        const auto [end, fault] = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, digits);
        std::string result(text, end);
        if (language_ == Language::pt) std::ranges::replace(result, '.', ',');
        return result;
    }
    std::string with_sign(double number, int digits) const {
        const std::string text = plain(std::abs(number), digits);
        const bool zero = text.find_first_of("123456789∞") == text.npos;
        return (number < 0 && !zero ? "-" : "+") + text;
    }
    /// 1,234,567 or 1.234.567
    std::string grouped(std::uint64_t number) const {
        std::string text = std::to_string(number);
        for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, language_ == Language::pt ? "." : ",");
        return text;
    }
    /// 3.2 MiB
    std::string bytes(std::uint64_t number) const {
        if (number < 1024) return std::to_string(number) + " B";
        double size = static_cast<double>(number) / 1024;
        const char* unit = "KMGT";
        for (; size >= 1024 && unit[1] != '\0'; ++unit) size /= 1024;
        return plain(size, 1) + ' ' + *unit + "iB";
    }
    /// 0.4 s, 12 s, 3 min 20 s, 2 h 5 min
    std::string duration(double seconds) const {
        if (seconds < 10) return plain(seconds, 1) + " s";
        const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
        const auto two = [](std::uint64_t large, const char* unit, std::uint64_t small, const char* part) {
            return std::to_string(large) + unit + (small == 0 ? "" : ' ' + std::to_string(small) + part);
        };
        if (whole < 60) return std::to_string(whole) + " s";
        if (whole < 3600) return two(whole / 60, " min", whole % 60, " s");
        return two(whole / 3600, " h", whole / 60 % 60, " min");
    }

  private:
    Language language_;
};

}  // namespace tavola::cli
