// Options: one line, a game's id, a space and its settings.
#include <cstddef>
#include <cstdint>

#include "fuzz.h"

using namespace tavola;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view id = text.substr(0, space), line = text.substr(std::min(space + 1, text.size()));

    const auto settings = parse_settings(line);
    if (!settings) {
        fuzz::require_sound(settings.error(), "option", line);
    } else if (!settings->empty()) {
        fuzz::require(print_settings(*settings) == line, "settings are printed as they were read", line);
    }
    const auto game = make_game(id, line);
    if (!game) {
        fuzz::require_sound(game.error(), game.error().key == "error.game.unknown" ? "game" : "option", text);
        return 0;
    }
    // However they were written, the shortest settings and the full ones give the same rules.
    const auto brief = make_game(id, (*game)->settings()), full = make_game(id, (*game)->all_settings());
    fuzz::require(brief && full, "a game's own settings are accepted", line);
    fuzz::require((*brief)->all_settings() == (*game)->all_settings(), "the shortest settings tell all", line);
    fuzz::require((*full)->settings() == (*game)->settings(), "the full settings tell the same", line);
    fuzz::require_sound(**game, (*game)->start(), (*game)->print((*game)->start()));
    return 0;
}
