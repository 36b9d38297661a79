// Finds the model of a game by its id, and the text helpers that the models share.
#include "model.h"

#include <stdexcept>

#include "text.h"

namespace tavola::model {

std::unique_ptr<Model> make(const std::string& game, const Options& options) {
    if (game == "trilha") return make_trilha(options);
    if (game == "policiais" || game == "pretoa") return make_alquerque(game, options);
    if (game == "abalone") return make_abalone(options);
    if (game == "trench") return make_trench(options);
    if (game == "niout") return make_niout(options);
    throw std::invalid_argument("no model of the game '" + game + "'");
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

std::string join(const std::vector<std::string>& parts, const std::string& separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : separator) + parts[i];
    return text;
}

std::map<std::string, char> letters_from_rows(const std::string& text,
                                              const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::string> parts = split(text, '/');
    std::map<std::string, char> letters;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = 0; i < rows[row].size(); ++i) letters[rows[row][i]] = parts.at(row).at(i);
    }
    return letters;
}

std::string rows_from_letters(const std::map<std::string, char>& letters,
                              const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::string> parts;
    for (const std::vector<std::string>& row : rows) {
        std::string part;
        for (const std::string& name : row) part += letters.at(name);
        parts.push_back(part);
    }
    return join(parts, "/");
}

}  // namespace tavola::model
