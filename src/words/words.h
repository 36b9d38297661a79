// What players read, from the message catalogues in words/: one sentence a key, in each language.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tavola {

enum class Language { pt, en };

/// The language of an environment (LC_ALL, LC_MESSAGES or LANG): Portuguese where it says so, otherwise English.
Language language_of_locale(std::string_view locale) noexcept;

class Words {
  public:
    using Part = std::pair<std::string_view, std::string>;

    explicit Words(Language language);

    /// The sentence with its {names} filled in. A key that is not in the catalogue comes back as itself.
    std::string say(std::string_view key, std::initializer_list<Part> parts = {}) const;
    bool has(std::string_view key) const;
    /// An error, in one line: which text, where, and what would be right.
    std::string say(const Error& error) const;

    Language language() const noexcept { return language_; }
    std::vector<std::string> keys() const;

  private:
    const std::string* find(std::string_view key) const;

    Language language_;
    std::vector<std::pair<std::string, std::string>> sentences_;  // sorted by key
};

}  // namespace tavola
