// Small text helpers of the models: cutting lines, and boards as rows of letters.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tavola::model {

/// The parts between the separators; a text without separators is one part, even when it is empty.
std::vector<std::string> split(const std::string& text, char separator);
std::string join(const std::vector<std::string>& parts, const std::string& separator);

/// Rows of letters split by `/` to and from point names with their letters. `rows` names the points in the
/// order in which the text lists them.
std::map<std::string, char> letters_from_rows(const std::string& text,
                                              const std::vector<std::vector<std::string>>& rows);
std::string rows_from_letters(const std::map<std::string, char>& letters,
                              const std::vector<std::vector<std::string>>& rows);

}  // namespace tavola::model
