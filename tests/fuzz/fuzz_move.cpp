// Moves: a first line with the game, a line with a position, then a move a line. They are played until one is
// refused.
#include <cstddef>
#include <cstdint>

#include "fuzz.h"

using namespace tavola;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const AnyGamePtr game = fuzz::game_of(fuzz::take_line(text));
    if (!game) return 0;
    auto position = game->parse_position(fuzz::take_line(text));
    while (position) {
        fuzz::require_sound(*game, *position, game->print(*position));
        const std::string_view word = fuzz::take_line(text);
        const auto move = game->parse_move(*position, word);
        if (!move) {
            fuzz::require_sound(move.error(), "move", word);
            fuzz::require(move.error().at > 0, "a fault in a move lies somewhere", word);
            return 0;
        }
        fuzz::require(game->print(*move) == word, "only what is printed is read", word);
        position = fuzz::play_soundly(*game, *position, *move);
    }
    return 0;
}
