// Lines of cells that stand in columns: the first one to the left, all others to the right, and a note after them.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavola::cli {

class Columns {
  public:
    void line(std::vector<std::string> cells, std::string note = {}) {
        lines_.push_back({std::move(cells), std::move(note)});
    }

    void write(std::ostream& out, std::string_view indent = {}) const {
        std::vector<std::size_t> widths;
        for (const auto& [cells, note] : lines_) {
            widths.resize(std::max(widths.size(), cells.size()));
            for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
        }
        for (const auto& [cells, note] : lines_) {
            std::string text(indent);
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const std::string space(widths[i] - width(cells[i]), ' ');
                text += i == 0 ? cells[i] + space : "  " + space + cells[i];
            }
            if (!note.empty()) text += "  " + note;
            text.erase(text.find_last_not_of(' ') + 1);
            out << text << '\n';
        }
    }

  private:
    // The characters of a text in UTF-8.
    static std::size_t width(const std::string& text) {
        return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
    }

    struct Line {
        std::vector<std::string> cells;
        std::string note;
    };
    std::vector<Line> lines_;
};

}  // namespace tavola::cli
