#include "words/words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "words/catalogues.h"

namespace tavola {

Language language_of_locale(std::string_view locale) noexcept {
    return locale.starts_with("pt") ? Language::pt : Language::en;
}

Words::Words(Language language) : language_(language) {
    const auto catalogue = nlohmann::json::parse(language == Language::pt ? catalogue_pt : catalogue_en);
    for (const auto& [key, sentence] : catalogue.items()) sentences_.emplace_back(key, sentence.get<std::string>());
    std::ranges::sort(sentences_);
}

const std::string* Words::find(std::string_view key) const {
    const auto found = std::ranges::lower_bound(sentences_, key, {},
                                                [](const auto& entry) -> std::string_view { return entry.first; });
    return found != sentences_.end() && found->first == key ? &found->second : nullptr;
}

bool Words::has(std::string_view key) const { return find(key) != nullptr; }

std::vector<std::string> Words::keys() const {
    std::vector<std::string> result;
    for (const auto& [key, sentence] : sentences_) result.push_back(key);
    return result;
}

std::string Words::say(std::string_view key, std::initializer_list<Part> parts) const {
    const std::string* sentence = find(key);
    if (sentence == nullptr) return std::string(key);
    std::string text;
    for (std::size_t at = 0; at < sentence->size();) {
        const std::size_t open = std::min(sentence->find('{', at), sentence->size());
        text.append(*sentence, at, open - at);
        if (open == sentence->size()) break;
        const std::size_t close = sentence->find('}', open);
        const std::string_view name = std::string_view(*sentence).substr(open + 1, close - open - 1);
        const auto* part = std::ranges::find(parts, name, &Part::first);
        if (part != parts.end()) text.append(part->second);
        at = close + 1;
    }
    return text;
}

std::string Words::say(const Error& error) const {
    // Fields of positions have names in every language; options are called by their keys.
    const std::string field_key = "field." + error.field;
    const std::string field = has(field_key) ? say(field_key) : error.field;
    const std::string at = std::to_string(error.at), line = std::to_string(error.line);
    const std::string what = say("what." + std::string(error.what));
    // Whatever came from outside stays on one line.
    const auto one_line = [](std::string text) {
        for (char& c : text)
            if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
        return text;
    };
    const std::string text = say(error.key, {{"field", one_line(error.field)},
                                             {"fieldname", field},
                                             {"at", at},
                                             {"line", line},
                                             {"found", one_line(error.found)},
                                             {"expected", one_line(error.expected)}});
    if (error.line > 0) return what + ", " + say("error.line", {{"line", line}, {"at", at}, {"text", text}});
    const bool names_field = !error.field.empty() && error.what != "move" && error.what != "cli";
    if (names_field && error.at > 0)
        return say("error.at", {{"what", what}, {"field", one_line(field)}, {"at", at}, {"text", text}});
    if (names_field) return say("error.in", {{"what", what}, {"field", one_line(field)}, {"text", text}});
    return say("error.of", {{"what", what}, {"text", text}});
}

}  // namespace tavola
